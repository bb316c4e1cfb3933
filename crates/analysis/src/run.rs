//! A simulation run with its recording.

use crate::Recording;
use crate::recording::Input;
use crate::tick_thread::{TickState, TickThread};
use crate::tracks::Players;
use glam::DVec2;
use std::time::Duration;
use steerwright_runtime::scene::editor::{Gait, Movement, Track};
use steerwright_runtime::scene::{AgentId, Scene};
use steerwright_runtime::simulation::World;

/// A world and the recording of its ticks. It replays the tracks of its scene that are not muted.
#[derive(Clone, Debug)]
pub struct Run {
    world: World,
    recording: Recording,
    ticks: TickThread,
    players: Players,
    /// What was done since the latest tick.
    input: Input,
    /// The names that are triggered before the next tick. An edit before it keeps a world that has
    /// not got them yet.
    triggers: Vec<String>,
    /// What comes after the tick that is being simulated on a thread.
    next: Next,
}

#[derive(Clone, Debug, Default)]
struct Next {
    scene: Option<Scene>,
    pointer: Option<DVec2>,
    calls: Vec<Call>,
}

/// What a player does beside moving the pointer.
#[derive(Clone, Debug)]
enum Call {
    SetPressed(bool),
    Trigger(String),
}

impl Run {
    /// A run at tick 0.
    pub fn new(scene: &Scene) -> Self {
        let world = World::new(scene);
        Self {
            recording: Recording::starting_with(&world),
            world,
            ticks: TickThread::default(),
            players: Players::of_scene(scene),
            input: Input::default(),
            triggers: Vec::new(),
            next: Next::default(),
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
        if self.slow_tick().is_some() {
            self.next.pointer = Some(position);
        } else {
            let _ = self.world.set_pointer(position);
        }
    }

    /// Presses or releases the pointer for the following ticks, for spawners that wait for it.
    pub fn set_pressed(&mut self, pressed: bool) {
        self.call(Call::SetPressed(pressed));
    }

    /// Triggers a name in the next tick, for spawners that wait for it.
    pub fn trigger(&mut self, name: &str) {
        self.call(Call::Trigger(name.to_owned()));
    }

    fn call(&mut self, call: Call) {
        if self.slow_tick().is_some() {
            self.next.calls.push(call);
            return;
        }
        match call {
            Call::SetPressed(pressed) => self.input.set_pressed(&mut self.world, pressed),
            Call::Trigger(name) => self.triggers.push(name),
        }
    }

    /// Does what comes before the next tick: triggers names, and moves the agents of players.
    fn prepare_tick(&mut self) {
        for name in self.triggers.drain(..) {
            self.input.trigger(&mut self.world, &name);
        }
        self.players.drive(&mut self.world, &mut self.input);
    }

    /// Begins to record what a player does with an agent, from the tick in which `track` begins on.
    /// If the track has inputs already, they are replayed first.
    pub fn begin_track(&mut self, track: Track) {
        self.players.begin(track);
    }

    /// Sets what the player does from the next tick on, while a track is recorded.
    pub fn set_player_input(&mut self, movement: Movement, gait: Gait) {
        self.players.set_input(movement, gait);
    }

    /// The track that is being recorded.
    pub fn recorded_track(&self) -> Option<&Track> {
        self.players.live()
    }

    /// Ends the recording of a track, and returns it.
    pub fn end_track(&mut self) -> Option<Track> {
        self.players.end()
    }

    /// Takes the tracks of a scene that is otherwise that of the run.
    pub fn set_tracks(&mut self, scene: &Scene) {
        self.players.update(scene);
    }

    /// Simulates one tick.
    pub fn step(&mut self) {
        self.prepare_tick();
        self.world.step();
        self.record();
    }

    fn record(&mut self) {
        let input = std::mem::take(&mut self.input);
        self.recording.push_after(input, &self.world);
    }

    /// Simulates one tick, on a thread if it is expected to take long, so that a window stays
    /// responsive. Returns whether the tick is done; otherwise call it again, for example in the
    /// next frame. Edits and the pointer have effect from the tick after it.
    ///
    /// ```
    /// use steerwright_analysis::Run;
    /// use steerwright_runtime::scene::Scene;
    /// let mut run = Run::new(&Scene::default());
    /// while !run.try_step() {
    ///     // Draw a frame.
    /// }
    /// assert_eq!(run.world().tick(), 1);
    /// ```
    pub fn try_step(&mut self) -> bool {
        if self.slow_tick().is_none() {
            self.prepare_tick();
        }
        match self.ticks.advance(&self.world) {
            TickState::Simulating => return false,
            TickState::Done(world) => {
                self.world = *world;
                self.world.drop_accumulated_time();
            }
            TickState::NotRunning => {
                let world = &mut self.world;
                self.ticks.measure(|| world.step());
            }
        }
        self.record();
        let next = std::mem::take(&mut self.next);
        if let Some(scene) = next.scene {
            self.edit_world(&scene);
        }
        if let Some(pointer) = next.pointer {
            self.set_pointer(pointer);
        }
        for call in next.calls {
            self.call(call);
        }
        true
    }

    /// How long the tick that is being simulated on a thread has taken so far. `None` if there is
    /// none.
    pub fn slow_tick(&self) -> Option<Duration> {
        self.ticks.elapsed()
    }

    /// Advances by `seconds` in whole ticks; the remainder carries over to the next call. Returns
    /// the number of ticks.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        self.advance_while(seconds, || true)
    }

