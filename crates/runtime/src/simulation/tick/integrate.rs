//! The move of a block, in lanes: [`body::integrate`](crate::steering::body::integrate).

use crate::geometry::vector;
use crate::lanes::{Pair, Simd, WIDEST};
use crate::level::{Disk, glide};
use crate::simulation::store::columns::HEADING_SPEED;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::shared::Shared;
use crate::simulation::tick::steer::Forces;
use crate::steering::body::{position_after, velocity_after};
use glam::DVec2;

/// Above this squared speed an agent certainly has the heading of its velocity.
const HEADING_SPEED_SQUARED: f64 = HEADING_SPEED * HEADING_SPEED * 1.001;

/// Moves the agents of a block by its forces, which are truncated first. Raises `fastest_squared`
/// to the squares of the speeds.
#[inline(always)]
pub(super) fn integrate<S: Simd>(
    s: S,
    shared: &Shared,
    block: &mut Block,
    forces: &Forces,
    fastest_squared: &mut S::F64s,
) {
    let dt = s.splat(shared.dt);
    for i in (0..block.len).step_by(S::LANES) {
        let (from, velocity) = (block.positions(s, i), block.velocities(s, i));
        let mass = s.load(&block.bodies.mass, i);
        let force = Pair::load(s, [&forces.x, &forces.y], i)
            .truncate(s, s.load(&block.bodies.max_force, i));
        let max_speed = s.load(&block.bodies.max_speed, i);
        let mut next = velocity_after(s, velocity, force, mass, max_speed, dt);
        let mut moved = position_after(s, from, next, dt);
        if !shared.barrier.is_empty() {
            let farthest;
            (moved, next, farthest) = among_walls(s, shared, block, i, moved, next);
            *fastest_squared = s.max(s.splat(farthest), *fastest_squared);
        }
        let squared = next.squared();
        *fastest_squared = s.max(squared, *fastest_squared);
        let slow = s.splat(HEADING_SPEED_SQUARED);
        let stands = s.less(squared, slow);
        if s.any(stands) {
            // An agent that stops keeps the heading it had.
            let stops = stands
                & !s.less(
                    velocity.squared(),
                    s.splat(HEADING_SPEED * HEADING_SPEED * 0.999),
                );
            if s.any(stops) {
                keep_headings(s, block, i, next);
            }
        }
        force.store(s, &mut block.columns.force, i);
        next.store(s, &mut block.columns.velocity, i);
        moved.store(s, &mut block.columns.previous, i);
    }
}

/// The positions and velocities of the agents from row `i` on that would move to `moved` with the
/// velocities `next` without walls, and the square of the highest speed of such a move.
#[inline(never)]
fn among_walls<S: Simd>(
    s: S,
    shared: &Shared,
    block: &Block,
    i: usize,
    moved: Pair<S>,
    next: Pair<S>,
) -> (Pair<S>, Pair<S>, f64) {
    let (mut position, mut velocity) = ([[0.0; WIDEST]; 2], [[0.0; WIDEST]; 2]);
    moved.store(s, &mut position.each_mut().map(|column| &mut column[..]), 0);
    next.store(s, &mut velocity.each_mut().map(|column| &mut column[..]), 0);
    let mut fastest_squared = 0.0;
    for lane in 0..S::LANES {
        let row = i + lane;
        if block.live >> row & 1 == 0 {
            continue;
        }
        let disk = Disk {
            radius: block.bodies.radius[row],
            skin: shared.skin,
        };
        let from = shared.position(block.at + row);
        let wanted = DVec2::new(velocity[0][lane], velocity[1][lane]);
        let glided = glide(shared.barrier, disk, from, wanted, shared.dt);
        let speed = vector::length(glided.position - from) / shared.dt;
        fastest_squared = f64::max(fastest_squared, speed * speed);
        for (columns, value) in [
            (&mut position, glided.position),
            (&mut velocity, glided.velocity),
        ] {
            (columns[0][lane], columns[1][lane]) = (value.x, value.y);
        }
    }
    let load = |columns: &[[f64; WIDEST]; 2]| Pair::load(s, [&columns[0], &columns[1]], 0);
    (load(&position), load(&velocity), fastest_squared)
}

/// Stores the headings of the agents from row `i` on that move now but not with the velocity
/// `next`.
#[cold]
#[inline(never)]
fn keep_headings<S: Simd>(s: S, block: &mut Block, i: usize, next: Pair<S>) {
    let (mut x, mut y) = ([0.0; WIDEST], [0.0; WIDEST]);
    next.store(s, &mut [&mut x, &mut y], 0);
    for lane in 0..S::LANES {
        let (now, row) = (block.velocity(i + lane), i + lane);
        let moves = |velocity: DVec2| vector::length(velocity) > HEADING_SPEED;
        if moves(now) && !moves(DVec2::new(x[lane], y[lane])) {
            let heading = vector::direction(now);
            block.columns.kept_heading[0][row] = heading.x;
            block.columns.kept_heading[1][row] = heading.y;
        }
    }
}
