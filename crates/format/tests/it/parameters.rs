//! The tables of parameters: nothing is missing in them, and limits hold between two numbers.

use serde_json::Value;
use std::collections::BTreeSet;
use steerwright_format::scene_schema;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::{Kind, ParameterTable};
use steerwright_runtime::scene::{
    Alert, AlongAction, Behavior, CellMap, EnterAction, EventValue, Hearing, LookAt, NextNode,
    Node, NodeAction, NodeId, PathId, PatrolPath, Scatter, Scene, StateRules, Term,
    WeightedBehavior,
};
use steerwright_runtime::steering::facing::Facing;
use steerwright_runtime::steering::search::SearchSweep;
use steerwright_runtime::steering::{Arrive, Body, Goal, GridChase, Noise};

/// Repeats a block for every table: the name of its type in the schema, the table, and an owner
/// with defaults.
macro_rules! for_each_table {
    (|$type_name:ident, $table:ident, $owner:ident| $check:block) => {
        for_each_table!(@ $type_name, $table, $owner, $check,
            "" => parameter::SCENE, Scene::default();
            "CellMap" => parameter::CELLS, CellMap::default();
            "Body" => parameter::BODY, Body::default();
            "GridChase" => parameter::GRID_CHASE, GridChase::default();
            "Facing" => parameter::FACING, Facing::default();
            "Sight" => parameter::SIGHT, Sight::default();
            "WeightedBehavior" => parameter::WEIGHT, WeightedBehavior::from(Behavior::Seek {});
            "PatrolPath" => parameter::PATH, PatrolPath::new(PathId(1), "");
            "Node" => parameter::NODE, Node::at(NodeId(1), DVec2::ZERO);
            "Hearing" => parameter::HEARING, Hearing::default();
            "Alert" => parameter::ALERT, Alert::default();
            "Noise" => parameter::NOISE, Noise::default();
            "StateRules" => parameter::STATE, StateRules::default();
            "SearchSweep" => parameter::SEARCH_SWEEP, SearchSweep { from_deg: -45.0, to_deg: 45.0 };
            "AlongAction" => parameter::ALONG, AlongAction { place: None, distance: 1.0, action: NodeAction::Speed { limit: None } };
            "NextNode" => parameter::NEXT, NextNode { path: PathId(1), node: NodeId(1), weight: 1 };
            "Scatter" => parameter::SCATTER, Scatter { min: 1.0, max: 2.0 };
        );
        for behavior in Behavior::all() {
            let type_name = type_of(&behavior);
            for_each_table!(@ $type_name, $table, $owner, $check,
                type_name.as_str() => behavior.parameters(), behavior;
            );
        }
    };
    (@ $type_name:ident, $table:ident, $owner:ident, $check:block,
        $($name:expr => $of:expr, $default:expr;)*) => {
        $({
            #[allow(unused_mut, unused_variables)]
            let ($type_name, $table, mut $owner) = ($name, $of, $default);
            $check
        })*
    };
}

/// The name of the type of a behavior's parameters.
fn type_of(behavior: &Behavior) -> String {
    let text = format!("{behavior:?}");
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let variant = words.next().unwrap_or_default();
    // `Evade(Pursue { .. })`
    words
        .next()
        .filter(|word| !word.is_empty())
        .unwrap_or(variant)
        .to_owned()
}

fn numbers_of(schema: &Value, type_name: &str) -> BTreeSet<String> {
    let place = if type_name.is_empty() {
        "/properties".to_owned()
    } else {
        format!("/$defs/{type_name}/properties")
    };
    let is_number = |property: &Value| {
        let types = &property["type"];
        [types]
            .into_iter()
            .chain(types.as_array().into_iter().flatten())
            .any(|kind| kind == "number" || kind == "integer")
    };
    let properties = schema.pointer(&place).and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .filter(|(_, property)| is_number(property))
        .map(|(key, _)| key.clone())
        .collect()
}

