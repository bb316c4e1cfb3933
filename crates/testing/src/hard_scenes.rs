//! Scenes that are difficult to export: names with special characters, paths with few nodes, and a
//! long path.

use std::sync::Arc;
use steerwright_format::rounding::round_numbers;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Preset,
    PresetId, Scene,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};

/// Names with characters that have a meaning in some language.
pub const HARD_NAMES: [&str; 12] = [
    "a \"b\" 'c' <d> & \\ \u{7f}",
    "line\nfeed\r\ttab ",
    "गश्ती दल 夜警 🦊",
    "<script>alert(1)</script>",
    "]]> -- */ // # {0} %s $x `y`",
    "",
    "same",
    "same",
    "\\u0041 \\\" \\",
    "x\"); game_end(); //",
    "\u{2028}\u{202e}nul\u{1}",
    "if",
];

/// A path, a marker, an agent and a preset with each name. The paths have up to three nodes and
/// every traversal.
pub fn hostile() -> Scene {
    let mut scene = Scene {
        name: HARD_NAMES[2].into(),
        notes: HARD_NAMES[0].into(),
        ..Scene::default()
    };
    for (i, name) in HARD_NAMES.iter().enumerate() {
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
            .map(|n| {
                Node::at(
                    NodeId(n + 1),
                    DVec2::new(f64::from(n) * 0.7, f64::from(n * n) - 0.3),
                )
            })
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
        Arc::make_mut(&mut scene.markers).push(Marker::at(
            MarkerId(id),
            *name,
            MarkerKind::Target,
            DVec2::new(-1.5, f64::from(id)),
        ));
    }
    round_numbers(&mut scene);
    scene
}

/// One path of 10,000 nodes, no agents.
pub fn long_path() -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Long");
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
