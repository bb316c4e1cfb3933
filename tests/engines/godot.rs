//! The exports for Godot, loaded and run by Godot 3 in a project with nothing else in it; those for Godot 4 say the same in its
//! dialect, which `.ci/check_godot4.sh` looks up in the engine's own description of its API.

use glam::DVec2;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use steerwright_export::{self as export, Target};
use steerwright_format::export_file::{Exported as Read, read_export};
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Plane, Point, Scene,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_testing::engine::{engine, run_well};
use steerwright_testing::exported::{Exported, SCENES, SECONDS, exported, shipped};
use steerwright_testing::root;

const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};
const GROUND: ExportOptions = ExportOptions {
    y_down: true,
    plane: Plane::Xz,
    ..ExportOptions::AS_AUTHORED
};
const ELSEWHERE: ExportOptions = ExportOptions {
    scale: 10.0,
    origin: Point { x: 2.0, y: -3.0 },
    ..ExportOptions::AS_AUTHORED
};

/// Godot's nodes are in single precision: what that makes of coordinates up to about 1000, in game units.
const SINGLE: f64 = 1e-3;

/// Godot, in a project that has nothing in it but the export; `None` where it is not installed.
fn godot(folder: &Path, arguments: &[&str]) -> Option<Command> {
    let mut command = engine("godot3-server")?;
    std::fs::write(
        folder.join("project.godot"),
        "config_version=4\n\n[application]\n\nconfig/name=\"New Game Project\"\n",
    )
    .expect("a project");
    std::fs::copy(
        root().join("tests/engines/godot/run.gd"),
        folder.join("run.gd"),
    )
    .expect("a copy");
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, folder);
    }
    command
        .current_dir(folder)
        .args(["--fixed-fps", "60", "--path", "."])
        .args(arguments);
    Some(command)
}

/// What the engine printed of this many ticks of the exported scene; the lines that begin with `word`, without it.
fn played(exported: &Exported, ticks: u64) -> Option<String> {
    let scene = format!("res://{}.tscn", exported.file_name);
    let printed = run_well(&mut godot(
        exported.folder.path(),
        &["-s", "run.gd", &scene, &ticks.to_string()],
    )?);
    assert!(
        printed.contains(&format!("done {ticks} {}", exported.scene.agents.len())),
        "{printed}"
    );
    Some(printed)
}

fn lines<'a>(printed: &'a str, word: &'a str) -> impl Iterator<Item = Vec<f64>> + 'a {
    let rests = printed
        .lines()
        .filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '));
    rests.map(|rest| {
        rest.split_whitespace()
            .map(|number| number.parse().expect("a number"))
            .collect()
    })
}

/// The scene as it is in the game, with y up.
fn in_game_units(exported: &Exported) -> Read {
    let text = std::fs::read_to_string(
        exported
            .folder
            .path()
            .join(format!("{}.steer.json", exported.file_name)),
    )
    .expect("an export");
    read_export(&text).expect("a sound export")
}

/// The nodes are where the agents are.
fn moves_its_nodes(exported: &Exported, printed: &str) {
    let states: Vec<&str> = printed
        .lines()
        .filter(|line| line.starts_with("state "))
        .collect();
    exported.same_places(&states.join("\n"), 0.0, states.len());
    let children: Vec<String> = printed
        .lines()
        .filter_map(|line| Some(format!("state {}", line.strip_prefix("child ")?)))
        .collect();
    assert_eq!(children.len(), states.len());
    exported.same_places(&children.join("\n"), SINGLE, states.len());
}

/// The curves are the paths: by their handles within the tolerance of the path, and as a follower goes, which cuts corners between
/// the points that Godot takes from the curve, within half of their distance more. And the other way round: they leave nothing out.
fn draws_its_paths(exported: &Exported, printed: &str) {
    let game = in_game_units(exported);
    let up = |line: &[f64]| DVec2::new(line[1], if game.y_down { -line[2] } else { line[2] });
    for path in &game.scene.paths {
        let of_path = |line: &Vec<f64>| line[0] == f64::from(path.id.0);
        let line = Polyline::new(path.route().points(), path.is_closed());
        let curve: Vec<DVec2> = lines(printed, "curve")
            .filter(of_path)
            .map(|line| up(&line))
            .collect();
        let stretches = if path.is_closed() {
            path.nodes.len()
        } else {
            path.nodes.len() - 1
        };
        assert_eq!(curve.len(), 17 * stretches);
        for point in &curve {
            let off = line.distance_to(*point);
            assert!(
                off <= path.tolerance + SINGLE,
                "{} of {} strays by {off} at {point}",
                path.name,
                exported.file_name
            );
        }
        let curve = Polyline::new(curve, false);
        for point in path.route().points() {
            let off = curve.distance_to(point);
            assert!(
                off <= 2.0 * path.tolerance + SINGLE,
                "{} of {} misses {point} by {off}",
                path.name,
                exported.file_name
            );
        }
        let mut followed = 0;
        for at in lines(printed, "follow").filter(of_path) {
            let off = line.distance_to(up(&at));
            assert!(
                off <= path.tolerance + at[3] / 2.0 + SINGLE,
                "a follower of {} strays by {off} at {at:?}",
                path.name
            );
            followed += 1;
        }
        assert_eq!(followed, 400);
        assert!(
            printed.contains(&format!("\nresource {}\n", path.id)),
            "{printed}"
        );
    }
    for (marker, at) in game.scene.markers.iter().zip(lines(printed, "marker")) {
        assert_eq!(at[0], f64::from(marker.id.0));
        assert!((up(&at) - marker.position()).length() <= SINGLE);
    }
    assert_eq!(lines(printed, "marker").count(), game.scene.markers.len());
}

