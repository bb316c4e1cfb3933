//! Where an overshoot can be measured.

use crate::{Item, Selection};
use steerwright_analysis::measure::Metric;
use steerwright_runtime::scene::Scene;

/// Whether the selected agent, or an agent with the selected preset, comes to a place that it can
/// pass: a marker, or the end of its path.
#[must_use]
pub fn is_measured(scene: &Scene, selection: &Selection) -> bool {
    let is_measured = |agent| Metric::Overshoot.applies_to(scene, agent);
    match selection.primary() {
        Some(Item::Agent(agent)) => is_measured(agent),
        Some(Item::Preset(preset)) => {
            let mut agents = scene.agents.iter();
            agents.any(|agent| agent.preset == preset && is_measured(agent.id))
        }
        Some(_) | None => false,
    }
}
