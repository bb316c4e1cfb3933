//! Diagnostics of nets.

use super::{has, only};
use std::sync::Arc;
use steerwright_analysis::lint::{Rule, Severity};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Preset, PresetId, Scene, Steered, Target, Wall, WallId,
    WeightedBehavior,
};
use steerwright_runtime::steering::RouteMode;

/// A wolf that follows the pointer around a row of walls.
pub(super) fn wolf_among(walls: u32, route: RouteMode) -> Scene {
    let mut preset = Preset::steered(PresetId(1), "Wolf", []);
    preset.motion = Motion::Steered(Steered {
        behaviors: vec![WeightedBehavior {
            route,
            ..Behavior::Seek {}.into()
        }],
        ..Steered::default()
    });
    let mut wolf = Agent::at(AgentId(1), "Gray", PresetId(1), DVec2::new(-5.0, 0.0));
    wolf.target = Some(Target::Pointer);
    let wall = |id: u32| {
        let x = 3.0 * f64::from(id);
        let ends = [DVec2::new(x, -1.0), DVec2::new(x, 1.0)];
        Arc::new(Wall::through(WallId(id), "Post", ends))
    };
    Scene {
        presets: vec![preset.into()],
        agents: vec![wolf].into(),
        walls: (1..=walls).map(wall).collect(),
        ..Scene::default()
    }
}

#[test]
fn a_net_on_which_plans_take_long_in_some_languages_is_reported() {
    let large = wolf_among(32, RouteMode::AroundWalls);
    let found = only(&large, Rule::LargeNet);
    assert_eq!(found.severity, Severity::Hint);
    assert!(found.message.contains("512 points"), "{}", found.message);
    assert!(!has(
        &wolf_among(31, RouteMode::AroundWalls),
        Rule::LargeNet
    ));
    assert!(!has(&wolf_among(32, RouteMode::Direct), Rule::LargeNet));
}
