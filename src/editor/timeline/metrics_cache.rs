//! The metrics of the shown agents, which are measured on as their recordings grow.

use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_analysis::Recording;
use steerwright_analysis::measure::{Metric, MetricsReader, RunMetrics};
use steerwright_runtime::scene::{AgentId, Scene};

/// The number of distances measured per frame. Longer recordings take several frames.
const STEPS_PER_FRAME: u64 = 60_000;

/// A recording up to a tick.
#[derive(Clone, Copy)]
pub(super) struct RunPart<'a> {
    pub recording: &'a Recording,
    pub last: u64,
}

impl<'a> RunPart<'a> {
    /// All of a recording.
    pub fn all_of(recording: &'a Recording) -> Self {
        Self {
            recording,
            last: recording.last_tick(),
        }
    }

    /// The same recording up to another tick.
    pub fn until(self, last: u64) -> Self {
        Self { last, ..self }
    }
}

/// Metrics of the current run and of the ghost.
#[derive(Default)]
pub(super) struct MetricsCache {
    run: BTreeMap<AgentId, CachedMetrics>,
    ghost: BTreeMap<AgentId, CachedMetrics>,
    /// The steps of one agent in one run, in this frame.
    steps: u64,
}

/// Valid until a recording is replaced.
struct CachedMetrics {
    scene: Scene,
    revision: u64,
    reader: MetricsReader,
    /// Those that say something about the agent, whether they have a value yet or not.
    applying: Vec<Metric>,
}

impl MetricsCache {
    /// Shares the steps of a frame among agents, and drops what is known about others.
    pub fn begin_frame(&mut self, agents: &[AgentId], with_ghost: bool) {
        for known in [&mut self.run, &mut self.ghost] {
            known.retain(|agent, _| agents.contains(agent));
        }
        let readers = agents.len() * if with_ghost { 2 } else { 1 };
        self.steps = (STEPS_PER_FRAME / readers.max(1) as u64).max(1);
    }

    /// The metrics of an agent in a part of the current run, and whether they are complete.
    pub fn of_run(
        &mut self,
        part: RunPart<'_>,
        scene: &Scene,
        agent: AgentId,
        revision: u64,
    ) -> Option<(RunMetrics, bool)> {
        update(&mut self.run, self.steps, part, scene, agent, revision)
    }

    /// The figures that the current run can have of an agent, once it is measured.
    pub fn applying(&self, agent: AgentId) -> &[Metric] {
        self.run.get(&agent).map_or(&[], |known| &known.applying)
    }

    /// Likewise, those of the ghost.
    pub fn applying_to_ghost(&self, agent: AgentId) -> &[Metric] {
        self.ghost.get(&agent).map_or(&[], |known| &known.applying)
    }

    /// Likewise, in the ghost.
    pub fn of_ghost(
        &mut self,
        part: RunPart<'_>,
        scene: &Scene,
        agent: AgentId,
        revision: u64,
    ) -> Option<(RunMetrics, bool)> {
        update(&mut self.ghost, self.steps, part, scene, agent, revision)
    }
}

/// Continues measuring a part of a recording. Starts over if anything other than its
/// length changed.
fn update(
    known: &mut BTreeMap<AgentId, CachedMetrics>,
    steps: u64,
    RunPart { recording, last }: RunPart<'_>,
    scene: &Scene,
    agent: AgentId,
    revision: u64,
) -> Option<(RunMetrics, bool)> {
    let is_valid = |cached: &CachedMetrics| {
        let same_run = cached.revision == revision && !cached.reader.is_ahead_of(last);
        same_run && same_measurement(&cached.scene, scene, agent)
    };
    if !known.get(&agent).is_some_and(is_valid) {
        let reader = MetricsReader::new(recording, scene, agent)?;
        let cached = CachedMetrics {
            scene: scene.clone(),
            revision,
            reader,
            applying: Metric::ALL
                .into_iter()
                .filter(|metric| metric.applies_to(scene, agent))
                .collect(),
        };
        known.insert(agent, cached);
    }
    let reader = &mut known.get_mut(&agent)?.reader;
    let is_complete = reader.read_until(recording, last, steps);
    reader.metrics().map(|metrics| (metrics, is_complete))
}

/// Whether an agent's metrics are measured the same way: the radii at which it should stop, for
/// example, are the same. Unchanged parts of scenes are shared, so this is fast.
fn same_measurement(a: &Scene, b: &Scene, agent: AgentId) -> bool {
    let same_paths = a.paths.len() == b.paths.len()
        && a.paths.iter().zip(&b.paths).all(|(a, b)| Arc::ptr_eq(a, b));
    let same_markers = Arc::ptr_eq(&a.markers, &b.markers);
    let same_agent = Arc::ptr_eq(&a.agents, &b.agents) || a.agent(agent) == b.agent(agent);
    let preset_of = |scene: &'_ Scene| scene.agent(agent).map(|agent| agent.preset);
    let presets = (
        preset_of(a).and_then(|id| a.preset(id)),
        preset_of(b).and_then(|id| b.preset(id)),
    );
    let same_preset = match presets {
        (Some(a), Some(b)) => {
            std::ptr::eq(a, b) || (a.body == b.body && a.motion == b.motion && a.states == b.states)
        }
        (a, b) => a.is_none() && b.is_none(),
    };
    same_paths && same_markers && same_agent && same_preset
}

#[cfg(test)]
mod tests {
    use super::*;
    use steerwright_runtime::scene::{Agent, Behavior, Motion, Preset, PresetId};

    #[test]
    fn metrics_are_measured_again_when_a_radius_changes() {
        let preset = Preset::steered(
            PresetId(1),
            "Courier",
            [Behavior::Arrive(Default::default())],
        );
        let agent = AgentId(1);
        let scene = Scene {
            presets: vec![Arc::new(preset)],
            agents: Arc::new(vec![Agent::at(
                agent,
                "Ann",
                PresetId(1),
                glam::DVec2::ZERO,
            )]),
            ..Scene::default()
        };
        let edited = |edit: fn(&mut Preset)| {
            let mut edited = scene.clone();
            edit(Arc::make_mut(&mut edited.presets[0]));
            same_measurement(&scene, &edited, agent)
        };
        assert!(edited(|preset| preset.name = "Postman".into()));
        assert!(!edited(|preset| preset.body.max_speed += 1.0));
        assert!(!edited(|preset| {
            if let Motion::Steered(steered) = &mut preset.motion
                && let Behavior::Arrive(arrive) = &mut steered.behaviors[0].behavior
            {
                arrive.slow_radius += 1.0;
            }
        }));
    }
}
