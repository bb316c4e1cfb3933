//! The exports for Godot, loaded and run by the engine in a project with nothing else in it: by Godot 3.2.3, and by Godot 4.6 in its
//! web build. `.ci/check_godot4.sh` looks up what they use in the API of 4.2 to 4.7.

use glam::DVec2;
use std::process::Output;
use std::sync::Arc;
use steerwright_export::conformance::event_line;
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::{Exported as Read, read_export};
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Plane, Scene,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_testing::engine::run;
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, SECONDS, exported, shipped};
use steerwright_testing::full_scene::without_file_references;
use steerwright_testing::godot::Godot;
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    each [Godot3, Godot4] => three_scenes_run_in_an_empty_project,
    each [Godot3, Godot4] => an_exported_scene_runs_without_a_main_scene,
    each [Godot3, Godot4] => blocked_cells_are_drawn,
    each [Godot3, Godot4] => nodes_of_a_hand_made_scene_are_moved_by_name,
    each [Godot3, Godot4] => a_missing_file_is_named_and_nothing_hangs,
    each [Godot3, Godot4] => hostile_names_and_empty_paths_are_played,
    each [Godot3, Godot4] => ten_thousand_nodes_and_an_empty_scene_are_loaded,
    each [Godot3, Godot4] => a_scene_saved_by_godot_is_imported,
    [] => files_for_one_godot_version_contain_no_code_for_the_other,
    [] => numbers_have_no_more_digits_than_godot_reads,
];

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
    origin: DVec2::new(2.0, -3.0),
    ..ExportOptions::AS_AUTHORED
};
const OTHER_GROUND: ExportOptions = ExportOptions {
    plane: Plane::Xz,
    scale: 2.5,
    origin: DVec2::new(-1.0, 4.0),
    ..ExportOptions::AS_AUTHORED
};
const PLACEMENTS: [ExportOptions; 4] = [PIXELS, GROUND, ELSEWHERE, OTHER_GROUND];

/// Godot's nodes are in single precision: what that makes of coordinates up to about 1000, in game units.
const SINGLE: f64 = 1e-3;

/// What the engine printed of this many ticks of each exported scene.
fn played(godot: Godot, exports: &[Exported], ticks: u64) -> Vec<String> {
    let played = godot.run_scenes(exports, "run", &[&ticks.to_string()]);
    for (exported, printed) in exports.iter().zip(&played) {
        assert!(
            printed.contains(&format!("done {ticks} {}", exported.scene.agents.len())),
            "{printed}"
        );
    }
    played
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
    read_export(&text).expect("a valid export")
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
        assert!((up(&at) - marker.position).length() <= SINGLE);
    }
    assert_eq!(lines(printed, "marker").count(), game.scene.markers.len());
}

/// Its signals are the events of the world, in their order.
fn tells_what_happens(exported: &Exported, printed: &str) {
    let mut world = World::new(&in_game_units(exported).scene);
    let mut wanted = Vec::new();
    for _ in 0..(SECONDS * 60.0) as u64 {
        world.step();
        wanted.extend(world.events().iter().map(event_line));
    }
    let told: Vec<&str> = printed
        .lines()
        .filter(|line| line.starts_with("event "))
        .collect();
    assert!(
        !wanted.is_empty() && told == wanted,
        "{}: {told:?} instead of {wanted:?}",
        exported.file_name
    );
}

fn three_scenes_run_in_an_empty_project(godot: Godot) {
    let ticks = (SECONDS * 60.0) as u64;

    // Only agents of the scene have nodes, not those of spawners.
    let authored = |name: &str| Scene {
        spawners: Vec::new(),
        ..shipped(name)
    };
    let placed =
        |name: &str| PLACEMENTS.map(|options| exported(&authored(name), godot.target(), &options));
    let exports: Vec<Exported> = SCENES.into_iter().flat_map(placed).collect();
    for (exported, printed) in exports.iter().zip(played(godot, &exports, ticks)) {
        moves_its_nodes(exported, &printed);
        draws_its_paths(exported, &printed);
        tells_what_happens(exported, &printed);
    }
}

