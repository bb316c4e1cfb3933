//! Properties of all targets: deterministic output, own file names, and any name, placement and
//! size.

use std::path::{Component, Path};
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget, OutputFile, file_name};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Plane, Scene,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_testing::exported::shipped;

const NAMES: [&str; 12] = [
    "",
    " ",
    "Night watch",
    "Ann's \"own\" \\ path\nof two lines\t",
    "गश्ती रास्ता",
    "巡逻路线",
    "🙂🚶‍♀️",
    "]]> --> */ <script>alert(1)</script> ${x} #{y} %s %1",
    "\u{1}\u{b}\u{7f}\u{feff}\u{202e}",
    "../../etc/passwd",
    "CON",
    "-",
];

/// A scene in which everything is called `name`, with a path of no node, of one and of two in the
/// same place.
fn called(name: &str) -> Scene {
    let mut scene = shipped("gate-patrol");
    scene.name = name.into();
    scene.notes = name.into();
    scene.unit = name.into();
    for preset in &mut scene.presets {
        let preset = Arc::make_mut(preset);
        (preset.name, preset.description) = (name.into(), name.into());
    }
    for nodes in 0..3 {
        let mut path = PatrolPath::new(scene.next_path_id(), name);
        path.nodes = (0..nodes)
            .map(|i| Node::at(NodeId(i + 1), DVec2::new(1.0, 2.0)))
            .collect();
        scene.paths.push(path.into());
    }
    for path in &mut scene.paths {
        Arc::make_mut(path).name = name.into();
    }
    for id in 1..3 {
        Arc::make_mut(&mut scene.markers).push(Marker::at(
            MarkerId(100 + id),
            name,
            MarkerKind::Danger,
            DVec2::new(f64::from(id), 0.5),
        ));
    }
    let agents = Arc::make_mut(&mut scene.agents);
    let mut twin = agents[0].clone();
    twin.id = AgentId(77);
    agents.push(twin);
    agents.iter_mut().for_each(|agent| agent.name = name.into());
    scene
}

fn exported(scene: &Scene, target: ExportTarget, options: &ExportOptions) -> Vec<OutputFile> {
    export::export(scene, target, options)
        .unwrap_or_else(|error| panic!("{target:?} of {:?}: {error}", scene.name))
}

