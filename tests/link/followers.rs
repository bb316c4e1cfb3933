//! Games in Python and C# that follow a hundred edits of the editor, and then move exactly like
//! Rust.

use crate::support::Game;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use steerwright_export::runtime::RuntimeLanguage;
use steerwright_export::{self as export, ExportTarget};
use steerwright_link::{Server, Token};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Agent, AgentId, Node, NodeId, PathId, PatrolPath, Scene};
use steerwright_runtime::simulation::World;
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::shipped;
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [Python] => a_game_in_python_follows_the_editor,
    [Mono] => a_game_in_csharp_follows_the_editor,
];

/// A game's folder: the runtime, the program that follows, and the scene before any edit.
fn game(language: RuntimeLanguage, program: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    export::write_files(&language.files(), folder.path()).expect("the runtime");
    std::fs::copy(
        root().join("tests/engines/link").join(program),
        folder.path().join(program),
    )
    .expect("a copy");
    let files = export::export(
        &shipped("gate-patrol"),
        ExportTarget::Json,
        &ExportOptions::default(),
    )
    .expect("an export");
    export::write_files(&files[..1], folder.path()).expect("the scene");
    folder
}

/// The scene after this many edits: its nodes move, and at the end an agent is added.
fn edited(edit: u32) -> Scene {
    let mut scene = shipped("gate-patrol");
    for path in &mut scene.paths {
        for node in &mut Arc::make_mut(path).nodes {
            node.position.x += f64::from(edit) * 0.01;
        }
    }
    // So long that it does not fit beside the answer.
    let mut long = PatrolPath::new(PathId(900), "Survey");
    long.nodes = (0..2000)
        .map(|i| Node::at(NodeId(i + 1), DVec2::new(f64::from(i), 0.5)))
        .collect();
    scene.paths.push(Arc::new(long));
    if edit == 100 {
        let first = scene.agents[0].clone();
        let (id, place) = (scene.next_agent_id(), first.position);
        Arc::make_mut(&mut scene.agents).push(Agent {
            path: first.path,
            ..Agent::at(id, "Last", first.preset, place)
        });
    }
    scene
}

/// Runs `program` while the scene is edited under it, and compares where its agents come to.
fn follows(program: &mut Command) {
    let server = Server::start(0, Token::random().expect("a token")).expect("the editor listens");
    server.publish(&edited(0));
    // The export is there when the second game links, and arrives with the answer.
    let mut first = Game::linked(&server, "");
    first.scene();
    program.env("STEERWRIGHT_LINK", server.address().to_string());
    let printed = std::thread::scope(|scope| {
        let game = scope.spawn(|| run_well(program));
        while server.clients().len() < 2 && !game.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(first);
        for edit in 1..=100 {
            server.publish(&edited(edit));
            std::thread::sleep(Duration::from_millis(5));
        }
        game.join().expect("it ends")
    });
    let edits: u32 = printed
        .lines()
        .find_map(|line| line.strip_prefix("linked "))
        .expect("a link")
        .parse()
        .expect("a number");
    assert!((3..=101).contains(&edits), "{edits} edits came");
    let mut world = World::new(&shipped("gate-patrol"));
    world.apply_scene(&edited(100));
    (0..60).for_each(|_| world.step());
    let hex = |x: f64| format!("{:016x}", (x + 0.0).to_bits());
    let place = |id: AgentId, x, y| format!("state 60 {id} {} {}", hex(x), hex(y));
    let expected: Vec<String> = world
        .agents()
        .map(|agent| place(agent.id, agent.position.x, agent.position.y))
        .collect();
    let got: Vec<&str> = printed
        .lines()
        .filter(|line| line.starts_with("state "))
        .collect();
    assert_eq!(got, expected);
}

fn in_folder(mut command: Command, folder: &Path, arguments: &[&str]) -> Command {
    command.current_dir(folder).args(arguments);
    command
}

fn a_game_in_python_follows_the_editor() {
    let python = Engine::Python.command();
    let folder = game(RuntimeLanguage::Python, "follow.py");
    follows(&mut in_folder(
        python,
        folder.path(),
        &["follow.py", "Gate-patrol.steer.json"],
    ));
}

fn a_game_in_csharp_follows_the_editor() {
    let folder = game(RuntimeLanguage::CSharp, "Follow.cs");
    let sources = [
        "-langversion:7",
        "Follow.cs",
        "Steerwright.cs",
        "SteerwrightLink.cs",
    ];
    run_well(&mut in_folder(
        Engine::Mono.program("mcs"),
        folder.path(),
        &sources,
    ));
    follows(&mut in_folder(
        Engine::Mono.command(),
        folder.path(),
        &["Follow.exe", "Gate-patrol.steer.json"],
    ));
}