#[test]
fn three_scenes_run_in_an_empty_project() {
    let ticks = (SECONDS * 60.0) as u64;
    for name in SCENES {
        for options in [PIXELS, GROUND, ELSEWHERE] {
            let exported = exported(&shipped(name), Target::Godot3, &options);
            let Some(printed) = played(&exported, ticks) else {
                return;
            };
            moves_its_nodes(&exported, &printed);
            draws_its_paths(&exported, &printed);
            let events = printed
                .lines()
                .filter(|line| line.starts_with("signal "))
                .count();
            assert!(events > 0, "{name} happens in silence");
        }
    }
}

/// As a person does who presses F6: no script but those of the export, and one of the project that ends the game.
#[test]
fn a_scene_runs_by_itself() {
    for options in [PIXELS, GROUND] {
        let exported = exported(&shipped("squad"), Target::Godot3, &options);
        let Some(mut command) = godot(
            exported.folder.path(),
            &[&format!("{}.tscn", exported.file_name)],
        ) else {
            return;
        };
        std::fs::copy(
            root().join("tests/engines/godot/quit.gd"),
            exported.folder.path().join("quit.gd"),
        )
        .expect("a copy");
        let project = exported.folder.path().join("project.godot");
        let settings = std::fs::read_to_string(&project).expect("a project")
            + "\n[autoload]\n\nQuit=\"*res://quit.gd\"\n";
        std::fs::write(project, settings).expect("a project");
        let printed = run_well(&mut command);
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
    }
}

/// Names that break out of what is not written with care, none, twice the same, and the ones of Godot's own tree.
const NAMES: [&str; 12] = [
    "",
    "",
    "Guard",
    "Guard",
    "../Agents/Guard:x",
    "a \"quoted\" \\name\\",
    "line\nfeed\t\u{1}\u{7f}",
    "]\n[node name=\"x\"]",
    "हिन्दी 中文 😀",
    "%Paths@2",
    "${x} {0} %s",
    "\u{202e}txet",
];

/// A scene whose every name is hostile, with paths of none, one and two nodes among the others.
fn hostile() -> Scene {
    let mut scene = shipped("squad");
    scene.name = "\"]\n[ext_resource] 😀 हिन्दी \\".into();
    scene.notes = NAMES.join("\n");
    for (agent, name) in Arc::make_mut(&mut scene.agents)
        .iter_mut()
        .zip(NAMES.iter().cycle())
    {
        agent.name = (*name).into();
    }
    for preset in &mut scene.presets {
        Arc::make_mut(preset).name = NAMES[7].into();
    }
    for (i, name) in NAMES.iter().enumerate() {
        let mut path = PatrolPath::new(PathId(i as u32 + 100), *name);
        path.shape = if i % 2 == 0 {
            Shape::CatmullRom
        } else {
            Shape::Straight
        };
        path.traversal = [Traversal::Once, Traversal::Loop, Traversal::PingPong][i % 3];
        path.nodes = (0..i as u32 / 2)
            .map(|j| Node::at(NodeId(j), DVec2::new(f64::from(j % 3), f64::from(j / 3))))
            .collect();
        scene.paths.push(path.into());
        Arc::make_mut(&mut scene.markers).push(Marker::at(
            MarkerId(i as u32 + 100),
            *name,
            MarkerKind::Danger,
            DVec2::new(i as f64, 1.5),
        ));
    }
    scene
}

#[test]
fn hostile_names_and_empty_paths_are_played_too() {
    for options in [PIXELS, GROUND] {
        let exported = exported(&hostile(), Target::Godot3, &options);
        let Some(printed) = played(&exported, 60) else {
            return;
        };
        moves_its_nodes(&exported, &printed);
        assert_eq!(
            printed.matches("\nresource ").count(),
            hostile().paths.len(),
            "{printed}"
        );
        assert_eq!(lines(&printed, "marker").count(), hostile().markers.len());
    }
}

#[test]
fn ten_thousand_nodes_and_none_are_loaded() {
    let mut path = PatrolPath::new(PathId(1), "long");
    (path.shape, path.traversal) = (Shape::CatmullRom, Traversal::Loop);
    let place = |i: u32| {
        DVec2::new(
            f64::from(i % 100) * 1.5,
            f64::from(i / 100) + f64::from(i % 7) / 4.0,
        )
    };
    path.nodes = (0..10_000)
        .map(|i| Node::at(NodeId(i + 1), place(i)))
        .collect();
    let mut long = shipped("gate-patrol");
    long.name = "Long".into();
    long.paths.push(
        PatrolPath {
            id: PathId(77),
            ..path
        }
        .into(),
    );
    for scene in [long, Scene::default()] {
        let exported = exported(&scene, Target::Godot3, &PIXELS);
        let Some(printed) = played(&exported, 2) else {
            return;
        };
        moves_its_nodes(&exported, &printed);
        let nodes: usize = scene.paths.iter().map(|path| path.nodes.len()).sum();
        assert!(lines(&printed, "curve").count() >= 17 * nodes.saturating_sub(10));
    }
}