#[test]
fn every_number_in_a_file_is_in_a_table() {
    // What is not tuned: identity, position, the seed, and what exports scale, which has tables of
    // its own.
    const OTHERS: [&str; 10] = [
        "format_version",
        "min_reader",
        "seed",
        "x",
        "y",
        "id",
        "skin",
        "touch_margin",
        "repath_distance",
        "route_tolerance",
    ];
    let schema: Value = serde_json::from_str(&scene_schema()).expect("JSON");
    let mut differing = Vec::new();
    for_each_table!(|type_name, table, owner| {
        let keys: BTreeSet<String> = table.into_iter().map(|p| p.key.to_owned()).collect();
        let mut numbers = numbers_of(&schema, type_name);
        numbers.retain(|key| !OTHERS.contains(&key.as_str()));
        let of_type = |key: &String| format!("{type_name}.{key}");
        differing.extend(numbers.symmetric_difference(&keys).map(of_type));
    });
    assert!(
        differing.is_empty(),
        "in a type but not in its table, or the other way around: {differing:?}"
    );
}

/// Adds what differs between the numbers of the variants of an enum, and their tables. Each owner
/// has all its numbers.
fn compare_variants<T: 'static>(
    schema: &Value,
    type_name: &str,
    owners: impl IntoIterator<Item = (&'static str, ParameterTable<T>, T)>,
    differing: &mut Vec<String>,
) {
    let variants = schema["$defs"][type_name]["oneOf"].as_array();
    let mut with_numbers: BTreeSet<String> = variants
        .into_iter()
        .flatten()
        .filter_map(|variant| {
            let (key, content) = variant["properties"].as_object()?.iter().next()?;
            let numbers = content["properties"].as_object()?.iter();
            let numbers = numbers.filter(|(key, what)| {
                let is_position = key.as_str() == "x" || key.as_str() == "y";
                let has_range = what.get("minimum").is_some();
                let format = what["format"].as_str();
                // The number that an event tells is one of several types.
                let is_value = key.as_str() == "value";
                !is_position && (has_range || format == Some("double") || is_value)
            });
            let keys: Vec<String> = numbers
                .map(|(number, _)| format!("{key}.{number}"))
                .collect();
            Some(keys)
        })
        .flatten()
        .collect();
    for (key, table, mut owner) in owners {
        for parameter in table {
            let name = format!("{key}.{}", parameter.key);
            if !with_numbers.remove(&name) {
                differing.push(format!("{type_name}.{name} is not in the schema"));
            }
            let (min, max) = parameter.range;
            let value = parameter.get(&owner).expect(&name);
            assert!((min..=max).contains(&value), "{type_name}.{name} = {value}");
            parameter.set(&mut owner, Some(1.0));
            assert_eq!(parameter.get(&owner), Some(1.0), "{type_name}.{name}");
        }
    }
    differing.extend(
        with_numbers
            .iter()
            .map(|name| format!("{type_name}.{name} has no table")),
    );
}

#[test]
fn every_number_of_a_variant_is_in_a_table() {
    let schema: Value = serde_json::from_str(&scene_schema()).expect("JSON");
    let mut differing = Vec::new();
    let goal = Goal::LastSeenAhead { ahead: 0.5 };
    let goals = [("last_seen_ahead", parameter::GOAL, goal)];
    compare_variants(&schema, "Goal", goals, &mut differing);
    let direction = LookAt::Direction { deg: 30.0 };
    let looks = [("direction", parameter::LOOK_AT, direction)];
    compare_variants(&schema, "LookAt", looks, &mut differing);
    let actions = [
        NodeAction::Wait { min: 1.0, max: 2.0 },
        NodeAction::Look {
            at: direction,
            turn_rate: Some(90.0),
        },
        NodeAction::Sweep {
            from_deg: 0.0,
            to_deg: 90.0,
            times: 2,
            turn_rate: Some(90.0),
        },
        NodeAction::Speed { limit: Some(1.5) },
        NodeAction::Emit {
            name: "bell".into(),
            value: EventValue::Number(3.0),
        },
        NodeAction::Meet {
            name: "gate".into(),
            count: 2,
        },
    ];
    let actions = actions.map(|action| {
        let key = parameter::action_key(&action);
        assert!(
            parameter::ACTIONS.iter().any(|(known, _)| *known == key),
            "{key}"
        );
        (key, parameter::of_action(&action), action)
    });
    compare_variants(&schema, "NodeAction", actions, &mut differing);
    let terms = [
        Term::SeesNotFor { seconds: 2.0 },
        Term::MeterAtLeast { meter: 0.5 },
        Term::MeterAtMost { meter: 0.5 },
        Term::For { min: 1.0, max: 2.0 },
        Term::Near { goal, radius: 2.0 },
    ];
    let terms = terms.map(|term| {
        let key = parameter::term_key(&term);
        assert!(
            parameter::TERMS.iter().any(|(known, _)| *known == key),
            "{key}"
        );
        (key, parameter::of_term(&term), term)
    });
    compare_variants(&schema, "Term", terms, &mut differing);
    let enter = [
        EnterAction::Emit {
            name: "bell".into(),
            value: EventValue::Number(3.0),
        },
        EnterAction::Share { radius: 5.0 },
    ];
    let enter = enter.map(|action| {
        let key = parameter::enter_key(&action);
        assert!(
            parameter::ENTER.iter().any(|(known, _)| *known == key),
            "{key}"
        );
        (key, parameter::of_enter(&action), action)
    });
    compare_variants(&schema, "EnterAction", enter, &mut differing);
    assert!(differing.is_empty(), "{differing:?}");
}

