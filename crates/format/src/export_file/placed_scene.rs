//! Converts a scene to the units and origin of a game, and back.

use super::exported::Exported;
use super::{margins, preset_references};
use crate::FormatError;
use crate::rounding;
use crate::validate;
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::level::Nets;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::{MAX_COORDINATE, Unit};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::export_options::{MAX_SCALE, MIN_SCALE};
use steerwright_runtime::scene::{Motion, Node, Plane, Scene, WeightedBehavior};
use steerwright_runtime::steering::separation::Falloff;

/// A scene in the game's unit of length, relative to the game's origin.
///
/// Flipping y is exact, so it is left to the writers: see [`PlacedScene::y`].
#[derive(Clone, Debug)]
pub struct PlacedScene {
    /// The scene, translated and scaled, with y up.
    pub scene: Scene,
    /// The authored scene.
    pub authored: Scene,
    /// As in [`ExportOptions`].
    pub origin: DVec2,
    /// As in [`ExportOptions`].
    pub plane: Plane,
    /// As in [`ExportOptions`].
    pub scale: f64,
    /// As in [`ExportOptions`].
    pub y_down: bool,
}

/// Why a scene cannot be converted to the coordinates of a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// The scene is invalid.
    #[error("the scene is invalid: {0}")]
    InvalidScene(validate::ValidationError),
    /// The scale is out of range.
    #[error("the scale {0} is out of range; use {MIN_SCALE} to {MAX_SCALE}")]
    Scale(f64),
    /// The origin is out of range.
    #[error("the origin ({}, {}) is out of range; use coordinates from -1e9 to 1e9", .0.x, .0.y)]
    Origin(DVec2),
    /// The origin is not at the corner of a cell.
    #[error("the origin ({}, {}) is not at the corner of a grid cell; use ({}, {})", origin.x, origin.y, corner.x, corner.y)]
    OriginInsideCell {
        /// The requested origin.
        origin: DVec2,
        /// The nearest corner.
        corner: DVec2,
    },
    /// The placement moves a number of the scene out of its range.
    #[error("with the scale {scale} and the origin ({}, {}), the scene is out of range: {error}, or change the placement", origin.x, origin.y)]
    Scaled {
        /// The scale.
        scale: f64,
        /// The origin.
        origin: DVec2,
        /// The number that is out of range.
        error: validate::ValidationError,
    },
}

