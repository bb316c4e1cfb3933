//! Which agents have curves: those of the selection, and those that its spawners add during a run.

use crate::editor::app::document::{Document, MAX_PLOTTED};
use crate::editor::canvas::spawned_agents;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_runtime::scene::{Agent, AgentId, PresetId, Scene, SpawnerId};
use steerwright_runtime::simulation::EventKind;

/// The agents to plot, and the scene that has all of them.
pub(super) struct Plotted {
    /// The agents.
    pub agents: Vec<AgentId>,
    /// The scene with those of them that spawners added; `None` if there are none.
    pub with_spawned: Option<Scene>,
}

impl Document {
    /// The agents to plot: those of the selection, otherwise those that were plotted before,
    /// otherwise all.
    pub(super) fn plotted(&mut self) -> Plotted {
        let mut agents = self.plotted_agents();
        if self.session.scene.spawners.is_empty() {
            return Plotted {
                agents,
                with_spawned: None,
            };
        }
        let selected = !self.selected_agents().is_empty();
        let spawned = match self.session.selection.primary() {
            Some(Item::Spawner(spawner)) => self.spawned(|by, _| by == Some(spawner)),
            Some(Item::Preset(preset)) if !selected => self.spawned(|_, of| of == preset),
            _ if agents.is_empty() => self.spawned(|_, _| true),
            _ => Vec::new(),
        };
        if spawned.is_empty() {
            return Plotted {
                agents,
                with_spawned: None,
            };
        }
        agents = spawned.iter().map(|agent| agent.id).collect();
        let mut scene = self.session.scene.clone();
        Arc::make_mut(&mut scene.agents).extend(spawned);
        Plotted {
            agents,
            with_spawned: Some(scene),
        }
    }

    /// The agents that spawners have added to the shown run, by the spawner, if it is known, and
    /// the preset: those that are there at the shown tick; if none is, those that came last before
    /// it.
    fn spawned(&self, is_shown: impl Fn(Option<SpawnerId>, PresetId) -> bool) -> Vec<Agent> {
        let scene = &self.session.scene;
        let (run, tick) = (self.playback.run(), self.playback.tick());
        let all = spawned_agents(scene, run);
        let mut origins: BTreeMap<AgentId, (SpawnerId, u64)> = BTreeMap::new();
        for event in run.recording().events() {
            if let EventKind::Spawned(spawner) = event.kind {
                origins.insert(event.agent, (spawner, event.tick));
            }
        }
        let mut shown: Vec<(bool, Agent)> = Vec::new();
        for agent in all.into_values().rev() {
            let origin = origins.get(&agent.id).copied();
            let is_there = run.recording().sample(tick, agent.id).is_some();
            let has_come = is_there || origin.is_some_and(|(_, came)| came <= tick);
            if has_come && is_shown(origin.map(|(id, _)| id), agent.preset) {
                let name = origin.and_then(|(id, _)| scene.spawner(id));
                let name = name.map_or("Agent", |spawner| spawner.name.as_str());
                let name = format!("{name} {}", agent.id.0);
                shown.push((is_there, Agent { name, ..agent }));
            }
        }
        let any_there = shown.iter().any(|(is_there, _)| *is_there);
        let mut agents: Vec<Agent> = shown
            .into_iter()
            .filter(|(is_there, _)| *is_there || !any_there)
            .map(|(_, agent)| agent)
            .take(MAX_PLOTTED)
            .collect();
        agents.reverse();
        agents
    }
}
