//! Playing, pausing and scrubbing a simulation, with the run before an edit kept as a ghost.

mod comparison;
mod laps;
mod presses;
mod repeat;
mod resimulation;
mod take_over;

pub use comparison::{Comparison, Variant};
pub use repeat::Repeat;
pub use take_over::PlayerInput;

use crate::canvas::view::Directions;
use crate::command::PlaybackCommand;
use crate::session::same_simulation;
use crate::tracks;
use glam::DVec2;
use laps::Laps;
use resimulation::Resimulation;
use std::sync::Arc;
use std::time::Duration;
use steerwright_analysis::{Recording, Run};
use steerwright_format::validate;
use steerwright_format::validate::ValidationError;
use steerwright_runtime::scene::{Agent, AgentId, Scene};

/// A resimulation of up to this many rows (ticks times agents) is done within a frame during a
/// drag.
const ROWS_PER_FRAME: u64 = 60_000;

/// The slowest and the fastest playback speed, in simulated seconds per second.
pub const SPEEDS: (f64, f64) = (0.1, 8.0);

/// The playback of a run.
#[derive(Clone, Debug)]
pub struct Playback {
    run: Run,
    ghost: Option<Arc<Recording>>,
    /// Whether the ghost is only what came before an edit while playing: a whole run replaces it.
    ghost_is_part: bool,
    /// What the run is compared with instead of a ghost.
    comparison: Option<Comparison>,
    /// The tick that is shown. `None` for the last one.
    scrubbed_to: Option<u64>,
    playing: bool,
    /// Whether a single step waits for a slow tick.
    stepping: bool,
    speed: f64,
    scene: Scene,
    /// Why the scene cannot run.
    refusal: Option<ValidationError>,
    stale: bool,
    resimulation: Option<Resimulation>,
    repeat: Repeat,
    laps: Laps,
    /// The agents that are waited for; empty for all.
    watched: Vec<AgentId>,
    /// The events of the game that the next tick gets.
    triggers: Vec<String>,
    /// Whether a command keeps the pointer pressed.
    is_held: bool,
    /// How many ticks the track that is being recorded had before.
    known_ticks: u64,
}

