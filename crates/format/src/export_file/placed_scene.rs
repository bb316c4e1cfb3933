//! From the scene's axes and unit of length to the game's.

use crate::FormatError;
use crate::export_file::Exported;
use crate::parameter;
use crate::parameter::{MAX_COORDINATE, Parameter, Unit};
use crate::validate;
use std::sync::Arc;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::export_setup::{MAX_SCALE, MIN_SCALE};
use steerwright_runtime::scene::{Motion, Plane, Point, Scene};

/// A scene in the game's unit of length, around the game's origin.
///
/// Turning y round is exact and changes no other bit, so it is left to those that print: see [`PlacedScene::y`].
#[derive(Clone, Debug)]
pub struct PlacedScene {
    /// The scene, moved and scaled, with y still up.
    pub scene: Scene,
    /// The scene as it was authored.
    pub authored: Scene,
    /// As in [`ExportOptions`].
    pub origin: Point,
    /// As in [`ExportOptions`].
    pub plane: Plane,
    /// As in [`ExportOptions`].
    pub scale: f64,
    /// As in [`ExportOptions`].
    pub y_down: bool,
}

/// Why a scene cannot be placed in a game's space.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// The scene could not be saved either.
    #[error("the scene is not sound: {0}")]
    Unsound(validate::ValidationError),
    /// The scale is out of range.
    #[error("the scale {0} is out of range; use {MIN_SCALE} to {MAX_SCALE}")]
    Scale(f64),
    /// The origin is out of range.
    #[error("({}, {}) cannot be the origin; use a place with coordinates from -1e9 to 1e9", .0.x, .0.y)]
    Origin(Point),
    /// The origin would cut cells.
    #[error("the scene has cells, so its origin in the game has to be a corner of one, and ({}, {}) is none; use ({}, {})", origin.x, origin.y, corner.x, corner.y)]
    OriginInsideCell {
        /// The place asked for.
        origin: Point,
        /// The corner next to it.
        corner: Point,
    },
    /// The placement pushes a number of the scene out of its range.
    #[error("with the scale {scale} and the origin ({}, {}) the scene is not sound: {problem}, or another placement", origin.x, origin.y)]
    Scaled {
        /// The scale.
        scale: f64,
        /// The origin.
        origin: Point,
        /// What it does.
        problem: validate::ValidationError,
    },
}

impl PlacedScene {
    /// Places `scene` as `options` say.
    ///
    /// # Errors
    /// A [`PlacementError`] for options out of range and for a scene that is not sound, or would not be where it is placed.
    pub fn new(scene: &Scene, options: &ExportOptions) -> Result<Self, PlacementError> {
        if let Some(problem) = validate::problems(scene).into_iter().next() {
            return Err(PlacementError::Unsound(problem));
        }
        let scale = options.scale;
        if !(MIN_SCALE..=MAX_SCALE).contains(&scale) {
            return Err(PlacementError::Scale(scale));
        }
        let Point { x, y } = options.origin;
        if !(x.abs() <= MAX_COORDINATE && y.abs() <= MAX_COORDINATE) {
            return Err(PlacementError::Origin(options.origin));
        }
        let origin = Point {
            x: rounded(x),
            y: rounded(y),
        };
        let authored = scene.clone();
        let mut scene = scene.clone();
        if origin != Point::default() {
            move_origin(&mut scene, origin)?;
        }
        if scale != 1.0 {
            scale_lengths(&mut scene, scale);
        }
        // What is printed is then what every parser reads back, and what the trace is made from.
        validate::round_numbers(&mut scene);
        match validate::problems(&scene).into_iter().next() {
            Some(problem) => Err(PlacementError::Scaled {
                scale,
                origin,
                problem,
            }),
            None => Ok(Self {
                scene,
                authored,
                origin,
                plane: options.plane,
                scale,
                y_down: options.y_down,
            }),
        }
    }

    /// The scene as a reader of its export has it.
    pub fn into_exported(self) -> Exported {
        Exported {
            scene: self.scene,
            y_down: self.y_down,
            plane: self.plane,
            scale: self.scale,
            origin: self.origin,
        }
    }

    /// An upward coordinate or velocity as the game wants it.
    pub fn y(&self, y: f64) -> f64 {
        // The sum turns -0 into 0.
        if self.y_down { 0.0 - y } else { y + 0.0 }
    }

    /// The row of a cell as the game wants it: cell (0, 0) touches the origin from the side where y grows.
    pub fn row(&self, row: i32) -> i64 {
        if self.y_down {
            -i64::from(row) - 1
        } else {
            i64::from(row)
        }
    }
}

