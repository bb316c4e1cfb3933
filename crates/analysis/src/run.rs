//! A simulation run with its recording.

use crate::Recording;
use glam::DVec2;
use steerwright_runtime::scene::{AgentId, Scene};
use steerwright_runtime::simulation::World;

/// A world and the recording of its ticks.
#[derive(Clone, Debug)]
pub struct Run {
    world: World,
    recording: Recording,
}

impl Run {
    /// A run at tick 0.
    pub fn new(scene: &Scene) -> Self {
        let world = World::new(scene);
        Self {
            recording: Recording::starting_with(&world),
            world,
        }
    }

    /// The world at the latest tick.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The recording so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Moves the pointer for the following ticks. A position out of range is ignored.
    pub fn set_pointer(&mut self, position: DVec2) {
        let _ = self.world.set_pointer(position);
    }

    /// Simulates one tick.
    pub fn step(&mut self) {
        self.world.step();
        self.recording.push(&self.world);
    }

    /// Advances by `seconds` in whole ticks; the remainder carries over to the next call. Returns the number of ticks.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        self.advance_while(seconds, || true)
    }

    /// Like [`Run::advance`], but checks before each tick whether to continue. When stopped, the remaining time is dropped: a scene
    /// too large for the machine runs slower, with identical results.
    pub fn advance_while(
        &mut self,
        seconds: f64,
        mut should_continue: impl FnMut() -> bool,
    ) -> u32 {
        let due = self.world.due_ticks(seconds);
        for taken in 0..due {
            if !should_continue() {
                self.world.drop_accumulated_time();
                return taken;
            }
            self.step();
        }
        due
    }

    /// Applies an edited scene to the running agents; at tick 0, restarts with it.
    pub fn apply_scene(&mut self, scene: &Scene) {
        if self.world.tick() == 0 {
            *self = Self::new(scene);
        } else {
            self.world.apply_scene(scene);
        }
    }

    /// Simulates the same ticks again with an edited scene, the same seed and the same pointer positions.
    pub fn resimulated(&self, scene: &Scene) -> Self {
        let mut run = Self::new(scene);
        while run.recording.last_tick() < self.recording.last_tick() {
            run.step_with_pointer_of(self);
        }
        run
    }

    /// Simulates one tick with the pointer position of an earlier run at that tick.
    pub fn step_with_pointer_of(&mut self, earlier: &Self) {
        if let Some(pointer) = earlier.recording.pointer_at(self.world.tick() + 1) {
            self.set_pointer(pointer);
        }
        self.step();
    }

    /// The number of samples that a resimulation computes.
    pub fn resimulation_cost(&self) -> u64 {
        self.world.tick().saturating_mul(self.world.len() as u64)
    }

    /// The positions of an agent in the `ticks` ticks up to `tick`, oldest first.
    pub fn trail(&self, agent: AgentId, tick: u64, ticks: u64) -> Vec<DVec2> {
        let from = tick.saturating_sub(ticks);
        self.recording
            .history(agent, from)
            .take_while(|(t, _)| *t <= tick)
            .map(|(_, sample)| sample.position)
            .collect()
    }
}
