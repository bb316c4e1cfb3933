//! The receiving half of the live link in Godot: it shows edits as they come, and no server it
//! meets by mistake gets it down.
//!
//! In Godot 3.2.3 all of it is run. The web build of Godot 4.6 has no sockets: there the link is
//! run with a stand-in for its socket, and what it calls of the real one is looked up in the
//! engine's API (`.ci/check_godot4.sh`).

use crate::fake;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread::{sleep, spawn};
use std::time::Duration;
use steerwright_export::{self as export, ExportTarget};
use steerwright_link::{Server, Token};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Agent, AgentId, Scene};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [Godot3] => a_running_game_shows_edits,
    [Godot3] => a_game_follows_the_editors_own_server,
];

pub(crate) const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};
pub(crate) const TOKEN: &str = "9f0c9f0c9f0c9f0c9f0c9f0c9f0c9f0c";
pub(crate) const WELCOME: &str =
    "{\"welcome\": \"steerwright\", \"steerwright_link\": 2, \"version\": \"0.1.0\"}\n";

pub(crate) fn godot(folder: &Path, script: &str, arguments: &[&str]) -> Command {
    let mut command = Engine::Godot3.command();
    std::fs::write(
        folder.join("project.godot"),
        "config_version=4\n\n[application]\n\nconfig/name=\"New Game Project\"\n",
    )
    .expect("a project");
    std::fs::copy(
        root().join("tests/engines/godot").join(script),
        folder.join(script),
    )
    .expect("a copy");
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, folder);
    }
    command
        .env_remove("STEERWRIGHT_LINK")
        .current_dir(folder)
        .args(["--path", ".", "-s", script])
        .args(arguments);
    command
}

/// The line of `scene` as the editor sends it.
pub(crate) fn line(revision: u32, scene: &Scene) -> String {
    let file = export::export(scene, ExportTarget::Json, &PIXELS)
        .expect("an export")
        .swap_remove(0);
    let scene: Value = serde_json::from_slice(&file.bytes).expect("JSON");
    format!("{}\n", json!({ "revision": revision, "scene": scene }))
}

/// A server that treats whoever connects as `serve` says, given their hello and how many came
/// before; the address to it.
pub(crate) fn server(
    serve: impl Fn(&mut TcpStream, Value, usize) + Send + Sync + 'static,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let serve = Arc::new(serve);
    spawn(move || {
        for (count, stream) in listener.incoming().enumerate() {
            let (mut stream, serve) = (stream.expect("a connection"), Arc::clone(&serve));
            spawn(move || {
                let mut hello = String::new();
                let _ = BufReader::new(stream.try_clone().expect("a copy")).read_line(&mut hello);
                serve(
                    &mut stream,
                    serde_json::from_str(&hello).unwrap_or_default(),
                    count,
                );
            });
        }
    });
    format!("{port}/{TOKEN}")
}

pub(crate) fn send(stream: &mut TcpStream, text: impl AsRef<[u8]>) {
    // Whoever is sent rubbish may hang up before the end of it.
    let _ = stream.write_all(text.as_ref());
}

/// Proves that the editor knows the token, and welcomes the game.
pub(crate) fn welcome(stream: &mut TcpStream, hello: &Value) {
    fake::prove(stream, &hello.to_string(), &format!("1/{TOKEN}"));
    send(stream, WELCOME);
}

pub(crate) fn rest() {
    sleep(Duration::from_secs(60));
}

/// The squad with an agent gone, one that is new, a path and nothing else changed.
pub(crate) fn edited(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    let agents = Arc::make_mut(&mut scene.agents);
    let gone = agents.pop().expect("an agent");
    agents.push(Agent {
        id: AgentId(77),
        name: "Newcomer".into(),
        ..gone
    });
    if let Some(path) = scene.paths.first_mut() {
        Arc::make_mut(path).nodes.truncate(2);
    }
    for marker in Arc::make_mut(&mut scene.markers) {
        marker.position = DVec2::new(5.0, 2.0);
    }
    scene
}

