//! A block of slots that is moved in one go, and the interface of the behaviors that move it.

use crate::geometry::cell_way::CellWays;
use crate::lanes::{Pair, Simd};
use crate::level::net::Planner;
use crate::simulation::event::Event;
use crate::simulation::population::door_switches::DoorSwitch;
use crate::simulation::random::Stream;
use crate::simulation::store::columns::{NONE, PairColumn};
use crate::simulation::store::routes::AgentRoutes;
use crate::simulation::tick::shared::Shared;
use crate::steering::agent_lanes::AgentLanes;
use glam::DVec2;
use std::ops::Range;

/// The slots of a block; a bit each in a word.
pub(crate) const SLOTS: usize = 64;

/// The columns that a tick changes.
#[derive(Debug)]
pub(crate) struct SlotColumns<'a> {
    /// The slot that they begin with.
    pub(crate) first: usize,
    /// The previous positions, which the next ones replace.
    pub(crate) previous: [&'a mut [f64]; 2],
    pub(crate) velocity: [&'a mut [f64]; 2],
    pub(crate) force: [&'a mut [f64]; 2],
    pub(crate) kept_heading: [&'a mut [f64]; 2],
    pub(crate) node: &'a mut [u32],
    /// Empty while no stream is stored.
    pub(crate) stream: &'a mut [Stream],
    /// Empty while no routes are stored.
    pub(crate) routes: &'a mut [AgentRoutes],
}

/// Some slots of one program.
pub(crate) struct Block<'a> {
    /// Its first slot.
    pub(crate) at: usize,
    /// How many slots it has; a multiple of the widest vector.
    pub(crate) len: usize,
    /// A bit for each slot with an agent whose behaviors run: that the game does not drive.
    pub(crate) live: u64,
    /// A bit for each slot with an agent that the game drives.
    pub(crate) driven: u64,
    /// From here on everything is indexed from the first slot of the block.
    pub(crate) position: [&'a [f64]; 2],
    pub(crate) columns: SlotColumns<'a>,
    pub(crate) bodies: &'a BodyLanes,
    pub(crate) output: &'a mut TickOutput,
}

/// What agents report and do in a tick besides moving.
#[derive(Clone, Debug, Default)]
pub(crate) struct TickOutput {
    pub(crate) events: Vec<Event>,
    pub(crate) switches: Vec<DoorSwitch>,
    /// What plans of routes and ways of cells ask memory for.
    pub(crate) planner: Planner,
    pub(crate) cell_ways: CellWays,
}

impl<'a> Block<'a> {
    /// The block of these slots; those from `occupied` on are empty.
    #[inline(always)]
    pub(crate) fn new(
        shared: &Shared<'a>,
        columns: &'a mut SlotColumns,
        slots: Range<usize>,
        occupied: usize,
        bodies: &'a BodyLanes,
        output: &'a mut TickOutput,
    ) -> Self {
        let agents = occupied.min(slots.end) - slots.start;
        let occupied = u64::MAX >> (SLOTS - agents);
        let mut driven = 0;
        if !shared.places.is_empty() {
            let flags = &shared.driven[slots.start..slots.start + agents];
            for (bit, &flag) in flags.iter().enumerate() {
                driven |= u64::from(flag) << bit;
            }
        }
        Self {
            at: slots.start,
            len: slots.len(),
            live: occupied & !driven,
            driven,
            position: shared.position.map(|column| &column[slots.clone()]),
            columns: columns.slice(slots),
            bodies,
            output,
        }
    }

    /// The lanes of the block from row `i` on that are in `bits`.
    #[inline(always)]
    pub(crate) fn lanes_of<S: Simd>(bits: u64, i: usize) -> u64 {
        (bits >> i) & S::ALL
    }

    #[inline(always)]
    pub(crate) fn positions<S: Simd>(&self, s: S, i: usize) -> Pair<S> {
        Pair::load(s, self.position, i)
    }

    #[inline(always)]
    pub(crate) fn velocities<S: Simd>(&self, s: S, i: usize) -> Pair<S> {
        let [x, y] = &self.columns.velocity;
        Pair::load(s, [x, y], i)
    }

    pub(crate) fn velocity(&self, row: usize) -> DVec2 {
        DVec2::new(self.columns.velocity[0][row], self.columns.velocity[1][row])
    }

    pub(crate) fn kept_heading(&self, row: usize) -> DVec2 {
        let [x, y] = &self.columns.kept_heading;
        DVec2::new(x[row], y[row])
    }

    pub(crate) fn previous(&self, row: usize) -> DVec2 {
        DVec2::new(self.columns.previous[0][row], self.columns.previous[1][row])
    }

    /// The agents from row `i` on.
    #[inline(always)]
    pub(crate) fn agents<S: Simd>(&self, s: S, i: usize) -> AgentLanes<S> {
        AgentLanes {
            s,
            position: self.positions(s, i),
            velocity: self.velocities(s, i),
            max_speed: s.load(&self.bodies.max_speed, i),
            time_to_target: s.load(&self.bodies.time_to_target, i),
        }
    }
}

impl SlotColumns<'_> {
    #[inline(always)]
    fn slice(&mut self, slots: Range<usize>) -> SlotColumns<'_> {
        let first = slots.start;
        let slots = slots.start - self.first..slots.end - self.first;
        SlotColumns {
            first,
            previous: slice(&mut self.previous, &slots),
            velocity: slice(&mut self.velocity, &slots),
            force: slice(&mut self.force, &slots),
            kept_heading: slice(&mut self.kept_heading, &slots),
            node: &mut self.node[slots.clone()],
            stream: self.stream.get_mut(slots.clone()).unwrap_or_default(),
            routes: self.routes.get_mut(slots).unwrap_or_default(),
        }
    }
}

impl<'a> SlotColumns<'a> {
    /// How many slots they have.
    pub(crate) fn len(&self) -> usize {
        self.node.len()
    }

    /// Those of the slots before `slot`, and of the others.
    pub(crate) fn split_at(self, slot: usize) -> (Self, Self) {
        let at = slot - self.first;
        let (previous, previous_rest) = split(self.previous, at);
        let (velocity, velocity_rest) = split(self.velocity, at);
        let (force, force_rest) = split(self.force, at);
        let (kept_heading, kept_heading_rest) = split(self.kept_heading, at);
        let (node, node_rest) = self.node.split_at_mut(at);
        let (stream, stream_rest) = self.stream.split_at_mut(at.min(self.stream.len()));
        let (routes, routes_rest) = self.routes.split_at_mut(at.min(self.routes.len()));
        let before = Self {
            first: self.first,
            previous,
            velocity,
            force,
            kept_heading,
            node,
            stream,
            routes,
        };
        let rest = Self {
            first: slot,
            previous: previous_rest,
            velocity: velocity_rest,
            force: force_rest,
            kept_heading: kept_heading_rest,
            node: node_rest,
            stream: stream_rest,
            routes: routes_rest,
        };
        (before, rest)
    }
}

type PairMut<'a> = [&'a mut [f64]; 2];

