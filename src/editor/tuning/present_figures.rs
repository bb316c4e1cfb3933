//! What the current values give, beside the goals.

use crate::editor::tuning::job::{Job, State};
use egui::Context;
use std::sync::Arc;
use steerwright_analysis::measure::RunMetrics;
use steerwright_analysis::seeds;
use steerwright_analysis::seeds::Progress;
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_runtime::scene::{AgentId, Scene};

/// The figures of the agents with the current values.
#[derive(Default)]
pub(super) struct PresentFigures {
    /// What is measured, or was.
    of: Option<(Scene, Vec<AgentId>, u64)>,
    job: Option<Job<Vec<Option<RunMetrics>>>>,
    metrics: Vec<Option<RunMetrics>>,
}

impl PresentFigures {
    /// One for each agent; none until they are measured.
    pub fn metrics(&self) -> &[Option<RunMetrics>] {
        &self.metrics
    }

    /// Measures the agents, if anything has changed.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, agents: Vec<AgentId>, ticks: u64) {
        if let Some(mut job) = self.job.take() {
            match job.poll(ctx) {
                State::Working => self.job = Some(job),
                State::Done(metrics) => self.metrics = metrics,
                State::Ended => self.metrics.clear(),
            }
        }
        let unchanged = self.of.as_ref().is_some_and(|(known, of, length)| {
            *of == agents && *length == ticks && same_simulation(known, scene)
        });
        if unchanged {
            return;
        }
        self.metrics.clear();
        self.of = Some((scene.clone(), agents.clone(), ticks));
        let scene = scene.clone();
        self.job = Some(Job::start(
            ctx,
            "present figures",
            1,
            Arc::new(Progress::default()),
            move |progress| seeds::metrics_of_run(&scene, &agents, ticks, progress),
        ));
    }
}
