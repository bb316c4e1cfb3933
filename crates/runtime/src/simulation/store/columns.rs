//! The state of all agents in columns: one number of every agent side by side, in the order of
//! *slots*.
//!
//! Agents that share a program fill a run of slots, so that one loop over columns moves them. Which
//! agent is in which slot is the business of [`AgentStore`](crate::simulation::store::AgentStore).

use crate::geometry::vector;
use crate::scene::AgentId;
use crate::simulation::random::Stream;
use crate::simulation::store::routes::AgentRoutes;
use crate::simulation::store::row_column::RowColumn;
use glam::DVec2;

/// No agent, no route, no target, no node.
pub(crate) const NONE: u32 = u32::MAX;

/// Below this speed (u/s) an agent keeps its heading.
pub(crate) const HEADING_SPEED: f64 = 1e-6;

/// An x and a y column.
pub(crate) type PairColumn = [Vec<f64>; 2];

/// A row per slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    pub(crate) position: PairColumn,
    /// The positions a tick ago. A tick overwrites them with the next ones, and then the two change
    /// places.
    pub(crate) previous: PairColumn,
    pub(crate) velocity: PairColumn,
    /// The steering force of the last step, truncated.
    pub(crate) force: PairColumn,
    /// Only read while the speed is not above [`HEADING_SPEED`]: else the heading is the direction
    /// of the velocity.
    pub(crate) kept_heading: PairColumn,
    /// The index of the agent in the slot, in order of ids.
    pub(crate) agent: Vec<u32>,
    /// Into the table of bodies.
    pub(crate) body: Vec<u32>,
    /// Into the routes.
    pub(crate) route: Vec<u32>,
    /// Rows of the observed table.
    pub(crate) target: RowColumn,
    pub(crate) danger: RowColumn,
    pub(crate) leader: RowColumn,
    /// The team, by number, of agents that someone may watch.
    pub(crate) team: RowColumn,
    /// The row of what the senses of the agent remember.
    pub(crate) senses: RowColumn,
    /// The target node in the last step, of the first path following.
    pub(crate) node: Vec<u32>,
    /// Whether the game drives the agent.
    pub(crate) driven: Vec<bool>,
    /// Empty until an agent has another stream than the one it starts with, or draws from it; see
    /// [`AgentStore::settle`](crate::simulation::store::AgentStore::settle).
    pub(crate) stream: Vec<Stream>,
    pub(crate) has_streams: bool,
    /// The routes around walls. Empty until an agent has a preset that goes around walls.
    pub(crate) routes: Vec<AgentRoutes>,
    pub(crate) has_routes: bool,
}

/// Buffers through which columns are put into another order.
///
/// An order lists, for each row of a program, where the one that is going to be there is now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// For whoever makes an order.
    pub(crate) order: Vec<u32>,
    /// As long as the longest program; see [`Columns::lend_forces`].
    numbers: Vec<f64>,
    words: Vec<u32>,
}

impl Scratch {
    /// Reorders a column of numbers.
    pub(crate) fn gather_numbers(&mut self, order: &[u32], column: &mut [f64]) {
        let gathered = &mut self.numbers[..order.len()];
        for (to, &from) in gathered.iter_mut().zip(order) {
            *to = column[from as usize];
        }
        column[..order.len()].copy_from_slice(gathered);
    }

    /// Reorders a column of words.
    pub(crate) fn gather_words(&mut self, order: &[u32], column: &mut [u32]) {
        self.words.clear();
        self.words
            .extend(order.iter().map(|&from| column[from as usize]));
        column[..order.len()].copy_from_slice(&self.words);
    }

    /// Reorders a column in place, cycle by cycle, for what is not copied.
    pub(crate) fn permute<T>(&mut self, order: &[u32], column: &mut [T]) {
        let left = &mut self.words;
        left.clear();
        left.extend_from_slice(order);
        for start in 0..left.len() {
            let mut at = start;
            loop {
                let from = left[at] as usize;
                left[at] = at as u32;
                if from == start {
                    break;
                }
                column.swap(at, from);
                at = from;
            }
        }
    }
}

impl Columns {
    /// Columns of `slots` empty slots.
    pub(crate) fn new(slots: usize) -> Self {
        let numbers = || [vec![0.0; slots], vec![0.0; slots]];
        Self {
            position: numbers(),
            previous: numbers(),
            velocity: numbers(),
            force: numbers(),
            kept_heading: numbers(),
            agent: vec![NONE; slots],
            body: vec![0; slots],
            route: vec![NONE; slots],
            target: RowColumn::default(),
            danger: RowColumn::default(),
            leader: RowColumn::default(),
            team: RowColumn::default(),
            senses: RowColumn::default(),
            node: vec![NONE; slots],
            driven: vec![false; slots],
            stream: Vec::new(),
            has_streams: false,
            routes: Vec::new(),
            has_routes: false,
        }
    }

    /// Stores the streams of all agents; `stream` gives that of the agent with an index.
    pub(crate) fn store_streams(&mut self, stream: impl Fn(u32) -> Stream) {
        let streams = self.agent.iter().map(|&agent| match agent {
            NONE => Stream::new(0, AgentId(0)),
            index => stream(index),
        });
        self.stream = streams.collect();
        self.has_streams = true;
    }

