//! A run with a past: the world, its recording, and a fixed-step clock.

use crate::Recording;
use glam::DVec2;
use steerwright_runtime::scene::{AgentId, Scene};
use steerwright_runtime::simulation::World;

/// A world that remembers where it has been.
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

    /// The world at the last tick.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What it did so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Moves the pointer for the ticks to come; a place that no world takes leaves it where it is.
    pub fn set_pointer(&mut self, position: DVec2) {
        let _ = self.world.set_pointer(position);
    }

    /// One tick.
    pub fn step(&mut self) {
        self.world.step();
        self.recording.push(&self.world);
    }

    /// Lets `seconds` go by in whole ticks; what is left over counts the next time. Returns the ticks taken.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        self.advance_while(seconds, || true)
    }

    /// [`Run::advance`] for as long as `go_on` says so before each tick. Time that was owed then is given up: a crowd too large
    /// for the machine moves slower, to the same bits.
    pub fn advance_while(&mut self, seconds: f64, mut go_on: impl FnMut() -> bool) -> u32 {
        let due = self.world.due_ticks(seconds);
        for taken in 0..due {
            if !go_on() {
                self.world.drop_accumulated_time();
                return taken;
            }
            self.step();
        }
        due
    }

    /// Goes on with an edited scene from where the agents are; at tick 0, from its start.
    pub fn apply_scene(&mut self, scene: &Scene) {
        if self.world.tick() == 0 {
            *self = Self::new(scene);
        } else {
            self.world.apply_scene(scene);
        }
    }

    /// The same stretch of time run anew with an edited scene: same seed, same pointer.
    pub fn resimulated(&self, scene: &Scene) -> Self {
        let mut run = Self::new(scene);
        while run.recording.last_tick() < self.recording.last_tick() {
            run.step_like(self);
        }
        run
    }

    /// One tick with the pointer where it was in an earlier run at that time.
    pub fn step_like(&mut self, earlier: &Self) {
        if let Some(pointer) = earlier.recording.pointer_at(self.world.tick() + 1) {
            self.set_pointer(pointer);
        }
        self.step();
    }

    /// Rows a recomputation has to make: a measure of how long it takes.
    pub fn resimulation_cost(&self) -> u64 {
        self.world.tick().saturating_mul(self.world.len() as u64)
    }

    /// The positions of an agent over the last `ticks` up to `tick`, oldest first.
    pub fn trail(&self, agent: AgentId, tick: u64, ticks: u64) -> Vec<DVec2> {
        let from = tick.saturating_sub(ticks);
        self.recording
            .history(agent, from)
            .take_while(|(t, _)| *t <= tick)
            .map(|(_, sample)| sample.position)
            .collect()
    }
}
