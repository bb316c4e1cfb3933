//! Ids by name.

use crate::ffi_boundary::read;
use crate::handle::SwWorld;
use crate::pointers::{aligned, c_text, put};
use crate::status::{Failure, SwStatus};
use std::ffi::c_char;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::WorldError;

/// Writes the id that `named` finds for a name to `id`.
///
/// # Safety
/// See the crate.
unsafe fn find(
    world: *const SwWorld,
    name: *const c_char,
    id: *mut u32,
    what: &str,
    named: impl FnOnce(&SwWorld, &str) -> Option<u32>,
) -> SwStatus {
    let find = |world: &SwWorld| {
        aligned(id, what)?;
        // SAFETY: the caller's promise.
        let name = unsafe { c_text(name, "name")? };
        let found = named(world, name)
            .ok_or_else(|| Failure::not_found(what, format_args!("called {name:?}")))?;
        // SAFETY: the caller's promise.
        unsafe { put(id, what, found) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, find) }
}

/// The lowest id of the agents with a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_find_agent(
    world: *const SwWorld,
    name: *const c_char,
    agent: *mut u32,
) -> SwStatus {
    let named = |world: &SwWorld, name: &str| {
        world
            .run
            .scene()
            .agents
            .iter()
            .filter(|agent| agent.name == name)
            .map(|agent| agent.id.0)
            .min()
    };
    // SAFETY: the caller's promise.
    unsafe { find(world, name, agent, "agent", named) }
}

/// The lowest id of the markers with a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_find_marker(
    world: *const SwWorld,
    name: *const c_char,
    marker: *mut u32,
) -> SwStatus {
    let named = |world: &SwWorld, name: &str| {
        world
            .run
            .scene()
            .markers
            .iter()
            .filter(|marker| marker.name == name)
            .map(|marker| marker.id.0)
            .min()
    };
    // SAFETY: the caller's promise.
    unsafe { find(world, name, marker, "marker", named) }
}

/// The lowest id of the paths with a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_find_path(
    world: *const SwWorld,
    name: *const c_char,
    path: *mut u32,
) -> SwStatus {
    let named = |world: &SwWorld, name: &str| {
        world
            .run
            .scene()
            .paths
            .iter()
            .filter(|path| path.name == name)
            .map(|path| path.id.0)
            .min()
    };
    // SAFETY: the caller's promise.
    unsafe { find(world, name, path, "path", named) }
}

/// The lowest id of the walls with a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_find_wall(
    world: *const SwWorld,
    name: *const c_char,
    wall: *mut u32,
) -> SwStatus {
    let named = |world: &SwWorld, name: &str| {
        world
            .run
            .scene()
            .walls
            .iter()
            .filter(|wall| wall.name == name)
            .map(|wall| wall.id.0)
            .min()
    };
    // SAFETY: the caller's promise.
    unsafe { find(world, name, wall, "wall", named) }
}

/// The lowest id of the presets with a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_find_preset(
    world: *const SwWorld,
    name: *const c_char,
    preset: *mut u32,
) -> SwStatus {
    let named = |world: &SwWorld, name: &str| {
        world
            .run
            .scene()
            .presets
            .iter()
            .filter(|preset| preset.name == name)
            .map(|preset| preset.id.0)
            .min()
    };
    // SAFETY: the caller's promise.
    unsafe { find(world, name, preset, "preset", named) }
}

/// The first state with a name of the preset of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_find_state(
    world: *const SwWorld,
    agent: u32,
    name: *const c_char,
    state: *mut u32,
) -> SwStatus {
    let find = |world: &SwWorld| {
        aligned(state, "state")?;
        // SAFETY: the caller's promise.
        let name = unsafe { c_text(name, "name")? };
        let id = AgentId(agent);
        world.run.agent(id).ok_or(WorldError::Agent(id))?;
        let found = world.run.find_state(id, name);
        let found =
            found.ok_or_else(|| Failure::not_found("state", format_args!("called {name:?}")))?;
        // SAFETY: the caller's promise.
        unsafe { put(state, "state", found.0) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, find) }
}
