//! Running a scene again up to a tick, in slices if it takes longer than a frame.

use crate::playback::Playback;
use steerwright_analysis::Run;

/// A resimulation of up to this many rows is done immediately after a drag; a longer one is done in
/// slices.
const IMMEDIATE_ROWS: u64 = 100_000;

/// A resimulation in progress.
#[derive(Clone, Debug)]
pub(super) struct Resimulation {
    pub(super) run: Run,
    /// The tick to resimulate up to.
    pub(super) until: u64,
    pub(super) then_play: bool,
    /// Whether the pointer, presses and events of the earlier run count.
    pub(super) with_input: bool,
}

impl Playback {
    /// The progress of the resimulation, 0 to 1. `None` if there is none.
    pub fn resimulation_progress(&self) -> Option<f64> {
        self.resimulation
            .as_ref()
            .map(|work| work.run.world().tick() as f64 / work.until.max(1) as f64)
    }

    /// Continues the resimulation until `go_on` returns false before a tick.
    pub fn resimulate_while(&mut self, mut go_on: impl FnMut() -> bool) {
        let Some(work) = &mut self.resimulation else {
            return;
        };
        while work.run.world().tick() < work.until {
            if !go_on() {
                return;
            }
            let is_done = if work.with_input {
                work.run.try_step_with_input_of(&self.run)
            } else {
                work.run.try_step()
            };
            if !is_done {
                return;
            }
        }
        if let Some(Resimulation { run, then_play, .. }) = self.resimulation.take() {
            self.run = run;
            self.laps.begin();
            self.playing |= then_play;
            let comparison = self.comparison.as_ref();
            if comparison.is_some_and(|a| a.recording().last_tick() > self.recording().last_tick())
            {
                // A has seen the pointer of ticks that are run again.
                self.restart_comparison();
            }
        }
    }

    /// Keeps the old run at the shown tick. The next edit or restart resimulates it.
    pub fn cancel_resimulation(&mut self) {
        if let Some(work) = self.resimulation.take()
            && self.scrubbed_to.is_none()
        {
            self.seek(work.until);
        }
    }

    pub(super) fn resimulate_until(&mut self, until: u64, then_play: bool) {
        self.resimulate(Resimulation {
            run: Run::new(&self.scene),
            until,
            then_play,
            with_input: true,
        });
    }

    pub(super) fn resimulate(&mut self, work: Resimulation) {
        if self.refusal().is_some() {
            return;
        }
        let rows = work.until.saturating_mul(self.run.world().len() as u64);
        self.resimulation = Some(work);
        if rows <= IMMEDIATE_ROWS {
            self.resimulate_while(|| true);
        }
    }
}
