//! Agents that no force moves: the game drives them, or they step through cells.

use crate::geometry::vector;
use crate::simulation::store::columns::{NONE, heading};
use crate::simulation::tick::block::Block;
use crate::simulation::tick::shared::Shared;
use glam::DVec2;

/// Stores the heading that an agent has, for the case that it stops.
pub(super) fn keep_heading(block: &mut Block, row: usize) {
    let [x, y] = &mut block.columns.kept_heading;
    let velocity = DVec2::new(
        block.columns.velocity[0][row],
        block.columns.velocity[1][row],
    );
    let kept = heading(velocity, DVec2::new(x[row], y[row]));
    (x[row], y[row]) = (kept.x, kept.y);
}

/// Puts an agent to `to`. Returns the square of its speed on the way.
pub(super) fn place(shared: &Shared, block: &mut Block, row: usize, to: DVec2) -> f64 {
    let velocity = (to - shared.position(block.at + row)) / shared.dt;
    let columns = &mut block.columns;
    for (column, value) in [
        (&mut columns.previous, to),
        (&mut columns.velocity, velocity),
        (&mut columns.force, DVec2::ZERO),
    ] {
        column[0][row] = value.x;
        column[1][row] = value.y;
    }
    columns.node[row] = NONE;
    let speed = vector::length(velocity);
    speed * speed
}
