//! Taking an agent over: a player moves it, and what the player does is recorded as a track.

use crate::playback::{Playback, Resimulation};
use crate::tracks;
use glam::DVec2;
use steerwright_analysis::Run;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::{Gait, Movement, Track};
use steerwright_runtime::scene::{AgentId, Scene};

/// What a player does with keys and pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerInput {
    /// Left, right, down and up.
    pub keys: [bool; 4],
    /// The place to which the pointer calls the agent, u.
    pub pointer: Option<DVec2>,
    /// Whether it runs.
    pub run: bool,
    /// Whether it sneaks.
    pub sneak: bool,
}

impl PlayerInput {
    /// Where the agent moves. Keys come before the pointer.
    fn movement(&self) -> Movement {
        let [left, right, down, up] = self.keys.map(i8::from);
        let (x, y) = (right - left, up - down);
        match self.pointer {
            _ if (x, y) != (0, 0) => Movement::Direction { x, y },
            Some(place) => Movement::Toward {
                x: rounded(place.x),
                y: rounded(place.y),
            },
            None => Movement::Stand,
        }
    }

    fn gait(&self) -> Gait {
        match (self.sneak, self.run) {
            (true, _) => Gait::Sneak,
            (false, true) => Gait::Run,
            (false, false) => Gait::Walk,
        }
    }
}

impl Playback {
    /// Takes an agent over at the shown tick, and plays. Everything after that tick is discarded,
    /// and what is before it is simulated again from the start without the pointer, presses and
    /// events, which a track does not have. If a track that is not muted moves the agent up to that
    /// tick, the recording begins with its input. Returns whether there is such an agent.
    pub fn take_over(&mut self, agent: AgentId) -> bool {
        let tick = self.tick();
        let begun = tracks::begin(&self.scene, agent, tick);
        let Some(track) = begun.filter(|_| self.refusal.is_none()) else {
            return false;
        };
        self.end_comparison();
        self.laps.clear();
        self.pause();
        self.scrubbed_to = None;
        self.known_ticks = track.ticks();
        let mut run = Run::new(&self.scene);
        run.begin_track(track);
        self.resimulate(Resimulation {
            run,
            until: tick,
            then_play: true,
            with_input: false,
        });
        true
    }

    /// The track that is being recorded.
    pub fn recorded_track(&self) -> Option<&Track> {
        let waiting = self.resimulation.as_ref();
        let waiting = waiting.and_then(|work| work.run.recorded_track());
        waiting.or(self.run.recorded_track())
    }

    /// Whether an agent is taken over.
    pub fn is_taken_over(&self) -> bool {
        self.recorded_track().is_some()
    }

    /// Sets what the player does from the next tick on.
    pub fn set_player_input(&mut self, input: &PlayerInput) {
        if self.resimulation.is_none() {
            self.run.set_player_input(input.movement(), input.gait());
        }
    }

    /// Ends taking over, and pauses. Returns the track, if anything was recorded. The caller adds
    /// it to the scene, and then calls [`take_tracks`](Self::take_tracks).
    pub fn end_take_over(&mut self) -> Option<Track> {
        self.pause();
        let waiting = self.resimulation.as_ref();
        if waiting.is_some_and(|work| work.run.recorded_track().is_some()) {
            self.cancel_resimulation();
        }
        let known = self.known_ticks;
        self.run.end_track().filter(|track| track.ticks() > known)
    }

    /// Takes the tracks of a scene that is otherwise that of the run, and whose replay gives the
    /// same run.
    pub fn take_tracks(&mut self, scene: &Scene) {
        self.scene.editor = scene.editor.clone();
        self.run.set_tracks(&self.scene);
    }
}
