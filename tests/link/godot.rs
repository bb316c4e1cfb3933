//! The receiving half of the live link in Godot: it shows edits as they come, and no server it meets by mistake gets it down.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread::{sleep, spawn};
use std::time::Duration;
use steerwright_export::{self as export, Target};
use steerwright_link::{Server, Token};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Agent, AgentId, Point, Scene};
use steerwright_testing::engine::{engine, run_well};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::root;

const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};
const TOKEN: &str = "9f0c9f0c9f0c9f0c9f0c9f0c9f0c9f0c";
const WELCOME: &str =
    "{\"welcome\": \"steerwright\", \"steerwright_link\": 1, \"version\": \"0.1.0\"}\n";

fn godot(folder: &Path, script: &str, arguments: &[&str]) -> Option<Command> {
    let mut command = engine("godot3-server")?;
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
    Some(command)
}

/// The line of `scene` as the editor sends it.
fn line(revision: u32, scene: &Scene) -> String {
    let file = export::export(scene, Target::Json, &PIXELS)
        .expect("an export")
        .swap_remove(0);
    let scene: Value = serde_json::from_slice(&file.bytes).expect("JSON");
    format!("{}\n", json!({ "revision": revision, "scene": scene }))
}

/// A server that treats whoever connects as `serve` says, given their hello and how many came before; the address to it.
fn server(serve: impl Fn(&mut TcpStream, Value, usize) + Send + Sync + 'static) -> String {
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

fn send(stream: &mut TcpStream, text: impl AsRef<[u8]>) {
    // Whoever is sent rubbish may hang up before the end of it.
    let _ = stream.write_all(text.as_ref());
}

fn rest() {
    sleep(Duration::from_secs(60));
}

/// The squad with an agent gone, one that is new, a path and nothing else changed.
fn edited(scene: &Scene) -> Scene {
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
        (marker.x, marker.y) = (5.0, 2.0);
    }
    scene
}

