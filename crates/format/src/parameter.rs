//! One table of every number in a preset, path or node: its name, unit, range, and help on the motion.
//!
//! Validation, rounding, the inspector and the rings on the canvas all read this table, so a new parameter is described once.

use steerwright_runtime::scene::{Behavior, Motion, Node, PatrolPath, Preset};
use steerwright_runtime::steering::{
    Body, FollowLeader, FollowPath, GridChase, HomingWalk, Leave, Separation,
};

/// An authored number.
pub struct Parameter<'a> {
    /// Its field name in files.
    pub key: &'static str,
    /// Its label in the editor.
    pub label: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// The range that a file may use.
    pub allowed: (f64, f64),
    /// The range of its slider.
    pub slider_range: (f64, f64),
    /// Its help on the motion, for a tooltip.
    pub help: &'static str,
    /// The number.
    pub value: Slot<'a>,
}

/// The unit of a [`Parameter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The scene's unit of length.
    Length,
    /// Length per second.
    Speed,
    /// Length per second squared, times mass.
    Force,
    /// Seconds.
    Time,
    /// Degrees.
    Degrees,
    /// A plain number.
    Number,
}

impl Unit {
    /// The suffix after a number, given the scene's unit of length.
    pub fn suffix(self, length: &str) -> String {
        match self {
            Self::Length => format!(" {length}"),
            Self::Speed => format!(" {length}/s"),
            Self::Force => format!(" {length}/s²"),
            Self::Time => " s".into(),
            Self::Degrees => "°".into(),
            Self::Number => String::new(),
        }
    }
}

/// A reference to the number of a [`Parameter`].
pub enum Slot<'a> {
    /// A required number.
    Number(&'a mut f64),
    /// An optional number, and its value when it is first enabled.
    Optional(&'a mut Option<f64>, f64),
    /// An integer.
    Count(&'a mut u32),
}

impl Slot<'_> {
    /// The number, if it is set.
    pub fn get(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(**value),
            Self::Optional(value, _) => **value,
            Self::Count(value) => Some(f64::from(**value)),
        }
    }

    /// Sets the number.
    pub fn set(&mut self, to: f64) {
        match self {
            Self::Number(value) => **value = to,
            Self::Optional(value, _) => **value = Some(to),
            Self::Count(value) => **value = to.round() as u32,
        }
    }
}

/// The largest length, in units of the scene.
pub const MAX_LENGTH: f64 = 1e9;
pub use steerwright_runtime::scene::MAX_COORDINATE;

type P<'a> = Parameter<'a>;

/// A radius or distance whose slider goes from 0 to `slider_max`.
fn length<'a>(
    key: &'static str,
    label: &'static str,
    slider_max: f64,
    value: &'a mut f64,
    help: &'static str,
) -> P<'a> {
    P {
        key,
        label,
        unit: Unit::Length,
        allowed: (0.0, MAX_LENGTH),
        slider_range: (0.0, slider_max),
        help,
        value: Slot::Number(value),
    }
}

/// A time to target of a behavior's own.
fn own_time_to_target<'a>(value: &'a mut Option<f64>, help: &'static str) -> P<'a> {
    P {
        key: "time_to_target",
        label: "Time to target",
        unit: Unit::Time,
        allowed: (1e-3, 1e3),
        slider_range: (0.01, 1.0),
        help,
        value: Slot::Optional(value, 0.1),
    }
}