/// The way back: from the game's unit and origin to those the scene was authored in.
///
/// # Errors
/// For a placement that is none, and one that leads out of the range of numbers.
pub fn as_authored(mut scene: Scene, scale: f64, origin: Point) -> Result<Scene, FormatError> {
    let fault = |message: String| FormatError::Shape {
        pointer: "/scale".into(),
        message: format!("{message}; export the scene again"),
    };
    if !(MIN_SCALE..=MAX_SCALE).contains(&scale) {
        return Err(fault(format!("{scale} is out of range")));
    }
    if scale != 1.0 {
        scale_lengths(&mut scene, 1.0 / scale);
        validate::round_numbers(&mut scene);
    }
    if origin != Point::default() {
        move_origin(
            &mut scene,
            Point {
                x: -origin.x,
                y: -origin.y,
            },
        )
        .map_err(|error| fault(error.to_string()))?;
        validate::round_numbers(&mut scene);
    }
    let problems = validate::problems(&scene);
    if problems.is_empty() {
        Ok(scene)
    } else {
        Err(FormatError::Unsound(problems))
    }
}

/// Moves everything so that `origin` comes to (0, 0).
fn move_origin(scene: &mut Scene, origin: Point) -> Result<(), PlacementError> {
    move_cells(scene, origin)?;
    (scene.pointer.x, scene.pointer.y) = (scene.pointer.x - origin.x, scene.pointer.y - origin.y);
    for path in &mut scene.paths {
        for node in &mut Arc::make_mut(path).nodes {
            (node.x, node.y) = (node.x - origin.x, node.y - origin.y);
        }
    }
    for marker in Arc::make_mut(&mut scene.markers) {
        (marker.x, marker.y) = (marker.x - origin.x, marker.y - origin.y);
    }
    for agent in Arc::make_mut(&mut scene.agents) {
        (agent.x, agent.y) = (agent.x - origin.x, agent.y - origin.y);
    }
    Ok(())
}

/// Cells lie on a lattice through the origin, so where there are any, the new origin has to be a corner of one.
fn move_cells(scene: &mut Scene, origin: Point) -> Result<(), PlacementError> {
    let chases = scene
        .presets
        .iter()
        .any(|preset| matches!(preset.motion, Motion::GridChase(_)));
    if scene.cells.blocked.is_empty() && !chases {
        return Ok(());
    }
    let size = scene.cells.size;
    let corner = Point {
        x: rounded((origin.x / size).round() * size),
        y: rounded((origin.y / size).round() * size),
    };
    if origin != corner {
        return Err(PlacementError::OriginInsideCell { origin, corner });
    }
    let (columns, rows) = (
        (origin.x / size).round() as i64,
        (origin.y / size).round() as i64,
    );
    for [column, row] in &mut Arc::make_mut(&mut scene.cells).blocked {
        let moved = (
            i32::try_from(i64::from(*column) - columns),
            i32::try_from(i64::from(*row) - rows),
        );
        let (Ok(moved_column), Ok(moved_row)) = moved else {
            return Err(PlacementError::Origin(origin));
        };
        (*column, *row) = (moved_column, moved_row);
    }
    Ok(())
}

fn scale_lengths(scene: &mut Scene, scale: f64) {
    scene.pointer.x *= scale;
    scene.pointer.y *= scale;
    for preset in &mut scene.presets {
        let parameters = parameter::of_preset(Arc::make_mut(preset));
        parameters
            .into_iter()
            .for_each(|(_, mut parameter)| scale_parameter(&mut parameter, scale));
    }
    for path in &mut scene.paths {
        let path = Arc::make_mut(path);
        parameter::of_path(path)
            .iter_mut()
            .for_each(|parameter| scale_parameter(parameter, scale));
        for node in &mut path.nodes {
            node.x *= scale;
            node.y *= scale;
            parameter::of_node(node, 0.0)
                .iter_mut()
                .for_each(|parameter| scale_parameter(parameter, scale));
        }
    }
    for marker in Arc::make_mut(&mut scene.markers) {
        marker.x *= scale;
        marker.y *= scale;
    }
    for agent in Arc::make_mut(&mut scene.agents) {
        for value in [&mut agent.x, &mut agent.y, &mut agent.vx, &mut agent.vy] {
            *value *= scale;
        }
        if let Some(scatter) = &mut agent.scatter {
            scatter.min *= scale;
            scatter.max *= scale;
        }
    }
    Arc::make_mut(&mut scene.cells).size *= scale;
}

fn scale_parameter(parameter: &mut Parameter<'_>, scale: f64) {
    match parameter.unit {
        Unit::Length | Unit::Speed | Unit::Force => {
            if let Some(value) = parameter.value.get() {
                parameter.value.set(value * scale);
            }
        }
        Unit::Time | Unit::Degrees | Unit::Number => {}
    }
}
