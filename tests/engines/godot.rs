//! The exports for Godot, loaded and run by the engine in a project with nothing else in it: by
//! Godot 3.2.3, and by Godot 4.6 in its web build. `.ci/check_godot4.sh` looks up what they use in
//! the API of 4.2 to 4.7.

use glam::DVec2;
use std::sync::Arc;
use steerwright_export::conformance::event_line;
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::{Exported as Read, read_export};
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Plane, Scene,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, SECONDS, exported, shipped};
use steerwright_testing::full_scene::without_file_references;
use steerwright_testing::godot::Godot;

pub const TESTS: EngineTests = engine_tests![
    each [Godot3, Godot4] => three_scenes_run_in_an_empty_project,
    each [Godot3, Godot4] => guards_tell_what_happens_by_signals,
    each [Godot3, Godot4] => hostile_names_and_empty_paths_are_played,
    each [Godot3, Godot4] => ten_thousand_nodes_and_an_empty_scene_are_loaded,
    each [Godot3, Godot4] => a_scene_saved_by_godot_is_imported,
    [] => files_for_one_godot_version_contain_no_code_for_the_other,
    [] => numbers_have_no_more_digits_than_godot_reads,
];

pub const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};

pub const GROUND: ExportOptions = ExportOptions {
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

/// Godot's nodes are in single precision: what that makes of coordinates up to about 1000, in game
/// units.
pub const SINGLE: f64 = 1e-3;

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

pub fn lines<'a>(printed: &'a str, word: &'a str) -> impl Iterator<Item = Vec<f64>> + 'a {
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
pub fn in_game_units(exported: &Exported) -> Read {
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

/// The curves are the paths: by their handles within the tolerance of the path, and as a follower
/// goes, which cuts corners between the points that Godot takes from the curve, within half of
/// their distance more. And the other way round: they leave nothing out.
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

    // Agents of spawners: see godot_spawners.
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

/// States, senses and what actions emit are signals too.
fn guards_tell_what_happens_by_signals(godot: Godot) {
    let mut scene = Scene {
        spawners: Vec::new(),
        contacts: Vec::new(),
        ..shipped("night-watch")
    };
    // In front of a guard.
    let thief = scene.presets.iter().find(|preset| preset.name == "Thief");
    let thief = thief.expect("the preset").id;
    let mut thief = Agent::at(AgentId(99), "Thief", thief, DVec2::new(-1.0, -2.4));
    thief.team = Some("intruders".into());
    Arc::make_mut(&mut scene.agents).push(thief);
    let exports = [exported(&scene, godot.target(), &PIXELS)];
    let printed = played(godot, &exports, (SECONDS * 60.0) as u64).remove(0);
    moves_its_nodes(&exports[0], &printed);
    tells_what_happens(&exports[0], &printed);
    assert!(printed.contains(" state_entered "), "{printed}");
}

/// Names that break out of what is not written with care, none, twice the same, and the ones of
/// Godot's own tree.
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