#[test]
fn a_parameter_reads_what_it_wrote_and_defaults_are_in_range_and_in_order() {
    for_each_table!(|type_name, table, owner| {
        for parameter in table {
            let name = format!("{type_name}.{}", parameter.key);
            assert_eq!(
                table.into_iter().filter(|p| p.key == parameter.key).count(),
                1,
                "{name}"
            );
            if let Some(value) = parameter.get(&owner) {
                let (min, max) = table.limits(&owner, parameter);
                assert!((min..=max).contains(&value), "{name} = {value}");
            }
            if let Some(key) = parameter.at_least {
                let other = table.find(key).expect(&name);
                assert_eq!(other.unit, parameter.unit, "{name}");
                assert_ne!(other.key, parameter.key, "{name}");
            }
            let before = parameter.get(&owner);
            parameter.set(&mut owner, Some(3.0));
            assert_eq!(parameter.get(&owner), Some(3.0), "{name}");
            parameter.set(&mut owner, None);
            let is_optional = parameter.kind == Kind::Optional;
            assert_eq!(parameter.get(&owner).is_none(), is_optional, "{name}");
            parameter.set(&mut owner, before);
            assert_eq!(parameter.get(&owner), before, "{name}");
        }
    });
}

#[test]
fn no_number_crosses_one_that_it_is_at_least() {
    let mut pairs = 0;
    for_each_table!(|type_name, table, owner| {
        for outer in table {
            let Some(inner) = outer.at_least.and_then(|key| table.find(key)) else {
                continue;
            };
            pairs += 1;
            inner.set(&mut owner, Some(2.0));
            outer.set(&mut owner, Some(4.0));
            table.set_within_limits(&mut owner, outer.key, 1.0);
            assert_eq!(outer.get(&owner), Some(2.0), "{type_name}.{}", outer.key);
            outer.set(&mut owner, Some(4.0));
            table.set_within_limits(&mut owner, inner.key, 9.0);
            assert_eq!(inner.get(&owner), Some(4.0), "{type_name}.{}", inner.key);
        }
    });
    // Arrive, leave, path following, wall following, homing walk, random start, sight.
    assert_eq!(pairs, 7);
}

#[test]
fn a_file_in_the_wrong_order_keeps_its_other_number_when_one_is_edited() {
    let mut arrive = Behavior::Arrive(Arrive {
        target_radius: 5.0,
        slow_radius: 2.0,
        ..Arrive::default()
    });
    let table = arrive.parameters();
    table.set_within_limits(&mut arrive, "slow_radius", 3.0);
    assert_eq!(table.get(&arrive, "slow_radius"), Some(5.0));
    assert_eq!(table.get(&arrive, "target_radius"), Some(5.0));
    for nothing in [f64::NAN, f64::INFINITY] {
        table.set_within_limits(&mut arrive, "slow_radius", nothing);
        assert_eq!(table.get(&arrive, "slow_radius"), Some(5.0));
    }
    table.set_within_limits(&mut arrive, "slow_radius", 1e12);
    assert_eq!(
        table.get(&arrive, "slow_radius"),
        Some(parameter::MAX_LENGTH)
    );
}
