//! The export to Unity, compiled by Mono against stubs of the part of Unity that it calls, and used
//! as a person does: import, Add to Scene, Play. Unity itself is not run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use steerwright_export::{self as export, ExportTarget, import};
use steerwright_format::export_file::read_export;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Plane, Scene};
use steerwright_runtime::simulation::World;
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, SECONDS, exported, shipped};
use steerwright_testing::hard_scenes::{HARD_NAMES, hostile, long_path};
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [Mono] => agents_match_to_the_bit_and_game_objects_follow_them,
    [Mono] => the_asset_shows_the_scene_in_every_placement,
    [Mono] => difficult_names_and_paths_are_exported,
    [Mono] => an_invalid_asset_reports_its_error_and_does_not_play,
    [Mono] => a_new_export_is_applied_while_the_game_runs,
    [] => the_package_has_a_manifest_and_an_id_for_every_file,
    [PythonModules] => meta_files_are_read_by_unityparser,
    [] => a_scene_is_imported_from_its_asset,
];

/// The programs, made once: the package as exported, the stubs, and the one that plays.
pub struct Project {
    folder: tempfile::TempDir,
}

pub fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(Project::compiled)
}

impl Project {
    fn compiled() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let files = export::export(
            &shipped("squad"),
            ExportTarget::Unity,
            &ExportOptions::default(),
        )
        .expect("an export");
        export::write_files(&files, folder.path()).expect("written");
        let sources = |within: PathBuf| -> Vec<PathBuf> {
            let entries = std::fs::read_dir(within)
                .expect("a folder")
                .map(|entry| entry.expect("an entry").path());
            entries
                .filter(|file| file.extension().is_some_and(|end| end == "cs"))
                .collect()
        };
        // Assembly by assembly, as the .asmdef files say.
        let package = folder.path().join("steerwright");
        let assemblies = [
            ("Unity.dll", sources(root().join("runtimes/csharp/stubs"))),
            ("Steerwright.dll", sources(package.join("Runtime"))),
            ("Steerwright.Editor.dll", sources(package.join("Editor"))),
            ("Main.exe", sources(root().join("tests/engines/unity"))),
        ];
        for (i, (name, sources)) in assemblies.iter().enumerate() {
            let mut compiler = Engine::Mono.program("mcs");
            compiler.current_dir(folder.path()).args([
                "-langversion:7",
                "-warn:4",
                "-warnaserror",
                &format!("-out:{name}"),
            ]);
            compiler.arg(if name.ends_with("dll") {
                "-target:library"
            } else {
                "-target:exe"
            });
            compiler
                .args(
                    assemblies[..i]
                        .iter()
                        .map(|(earlier, _)| format!("-r:{earlier}")),
                )
                .args(sources);
            run_well(&mut compiler);
        }
        Self { folder }
    }

    /// Plays while the pointer is pressed for a time, and checks that exactly the agents have
    /// GameObjects.
    pub fn play_pressed(&self, asset: &Path, seconds: f64) -> String {
        run_well(self.program(asset, seconds).arg("press"))
    }

    fn program(&self, asset: &Path, seconds: f64) -> Command {
        let mut mono = Engine::Mono.command();
        mono.arg(self.folder.path().join("Main.exe"))
            .arg(asset)
            .arg(seconds.to_string());
        mono
    }

    pub fn play(&self, asset: &Path, seconds: f64, edited: Option<(&Path, u64)>) -> String {
        let mut mono = self.program(asset, seconds);
        if let Some((edited, after)) = edited {
            mono.arg(edited).arg(after.to_string());
        }
        run_well(&mut mono)
    }
}

pub fn asset(exported: &Exported) -> PathBuf {
    exported
        .folder
        .path()
        .join(format!("{}.steerwright", exported.file_name))
}

pub fn lines<'a>(printed: &'a str, kind: &str) -> Vec<Vec<&'a str>> {
    let of_kind = printed
        .lines()
        .filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
    of_kind.map(|line| line.split(' ').collect()).collect()
}

pub fn name_of(hex: &str) -> String {
    let digits = hex.trim_matches(['[', ']']);
    let bytes = (0..digits.len() / 2)
        .map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hex digits"));
    String::from_utf8(bytes.collect()).expect("text")
}

pub fn placements() -> [ExportOptions; 3] {
    let plain = ExportOptions::default();
    let origin = DVec2::new(-3.5, 2.25);
    [
        plain,
        ExportOptions {
            y_down: true,
            scale: 32.0,
            origin,
            ..plain
        },
        ExportOptions {
            plane: Plane::Xz,
            scale: 0.5,
            ..plain
        },
    ]
}

fn agents_match_to_the_bit_and_game_objects_follow_them() {
    let project = project();
    for name in SCENES {
        for options in placements() {
            let exported = exported(&shipped(name), ExportTarget::Unity, &options);
            let printed = project.play(&asset(&exported), SECONDS - 0.1, None);
            assert!(!printed.contains("error: "), "{printed}");
            // A FixedUpdate of Unity's usual 0.02 s is a tick or two.
            exported.same_places(&printed, 0.0, 490 * exported.scene.agents.len());
        }
    }
}

