//! The recording of a run: one sample per tick and agent, to scrub, plot and compare.
//!
//! Early samples are rounded to a seventh of their size. [`Replay`] gives them exactly.

mod inputs;
mod keyframes;
mod replay;
mod rounded;
mod row;
mod sample;
mod scenes;

pub use inputs::Input;
pub use replay::Replay;
pub use rounded::Rounded;
pub use row::Row;
pub use sample::Sample;
pub(crate) use scenes::follows;

use crate::reasons;
use glam::DVec2;
use inputs::Inputs;
use keyframes::Keyframes;
use scenes::Scenes;
use std::collections::VecDeque;
use steerwright_runtime::scene::{AgentId, Scene};
use steerwright_runtime::simulation::{Event, Reason, World};

/// Beyond this, the oldest ticks are dropped: 10 minutes of 1,000 agents at 60 ticks per second
/// need less.
pub const MAX_BYTES: usize = 600_000_000;
/// Beyond this many samples (7 MB), the oldest are rounded.
const MAX_EXACT_SAMPLES: usize = 65_536;
/// However many agents there are, this many ticks are exact.
const MIN_EXACT_TICKS: usize = 2;

/// The recorded ticks of a run, oldest first.
#[derive(Clone, Debug)]
pub struct Recording {
    first_tick: u64,
    has_dropped: bool,
    dt: f64,
    /// Clones share them, so that keeping a run for comparison costs little.
    rows: VecDeque<Row>,
    /// How many rows are rounded: the first ones.
    rounded: usize,
    exact_samples: usize,
    bytes: usize,
    max_bytes: usize,
    keyframes: Keyframes,
    pointers: VecDeque<DVec2>,
    inputs: Inputs,
    events: Vec<Event>,
    reasons: Vec<Reason>,
    scenes: Scenes,
    /// The ticks after which the scene was edited first and last.
    edits: Option<(u64, u64)>,
    /// What ticks beyond the recording have.
    no_agents: Row,
}

impl Recording {
    /// A recording that starts with the current state of `world`, and keeps up to [`MAX_BYTES`].
    pub fn starting_with(world: &World) -> Self {
        Self::with_limit(world, MAX_BYTES)
    }

    /// A recording that starts with the current state of `world`, and drops the oldest ticks when
    /// it takes more than about `max_bytes`.
    pub fn with_limit(world: &World, max_bytes: usize) -> Self {
        let mut recording = Self {
            first_tick: world.tick(),
            has_dropped: false,
            dt: world.dt(),
            rows: VecDeque::new(),
            rounded: 0,
            exact_samples: 0,
            bytes: 0,
            max_bytes,
            keyframes: Keyframes::starting_with(world),
            pointers: VecDeque::new(),
            inputs: Inputs::default(),
            events: Vec::new(),
            reasons: Vec::new(),
            scenes: Scenes::starting_with(world.tick(), world.scene()),
            edits: None,
            no_agents: Row::default(),
        };
        recording.push(world);
        recording
    }

    /// Appends the current state of `world`, which must be one tick after the last.
    pub fn push(&mut self, world: &World) {
        self.pointers.push_back(world.pointer());
        let row = Row::of(world);
        self.exact_samples += row.len();
        self.bytes += row.bytes();
        self.rows.push_back(row);
        self.events.extend_from_slice(world.events());
        self.reasons.extend_from_slice(world.reasons());
        self.keyframes.note_tick(world);
        while self.exact_samples > MAX_EXACT_SAMPLES
            && self.rows.len() - self.rounded > MIN_EXACT_TICKS
        {
            self.round_oldest();
        }
        while self.bytes > self.max_bytes && self.rows.len() > MIN_EXACT_TICKS {
            self.drop_oldest();
        }
    }

    /// Appends the current state of `world`, and what was done to it before this tick.
    pub fn push_after(&mut self, input: Input, world: &World) {
        self.inputs.push(world.tick(), input);
        self.push(world);
    }

    /// Notes that `world` was edited after the tick that was recorded last.
    pub fn note_edit(&mut self, world: &World) {
        self.keyframes.note_edit(world);
        self.scenes.push(world.tick() + 1, world.scene());
        let first = self.edits.map_or(world.tick(), |(first, _)| first);
        self.edits = Some((first, world.tick()));
    }

    /// The tick after which the scene was edited last while it ran: the run before is that of
    /// another scene.
    pub fn last_edit(&self) -> Option<u64> {
        self.edits.map(|(_, last)| last)
    }

    /// The tick after which it was edited first.
    pub fn first_edit(&self) -> Option<u64> {
        self.edits.map(|(first, _)| first)
    }

    /// The scene that was simulated in a tick, up to edits that change neither the paths of agents
    /// nor where they follow them, and the first tick from which that is so. `None` instead of a
    /// scene if there were too many edits to keep it.
    pub fn scene_at(&self, tick: u64) -> (u64, Option<&Scene>) {
        self.scenes.at(tick)
    }

