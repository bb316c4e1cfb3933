//! Scripts of GameMaker. The tests of engines parse and run them.

use super::exported;
use steerwright_export::ExportTarget;
use steerwright_testing::hard_metadata::scene_with_hard_metadata;

#[test]
fn scripts_for_gamemaker_set_properties_by_name() {
    let exported = exported(&scene_with_hard_metadata(), ExportTarget::GameMaker);
    let script = exported.text(".gml");
    for (variable, times) in [("_properties", 5), ("_preset_properties", 1)] {
        for name in [
            r#""my prop""#,
            r#""1st""#,
            r#""id""#,
            r#""x\"); game_end(); //""#,
        ] {
            let set = format!("    variable_struct_set({variable}, {name}, ");
            assert_eq!(script.matches(&set).count(), times, "{set}");
        }
    }
    // No name of a property is one of a field, where "1st" would be an error.
    for text in ["properties: { ", "1st:", "my prop:", "says / "] {
        let in_literals = script.lines().filter(|line| {
            !line.contains("variable_struct_set") && !line.contains("_scene.declared_properties")
        });
        assert!(in_literals.clone().count() > 20);
        assert!(
            !in_literals.into_iter().any(|line| line.contains(text)),
            "{text}"
        );
    }
    for literal in [
        "variable_struct_set(_properties, \"glow\", make_color_rgb(1, 2, 250));",
        "variable_struct_set(_properties, \"becomes\", \"Hunter\");",
        "variable_struct_set(_properties, \"becomes\", undefined);",
        "{ kind: \"wait\", min_value: 1, max_value: 2, min_ticks: 50, max_ticks: 100 }",
        "{ kind: \"emit\", name: \"5\", value: \"5\" }",
        "next: [{ path: 3, node: 1, weight: 3 }, { path: 3, node: 0, weight: 1 }], choose_value: \"in_turn\", not_back: true",
        "type: \"int\"",
        "default_value: 100",
    ] {
        assert!(script.contains(literal), "{literal}");
    }
}