fn the_asset_shows_the_scene_in_every_placement() {
    let project = project();
    let scene = shipped("gate-patrol");
    for options in placements() {
        let exported = exported(&scene, ExportTarget::Unity, &options);
        let printed = project.play(&asset(&exported), 0.0, None);
        let nodes: Vec<_> = scene
            .paths
            .iter()
            .flat_map(|path| path.nodes.iter().map(|node| (path.radius_of(node), node)))
            .collect();
        let printed_nodes = lines(&printed, "node");
        assert_eq!(printed_nodes.len(), nodes.len());
        for (fields, (radius, node)) in printed_nodes.iter().zip(nodes) {
            let (x, y) = (
                (node.position.x - options.origin.x) * options.scale,
                (node.position.y - options.origin.y) * options.scale,
            );
            let place = if options.plane == Plane::Xz {
                [x, 0.0, y]
            } else {
                [x, y, 0.0]
            };
            let speed = node.speed.map_or("-".into(), |speed| {
                ((speed * options.scale) as f32).to_string()
            });
            let numbers = place.into_iter().chain([radius * options.scale, node.wait]);
            let wanted: Vec<String> = numbers
                .map(|number| (number as f32).to_string())
                .chain([speed])
                .collect();
            assert_eq!(fields.join(" "), wanted.join(" "));
        }
        // Every point of every path is drawn, and the closing stretch of a closed one; each node
        // has its radius.
        let points: usize = lines(&printed, "path")
            .iter()
            .map(|fields| fields[2].parse::<usize>().expect("a number"))
            .sum();
        let closed = scene.paths.iter().filter(|path| path.is_closed()).count();
        let markers = scene.markers.len();
        assert!(
            printed.contains(&format!(
                "drawn {} points, {} discs",
                points + 2 * closed + 4 * markers,
                printed_nodes.len()
            )),
            "{printed}"
        );
    }
}

fn difficult_names_and_paths_are_exported() {
    let project = project();
    for options in placements() {
        let hostile = exported(&hostile(), ExportTarget::Unity, &options);
        let printed = project.play(&asset(&hostile), 0.5, None);
        assert!(!printed.contains("error: "), "{printed}");
        for kind in ["path", "marker", "agent"] {
            let column = if kind == "agent" { 2 } else { 4 };
            let names: Vec<String> = lines(&printed, kind)
                .iter()
                .map(|fields| name_of(fields[column]))
                .collect();
            assert_eq!(names, HARD_NAMES, "{kind}");
        }
        hostile.same_places(&printed, 0.0, 20 * HARD_NAMES.len());
    }
    let long = exported(&long_path(), ExportTarget::Unity, &ExportOptions::default());
    assert_eq!(
        lines(&project.play(&asset(&long), 0.1, None), "node").len(),
        10_000
    );
    let empty = exported(
        &Scene::default(),
        ExportTarget::Unity,
        &ExportOptions::default(),
    );
    assert!(
        project
            .play(&asset(&empty), 0.1, None)
            .contains("drawn 0 points")
    );
}

fn an_invalid_asset_reports_its_error_and_does_not_play() {
    let project = project();
    let exported = exported(
        &shipped("squad"),
        ExportTarget::Unity,
        &ExportOptions::default(),
    );
    for (text, wanted) in [
        ("", "line 1"),
        ("<html>", "line 1"),
        ("[]", "the file: is not an object"),
        ("{\"format\": 1}", "format: "),
    ] {
        std::fs::write(asset(&exported), text).expect("a file");
        let printed = project.play(&asset(&exported), 1.0, None);
        assert!(printed.contains(&format!("problem {wanted}")), "{printed}");
        assert!(
            printed.contains("error: ") && lines(&printed, "state").is_empty(),
            "{printed}"
        );
    }
}

/// What the Rust runtime makes of the same edit at the same tick.
fn a_new_export_is_applied_while_the_game_runs() {
    let project = project();
    for options in placements() {
        let scene = shipped("gate-patrol");
        let before = exported(&scene, ExportTarget::Unity, &options);
        let mut edited = scene.clone();
        for path in &mut edited.paths {
            Arc::make_mut(path)
                .nodes
                .iter_mut()
                .for_each(|node| node.position.y += 1.0);
        }
        Arc::make_mut(&mut edited.agents).remove(0);
        let after = exported(&edited, ExportTarget::Unity, &options);
        let [first, second] =
            [&before, &after].map(|one| std::fs::read_to_string(asset(one)).expect("a file"));
        let printed = project.play(&asset(&before), 6.0, Some((&asset(&after), 120)));
        assert!(!printed.contains("error: "), "{printed}");

        let at: u64 = lines(&printed, "edited")[0][0].parse().expect("a tick");
        let [first, second] =
            [first, second].map(|text| read_export(&text).expect("an export").scene);
        let mut world = World::new(&first);
        let mut compared = 0;
        for fields in lines(&printed, "state") {
            let [tick, agent] = [0, 1].map(|i| fields[i].parse::<u64>().expect("a number"));
            while world.tick() < tick {
                if world.tick() == at {
                    world.apply_scene(&second);
                }
                world.step();
            }
            let agent = world
                .agents()
                .find(|one| u64::from(one.id.0) == agent)
                .expect("an agent");
            let y = if options.y_down {
                0.0 - agent.position.y
            } else {
                agent.position.y + 0.0
            };
            let wanted =
                [agent.position.x + 0.0, y].map(|number| format!("{:016x}", number.to_bits()));
            assert_eq!(fields[2..], wanted, "tick {tick}");
            compared += usize::from(tick > at);
        }
        assert!(compared > 300, "{compared}");
    }
}

