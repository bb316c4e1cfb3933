//! Reading paths.

use crate::ffi_boundary::read;
use crate::handle::SwWorld;
use crate::pointers::{copy, put};
use crate::status::{Failure, SwStatus};
use steerwright_runtime::geometry::{Polyline, vector};
use steerwright_runtime::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::PathId;
use steerwright_runtime::simulation::WorldError;

/// `sw_point`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwPoint {
    pub x: f64,
    pub y: f64,
}

/// `sw_path`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwPath {
    pub length: f64,
    pub points: usize,
    pub closed: bool,
}

/// `sw_place`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwPlace {
    pub x: f64,
    pub y: f64,
    pub along: f64,
    pub distance: f64,
}

impl SwWorld {
    fn line(&self, path: u32) -> Result<&Polyline, Failure> {
        let id = PathId(path);
        Ok(self
            .lines
            .iter()
            .find(|(known, _)| *known == id)
            .map(|(_, line)| line)
            .ok_or(WorldError::Path(id))?)
    }
}

fn no_points(path: u32) -> Failure {
    Failure::not_found("point on path", path)
}

/// The length of a path, its number of points, and whether it is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_path(
    world: *const SwWorld,
    path: u32,
    out: *mut SwPath,
) -> SwStatus {
    let describe = |world: &SwWorld| {
        let line = world.line(path)?;
        // SAFETY: the caller's promise.
        unsafe {
            put(
                out,
                "out",
                SwPath {
                    length: line.length(),
                    points: line.points.len(),
                    closed: line.closed,
                },
            )
        }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, describe) }
}

/// Copies the points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_path_points(
    world: *const SwWorld,
    path: u32,
    points: *mut SwPoint,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let copy_all = |world: &SwWorld| {
        let line = world.line(path)?;
        let in_game = line.points.iter().map(|point| SwPoint {
            x: point.x,
            y: world.y(point.y),
        });
        // SAFETY: the caller's promise.
        unsafe {
            copy(
                in_game,
                line.points.len(),
                points,
                capacity,
                count,
                "points",
            )
        }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_all) }
}

/// The place on a path that is nearest to a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_path_nearest(
    world: *const SwWorld,
    path: u32,
    x: f64,
    y: f64,
    out: *mut SwPlace,
) -> SwStatus {
    let nearest = |world: &SwWorld| {
        let line = world.line(path)?;
        let from = world.place(x, y);
        if !(from.x.abs() <= MAX_COORDINATE && from.y.abs() <= MAX_COORDINATE) {
            return Err(Failure::coordinate());
        }
        let place = line.nearest(from).ok_or_else(|| no_points(path))?;
        let distance = vector::distance(place.point, from);
        // SAFETY: the caller's promise.
        unsafe {
            put(
                out,
                "out",
                SwPlace {
                    x: place.point.x,
                    y: world.y(place.point.y),
                    along: place.along,
                    distance,
                },
            )
        }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, nearest) }
}

/// The point at a distance along the line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_path_at(
    world: *const SwWorld,
    path: u32,
    along: f64,
    out: *mut SwPoint,
) -> SwStatus {
    let at = |world: &SwWorld| {
        let line = world.line(path)?;
        if !along.is_finite() {
            return Err(Failure::new(
                SwStatus::Coordinate,
                "the distance along the path is not finite; check where it is computed",
            ));
        }
        let point = line.point_at(along).ok_or_else(|| no_points(path))?;
        // SAFETY: the caller's promise.
        unsafe {
            put(
                out,
                "out",
                SwPoint {
                    x: point.x,
                    y: world.y(point.y),
                },
            )
        }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, at) }
}
