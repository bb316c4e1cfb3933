//! The run that is measured: the places of agents at its samples.

use super::agent_sight::Watch;
use super::sample_ticks;
use super::visible_cells::Pose;
use crate::seeds::Progress;
use steerwright_runtime::scene::{AgentId, Scene};
use steerwright_runtime::simulation::World;

/// A run, sampled at tick 0 and then every few ticks.
///
/// Only a game opens and closes doors. So they stay as they are in the scene.
pub(super) struct SampledRun {
    pub(super) watches: Vec<Watch>,
}

impl SampledRun {
    /// Simulates the scene. `None` if it was canceled.
    pub(super) fn simulate(
        scene: &Scene,
        agents: &[AgentId],
        samples: usize,
        progress: &Progress,
    ) -> Option<Self> {
        let mut world = World::new(scene);
        let mut watches: Vec<Watch> = agents
            .iter()
            .filter_map(|&agent| {
                let preset = scene.preset(scene.agent(agent)?.preset)?;
                Some(Watch {
                    agent,
                    cone: preset.sight?.cone(),
                    poses: Vec::with_capacity(samples),
                })
            })
            .collect();
        for sample in 0..samples {
            if progress.is_canceled() {
                return None;
            }
            if sample > 0 {
                (0..sample_ticks(scene)).for_each(|_| world.step());
            }
            for watch in &mut watches {
                let view = world.agent(watch.agent)?;
                watch.poses.push(Pose {
                    eye: view.position,
                    facing: view.facing,
                });
            }
        }
        Some(Self { watches })
    }
}
