//! One tick: every program, block by block of its slots.
//!
//! A block is small enough for the first-level cache. One loop per behavior adds its forces, then one loop moves the agents. All
//! read the positions at the start of the tick and write the next ones elsewhere, so the order of blocks does not matter.

pub(super) mod block;
mod follow_leader;
mod follow_path;
mod grid_chase;
mod homing_walk;
mod integrate;
mod kernel;
mod placed;
mod separation;
mod shared;
mod steer;
mod toward_target;

use crate::simulation::event::Event;
use crate::simulation::lanes::{Simd, WIDEST};
use crate::simulation::program::{Program, ProgramMotion};
use block::{Block, BodyLanes, SlotColumns};
use placed::{for_each_row, keep_heading};
pub(super) use shared::Shared;
use steer::BehaviorRun;

/// Moves the agents of `programs`, whose slots `columns` holds. Returns the square of the highest speed, u/s.
#[inline(always)]
pub(super) fn run<S: Simd>(
    s: S,
    shared: &Shared,
    programs: &mut [Program],
    mut columns: SlotColumns,
    events: &mut Vec<Event>,
) -> f64 {
    let mut bodies = BodyLanes::default();
    let mut fastest = s.splat(0.0);
    let mut fastest_placed = 0.0;
    for program in programs {
        let occupied = program.occupied();
        for at in occupied.clone().step_by(block::SLOTS) {
            let slots = at..(at + block::SLOTS).min(program.padded_end());
            let rows = at - program.first..slots.end - program.first;
            bodies.fill(shared, slots.clone(), occupied.end);
            let mut block = Block::new(shared, &mut columns, slots, occupied.end, &bodies, events);
            for_each_row(block.driven, |row| keep_heading(&mut block, row));
            match &program.motion {
                ProgramMotion::Steered {
                    blend_mode,
                    behaviors,
                } => {
                    let run = BehaviorRun {
                        shared,
                        neighbors: &program.neighbors,
                        rows,
                    };
                    let forces =
                        run.forces(s, &mut block, *blend_mode, behaviors, &mut program.memories);
                    integrate::integrate(s, shared, &mut block, &forces, &mut fastest);
                }
                ProgramMotion::GridChase(chase) => {
                    let speed =
                        grid_chase::step(shared, &mut block, chase, &mut program.memories, rows);
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
