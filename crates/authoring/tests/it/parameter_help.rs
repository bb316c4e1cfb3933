//! Every parameter and behavior has a label and help, and nothing else has.

use std::collections::BTreeSet;
use steerwright_authoring::parameter_help;
use steerwright_authoring::parameter_help::ParameterHelp;
use steerwright_format::parameter;
use steerwright_format::parameter::{Kind, ParameterTable};
use steerwright_runtime::scene::Behavior;

/// What differs between a table of parameters and the table of their help.
fn differences<T>(name: &str, table: ParameterTable<T>, help: &[ParameterHelp]) -> Vec<String> {
    let mut found = Vec::new();
    for parameter in table {
        let key = parameter.key;
        let entries: Vec<_> = help.iter().filter(|entry| entry.key == key).collect();
        let [entry] = entries.as_slice() else {
            found.push(format!("{name}.{key} has {} entries", entries.len()));
            continue;
        };
        if entry.label.is_empty() {
            found.push(format!("{name}.{key} has no label"));
        }
        if !entry.help.ends_with('.') {
            found.push(format!("{name}.{key} has no sentence of help"));
        }
        let (min, max) = parameter.range;
        let is_within = |value: f64| (min..=max).contains(&value);
        if let Some((low, high)) = entry.slider_range
            && !(is_within(low) && is_within(high) && low < high)
        {
            found.push(format!("{name}.{key} has a slider beyond its range"));
        }
        if entry.enabled_value.is_some() != (parameter.kind == Kind::Optional)
            || !entry.enabled_value.is_none_or(is_within)
        {
            found.push(format!("{name}.{key} has the wrong value to start with"));
        }
    }
    let keys: BTreeSet<_> = table.into_iter().map(|parameter| parameter.key).collect();
    let superfluous = help.iter().filter(|entry| !keys.contains(entry.key));
    found.extend(superfluous.map(|entry| format!("{name}.{} is no parameter", entry.key)));
    found
}

#[test]
fn every_parameter_has_a_label_and_help_and_nothing_else_has() {
    use parameter_help as help;
    let mut found = [
        differences("scene", parameter::SCENE, help::SCENE),
        differences("cells", parameter::CELLS, help::CELLS),
        differences("path", parameter::PATH, help::PATH),
        differences("picture", parameter::PICTURE, help::PICTURE),
        differences("node", parameter::NODE, &help::of_node(0.5)),
        differences("scatter", parameter::SCATTER, help::SCATTER),
        differences("body", parameter::BODY, help::BODY),
        differences("facing", parameter::FACING, help::FACING),
        differences("sight", parameter::SIGHT, help::SIGHT),
        differences("weight", parameter::WEIGHT, help::WEIGHT),
        differences("grid_chase", parameter::GRID_CHASE, help::GRID_CHASE),
    ]
    .concat();
    for behavior in Behavior::all() {
        found.extend(differences(
            behavior.description().key,
            parameter::of_behavior(&behavior),
            help::of_behavior(&behavior),
        ));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_behavior_has_its_own_label_and_a_sentence_of_help() {
    let labels: BTreeSet<_> = Behavior::all()
        .iter()
        .map(|behavior| behavior.description().label)
        .collect();
    assert_eq!(labels.len(), Behavior::all().len());
    for behavior in Behavior::all() {
        let help = behavior.description().help;
        assert!(help.ends_with('.'), "{help}");
    }
}
