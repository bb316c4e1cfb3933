//! The trace of an export equals the run in the game.

use serde_json::Value;
use std::sync::Arc;
use steerwright_analysis::trace;
use steerwright_export::ExportTarget;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{AgentId, Behavior, Motion, Preset, PresetId};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::HomingWalk;
use steerwright_testing::everything::{exported, rows, scene, text, trace_of};

#[test]
fn the_trace_is_the_run_of_the_exported_numbers() {
    let options = ExportOptions {
        with_trace: Some(0.5),
        ..ExportOptions::default()
    };
    let files = exported(&scene(), ExportTarget::Json, &options);
    let mut world = World::new(&scene());
    let mut expected = format!("{}\n{}", trace::HEADER, trace::rows(&world));
    for _ in 0..30 {
        world.step();
        expected.push_str(&trace::rows(&world));
    }
    assert!(
        text(trace_of(&files)) == expected,
        "with no conversion it is the editor's own run"
    );

    let down = exported(
        &scene(),
        ExportTarget::Json,
        &ExportOptions {
            y_down: true,
            ..options
        },
    );
    let (plain, turned) = (rows(trace_of(&files)), rows(trace_of(&down)));
    assert_eq!(plain.len(), turned.len());
    for (plain, turned) in plain.iter().zip(&turned) {
        for (i, (a, b)) in plain.iter().zip(turned).enumerate() {
            match i {
                4 | 6 => assert_eq!(
                    a.parse::<f64>().map(|y| (0.0 - y).to_bits()),
                    b.parse::<f64>().map(f64::to_bits)
                ),
                _ => assert_eq!(a, b),
            }
        }
    }

    let scaled = exported(
        &scene(),
        ExportTarget::Json,
        &ExportOptions {
            scale: 4.0,
            ..options
        },
    );
    let start: f64 = rows(trace_of(&scaled))[1][3].parse().expect("x");
    assert_eq!(start, -6.0);
}

#[test]
fn a_smooth_walk_is_the_same_at_any_scale() {
    let mut scene = scene();
    let smooth = HomingWalk {
        smooth: true,
        max_fov_deg: 200.0,
        ..HomingWalk::default()
    };
    scene.presets[2] =
        Preset::steered(PresetId(3), "walker", [Behavior::HomingWalk(smooth)]).into();
    Arc::make_mut(&mut scene.agents).retain(|agent| agent.id == AgentId(9));
    let trace = |scale| {
        let options = ExportOptions {
            scale,
            with_trace: Some(10.0),
            ..ExportOptions::default()
        };
        let files = exported(&scene, ExportTarget::Json, &options);
        rows(trace_of(&files))
            .iter()
            .skip(1)
            .map(|row| [3, 4].map(|i| row[i].parse::<f64>().expect("a length") / scale))
            .collect::<Vec<_>>()
    };
    // Powers of two lose no bits.
    for scale in [64.0, 1.0 / 64.0] {
        for (plain, scaled) in trace(1.0).iter().zip(trace(scale)) {
            assert!(
                (0..2).all(|i| (plain[i] - scaled[i]).abs() <= 1e-9),
                "{plain:?} became {scaled:?} at {scale}"
            );
        }
    }
}

#[test]
fn a_game_with_y_down_matches_the_trace_exactly() {
    let mut scene = scene();
    Arc::make_mut(&mut scene.agents).retain(|agent| agent.id == AgentId(5));
    Arc::make_mut(&mut scene.agents)[0].leader = None;
    // What is drawn without a reference is mirrored in a game with y down, and not in this world.
    if let Motion::Steered(steered) = &mut Arc::make_mut(&mut scene.presets[0]).motion {
        steered.behaviors.retain(|weighted| {
            weighted.needs().is_some() || !weighted.behavior.description().is_random
        });
    }
    let files = exported(
        &scene,
        ExportTarget::Json,
        &ExportOptions {
            y_down: true,
            with_trace: Some(20.0),
            ..ExportOptions::default()
        },
    );
    // The game: the same formulas on the exported numbers, in its own axes.
    let json: Value = serde_json::from_str(text(&files[0])).expect("JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    let agent = &mut Arc::make_mut(&mut scene.agents)[0];
    (agent.position.y, agent.velocity.y) = (
        number(&json["agents"][0]["y"]),
        number(&json["agents"][0]["vy"]),
    );
    Arc::make_mut(&mut scene.markers)[1].position.y = number(&json["markers"][1]["y"]);
    for (path, out) in scene
        .paths
        .iter_mut()
        .zip(json["paths"].as_array().expect("paths"))
    {
        for (i, node) in Arc::make_mut(path).nodes.iter_mut().enumerate() {
            node.position.y = number(&out["nodes"][i]["y"]);
        }
    }
    let mut world = World::new(&scene);
    for row in rows(trace_of(&files)).iter().skip(1) {
        world.step();
        let agent = world.agent(AgentId(5)).expect("the guard");
        let got = [
            agent.position.x,
            agent.position.y,
            agent.velocity.x,
            agent.velocity.y,
        ]
        .map(f64::to_bits);
        let expected = [3, 4, 5, 6].map(|i| row[i].parse::<f64>().expect("a number").to_bits());
        assert_eq!(got, expected, "in the row {row:?}");
    }
    assert_eq!(world.tick(), 1200);
}
