//! Watching the scene being simulated: live, stopped, or scrubbed back; with the run before an edit left as a ghost.

use crate::same_simulation;
use glam::DVec2;
use std::sync::Arc;
use steerwright_analysis::{Recording, Run};
use steerwright_runtime::scene::{AgentId, Scene};

/// A recomputation of no more rows (ticks times agents) than this is done within a frame, while a hand still drags.
const ROWS_WITHIN_A_FRAME: u64 = 60_000;

/// The slowest and the fastest the simulation can be watched, in seconds a second.
pub const SPEEDS: (f64, f64) = (0.1, 8.0);

/// A recomputation of no more rows than this is done at once when the hand lets go; a longer one goes on in slices.
const ROWS_AT_ONCE: u64 = 200_000;

/// A run being made anew, slice by slice.
#[derive(Clone, Debug)]
struct Recomputing {
    run: Run,
    /// The tick at which it is done.
    until: u64,
    then_play: bool,
}

/// A run being watched.
#[derive(Clone, Debug)]
pub struct Playback {
    run: Run,
    ghost: Option<Arc<Recording>>,
    /// The tick looked at; none for the present.
    scrubbed_to: Option<u64>,
    playing: bool,
    speed: f64,
    seen: Scene,
    stale: bool,
    recomputing: Option<Recomputing>,
}