#[test]
fn files_are_named_after_the_scene_for_any_name() {
    for target in ExportTarget::ALL {
        for name in NAMES {
            let scene = called(name);
            let files = exported(&scene, target, &target.default_options());
            let file_name = file_name(name);
            assert!(
                files[0].name.starts_with(&file_name),
                "{target:?}: {}",
                files[0].name
            );
            for file in &files {
                let own = file
                    .name
                    .strip_prefix(&file_name)
                    .is_some_and(|rest| rest.starts_with(['.', '_', '-', '/']));
                let parts = || Path::new(&file.name).components();
                assert!(
                    parts().all(|part| matches!(part, Component::Normal(_))),
                    "{target:?}: {}",
                    file.name
                );
                // Godot 4 has a folder for what is in all of a project.
                let is_shared = ["steerwright", "addons/steerwright"]
                    .iter()
                    .any(|folder| Path::new(&file.name).starts_with(folder));
                assert!(own || is_shared, "{target:?}: {}", file.name);
                assert!(
                    !file
                        .name
                        .contains(['\\', ':', '*', '?', '"', '<', '>', '|', '\n', '\0']),
                    "{target:?}: {}",
                    file.name
                );
            }
            let mut names: Vec<String> =
                files.iter().map(|file| file.name.to_lowercase()).collect();
            names.sort();
            names.dedup();
            assert_eq!(
                names.len(),
                files.len(),
                "{target:?}: two files of one name"
            );
        }
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes_on_disk() {
    for target in ExportTarget::ALL {
        let scene = called("Night watch");
        let folders = [
            tempfile::tempdir().expect("a folder"),
            tempfile::tempdir().expect("a folder"),
        ];
        let read = folders.each_ref().map(|folder| {
            let files = exported(&scene, target, &target.default_options());
            export::write_files(&files, folder.path()).expect("written");
            files
                .iter()
                .map(|file| std::fs::read(folder.path().join(&file.name)).expect("a file"))
                .collect::<Vec<_>>()
        });
        assert_eq!(read[0], read[1], "{target:?}");
        let bytes: Vec<Vec<u8>> = exported(&scene, target, &target.default_options())
            .into_iter()
            .map(|file| file.bytes)
            .collect();
        assert_eq!(read[0], bytes, "{target:?}");
    }
}

/// So many scenes of a game can go into one folder.
#[test]
fn shared_files_are_the_same_for_all_scenes() {
    for target in ExportTarget::ALL {
        let shared = |scene: &Scene, options: &ExportOptions| {
            let mut files = exported(scene, target, options);
            files.retain(|file| file.name.starts_with("steerwright/"));
            files
        };
        let one = shared(&shipped("squad"), &target.default_options());
        let moved = ExportOptions {
            scale: 2.0,
            y_down: true,
            origin: DVec2::new(1.0, 1.0),
            ..target.default_options()
        };
        assert_eq!(one, shared(&called("巡逻路线"), &moved), "{target:?}");
    }
}

#[test]
fn every_engine_gets_a_readme_that_names_it() {
    let without = [ExportTarget::Svg, ExportTarget::SceneFile];
    for target in ExportTarget::ALL
        .into_iter()
        .filter(|target| !without.contains(target))
    {
        let files = exported(&shipped("squad"), target, &target.default_options());
        let name = format!("steerwright/README-{}.md", target.id());
        let readme = files
            .iter()
            .find(|file| file.name.ends_with(&name))
            .unwrap_or_else(|| panic!("{target:?} has no {name}"));
        let text = std::str::from_utf8(&readme.bytes).expect("text");
        assert!(
            text.starts_with("# ") && text.contains("NAME"),
            "{target:?}: {text}"
        );
    }
}

#[test]
fn any_placement_is_exported_and_imported() {
    for target in ExportTarget::ALL {
        for plane in [Plane::Xy, Plane::Xz] {
            for y_down in [false, true] {
                for scale in [0.001, 1.0, 100.0] {
                    let origin = DVec2::new(-3.5, 12.25);
                    let options = ExportOptions {
                        y_down,
                        plane,
                        scale,
                        origin,
                        with_trace: target.default_options().with_trace,
                    };
                    for scene in ["gate-patrol", "squad", "homing-walk"].map(shipped) {
                        for file in exported(&scene, target, &options) {
                            let Ok(text) = std::str::from_utf8(&file.bytes) else {
                                continue;
                            };
                            if file.name.starts_with("steerwright/") {
                                continue;
                            }
                            if let Some(read) = export::import(&file.name, text) {
                                let back =
                                    read.unwrap_or_else(|error| panic!("{}: {error}", file.name));
                                comes_back(&scene, &back, scale, &file.name);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Paths come back where they were; within what nine decimals of the game's unit can tell.
fn comes_back(scene: &Scene, back: &Scene, scale: f64, name: &str) {
    let tolerance = 1e-8 / scale.min(1.0);
    // A curve of Godot's holds one path.
    let paths: Vec<_> = scene
        .paths
        .iter()
        .filter(|path| !name.ends_with(".tres") || back.paths.iter().any(|back| back.id == path.id))
        .collect();
    assert_eq!(paths.len(), back.paths.len(), "{name}");
    for (path, back) in paths.into_iter().zip(&back.paths) {
        assert_eq!(
            (path.nodes.len(), path.traversal, path.shape),
            (back.nodes.len(), back.traversal, back.shape),
            "{name}"
        );
        for (node, back) in path.nodes.iter().zip(&back.nodes) {
            assert!(
                node.position.distance(back.position) < tolerance,
                "{name}: {node:?} {back:?}"
            );
            assert!(
                (path.radius_of(node) - path.radius_of(back)).abs() < tolerance.max(1e-6),
                "{name}: {node:?} {back:?}"
            );
            assert!(
                (node.wait - back.wait).abs() < 1e-8,
                "{name}: {node:?} {back:?}"
            );
        }
    }
}

/// A spiral, curved and straight.
#[test]
fn ten_thousand_nodes_and_no_agent_are_exported() {
    let mut scene = Scene {
        name: "Long".into(),
        ..Scene::default()
    };
    for (id, shape, traversal) in [
        (1, Shape::Straight, Traversal::Loop),
        (2, Shape::CatmullRom, Traversal::PingPong),
    ] {
        let mut path = PatrolPath::new(PathId(id), "spiral");
        (path.shape, path.traversal) = (shape, traversal);
        let place = |i: u32| DVec2::from_angle(f64::from(i) * 0.1) * (5.0 + f64::from(i) * 0.01);
        path.nodes = (0..5000)
            .map(|i| Node::at(NodeId(i + 1), place(i)))
            .collect();
        scene.paths.push(path.into());
    }
    for target in ExportTarget::ALL {
        assert!(!exported(&scene, target, &target.default_options()).is_empty());
    }
}

#[test]
fn an_empty_scene_is_exported() {
    for target in ExportTarget::ALL {
        for file in exported(&Scene::default(), target, &target.default_options()) {
            assert!(!file.name.is_empty());
        }
    }
}

#[test]
fn agents_without_a_path_target_or_preset_are_exported() {
    let mut scene = shipped("squad");
    let mut stray = Agent::at(
        AgentId(500),
        "",
        steerwright_runtime::scene::PresetId(1),
        DVec2::ZERO,
    );
    (stray.path, stray.target) = (None, None);
    Arc::make_mut(&mut scene.agents).push(stray);
    for target in ExportTarget::ALL {
        exported(&scene, target, &target.default_options());
    }
}