/// The settings of a project that ends by itself and says what is seen.
fn quits(godot: Godot, exported: &Exported) {
    let script = godot.script("quit");
    let folder = exported.folder.path();
    std::fs::copy(
        root().join("tests/engines/godot").join(&script),
        folder.join(&script),
    )
    .expect("a copy");
    godot.start_project(
        folder,
        &format!("\n[autoload]\n\nQuit=\"*res://{script}\"\n"),
    );
}

/// As a person does who presses F6: no script but those of the export, and one of the project that ends the game.
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

/// A scene that a person made: nodes below one with the script, called like agents; and a game that takes one of them over.
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

fn hostile_names_and_empty_paths_are_played(godot: Godot) {
    let exports = [PIXELS, GROUND].map(|options| exported(&hostile(), godot.target(), &options));
    for (exported, printed) in exports.iter().zip(played(godot, &exports, 60)) {
        moves_its_nodes(exported, &printed);
        assert_eq!(
            printed.matches("\nresource ").count(),
            hostile().paths.len(),
            "{printed}"
        );
        assert_eq!(lines(&printed, "marker").count(), hostile().markers.len());
    }
}

fn ten_thousand_nodes_and_an_empty_scene_are_loaded(godot: Godot) {
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
    let scenes = [long, Scene::default()];

    let exports = scenes
        .each_ref()
        .map(|scene| exported(scene, godot.target(), &PIXELS));
    for (exported, printed) in exports.iter().zip(played(godot, &exports, 2)) {
        moves_its_nodes(exported, &printed);
        let nodes: usize = exported
            .scene
            .paths
            .iter()
            .map(|path| path.nodes.len())
            .sum();
        assert!(lines(&printed, "curve").count() >= 17 * nodes.saturating_sub(10));
    }
}

/// What Godot's editor does when a person moves something and saves.
fn a_scene_saved_by_godot_is_imported(godot: Godot) {
    for options in PLACEMENTS {
        let exports = SCENES.map(|name| exported(&shipped(name), godot.target(), &options));
        for (exported, printed) in exports.iter().zip(godot.run_scenes(&exports, "save", &[])) {
            let (name, scene) = (&exported.file_name, &exported.scene);
            let wanted = without_file_references(scene);
            assert_eq!(saved(&printed, "same"), wanted, "{name}");

            // One game unit on, for the first of each.
            let moved = saved(&printed, "moved");
            let step = DVec2::new(1.0, if options.y_down { -1.0 } else { 1.0 }) / options.scale;
            let is_at = |moved: DVec2, was: DVec2| {
                assert!(
                    (moved - was - step).length() < 1e-3 / options.scale,
                    "{name}: {moved} {was}"
                )
            };
            is_at(moved.agents[0].position, scene.agents[0].position);
            if let (Some(moved), Some(was)) = (moved.paths.first(), scene.paths.first()) {
                is_at(moved.nodes[1].position, was.nodes[1].position);
                assert_eq!(
                    (&moved.nodes[0], &moved.nodes[2..]),
                    (&was.nodes[0], &was.nodes[2..])
                );
            }
            if let (Some(moved), Some(was)) = (moved.markers.first(), scene.markers.first()) {
                is_at(moved.position, was.position);
            }
            assert_eq!(moved.agents[1..], wanted.agents[1..]);
        }
    }
}

/// The scene in a file that the engine saved: a line of its name and its bytes as hex digits.
pub fn saved(printed: &str, name: &str) -> Scene {
    let digits = printed
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
        .expect("a saved scene");
    let byte = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).expect("hex digits");
    let text = String::from_utf8((0..digits.len()).step_by(2).map(byte).collect()).expect("text");
    export::import("saved.tscn", &text)
        .expect("a reader")
        .expect("a scene")
}

/// What only one dialect has, so that nothing of the other is left in a file.
fn files_for_one_godot_version_contain_no_code_for_the_other() {
    for (target, folder, other) in [
        (
            ExportTarget::Godot3,
            "steerwright/",
            ["Packed", "metadata/", "format=3", "addons", "3D"],
        ),
        (
            ExportTarget::Godot4,
            "addons/steerwright/",
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
                    .all(|file| file.name.starts_with(folder)
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
fn numbers_have_no_more_digits_than_godot_reads() {
    for target in [ExportTarget::Godot3, ExportTarget::Godot4] {
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
