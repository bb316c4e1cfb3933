//! The parameters of what agents do at the nodes of a path.

use super::{DIRECTION, EVENT_NUMBER, Parameter, ParameterTable, TIME, TURN_RATE, Unit};
use crate::scene::{AlongAction, LookAt, NextNode, NodeAction, NodeScript};

type Table = ParameterTable<NodeAction>;

/// The numbers of an action, without what it looks at.
#[must_use]
pub fn of_action(action: &NodeAction) -> ParameterTable<NodeAction> {
    match action {
        NodeAction::Wait { .. } => WAIT,
        NodeAction::Look { .. } => LOOK,
        NodeAction::Sweep { .. } => SWEEP,
        NodeAction::Speed { .. } => SPEED,
        NodeAction::Emit { .. } => EMIT,
        NodeAction::SetWall { .. } => ParameterTable::EMPTY,
        NodeAction::Meet { .. } => MEET,
    }
}

/// The tables of actions, by the names of these in files. Others have no numbers.
pub const ACTIONS: &[(&str, ParameterTable<NodeAction>)] = &[
    ("wait", WAIT),
    ("look", LOOK),
    ("sweep", SWEEP),
    ("speed", SPEED),
    ("emit", EMIT),
    ("meet", MEET),
];

/// The name of an action in files.
#[must_use]
pub fn action_key(action: &NodeAction) -> &'static str {
    match action {
        NodeAction::Wait { .. } => "wait",
        NodeAction::Look { .. } => "look",
        NodeAction::Sweep { .. } => "sweep",
        NodeAction::Speed { .. } => "speed",
        NodeAction::Emit { .. } => "emit",
        NodeAction::SetWall { .. } => "set_wall",
        NodeAction::Meet { .. } => "meet",
    }
}

const WAIT: Table = ParameterTable(&[
    Parameter::number(variant_field!(NodeAction::Wait.min: f64), Unit::Time, TIME),
    Parameter::number(variant_field!(NodeAction::Wait.max: f64), Unit::Time, TIME).at_least("min"),
]);

const LOOK: Table = ParameterTable(&[Parameter::number(
    variant_field!(NodeAction::Look.turn_rate: Option<f64>),
    Unit::TurnRate,
    TURN_RATE,
)]);

const SWEEP: Table = ParameterTable(&[
    Parameter::number(
        variant_field!(NodeAction::Sweep.from_deg: f64),
        Unit::Degrees,
        DIRECTION,
    ),
    Parameter::number(
        variant_field!(NodeAction::Sweep.to_deg: f64),
        Unit::Degrees,
        DIRECTION,
    ),
    Parameter::number(
        variant_field!(NodeAction::Sweep.times: u32),
        Unit::Number,
        (1.0, 1e3),
    ),
    Parameter::number(
        variant_field!(NodeAction::Sweep.turn_rate: Option<f64>),
        Unit::TurnRate,
        TURN_RATE,
    ),
]);

const SPEED: Table = ParameterTable(&[Parameter::number(
    variant_field!(NodeAction::Speed.limit: Option<f64>),
    Unit::Speed,
    (0.0, 1e6),
)]);

const EMIT: Table = ParameterTable(&[Parameter::number(
    variant_field!(NodeAction::Emit.value: crate::scene::EventValue),
    Unit::Number,
    EVENT_NUMBER,
)]);

const MEET: Table = ParameterTable(&[Parameter::number(
    variant_field!(NodeAction::Meet.count: u32),
    Unit::Number,
    (1.0, 1e4),
)]);

/// The number of what an agent looks at, without the position of a point.
pub const LOOK_AT: ParameterTable<LookAt> = ParameterTable(&[Parameter::number(
    variant_field!(LookAt::Direction.deg: f64),
    Unit::Degrees,
    DIRECTION,
)]);

/// Where an action on a segment is.
pub const ALONG: ParameterTable<AlongAction> =
    ParameterTable(&[Parameter::length(field!(AlongAction.distance: f64), None)]);

/// How often a node is chosen.
pub const NEXT: ParameterTable<NextNode> = ParameterTable(&[Parameter::number(
    field!(NextNode.weight: u32),
    Unit::Number,
    (1.0, 1e6),
)]);

/// Replaces every number of a script, without positions, by a function of its unit and value.
pub fn map_script(script: &mut NodeScript, mut change: impl FnMut(Unit, f64) -> f64) {
    for action in &mut script.actions {
        map_action(action, &mut change);
    }
    for along in &mut script.along {
        ALONG.map(along, &mut change);
        map_action(&mut along.action, &mut change);
    }
    for next in &mut script.next {
        NEXT.map(next, &mut change);
    }
}

fn map_action(action: &mut NodeAction, change: &mut impl FnMut(Unit, f64) -> f64) {
    of_action(action).map(action, change);
    if let NodeAction::Look { at, .. } = action {
        LOOK_AT.map(at, change);
    }
}
