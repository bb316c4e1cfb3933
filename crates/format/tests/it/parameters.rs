//! The tables of parameters: nothing is missing in them, and limits hold between two numbers.

use serde_json::Value;
use std::collections::BTreeSet;
use steerwright_format::parameter::Kind;
use steerwright_format::{parameter, scene_schema};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Behavior, CellMap, Node, NodeId, PathId, PatrolPath, Scatter, Scene, WeightedBehavior,
};
use steerwright_runtime::steering::facing::Facing;
use steerwright_runtime::steering::{Arrive, Body, GridChase};

/// Repeats a block for every table: the name of its type in the schema, the table, and an owner with defaults.
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
            "Scatter" => parameter::SCATTER, Scatter { min: 1.0, max: 2.0 };
        );
        for behavior in Behavior::all() {
            let type_name = type_of(&behavior);
            for_each_table!(@ $type_name, $table, $owner, $check,
                type_name.as_str() => parameter::of_behavior(&behavior), behavior;
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
    // What is not tuned: identity, position, the seed, and the gap to walls, which has a table of its own.
    const OTHERS: [&str; 7] = [
        "format_version",
        "min_reader",
        "seed",
        "x",
        "y",
        "id",
        "skin",
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
    let table = parameter::of_behavior(&arrive);
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
