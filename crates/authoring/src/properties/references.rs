//! References of custom properties to items that are deleted, joined or pasted.

use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_runtime::scene::{
    Properties, PropertyDeclaration, PropertyItem, PropertyValue, ReferenceKind, Scene,
};

/// The names of the declared properties that refer to items.
pub(crate) fn names(declared: &[PropertyDeclaration]) -> Vec<(String, ReferenceKind)> {
    let of = |declaration: &PropertyDeclaration| {
        Some((
            declaration.name.clone(),
            declaration.value_type.reference_kind()?,
        ))
    };
    declared.iter().filter_map(of).collect()
}

/// The ids of all items of a kind.
fn ids(scene: &Scene, kind: ReferenceKind) -> BTreeSet<u32> {
    match kind {
        ReferenceKind::Agents => scene.agents.iter().map(|agent| agent.id.0).collect(),
        ReferenceKind::Paths => scene.paths.iter().map(|path| path.id.0).collect(),
        ReferenceKind::Markers => scene.markers.iter().map(|marker| marker.id.0).collect(),
        ReferenceKind::Walls => scene.walls.iter().map(|wall| wall.id.0).collect(),
        ReferenceKind::Presets => scene.presets.iter().map(|preset| preset.id.0).collect(),
    }
}

/// Clears references to items that `before` has and `scene` has not: an item added later may get
/// their ids. References to what has never existed stay, for the diagnostics to name them.
pub(crate) fn forget_gone(before: &Scene, scene: &mut Scene) {
    for (name, kind) in names(&scene.declared_properties) {
        let present = ids(scene, kind);
        let gone: BTreeSet<u32> = ids(before, kind).difference(&present).copied().collect();
        if !gone.is_empty() {
            change(scene, &name, |id| {
                if gone.contains(&id) { None } else { Some(id) }
            });
        }
    }
}

/// Makes references to one item lead to another of its kind.
pub(crate) fn redirect(scene: &mut Scene, kind: ReferenceKind, from: u32, to: u32) {
    for (name, of) in names(&scene.declared_properties) {
        if of == kind {
            change(scene, &name, |id| Some(if id == from { to } else { id }));
        }
    }
}

/// Changes all references of a property, also that of its default.
fn change(scene: &mut Scene, name: &str, new: impl Fn(u32) -> Option<u32>) {
    let is_same = |value: &PropertyValue| value.as_id().is_none_or(|id| new(id) == Some(id));
    let default_stays =
        (scene.declared_property(name)).is_none_or(|declaration| is_same(&declaration.default));
    if !default_stays {
        let declared = Arc::make_mut(&mut scene.declared_properties).iter_mut();
        for declaration in declared.filter(|declaration| declaration.name == name) {
            declaration.default = replaced(&declaration.default, &new);
        }
    }
    let concerned = |(_, values): (PropertyItem, &Properties)| {
        values.get(name).is_some_and(|value| !is_same(value))
    };
    if !scene.items_with_properties().any(concerned) {
        return;
    }
    let has_no_default = scene
        .declared_property(name)
        .is_some_and(|declaration| declaration.default == PropertyValue::Null);
    scene.change_properties(|_, values| {
        let Some(value) = values.get(name).filter(|value| !is_same(value)) else {
            return;
        };
        let value = replaced(value, &new);
        if value == PropertyValue::Null && has_no_default {
            values.remove(name);
        } else {
            values.set(name, value);
        }
    });
}

fn replaced(value: &PropertyValue, new: impl Fn(u32) -> Option<u32>) -> PropertyValue {
    match value.as_id().map(new) {
        Some(Some(id)) => f64::from(id).into(),
        Some(None) => PropertyValue::Null,
        None => value.clone(),
    }
}

/// Gives the references of an item that was pasted their new ids. Those without one are removed.
pub(crate) fn remap(
    values: &mut Properties,
    references: &[(String, ReferenceKind)],
    new_id: impl Fn(ReferenceKind, u32) -> Option<u32>,
) {
    for (name, kind) in references {
        let Some(id) = values.get(name).and_then(PropertyValue::as_id) else {
            continue;
        };
        match new_id(*kind, id) {
            Some(new) if new == id => {}
            Some(new) => values.set(name, f64::from(new)),
            None => drop(values.remove(name)),
        }
    }
}
