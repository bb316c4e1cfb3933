//! Exports for Tiled, loaded and saved by Tiled, loaded by pytmx, and imported again.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::rounding::round_numbers;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, exported, shipped};
use steerwright_testing::full_scene::{full_scene, without_file_references};

pub const TESTS: EngineTests = engine_tests![
    [Tiled] => tiled_reads_each_format_and_writes_the_same,
    also [Tiled] => each_format_restores_the_scene,
    [] => the_same_scene_gives_the_same_bytes,
];

pub fn usual() -> ExportOptions {
    ExportTarget::Tiled.default_options()
}

/// All axes and units; only the defaults for long scenes.
pub fn placements(scene: &Scene) -> Vec<ExportOptions> {
    let origin = DVec2::new(4.0, -2.0);
    let others = [
        ExportOptions::default(),
        ExportOptions {
            scale: 0.5,
            origin,
            ..usual()
        },
        ExportOptions {
            y_down: false,
            scale: 100.0,
            origin,
            ..usual()
        },
    ];
    let is_long = scene.paths.iter().any(|path| path.nodes.len() > 1000);
    [usual()]
        .into_iter()
        .chain(others.into_iter().filter(|_| !is_long))
        .collect()
}

/// Names that need escaping, duplicate names, and paths with few nodes.
pub fn hostile() -> Scene {
    let names = [
        "a \"b\" 'c' <d> & ]]> -- */ \\ \u{7f}",
        "line\nfeed\r\ttab ",
        "गश्ती दल 夜警 🦊",
        "<script>alert(1)</script>",
        "",
        "same",
        "same",
        "x].y = os.exit() --[[",
    ];
    let mut scene = Scene {
        name: names[2].into(),
        notes: names[0].into(),
        ..Scene::default()
    };
    for (i, name) in names.iter().enumerate() {
        let id = i as u32 + 1;
        scene
            .presets
            .push(Preset::steered(PresetId(id), *name, []).into());
        let mut path = PatrolPath::new(PathId(id), *name);
        path.traversal = [Traversal::Once, Traversal::Loop, Traversal::PingPong][i % 3];
        path.shape = if i % 2 == 0 {
            Shape::Straight
        } else {
            Shape::CatmullRom
        };
        path.nodes = (0..i as u32 % 4)
            .map(|n| Node::at(NodeId(n + 1), DVec2::new(f64::from(n) * 0.1, -0.3)))
            .collect();
        scene.paths.push(path.into());
        let mut agent = Agent::at(
            AgentId(id),
            *name,
            PresetId(id),
            DVec2::new(0.1 + f64::from(id), 0.2),
        );
        agent.path = Some(PathId(id));
        Arc::make_mut(&mut scene.agents).push(agent);
    }
    round_numbers(&mut scene);
    scene
}

pub fn long_path() -> Scene {
    let mut path = PatrolPath::new(PathId(1), "long");
    let place = |n: u32| DVec2::new(f64::from(n % 100) * 0.7, f64::from(n / 100) * 0.3);
    path.nodes = (0..10_000)
        .map(|n| Node {
            wait: f64::from(n % 7),
            ..Node::at(NodeId(n + 1), place(n))
        })
        .collect();
    let mut scene = Scene {
        name: "Long".into(),
        paths: vec![path.into()],
        ..Scene::default()
    };
    round_numbers(&mut scene);
    scene
}

pub fn file(exported: &Exported, ending: &str) -> std::path::PathBuf {
    exported
        .folder
        .path()
        .join(format!("{}.{ending}", exported.file_name))
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn imported(path: &Path) -> Scene {
    let name = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    export::import(&name, &read(path))
        .expect("a known ending")
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Tiled without a display, with its settings in `home`.
fn tiled(program: &str, home: &Path) -> Command {
    let mut command = Engine::Tiled.program(program);
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, home);
    }
    command.env("QT_QPA_PLATFORM", "offscreen");
    command
}

