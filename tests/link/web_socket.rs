//! The live link of pages in a browser: they reach the editor itself, over a WebSocket.

use crate::support::{Game, named, server, shipped, until};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use steerwright_export::ExportTarget;
use steerwright_link::{Nonce, Server, Side};
use steerwright_runtime::scene::Scene;
use steerwright_testing::engine::run_well;
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::exported;
use steerwright_testing::godot::Godot;
use steerwright_testing::root;
use steerwright_testing::web::{installed, node_with_browser, winding_scene};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

pub const TESTS: EngineTests = engine_tests![
    [] => a_web_socket_carries_the_link_in_pieces,
    [] => pages_of_other_sites_and_broken_requests_are_refused,
    [] => invalid_messages_end_the_connection_and_others_go_on,
    [Chromium] => pages_follow_the_editor_itself,
    [Godot4] => a_web_build_of_godot_follows_the_editor_itself,
];

/// The lines that a WebSocket delivers in pieces.
struct Page {
    socket: WebSocket<TcpStream>,
    received: Vec<u8>,
}

impl Page {
    fn connected(server: &Server) -> Self {
        let port = server.address().port;
        let mut request = format!("ws://127.0.0.1:{port}/steerwright-link")
            .into_client_request()
            .expect("a request");
        let origin = "http://localhost:8080".parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("set");
        let (socket, _) = tungstenite::client(request, stream).expect("accepted");
        Self {
            socket,
            received: Vec::new(),
        }
    }

    fn send(&mut self, line: &str) {
        self.socket
            .send(Message::text(format!("{line}\n")))
            .expect("sent");
    }

    fn line(&mut self) -> Value {
        loop {
            if let Some(end) = self.received.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.received.drain(..=end).collect();
                return serde_json::from_slice(&line).expect("JSON");
            }
            let message = self.socket.read().expect("a message");
            self.received.extend_from_slice(&message.into_data());
        }
    }

    fn linked(server: &Server) -> Self {
        let mut page = Self::connected(server);
        let nonce = Nonce::random().expect("a nonce");
        page.send(
            &json!({ "steerwright_link": 2, "nonce": nonce.digits(), "game": "Page" }).to_string(),
        );
        let answer = page.line();
        let editor = answer["challenge"].as_str().and_then(Nonce::from_digits);
        let editor = editor.unwrap_or_else(|| panic!("no challenge: {answer}"));
        let token = &server.address().token;
        let proof = answer["proof"].as_str().expect("a proof");
        assert!(token.admits(proof, Side::Editor, &nonce, &editor));
        let proof = token.proof(Side::Game, &nonce, &editor);
        page.send(&json!({ "proof": proof }).to_string());
        assert_eq!(page.line()["welcome"], "steerwright");
        page
    }
}

fn a_web_socket_carries_the_link_in_pieces() {
    let server = server();
    server.publish(&winding_scene());
    let mut page = Page::linked(&server);
    let first = page.line();
    let path = first["scene"]["paths"].as_array().and_then(|paths| {
        let mut paths = paths.iter();
        paths.find(|path| {
            path["nodes"]
                .as_array()
                .is_some_and(|nodes| nodes.len() == 10_000)
        })
    });
    assert!(path.is_some(), "the scene is much longer than a piece");
    until("it is shown", || server.clients().len() == 1);
    assert_eq!(server.clients()[0].name, "Page");
    for edit in 2..10 {
        server.publish(&named(format!("Edit {edit}")));
        assert_eq!(page.line()["scene"]["name"], format!("Edit {edit}"));
    }
    page.socket.close(None).expect("closed");
    until("it is gone", || {
        let _ = page.socket.read();
        server.clients().is_empty()
    });
}

fn pages_of_other_sites_and_broken_requests_are_refused() {
    let server = server();
    let port = server.address().port;
    let good = format!(
        "GET /steerwright-link HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Origin: http://127.0.0.1\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let answer = |request: &str| {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("set");
        // In two parts, as a network may deliver it.
        let (first, second) = request.split_at(request.len() / 2);
        for part in [first, second] {
            let _ = stream.write_all(part.as_bytes());
            std::thread::sleep(Duration::from_millis(30));
        }
        let mut bytes = [0; 512];
        let count = stream.read(&mut bytes).unwrap_or(0);
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    };
    assert!(answer(&good).starts_with("HTTP/1.1 101 "));
    for (old, new, status) in [
        (
            "Origin: http://127.0.0.1",
            "Origin: http://evil.example",
            "403",
        ),
        ("Origin: http://127.0.0.1", "Origin: null", "403"),
        ("Host: 127.0.0.1", "Host: evil.example", "403"),
        ("/steerwright-link", "/", "404"),
        ("Upgrade: websocket", "Upgrade: x", "426"),
        ("HTTP/1.1", "SMTP", "400"),
    ] {
        let refusal = answer(&good.replacen(old, new, 1));
        assert!(
            refusal.starts_with(&format!("HTTP/1.1 {status} ")),
            "{new}: {refusal}"
        );
        let secret = server.address().token.digits();
        assert!(!refusal.contains(secret) && !refusal.contains("101"));
    }
    let endless = format!("GET /{} HTTP/1.1\r\n", "x".repeat(1 << 20));
    assert_eq!(answer(&endless), "", "a request without an end is dropped");
    assert!(server.clients().is_empty());
    Page::linked(&server);
}