fn a_running_game_shows_edits() {
    for name in ["gate-patrol", "homing-walk"] {
        let scene = shipped(name);
        let exported = exported(&scene, ExportTarget::Godot3, &PIXELS);
        let (first, second) = (line(1, &scene), line(2, &edited(&scene)));
        let address = server(move |stream, hello, _| {
            assert_eq!(
                (&hello["steerwright_link"], &hello["token"], &hello["game"]),
                (&json!(2), &Value::Null, &json!("New Game Project"))
            );
            let options = json!({ "y_down": true, "plane": "xy", "scale": 32.0, "origin": { "x": 0.0, "y": 0.0 } });
            assert_eq!(hello["options"]["y_down"], options["y_down"]);
            assert_eq!(hello["options"]["plane"], options["plane"]);
            assert_eq!(hello["options"]["scale"].as_f64(), Some(32.0));
            assert_eq!(hello["options"]["origin"]["y"].as_f64(), Some(0.0));
            welcome(stream, &hello);
            send(stream, &first);
            sleep(Duration::from_millis(300));
            send(
                stream,
                "{\"revision\": 2, \"problem\": \"not just now\"}\n{\"news\": [1]}\n",
            );
            // Slowly, and cut anywhere, also within a letter.
            for piece in second.as_bytes().chunks(second.len() / 7) {
                send(stream, piece);
                sleep(Duration::from_millis(20));
            }
            rest();
        });
        let scene_file = format!("res://{}.tscn", exported.file_name);
        let mut command = godot(
            exported.folder.path(),
            "watch.gd",
            &[&scene_file, &address, "2"],
        );
        let printed = run_well(&mut command);
        let edits: Vec<&str> = printed.split("edit at tick ").collect();
        assert!(edits.len() == 3 && printed.contains("done"), "{printed}");
        let tick = |edit: &str| {
            edit.split_whitespace()
                .next()
                .and_then(|word| word.parse::<u32>().ok())
                .expect("a tick")
        };
        assert!(
            tick(edits[1]) < tick(edits[2]),
            "the world continues: {printed}"
        );
        for agent in scene.agents.iter() {
            assert!(
                edits[1].contains(&format!("agent {} shown {}\n", agent.id, agent.name)),
                "{printed}"
            );
        }
        let gone = scene.agents.last().expect("an agent");
        assert!(
            edits[2].contains(&format!("agent {} hidden -\n", gone.id)),
            "{printed}"
        );
        assert!(edits[2].contains("agent 77 shown Newcomer\n"), "{printed}");
        for marker in scene.markers.iter() {
            assert!(
                edits[2].contains(&format!("marker {} 160.000 -64.000\n", marker.id)),
                "{printed}"
            );
        }
        if let Some(path) = scene.paths.first() {
            let nodes = path
                .nodes
                .iter()
                .take(2)
                .map(|node| format!("({}, {})", node.position.x * 32.0, -node.position.y * 32.0))
                .collect::<Vec<_>>();
            assert!(
                edits[2].contains(&format!("path {} [{}]\n", path.id, nodes.join(", "))),
                "{printed}"
            );
        }
    }
}

/// The real one, by the address in the environment, and in the placing that the game says in its
/// hello.
fn a_game_follows_the_editors_own_server() {
    let scene = shipped("gate-patrol");
    let options = ExportOptions {
        scale: 10.0,
        origin: DVec2::new(2.0, -3.0),
        ..PIXELS
    };
    let exported = exported(&scene, ExportTarget::Godot3, &options);
    let server = Server::start(0, Token::random().expect("a token")).expect("a server");
    let address = server.address().to_string();
    let scene_file = format!("res://{}.tscn", exported.file_name);
    let mut command = godot(
        exported.folder.path(),
        "watch.gd",
        &[&scene_file, "none", "2"],
    );
    command.env("STEERWRIGHT_LINK", address);
    server.publish(&scene);
    let edited = edited(&scene);
    let wanted = edited.paths[0]
        .nodes
        .iter()
        .map(|node| {
            format!(
                "({}, {})",
                (node.position.x - 2.0) * 10.0,
                -(node.position.y + 3.0) * 10.0
            )
        })
        .collect::<Vec<_>>();
    let editor = spawn(move || {
        while server.clients().is_empty() {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(500));
        server.publish(&edited);
        sleep(Duration::from_secs(5));
    });
    let printed = run_well(&mut command);
    assert!(
        printed.contains("agent 77 shown Newcomer\n") && printed.contains("done"),
        "{printed}"
    );
    assert!(
        printed.contains(&format!("path 1 [{}]\n", wanted.join(", "))),
        "{wanted:?} {printed}"
    );
    editor.join().expect("the editor");
}
