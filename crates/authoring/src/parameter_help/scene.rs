//! The parameters of what is placed in a scene, and of the scene itself.

use super::ParameterHelp;

/// For [`steerwright_format::parameter::SCENE`].
pub const SCENE: &[ParameterHelp] = &[ParameterHelp::without_slider(
    "ticks_per_second",
    "Ticks per second",
    "The simulation rate. The game must use the same rate.",
)];

/// For [`steerwright_format::parameter::CELLS`].
pub const CELLS: &[ParameterHelp] = &[ParameterHelp::without_slider(
    "size",
    "Cell size",
    "The side length of a grid cell.",
)];

/// For [`steerwright_format::parameter::PATH`].
pub const PATH: &[ParameterHelp] = &[
    ParameterHelp::new(
        "radius",
        "Node radius",
        (0.0, 4.0),
        "Within this distance, nodes count as reached. If it is too small for the speed, the agent circles the node.",
    ),
    ParameterHelp::new(
        "tolerance",
        "Curve tolerance",
        (0.005, 0.5),
        "How far the path's points may lie from the curve. Smaller means more points.",
    ),
];

/// For [`steerwright_format::parameter::PICTURE`].
pub const PICTURE: &[ParameterHelp] = &[
    ParameterHelp::without_slider(
        "width",
        "Width",
        "The width of the picture. The height follows.",
    ),
    ParameterHelp::without_slider(
        "height",
        "Height",
        "The height of the picture. The width follows.",
    ),
    ParameterHelp::without_slider("rotation", "Rotation", "The counterclockwise rotation."),
    ParameterHelp::new(
        "opacity",
        "Opacity",
        (0.0, 1.0),
        "How much the picture covers the background: 0 is invisible, 1 is opaque.",
    ),
];

/// For [`steerwright_format::parameter::NODE`]. A radius of its own starts with the radius of the path, in units.
pub const fn of_node(path_radius: f64) -> [ParameterHelp; 3] {
    [
        ParameterHelp::new(
            "radius",
            "Radius",
            (0.0, 4.0),
            "Within this distance, the node counts as reached. Without one, the path's radius applies.",
        )
        .inherits(path_radius, "same as path"),
        ParameterHelp::new(
            "wait",
            "Wait",
            (0.0, 10.0),
            "How long the agent waits at this node.",
        ),
        ParameterHelp::new(
            "speed",
            "Speed limit",
            (0.0, 12.0),
            "The highest speed on the way to this node. Without one, the agent's max speed applies.",
        )
        .enabled_at(1.0)
        .unset_as("agent's max"),
    ]
}

/// For [`steerwright_format::parameter::SCATTER`] of a spawner.
pub const SPAWNER_SCATTER: &[ParameterHelp] = &[
    ParameterHelp::new(
        "min",
        "Min distance",
        (0.0, 20.0),
        "Agents enter at least this far from the place.",
    ),
    ParameterHelp::new(
        "max",
        "Max distance",
        (0.0, 20.0),
        "Agents enter at most this far from the place.",
    ),
];

/// For [`steerwright_format::parameter::SCATTER`] of an agent.
pub const SCATTER: &[ParameterHelp] = &[
    ParameterHelp::new(
        "min",
        "Min start distance",
        (0.0, 20.0),
        "The agent starts at least this far from its start position.",
    ),
    ParameterHelp::new(
        "max",
        "Max start distance",
        (0.0, 20.0),
        "The agent starts at most this far from its start position.",
    ),
];
