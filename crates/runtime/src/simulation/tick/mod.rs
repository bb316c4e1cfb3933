//! One tick: every program, block by block of its slots.
//!
//! A block is small enough for the first-level cache. One loop per behavior adds its forces, then
//! one loop moves the agents. All read the positions at the start of the tick and write the next
//! ones elsewhere, so the order of blocks does not matter.

mod among_walls;
pub(super) mod block;
mod follow_leader;
mod follow_path;
mod grid_chase;
mod group_separation;
mod homing_walk;
pub(crate) mod instructions;
mod integrate;
mod kernel;
mod neighbor_mean;
mod on_route;
mod path_actions;
mod placed;
mod search;
mod separation;
pub(super) mod share;
mod shared;
mod stacks;
mod steer;
pub(crate) mod threads;
mod toward_target;
mod wander;

use crate::lanes::{Simd, WIDEST, for_each_row};
use crate::simulation::program::ProgramMotion;
pub(super) use block::TickOutput;
use block::{Block, BodyLanes};
use placed::keep_heading;
use share::{ProgramPart, Share};
pub(super) use shared::Shared;
use steer::BehaviorRun;

/// Moves the agents of `share`. Returns the square of the highest speed, u/s.
#[inline(always)]
pub(super) fn run<S: Simd>(s: S, shared: &Shared, share: Share, output: &mut TickOutput) -> f64 {
    let mut bodies = BodyLanes::default();
    // They are large, and most scenes have no followers.
    let mut buffers = None;
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
        let grouped = part.motion.group_separation();
        if let Some((_, separation)) = grouped {
            let slots = part.slots.clone();
            let buffers = buffers.get_or_insert_with(group_separation::Buffers::default);
            group_separation::separate(s, shared, separation, slots, &mut columns, buffers);
        }
        for at in part.slots.clone().step_by(block::SLOTS) {
            let slots = at..(at + block::SLOTS).min(part.padded_end);
            let rows = at - part.first..slots.end - part.first;
            bodies.fill(shared, slots.clone(), agents_end);
            let mut block = Block::new(shared, &mut columns, slots, agents_end, &bodies, output);
            for_each_row(block.driven, |row| keep_heading(&mut block, row));
            match part.motion {
                ProgramMotion::Steered {
                    blend_mode,
                    behaviors,
                } => {
                    let run = BehaviorRun {
                        shared,
                        neighbors: part.neighbors,
                        grouped: grouped.map(|(behavior, _)| behavior),
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
