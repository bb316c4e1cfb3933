//! The receiver in JavaScript, in Node.js and, through `serve.mjs`, in web pages.

use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use steerwright_export::ExportTarget;
use steerwright_link::{Server, Token};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::root;
use steerwright_testing::web::{installed, node_with_browser};

pub const TESTS: EngineTests = engine_tests![
    [Node] => node_survives_editors_of_every_behavior,
    [Node] => node_follows_the_editor_through_a_hundred_edits,
    [Chromium] => pages_follow_the_editor_through_the_server,
];

fn node_survives_editors_of_every_behavior() {
    let export = exported(
        &shipped("gate-patrol"),
        ExportTarget::Threejs,
        &ExportTarget::Threejs.default_options(),
    );
    let mut command = Engine::Node.command();
    command
        .arg(root().join("tests/engines/web/link.mjs"))
        .arg(&export.file_name)
        .current_dir(export.folder.path());
    let printed = run_well(command.env_remove("STEERWRIGHT_LINK"));
    assert!(printed.ends_with("all good\n"), "{printed}");
}

fn node_follows_the_editor_through_a_hundred_edits() {
    let options = ExportTarget::Threejs.default_options();
    let mut scene = shipped("squad");
    let export = exported(&scene, ExportTarget::Threejs, &options);
    let mut command = Engine::Node.command();
    let server = Server::start(0, Token::random().expect("a token")).expect("a server");
    command
        .arg(root().join("tests/engines/web/follow.mjs"))
        .arg(&export.file_name)
        .current_dir(export.folder.path());
    command.env("STEERWRIGHT_LINK", server.address().to_string());
    let printed = std::thread::scope(|threads| {
        let game = threads.spawn(move || run_well(&mut command));
        while server.clients().is_empty() && !game.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
        }
        for edit in 1..=100 {
            scene.name = if edit == 100 {
                "Last".into()
            } else {
                format!("Edit {edit}")
            };
            let agents = Arc::make_mut(&mut scene.agents);
            agents[0].position.x += 0.125;
            if edit % 25 == 0 {
                agents.pop();
            }
            server.publish(&scene);
            std::thread::sleep(Duration::from_millis(10));
        }
        game.join().expect("a game")
    });
    let printed: Value = serde_json::from_str(&printed).expect("JSON");
    let last = exported(&scene, ExportTarget::Threejs, &options);
    let file = std::fs::read(last.folder.path().join("Last.steer.json")).expect("a file");
    assert_eq!(
        printed["scene"],
        serde_json::from_slice::<Value>(&file).expect("JSON")
    );
    let agents: Vec<u32> = scene.agents.iter().map(|agent| agent.id.0).collect();
    assert_eq!(printed["agents"], serde_json::json!(agents));
    assert!(
        printed["taken"].as_u64() > Some(5),
        "{} edits arrived",
        printed["taken"]
    );
}

fn pages_follow_the_editor_through_the_server() {
    for (target, page) in [
        (ExportTarget::Phaser, "play-phaser.html"),
        (ExportTarget::Threejs, "play-three.html"),
    ] {
        let export = installed(&shipped("gate-patrol"), target, &target.default_options());
        let mut command = node_with_browser("web/bridge.mjs");
        let printed = run_well(
            command
                .arg(export.folder.path())
                .arg(&export.file_name)
                .arg(page),
        );
        assert!(printed.ends_with("all good\n"), "{printed}");
    }
}
