//! What the custom properties of copied items refer to.

use crate::properties::reference_names;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_runtime::scene::{
    Agent, AgentId, PropertyDeclaration, PropertyOwner, PropertyOwners, ReferenceKind, Scene,
};

/// Items that are copied because properties refer to them.
#[derive(Default)]
pub(super) struct Referenced(BTreeSet<(ReferenceKind, u32)>);

impl Referenced {
    pub fn has(&self, kind: ReferenceKind, id: u32) -> bool {
        self.0.contains(&(kind, id))
    }

    /// Adds what the properties in a clip refer to and the clip lacks. Returns whether there was
    /// any.
    pub fn add_missing(&mut self, scene: &Scene, clip: &Scene) -> bool {
        let count = self.0.len();
        for (name, kind) in reference_names(&scene.declared_properties) {
            let values = clip.items_with_properties();
            let ids = values.filter_map(|(_, values)| values.get(&name)?.as_id());
            let missing = ids.filter(|&id| scene.has_item(kind, id) && !clip.has_item(kind, id));
            self.0.extend(missing.map(|id| (kind, id)));
        }
        self.0.len() > count
    }

    /// Adds the agents to those that are copied.
    pub fn extend_agents(&self, scene: &Scene, agents: &mut Vec<Agent>) {
        for &(kind, id) in &self.0 {
            let is_new = !agents.iter().any(|agent| agent.id.0 == id);
            if kind == ReferenceKind::Agents && is_new {
                agents.extend(scene.agent(AgentId(id)).cloned());
            }
        }
    }
}

/// The declarations of the scene that concern the kinds of items in a clip.
pub(super) fn declarations_for(scene: &Scene, clip: &Scene) -> Arc<Vec<PropertyDeclaration>> {
    let kinds = [
        (PropertyOwner::Nodes, !clip.paths.is_empty()),
        (PropertyOwner::Paths, !clip.paths.is_empty()),
        (PropertyOwner::Agents, !clip.agents.is_empty()),
        (PropertyOwner::Markers, !clip.markers.is_empty()),
        (PropertyOwner::Walls, !clip.walls.is_empty()),
        (PropertyOwner::Presets, !clip.presets.is_empty()),
    ];
    let present: PropertyOwners = kinds
        .into_iter()
        .filter_map(|(owner, is_present)| is_present.then_some(owner))
        .collect();
    let declared = scene.declared_properties.iter();
    let concerned =
        declared.filter(|declaration| declaration.on.iter().any(|owner| present.contains(owner)));
    Arc::new(concerned.cloned().collect())
}
