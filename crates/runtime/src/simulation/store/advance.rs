//! One tick of all agents, from the state at its start to the next.

use crate::lanes::Simd;
use crate::simulation::event::Event;
use crate::simulation::neighborhood::cells::Cells;
use crate::simulation::neighborhood::lists::ListChunk;
use crate::simulation::program::Program;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::senses::GameNoise;
use crate::simulation::store::AgentStore;
use crate::simulation::store::columns::{Columns, NONE};
use crate::simulation::tick;
use crate::simulation::tick::block::{SlotColumns, slices};
use crate::simulation::tick::instructions::{Instructions, Task};
use crate::simulation::tick::share::Share;
use crate::simulation::tick::threads;
use crate::simulation::tick::{Shared, TickOutput};
use std::ops::Range;

/// A tick, and how it runs.
pub(crate) struct Step<'a> {
    /// Its number.
    pub(crate) tick: u64,
    /// The noises of the game in it.
    pub(crate) noises: &'a [GameNoise],
    pub(crate) instructions: Instructions,
    /// By how many tasks.
    pub(crate) tasks: usize,
}

impl AgentStore {
    /// Moves everyone by one tick. The events of what happens then are added to those in `output`.
    pub(crate) fn tick(&mut self, resolved: &ResolvedScene, step: &Step, output: &mut TickOutput) {
        let &Step {
            tick,
            noises,
            instructions,
            tasks,
        } = step;
        self.order_followers();
        self.update_neighbors(resolved.dt, instructions, tasks);
        self.count_meetings(resolved);
        self.observed.refresh(&self.columns, &self.slots);
        self.look_at_perceived(resolved);
        for index in self.earlier_nodes.drain(..) {
            self.columns.node[self.slots[index as usize] as usize] = NONE;
        }
        let before = output.events.len();
        let columns = &mut self.columns;
        let shared = Shared {
            tick,
            dt: resolved.dt,
            position: [&columns.position[0], &columns.position[1]],
            neighbor_velocity: self.neighborhood.velocities(),
            agent: &columns.agent,
            body: &columns.body,
            route: &columns.route,
            target: &columns.target,
            danger: &columns.danger,
            leader: &columns.leader,
            driven: &columns.driven,
            agents: &resolved.agents,
            places: &self.places,
            bodies: &self.bodies,
            routes: &resolved.routes,
            resolved,
            meetings: &self.meetings,
            observed: self.observed.states(),
            knowledge: self.senses.knowledge(&columns.senses),
            states: &self.states,
            groups: &self.groups,
            cells: self.neighborhood.cells(),
            grid: &resolved.grid,
            barrier: &resolved.walls.motion,
            skin: resolved.skin,
            route_tolerance: resolved.route_tolerance,
            repath_distance: resolved.repath_distance,
            nets: &resolved.route_nets,
        };
        let share = Share {
            first: None,
            programs: &mut self.programs,
            last: None,
            columns: SlotColumns {
                first: 0,
                previous: slices(&mut columns.previous),
                velocity: slices(&mut columns.velocity),
                force: slices(&mut columns.force),
                kept_heading: slices(&mut columns.kept_heading),
                node: &mut columns.node,
                stream: &mut columns.stream,
                routes: &mut columns.routes,
            },
        };
        let fastest_squared = if tasks > 1 {
            self.task_outputs.resize_with(tasks, TickOutput::default);
            let fastest = move_share(instructions, &shared, share, &mut self.task_outputs);
            for task in &mut self.task_outputs {
                output.events.append(&mut task.events);
                output.switches.append(&mut task.switches);
            }
            fastest
        } else {
            let task = MoveShare {
                shared: &shared,
                share,
                output,
            };
            instructions.run(task)
        };
        std::mem::swap(&mut columns.position, &mut columns.previous);
        self.neighborhood
            .note_tick(fastest_squared.sqrt() * resolved.dt);
        self.turn(resolved, tick);
        self.sense(resolved, tick, noises, &mut output.events);
        self.sort_events(&mut output.events[before..]);
    }

