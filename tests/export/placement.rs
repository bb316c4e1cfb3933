//! The placement of exports (origin, scale and plane), and its inverse.

use glam::DVec2;
use serde_json::Value;
use std::sync::Arc;
use steerwright_export::{self as export, ExportError, ExportTarget};
use steerwright_format::export_file::{PlacementError, read_export};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Plane, Preset, PresetId, Scene,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{GridChase, Separation};
use steerwright_testing::exported::{SCENES, exported, shipped};

fn json(scene: &Scene, options: &ExportOptions) -> Value {
    let files = export::export(scene, ExportTarget::Json, options).expect("an export");
    serde_json::from_slice(&files[0].bytes).expect("JSON")
}

fn at(x: f64, y: f64) -> ExportOptions {
    ExportOptions {
        origin: DVec2::new(x, y),
        ..ExportOptions::default()
    }
}

#[test]
fn the_origin_becomes_zero_and_everything_moves_with_it() {
    let scene = shipped("gate-patrol");
    let (plain, moved) = (
        json(&scene, &ExportOptions::default()),
        json(&scene, &at(3.0, -2.0)),
    );
    let places = [
        "/pointer",
        "/agents/0",
        "/paths/0/nodes/0",
        "/paths/0/nodes/2",
    ];
    for place in places {
        let number = |json: &Value, key: &str| {
            json.pointer(place)
                .and_then(|place| place[key].as_f64())
                .expect("a number")
        };
        assert!(
            (number(&plain, "x") - 3.0 - number(&moved, "x")).abs() < 1e-9,
            "{place}"
        );
        assert!(
            (number(&plain, "y") + 2.0 - number(&moved, "y")).abs() < 1e-9,
            "{place}"
        );
    }
    assert_eq!(moved["origin"], serde_json::json!({ "x": 3, "y": -2 }));
    assert_eq!(
        (&plain["agents"][0]["vx"], &plain["paths"][0]["radius"]),
        (&moved["agents"][0]["vx"], &moved["paths"][0]["radius"])
    );
}

#[test]
fn the_origin_is_subtracted_before_scaling() {
    let scene = shipped("squad");
    let placed = ExportOptions {
        scale: 4.0,
        y_down: true,
        ..at(2.0, 1.0)
    };
    let (plain, placed) = (
        json(&scene, &ExportOptions::default()),
        json(&scene, &placed),
    );
    for (plain, placed) in plain["agents"]
        .as_array()
        .expect("agents")
        .iter()
        .zip(placed["agents"].as_array().expect("agents"))
    {
        let number = |agent: &Value, key: &str| agent[key].as_f64().expect("a number");
        assert!(
            (number(placed, "x") - 4.0 * (number(plain, "x") - 2.0)).abs() < 1e-9,
            "{placed}"
        );
        assert!(
            (number(placed, "y") + 4.0 * (number(plain, "y") - 1.0)).abs() < 1e-9,
            "{placed}"
        );
    }
}

/// The same run, only elsewhere: a path of short decimals stays exact under whole numbers.
#[test]
fn agents_move_the_same_around_another_origin() {
    for name in SCENES {
        let scene = shipped(name);
        let (here, there) = (
            exported(&scene, ExportTarget::Json, &ExportOptions::default()),
            exported(&scene, ExportTarget::Json, &at(8.0, -16.0)),
        );
        assert_eq!(here.trace.len(), there.trace.len());
        for (here, there) in here.trace.iter().zip(&there.trace).take(500) {
            assert!(
                (here.x - 8.0 - there.x).abs() < 1e-6 && (here.y + 16.0 - there.y).abs() < 1e-6,
                "{name}: {here:?} {there:?}"
            );
        }
    }
}

#[test]
fn the_plane_changes_no_number() {
    let scene = shipped("gate-patrol");
    let mut ground = json(
        &scene,
        &ExportOptions {
            plane: Plane::Xz,
            ..ExportOptions::default()
        },
    );
    assert_eq!(ground["plane"], "xz");
    ground["plane"] = "xy".into();
    assert_eq!(ground, json(&scene, &ExportOptions::default()));
}

#[test]
fn with_cells_the_origin_must_be_the_corner_of_a_cell() {
    let mut scene = shipped("grid-chase");
    let size = scene.cells.size;
    let first = scene.cells.blocked[0];
    let moved = json(&scene, &at(2.0 * size, -3.0 * size));
    let cells: Vec<Value> = moved["cells"]["blocked"].as_array().expect("cells").clone();
    assert!(
        cells.contains(&serde_json::json!([first.column - 2, first.row + 3])),
        "{cells:?}"
    );
    let refused =
        export::export(&scene, ExportTarget::Json, &at(0.25 * size, 0.0)).expect_err("a cut cell");
    assert!(
        matches!(
            refused,
            ExportError::Placement(PlacementError::OriginInsideCell { .. })
        ) && refused.to_string().contains("use (0, 0)"),
        "{refused}"
    );

    // A chase walks on the lattice also where nothing is blocked; without one there is nothing to
    // cut.
    Arc::make_mut(&mut scene.cells).blocked.clear();
    assert!(export::export(&scene, ExportTarget::Json, &at(0.25 * size, 0.0)).is_err());
    for preset in &mut scene.presets {
        *preset = Arc::new(Preset::steered(preset.id, "", []));
    }
    assert!(export::export(&scene, ExportTarget::Json, &at(0.25 * size, 0.0)).is_ok());
    let mut chase = Preset::steered(PresetId(99), "", []);
    chase.motion = Motion::GridChase(GridChase::default());
    scene.presets.push(chase.into());
    assert!(export::export(&scene, ExportTarget::Json, &at(0.25 * size, 0.0)).is_err());
}

