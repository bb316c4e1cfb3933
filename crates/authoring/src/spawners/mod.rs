//! Spawners and contact rules: adding them, and what they wait for.

mod canvas;

pub use canvas::{Shown, place, shown, sides};
pub(crate) use canvas::{corners, rings, transformed};

use crate::bounds::clamp_position;
use crate::edit::naming::free_name;
use crate::edit::place as placing;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_runtime::scene::{
    Agent, AgentId, Contact, ContactId, Despawn, PresetId, Scene, SpawnEdge, SpawnPlace, SpawnWhen,
    Spawner, SpawnerId,
};

/// Adds a spawner that adds an agent every second, and binds what its preset needs to what is near.
/// Returns its id.
pub fn add(scene: &mut Scene, preset: PresetId, place: SpawnPlace) -> SpawnerId {
    let id = scene.next_spawner_id();
    let names = scene.spawners.iter().map(|spawner| spawner.name.as_str());
    let name = free_name("Spawner", names);
    let mut spawner = Spawner::at(id, name, preset, clamped(place));
    bind_missing(scene, &mut spawner);
    scene.spawners.push(Arc::new(spawner));
    id
}

/// Adds a rule for two presets and returns its id.
pub fn add_contact(scene: &mut Scene, first: PresetId, second: PresetId) -> ContactId {
    let id = scene.next_contact_id();
    let names = scene.contacts.iter().map(|rule| rule.name.as_str());
    let name = free_name("Contact", names);
    scene.contacts.push(Arc::new(Contact {
        id,
        name,
        first,
        second,
        distance: None,
        margin: 0.0,
        despawn: Despawn::None,
    }));
    id
}

/// The two presets of a new contact rule: the selected ones, or the first ones. `None` without
/// presets.
pub fn contact_presets(scene: &Scene, selected: &[PresetId]) -> Option<(PresetId, PresetId)> {
    let all = scene.presets.iter().map(|preset| preset.id);
    let others = all.filter(|id| !selected.contains(id));
    let mut presets = selected.iter().copied().chain(others);
    let first = presets.next()?;
    Some((first, presets.next().unwrap_or(first)))
}

/// Binds what the preset of a spawner needs and what is not set to the nearest items, otherwise to
/// the pointer.
pub fn bind_missing(scene: &Scene, spawner: &mut Spawner) {
    let at = spawner.position(scene).unwrap_or_default();
    // An id that no agent has, so that each can be its leader.
    let mut agent = Agent {
        path: spawner.path,
        target: spawner.target,
        danger: spawner.danger,
        leader: spawner.leader,
        ..Agent::at(AgentId(u32::MAX), "", spawner.preset, at)
    };
    placing::bind_missing(scene, &mut agent);
    spawner.path = agent.path;
    spawner.target = agent.target;
    spawner.danger = agent.danger;
    spawner.leader = agent.leader;
}

fn clamped(place: SpawnPlace) -> SpawnPlace {
    match place {
        SpawnPlace::Point(point) => SpawnPlace::Point(clamp_position(point)),
        SpawnPlace::Edge(SpawnEdge { from, to }) => SpawnPlace::Edge(SpawnEdge {
            from: clamp_position(from),
            to: clamp_position(to),
        }),
        SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => place,
    }
}

/// The names that the game can trigger, without duplicates.
pub fn trigger_names(scene: &Scene) -> BTreeSet<&str> {
    let names = scene
        .spawners
        .iter()
        .filter_map(|spawner| match &spawner.when {
            SpawnWhen::Trigger(name) => Some(name.as_str()),
            SpawnWhen::Time | SpawnWhen::Press => None,
        });
    names.collect()
}

/// Whether a spawner waits for presses of the pointer.
pub fn waits_for_press(scene: &Scene) -> bool {
    let mut spawners = scene.spawners.iter();
    spawners.any(|spawner| spawner.when == SpawnWhen::Press)
}

/// The preset of a new spawner: that of agents that are placed next, or the selected one, or the
/// first one; a built-in one if there is none.
pub fn next_preset(
    scene: &mut Scene,
    chosen: Option<PresetId>,
    selected: Option<PresetId>,
) -> PresetId {
    let candidates = [chosen, selected].into_iter().flatten();
    let first = scene.presets.first().map(|preset| preset.id);
    let mut candidates = candidates
        .chain(first)
        .filter(|&id| scene.preset(id).is_some());
    match candidates.next() {
        Some(preset) => preset,
        None => placing::path_preset(scene, None),
    }
}

/// What a deletion of items changes about spawners and contact rules beside them, in sentences.
pub fn deletion_notes(before: &Scene, after: &Scene, deleted_rules: usize) -> Vec<String> {
    let mut notes = Vec::new();
    for spawner in &after.spawners {
        let known = before.spawner(spawner.id);
        if known.is_some_and(|known| known.place_target().is_some())
            && spawner.place_target().is_none()
        {
            notes.push(format!(
                "The spawner {} now stays where that item was",
                spawner.name
            ));
        }
    }
    let gone = before.contacts.len() - after.contacts.len();
    match gone.saturating_sub(deleted_rules) {
        0 => {}
        1 => notes.push("A contact rule of the preset was deleted too".into()),
        count => notes.push(format!(
            "{count} contact rules of the presets were deleted too"
        )),
    }
    notes
}

/// Copies a contact rule under a new id and name and returns the id.
pub fn duplicate_contact(scene: &mut Scene, rule: &Contact) -> ContactId {
    let id = scene.next_contact_id();
    let names = scene.contacts.iter().map(|rule| rule.name.as_str());
    let name = free_name(&rule.name, names);
    scene.contacts.push(Arc::new(Contact {
        id,
        name,
        ..rule.clone()
    }));
    id
}