    /// The stream of the agent with this id, which is in a slot. `seed` is that of the scene.
    pub(crate) fn stream_of(&self, slot: usize, seed: u64, id: AgentId) -> Stream {
        if self.has_streams {
            self.stream[slot].clone()
        } else {
            Stream::new(seed, id)
        }
    }

    /// Stores the routes of all agents.
    pub(crate) fn store_routes(&mut self) {
        if !self.has_routes {
            let slots = self.agent.len();
            self.routes.resize_with(slots, AgentRoutes::default);
            self.has_routes = true;
        }
    }

    /// Makes it `slots` slots, the new ones empty.
    pub(crate) fn resize(&mut self, slots: usize) {
        let Self {
            position,
            previous,
            velocity,
            force,
            kept_heading,
            agent,
            body,
            route,
            target,
            danger,
            leader,
            team,
            senses,
            node,
            driven,
            stream,
            has_streams,
            routes,
            has_routes,
        } = self;
        for column in [position, previous, velocity, force, kept_heading]
            .into_iter()
            .flatten()
        {
            column.resize(slots, 0.0);
        }
        for column in [agent, route, node] {
            column.resize(slots, NONE);
        }
        for column in [target, danger, leader, team, senses] {
            column.resize(slots);
        }
        body.resize(slots, 0);
        driven.resize(slots, false);
        if *has_streams {
            stream.resize(slots, Stream::new(0, AgentId(0)));
        }
        if *has_routes {
            routes.resize_with(slots, AgentRoutes::default);
        }
    }

    /// Lends the column of forces to `scratch` before the slots of programs are reordered, and
    /// takes it back when called again: at the start of a tick, which computes the forces again, no
    /// other column is free.
    pub(crate) fn lend_forces(&mut self, scratch: &mut Scratch) {
        std::mem::swap(&mut self.force[0], &mut scratch.numbers);
    }

    /// Puts the slots from `first` on into another order, but not their forces.
    pub(crate) fn gather(&mut self, first: usize, order: &[u32], scratch: &mut Scratch) {
        let end = first + order.len();
        let Self {
            position,
            previous,
            velocity,
            force: _,
            kept_heading,
            agent,
            body,
            route,
            target,
            danger,
            leader,
            team,
            senses,
            node,
            driven,
            stream,
            has_streams,
            routes,
            has_routes,
        } = self;
        for column in [position, previous, velocity, kept_heading]
            .into_iter()
            .flatten()
        {
            scratch.gather_numbers(order, &mut column[first..end]);
        }
        for column in [agent, body, route, node] {
            scratch.gather_words(order, &mut column[first..end]);
        }
        for column in [target, danger, leader, team, senses] {
            column.gather(first, order, scratch);
        }
        scratch.permute(order, &mut driven[first..end]);
        if *has_streams {
            scratch.permute(order, &mut stream[first..end]);
        }
        if *has_routes {
            scratch.permute(order, &mut routes[first..end]);
        }
    }

    /// Moves the row of slot `from` to slot `to`, and leaves an empty one.
    pub(crate) fn move_row(&mut self, from: usize, to: usize) {
        let Self {
            position,
            previous,
            velocity,
            force,
            kept_heading,
            agent,
            body,
            route,
            target,
            danger,
            leader,
            team,
            senses,
            node,
            driven,
            stream,
            has_streams,
            routes,
            has_routes,
        } = self;
        for column in [position, previous, velocity, force, kept_heading]
            .into_iter()
            .flatten()
        {
            column.swap(from, to);
            column[from] = 0.0;
        }
        for column in [agent, route, node] {
            column.swap(from, to);
            column[from] = NONE;
        }
        for column in [target, danger, leader, team, senses] {
            column.move_row(from, to);
        }
        body[to] = body[from];
        driven.swap(from, to);
        driven[from] = false;
        if *has_streams {
            stream.swap(from, to);
        }
        if *has_routes {
            routes.swap(from, to);
        }
    }

    #[inline]
    pub(crate) fn position(&self, slot: usize) -> DVec2 {
        pair(&self.position, slot)
    }

    #[inline]
    pub(crate) fn velocity(&self, slot: usize) -> DVec2 {
        pair(&self.velocity, slot)
    }

    #[inline]
    pub(crate) fn heading(&self, slot: usize) -> DVec2 {
        heading(self.velocity(slot), pair(&self.kept_heading, slot))
    }
}

/// The heading of an agent with this velocity, which had the heading `kept` when it last moved.
#[inline]
pub(crate) fn heading(velocity: DVec2, kept: DVec2) -> DVec2 {
    let speed = vector::length(velocity);
    if speed > HEADING_SPEED {
        vector::direction_given_length(velocity, speed)
    } else {
        kept
    }
}

/// The pair in a slot. It cannot panic, so that a pair which a caller of
/// [`World::agents`](crate::simulation::World::agents) does not look at costs nothing.
#[inline]
pub(crate) fn pair([xs, ys]: &PairColumn, slot: usize) -> DVec2 {
    DVec2::new(
        xs.get(slot).copied().unwrap_or_default(),
        ys.get(slot).copied().unwrap_or_default(),
    )
}

pub(crate) fn set_pair(columns: &mut PairColumn, slot: usize, value: DVec2) {
    columns[0][slot] = value.x;
    columns[1][slot] = value.y;
}
