//! From the scene's axes and unit of length to the game's.

use crate::export::{ExportError, Options};
use crate::geometry::decimal::rounded;
use crate::scene::parameter::{self, Parameter, Unit};
use crate::scene::{Scene, validate};
use glam::DVec2;
use std::sync::Arc;

/// The smallest [`Options::scale`].
pub const MIN_SCALE: f64 = 1e-6;
/// The largest [`Options::scale`].
pub const MAX_SCALE: f64 = 1e6;

/// A scene in the game's unit of length.
///
/// Turning y round is exact and changes no other bit, so it is left to those that print: see [`Converted::y`].
pub(super) struct Converted {
    /// The scene, scaled, with y still up.
    pub scene: Scene,
    /// As in [`Options`].
    pub scale: f64,
    /// As in [`Options`].
    pub y_down: bool,
}

impl Converted {
    pub fn new(scene: &Scene, options: &Options) -> Result<Self, ExportError> {
        if let Some(problem) = validate::problems(scene).into_iter().next() {
            return Err(ExportError::Unsound(problem));
        }
        let scale = options.scale;
        if !(MIN_SCALE..=MAX_SCALE).contains(&scale) {
            return Err(ExportError::Scale(scale));
        }
        let mut scene = scene.clone();
        if scale != 1.0 {
            scale_lengths(&mut scene, scale);
        }
        // What is printed is then what every parser reads back, and what the trace is made from.
        validate::round_numbers(&mut scene);
        match validate::problems(&scene).into_iter().next() {
            Some(problem) => Err(ExportError::Scaled { scale, problem }),
            None => Ok(Self { scene, scale, y_down: options.y_down }),
        }
    }

    /// A place of the authored scene, in the game's unit.
    pub fn place(&self, place: DVec2) -> DVec2 {
        let scaled = |x: f64| rounded(if self.scale == 1.0 { x } else { x * self.scale });
        DVec2::new(scaled(place.x), scaled(place.y))
    }

    /// An upward coordinate or velocity as the game wants it.
    pub fn y(&self, y: f64) -> f64 {
        // The sum turns -0 into 0.
        if self.y_down { 0.0 - y } else { y + 0.0 }
    }

    /// The row of a cell as the game wants it: cell (0, 0) touches the origin from the side where y grows.
    pub fn row(&self, row: i32) -> i64 {
        if self.y_down { -i64::from(row) - 1 } else { i64::from(row) }
    }
}

fn scale_lengths(scene: &mut Scene, scale: f64) {
    scene.pointer.x *= scale;
    scene.pointer.y *= scale;
    for preset in &mut scene.presets {
        let parameters = parameter::of_preset(Arc::make_mut(preset));
        parameters.into_iter().for_each(|(_, mut parameter)| scale_parameter(&mut parameter, scale));
    }
    for path in &mut scene.paths {
        let path = Arc::make_mut(path);
        parameter::of_path(path).iter_mut().for_each(|parameter| scale_parameter(parameter, scale));
        for node in &mut path.nodes {
            node.x *= scale;
            node.y *= scale;
            parameter::of_node(node, 0.0).iter_mut().for_each(|parameter| scale_parameter(parameter, scale));
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