    /// Sorts the events of a tick: blocks report behavior by behavior, and slots are in an order of
    /// their own.
    pub(crate) fn sort_events(&mut self, events: &mut [Event]) {
        if !events.iter().any(Event::can_repeat) {
            events.sort_unstable_by_key(Event::order);
            return;
        }
        // As a stable sort, which would ask for memory.
        let scratch = &mut self.scratch;
        let mut order = std::mem::take(&mut scratch.order);
        order.clear();
        order.extend(0..events.len() as u32);
        order.sort_unstable_by_key(|&index| (events[index as usize].order(), index));
        scratch.permute(&order, events);
        scratch.order = order;
    }

    /// Puts the followers of a leader side by side.
    fn order_followers(&mut self) {
        let Self {
            groups,
            programs,
            columns,
            observed,
            scratch,
            slots,
            neighborhood,
            ..
        } = self;
        groups.update(
            programs,
            columns,
            observed.len(),
            scratch,
            |columns, moved| {
                for slot in moved {
                    slots[columns.agent[slot] as usize] = slot as u32;
                }
                neighborhood.make_stale();
            },
        );
    }

    /// Rebuilds the lists of neighbors if they are due.
    fn update_neighbors(&mut self, dt: f64, instructions: Instructions, tasks: usize) {
        let radius = self
            .programs
            .iter()
            .filter(|program| program.agents > 0)
            .map(Program::neighbor_radius)
            .fold(0.0, f64::max);
        if !(radius > 0.0) {
            return;
        }
        if self.neighborhood.is_due() {
            self.list_neighbors(dt, radius, instructions, tasks);
        }
        let Columns {
            position: [x, y],
            velocity,
            agent,
            ..
        } = &self.columns;
        self.neighborhood
            .update_crowds(&self.programs, [x, y], agent);
        self.neighborhood
            .update_velocities(&self.programs, velocity);
    }

    /// Rebuilds the lists of neighbors.
    fn list_neighbors(&mut self, dt: f64, radius: f64, instructions: Instructions, tasks: usize) {
        let step = self.highest_speed() * dt;
        let Self {
            programs,
            columns,
            scratch,
            slots,
            neighborhood,
            ..
        } = self;
        neighborhood.sort(
            programs,
            columns,
            (radius, step),
            scratch,
            |columns, moved| {
                for slot in moved {
                    slots[columns.agent[slot] as usize] = slot as u32;
                }
            },
        );
        let position = [&*columns.position[0], &*columns.position[1]];
        for program in programs {
            let radius = program.neighbor_radius();
            if radius > 0.0 {
                let slots = program.occupied();
                let list = |chunk: &mut ListChunk, slots| {
                    instructions.run(ListNeighbors {
                        cells: neighborhood.cells(),
                        position,
                        chunk,
                        slots,
                        reach: (neighborhood.reach(radius), neighborhood.skin()),
                    });
                };
                program.neighbors.for_each_chunk(slots, tasks > 1, &list);
            }
        }
    }
}

/// Moves the agents of a share, by as many tasks as there are lists of events. Returns the square
/// of the highest speed.
fn move_share(
    instructions: Instructions,
    shared: &Shared,
    share: Share,
    outputs: &mut [TickOutput],
) -> f64 {
    let (outputs, rest) = outputs.split_at_mut(outputs.len().div_ceil(2));
    let share = if rest.is_empty() {
        Err(share)
    } else {
        share.halves()
    };
    match (share, outputs) {
        (Ok((before, behind)), outputs) => {
            let (first, second) = threads::join(
                || move_share(instructions, shared, before, outputs),
                || move_share(instructions, shared, behind, rest),
            );
            f64::max(first, second)
        }
        (Err(share), [output, ..]) => instructions.run(MoveShare {
            shared,
            share,
            output,
        }),
        (Err(_), []) => 0.0,
    }
}

/// Moves the agents of a share; the square of the highest speed.
struct MoveShare<'a> {
    shared: &'a Shared<'a>,
    share: Share<'a>,
    output: &'a mut TickOutput,
}

impl Task for MoveShare<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> f64 {
        tick::run(s, self.shared, self.share, self.output)
    }
}

/// Lists the neighbors of some agents of a program.
struct ListNeighbors<'a> {
    cells: &'a Cells,
    position: [&'a [f64]; 2],
    chunk: &'a mut ListChunk,
    slots: Range<usize>,
    reach: (f64, f64),
}

impl Task for ListNeighbors<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        self.chunk
            .fill(s, self.cells, self.slots, self.position, self.reach);
    }
}
