//! Games in Godot 3 and 4 whose editor sends what no editor would send.

use crate::godot::{PIXELS, TOKEN, WELCOME, edited, godot, line, rest, send, server, welcome};
use serde_json::{Value, json};
use std::net::TcpListener;
use steerwright_export::ExportTarget;
use steerwright_testing::engine::run_well;
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::godot::Godot;
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [Godot3] => a_game_survives_servers_that_send_invalid_messages,
    [Godot4] => godot_4_shows_edits_and_survives_invalid_messages,
];

fn a_game_survives_servers_that_send_invalid_messages() {
    let scene = shipped("squad");
    let exported = exported(&scene, ExportTarget::Godot3, &PIXELS);
    let good = line(1, &scene);
    let welcomed = |rest_of_it: Vec<u8>| {
        server(move |stream, hello, _| {
            welcome(stream, &hello);
            send(stream, &rest_of_it);
            rest();
        })
    };
    let invalid =
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
        ("off", "is not a link address", "47747".to_owned()),
        ("off", "is not a link address", "99999/abc".to_owned()),
        ("off", "is not a link address", "-1/abc".to_owned()),
        ("connecting", "turn on its live link", closed),
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
            "the editor was closed",
            server(|stream, hello, _| welcome(stream, &hello)),
        ),
        (
            "linked",
            "format_version",
            welcomed(format!("{invalid}\n").into_bytes()),
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
            server(move |stream, hello, count| {
                welcome(stream, &hello);
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
    let mut command = godot(exported.folder.path(), "links.gd", &arguments);
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
}

fn godot_4_shows_edits_and_survives_invalid_messages() {
    let scene = shipped("gate-patrol");
    let exported = exported(&scene, ExportTarget::Godot4, &PIXELS);
    let edited = edited(&scene);
    let invalid =
        json!({ "revision": 1, "scene": { "format": "steerwright-export", "agents": null } });
    let welcomed = |rest: &str| format!("{WELCOME}{rest}");
    let cases = [
        (
            "linked",
            "",
            welcomed(&format!(
                "{}{{\"news\": [1]}}\n{}",
                line(1, &scene),
                line(2, &edited)
            )),
        ),
        (
            "linked",
            "the editor says: later",
            welcomed("{\"revision\": 1, \"problem\": \"later\"}\n"),
        ),
        (
            "linked",
            "format_version",
            welcomed(&format!("{invalid}\n")),
        ),
        (
            "refused",
            "the editor refused: wrong token",
            "{\"refused\": \"wrong token\"}\n".into(),
        ),
        (
            "connecting",
            "is not the editor",
            "HTTP/1.1 400 Bad Request\r\n\r\n".into(),
        ),
        (
            "connecting",
            "is not the editor",
            "{\"revision\": 1, \"scene\": {}}\n".into(),
        ),
        ("connecting", "is not the editor", "\0\u{feff}\n\0\n".into()),
        ("lost", "is not the editor", welcomed("[1, 2]\n")),
        (
            "lost",
            "is not the editor",
            welcomed(&("[".repeat(300_000) + "\n")),
        ),
        (
            "lost",
            "is not the editor",
            welcomed(&("{\"a\":".repeat(60_000) + "\n")),
        ),
    ];
    // Cut within words and letters, and many lines in one packet.
    for bytes_a_piece in [997, 1 << 20] {
        let project = Godot::Four.project(std::slice::from_ref(&exported));
        std::fs::copy(
            root().join("tests/engines/godot4/link.gd"),
            project.path().join("link.gd"),
        )
        .expect("a copy");
        let mut arguments = vec![
            format!("res://0/{}.tscn", exported.file_name),
            bytes_a_piece.to_string(),
        ];
        for (i, (_, _, sent)) in cases.iter().enumerate() {
            std::fs::write(project.path().join(format!("{i}.sent")), sent).expect("a file");
            arguments.push(format!("res://{i}.sent"));
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = Godot::Four.command(project.path(), "link.gd", &arguments);
        let printed = Godot::Four.run_clean(&mut command);
        let parts: Vec<&str> = printed.split("== ").skip(1).collect();
        assert_eq!(parts.len(), cases.len(), "{printed}");
        for ((state, problem, _), part) in cases.iter().zip(&parts) {
            let end = part
                .lines()
                .find_map(|line| line.strip_prefix("end "))
                .unwrap_or_else(|| panic!("{part}"));
            assert!(
                end.starts_with(&format!("{state} | ")) && end.contains(problem),
                "{end} instead of {state} {problem}"
            );
            assert_eq!(problem.is_empty(), end.ends_with("| "), "{end}");
            let hello = part
                .lines()
                .find_map(|line| line.strip_prefix("hello "))
                .unwrap_or_else(|| panic!("{part}"));
            let hello: Value = serde_json::from_str(hello).expect("JSON");
            assert_eq!(
                (&hello["token"], &hello["game"]),
                (&Value::Null, &json!("New Game Project"))
            );
            assert_eq!(
                (
                    hello["options"]["y_down"].as_bool(),
                    hello["options"]["scale"].as_f64()
                ),
                (Some(true), Some(32.0))
            );
        }
        let shown = parts[0].rsplit("edit at tick ").next().expect("an edit");
        let gone = scene.agents.last().expect("an agent");
        assert!(
            shown.contains(&format!("agent {} hidden -\n", gone.id)),
            "{printed}"
        );
        assert!(shown.contains("agent 77 shown Newcomer\n"), "{printed}");
        let nodes: Vec<String> = edited.paths[0]
            .nodes
            .iter()
            .map(|node| {
                format!(
                    "({:.1}, {:.1})",
                    node.position.x * 32.0,
                    -node.position.y * 32.0
                )
            })
            .collect();
        assert!(
            shown.contains(&format!(
                "path {} {}\n",
                edited.paths[0].id,
                nodes.join(" ")
            )),
            "{nodes:?} {printed}"
        );
        let edits = parts
            .iter()
            .map(|part| part.matches("edit at tick ").count());
        assert!(
            edits.eq([
                if bytes_a_piece == 997 { 2 } else { 1 },
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0
            ]),
            "{printed}"
        );
    }
}
