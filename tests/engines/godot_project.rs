//! Scenes in a project as a person uses them: run by themselves, below a scene of their own, or
//! with files missing. By Godot 3.2.3, and by Godot 4.6 in its web build.

use crate::godot::{GROUND, PIXELS, SINGLE, in_game_units, lines};
use glam::DVec2;
use std::process::Output;
use steerwright_runtime::scene::{ExportOptions, Plane};
use steerwright_runtime::simulation::World;
use steerwright_testing::engine::run;
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, exported, shipped};
use steerwright_testing::godot::Godot;

pub const TESTS: EngineTests = engine_tests![
    each [Godot3, Godot4] => nodes_of_a_hand_made_scene_are_moved_by_name,
    each [Godot3, Godot4] => a_missing_file_is_named_and_nothing_hangs,
    each [Godot3, Godot4] => an_exported_scene_runs_without_a_main_scene,
    each [Godot3, Godot4] => blocked_cells_are_drawn,
];

/// The settings of a project that ends by itself and says what is seen.
fn quits(godot: Godot, exported: &Exported) {
    let folder = exported.folder.path();
    let script = godot.write_test_script(folder, "quit");
    godot.start_project(
        folder,
        &format!("\n[autoload]\n\nQuit=\"*res://{script}\"\n"),
    );
}

/// As a person does who presses F6: no script but those of the export, and one of the project that
/// ends the game.
fn an_exported_scene_runs_without_a_main_scene(godot: Godot) {
    for options in [PIXELS, GROUND] {
        let exported = exported(&shipped("gate-patrol"), godot.target(), &options);
        quits(godot, &exported);
        let mut command = godot.command(
            exported.folder.path(),
            &format!("{}.tscn", exported.file_name),
            &[],
        );
        let printed = godot.run_clean(&mut command);
        assert!(
            printed.contains("ended at tick 30") && printed.contains("\nseen\n"),
            "{printed}"
        );
        let preset = exported
            .scene
            .preset(exported.scene.agents[0].preset)
            .expect("a preset");
        let color = preset.color.to_string();
        assert!(
            printed.contains(&format!("color {}\n", &color[1..])),
            "{color} {printed}"
        );
        assert!(
            printed.contains(&format!("size {:.3}\n", preset.body.radius * options.scale)),
            "{printed}"
        );
        if godot == Godot::Four {
            let [agent, line] =
                [0, 1].map(|i| printed.lines().filter_map(pixel).nth(i).expect("a pixel"));
            let differ =
                |a: [i32; 3], b: [i32; 3]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).max();
            let wanted = preset.color.0.map(i32::from);
            assert!(
                differ(agent, wanted) <= Some(24),
                "{agent:?} is seen where an agent of color {wanted:?} is"
            );
            assert!(
                line.iter().all(|&part| part > 120),
                "{line:?} is seen where a path is"
            );
        }
    }
}

fn blocked_cells_are_drawn(godot: Godot) {
    for options in [PIXELS, GROUND] {
        let exported = exported(&shipped("grid-chase"), godot.target(), &options);
        quits(godot, &exported);
        let main = format!("{}.tscn", exported.file_name);
        let mut command = godot.command(exported.folder.path(), &main, &[]);
        let printed = godot.run_clean(&mut command);
        let cells = exported.scene.cells.blocked.len();
        assert!(
            cells > 50 && printed.contains(&format!("cells {cells}\n")),
            "{cells} cells: {printed}"
        );
    }
}

/// Red, green and blue of a line `pixel COLOR`.
fn pixel(line: &str) -> Option<[i32; 3]> {
    let color = line.strip_prefix("pixel ")?;
    Some([0, 2, 4].map(|i| i32::from_str_radix(&color[i..i + 2], 16).expect("hex digits")))
}

