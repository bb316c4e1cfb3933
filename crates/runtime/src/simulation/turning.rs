//! How agents that face elsewhere than they move turn in a tick.

use crate::geometry::vector::direction;
use crate::simulation::agent_store::AgentStore;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::steering::facing::Toward;
use glam::DVec2;

impl AgentStore {
    /// Fits the facing of the agent with this index to its preset, from the heading on if it had none of its own.
    pub(super) fn update_facing(&mut self, resolved: &ResolvedScene, index: usize) {
        let key = index as u32;
        if resolved.preset(index).facing.is_none() {
            self.facings.remove(&key);
        } else if !self.facings.contains_key(&key) {
            let heading = self.columns.heading(self.slot(index));
            self.facings.insert(key, heading);
        }
    }

    /// The direction in which the agent with this index looks.
    #[inline]
    pub(super) fn facing(&self, index: usize) -> DVec2 {
        if !self.facings.is_empty()
            && let Some(&facing) = self.facings.get(&(index as u32))
        {
            return facing;
        }
        self.columns.heading(self.slot(index))
    }

    /// Turns all agents that face elsewhere than they move, after all have moved.
    pub(super) fn turn(&mut self, resolved: &ResolvedScene) {
        let mut facings = std::mem::take(&mut self.facings);
        for (&index, facing) in &mut facings {
            let index = index as usize;
            let Some(toward) = resolved.preset(index).facing.map(|facing| facing.toward) else {
                continue;
            };
            let slot = self.slot(index);
            let target = match toward {
                Toward::Motion => None,
                Toward::Target => self.target_position(index),
            };
            let wanted = match target {
                Some(target) => direction(target - self.columns.position(slot)),
                None => self.columns.heading(slot),
            };
            *facing = resolved.turn(index).apply(*facing, wanted);
        }
        self.facings = facings;
    }
}
