//! What a run did: a row a tick and agent, to scrub, to plot, to compare.

use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::{AgentView, Event, World};

/// Older ticks are dropped beyond this many rows (about 200 MB).
const MAX_ROWS: usize = 2_000_000;

/// One agent at one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Who it is.
    pub agent: AgentId,
    /// Where it was, u.
    pub position: DVec2,
    /// How it moved, u/s.
    pub velocity: DVec2,
    /// Where it headed: a direction of length 1.
    pub heading: DVec2,
    /// The steering force of the step into this tick.
    pub force: DVec2,
    /// Its length.
    pub steering: f64,
    /// The full field of view, degrees, where the agent has one.
    pub fov_deg: Option<f64>,
}

impl Sample {
    /// How fast it was, u/s.
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
        }
    }
}

/// The recorded ticks of a run, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    first_tick: u64,
    dt: f64,
    samples: Vec<Sample>,
    /// Where each tick's samples begin.
    starts: Vec<usize>,
    pointers: Vec<DVec2>,
    events: Vec<Event>,
}

impl Recording {
    /// A recording that begins with the world as it is.
    pub fn starting_with(world: &World) -> Self {
        let mut recording = Self {
            first_tick: world.tick(),
            dt: world.dt(),
            ..Self::default()
        };
        recording.push(world);
        recording
    }

    /// Appends the world as it is, which has to be one tick after the last.
    pub fn push(&mut self, world: &World) {
        self.starts.push(self.samples.len());
        self.pointers.push(world.pointer());
        self.samples.extend(world.agents().map(Sample::from));
        self.events.extend_from_slice(world.events());
        if self.samples.len() > MAX_ROWS {
            self.drop_oldest_quarter();
        }
    }

    fn drop_oldest_quarter(&mut self) {
        let ticks = self.starts.len() / 4;
        let rows = self.starts[ticks];
        self.samples.drain(..rows);
        self.starts.drain(..ticks);
        self.pointers.drain(..ticks);
        self.starts.iter_mut().for_each(|start| *start -= rows);
        self.first_tick += ticks as u64;
        let first = self.first_tick;
        self.events.retain(|event| event.tick >= first);
    }

    /// The first tick still held.
    pub fn first_tick(&self) -> u64 {
        self.first_tick
    }

    /// The last tick.
    pub fn last_tick(&self) -> u64 {
        self.first_tick + (self.starts.len().max(1) - 1) as u64
    }

    /// Seconds a tick.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// The agents at `tick`, by id; the nearest tick held, if that one is not.
    pub fn at(&self, tick: u64) -> &[Sample] {
        if self.starts.is_empty() {
            return &[];
        }
        let row = (tick.clamp(self.first_tick, self.last_tick()) - self.first_tick) as usize;
        let end = self
            .starts
            .get(row + 1)
            .copied()
            .unwrap_or(self.samples.len());
        &self.samples[self.starts[row]..end]
    }

    /// Where the pointer was in the step out of `tick`.
    pub fn pointer_at(&self, tick: u64) -> Option<DVec2> {
        let row = tick.checked_sub(self.first_tick)?;
        self.pointers.get(usize::try_from(row).ok()?).copied()
    }

    /// One agent at `tick`.
    pub fn sample(&self, tick: u64, agent: AgentId) -> Option<&Sample> {
        let samples = self.at(tick);
        samples
            .binary_search_by_key(&agent, |sample| sample.agent)
            .ok()
            .map(|i| &samples[i])
    }

    /// One agent's samples with their ticks, oldest first, from tick `from` on.
    pub fn history(&self, agent: AgentId, from: u64) -> impl Iterator<Item = (u64, &Sample)> {
        (from.max(self.first_tick)..=self.last_tick())
            .filter_map(move |tick| self.sample(tick, agent).map(|sample| (tick, sample)))
    }

    /// Everything that happened, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Drops everything after `tick`.
    pub fn truncate(&mut self, tick: u64) {
        let keep = (tick.max(self.first_tick) - self.first_tick + 1) as usize;
        if let Some(&rows) = self.starts.get(keep) {
            self.samples.truncate(rows);
            self.starts.truncate(keep);
            self.pointers.truncate(keep);
            self.events.retain(|event| event.tick <= tick);
        }
    }
}
