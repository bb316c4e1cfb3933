//! The recording of a run: one sample per tick and agent, to scrub, plot and compare.

use glam::DVec2;
use std::collections::VecDeque;
use std::sync::Arc;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::{AgentView, Event, TargetSight, World};

/// Beyond this many samples (about 200 MB), the oldest ticks are dropped.
const MAX_SAMPLES: usize = 2_000_000;

/// One agent at one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The agent.
    pub agent: AgentId,
    /// Its position, u.
    pub position: DVec2,
    /// Its velocity, u/s.
    pub velocity: DVec2,
    /// Its heading: a unit vector.
    pub heading: DVec2,
    /// The steering force of the step that ended at this tick.
    pub force: DVec2,
    /// The length of the steering force.
    pub steering: f64,
    /// The full field of view in degrees, if the agent has one.
    pub fov_deg: Option<f64>,
    /// How it looks at its target, if its preset has sight.
    pub target_sight: Option<TargetSight>,
}

impl Sample {
    /// Its speed, u/s.
    pub fn speed(&self) -> f64 {
        vector::length(self.velocity)
    }
}

impl From<AgentView> for Sample {
    fn from(view: AgentView) -> Self {
        let AgentView {
            id,
            position,
            velocity,
            heading,
            force,
            steering,
            fov_deg,
            previous: _,
            node: _,
        } = view;
        Self {
            agent: id,
            position,
            velocity,
            heading,
            force,
            steering,
            fov_deg,
            target_sight: None,
        }
    }
}

/// The recorded ticks of a run, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    first_tick: u64,
    has_dropped: bool,
    dt: f64,
    /// The samples of each tick by agent id. Clones share them, so that keeping a run for comparison costs little.
    rows: VecDeque<Arc<[Sample]>>,
    sample_count: usize,
    pointers: Vec<DVec2>,
    events: Vec<Event>,
}

impl Recording {
    /// A recording that starts with the current state of `world`.
    pub fn starting_with(world: &World) -> Self {
        let mut recording = Self {
            first_tick: world.tick(),
            dt: world.dt(),
            ..Self::default()
        };
        recording.push(world);
        recording
    }

    /// Appends the current state of `world`, which must be one tick after the last.
    pub fn push(&mut self, world: &World) {
        self.pointers.push(world.pointer());
        let mut row: Arc<[Sample]> = world.agents().map(Sample::from).collect();
        // Nobody shares the row yet.
        if let Some(samples) = Arc::get_mut(&mut row) {
            for (agent, sight) in world.target_sights() {
                if let Ok(index) = samples.binary_search_by_key(&agent, |sample| sample.agent) {
                    samples[index].target_sight = Some(sight);
                }
            }
        }
        self.sample_count += row.len();
        self.rows.push_back(row);
        self.events.extend_from_slice(world.events());
        if self.sample_count > MAX_SAMPLES {
            self.drop_oldest();
        }
    }

    /// Drops a small part: all that must go at once would take longer than a frame.
    fn drop_oldest(&mut self) {
        let ticks = (self.rows.len() / 64).max(1);
        self.sample_count -= count_samples(self.rows.drain(..ticks));
        self.pointers.drain(..ticks);
        self.first_tick += ticks as u64;
        self.has_dropped = true;
        let first = self.first_tick;
        self.events.retain(|event| event.tick >= first);
    }

    /// The first recorded tick.
    pub fn first_tick(&self) -> u64 {
        self.first_tick
    }

    /// The last recorded tick.
    pub fn last_tick(&self) -> u64 {
        self.first_tick + (self.rows.len().max(1) - 1) as u64
    }

    /// How many ticks are kept, with as many agents as in the last one, before the oldest are dropped.
    pub fn tick_limit(&self) -> u64 {
        let agents = self.at(self.last_tick()).len().max(1);
        (MAX_SAMPLES / agents) as u64
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
    pub fn at(&self, tick: u64) -> &[Sample] {
        let row = tick.clamp(self.first_tick, self.last_tick()) - self.first_tick;
        self.rows.get(row as usize).map_or(&[], |row| &**row)
    }

    /// The samples at `tick`, to keep or to recognize: two recordings share rows only if one is a copy of the other.
    pub fn shared_row(&self, tick: u64) -> Option<Arc<[Sample]>> {
        let row = tick.checked_sub(self.first_tick)?;
        self.rows.get(usize::try_from(row).ok()?).cloned()
    }

    /// The position of the pointer at `tick`.
    pub fn pointer_at(&self, tick: u64) -> Option<DVec2> {
        let row = tick.checked_sub(self.first_tick)?;
        self.pointers.get(usize::try_from(row).ok()?).copied()
    }

    /// The sample of one agent at `tick`.
    pub fn sample(&self, tick: u64, agent: AgentId) -> Option<&Sample> {
        let samples = self.at(tick);
        samples
            .binary_search_by_key(&agent, |sample| sample.agent)
            .ok()
            .map(|i| &samples[i])
    }

    /// The samples of one agent with their ticks, oldest first, starting at tick `from`.
    pub fn history(&self, agent: AgentId, from: u64) -> impl Iterator<Item = (u64, &Sample)> {
        (from.max(self.first_tick)..=self.last_tick())
            .filter_map(move |tick| self.sample(tick, agent).map(|sample| (tick, sample)))
    }

    /// The recorded events, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Removes everything after `tick`.
    pub fn truncate(&mut self, tick: u64) {
        let keep = (tick.max(self.first_tick) - self.first_tick + 1) as usize;
        if keep < self.rows.len() {
            self.sample_count -= count_samples(self.rows.drain(keep..));
            self.pointers.truncate(keep);
            self.events.retain(|event| event.tick <= tick);
        }
    }
}

fn count_samples(rows: impl Iterator<Item = Arc<[Sample]>>) -> usize {
    rows.map(|row| row.len()).sum()
}