impl Playback {
    /// A paused run of `scene` at its start.
    pub fn new(scene: &Scene) -> Self {
        Self {
            run: Run::new(scene),
            ghost: None,
            ghost_is_part: false,
            comparison: None,
            scrubbed_to: None,
            playing: false,
            stepping: false,
            speed: 1.0,
            scene: scene.clone(),
            refusal: refusal(scene),
            stale: false,
            resimulation: None,
            repeat: Repeat::Off,
            laps: Laps::default(),
            watched: Vec::new(),
            triggers: Vec::new(),
            is_held: false,
            known_ticks: 0,
        }
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Why the scene cannot run, though it can be edited: it is shown as it starts. `None` if it
    /// can.
    pub fn refusal(&self) -> Option<&ValidationError> {
        self.refusal.as_ref()
    }

    /// The recording of the run.
    pub fn recording(&self) -> &Recording {
        self.run.recording()
    }

    /// The run to compare with: that of version A, or an earlier one.
    pub fn ghost(&self) -> Option<&Recording> {
        let version_a = self.comparison.as_ref().map(Comparison::recording);
        version_a.or(self.ghost.as_deref())
    }

    /// The tick that is shown.
    pub fn tick(&self) -> u64 {
        let last = self.recording().last_tick();
        self.scrubbed_to
            .map_or(last, |tick| tick.clamp(self.recording().first_tick(), last))
    }

    /// The time that is shown, in seconds.
    pub fn time(&self) -> f64 {
        self.tick() as f64 * self.recording().dt()
    }

    /// Whether it is playing, or will be after the resimulation.
    pub fn is_playing(&self) -> bool {
        self.playing
            || self
                .resimulation
                .as_ref()
                .is_some_and(|work| work.then_play)
    }

    /// The playback speed, in simulated seconds per second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets the playback speed, clamped to [`SPEEDS`].
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed.clamp(SPEEDS.0, SPEEDS.1);
        }
    }

    /// Plays from the shown tick, unless the scene [cannot run](Playback::refusal). If that tick is
    /// in the past, everything after it is discarded.
    pub fn play(&mut self) {
        if self.refusal.is_some() {
            return;
        }
        if let Some(resimulation) = &mut self.resimulation {
            resimulation.then_play = true;
            return;
        }
        match self.scrubbed_to.take() {
            Some(tick) if tick < self.recording().last_tick() => self.resimulate_until(tick, true),
            _ => self.playing = true,
        }
    }

    /// Pauses.
    pub fn pause(&mut self) {
        self.playing = false;
        self.stepping = false;
        if let Some(work) = &mut self.resimulation {
            work.then_play = false;
        }
    }

    /// Restarts without changing whether it plays.
    pub fn restart(&mut self) {
        self.run = Run::new(&self.scene);
        self.laps.begin();
        self.restart_comparison();
        self.resimulation = None;
        self.scrubbed_to = None;
        self.stepping = false;
        self.stale = false;
    }

    /// Pauses and shows `tick`.
    pub fn seek(&mut self, tick: u64) {
        self.playing = false;
        self.stepping = false;
        let last = self.recording().last_tick();
        self.scrubbed_to = (tick < last).then_some(tick.max(self.recording().first_tick()));
    }

    /// Pauses and shows `tick` of a run from the start, which is simulated again up to there: a run
    /// that plays during edits is not the one from the start.
    pub fn show_from_start(&mut self, tick: u64) {
        self.pause();
        self.scrubbed_to = None;
        self.resimulate_until(tick, false);
    }

    /// Pauses and shows the next tick, simulating it if necessary.
    pub fn step_forward(&mut self) {
        self.playing = false;
        if self.refusal.is_some() {
            return;
        }
        match self.scrubbed_to {
            Some(tick) => self.seek(tick + 1),
            None => self.stepping = !self.run.try_step(),
        }
    }

    /// Pauses and shows the previous tick.
    pub fn step_back(&mut self) {
        self.seek(self.tick().saturating_sub(1));
    }

    /// Keeps the recording as the ghost to compare with, instead of version A. While a stretch is
    /// repeated, that is its last lap.
    pub fn keep_ghost(&mut self) {
        let lap = self.shown_lap().cloned();
        self.end_comparison();
        self.ghost = Some(lap.unwrap_or_else(|| Arc::new(self.recording().clone())));
        self.ghost_is_part = false;
    }

    /// Clears the ghost, and ends a comparison.
    pub fn clear_ghost(&mut self) {
        self.end_comparison();
        self.ghost = None;
    }

    /// Moves the pointer target.
    pub fn set_pointer(&mut self, position: DVec2) {
        self.run.set_pointer(position);
    }

    /// Applies an edited scene. A playing run continues with it, unless its agents have arrived and
    /// rest: then it starts again, because nothing would be seen of the edit. So does any run when
    /// the seed changes, which keeps no ghost. After any other edit, the run before it becomes the
    /// ghost if there is none; while a stretch is repeated, its last lap does. A paused run is
    /// resimulated over the same time with the same seed; so is a run that is compared, because
    /// only runs from the same start can be. During a drag (`busy`), it is resimulated only if that
    /// is quick.
    pub fn apply_scene(&mut self, scene: &Scene, busy: bool) {
        let changed = *scene != self.scene;
        let due = self.stale && !busy;
        if !changed && !due {
            return;
        }
        let before = std::mem::replace(&mut self.scene, scene.clone());
        if !due
            && same_simulation::same_simulation(&before, scene)
            && tracks::same_replay(&before, scene)
        {
            return;
        }
        self.stale = false;
        self.refusal = refusal(scene);
        if self.refusal.is_some() {
            self.pause();
            self.restart();
            return;
        }
        if before.seed == scene.seed {
            self.keep_last_lap();
        } else {
            self.laps.clear();
        }
        self.update_comparison();
        let interrupted = self.resimulation.take();
        if before.seed != scene.seed {
            // A run with another seed has nothing of this one: it is shown from its start, also
            // when the seed is undone.
            self.playing |= interrupted.is_some_and(|work| work.then_play);
            self.restart();
        } else if self.run.world().tick() == 0 && self.slow_tick().is_none() {
            self.run = Run::new(scene);
            self.laps.begin();
        } else if self.playing && self.has_settled() {
            if self.keeps_runs() && self.needs_ghost() {
                self.keep_ghost();
            }
            self.restart();
        } else if self.playing && self.comparison.is_none() {
            if self.keeps_runs() && self.ghost().is_none() {
                self.keep_ghost();
                self.ghost_is_part = true;
            }
            self.run.apply_scene(scene);
        } else if busy && self.run.resimulation_cost() > ROWS_PER_FRAME {
            self.stale = true;
        } else {
            if self.needs_ghost() {
                self.keep_ghost();
            }
            // Keep what was requested during the previous resimulation.
            let (until, then_play) = interrupted
                .map_or((self.run.world().tick(), self.playing), |work| {
                    (work.until, work.then_play)
                });
            self.resimulate_until(until, then_play);
        }
    }

    /// Whether a run before an edit becomes a ghost. A stretch that is repeated has its last lap
    /// instead, because later laps are compared with a whole one.
    fn keeps_runs(&self) -> bool {
        let last = self.recording().last_tick();
        self.repeat == Repeat::Off && !self.recording().at(last).is_empty()
    }

    /// Whether there is no whole run to compare with.
    fn needs_ghost(&self) -> bool {
        self.ghost().is_none() || self.comparison.is_none() && self.ghost_is_part
    }

    /// Whether an edited scene moves otherwise than that of the run.
    pub fn runs_otherwise(&self, scene: &Scene) -> bool {
        *scene != self.scene
            && !(same_simulation::same_simulation(&self.scene, scene)
                && tracks::same_replay(&self.scene, scene))
    }

    /// Performs a command.
    pub fn perform(&mut self, command: PlaybackCommand) {
        match command {
            PlaybackCommand::PlayPause if self.is_playing() => self.pause(),
            PlaybackCommand::PlayPause => self.play(),
            PlaybackCommand::StepForward => self.step_forward(),
            PlaybackCommand::StepBack => self.step_back(),
            PlaybackCommand::Restart => self.restart(),
            PlaybackCommand::Slower => self.set_speed((self.speed / 2.0).max(SPEEDS.0)),
            PlaybackCommand::Faster => self.set_speed((self.speed * 2.0).min(SPEEDS.1)),
            PlaybackCommand::HoldPointer => self.is_held ^= true,
            // It ends with a track, which the caller adds to the scene.
            PlaybackCommand::TakeOver => {}
            PlaybackCommand::KeepGhost => self.keep_ghost(),
            PlaybackCommand::ClearGhost => self.clear_ghost(),
        }
    }

    /// Shows the start of a paused run if agents start elsewhere in `scene`. Call it while agents
    /// are dragged: at a later time the dragged agent would not be where the pointer is.
    pub fn show_moved_start(&mut self, scene: &Scene) {
        let first = self.recording().first_tick();
        if self.is_playing() || self.tick() == first {
            return;
        }
        if self.moves_a_start(scene) {
            self.seek(first);
        }
    }

    /// Whether an agent starts elsewhere in `scene` than in the run.
    pub fn moves_a_start(&self, scene: &Scene) -> bool {
        let moved = |agent: &Agent| {
            self.scene
                .agent(agent.id)
                .is_some_and(|before| before.position != agent.position)
        };
        !Arc::ptr_eq(&scene.agents, &self.scene.agents) && scene.agents.iter().any(moved)
    }

    /// Advances by `seconds` of real time. Returns whether any tick was simulated.
    pub fn advance(&mut self, seconds: f64) -> bool {
        self.advance_while(seconds, || true)
    }

    /// Like [`Playback::advance`], but stops when `go_on` returns false before a tick. Slow ticks
    /// are simulated on a thread ([`Playback::slow_tick`]), and are shown when a later call finds
    /// them done.
    pub fn advance_while(&mut self, seconds: f64, mut go_on: impl FnMut() -> bool) -> bool {
        if self.resimulation.is_some() {
            return false;
        }
        if self.stepping {
            self.stepping = !self.run.try_step();
            return !self.stepping;
        }
        if !self.playing {
            return false;
        }
        for name in std::mem::take(&mut self.triggers) {
            self.run.trigger(&name);
        }
        let repeats = !self.is_taken_over();
        let mut left = self.ticks_to_end().filter(|_| repeats).unwrap_or(u64::MAX);
        let advanced = self.run.advance_while(seconds * self.speed, || {
            let within = left > 0 && go_on();
            left = left.saturating_sub(1);
            within
        }) > 0;
        if repeats {
            self.repeat_if_ended();
        }
        advanced
    }

    /// How long the run has been waiting for a tick that is simulated on a thread. `None` if it
    /// does not wait for one.
    pub fn slow_tick(&self) -> Option<Duration> {
        let waits = self.stepping || self.playing && self.resimulation.is_none();
        self.run.slow_tick().filter(|_| waits)
    }

    /// The position of the pointer target at the shown tick, in units.
    pub fn pointer(&self) -> DVec2 {
        self.recording()
            .pointer_at(self.tick())
            .unwrap_or_else(|| self.run.world().pointer())
    }

    /// The position of each agent at the shown tick, sorted by id.
    pub fn positions(&self) -> Vec<(AgentId, DVec2)> {
        let row = self.recording().at(self.tick());
        row.iter()
            .map(|sample| (sample.agent, sample.position))
            .collect()
    }

    /// The position of an agent at the shown tick.
    pub fn position_of(&self, agent: AgentId) -> Option<DVec2> {
        let sample = self.recording().sample(self.tick(), agent)?;
        Some(sample.position)
    }

    /// Where each agent moves and looks at the shown tick, sorted by id.
    pub(crate) fn directions(&self) -> Vec<(AgentId, Directions)> {
        let row = self.recording().at(self.tick());
        row.iter().map(Directions::of).collect()
    }
}

fn refusal(scene: &Scene) -> Option<ValidationError> {
    validate::run_errors(scene).into_iter().next()
}