    /// Like [`Run::advance`], but checks before each tick whether to continue, and does not wait
    /// for slow ticks ([`Run::try_step`]). When stopped, the remaining time is dropped: a scene too
    /// large for the machine runs slower, with identical results.
    pub fn advance_while(
        &mut self,
        seconds: f64,
        mut should_continue: impl FnMut() -> bool,
    ) -> u32 {
        let due = self.world.due_ticks(seconds);
        for taken in 0..due {
            if !should_continue() || !self.try_step() {
                self.world.drop_accumulated_time();
                return taken;
            }
        }
        due
    }

    /// Applies an edited scene to the running agents; at tick 0, restarts with it.
    pub fn apply_scene(&mut self, scene: &Scene) {
        if self.slow_tick().is_some() {
            self.next.scene = Some(scene.clone());
        } else if self.world.tick() == 0 {
            *self = Self::new(scene);
        } else {
            self.edit_world(scene);
        }
    }

    fn edit_world(&mut self, scene: &Scene) {
        self.world.apply_scene(scene);
        self.players.update(scene);
        self.recording.note_edit(&self.world);
    }

    /// Simulates the same ticks again with an edited scene, the same seed, the same pointer
    /// positions, presses and events, and the tracks of that scene.
    pub fn resimulated(&self, scene: &Scene) -> Self {
        let mut run = Self::new(scene);
        while run.recording.last_tick() < self.recording.last_tick() {
            run.step_with_input_of(self);
        }
        run
    }

    /// Simulates one tick with the pointer position of an earlier run at that tick, and what was
    /// done before it.
    pub fn step_with_input_of(&mut self, earlier: &Self) {
        self.take_input_of(earlier);
        self.step();
    }

    /// Like [`Run::step_with_input_of`], but does not wait for slow ticks ([`Run::try_step`]).
    pub fn try_step_with_input_of(&mut self, earlier: &Self) -> bool {
        if self.slow_tick().is_none() {
            self.take_input_of(earlier);
        }
        self.try_step()
    }

    fn take_input_of(&mut self, earlier: &Self) {
        let tick = self.world.tick() + 1;
        if let Some(pointer) = earlier.recording.pointer_at(tick) {
            self.set_pointer(pointer);
        }
        if let Some(input) = earlier.recording.input_before(tick) {
            // The players move again, from where their agents are in this run.
            let input = input.without_moves();
            input.apply(&mut self.world);
            self.input = input;
        }
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