impl PlacedScene {
    /// Converts `scene` as specified by `options`.
    ///
    /// # Errors
    /// A [`PlacementError`] if the options are out of range, or if the scene is invalid before or
    /// after the conversion.
    pub fn new(scene: &Scene, options: &ExportOptions) -> Result<Self, PlacementError> {
        if let Some(error) = validate::export_errors(scene).into_iter().next() {
            return Err(PlacementError::InvalidScene(error));
        }
        let scale = options.scale;
        if !(MIN_SCALE..=MAX_SCALE).contains(&scale) {
            return Err(PlacementError::Scale(scale));
        }
        let DVec2 { x, y } = options.origin;
        if !(x.abs() <= MAX_COORDINATE && y.abs() <= MAX_COORDINATE) {
            return Err(PlacementError::Origin(options.origin));
        }
        let origin = DVec2::new(rounded(x), rounded(y));
        let authored = scene.clone();
        let mut scene = scene.clone();
        if origin != DVec2::ZERO {
            move_origin(&mut scene, origin)?;
        }
        if scale != 1.0 {
            scale_lengths(&mut scene, scale);
        }
        // The trace is computed from the same numbers that the file contains.
        rounding::round_numbers(&mut scene);
        margins::reset_unneeded(&mut scene);
        clear_without_effect(&mut scene);
        preset_references::to_names(&mut scene);
        // From the numbers of the file, like everything that is derived.
        scene.nets = Some(Arc::new(Nets::baked(&scene, None).as_given()));
        match validate::export_errors(&scene).into_iter().next() {
            Some(error) => Err(PlacementError::Scaled {
                scale,
                origin,
                error,
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

    /// The scene as a reader of the export sees it.
    #[must_use]
    pub fn into_exported(self) -> Exported {
        Exported {
            scene: self.scene,
            y_down: self.y_down,
            plane: self.plane,
            scale: self.scale,
            origin: self.origin,
        }
    }

    /// A y coordinate or velocity in the game's direction of y.
    #[must_use]
    pub fn y(&self, y: f64) -> f64 {
        // Adding 0 turns -0 into 0.
        if self.y_down { 0.0 - y } else { y + 0.0 }
    }

    /// The row of a cell in the game's direction of y. Cell (0, 0) touches the origin on the
    /// positive side of y.
    #[must_use]
    pub fn row(&self, row: i32) -> i64 {
        if self.y_down {
            -i64::from(row) - 1
        } else {
            i64::from(row)
        }
    }
}

/// Brings what has no effect, and is not in an export, to what its reader takes instead: goals and
/// routes of behaviors without them, and the order of actions on a segment.
fn clear_without_effect(scene: &mut Scene) {
    for preset in &mut scene.presets {
        let is_clear = |weighted: &WeightedBehavior| *weighted == weighted.without_unused();
        if preset.behaviors_of_all_states().all(is_clear) {
            continue;
        }
        let preset = Arc::make_mut(preset);
        let others = preset.states.iter_mut().map(|state| &mut state.motion);
        for motion in std::iter::once(&mut preset.motion).chain(others) {
            if let Motion::Steered(steered) = motion {
                for weighted in &mut steered.behaviors {
                    *weighted = weighted.without_unused();
                }
            }
        }
    }
    for path in &mut scene.paths {
        let is_sorted = |node: &Node| node.along().is_sorted_by(|a, b| a.distance <= b.distance);
        if path.nodes.iter().all(is_sorted) {
            continue;
        }
        for node in &mut Arc::make_mut(path).nodes {
            if !is_sorted(node) {
                node.edit_script(|script| {
                    script
                        .along
                        .sort_by(|a, b| a.distance.total_cmp(&b.distance));
                });
            }
        }
    }
}

/// Converts a scene from the game's unit and origin back to the authored ones.
///
/// # Errors
/// A [`FormatError`] if the placement or a resulting number is out of range.
pub fn as_authored(mut scene: Scene, scale: f64, origin: DVec2) -> Result<Scene, FormatError> {
    let invalid = |message: String| FormatError::InvalidField {
        pointer: "/scale".into(),
        message: format!("{message}; export the scene again"),
    };
    if !(MIN_SCALE..=MAX_SCALE).contains(&scale) {
        return Err(invalid(format!("{scale} is out of range")));
    }
    // Scaled and rounded, it cannot be computed back in every case.
    let has_usual_skin = scene.skin == usual_skin(scale);
    // Of the scene, they are baked again.
    scene.nets = None;
    clear_places(&mut scene);
    let known_margins = margins::restored(&scene, scale);
    if scale != 1.0 {
        scale_lengths(&mut scene, 1.0 / scale);
        rounding::round_numbers(&mut scene);
    }
    if origin != DVec2::ZERO {
        move_origin(&mut scene, -origin).map_err(|error| invalid(error.to_string()))?;
    }
    // What others wrote may have more digits than a scene file keeps.
    rounding::round_numbers(&mut scene);
    if has_usual_skin {
        scene.skin = Scene::default().skin;
    }
    margins::set(&mut scene, known_margins);
    preset_references::to_ids(&mut scene);
    let errors = validate::scene_errors(&scene);
    if errors.is_empty() {
        Ok(scene)
    } else {
        Err(FormatError::Validation(errors))
    }
}

/// Clears the places of actions on segments, which only exports have.
fn clear_places(scene: &mut Scene) {
    let has_place = |node: &Node| node.along().iter().any(|along| along.place.is_some());
    for path in &mut scene.paths {
        if path.nodes.iter().any(has_place) {
            for node in &mut Arc::make_mut(path).nodes {
                if has_place(node) {
                    node.edit_script(|script| {
                        script.along.iter_mut().for_each(|along| along.place = None);
                    });
                }
            }
        }
    }
}

/// The gap to walls in an export of a scene that does not set it, which formats of other programs
/// do not hold.
#[must_use]
pub fn usual_skin(scale: f64) -> f64 {
    rounded(scaled_skin(Scene::default().skin, scale))
}

fn scaled_skin(skin: f64, scale: f64) -> f64 {
    (skin * scale).clamp(1e-9, 1.0)
}

/// Translates the scene so that `origin` becomes (0, 0).
fn move_origin(scene: &mut Scene, origin: DVec2) -> Result<(), PlacementError> {
    scene.nets = None;
    move_cells(scene, origin)?;
    scene.pointer -= origin;
    for path in &mut scene.paths {
        for node in &mut Arc::make_mut(path).nodes {
            node.position -= origin;
            rounding::map_script_points(node, |point| point - origin);
        }
    }
    for wall in &mut scene.walls {
        for node in &mut Arc::make_mut(wall).nodes {
            node.position -= origin;
        }
    }
    for marker in Arc::make_mut(&mut scene.markers) {
        marker.position -= origin;
    }
    for agent in Arc::make_mut(&mut scene.agents) {
        agent.position -= origin;
    }
    for spawner in &mut scene.spawners {
        rounding::map_spawner_points(Arc::make_mut(spawner), |point| point - origin);
    }
    Ok(())
}

/// The grid passes through the origin, so in a scene with cells the new origin must be the corner
/// of a cell.
fn move_cells(scene: &mut Scene, origin: DVec2) -> Result<(), PlacementError> {
    let chases = scene.presets.iter().any(|preset| preset.moves_by_cells());
    if scene.cells.blocked.is_empty() && !chases {
        return Ok(());
    }
    let size = scene.cells.size;
    let corner = DVec2::new(
        rounded((origin.x / size).round() * size),
        rounded((origin.y / size).round() * size),
    );
    if origin != corner {
        return Err(PlacementError::OriginInsideCell { origin, corner });
    }
    let (columns, rows) = (
        (origin.x / size).round() as i64,
        (origin.y / size).round() as i64,
    );
    for Cell { column, row } in &mut Arc::make_mut(&mut scene.cells).blocked {
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
    let mut scaled = |unit: Unit, value: f64| match unit {
        Unit::Length | Unit::Speed | Unit::Force => value * scale,
        Unit::Time
        | Unit::Degrees
        | Unit::TurnRate
        | Unit::Ticks
        | Unit::Cells
        | Unit::PerSecond
        | Unit::Number => value,
    };
    scene.pointer *= scale;
    for preset in &mut scene.presets {
        let preset = Arc::make_mut(preset);
        parameter::map_preset(preset, scaled);
        scale_inverse_square(&mut preset.motion, scale);
        for state in &mut preset.states {
            scale_inverse_square(&mut state.motion, scale);
        }
    }
    for path in &mut scene.paths {
        let path = Arc::make_mut(path);
        parameter::map_path(path, scaled);
        for node in &mut path.nodes {
            node.position *= scale;
            rounding::map_script_points(node, |point| point * scale);
        }
    }
    for wall in &mut scene.walls {
        for node in &mut Arc::make_mut(wall).nodes {
            node.position *= scale;
        }
    }
    scene.skin = scaled_skin(scene.skin, scale);
    scene.nets = None;
    margins::scale(scene, scale);
    for marker in Arc::make_mut(&mut scene.markers) {
        marker.position *= scale;
    }
    for agent in Arc::make_mut(&mut scene.agents) {
        agent.position *= scale;
        agent.velocity *= scale;
        if let Some(scatter) = &mut agent.scatter {
            parameter::SCATTER.map(scatter, &mut scaled);
        }
    }
    for spawner in &mut scene.spawners {
        let spawner = Arc::make_mut(spawner);
        rounding::map_spawner_points(spawner, |point| point * scale);
        if let Some(scatter) = &mut spawner.scatter {
            parameter::SCATTER.map(scatter, &mut scaled);
        }
    }
    for contact in &mut scene.contacts {
        parameter::CONTACT.map(Arc::make_mut(contact), &mut scaled);
    }
    parameter::CELLS.map(Arc::make_mut(&mut scene.cells), &mut scaled);
}

/// The push of an inverse square falloff is divided by a length, so the length is scaled once more
/// than a force is.
fn scale_inverse_square(motion: &mut Motion, scale: f64) {
    let Motion::Steered(steered) = motion else {
        return;
    };
    for weighted in &mut steered.behaviors {
        let behavior = &mut weighted.behavior;
        if behavior.falloff() == Some(Falloff::InverseSquare)
            && let Some(parameter) = behavior.parameters().find("max_separation")
        {
            let separation = parameter.get(behavior);
            parameter.set(behavior, separation.map(|force| force * scale));
        }
    }
}