/// The limits of a body.
pub fn of_body(body: &mut Body) -> Vec<Parameter<'_>> {
    vec![
        P {
            key: "max_speed",
            label: "Max speed",
            unit: Unit::Speed,
            allowed: (0.0, 1e6),
            slider_range: (0.0, 12.0),
            help: "The highest speed. Faster agents make wider turns and overshoot more.",
            value: Slot::Number(&mut body.max_speed),
        },
        P {
            key: "max_force",
            label: "Max force",
            unit: Unit::Force,
            allowed: (0.0, 1e9),
            slider_range: (0.0, 60.0),
            help: "The largest steering force. Less force means wider turns and longer braking.",
            value: Slot::Number(&mut body.max_force),
        },
        P {
            key: "mass",
            label: "Mass",
            unit: Unit::Number,
            allowed: (1e-3, 1e6),
            slider_range: (0.1, 20.0),
            help: "Divides every force. A heavy agent responds slowly and overshoots.",
            value: Slot::Number(&mut body.mass),
        },
        P {
            key: "time_to_target",
            label: "Time to target",
            unit: Unit::Time,
            allowed: (1e-3, 1e3),
            slider_range: (0.01, 1.0),
            help: "Seconds in which a desired velocity is to be reached. Shorter is snappier, longer is smoother.",
            value: Slot::Number(&mut body.time_to_target),
        },
        P {
            key: "radius",
            label: "Body radius",
            unit: Unit::Length,
            allowed: (0.0, MAX_LENGTH),
            slider_range: (0.05, 3.0),
            help: "The size at which the agent is drawn. Doesn't change the motion.",
            value: Slot::Number(&mut body.radius),
        },
    ]
}

/// The numbers of a behavior.
pub fn of_behavior(behavior: &mut Behavior) -> Vec<Parameter<'_>> {
    match behavior {
        Behavior::Seek {} => vec![],
        Behavior::Flee(flee) => vec![P {
            key: "panic_distance",
            label: "Panic distance",
            unit: Unit::Length,
            allowed: (0.0, MAX_LENGTH),
            slider_range: (0.0, 20.0),
            help: "The agent flees only while the danger is closer than this.",
            value: Slot::Optional(&mut flee.panic_distance, 5.0),
        }],
        Behavior::Arrive(arrive) => vec![
            length(
                "target_radius",
                "Target radius",
                3.0,
                &mut arrive.target_radius,
                "Within this radius the agent has arrived and stops.",
            ),
            length(
                "slow_radius",
                "Slow radius",
                12.0,
                &mut arrive.slow_radius,
                "Within this radius the agent slows down. If it is too small for the speed, the agent overshoots.",
            ),
            own_time_to_target(
                &mut arrive.time_to_target,
                "Replaces the body's time to target for this behavior.",
            ),
        ],
        Behavior::Leave(leave) => of_leave(leave),
        Behavior::Pursue(pursue) | Behavior::Evade(pursue) => vec![P {
            key: "max_prediction",
            label: "Max prediction",
            unit: Unit::Time,
            allowed: (0.0, 1e6),
            slider_range: (0.0, 5.0),
            help: "The furthest that motion is predicted. Without a limit, distant agents aim far ahead.",
            value: Slot::Optional(&mut pursue.max_prediction, 1.0),
        }],
        Behavior::FollowPath(follow) => of_follow_path(follow),
        Behavior::Separation(separation) => of_separation(separation),
        Behavior::FollowLeader(follow) => of_follow_leader(follow),
        Behavior::HomingWalk(walk) => of_homing_walk(walk),
    }
}

fn of_leave(leave: &mut Leave) -> Vec<Parameter<'_>> {
    vec![
        length(
            "escape_radius",
            "Escape radius",
            12.0,
            &mut leave.escape_radius,
            "Closer to the danger than this, the agent moves at full speed.",
        ),
        length(
            "danger_radius",
            "Danger radius",
            20.0,
            &mut leave.danger_radius,
            "Beyond this distance, the danger is ignored.",
        ),
        own_time_to_target(
            &mut leave.time_to_target,
            "Replaces the body's time to target for this behavior.",
        ),
    ]
}

fn of_follow_path(follow: &mut FollowPath) -> Vec<Parameter<'_>> {
    vec![
        length(
            "target_radius",
            "End target radius",
            3.0,
            &mut follow.target_radius,
            "At the end of an open path, the agent stops within this radius.",
        ),
        length(
            "slow_radius",
            "End slow radius",
            12.0,
            &mut follow.slow_radius,
            "At the end of an open path, the agent slows down within this radius.",
        ),
        own_time_to_target(
            &mut follow.time_to_target,
            "At the end of a path walked once: replaces the body's time to target.",
        ),
    ]
}

