//! Every parameter that an editor shows, and every behavior, has a label and help.

use std::collections::BTreeSet;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::{Kind, ParameterTable, Presentation};
use steerwright_runtime::scene::Behavior;

/// What is wrong with how the parameters of a table are presented.
fn faults<T>(name: &str, table: ParameterTable<T>) -> Vec<String> {
    let mut found = Vec::new();
    for parameter in table {
        let key = parameter.key;
        let Presentation {
            label,
            help,
            slider_range,
            enabled_value,
            ..
        } = parameter.presentation;
        if label.is_empty() || label == key {
            found.push(format!("{name}.{key} has no label"));
        }
        if !help.ends_with('.') {
            found.push(format!("{name}.{key} has no sentence of help"));
        }
        let (min, max) = parameter.range;
        let is_within = |value: f64| (min..=max).contains(&value);
        if let Some((low, high)) = slider_range
            && !(is_within(low) && is_within(high) && low < high)
        {
            found.push(format!("{name}.{key} has a slider beyond its range"));
        }
        if enabled_value.is_some() != (parameter.kind == Kind::Optional)
            || !enabled_value.is_none_or(is_within)
        {
            found.push(format!("{name}.{key} has the wrong value to start with"));
        }
    }
    found
}

#[test]
fn every_parameter_that_is_shown_has_a_label_and_help() {
    let mut found = [
        faults("scene", parameter::SCENE),
        faults("cells", parameter::CELLS),
        faults("path", parameter::PATH),
        faults("picture", parameter::PICTURE),
        faults("node", parameter::NODE),
        faults("scatter", parameter::SCATTER),
        faults("spawner scatter", parameter::SPAWNER_SCATTER),
        faults("body", parameter::BODY),
        faults("facing", parameter::FACING),
        faults("sight", parameter::SIGHT),
        faults("hearing", parameter::HEARING),
        faults("alert", parameter::ALERT),
        faults("noise", parameter::NOISE),
        faults("weight", parameter::WEIGHT),
        faults("grid_chase", parameter::GRID_CHASE),
    ]
    .concat();
    for behavior in Behavior::all() {
        let name = behavior.description().key;
        found.extend(faults(name, behavior.parameters()));
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
