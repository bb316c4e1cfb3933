//! Shared code of the tests for Phaser, three.js and Godot 4: node modules, Chromium, and a
//! difficult scene.

use crate::engine::{Engine, node_modules, run_well};
use crate::exported::{Exported, exported};
use crate::hard_scenes::HARD_NAMES;
use crate::root;
use serde_json::Value;
use std::fmt::Write;
use std::process::Command;
use std::sync::Arc;
use steerwright_export::ExportTarget;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};

/// Node and its modules, with a script of `tests/engines`.
pub fn node(script: &str) -> Command {
    with_script(Engine::NodeModules, script)
}

/// As [`node`], for a script that opens pages in Chromium.
pub fn node_with_browser(script: &str) -> Command {
    with_script(Engine::Chromium, script)
}

fn with_script(engine: Engine, script: &str) -> Command {
    let mut command = engine.command();
    command.arg(root().join("tests/engines").join(script));
    command
}

/// An export in a folder that has its node modules, as after `npm install`.
pub fn installed(scene: &Scene, target: ExportTarget, options: &ExportOptions) -> Exported {
    let exported = exported(scene, target, options);
    let link = exported.folder.path().join("node_modules");
    #[cfg(unix)]
    std::os::unix::fs::symlink(node_modules(), link).expect("a link");
    #[cfg(windows)]
    std::os::windows::fs::symlink_dir(node_modules(), link).expect("a link");
    exported
}

/// Plays exports in `page` in Chromium, and returns the output of each.
pub fn played(page: &str, exports: &[Exported]) -> Vec<String> {
    let mut command = node_with_browser("web/play.mjs");
    command.args([page, "600"]);
    for export in exports {
        command.arg(export.folder.path()).arg(&export.file_name);
    }
    let printed = run_well(&mut command);
    let parts: Vec<String> = printed.split("== ").skip(1).map(str::to_owned).collect();
    assert_eq!(parts.len(), exports.len(), "{printed}");
    parts
}

/// Writes the game of a README (its first HTML block and its first JavaScript block) next to an
/// export.
pub fn write_game(export: &Exported, readme: &str) {
    let text = std::fs::read_to_string(export.folder.path().join("steerwright").join(readme))
        .expect("a README");
    for (language, file) in [("html", "game.html"), ("js", "game.mjs")] {
        let (_, block) = text
            .split_once(&format!("```{language}\n"))
            .expect("a block of code");
        let (code, _) = block.split_once("```").expect("its end");
        std::fs::write(
            export.folder.path().join(file),
            code.replace("NAME", &export.file_name),
        )
        .expect("a file");
    }
}

