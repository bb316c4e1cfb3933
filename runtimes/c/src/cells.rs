//! Reading cells.

use crate::ffi_boundary::read;
use crate::handle::SwWorld;
use crate::pointers::put;
use crate::status::{Failure, SwStatus};
use steerwright_runtime::parameter::MAX_COORDINATE;

/// `sw_cell`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwCell {
    pub column: i32,
    pub row: i32,
    pub x: f64,
    pub y: f64,
    pub size: f64,
    pub blocked: bool,
}

/// The cell that contains a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_cell_at(
    world: *const SwWorld,
    x: f64,
    y: f64,
    out: *mut SwCell,
) -> SwStatus {
    let describe = |world: &SwWorld| {
        let place = world.place(x, y);
        if !(place.x.abs() <= MAX_COORDINATE && place.y.abs() <= MAX_COORDINATE) {
            return Err(Failure::coordinate());
        }
        let grid = world.run.cells();
        let cell = grid.cell_at(place);
        let center = grid.center(cell);
        // SAFETY: the caller's promise.
        unsafe {
            put(
                out,
                "out",
                SwCell {
                    column: cell.column,
                    row: world.row(cell.row),
                    x: center.x,
                    y: world.y(center.y),
                    size: grid.size(),
                    blocked: grid.is_blocked(cell),
                },
            )
        }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, describe) }
}