fn of_separation(separation: &mut Separation) -> Vec<Parameter<'_>> {
    vec![
        length(
            "radius",
            "Separation radius",
            6.0,
            &mut separation.radius,
            "Agents closer than this push each other away.",
        ),
        P {
            key: "max_separation",
            label: "Max separation",
            unit: Unit::Force,
            allowed: (0.0, 1e9),
            slider_range: (0.0, 40.0),
            help: "The largest separation force.",
            value: Slot::Number(&mut separation.max_separation),
        },
    ]
}

fn of_follow_leader(follow: &mut FollowLeader) -> Vec<Parameter<'_>> {
    vec![
        length(
            "behind_distance",
            "Behind distance",
            8.0,
            &mut follow.behind_distance,
            "How far behind the leader the followers gather, and how far ahead of it they clear the way.",
        ),
        length(
            "sight_radius",
            "Sight radius",
            8.0,
            &mut follow.sight_radius,
            "Within this distance of the leader, or of the point ahead of it, a follower moves aside.",
        ),
        length(
            "slow_radius",
            "Slow radius",
            12.0,
            &mut follow.slow_radius,
            "Within this distance of its position behind the leader, a follower slows down.",
        ),
        length(
            "separation_radius",
            "Separation radius",
            6.0,
            &mut follow.separation_radius,
            "Followers of the same leader closer than this push each other away.",
        ),
        P {
            key: "max_separation",
            label: "Max separation",
            unit: Unit::Force,
            allowed: (0.0, 1e9),
            slider_range: (0.0, 40.0),
            help: "The largest separation force between followers.",
            value: Slot::Number(&mut follow.max_separation),
        },
    ]
}

fn of_homing_walk(walk: &mut HomingWalk) -> Vec<Parameter<'_>> {
    vec![
        P {
            key: "step_fraction",
            label: "Step fraction",
            unit: Unit::Number,
            allowed: (0.0, 1.0),
            slider_range: (0.05, 1.0),
            help: "The fraction of the remaining distance that a step covers. Smaller fractions wander more.",
            value: Slot::Number(&mut walk.step_fraction),
        },
        length(
            "min_step",
            "Shortest step",
            5.0,
            &mut walk.min_step,
            "The shortest step. Closer than this, the agent walks straight to the target.",
        ),
        length(
            "max_step",
            "Longest step",
            30.0,
            &mut walk.max_step,
            "The longest step.",
        ),
        length(
            "aggro_radius",
            "Aggro radius",
            60.0,
            &mut walk.aggro_radius,
            "At this distance the field of view is widest. Closer in, it narrows and the walk gets straighter.",
        ),
        P {
            key: "max_fov_deg",
            label: "Max field of view",
            unit: Unit::Degrees,
            allowed: (0.0, 360.0),
            slider_range: (0.0, 180.0),
            help: "The full field of view at a distance. A wider view wanders more.",
            value: Slot::Number(&mut walk.max_fov_deg),
        },
        length(
            "reach_radius",
            "Reach radius",
            3.0,
            &mut walk.reach_radius,
            "Within this of a waypoint, the next one is picked.",
        ),
        P {
            key: "step_jitter",
            label: "Step jitter",
            unit: Unit::Number,
            allowed: (0.0, 1.0),
            slider_range: (0.0, 1.0),
            help: "Makes each step longer or shorter by a random part of up to this.",
            value: Slot::Number(&mut walk.step_jitter),
        },
        P {
            key: "repick_interval",
            label: "Re-pick interval",
            unit: Unit::Time,
            allowed: (0.0, 1e4),
            slider_range: (0.0, 10.0),
            help: "Picks a new waypoint after this time even if the last one is not reached. 0: never.",
            value: Slot::Number(&mut walk.repick_interval),
        },
    ]
}

/// The numbers of a grid chase.
pub fn of_grid_chase(chase: &mut GridChase) -> Vec<Parameter<'_>> {
    vec![
        P {
            key: "step_interval",
            label: "Step interval",
            unit: Unit::Time,
            allowed: (1e-3, 1e4),
            slider_range: (0.05, 2.0),
            help: "Time per cell. Shorter is faster.",
            value: Slot::Number(&mut chase.step_interval),
        },
        P {
            key: "max_path_length",
            label: "Max path length",
            unit: Unit::Number,
            allowed: (0.0, 1e6),
            slider_range: (1.0, 200.0),
            help: "In line-of-sight mode, the number of cells planned ahead.",
            value: Slot::Count(&mut chase.max_path_length),
        },
    ]
}