/// A scene that a person made: nodes below one with the script, called like agents; and a game that
/// takes one of them over.
fn nodes_of_a_hand_made_scene_are_moved_by_name(godot: Godot) {
    for options in [PIXELS, GROUND] {
        let exported = exported(&shipped("gate-patrol"), godot.target(), &options);
        let project = godot.project(std::slice::from_ref(&exported));
        std::fs::write(
            project.path().join("0/own.tscn"),
            own_scene(godot, &exported, &options),
        )
        .expect("a file");
        let printed = godot.run_script(project.path(), "own", &["res://0/own.tscn"]);

        let game = in_game_units(&exported);
        let mut world = World::new(&game.scene);
        let first = world.agents().next().expect("an agent").id;
        let mut told = printed
            .lines()
            .filter(|line| line.starts_with("state ") || line.starts_with("child "));
        for tick in 1..=90u32 {
            if (30..60).contains(&tick) {
                let place = DVec2::new(f64::from(tick) * 0.25, f64::from(tick) * -0.5);
                world
                    .drive(first, game.placement().upward(place))
                    .expect("driven");
            } else if tick == 60 {
                world.release(first).expect("released");
            }
            world.step();
            for agent in world.agents() {
                let place = game.placement().upward(agent.position) + 0.0;
                let wanted = format!(
                    "state {tick} {} {:016x} {:016x}",
                    agent.id,
                    place.x.to_bits(),
                    place.y.to_bits()
                );
                assert_eq!(told.next(), Some(wanted.as_str()), "{printed}");
                let line = told.next().expect("a child");
                let at = lines(line, "child")
                    .next()
                    .unwrap_or_else(|| panic!("{line}"));
                assert_eq!(at[..2], [f64::from(tick), f64::from(agent.id.0)]);
                assert!(
                    (DVec2::new(at[2], at[3]) - place).length() <= SINGLE,
                    "{line} instead of {place}"
                );
            }
        }
        assert!(
            told.next().is_none()
                && printed.contains("refused there is no agent 999")
                && printed.contains("spawned 4 1 1"),
            "{printed}"
        );
    }
}

/// Children in the order of the agents, below a root with the script, beside the export.
fn own_scene(godot: Godot, exported: &Exported, options: &ExportOptions) -> String {
    let (format, id) = if godot == Godot::Three {
        (2, "1")
    } else {
        (3, "\"1\"")
    };
    let class = match (godot, options.plane) {
        (_, Plane::Xy) => "Node2D",
        (Godot::Three, Plane::Xz) => "Spatial",
        (Godot::Four, Plane::Xz) => "Node3D",
    };
    let script = if godot == Godot::Three {
        "steerwright/steerwright_node.gd"
    } else {
        "res://addons/steerwright/steerwright_run.gd"
    };
    let mut text = format!(
        "[gd_scene format={format}]\n\n[ext_resource path=\"{script}\" type=\"Script\" id={id}]\n\n\
         [node name=\"Game\" type=\"{class}\"]\nscript = ExtResource({id})\nfile = \"{}.steer.json\"\nsmooth = false\n",
        exported.file_name
    );
    for agent in exported.scene.agents.iter() {
        text += &format!(
            "\n[node name=\"{}\" type=\"{class}\" parent=\".\"]\n",
            agent.name
        );
    }
    text
}

fn a_missing_file_is_named_and_nothing_hangs(godot: Godot) {
    for (missing, told) in [
        (
            "Squad.steer.json",
            "res://Squad.steer.json: does not exist; choose the exported NAME.steer.json",
        ),
        match godot {
            Godot::Three => ("steerwright", "res://steerwright/"),
            Godot::Four => ("addons", "res://addons/steerwright/"),
        },
    ] {
        let exported = exported(&shipped("squad"), godot.target(), &PIXELS);
        quits(godot, &exported);
        let path = exported.folder.path().join(missing);
        let removed = if path.is_dir() {
            std::fs::remove_dir_all(path)
        } else {
            std::fs::remove_file(path)
        };
        removed.expect("removed");
        let mut command = godot.command(exported.folder.path(), "Squad.tscn", &[]);
        let Output { stdout, stderr, .. } = run(&mut command);
        let (out, err) = (
            String::from_utf8_lossy(&stdout),
            String::from_utf8_lossy(&stderr),
        );
        // Without a script Godot 3 does not load the scene at all.
        let is_shown = missing.ends_with(".json") || godot == Godot::Four;
        assert!(
            out.contains("never moved") == is_shown && err.contains(told),
            "{godot:?} without {missing}: {out} {err}"
        );
        assert!(
            !err.contains("SCRIPT ERROR"),
            "{godot:?} without {missing}: {out} {err}"
        );
    }
}