/// Converts a file with Tiled.
fn save_with_tiled(format: &str, from: &Path, to: &Path) {
    let mut command = tiled("tiled", from.parent().expect("a folder"));
    run_well(command.arg("--export-map").arg(format).arg(from).arg(to));
    assert!(to.is_file(), "Tiled wrote no {}", to.display());
}

/// The lines of a Lua table in Tiled's format, without trailing commas and with six digits per
/// number.
fn lua_lines(text: &str) -> Vec<String> {
    let six = |word: &str| match word.parse::<f64>() {
        Ok(number) => format!("{number:.5e}"),
        Err(_) => word.to_owned(),
    };
    let words = |line: &str| {
        line.split(' ')
            .map(|word| six(word.trim_end_matches(',')))
            .collect::<Vec<_>>()
            .join(" ")
    };
    text.lines()
        .filter(|line| !line.contains("[\"exact\"]"))
        .map(words)
        .collect()
}

fn tiled_reads_each_format_and_writes_the_same() {
    for scene in SCENES
        .map(shipped)
        .into_iter()
        .chain([full_scene(), hostile()])
    {
        for options in placements(&scene) {
            let exported = exported(&scene, ExportTarget::Tiled, &options);
            let folder = exported.folder.path();
            let [tmx, tmj, lua] = ["tmx", "tmj", "lua"].map(|ending| file(&exported, ending));
            let [by_tmx, by_tmj, by_lua] =
                ["x.tmj", "j.tmj", "x.lua"].map(|name| folder.join(name));
            save_with_tiled("json", &tmx, &by_tmx);
            save_with_tiled("json", &tmj, &by_tmj);
            save_with_tiled("lua", &tmx, &by_lua);
            let ours: Value = serde_json::from_str(&read(&tmj)).expect("JSON");
            for theirs in [by_tmx, by_tmj] {
                let theirs: Value = serde_json::from_str(&read(&theirs)).expect("JSON");
                assert!(
                    floats(&ours) == floats(&theirs),
                    "{}: Tiled makes something else of it",
                    scene.name
                );
            }
            if scene.name != hostile().name {
                // Tiled does not escape what Lua cannot hold.
                for (ours, theirs) in lua_lines(&read(&lua)).iter().zip(lua_lines(&read(&by_lua))) {
                    assert_eq!(*ours, theirs, "{}", scene.name);
                }
            }
            let picture = folder.join("picture.png");
            let mut rasterizer = tiled("tmxrasterizer", folder);
            run_well(rasterizer.args(["--size", "256"]).arg(&tmx).arg(&picture));
            assert!(picture.is_file());
        }
    }
}

/// JSON with all numbers as floats, because integers may be written either way.
pub fn floats(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(floats).collect(),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(key, value)| (key.clone(), floats(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

fn each_format_restores_the_scene(saved_by: Option<Engine>) {
    for scene in SCENES
        .map(shipped)
        .into_iter()
        .chain([full_scene(), hostile(), long_path()])
    {
        let wanted = without_file_references(&scene);
        for options in placements(&scene)
            .into_iter()
            .filter(|options| options.scale != 0.5)
        {
            let exported = exported(&scene, ExportTarget::Tiled, &options);
            if saved_by.is_none() {
                for ending in ["tmx", "tmj", "lua"] {
                    assert!(
                        imported(&file(&exported, ending)) == wanted,
                        "{} is another scene from {ending}",
                        scene.name
                    );
                }
                continue;
            }
            for (format, ending) in [("tmx", "tmx"), ("json", "tmj"), ("lua", "lua")] {
                let saved = exported.folder.path().join(format!("saved.{ending}"));
                // Tiled's Lua leaves control characters as they are.
                if ending == "lua" && scene.name == hostile().name {
                    continue;
                }
                save_with_tiled(format, &file(&exported, "tmx"), &saved);
                assert!(
                    imported(&saved) == wanted,
                    "{} is another scene once Tiled saved it as {ending}",
                    scene.name
                );
            }
        }
    }
}

fn the_same_scene_gives_the_same_bytes() {
    for scene in [full_scene(), hostile()] {
        let files = || export::export(&scene, ExportTarget::Tiled, &usual()).expect("an export");
        assert_eq!(files(), files());
    }
}
