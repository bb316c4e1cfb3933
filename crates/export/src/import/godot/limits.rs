//! Limits of agents that were changed in the metadata of their nodes.
//!
//! Agents share presets. If all agents of a preset have the same change, the preset has it;
//! otherwise, those with another one get a copy of the preset.

use super::parse::Section;
use super::path::changed;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{AgentId, PresetId, Scene};
use steerwright_runtime::steering::Body;

/// The body of an agent with what its node changed; `authored` if that is nothing.
fn edited(node: Section<'_>, exported: &Body, authored: Body, scale: f64) -> Body {
    let Some(body) = node.metadata("body") else {
        return authored;
    };
    let number = |name: &str, exported: f64| changed(body.get(name), exported);
    let length = |name: &str, exported: f64, authored: f64| {
        number(name, exported).map_or(authored, |number| rounded(number / scale))
    };
    Body {
        mass: number("mass", exported.mass).map_or(authored.mass, rounded),
        max_speed: length("max_speed", exported.max_speed, authored.max_speed),
        max_force: length("max_force", exported.max_force, authored.max_force),
        time_to_target: number("time_to_target", exported.time_to_target)
            .map_or(authored.time_to_target, rounded),
        radius: length("radius", exported.radius, authored.radius),
        ..authored
    }
}

/// The bodies that agents have by their nodes, in the order in which they were read.
#[derive(Default)]
pub struct Bodies(Vec<(AgentId, PresetId, Body)>);

impl Bodies {
    /// Reads the body of an agent from its node.
    pub fn read(
        &mut self,
        node: Section<'_>,
        agent: AgentId,
        preset: PresetId,
        placed: &PlacedScene,
    ) {
        if let (Some(exported), Some(authored)) =
            (placed.scene.preset(preset), placed.authored.preset(preset))
        {
            let body = edited(node, &exported.body, authored.body, placed.scale);
            self.0.push((agent, preset, body));
        }
    }

    /// Gives the agents of `scene` presets with these bodies.
    pub fn apply_to(self, scene: &mut Scene) {
        let mut by_preset: BTreeMap<PresetId, Vec<(AgentId, Body)>> = BTreeMap::new();
        for (agent, preset, body) in self.0 {
            by_preset.entry(preset).or_default().push((agent, body));
        }
        for (preset, agents) in by_preset {
            let Some(authored) = scene.preset(preset).cloned() else {
                continue;
            };
            // An agent without a change keeps the preset as it is.
            let common = agents
                .iter()
                .find(|(_, body)| *body == authored.body)
                .or(agents.first())
                .map_or(authored.body, |(_, body)| *body);
            if let Some(preset) = scene.preset_mut(preset) {
                preset.body = common;
            }
            let mut variants: Vec<(Body, PresetId)> = Vec::new();
            for (agent, body) in agents.into_iter().filter(|(_, body)| *body != common) {
                let known = variants.iter().find(|(known, _)| *known == body);
                let id = known.map_or_else(|| scene.next_preset_id(), |(_, id)| *id);
                if scene.preset(id).is_none() {
                    let mut variant = authored.clone();
                    (variant.id, variant.body) = (id, body);
                    variant.name = format!("{} {}", authored.name, variants.len() + 2);
                    scene.presets.push(Arc::new(variant));
                    variants.push((body, id));
                }
                let mut agents = Arc::make_mut(&mut scene.agents).iter_mut();
                if let Some(agent) = agents.find(|existing| existing.id == agent) {
                    agent.preset = id;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_not_there_change_nothing() {
        let text = "[node]\nmetadata/body = null\n";
        let sections = crate::import::godot::parse::sections(text).expect("a section");
        let node = sections.iter().next().expect("a section");
        let body = Body::default();
        assert_eq!(edited(node, &body, body, 32.0), body);
    }
}
