//! The parameters of what is placed in a scene, and of the scene itself. Positions and velocities
//! are not parameters.

use super::{Anchor, MAX_COORDINATE, MAX_LENGTH, Parameter, ParameterTable, Unit, map_script};
use crate::scene::editor::Picture;
use crate::scene::{CellMap, Contact, Node, PatrolPath, Scatter, Scene, Spawner};

/// The numbers of a scene.
pub const SCENE: ParameterTable<Scene> = ParameterTable(&[Parameter::number(
    field!(Scene.ticks_per_second: f64),
    Unit::Number,
    (1.0, 1e3),
)
.named(
    "Ticks per second",
    "The simulation rate. The game must use the same rate.",
)]);

/// The gap that bodies keep from walls. It follows from the scale of an export and is not tuned.
pub const SKIN: ParameterTable<Scene> =
    ParameterTable(&[Parameter::length(field!(Scene.skin: f64), None).within(1e-9, 1.0)]);

/// Lengths of a scene that agents use among each other and on routes. They follow from the scale of
/// an export, like the gap to walls.
pub const MARGINS: ParameterTable<Scene> = ParameterTable(&[
    Parameter::length(field!(Scene.touch_margin: f64), None).within(1e-9, MAX_LENGTH),
    Parameter::length(field!(Scene.repath_distance: f64), None).within(1e-9, MAX_LENGTH),
    Parameter::length(field!(Scene.route_tolerance: f64), None).within(1e-9, MAX_LENGTH),
]);

/// The numbers of the cells.
pub const CELLS: ParameterTable<CellMap> =
    ParameterTable(&[Parameter::length(field!(CellMap.size: f64), None)
        .within(1e-3, 1e6)
        .named("Cell size", "The side length of a grid cell.")]);

/// The numbers of a path, without its nodes.
pub const PATH: ParameterTable<PatrolPath> = ParameterTable(&[
    Parameter::length(field!(PatrolPath.radius: f64), Some(Anchor::Node))
        .shown(
            "Node radius",
            (0.0, 4.0),
            "Within this distance, nodes count as reached. If it is too small for the speed, the agent circles the node.",
        ),
    Parameter::length(field!(PatrolPath.tolerance: f64), None)
        .within(1e-6, MAX_LENGTH)
        .shown(
            "Curve tolerance",
            (0.005, 0.5),
            "How far the path's points may lie from the curve. Smaller means more points.",
        ),
]);

/// The numbers of a node, without its position.
pub const NODE: ParameterTable<Node> = ParameterTable(&[
    Parameter::length(field!(Node.radius: Option<f64>), Some(Anchor::Node))
        .shown(
            "Radius",
            (0.0, 4.0),
            "Within this distance, the node counts as reached. Without one, the path's radius applies.",
        )
        .enabled_at(0.5)
        .unset_as("same as path"),
    Parameter::number(field!(Node.wait: f64), Unit::Time, (0.0, 1e6))
        .shown("Wait", (0.0, 10.0), "How long the agent waits at this node."),
    Parameter::number(field!(Node.speed: Option<f64>), Unit::Speed, (0.0, 1e6))
        .shown(
            "Speed limit",
            (0.0, 12.0),
            "The highest speed on the way to this node. Without one, the agent's max speed applies.",
        )
        .enabled_at(1.0)
        .unset_as("agent's max"),
]);

/// The numbers of a picture, without its position.
pub const PICTURE: ParameterTable<Picture> = ParameterTable(&[
    Parameter::length(field!(Picture.width: f64), None)
        .within(1e-6, MAX_LENGTH)
        .named("Width", "The width of the picture. The height follows."),
    Parameter::length(field!(Picture.height: f64), None)
        .within(1e-6, MAX_LENGTH)
        .named("Height", "The height of the picture. The width follows."),
    Parameter::number(
        field!(Picture.rotation: f64),
        Unit::Degrees,
        (-360.0, 360.0),
    )
    .named("Rotation", "The counterclockwise rotation."),
    Parameter::number(field!(Picture.opacity: f64), Unit::Number, (0.0, 1.0)).shown(
        "Opacity",
        (0.0, 1.0),
        "How much the picture covers the background: 0 is invisible, 1 is opaque.",
    ),
]);

/// The numbers of a random start position. Files may not break this order.
pub const SCATTER: ParameterTable<Scatter> = ParameterTable(&[
    MIN_SCATTER.shown(
        "Min start distance",
        (0.0, 20.0),
        "The agent starts at least this far from its start position.",
    ),
    MAX_SCATTER.shown(
        "Max start distance",
        (0.0, 20.0),
        "The agent starts at most this far from its start position.",
    ),
]);

/// The numbers of a random place at a spawner.
pub const SPAWNER_SCATTER: ParameterTable<Scatter> = ParameterTable(&[
    MIN_SCATTER.shown(
        "Min distance",
        (0.0, 20.0),
        "Agents enter at least this far from the place.",
    ),
    MAX_SCATTER.shown(
        "Max distance",
        (0.0, 20.0),
        "Agents enter at most this far from the place.",
    ),
]);

const MIN_SCATTER: Parameter<Scatter> =
    Parameter::length(field!(Scatter.min: f64), Some(Anchor::Start)).within(0.0, MAX_COORDINATE);
const MAX_SCATTER: Parameter<Scatter> =
    Parameter::length(field!(Scatter.max: f64), Some(Anchor::Start))
        .within(0.0, MAX_COORDINATE)
        .at_least("min");

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

/// Replaces every number of a path and its nodes, without their positions, by a function of its
/// unit and value.
pub fn map_path(path: &mut PatrolPath, mut change: impl FnMut(Unit, f64) -> f64) {
    PATH.map(path, &mut change);
    for node in &mut path.nodes {
        NODE.map(node, &mut change);
        if node.script.is_some() {
            node.edit_script(|script| map_script(script, &mut change));
        }
    }
}
