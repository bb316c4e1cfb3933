//! One tick of all agents, from the state at its start to the next.

use crate::simulation::agent_store::AgentStore;
use crate::simulation::columns::NONE;
use crate::simulation::event::Event;
use crate::simulation::instructions::{Instructions, Task};
use crate::simulation::lanes::Simd;
use crate::simulation::neighborhood::Neighborhood;
use crate::simulation::program::Program;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::simulation::tick;
use crate::simulation::tick::Shared;
use crate::simulation::tick::block::{SlotColumns, slices};

impl AgentStore {
    /// Moves everyone by one tick, the one with this number.
    pub(super) fn tick(
        &mut self,
        resolved: &ResolvedScene,
        tick: u64,
        instructions: Instructions,
        events: &mut Vec<Event>,
    ) {
        self.order_followers();
        self.update_neighbors(resolved.dt, instructions);
        self.observed.refresh(&self.columns, &self.slots);
        for index in self.earlier_nodes.drain(..) {
            self.columns.node[self.slots[index as usize] as usize] = NONE;
        }
        let before = events.len();
        let columns = &mut self.columns;
        let shared = Shared {
            tick,
            dt: resolved.dt,
            position: [&columns.position[0], &columns.position[1]],
            agent: &columns.agent,
            body: &columns.body,
            route: &columns.route,
            target: &columns.target,
            danger: &columns.danger,
            leader: &columns.leader,
            driven: &columns.driven,
            ids: &self.ids,
            places: &self.places,
            bodies: &self.bodies,
            routes: &resolved.routes,
            observed: self.observed.states(),
            groups: &self.groups,
            cells: self.neighborhood.cells(),
            grid: &resolved.grid,
        };
        let fastest_squared = instructions.run(MoveAll {
            shared: &shared,
            programs: &mut self.programs,
            columns: SlotColumns {
                previous: slices(&mut columns.previous),
                velocity: slices(&mut columns.velocity),
                force: slices(&mut columns.force),
                kept_heading: slices(&mut columns.kept_heading),
                node: &mut columns.node,
                stream: &mut columns.stream,
            },
            events,
        });
        std::mem::swap(&mut columns.position, &mut columns.previous);
        self.neighborhood
            .note_tick(fastest_squared.sqrt() * resolved.dt);
        // Blocks report behavior by behavior, and slots are in an order of their own.
        events[before..].sort_unstable_by_key(Event::order);
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
    fn update_neighbors(&mut self, dt: f64, instructions: Instructions) {
        let radius = self
            .programs
            .iter()
            .filter(|program| program.agents > 0)
            .map(Program::separation_radius)
            .fold(0.0, f64::max);
        if !(radius > 0.0) {
            return;
        }
        if self.neighborhood.is_due() {
            self.list_neighbors(dt, radius, instructions);
        }
        let [x, y] = &self.columns.position;
        self.neighborhood.update_crowds(&self.programs, [x, y]);
    }

    /// Rebuilds the lists of neighbors.
    fn list_neighbors(&mut self, dt: f64, radius: f64, instructions: Instructions) {
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
        instructions.run(ListNeighbors {
            neighborhood,
            position: [&columns.position[0], &columns.position[1]],
            programs,
        });
    }
}

/// Moves the agents of all programs; the square of the highest speed.
struct MoveAll<'a> {
    shared: &'a Shared<'a>,
    programs: &'a mut [Program],
    columns: SlotColumns<'a>,
    events: &'a mut Vec<Event>,
}

impl Task for MoveAll<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> f64 {
        tick::run(s, self.shared, self.programs, self.columns, self.events)
    }
}

/// Lists the neighbors of all programs.
struct ListNeighbors<'a> {
    neighborhood: &'a Neighborhood,
    position: [&'a [f64]; 2],
    programs: &'a mut [Program],
}

impl Task for ListNeighbors<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for program in self.programs {
            let radius = program.separation_radius();
            if radius > 0.0 {
                program.neighbors.fill(
                    s,
                    self.neighborhood.cells(),
                    program.first,
                    program.agents,
                    self.position,
                    self.neighborhood.reach(radius),
                );
            }
        }
    }
}