fn split<'a>([x, y]: PairMut<'a>, at: usize) -> (PairMut<'a>, PairMut<'a>) {
    let (x, x_rest) = x.split_at_mut(at);
    let (y, y_rest) = y.split_at_mut(at);
    ([x, y], [x_rest, y_rest])
}

#[inline(always)]
fn slice<'b>(columns: &'b mut [&mut [f64]; 2], slots: &Range<usize>) -> [&'b mut [f64]; 2] {
    let [x, y] = columns;
    [&mut x[slots.clone()], &mut y[slots.clone()]]
}

/// Both columns of a pair.
pub(crate) fn slices(columns: &mut PairColumn) -> [&mut [f64]; 2] {
    let [x, y] = columns;
    [x, y]
}

/// The limits of the bodies of a block, a row per slot.
#[derive(Debug)]
pub(crate) struct BodyLanes {
    pub(crate) mass: [f64; SLOTS],
    pub(crate) max_speed: [f64; SLOTS],
    pub(crate) max_force: [f64; SLOTS],
    pub(crate) time_to_target: [f64; SLOTS],
    pub(crate) radius: [f64; SLOTS],
    /// The body that all rows are of.
    uniform: u32,
}

impl Default for BodyLanes {
    fn default() -> Self {
        Self {
            mass: [1.0; SLOTS],
            max_speed: [0.0; SLOTS],
            max_force: [0.0; SLOTS],
            time_to_target: [1.0; SLOTS],
            radius: [0.0; SLOTS],
            uniform: NONE,
        }
    }
}

impl BodyLanes {
    /// Takes the bodies of these slots; those from `occupied` on are empty.
    #[inline(always)]
    pub(crate) fn fill(&mut self, shared: &Shared, slots: Range<usize>, occupied: usize) {
        let rows = &shared.body[slots.start..occupied.min(slots.end)];
        let Some(&first) = rows.first() else { return };
        let uniform = rows.iter().all(|&row| row == first);
        if uniform && first == self.uniform {
            return;
        }
        self.uniform = if uniform { first } else { NONE };
        let at = |row: usize| &shared.bodies[*rows.get(row).unwrap_or(&first) as usize];
        for row in 0..SLOTS {
            let body = at(row);
            self.mass[row] = body.mass;
            self.max_speed[row] = body.max_speed;
            self.max_force[row] = body.max_force;
            self.time_to_target[row] = body.time_to_target;
            self.radius[row] = body.radius;
        }
    }
}
