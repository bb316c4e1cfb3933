//! Exports for LÖVE, in the real LÖVE, without a screen: an empty project set up as the README
//! says, and the live link.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{
    Agent, AgentId, Node, NodeId, PathId, PatrolPath, PictureId, Preset, PresetId, Scene,
};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, exported, shipped};
use steerwright_testing::full_scene::full_scene;
use steerwright_testing::pictured_scene::pictured;
use steerwright_testing::root;
use steerwright_testing::walled_scene::{expected_hits, walled};

pub const TESTS: EngineTests = engine_tests![
    [Love] => the_readmes_program_moves_the_agents_to_the_bit,
    [Love] => the_lua_table_holds_the_paths,
    [Love] => rays_hit_walls_doors_and_cells,
    [Love] => pictures_are_drawn_where_they_are,
    [] => an_export_never_overwrites_the_games_own_files,
    [Love] => the_exported_runtime_passes_the_conformance_cases_in_love,
];

/// LÖVE without a screen, in the folder of a game.
pub fn love(game: &Path) -> Command {
    let mut command = Engine::Love.command();
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, game);
    }
    command
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .current_dir(game);
    command
}

pub fn program(name: &str) -> String {
    fs::read_to_string(root().join("tests/engines/love").join(name)).expect("a program")
}