fn the_package_has_a_manifest_and_an_id_for_every_file() {
    let files = export::export(&hostile(), ExportTarget::Unity, &ExportOptions::default())
        .expect("an export");
    assert_eq!(
        files,
        export::export(&hostile(), ExportTarget::Unity, &ExportOptions::default())
            .expect("an export")
    );
    assert!(
        files[0].name.ends_with(".steerwright")
            && files[1..]
                .iter()
                .all(|file| file.name.starts_with("steerwright/"))
    );
    let text = |name: &str| {
        let file = files
            .iter()
            .find(|file| file.name == name)
            .unwrap_or_else(|| panic!("no {name}"));
        String::from_utf8(file.bytes.clone()).expect("text")
    };
    let json = |name: &str| serde_json::from_str::<serde_json::Value>(&text(name)).expect("JSON");
    let manifest = json("steerwright/package.json");
    assert_eq!(
        (&manifest["name"], &manifest["version"]),
        (
            &"com.steerwright.runtime".into(),
            &env!("CARGO_PKG_VERSION").into()
        )
    );
    assert_eq!(
        json("steerwright/Runtime/Steerwright.asmdef")["name"],
        "Steerwright"
    );
    assert_eq!(
        json("steerwright/Editor/Steerwright.Editor.asmdef")["includePlatforms"],
        serde_json::json!(["Editor"])
    );

    // Everything in the package has an id, and no two have the same. A scene's is Unity's own.
    let mut ids = BTreeSet::new();
    let plain: Vec<&str> = files[1..]
        .iter()
        .map(|file| file.name.as_str())
        .filter(|name| !name.ends_with(".meta"))
        .collect();
    for name in plain
        .iter()
        .chain(&["steerwright/Runtime", "steerwright/Editor"])
    {
        let meta = text(&format!("{name}.meta"));
        let id = meta
            .lines()
            .find_map(|line| line.strip_prefix("guid: "))
            .expect("an id")
            .to_owned();
        assert!(
            id.len() == 32
                && id.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
                && ids.insert(id),
            "{meta}"
        );
    }
    assert_eq!(ids.len() + plain.len(), files.len() - 1);
    // Scenes of games hold this one.
    assert!(text("steerwright/Runtime/SteerwrightWorld.cs.meta").contains(WORLD_ID));
}

/// The id of the component in every game.
const WORLD_ID: &str = "guid: 1f3d8abf42c974a08db0cb9650ee8fde";

fn meta_files_are_read_by_unityparser() {
    let mut python = Engine::PythonModules.command();
    let exported = exported(
        &shipped("squad"),
        ExportTarget::Unity,
        &ExportOptions::default(),
    );
    let files = export::export(
        &exported.scene,
        ExportTarget::Unity,
        &ExportOptions::default(),
    )
    .expect("an export");
    let metas: Vec<&str> = files
        .iter()
        .map(|file| file.name.as_str())
        .filter(|name| name.ends_with(".meta"))
        .collect();
    let program = "import sys, unityparser\nfor path in sys.argv[1:]:\n    print(path, unityparser.UnityDocument.load_yaml(path).entry['guid'])";
    let printed = run_well(
        python
            .current_dir(exported.folder.path())
            .args(["-c", program])
            .args(&metas),
    );
    assert_eq!(printed.lines().count(), metas.len());
    for (line, name) in printed.lines().zip(metas) {
        let meta = std::fs::read_to_string(exported.folder.path().join(name)).expect("a file");
        let (path, id) = line.split_once(' ').expect("two fields");
        assert!(
            path == name && meta.contains(&format!("guid: {id}\n")),
            "{line}"
        );
    }
}

fn a_scene_is_imported_from_its_asset() {
    for name in SCENES {
        for options in placements() {
            let scene = shipped(name);
            let exported = exported(&scene, ExportTarget::Unity, &options);
            let text = std::fs::read_to_string(asset(&exported)).expect("a file");
            let back = import(&format!("{}.steerwright", exported.file_name), &text)
                .expect("a format")
                .expect("a scene");
            assert_eq!(
                (back.paths.len(), back.agents.len()),
                (scene.paths.len(), scene.agents.len())
            );
            for (back, path) in back.paths.iter().zip(&scene.paths) {
                for (back, node) in back.nodes.iter().zip(&path.nodes) {
                    assert!(
                        (back.position.x - node.position.x).abs() < 1e-8
                            && (back.position.y - node.position.y).abs() < 1e-8,
                        "{name}"
                    );
                }
            }
        }
    }
}
