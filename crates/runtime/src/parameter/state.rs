//! The parameters of the states of a preset.

use super::{EVENT_NUMBER, GOAL, Parameter, ParameterTable, TIME, Unit};
use crate::scene::{EnterAction, EventValue, StateRules, Term};

/// The limits of a state.
pub const STATE: ParameterTable<StateRules> = ParameterTable(&[
    Parameter::number(
        field!(StateRules.max_speed: Option<f64>),
        Unit::Speed,
        (0.0, 1e6),
    ),
    Parameter::number(
        field!(StateRules.max_force: Option<f64>),
        Unit::Force,
        (0.0, 1e9),
    ),
]);

/// The numbers of a term, without that of its goal.
#[must_use]
pub fn of_term(term: &Term) -> ParameterTable<Term> {
    match term {
        Term::SeesNotFor { .. } => SEES_NOT_FOR,
        Term::MeterAtLeast { .. } => METER_AT_LEAST,
        Term::MeterAtMost { .. } => METER_AT_MOST,
        Term::For { .. } => FOR,
        Term::Near { .. } => NEAR,
        Term::Sees
        | Term::Hears
        | Term::Told
        | Term::Touches
        | Term::Arrived
        | Term::PathFinished
        | Term::Event { .. }
        | Term::SearchFinished
        | Term::NoRoute => ParameterTable::EMPTY,
    }
}

/// The tables of terms, by the names of these in files. Other terms have no numbers.
pub const TERMS: &[(&str, ParameterTable<Term>)] = &[
    ("sees_not_for", SEES_NOT_FOR),
    ("meter_at_least", METER_AT_LEAST),
    ("meter_at_most", METER_AT_MOST),
    ("for", FOR),
    ("near", NEAR),
];

/// The name of a term in files.
#[must_use]
pub fn term_key(term: &Term) -> &'static str {
    match term {
        Term::Sees => "sees",
        Term::SeesNotFor { .. } => "sees_not_for",
        Term::Hears => "hears",
        Term::Told => "told",
        Term::Touches => "touches",
        Term::MeterAtLeast { .. } => "meter_at_least",
        Term::MeterAtMost { .. } => "meter_at_most",
        Term::For { .. } => "for",
        Term::Arrived => "arrived",
        Term::PathFinished => "path_finished",
        Term::Near { .. } => "near",
        Term::Event { .. } => "event",
        Term::SearchFinished => "search_finished",
        Term::NoRoute => "no_route",
    }
}

const SEES_NOT_FOR: ParameterTable<Term> = ParameterTable(&[Parameter::number(
    variant_field!(Term::SeesNotFor.seconds: f64),
    Unit::Time,
    TIME,
)]);

const METER_AT_LEAST: ParameterTable<Term> = ParameterTable(&[Parameter::number(
    variant_field!(Term::MeterAtLeast.meter: f64),
    Unit::Number,
    (0.0, 1.0),
)]);

const METER_AT_MOST: ParameterTable<Term> = ParameterTable(&[Parameter::number(
    variant_field!(Term::MeterAtMost.meter: f64),
    Unit::Number,
    (0.0, 1.0),
)]);

const FOR: ParameterTable<Term> = ParameterTable(&[
    Parameter::number(variant_field!(Term::For.min: f64), Unit::Time, TIME),
    Parameter::number(variant_field!(Term::For.max: f64), Unit::Time, TIME).at_least("min"),
]);

const NEAR: ParameterTable<Term> = ParameterTable(&[Parameter::length(
    variant_field!(Term::Near.radius: f64),
    None,
)]);

/// The numbers of an action on entering a state.
#[must_use]
pub fn of_enter(action: &EnterAction) -> ParameterTable<EnterAction> {
    match action {
        EnterAction::Emit { .. } => EMIT,
        EnterAction::SetWall { .. } => ParameterTable::EMPTY,
        EnterAction::Share { .. } => SHARE,
    }
}

/// The tables of actions on entering a state, by the names of these in files. Others have no
/// numbers.
pub const ENTER: &[(&str, ParameterTable<EnterAction>)] = &[("emit", EMIT), ("share", SHARE)];

/// The name of an action on entering a state in files.
#[must_use]
pub fn enter_key(action: &EnterAction) -> &'static str {
    match action {
        EnterAction::Emit { .. } => "emit",
        EnterAction::SetWall { .. } => "set_wall",
        EnterAction::Share { .. } => "share",
    }
}

const EMIT: ParameterTable<EnterAction> = ParameterTable(&[Parameter::number(
    variant_field!(EnterAction::Emit.value: EventValue),
    Unit::Number,
    EVENT_NUMBER,
)]);

const SHARE: ParameterTable<EnterAction> = ParameterTable(&[Parameter::length(
    variant_field!(EnterAction::Share.radius: f64),
    None,
)]);

/// Replaces every number of the rules of a state by a function of its unit and value.
pub(super) fn map_rules(rules: &mut StateRules, change: &mut impl FnMut(Unit, f64) -> f64) {
    STATE.map(rules, change);
    for action in &mut rules.enter {
        of_enter(action).map(action, change);
    }
    for transition in &mut rules.transitions {
        for term in &mut transition.terms {
            of_term(term).map(term, change);
            if let Term::Near { goal, .. } = term {
                GOAL.map(goal, change);
            }
        }
    }
}
