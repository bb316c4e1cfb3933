//! The scripts of the READMEs for Godot, in a project as they describe it.

use std::fmt::Write;
use std::path::Path;
use steerwright_runtime::scene::{PropertyDeclaration, PropertyOwner, PropertyType};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::godot::Godot;

pub const TESTS: EngineTests = engine_tests![
    each [Godot3, Godot4] => the_readmes_scripts_play,
];

fn the_readmes_scripts_play(godot: Godot) {
    let options = godot.target().default_options();
    let mut scene = shipped("gate-patrol");
    let mut mood = PropertyDeclaration::new("mood", PropertyType::Text, [PropertyOwner::Agents]);
    mood.default = "calm".into();
    scene.declared_properties = vec![mood].into();
    let export = exported(&scene, godot.target(), &options);
    let project = export.folder.path();
    godot.start_project(project, "");
    let readme = match godot {
        Godot::Three => "steerwright/README-godot3.md",
        Godot::Four => "addons/steerwright/README-godot4.md",
    };
    let readme = std::fs::read_to_string(project.join(readme)).expect("the README");
    for name in ["guard", "enemy", "monster", "shot"] {
        let own = format!("{}[node name=\"Own\" type=\"Node2D\"]\n", head(godot));
        std::fs::write(project.join(format!("{name}.tscn")), own).expect("a scene");
    }
    let scripts = scripts(&readme);
    for (i, script) in scripts.iter().enumerate() {
        write_scene(godot, project, i, &export.file_name, script);
    }
    let scenes: Vec<String> = (0..scripts.len())
        .map(|i| format!("res://{i}.tscn"))
        .collect();
    let scenes: Vec<&str> = scenes.iter().map(String::as_str).collect();
    let printed = godot.run_script(project, "readme", &scenes);
    let told: Vec<&str> = printed.split("== ").skip(1).collect();
    assert_eq!(told.len(), scripts.len(), "{printed}");
    for (script, told) in scripts.iter().zip(told) {
        let nodes: Vec<&str> = told
            .lines()
            .filter(|line| line.contains("nodes with"))
            .collect();
        let starts = |expected: &[&str]| {
            let is_same = nodes.len() == expected.len()
                && nodes
                    .iter()
                    .zip(expected)
                    .all(|(line, start)| line.starts_with(start));
            assert!(is_same, "{script}\n{told}");
        };
        if script.contains("_on_wave") {
            // A wave of three; the player catches one; the others are gone after an edit.
            starts(&["6 nodes", "5 nodes", "3 nodes"]);
        } else if script.contains("spawn_enemy") {
            starts(&["4 nodes", "4 nodes"]);
        } else if script.contains("extends SteerwrightRun") {
            // A scene of its own, without nodes of agents.
            starts(&["0 nodes with agents, 0 presets with scenes, tick 3"; 2]);
        } else if script.contains("mood") {
            starts(&["3 nodes"; 2]);
            assert!(told.contains("mood: calm\n"), "{told}");
        } else if script.contains("state_entered") {
            // Without guards there is nothing to tell.
            starts(&["3 nodes"; 2]);
        } else if script.contains("preset_scenes") {
            starts(&["3 nodes with agents, 2 presets"; 2]);
        } else {
            starts(&["3 nodes"; 2]);
            assert!(told.contains("Guard reached node 1\n"), "{told}");
        }
    }
}

/// The blocks of GDScript; those that do not say what they extend are parts of the script of a
/// Node2D.
fn scripts(readme: &str) -> Vec<String> {
    let blocks = readme.split("```gdscript\n").skip(1);
    let blocks: Vec<String> = blocks
        .map(|rest| {
            let lines = rest.split("```").next().unwrap_or_default().lines();
            let code: String = lines
                .map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)))
                .collect();
            if code.starts_with("extends ") {
                code
            } else {
                format!("extends Node2D\n\n{code}")
            }
        })
        .collect();
    assert!(blocks.len() > 1);
    blocks
}

/// A scene with a script at its root and, if that moves no nodes itself, with what the README tells
/// to add.
fn write_scene(godot: Godot, project: &Path, i: usize, name: &str, script: &str) {
    std::fs::write(
        project.join(format!("{i}.gd")),
        script.replace("NAME", name),
    )
    .expect("a script");
    let mut scene = head(godot);
    let id = |number: u8| match godot {
        Godot::Three => number.to_string(),
        Godot::Four => format!("\"{number}\""),
    };
    let [yard, own] = [1, 2].map(id);
    writeln!(scene, "[ext_resource path=\"res://{name}.tscn\" type=\"PackedScene\" id={yard}]\n[ext_resource path=\"res://{i}.gd\" type=\"Script\" id={own}]\n").expect("text");
    writeln!(
        scene,
        "[node name=\"Game\" type=\"Node2D\"]\nscript = ExtResource({own})\n"
    )
    .expect("text");
    if !script.starts_with("extends SteerwrightRun") {
        writeln!(scene, "[node name=\"Yard\" parent=\".\" instance=ExtResource({yard})]\nposition = Vector2(400, 300)\n\n[node name=\"Player\" type=\"Node2D\" parent=\".\"]").expect("text");
    }
    std::fs::write(project.join(format!("{i}.tscn")), scene).expect("a scene");
}

fn head(godot: Godot) -> String {
    let format = if godot == Godot::Three { 2 } else { 3 };
    format!("[gd_scene format={format}]\n\n")
}