/// What Godot's editor does when a person moves something and saves.
#[test]
fn what_godot_saves_comes_back() {
    for name in SCENES {
        for options in [PIXELS, GROUND, ELSEWHERE] {
            let scene = shipped(name);
            let exported = exported(&scene, Target::Godot3, &options);
            let folder = exported.folder.path();
            let Some(mut command) = godot(
                folder,
                &[
                    "-s",
                    "save.gd",
                    &format!("res://{}.tscn", exported.file_name),
                ],
            ) else {
                return;
            };
            std::fs::copy(
                root().join("tests/engines/godot/save.gd"),
                folder.join("save.gd"),
            )
            .expect("a copy");
            run_well(&mut command);
            let back = |file: &str| {
                let text = std::fs::read_to_string(folder.join(file)).expect("a saved scene");
                export::import(file, &text)
                    .expect("a reader")
                    .expect("a scene")
            };
            let wanted = Scene {
                exports: Arc::default(),
                ..scene.clone()
            };
            assert_eq!(back("same.tscn"), wanted, "{name}");

            // One game unit on, for the first of each.
            let moved = back("moved.tscn");
            let step = DVec2::new(1.0, if options.y_down { -1.0 } else { 1.0 }) / options.scale;
            let is_at = |moved: DVec2, was: DVec2| {
                assert!(
                    (moved - was - step).length() < 1e-3 / options.scale,
                    "{name}: {moved} {was}"
                )
            };
            is_at(moved.agents[0].position(), scene.agents[0].position());
            if let (Some(moved), Some(was)) = (moved.paths.first(), scene.paths.first()) {
                is_at(moved.nodes[1].position(), was.nodes[1].position());
                assert_eq!(
                    (&moved.nodes[0], &moved.nodes[2..]),
                    (&was.nodes[0], &was.nodes[2..])
                );
            }
            if let (Some(moved), Some(was)) = (moved.markers.first(), scene.markers.first()) {
                is_at(moved.position(), was.position());
            }
            assert_eq!(moved.agents[1..], wanted.agents[1..]);
        }
    }
}

/// What only one dialect has, so that nothing of the other is left in a file.
#[test]
fn each_dialect_keeps_to_itself() {
    for (target, other) in [
        (
            Target::Godot3,
            ["Packed", "metadata/", "format=3", "_4.gd", "3D"],
        ),
        (
            Target::Godot4,
            [
                "Pool",
                "__meta__",
                "format=2",
                "steerwright_node.gd",
                "Position2D",
            ],
        ),
    ] {
        for options in [PIXELS, GROUND] {
            let files =
                export::export(&shipped("gate-patrol"), target, &options).expect("an export");
            for file in files
                .iter()
                .filter(|file| file.name.ends_with(".tscn") || file.name.ends_with(".tres"))
            {
                let text = std::str::from_utf8(&file.bytes)
                    .expect("text")
                    .replace("Curve3D", "")
                    .replace("Position3D", "");
                for word in other {
                    assert!(!text.contains(word), "{} has {word}", file.name);
                }
            }
            assert!(
                files
                    .iter()
                    .all(|file| file.name.starts_with("steerwright/")
                        || file.name.starts_with("Gate-patrol."))
            );
            assert_eq!(
                files,
                export::export(&shipped("gate-patrol"), target, &options).expect("an export")
            );
        }
    }
}

/// Godot's decimals are exact only so.
#[test]
fn no_number_is_longer_than_godot_reads_it() {
    for target in [Target::Godot3, Target::Godot4] {
        for options in [
            PIXELS,
            GROUND,
            ExportOptions {
                scale: 0.001,
                ..PIXELS
            },
            ExportOptions {
                scale: 1000.0,
                ..PIXELS
            },
        ] {
            let files =
                export::export(&shipped("gate-patrol"), target, &options).expect("an export");
            for file in files
                .iter()
                .filter(|file| file.name.ends_with(".tscn") || file.name.ends_with(".tres"))
            {
                let text = std::str::from_utf8(&file.bytes).expect("text");
                let outside_texts: String = text.split('"').step_by(2).collect();
                for number in outside_texts
                    .split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
                {
                    let Some((whole, places)) = number.split_once('.') else {
                        continue;
                    };
                    if whole
                        .trim_start_matches('-')
                        .bytes()
                        .all(|b| b.is_ascii_digit())
                    {
                        assert!(
                            places.len() <= 9 && places.bytes().all(|b| b.is_ascii_digit()),
                            "{}: {number}",
                            file.name
                        );
                    }
                }
            }
        }
    }
}
