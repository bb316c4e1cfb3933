//! One tick: every program, block by block of its slots.
//!
//! A block is small enough for the first-level cache. One loop per behavior adds its forces, then one loop moves the agents. All
//! read the positions at the start of the tick and write the next ones elsewhere, so the order of blocks does not matter.

pub(super) mod block;
pub(super) mod follow_leader;
pub(super) mod follow_path;
mod grid_chase;
mod homing_walk;
mod integrate;
mod placed;
pub(super) mod separation;
pub(super) mod share;
mod steer;
mod toward_target;

use crate::geometry::CellGrid;
use crate::simulation::cells::Cells;
use crate::simulation::columns::NONE;
use crate::simulation::event::{Event, EventKind};
use crate::simulation::groups::Groups;
use crate::simulation::lanes::{Simd, WIDEST};
use crate::simulation::observed::ObservedState;
use crate::simulation::program::ProgramMotion;
use crate::simulation::resolved_scene::ResolvedAgent;
use crate::steering::Body;
use crate::steering::follow_path::Route;
use block::{Block, BodyLanes};
use glam::DVec2;
use placed::{for_each_row, keep_heading};
use share::{ProgramPart, Share};
use std::collections::BTreeMap;
use std::sync::Arc;
use steer::BehaviorRun;

/// The state at the start of a tick, which everyone reads.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) tick: u64,
    pub(super) dt: f64,
    /// By slot.
    pub(super) position: [&'a [f64]; 2],
    pub(super) agent: &'a [u32],
    pub(super) body: &'a [u32],
    pub(super) route: &'a [u32],
    pub(super) target: &'a [u32],
    pub(super) danger: &'a [u32],
    pub(super) leader: &'a [u32],
    pub(super) driven: &'a [bool],
    /// By index of the agent.
    pub(super) agents: &'a [ResolvedAgent],
    /// Where the game puts the agents that it drives, by index.
    pub(super) places: &'a BTreeMap<u32, DVec2>,
    pub(super) bodies: &'a [Body],
    pub(super) routes: &'a [Arc<Route>],
    pub(super) observed: &'a [ObservedState],
    pub(super) groups: &'a Groups,
    pub(super) cells: &'a Cells,
    pub(super) grid: &'a CellGrid,
}

impl<'a> Shared<'a> {
    /// The route of the agent in a slot, if it has nodes.
    pub(super) fn route(&self, slot: usize) -> Option<&'a Route> {
        self.routes
            .get(self.route[slot] as usize)
            .map(Arc::as_ref)
            .filter(|route| !route.is_empty())
    }

    /// What the agent sees in a row of the observed table.
    pub(super) fn seen(&self, row: u32) -> Option<&'a ObservedState> {
        (row != NONE).then(|| &self.observed[row as usize])
    }

    pub(super) fn position(&self, slot: usize) -> DVec2 {
        DVec2::new(self.position[0][slot], self.position[1][slot])
    }

    pub(super) fn body(&self, slot: usize) -> &'a Body {
        &self.bodies[self.body[slot] as usize]
    }

    /// The event of the behavior with this index, of the agent in a slot.
    pub(super) fn event(&self, slot: usize, behavior: usize, kind: EventKind) -> Event {
        Event {
            tick: self.tick,
            agent: self.agents[self.agent[slot] as usize].id,
            behavior,
            kind,
        }
    }
}

/// Moves the agents of `share`. Returns the square of the highest speed, u/s.
#[inline(always)]
pub(super) fn run<S: Simd>(s: S, shared: &Shared, share: Share, events: &mut Vec<Event>) -> f64 {
    let mut bodies = BodyLanes::default();
    let mut fastest = s.splat(0.0);
    let mut fastest_placed = 0.0;
    let Share {
        first,
        programs,
        last,
        mut columns,
    } = share;
    let whole = programs.iter_mut().map(ProgramPart::whole);
    for mut part in first.into_iter().chain(whole).chain(last) {
        let agents_end = part.slots.end;
        for at in part.slots.clone().step_by(block::SLOTS) {
            let slots = at..(at + block::SLOTS).min(part.padded_end);
            let rows = at - part.first..slots.end - part.first;
            bodies.fill(shared, slots.clone(), agents_end);
            let mut block = Block::new(shared, &mut columns, slots, agents_end, &bodies, events);
            for_each_row(block.driven, |row| keep_heading(&mut block, row));
            match part.motion {
                ProgramMotion::Steered {
                    blend_mode,
                    behaviors,
                } => {
                    let run = BehaviorRun {
                        shared,
                        neighbors: part.neighbors,
                        rows,
                    };
                    let forces =
                        run.forces(s, &mut block, *blend_mode, behaviors, &mut part.memories);
                    integrate::integrate(s, shared, &mut block, &forces, &mut fastest);
                }
                ProgramMotion::GridChase(chase) => {
                    let memory = part.memories.view(0, rows);
                    let speed = grid_chase::step(shared, &mut block, chase, memory);
                    fastest_placed = f64::max(fastest_placed, speed);
                }
            }
            for_each_row(block.driven, |row| {
                let index = shared.agent[block.at + row];
                if let Some(&place) = shared.places.get(&index) {
                    let speed = placed::place(shared, &mut block, row, place);
                    fastest_placed = f64::max(fastest_placed, speed);
                }
            });
        }
    }
    let mut lanes = [0.0; WIDEST];
    s.store(fastest, &mut lanes, 0);
    lanes.into_iter().fold(fastest_placed, f64::max)
}