#[test]
fn edits_are_shown_while_the_game_runs() {
    for name in ["gate-patrol", "homing-walk"] {
        let scene = shipped(name);
        let exported = exported(&scene, Target::Godot3, &PIXELS);
        let (first, second) = (line(1, &scene), line(2, &edited(&scene)));
        let address = server(move |stream, hello, _| {
            assert_eq!(
                (&hello["steerwright_link"], &hello["token"], &hello["game"]),
                (&json!(1), &json!(TOKEN), &json!("New Game Project"))
            );
            let options = json!({ "y_down": true, "plane": "xy", "scale": 32.0, "origin": { "x": 0.0, "y": 0.0 } });
            assert_eq!(hello["options"]["y_down"], options["y_down"]);
            assert_eq!(hello["options"]["plane"], options["plane"]);
            assert_eq!(hello["options"]["scale"].as_f64(), Some(32.0));
            assert_eq!(hello["options"]["origin"]["y"].as_f64(), Some(0.0));
            send(stream, WELCOME);
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
        let Some(mut command) = godot(
            exported.folder.path(),
            "watch.gd",
            &[&scene_file, &address, "2"],
        ) else {
            return;
        };
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
            "the world goes on: {printed}"
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
                .map(|node| format!("({}, {})", node.x * 32.0, -node.y * 32.0))
                .collect::<Vec<_>>();
            assert!(
                edits[2].contains(&format!("path {} [{}]\n", path.id, nodes.join(", "))),
                "{printed}"
            );
        }
    }
}

/// The real one, by the address in the environment, and in the placing that the game says in its hello.
#[test]
fn the_editors_own_server_is_followed() {
    let scene = shipped("gate-patrol");
    let options = ExportOptions {
        scale: 10.0,
        origin: Point { x: 2.0, y: -3.0 },
        ..PIXELS
    };
    let exported = exported(&scene, Target::Godot3, &options);
    let server = Server::start(0, Token::random().expect("a token")).expect("a server");
    let address = server.address().to_string();
    let scene_file = format!("res://{}.tscn", exported.file_name);
    let Some(mut command) = godot(
        exported.folder.path(),
        "watch.gd",
        &[&scene_file, "none", "2"],
    ) else {
        return;
    };
    command.env("STEERWRIGHT_LINK", address);
    server.publish(&scene);
    let edited = edited(&scene);
    let wanted = edited.paths[0]
        .nodes
        .iter()
        .map(|node| format!("({}, {})", (node.x - 2.0) * 10.0, -(node.y + 3.0) * 10.0))
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

#[test]
fn hostile_servers_are_survived() {
    let scene = shipped("squad");
    let exported = exported(&scene, Target::Godot3, &PIXELS);
    let good = line(1, &scene);
    let welcomed = |rest_of_it: Vec<u8>| {
        server(move |stream, _, _| {
            send(stream, WELCOME);
            send(stream, &rest_of_it);
            rest();
        })
    };
    let unsound =
        json!({ "revision": 1, "scene": { "format": "steerwright-export", "agents": null } });
    let after_trouble = good.clone();
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        format!(
            "{}/{TOKEN}",
            listener.local_addr().expect("an address").port()
        )
    };
    let cases = [
        ("off", "", "none".to_owned()),
        ("off", "is no link address", "47747".to_owned()),
        ("off", "is no link address", "99999/abc".to_owned()),
        ("off", "is no link address", "-1/abc".to_owned()),
        ("connecting", "switch its live link on", closed),
        ("connecting", "does not answer", server(|_, _, _| rest())),
        (
            "refused",
            "the editor refused: wrong token",
            server(|stream, _, _| send(stream, "{\"refused\": \"wrong token\"}\n")),
        ),
        (
            "connecting",
            "is not the editor",
            server(|stream, _, _| {
                send(stream, "HTTP/1.1 400 Bad Request\r\n\r\n");
                rest()
            }),
        ),
        (
            "connecting",
            "is not the editor",
            server(|stream, _, _| {
                send(stream, [0, 255, 254, 10, 0, 10]);
                rest()
            }),
        ),
        (
            "connecting",
            "is not the editor",
            server(|stream, _, _| {
                send(stream, "{\"revision\": 1, \"scene\": {}}\n");
                rest()
            }),
        ),
        ("lost", "is not the editor", welcomed(b"[1, 2]\n".to_vec())),
        (
            "lost",
            "is not the editor",
            welcomed([vec![b'['; 3_000_000], vec![b'\n']].concat()),
        ),
        (
            "lost",
            "is not the editor",
            welcomed(["{\"a\":".repeat(300_000).into_bytes(), vec![b'\n']].concat()),
        ),
        ("lost", "64 MB", welcomed(vec![b'x'; 70 << 20])),
        (
            "lost",
            "the editor is gone",
            server(|stream, _, _| send(stream, WELCOME)),
        ),
        (
            "linked",
            "min_reader",
            welcomed(format!("{unsound}\n").into_bytes()),
        ),
        (
            "linked",
            "the editor says: later",
            welcomed(b"{\"revision\": 1, \"problem\": \"later\"}\n".to_vec()),
        ),
        ("linked", "", welcomed(good.repeat(200).into_bytes())),
        // The second time all is well.
        (
            "linked",
            "",
            server(move |stream, _, count| {
                send(stream, WELCOME);
                send(
                    stream,
                    if count == 0 {
                        "rubbish\n"
                    } else {
                        &after_trouble
                    },
                );
                if count > 0 {
                    rest()
                }
            }),
        ),
    ];
    let mut arguments = vec![
        format!("{}.steer.json", exported.file_name),
        "12".to_owned(),
    ];
    arguments.extend(cases.iter().map(|(_, _, address)| address.clone()));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Some(mut command) = godot(exported.folder.path(), "links.gd", &arguments) else {
        return;
    };
    let printed = run_well(&mut command);
    for (i, (state, problem, _)) in cases.iter().enumerate() {
        let end = printed
            .lines()
            .find(|line| line.starts_with(&format!("end {i} ")))
            .unwrap_or_else(|| panic!("{printed}"));
        let is_so = |state: &str| end.starts_with(&format!("end {i} {state} | "));
        // One that was lost may just be linked again, for as long as that lasts.
        if *state == "lost" && is_so("linked") {
            assert!(
                printed
                    .lines()
                    .any(|line| line.starts_with(&format!("link {i} lost "))
                        && line.contains(problem)),
                "{printed}"
            );
            continue;
        }
        assert!(
            is_so(state) && end.contains(problem),
            "{end} instead of {state} {problem}\n{printed}"
        );
        assert_eq!(problem.is_empty(), end.ends_with("| "), "{end}");
    }
    for linked in ["edited 17 ", "edited 18 "] {
        assert!(printed.contains(linked), "{printed}");
    }
    eprintln!("{}", printed.lines().last().unwrap_or_default());
}
