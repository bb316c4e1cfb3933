//! Spawners and contact rules of scenes from which something was deleted in another program.

use std::sync::Arc;
use steerwright_runtime::scene::{Scene, Target};

/// Removes spawners whose place or preset is gone, contact rules of presets that are gone, and
/// references to what is gone.
pub fn keep_possible_spawners(scene: &mut Scene) {
    let mut spawners = std::mem::take(&mut scene.spawners);
    let is_there = |target: Target| scene.target_position(target).is_some();
    spawners.retain(|spawner| {
        spawner.place_target().is_none_or(is_there) && scene.preset(spawner.preset).is_some()
    });
    for spawner in &mut spawners {
        let spawner = Arc::make_mut(spawner);
        spawner.path = spawner.path.filter(|&path| scene.path(path).is_some());
        let leader = spawner.leader.map(Target::Agent);
        let named = [spawner.target, spawner.danger, leader];
        for gone in named.into_iter().flatten().filter(|&t| !is_there(t)) {
            spawner.forget(gone);
        }
    }
    let mut contacts = std::mem::take(&mut scene.contacts);
    contacts.retain(|rule| {
        [rule.first, rule.second]
            .iter()
            .all(|&id| scene.preset(id).is_some())
    });
    (scene.spawners, scene.contacts) = (spawners, contacts);
}