/// Compares the engine's curves, lines of `point PATH CURVE PART X Y HEIGHT`, with the points of
/// the export. The curves must pass within `near` game units of the nodes, and stay within the
/// path's tolerance of its points.
pub fn same_paths(export: &Exported, printed: &str, near: f64) {
    let text = std::fs::read_to_string(
        export
            .folder
            .path()
            .join(format!("{}.steer.json", export.file_name)),
    )
    .expect("an export");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    let mut points_of = std::collections::BTreeMap::<&str, Vec<Vec<f64>>>::new();
    for fields in printed
        .lines()
        .filter_map(|line| line.strip_prefix("point "))
        .map(|line| line.split(' ').collect::<Vec<_>>())
    {
        let numbers = fields[1..]
            .iter()
            .map(|field| field.parse().expect("a number"))
            .collect();
        points_of.entry(fields[0]).or_default().push(numbers);
    }
    for path in file["paths"].as_array().expect("paths") {
        let id = path["id"].to_string();
        let (nodes, closed) = (
            path["nodes"].as_array().expect("nodes"),
            path["closed"].as_bool().expect("a flag"),
        );
        let curves = if nodes.len() < 2 {
            0
        } else {
            nodes.len() - usize::from(!closed)
        };
        assert!(
            printed.contains(&format!("path {id} {curves} {}\n", path["name"]))
                || printed.ends_with(&format!("path {id} {curves} {}", path["name"])),
            "path {id} of {}",
            export.file_name
        );
        let mut line: Vec<DVec2> = Vec::new();
        for point in path["points"].as_array().expect("points") {
            line.push(DVec2::new(number(&point[0]), number(&point[1])));
        }
        line.extend(closed.then(|| line.first().copied()).flatten());
        let node = |i: usize| {
            let node = &nodes[i % nodes.len()];
            (
                DVec2::new(number(&node["x"]), number(&node["y"])),
                node["point"].as_u64().expect("an index") as usize,
            )
        };
        let found = points_of.remove(id.as_str()).unwrap_or_default();
        assert_eq!(found.len(), 5 * curves, "path {id} of {}", export.file_name);
        for point in found {
            let [curve, part, x, y, height] = point[..] else {
                panic!("{point:?}")
            };
            let (from, to) = (node(curve as usize), node(curve as usize + 1));
            let place = DVec2::new(x, y);
            let last = if curve as usize + 1 == nodes.len() {
                line.len() - 1
            } else {
                to.1
            };
            let far = match part {
                0.0 => place.distance(from.0),
                1.0 => place.distance(to.0),
                _ => {
                    line[from.1..=last]
                        .windows(2)
                        .map(|pair| distance(place, pair))
                        .fold(f64::INFINITY, f64::min)
                        - number(&path["tolerance"])
                }
            };
            assert!(
                far <= near && height == 0.0,
                "path {id}, curve {curve} of {}: {place} is {far} off",
                export.file_name
            );
        }
    }
}

fn distance(p: DVec2, pair: &[DVec2]) -> f64 {
    let way = pair[1] - pair[0];
    let squared = way.length_squared();
    let part = if squared > 0.0 {
        ((p - pair[0]).dot(way) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    p.distance(pair[0] + way * part)
}

/// A scene with difficult names and paths of 0, 1, 2, 5 and 10,000 nodes, straight and curved.
pub fn winding_scene() -> Scene {
    let walker = Preset::steered(
        PresetId(1),
        HARD_NAMES[0],
        [Behavior::FollowPath(Default::default())],
    );
    let mut scene = Scene {
        name: HARD_NAMES[2].into(),
        presets: vec![walker.into()],
        ..Scene::default()
    };
    let mut agents = Vec::new();
    for (i, count) in [0, 1, 2, 2, 5, 10_000].into_iter().enumerate() {
        let id = i as u32 + 1;
        let mut path = PatrolPath::new(PathId(id), HARD_NAMES[i + 3]);
        path.traversal = [Traversal::Loop, Traversal::Once, Traversal::PingPong][i % 3];
        path.shape = [Shape::CatmullRom, Shape::Straight][i % 2];
        for n in 0..count {
            // A wavy row, in which some nodes coincide.
            let along = f64::from(n - n % 4 / 3);
            let place = DVec2::new(0.75 * along, f64::from(id) * 7.0 + f64::from(n % 3));
            path.nodes.push(Node::at(NodeId(n as u32 + 1), place));
        }
        scene.paths.push(Arc::new(path));
        let mut agent = Agent::at(
            AgentId(id),
            HARD_NAMES[11 - i],
            PresetId(1),
            DVec2::new(-3.0, 4.0 * i as f64),
        );
        agent.path = Some(PathId(id));
        agents.push(agent);
    }
    scene.agents = agents.into();
    scene
}

/// The first line in which the files of two scenes differ, for messages.
pub fn difference(a: &Scene, b: &Scene) -> String {
    let text = |scene: &Scene| steerwright_format::write_scene(scene).expect("a valid scene");
    let (a, b) = (text(a), text(b));
    let mut out = String::new();
    if let Some((a, b)) = a.lines().zip(b.lines()).find(|(a, b)| a != b) {
        let _ = write!(out, "{a}\n{b}");
    }
    out
}
