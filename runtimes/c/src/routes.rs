//! Shortest ways around walls.

use crate::ffi_boundary::read;
use crate::handle::SwWorld;
use crate::paths::SwPoint;
use crate::pointers::copy;
use crate::status::{Failure, SwStatus};

/// Copies the points of the shortest way between two positions.
#[allow(clippy::too_many_arguments)] // C passes positions as two numbers
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_path_between(
    world: *const SwWorld,
    ax: f64,
    ay: f64,
    bx: f64,
    by: f64,
    radius: f64,
    points: *mut SwPoint,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let find = |world: &SwWorld| {
        let (from, to) = (world.place(ax, ay), world.place(bx, by));
        let way = world.run.path_between(from, to, radius)?;
        let none = || Failure::not_found("way", format!("from ({ax}, {ay}) to ({bx}, {by})"));
        let way = way.ok_or_else(none)?;
        let in_game = way.iter().map(|point| SwPoint {
            x: point.x,
            y: world.y(point.y),
        });
        // SAFETY: the caller's promise.
        unsafe { copy(in_game, way.len(), points, capacity, count, "points") }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, find) }
}