fn invalid_messages_end_the_connection_and_others_go_on() {
    let server = server();
    server.publish(&named("here"));
    for bytes in [
        &b"\x81\x05hello"[..],                                       // not masked
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", // reserved bits and a length beyond all bounds
        b"\x82\xff\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00", // 4 GB
        b"\x81\x84\x00\x00\x00\x00\xff\xfe\xfd\xfc", // text that is not UTF-8
    ] {
        let mut page = Page::connected(&server);
        page.socket.get_mut().write_all(bytes).expect("sent");
        let mut rest = Vec::new();
        let _ = page.socket.get_mut().read_to_end(&mut rest);
    }
    let mut page = Page::connected(&server);
    page.send("{\"steerwright_link\": 2}");
    let refused = page.line();
    assert!(
        refused["refused"]
            .as_str()
            .is_some_and(|reason| reason.contains("nonce")),
        "{refused}"
    );
    assert_eq!(Game::linked(&server, "").scene().1.name, "here");
    assert_eq!(Page::linked(&server).line()["scene"]["name"], "here");
}

/// A scene whose agents are only those that are edited: how many a spawner adds depends on how long
/// a game runs.
fn squad_without_spawners() -> Scene {
    let mut scene = shipped("squad");
    scene.spawners.clear();
    scene
}

/// Edits the scene until `program` ends. Returns what it prints, and the scene in the end.
fn edited_while(server: &Server, mut scene: Scene, program: &mut Command) -> (String, Scene) {
    server.publish(&scene);
    let printed = std::thread::scope(|threads| {
        let game = threads.spawn(|| run_well(program));
        until("it links", || {
            !server.clients().is_empty() || game.is_finished()
        });
        for edit in 1..=100 {
            scene.name = if edit == 100 {
                "Last".into()
            } else {
                format!("Edit {edit}")
            };
            let agents = Arc::make_mut(&mut scene.agents);
            agents[0].position.x += 0.125;
            if edit % 50 == 0 {
                agents.pop();
            }
            server.publish(&scene);
            std::thread::sleep(Duration::from_millis(10));
        }
        game.join().expect("it ends")
    });
    (printed, scene)
}

fn pages_follow_the_editor_itself() {
    for (target, page) in [
        (ExportTarget::Phaser, "play-phaser.html"),
        (ExportTarget::Threejs, "play-three.html"),
    ] {
        let scene = squad_without_spawners();
        let options = target.default_options();
        let export = installed(&scene, target, &options);
        let server = server();
        let mut command = node_with_browser("web/direct.mjs");
        command.arg(export.folder.path()).args([
            &export.file_name,
            page,
            &server.address().to_string(),
        ]);
        let (printed, scene) = edited_while(&server, scene, &mut command);
        let mut lines = printed.lines();
        let refused = lines.next().unwrap_or_default();
        assert!(refused.contains("the token does not match"), "{printed}");
        assert_eq!(lines.next(), Some("linked"), "{printed}");
        let last: Value = serde_json::from_str(lines.next().unwrap_or_default()).expect("JSON");
        let file = exported(&scene, target, &options);
        let text = std::fs::read(file.folder.path().join("Last.steer.json")).expect("a file");
        assert_eq!(
            last["scene"],
            serde_json::from_slice::<Value>(&text).expect("JSON")
        );
        let agents: Vec<u32> = scene.agents.iter().map(|agent| agent.id.0).collect();
        assert_eq!(last["agents"], json!(agents));
        assert_eq!(last["views"], agents.len());
    }
}

fn a_web_build_of_godot_follows_the_editor_itself() {
    let scene = squad_without_spawners();
    let target = ExportTarget::Godot4;
    let export = exported(&scene, target, &target.default_options());
    let project = export.folder.path();
    Godot::Four.start_project(project, "");
    std::fs::copy(
        root().join("tests/engines/godot4/follow.gd"),
        project.join("follow.gd"),
    )
    .expect("a copy");
    let server = server();
    let main = format!("res://{}.tscn", export.file_name);
    let address = server.address().to_string();
    let mut command = Godot::Four.command(project, "follow.gd", &[&main, &address]);
    let (printed, scene) = edited_while(&server, scene, &mut command);
    assert!(printed.contains("followed "), "{printed}");
    for agent in scene.agents.iter() {
        let line = format!("agent {} {}\n", agent.id.0, agent.name);
        assert!(printed.contains(&line), "{line} is missing in {printed}");
    }
    assert_eq!(printed.matches("\nagent ").count(), scene.agents.len());
}