/// The blocks of Lua in the README of an export, with the name of the scene in them.
fn blocks(exported: &Exported, readme: &str) -> Vec<String> {
    let text = fs::read_to_string(exported.folder.path().join("steerwright").join(readme))
        .expect("the README");
    let blocks = text
        .split("```lua\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default());
    blocks
        .map(|block| block.replace("NAME", &exported.file_name))
        .collect()
}

/// An empty project with an export in it, and this program.
pub fn project(exported: &Exported, main: &str) {
    fs::write(exported.folder.path().join("main.lua"), main).expect("written");
    fs::write(exported.folder.path().join("conf.lua"), program("conf.lua")).expect("written");
}

fn the_readmes_program_moves_the_agents_to_the_bit() {
    let origin = DVec2::new(3.0, -1.0);
    let usual = ExportTarget::Love.default_options();
    for name in SCENES {
        for options in [
            usual,
            ExportOptions::default(),
            ExportOptions {
                origin,
                scale: 10.0,
                y_down: false,
                ..usual
            },
        ] {
            let exported = exported(&shipped(name), ExportTarget::Love, &options);
            project(
                &exported,
                &format!(
                    "{}{}",
                    blocks(&exported, "README-love.md")[0],
                    program("play.lua")
                ),
            );
            let mut love = love(exported.folder.path());
            let printed = run_well(love.arg("."));
            exported.same_places(&printed, 0.0, 601 * exported.scene.agents.len());
        }
    }
}

fn rays_hit_walls_doors_and_cells() {
    let options = ExportTarget::Love.default_options();
    let exported = exported(&walled(), ExportTarget::Love, &options);
    project(
        &exported,
        &program("walls.lua").replace("NAME", &exported.file_name),
    );
    let mut love = love(exported.folder.path());
    let printed = run_well(love.arg("."));
    for (when, turned) in [("exported", false), ("turned", true), ("edited", false)] {
        let mut wanted = expected_hits(when, turned);
        wanted.extend(["0", "1"].map(|i| format!("{when} cell {i} 0 0")));
        let found = printed.lines().filter(|line| line.starts_with(when));
        assert_eq!(found.collect::<Vec<_>>(), wanted);
    }
}

fn pictures_are_drawn_where_they_are() {
    let usual = ExportTarget::Love.default_options();
    for (options, wanted) in [
        (
            usual,
            "drawn 96.000 -64.000 -30.000 -2.000 2.000 32.000 16.000 0.500",
        ),
        (
            ExportOptions {
                y_down: false,
                ..usual
            },
            "drawn 96.000 64.000 30.000 -2.000 -2.000 32.000 16.000 0.500",
        ),
    ] {
        let mut scene = pictured();
        let missing = Picture::new(PictureId(3), "Sky", "art/sky.png", DVec2::new(4.0, 2.0));
        scene.editor_mut().pictures.push(missing);
        let exported = exported(&scene, ExportTarget::Love, &options);
        fs::create_dir(exported.folder.path().join("art")).expect("a folder");
        let image = image::RgbaImage::new(64, 32);
        image
            .save(exported.folder.path().join("art/yard.png"))
            .expect("an image");
        project(
            &exported,
            &program("pictures.lua").replace("NAME", &exported.file_name),
        );
        fs::write(
            exported.folder.path().join("conf.lua"),
            program("conf.lua").replace("\"image\", ", ""),
        )
        .expect("written");
        let printed = run_well(love(exported.folder.path()).arg("."));
        // LÖVE has no images of maps.
        assert_eq!(printed.matches("drawn").count(), 1, "{printed}");
        assert!(printed.contains(wanted), "{printed}");
        assert!(printed.contains("missing art/sky.png: "), "{printed}");
    }
}

/// Names that need escaping, few paths, and a very long one: the second program of both READMEs
/// prints their points.
fn the_lua_table_holds_the_paths() {
    let mut long = PatrolPath::new(PathId(1), "long");
    long.nodes = (0..10_000)
        .map(|n| {
            Node::at(
                NodeId(n + 1),
                DVec2::new(f64::from(n % 100), f64::from(n / 100)),
            )
        })
        .collect();
    let long = Scene {
        name: "Long".into(),
        paths: vec![long.into()],
        ..Scene::default()
    };
    let mut odd = Scene {
        name: "भाग \"x\" 夜 🦊 ]]".into(),
        presets: vec![Preset::steered(PresetId(1), "\n]]--", []).into()],
        ..Scene::default()
    };
    odd.paths = vec![
        PatrolPath::new(PathId(1), "]] .. os.exit(3) --[[\n\"\\\r\u{0}").into(),
        PatrolPath::new(PathId(2), "").into(),
    ];
    Arc::make_mut(&mut odd.paths[1])
        .nodes
        .push(Node::at(NodeId(1), DVec2::ONE));
    Arc::make_mut(&mut odd.agents).push(Agent::at(
        AgentId(1),
        "\u{7f}'\"",
        PresetId(1),
        DVec2::ONE,
    ));
    for scene in SCENES.map(shipped).into_iter().chain([
        shipped("curved-loop"),
        full_scene(),
        odd,
        long,
        Scene::default(),
    ]) {
        for (target, readme) in [
            (ExportTarget::Love, "README-love.md"),
            (ExportTarget::Tiled, "README-tiled.md"),
        ] {
            let exported = exported(&scene, target, &ExportTarget::Love.default_options());
            let reads = blocks(&exported, readme)
                .into_iter()
                .find(|block| block.contains("map.layers"))
                .expect("a program");
            let main = format!("{reads}\nfunction love.run() return function() return 0 end end");
            project(
                &exported,
                &main.replace(
                    ".x + point.x, object.y + point.y",
                    ".id, (\"%.17g %.17g\"):format(object.x + point.x, object.y + point.y)",
                ),
            );
            let mut love = love(exported.folder.path());
            let printed = run_well(love.arg("."));
            let places: Vec<[f64; 2]> = printed.lines().filter_map(place).collect();
            let text = &export::export(
                &scene,
                ExportTarget::Json,
                &ExportTarget::Love.default_options(),
            )
            .expect("an export")[0]
                .bytes;
            let json: Value = serde_json::from_slice(text).expect("JSON");
            for path in json["paths"].as_array().expect("paths") {
                let (nodes, points) = (
                    path["nodes"].as_array().expect("nodes"),
                    path["points"].as_array().expect("points"),
                );
                // Fewer points are not a line.
                if nodes.len() > 1000 {
                    assert_eq!(places.len(), nodes.len());
                } else if nodes.len() > 1 {
                    for point in points {
                        let near = |place: &[f64; 2]| {
                            (0..2).all(|axis| {
                                (place[axis] - point[axis].as_f64().expect("a number")).abs() < 1e-8
                            })
                        };
                        assert!(
                            places.iter().any(near),
                            "{point} of {} is missing",
                            path["name"]
                        );
                    }
                }
            }
        }
    }
}

/// The two numbers at the end of a line.
fn place(line: &str) -> Option<[f64; 2]> {
    let mut words = line.rsplit(char::is_whitespace);
    let (y, x) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some([x, y])
}

fn an_export_never_overwrites_the_games_own_files() {
    let files = export::export(
        &shipped("squad"),
        ExportTarget::Love,
        &ExportTarget::Love.default_options(),
    )
    .expect("an export");
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let shared = [
        "steerwright.lua",
        "steerwright_link.lua",
        "steerwright_hmac.lua",
        "main.lua",
        "walls.lua",
        "pictures.lua",
        "conf.lua",
        "README-love.md",
    ]
    .map(|name| format!("steerwright/{name}"));
    let mut wanted = vec!["Squad.steer.json", "Squad.lua"];
    wanted.extend(shared.iter().map(String::as_str));
    assert_eq!(names, wanted);
    assert_eq!(
        files,
        export::export(
            &shipped("squad"),
            ExportTarget::Love,
            &ExportTarget::Love.default_options()
        )
        .expect("an export")
    );
}

fn the_exported_runtime_passes_the_conformance_cases_in_love() {
    let exported = exported(
        &shipped("squad"),
        ExportTarget::Love,
        &ExportTarget::Love.default_options(),
    );
    let folder = exported.folder.path();
    let cases = export::suite::files().expect("the cases");
    export::write_files(&cases, &folder.join("conformance")).expect("written");
    export::write_files(
        &export::runtime::RuntimeLanguage::Lua.conformance_runner(),
        folder,
    )
    .expect("the runner");
    let mut love = love(folder);
    let printed = run_well(love.args(["steerwright", "conformance.lua", "conformance"]));
    assert!(
        printed.contains("cases are the same to the bit") && !printed.contains("FAILED"),
        "{printed}"
    );
}
