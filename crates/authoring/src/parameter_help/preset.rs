//! The parameters of a preset that are not those of a behavior.

use super::ParameterHelp;

/// For [`steerwright_format::parameter::BODY`].
pub const BODY: &[ParameterHelp] = &[
    ParameterHelp::new(
        "max_speed",
        "Max speed",
        (0.0, 12.0),
        "The highest speed. Faster agents make wider turns and overshoot more.",
    ),
    ParameterHelp::new(
        "max_force",
        "Max force",
        (0.0, 60.0),
        "The largest steering force. Less force means wider turns and longer braking.",
    ),
    ParameterHelp::new(
        "mass",
        "Mass",
        (0.1, 20.0),
        "Divides every force. A heavy agent responds slowly and overshoots.",
    ),
    ParameterHelp::new(
        "time_to_target",
        "Time to target",
        (0.01, 1.0),
        "The time in which the agent tries to reach its desired velocity. Shorter is snappier, longer is smoother.",
    ),
    ParameterHelp::new(
        "radius",
        "Body radius",
        (0.05, 3.0),
        "How near the agent comes to walls, and the size at which it is drawn.",
    ),
];

/// For [`steerwright_format::parameter::FACING`].
pub const FACING: &[ParameterHelp] = &[ParameterHelp::new(
    "turn_rate",
    "Turn rate",
    (10.0, 720.0),
    "How fast the agent turns to where it looks.",
)
.enabled_at(180.0)
.unset_as("immediate")];

/// For [`steerwright_format::parameter::SIGHT`].
pub const SIGHT: &[ParameterHelp] = &[
    ParameterHelp::new(
        "range",
        "Sight range",
        (0.0, 20.0),
        "How far the agent sees.",
    ),
    ParameterHelp::new(
        "near",
        "Near radius",
        (0.0, 5.0),
        "Within this distance, the agent sees all around it.",
    ),
    ParameterHelp::new(
        "fov_deg",
        "Field of view",
        (10.0, 360.0),
        "The full angle, half of it on each side of where the agent looks.",
    ),
    ParameterHelp::without_slider(
        "notice_ticks",
        "Notice after",
        "How long the agent must see its target without a break to notice it.",
    ),
    ParameterHelp::without_slider(
        "forget_ticks",
        "Forget after",
        "How long the agent must not see its target to lose it.",
    ),
];

/// For [`steerwright_format::parameter::HEARING`].
pub const HEARING: &[ParameterHelp] = &[
    ParameterHelp::new(
        "scale",
        "Sensitivity",
        (0.0, 3.0),
        "Multiplies the radius of every noise. 1 is ordinary hearing.",
    ),
    ParameterHelp::new(
        "muffle",
        "Through walls",
        (0.0, 1.0),
        "The share of the radius that is left of a noise behind a wall.",
    ),
];

/// For [`steerwright_format::parameter::ALERT`].
pub const ALERT: &[ParameterHelp] = &[
    ParameterHelp::new(
        "rise_near",
        "Rise near",
        (0.0, 10.0),
        "How much the meter rises per second while someone is seen within the near radius.",
    ),
    ParameterHelp::new(
        "rise_far",
        "Rise far",
        (0.0, 4.0),
        "How much the meter rises per second while someone is seen at the sight range.",
    ),
    ParameterHelp::new(
        "fall",
        "Fall",
        (0.0, 2.0),
        "How much the meter falls per second while no one is seen.",
    ),
    ParameterHelp::new(
        "noise_rise",
        "Rise by noise",
        (0.0, 1.0),
        "How much the meter rises in every tick in which a noise is heard.",
    ),
];

/// For [`steerwright_format::parameter::NOISE`].
pub const NOISE: &[ParameterHelp] = &[
    ParameterHelp::new(
        "speed",
        "Above speed",
        (0.0, 12.0),
        "The agent can be heard while it is faster than this.",
    ),
    ParameterHelp::new(
        "radius",
        "Noise radius",
        (0.0, 20.0),
        "How far away it can be heard.",
    ),
];

/// For [`steerwright_format::parameter::WEIGHT`].
pub const WEIGHT: &[ParameterHelp] = &[ParameterHelp::new(
    "weight",
    "Weight",
    (0.0, 5.0),
    "Multiplies the behavior's force before forces are combined.",
)];

/// For [`steerwright_format::parameter::GRID_CHASE`].
pub const GRID_CHASE: &[ParameterHelp] = &[
    ParameterHelp::new(
        "step_interval",
        "Step interval",
        (0.05, 2.0),
        "Time per cell. Shorter is faster.",
    ),
    ParameterHelp::without_slider(
        "max_path_length",
        "Max path length",
        "The longest line of sight.",
    ),
];
