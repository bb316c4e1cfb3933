//! A sample scene, and helpers to run the binary.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Arc;
use steerwright_format::save_scene;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Scene, Target,
};
use steerwright_runtime::steering::{FollowPath, HomingWalk};
use tempfile::TempDir;

/// A guard on a path, and an agent whose homing walk depends on the seed.
pub fn scene() -> Scene {
    let mut scene = Scene {
        name: "Courtyard".into(),
        seed: 5,
        ..Scene::default()
    };
    let mut path = PatrolPath::new(PathId(1), "Round");
    for (i, (x, y)) in [(0.0, 0.0), (6.0, 0.5), (5.5, 4.0)].into_iter().enumerate() {
        path.nodes
            .push(Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)));
    }
    scene.paths.push(Arc::new(path));
    scene.presets = vec![
        Preset::steered(
            PresetId(1),
            "Guard",
            [Behavior::FollowPath(FollowPath::default())],
        )
        .into(),
        Preset::steered(
            PresetId(2),
            "Walker",
            [Behavior::HomingWalk(HomingWalk::default())],
        )
        .into(),
    ];
    scene.markers = Arc::new(vec![Marker::at(
        MarkerId(1),
        "Gate",
        MarkerKind::Target,
        DVec2::new(9.0, -9.0),
    )]);
    let mut guard = Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO);
    guard.path = Some(PathId(1));
    let mut walker = Agent::at(AgentId(2), "Old one", PresetId(2), DVec2::splat(-9.0));
    walker.target = Some(Target::Marker(MarkerId(1)));
    scene.agents = Arc::new(vec![guard, walker]);
    scene
}

/// A folder with the sample scene.
pub fn sample_folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("courtyard.scene.json");
    save_scene(&scene(), &file).expect("saved");
    (folder, file)
}

/// The command, with settings of the tests instead of the user's.
pub fn steerwright() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_steerwright"));
    let settings = concat!(env!("CARGO_TARGET_TMPDIR"), "/cli-settings");
    command.env("STEERWRIGHT_CONFIG_DIR", settings);
    command
}

/// Runs the command to its end, which must not be a panic or a signal.
pub fn run(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert!(
        !stderr(&output).contains("panicked"),
        "{command:?}: {}",
        stderr(&output)
    );
    assert!(
        output.status.code().is_some_and(|code| code <= 2),
        "{command:?} ended with {:?}",
        output.status
    );
    output
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn code(output: &Output) -> Option<i32> {
    output.status.code()
}
