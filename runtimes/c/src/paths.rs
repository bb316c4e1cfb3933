//! Reading paths.

use crate::ffi_boundary::read;
use crate::handle::World;
use crate::pointers::{copy, put};
use crate::status::{Failure, Status};
use steerwright_format::parameter::MAX_COORDINATE;
use steerwright_runtime::geometry::{Polyline, vector};
use steerwright_runtime::scene::PathId;
use steerwright_runtime::simulation::WorldError;

/// `sw_point`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// `sw_path`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct Path {
    pub length: f64,
    pub points: usize,
    pub closed: bool,
}

/// `sw_place`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct Place {
    pub x: f64,
    pub y: f64,
    pub along: f64,
    pub distance: f64,
}

impl World {
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
pub unsafe extern "C" fn sw_world_path(world: *const World, path: u32, out: *mut Path) -> Status {
    let describe = |world: &World| {
        let line = world.line(path)?;
        // SAFETY: the caller's promise.
        unsafe {
            put(
                out,
                "out",
                Path {
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
    world: *const World,
    path: u32,
    points: *mut Point,
    capacity: usize,
    count: *mut usize,
) -> Status {
    let copy_all = |world: &World| {
        let line = world.line(path)?;
        let in_game = line.points.iter().map(|point| Point {
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
    world: *const World,
    path: u32,
    x: f64,
    y: f64,
    out: *mut Place,
) -> Status {
    let nearest = |world: &World| {
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
                Place {
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
    world: *const World,
    path: u32,
    along: f64,
    out: *mut Point,
) -> Status {
    let at = |world: &World| {
        let line = world.line(path)?;
        if !along.is_finite() {
            return Err(Failure::new(
                Status::Coordinate,
                "the distance along the path is not finite; check where it is computed",
            ));
        }
        let point = line.point_at(along).ok_or_else(|| no_points(path))?;
        // SAFETY: the caller's promise.
        unsafe {
            put(
                out,
                "out",
                Point {
                    x: point.x,
                    y: world.y(point.y),
                },
            )
        }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, at) }
}