#[test]
fn an_invalid_origin_is_rejected_with_a_reason() {
    let scene = shipped("squad");
    for (x, y) in [(f64::NAN, 0.0), (0.0, f64::INFINITY), (3e9, 0.0)] {
        let refused = export::export(&scene, ExportTarget::Json, &at(x, y))
            .expect_err("no place")
            .to_string();
        assert!(refused.contains("origin"), "{refused}");
    }
}

#[test]
fn imports_restore_the_authored_scene() {
    for name in SCENES {
        let mut scene = shipped(name);
        scene.notes.clear();
        for options in [
            ExportOptions::default(),
            ExportOptions {
                y_down: true,
                scale: 32.0,
                ..at(4.0, -8.0)
            },
        ] {
            let files = export::export(&scene, ExportTarget::Json, &options).expect("an export");
            let text = std::str::from_utf8(&files[0].bytes).expect("text");
            let back = export::import(&files[0].name, text)
                .expect("a known ending")
                .expect("a scene");
            assert_eq!(back.paths, scene.paths, "{name}");
            assert_eq!(back.markers, scene.markers, "{name}");
            assert_eq!(json(&back, &options), json(&scene, &options), "{name}");
        }
    }
    assert!(export::import("scene.txt", "").is_none());
}

#[test]
fn imports_restore_presets_that_only_spawners_use() {
    let mut scene = shipped("squad");
    let agents = scene.agents.iter();
    let used: Vec<_> = agents.map(|agent| agent.preset).collect();
    let is_extra = |id| !used.contains(&id);
    let shot = scene.presets.iter().position(|own| is_extra(own.id));
    scene
        .presets
        .swap(0, shot.expect("a preset of spawners only"));
    assert!(!scene.presets[0].description.is_empty());
    scene.spawners.reverse();
    scene.contacts.reverse();
    let options = ExportOptions::default();
    let files = export::export(&scene, ExportTarget::Json, &options).expect("an export");
    let text = std::str::from_utf8(&files[0].bytes).expect("text");
    let back = export::import(&files[0].name, text);
    let back = back.expect("a known ending").expect("a scene");
    let named = |scene: &Scene| -> Vec<(String, String)> {
        let presets = scene.presets.iter();
        presets
            .map(|own| (own.name.clone(), own.description.clone()))
            .collect()
    };
    assert_eq!(named(&back), named(&scene));
    let ids = |scene: &Scene| {
        let spawners: Vec<_> = scene.spawners.iter().map(|own| own.id).collect();
        let contacts: Vec<_> = scene.contacts.iter().map(|own| own.id).collect();
        (spawners, contacts)
    };
    assert_eq!(ids(&back), ids(&scene));
}

#[test]
fn targets_for_2d_ignore_the_plane() {
    let scene = shipped("squad");
    let ground = ExportOptions {
        plane: Plane::Xz,
        ..ExportOptions::default()
    };
    let flat = ExportTarget::ALL
        .into_iter()
        .filter(|target| target.space() != export::Space::Spatial);
    for target in flat {
        let export = |options: &ExportOptions| {
            export::export(&scene, target, options)
                .map(|files| files.len())
                .map_err(|error| error.to_string())
        };
        assert_eq!(
            export(&ground),
            export(&ExportOptions::default()),
            "{target:?}"
        );
    }
}

/// Exports of neighbors that push each other, at a scale that rounds nothing.
#[test]
fn separation_moves_agents_the_same_at_every_scale() {
    const SCALE: f64 = 64.0;
    for falloff in [Falloff::None, Falloff::InverseSquare] {
        let push = Behavior::Separation(Separation {
            falloff,
            ..Separation::default()
        });
        let agent = |id: u32, x: f64| Agent::at(AgentId(id), "", PresetId(1), DVec2::new(x, 0.0));
        let scene = Scene {
            presets: vec![Preset::steered(PresetId(1), "Pushed", [push]).into()],
            agents: vec![agent(1, 0.0), agent(2, 0.5)].into(),
            ..Scene::default()
        };
        let options = ExportOptions {
            scale: SCALE,
            ..ExportOptions::default()
        };
        let exported = json(&scene, &options).to_string();
        let placed = read_export(&exported).expect("an export").scene;
        let (mut authored, mut scaled) = (World::new(&scene), World::new(&placed));
        for _ in 0..120 {
            authored.step();
            scaled.step();
            for (one, other) in authored.agents().zip(scaled.agents()) {
                assert_eq!(one.position * SCALE, other.position, "{falloff:?}");
            }
        }
        let moved = authored
            .agents()
            .map(|agent| agent.position.x)
            .collect::<Vec<_>>();
        assert!(
            moved[0] < -0.1 && moved[1] > 0.6,
            "they push each other: {moved:?}"
        );
    }
}
