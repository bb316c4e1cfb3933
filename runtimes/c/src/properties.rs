//! Custom properties of items.

use crate::ffi_boundary::read;
use crate::handle::SwWorld;
use crate::pointers::{Outcome, c_text, copy_bytes, put};
use crate::status::{Failure, SwStatus};
use std::ffi::c_char;
use steerwright_runtime::scene::{
    AgentId, MarkerId, PathId, PropertyItem, PropertyOwner, PropertyValue, WallId,
};
use steerwright_runtime::simulation::WorldError;

/// `sw_property`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwProperty {
    pub number: f64,
    pub has_number: bool,
    pub has_text: bool,
    pub has_boolean: bool,
    pub boolean: bool,
}

impl From<&PropertyValue> for SwProperty {
    fn from(value: &PropertyValue) -> Self {
        Self {
            number: value.as_number().unwrap_or(f64::NAN),
            has_number: value.as_number().is_some(),
            has_text: value.as_text().is_some(),
            has_boolean: value.as_bool().is_some(),
            boolean: value.as_bool().unwrap_or(false),
        }
    }
}

/// An item of a kind that a text names.
///
/// # Safety
/// See the crate.
unsafe fn item(kind: *const c_char, id: u32) -> Outcome<PropertyItem> {
    // SAFETY: the caller's promise.
    match unsafe { c_text(kind, "kind")? } {
        "agent" => Ok(PropertyItem::Agent(AgentId(id))),
        "path" => Ok(PropertyItem::Path(PathId(id))),
        "marker" => Ok(PropertyItem::Marker(MarkerId(id))),
        "wall" => Ok(PropertyItem::Wall(WallId(id))),
        other => Err(Failure::new(
            SwStatus::InvalidArgument,
            format!("kind is {other:?}; pass \"agent\", \"path\", \"marker\" or \"wall\""),
        )),
    }
}

impl SwWorld {
    /// The node of a path with this index.
    fn node_at(&self, path: u32, node: u32) -> Outcome<PropertyItem> {
        let id = PathId(path);
        let nodes = &self.run.scene().path(id).ok_or(WorldError::Path(id))?.nodes;
        let node = (nodes.get(node as usize))
            .ok_or_else(|| Failure::not_found("node", format_args!("{node} of path {path}")))?;
        Ok(PropertyItem::Node(id, node.id))
    }

    fn preset_of(&self, agent: u32) -> Outcome<PropertyItem> {
        let id = AgentId(agent);
        let agent = self.run.scene().agent(id).ok_or(WorldError::Agent(id))?;
        Ok(PropertyItem::Preset(agent.preset))
    }

    /// The own value of an item, or the default of the items of its kind.
    fn property(&self, item: PropertyItem, name: &str) -> Outcome<&PropertyValue> {
        let scene = self.run.scene();
        scene.properties_of(item).ok_or_else(|| {
            let what = match item.owner() {
                PropertyOwner::Nodes => "node",
                PropertyOwner::Paths => "path",
                PropertyOwner::Agents => "agent",
                PropertyOwner::Markers => "marker",
                PropertyOwner::Walls => "wall",
                PropertyOwner::Presets => "preset",
            };
            Failure::not_found(what, "with this id")
        })?;
        scene
            .property(item, name)
            .ok_or_else(|| Failure::not_found("property", format_args!("called {name:?}")))
    }
}

/// Writes what a property is to `value`.
///
/// # Safety
/// See the crate.
unsafe fn describe(
    world: *const SwWorld,
    name: *const c_char,
    value: *mut SwProperty,
    item: impl FnOnce(&SwWorld) -> Outcome<PropertyItem>,
) -> SwStatus {
    let describe = |world: &SwWorld| {
        // SAFETY: the caller's promise.
        let name = unsafe { c_text(name, "name")? };
        let found = world.property(item(world)?, name)?;
        // SAFETY: the caller's promise.
        unsafe { put(value, "value", found.into()) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, describe) }
}

/// Copies the text of a property.
///
/// # Safety
/// See the crate.
unsafe fn copy_text(
    world: *const SwWorld,
    name: *const c_char,
    to: (*mut c_char, usize, *mut usize),
    item: impl FnOnce(&SwWorld) -> Outcome<PropertyItem>,
) -> SwStatus {
    let (text, capacity, count) = to;
    let copy = |world: &SwWorld| {
        // SAFETY: the caller's promise.
        let name = unsafe { c_text(name, "name")? };
        let value = world.property(item(world)?, name)?;
        let missing = || Failure::not_found("text", format_args!("in property {name:?}"));
        let bytes = value.as_text().ok_or_else(missing)?.as_bytes();
        // SAFETY: the caller's promise.
        unsafe { copy_bytes(bytes, text, capacity, count, "text") }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy) }
}

/// A custom property of an agent, a path, a marker or a wall.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_property(
    world: *const SwWorld,
    kind: *const c_char,
    id: u32,
    name: *const c_char,
    value: *mut SwProperty,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe { describe(world, name, value, |_| item(kind, id)) }
}

/// A custom property of a node, by its index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_node_property(
    world: *const SwWorld,
    path: u32,
    node: u32,
    name: *const c_char,
    value: *mut SwProperty,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe { describe(world, name, value, |world| world.node_at(path, node)) }
}

/// A custom property of the preset of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_preset_property(
    world: *const SwWorld,
    agent: u32,
    name: *const c_char,
    value: *mut SwProperty,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe { describe(world, name, value, |world| world.preset_of(agent)) }
}

/// Copies a custom property that is a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_property_text(
    world: *const SwWorld,
    kind: *const c_char,
    id: u32,
    name: *const c_char,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe { copy_text(world, name, (text, capacity, count), |_| item(kind, id)) }
}

/// Copies a custom property of a node that is a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_node_property_text(
    world: *const SwWorld,
    path: u32,
    node: u32,
    name: *const c_char,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let to = (text, capacity, count);
    // SAFETY: the caller's promise.
    unsafe { copy_text(world, name, to, |world| world.node_at(path, node)) }
}

/// Copies a custom property of the preset of an agent that is a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_preset_property_text(
    world: *const SwWorld,
    agent: u32,
    name: *const c_char,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let to = (text, capacity, count);
    // SAFETY: the caller's promise.
    unsafe { copy_text(world, name, to, |world| world.preset_of(agent)) }
}