    /// Rounds the oldest exact row.
    fn round_oldest(&mut self) {
        let before = self
            .rounded
            .checked_sub(1)
            .and_then(|row| self.rows.get(row));
        let Some(exact) = self.rows.get(self.rounded) else {
            return;
        };
        let rounded = exact.rounded(before);
        self.exact_samples -= exact.len();
        self.bytes = self.bytes - exact.bytes() + rounded.bytes();
        self.rows[self.rounded] = rounded;
        self.rounded += 1;
    }

    /// Drops a small part: all that must go at once would take longer than a frame.
    fn drop_oldest(&mut self) {
        let ticks = (self.rows.len() / 64).max(1);
        for row in self.rows.drain(..ticks) {
            self.bytes -= row.bytes();
            if row.as_exact().is_some() {
                self.exact_samples -= row.len();
            }
        }
        self.rounded = self.rounded.saturating_sub(ticks);
        self.pointers.drain(..ticks);
        self.first_tick += ticks as u64;
        self.has_dropped = true;
        let first = self.first_tick;
        self.events.retain(|event| event.tick >= first);
        self.reasons.retain(|reason| reason.tick >= first);
        self.inputs.drop_before(first);
        self.keyframes.drop_before(first);
    }

    /// The first recorded tick.
    pub fn first_tick(&self) -> u64 {
        self.first_tick
    }

    /// The last recorded tick.
    pub fn last_tick(&self) -> u64 {
        self.first_tick + (self.rows.len().max(1) - 1) as u64
    }

    /// How many ticks are kept, with as many agents as in the last one, before the oldest are
    /// dropped.
    pub fn tick_limit(&self) -> u64 {
        let row = self.at(self.last_tick());
        let exact = (MAX_EXACT_SAMPLES / row.len().max(1)).max(MIN_EXACT_TICKS);
        let exact_bytes = exact * row.bytes();
        let rounded = self.max_bytes.saturating_sub(exact_bytes) / row.bytes_when_rounded();
        (exact + rounded) as u64
    }

    /// About how many bytes the samples take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether the oldest ticks were dropped.
    pub fn has_dropped(&self) -> bool {
        self.has_dropped
    }

    /// Seconds per tick.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// The samples at `tick` by agent id, or those at the nearest recorded tick.
    pub fn at(&self, tick: u64) -> &Row {
        let nearest = tick.clamp(self.first_tick, self.last_tick());
        self.row(nearest).unwrap_or(&self.no_agents)
    }

    /// The samples at `tick` by agent id, if it is recorded.
    pub fn row(&self, tick: u64) -> Option<&Row> {
        let row = tick.checked_sub(self.first_tick)?;
        self.rows.get(usize::try_from(row).ok()?)
    }

    /// The position of the pointer at `tick`.
    pub fn pointer_at(&self, tick: u64) -> Option<DVec2> {
        let row = tick.checked_sub(self.first_tick)?;
        self.pointers.get(usize::try_from(row).ok()?).copied()
    }

    /// The presses and events of the game between `tick` and the one before, if there were any.
    pub fn input_before(&self, tick: u64) -> Option<&Input> {
        self.inputs.before(tick)
    }

    /// The sample of one agent at `tick`, or at the nearest recorded tick.
    pub fn sample(&self, tick: u64, agent: AgentId) -> Option<Sample> {
        let row = self.at(tick);
        row.sample(row.place_of(agent, 0)?)
    }

    /// The samples of one agent with their ticks, oldest first, starting at tick `from`.
    pub fn history(&self, agent: AgentId, from: u64) -> impl Iterator<Item = (u64, Sample)> {
        let mut place = 0;
        (from.max(self.first_tick)..=self.last_tick()).filter_map(move |tick| {
            let row = self.at(tick);
            place = row.place_of(agent, place)?;
            row.sample(place).map(|sample| (tick, sample))
        })
    }

    /// The recorded events, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What was measured when an event of the recording happened. Empty for events that explain
    /// themselves.
    pub fn reasons(&self, event: &Event) -> &[Reason] {
        reasons::of_event(&self.reasons, event)
    }

    /// Removes everything after `tick`.
    pub fn truncate(&mut self, tick: u64) {
        let keep = (tick.max(self.first_tick) - self.first_tick + 1) as usize;
        if keep < self.rows.len() {
            for row in self.rows.drain(keep..) {
                self.bytes -= row.bytes();
                if row.as_exact().is_some() {
                    self.exact_samples -= row.len();
                }
            }
            self.rounded = self.rounded.min(keep);
            self.pointers.truncate(keep);
            self.events.retain(|event| event.tick <= tick);
            self.reasons.retain(|reason| reason.tick <= tick);
            self.inputs.truncate(tick);
            self.keyframes.truncate(tick);
            self.scenes.truncate(tick);
        }
    }
}
