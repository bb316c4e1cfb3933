//! The parameters of what is placed in a scene, and of the scene itself. Positions and velocities are not parameters.

use super::{Anchor, MAX_COORDINATE, MAX_LENGTH, Parameter, ParameterTable, Unit, map_script};
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{CellMap, Contact, Node, PatrolPath, Scatter, Scene, Spawner};

/// The numbers of a scene.
pub const SCENE: ParameterTable<Scene> = ParameterTable(&[Parameter::number(
    field!(Scene.ticks_per_second: f64),
    Unit::Number,
    (1.0, 1e3),
)]);

/// The gap that bodies keep from walls. It follows from the scale of an export and is not tuned.
pub const SKIN: ParameterTable<Scene> =
    ParameterTable(&[Parameter::length(field!(Scene.skin: f64), None).within(1e-9, 1.0)]);

/// Lengths of a scene that agents use among each other and on routes. They follow from the scale of an export, like the gap to walls.
pub const MARGINS: ParameterTable<Scene> = ParameterTable(&[
    Parameter::length(field!(Scene.touch_margin: f64), None).within(1e-9, MAX_LENGTH),
    Parameter::length(field!(Scene.repath_distance: f64), None).within(1e-9, MAX_LENGTH),
    Parameter::length(field!(Scene.route_tolerance: f64), None).within(1e-9, MAX_LENGTH),
]);

/// The numbers of the cells.
pub const CELLS: ParameterTable<CellMap> =
    ParameterTable(&[Parameter::length(field!(CellMap.size: f64), None).within(1e-3, 1e6)]);

/// The numbers of a path, without its nodes.
pub const PATH: ParameterTable<PatrolPath> = ParameterTable(&[
    Parameter::length(field!(PatrolPath.radius: f64), Some(Anchor::Node)),
    Parameter::length(field!(PatrolPath.tolerance: f64), None).within(1e-6, MAX_LENGTH),
]);

/// The numbers of a node, without its position.
pub const NODE: ParameterTable<Node> = ParameterTable(&[
    Parameter::length(field!(Node.radius: Option<f64>), Some(Anchor::Node)),
    Parameter::number(field!(Node.wait: f64), Unit::Time, (0.0, 1e6)),
    Parameter::number(field!(Node.speed: Option<f64>), Unit::Speed, (0.0, 1e6)),
]);

/// The numbers of a picture, without its position.
pub const PICTURE: ParameterTable<Picture> = ParameterTable(&[
    Parameter::length(field!(Picture.width: f64), None).within(1e-6, MAX_LENGTH),
    Parameter::length(field!(Picture.height: f64), None).within(1e-6, MAX_LENGTH),
    Parameter::number(
        field!(Picture.rotation: f64),
        Unit::Degrees,
        (-360.0, 360.0),
    ),
    Parameter::number(field!(Picture.opacity: f64), Unit::Number, (0.0, 1.0)),
]);

/// The numbers of a random start position. Files may not break this order.
pub const SCATTER: ParameterTable<Scatter> = ParameterTable(&[
    Parameter::length(field!(Scatter.min: f64), Some(Anchor::Start)).within(0.0, MAX_COORDINATE),
    Parameter::length(field!(Scatter.max: f64), Some(Anchor::Start))
        .within(0.0, MAX_COORDINATE)
        .at_least("min"),
]);

/// The times of a spawner.
pub const SPAWNER: ParameterTable<Spawner> = ParameterTable(&[
    Parameter::number(field!(Spawner.delay: f64), Unit::Time, (0.0, 1e6)),
    Parameter::number(field!(Spawner.every: Option<f64>), Unit::Time, (1e-3, 1e6)),
    Parameter::number(field!(Spawner.jitter: f64), Unit::Time, (0.0, 1e6)),
    Parameter::number(
        field!(Spawner.lifetime: Option<f64>),
        Unit::Time,
        (1e-3, 1e6),
    ),
]);

/// The lengths of a contact rule.
pub const CONTACT: ParameterTable<Contact> = ParameterTable(&[
    Parameter::length(field!(Contact.distance: Option<f64>), None),
    Parameter::length(field!(Contact.margin: f64), None),
]);

/// Replaces every number of a path and its nodes, without their positions, by a function of its unit and value.
pub fn map_path(path: &mut PatrolPath, mut change: impl FnMut(Unit, f64) -> f64) {
    PATH.map(path, &mut change);
    for node in &mut path.nodes {
        NODE.map(node, &mut change);
        if node.script.is_some() {
            node.edit_script(|script| map_script(script, &mut change));
        }
    }
}