/// The weight of a behavior.
pub fn of_weight(weight: &mut f64) -> Parameter<'_> {
    P {
        key: "weight",
        label: "Weight",
        unit: Unit::Number,
        allowed: (-1e6, 1e6),
        slider_range: (0.0, 5.0),
        help: "Multiplies the behavior's force before forces are combined.",
        value: Slot::Number(weight),
    }
}

/// The numbers of a path, without its nodes.
pub fn of_path(path: &mut PatrolPath) -> Vec<Parameter<'_>> {
    vec![
        length(
            "radius",
            "Node radius",
            4.0,
            &mut path.radius,
            "Within this distance a node is reached. If it is too small for the speed, the agent circles the node.",
        ),
        P {
            key: "tolerance",
            label: "Curve tolerance",
            unit: Unit::Length,
            allowed: (1e-6, MAX_LENGTH),
            slider_range: (0.005, 0.5),
            help: "How far the path's points may lie from the curve. Smaller means more points.",
            value: Slot::Number(&mut path.tolerance),
        },
    ]
}

/// The numbers of a node, without its position.
pub fn of_node(node: &mut Node, path_radius: f64) -> [Parameter<'_>; 3] {
    [
        P {
            key: "radius",
            label: "Radius",
            unit: Unit::Length,
            allowed: (0.0, MAX_LENGTH),
            slider_range: (0.0, 4.0),
            help: "Within this distance the node is reached. When off, the path's radius applies.",
            value: Slot::Optional(&mut node.radius, path_radius),
        },
        P {
            key: "wait",
            label: "Wait",
            unit: Unit::Time,
            allowed: (0.0, 1e6),
            slider_range: (0.0, 10.0),
            help: "How long the agent waits at this node.",
            value: Slot::Number(&mut node.wait),
        },
        P {
            key: "speed",
            label: "Speed limit",
            unit: Unit::Speed,
            allowed: (0.0, 1e6),
            slider_range: (0.0, 12.0),
            help: "The highest speed on the way to this node. When off, the agent's max speed applies.",
            value: Slot::Optional(&mut node.speed, 1.0),
        },
    ]
}

/// Every number of a preset, with the JSON pointer to its parent object.
pub fn of_preset(preset: &mut Preset) -> Vec<(String, Parameter<'_>)> {
    let mut all: Vec<(String, Parameter<'_>)> = of_body(&mut preset.body)
        .into_iter()
        .map(|p| ("body".into(), p))
        .collect();
    match &mut preset.motion {
        Motion::Steered(steered) => {
            for (i, weighted) in steered.behaviors.iter_mut().enumerate() {
                let place = format!("motion/steered/behaviors/{i}");
                let inner = format!("{place}/behavior/{}", behavior_key(&weighted.behavior));
                all.push((place, of_weight(&mut weighted.weight)));
                all.extend(
                    of_behavior(&mut weighted.behavior)
                        .into_iter()
                        .map(|p| (inner.clone(), p)),
                );
            }
        }
        Motion::GridChase(chase) => all.extend(
            of_grid_chase(chase)
                .into_iter()
                .map(|p| ("motion/grid_chase".into(), p)),
        ),
    }
    all
}

/// The name of a behavior in files.
pub fn behavior_key(behavior: &Behavior) -> &'static str {
    match behavior {
        Behavior::Seek {} => "seek",
        Behavior::Flee(_) => "flee",
        Behavior::Arrive(_) => "arrive",
        Behavior::Leave(_) => "leave",
        Behavior::Pursue(_) => "pursue",
        Behavior::Evade(_) => "evade",
        Behavior::FollowPath(_) => "follow_path",
        Behavior::Separation(_) => "separation",
        Behavior::FollowLeader(_) => "follow_leader",
        Behavior::HomingWalk(_) => "homing_walk",
    }
}