impl Playback {
    /// A run of `scene` at its start, stopped.
    pub fn new(scene: &Scene) -> Self {
        Self {
            run: Run::new(scene),
            ghost: None,
            scrubbed_to: None,
            playing: false,
            speed: 1.0,
            seen: scene.clone(),
            stale: false,
            recomputing: None,
        }
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// What it did so far.
    pub fn recording(&self) -> &Recording {
        self.run.recording()
    }

    /// The run before the last edits.
    pub fn ghost(&self) -> Option<&Recording> {
        self.ghost.as_deref()
    }

    /// The tick looked at.
    pub fn tick(&self) -> u64 {
        let last = self.recording().last_tick();
        self.scrubbed_to
            .map_or(last, |tick| tick.clamp(self.recording().first_tick(), last))
    }

    /// The time looked at, s.
    pub fn time(&self) -> f64 {
        self.tick() as f64 * self.recording().dt()
    }

    /// Whether it runs, or will as soon as it is made anew.
    pub fn is_playing(&self) -> bool {
        self.playing || self.recomputing.as_ref().is_some_and(|work| work.then_play)
    }

    /// Simulated seconds a second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets the speed, within [`SPEEDS`].
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed.clamp(SPEEDS.0, SPEEDS.1);
        }
    }

    /// Runs on: from the present, or from the tick looked at, where everything after it is run anew.
    pub fn play(&mut self) {
        if let Some(recomputing) = &mut self.recomputing {
            recomputing.then_play = true;
            return;
        }
        match self.scrubbed_to.take() {
            Some(tick) if tick < self.recording().last_tick() => self.recompute_until(tick, true),
            _ => self.playing = true,
        }
    }

    /// Stops.
    pub fn pause(&mut self) {
        self.playing = false;
        if let Some(work) = &mut self.recomputing {
            work.then_play = false;
        }
    }

    /// Back to the start, playing or not.
    pub fn restart(&mut self) {
        self.run = Run::new(&self.seen);
        self.recomputing = None;
        self.scrubbed_to = None;
        self.stale = false;
    }

    /// Looks at `tick`; stops.
    pub fn seek(&mut self, tick: u64) {
        self.playing = false;
        let last = self.recording().last_tick();
        self.scrubbed_to = (tick < last).then_some(tick.max(self.recording().first_tick()));
    }

    /// One tick on: through the recording, then beyond it.
    pub fn step_forward(&mut self) {
        self.playing = false;
        match self.scrubbed_to {
            Some(tick) => self.seek(tick + 1),
            None => self.run.step(),
        }
    }

    /// One tick back.
    pub fn step_back(&mut self) {
        self.seek(self.tick().saturating_sub(1));
    }

    /// Keeps what was recorded as the ghost to compare with.
    pub fn keep_ghost(&mut self) {
        self.ghost = Some(Arc::new(self.recording().clone()));
    }

    /// Drops the ghost.
    pub fn clear_ghost(&mut self) {
        self.ghost = None;
    }

    /// Moves the pointer that agents may go for.
    pub fn set_pointer(&mut self, position: DVec2) {
        self.run.set_pointer(position);
    }

    /// Takes an edited scene in. A run that plays goes on with it at once. A stopped one is run anew over the same time from
    /// the same seed, and the old run stays as a ghost; while a hand still drags (`busy`), only if that is quick.
    pub fn follow(&mut self, scene: &Scene, busy: bool) {
        let changed = *scene != self.seen;
        let due = self.stale && !busy;
        if !changed && !due {
            return;
        }
        let before = std::mem::replace(&mut self.seen, scene.clone());
        if !due && same_simulation::same_simulation(&before, scene) {
            return;
        }
        self.stale = false;
        let under_way = self.recomputing.take();
        if self.run.world().tick() == 0 {
            self.run = Run::new(scene);
        } else if self.playing {
            self.run.apply_scene(scene);
        } else if busy && self.run.resimulation_cost() > ROWS_WITHIN_A_FRAME {
            self.stale = true;
        } else {
            if self.ghost.is_none() {
                self.keep_ghost();
            }
            // What was asked for meanwhile still holds.
            let (until, then_play) = under_way.map_or((self.run.world().tick(), false), |work| {
                (work.until, work.then_play)
            });
            self.recompute_until(until, then_play);
        }
    }

    /// Lets `seconds` of real time go by. Returns whether anything moved.
    pub fn advance(&mut self, seconds: f64) -> bool {
        self.advance_while(seconds, || true)
    }

    /// [`Playback::advance`] for as long as `go_on` says so before each tick.
    pub fn advance_while(&mut self, seconds: f64, go_on: impl FnMut() -> bool) -> bool {
        self.playing
            && self.recomputing.is_none()
            && self.run.advance_while(seconds * self.speed, go_on) > 0
    }

    /// How much of a run being made anew is done, 0 to 1; none while nothing is.
    pub fn resimulated_part(&self) -> Option<f64> {
        self.recomputing
            .as_ref()
            .map(|work| work.run.world().tick() as f64 / work.until.max(1) as f64)
    }

    /// Goes on with a run being made anew for as long as `go_on` says so before each tick.
    pub fn resimulate_while(&mut self, mut go_on: impl FnMut() -> bool) {
        let Some(work) = &mut self.recomputing else {
            return;
        };
        while work.run.world().tick() < work.until {
            if !go_on() {
                return;
            }
            work.run.step_with_pointer_of(&self.run);
        }
        if let Some(Recomputing { run, then_play, .. }) = self.recomputing.take() {
            self.run = run;
            self.playing |= then_play;
        }
    }

    /// Leaves the old run as it is, at the tick looked at; the next edit or restart makes it anew.
    pub fn cancel_resimulation(&mut self) {
        if let Some(work) = self.recomputing.take()
            && self.scrubbed_to.is_none()
        {
            self.seek(work.until);
        }
    }

    fn recompute_until(&mut self, until: u64, then_play: bool) {
        let rows = until.saturating_mul(self.run.world().len() as u64);
        self.recomputing = Some(Recomputing {
            run: Run::new(&self.seen),
            until,
            then_play,
        });
        if rows <= ROWS_AT_ONCE {
            self.resimulate_while(|| true);
        }
    }

    /// Where the pointer was at the tick looked at, u.
    pub fn pointer(&self) -> DVec2 {
        self.recording()
            .pointer_at(self.tick())
            .unwrap_or_else(|| self.run.world().pointer())
    }

    /// Where each agent is at the tick looked at, by id.
    pub fn positions(&self) -> Vec<(AgentId, DVec2)> {
        self.recording()
            .at(self.tick())
            .iter()
            .map(|sample| (sample.agent, sample.position))
            .collect()
    }
}
