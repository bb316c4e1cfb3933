//! The editor's side of the live link: what games receive, and how invalid clients are handled.

use crate::support::{Game, named, server, shipped, until};
use std::io::{BufRead, ErrorKind, Read};
use std::net::{Ipv4Addr, Shutdown, TcpStream};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::read_export;
use steerwright_link::{MAX_CLIENTS, MAX_HELLO, Server, Token};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{CellMap, ExportOptions, Scene};
use steerwright_testing::engine_test::{EngineTests, engine_tests};

pub const TESTS: EngineTests = engine_tests![
    [] => a_game_receives_the_scene_and_every_edit_in_its_own_axes,
    [] => a_scene_that_cannot_be_exported_is_reported_and_the_next_one_is_sent,
    [] => clients_without_a_valid_hello_are_refused_with_a_reason,
    [] => silent_and_slow_clients_are_disconnected_after_a_timeout,
    [] => endless_input_takes_no_memory,
    [] => the_number_of_games_is_limited_and_a_flood_does_not_block_games,
    [] => a_game_that_never_reads_does_not_block_others_and_is_dropped,
    [] => a_slow_game_receives_only_the_latest_scene,
    [] => only_this_computer_can_connect,
    [] => dropping_a_server_closes_its_connections_and_frees_the_port,
];

fn a_game_receives_the_scene_and_every_edit_in_its_own_axes() {
    let server = server();
    let mut early = Game::linked(&server, ", \"game\": \"Early\\nbird\"");
    let scene = shipped("gate-patrol");
    server.publish(&scene);
    assert_eq!(
        early.scene(),
        (1, read_back(&scene, &ExportOptions::default()))
    );
    let own = ExportOptions {
        y_down: true,
        scale: 32.0,
        origin: DVec2::new(1.0, 2.0),
        ..ExportOptions::default()
    };
    let mut late = Game::linked(
        &server,
        ", \"options\": {\"y_down\": true, \"scale\": 32, \"origin\": {\"x\": 1, \"y\": 2}, \"new\": 1}, \"news\": []",
    );
    let line = late.read();
    assert!(
        line.starts_with("{\"revision\": 1, \"scene\": {\"format\": \"steerwright-export\",")
            && line.contains("\"y_down\": true")
    );
    let sent: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let file = &export::export(&scene, ExportTarget::Json, &own).expect("an export")[0];
    let mut file: serde_json::Value = serde_json::from_slice(&file.bytes).expect("JSON");
    let fields = file.as_object_mut().expect("an object");
    assert!(fields.remove("authored").is_some(), "it is not for games");
    assert_eq!(sent["scene"], file, "the very object of the file");

    let names = || {
        server
            .clients()
            .into_iter()
            .map(|client| (client.name, client.revision))
            .collect::<Vec<_>>()
    };
    until("both are shown", || {
        names() == [("Early bird".to_owned(), 1), ("a game".to_owned(), 1)]
    });
    assert!(server.clients()[0].since <= server.clients()[1].since);
    let mut edited = scene.clone();
    edited
        .agent_mut(steerwright_runtime::scene::AgentId(1))
        .expect("an agent")
        .position
        .x += 1.0;
    server.publish(&edited);
    assert_eq!(
        early.scene(),
        (2, read_back(&edited, &ExportOptions::default()))
    );
    assert_eq!(late.scene(), (2, read_back(&edited, &own)));
    // What no game sees is not sent.
    edited.notes = "Only the editor shows this.".into();
    server.publish(&edited);
    edited.seed = 12;
    server.publish(&edited);
    assert_eq!(
        early.scene(),
        (4, read_back(&edited, &ExportOptions::default()))
    );
    drop(early);
    until("the one that left is gone", || {
        names() == [("a game".to_owned(), 4)]
    });
}

/// The scene as its reader has it.
pub fn read_back(scene: &Scene, options: &ExportOptions) -> Scene {
    let files = export::export(scene, ExportTarget::Json, options).expect("an export");
    read_export(std::str::from_utf8(&files[0].bytes).expect("text"))
        .expect("an export")
        .scene
}

fn a_scene_that_cannot_be_exported_is_reported_and_the_next_one_is_sent() {
    let server = server();
    let mut game = Game::linked(
        &server,
        ", \"options\": {\"origin\": {\"x\": 0.5, \"y\": 0}}",
    );
    let cells = CellMap {
        size: 1.0,
        blocked: vec![Cell::new(1, 1)],
    };
    server.publish(&Scene {
        cells: Arc::new(cells),
        ..Scene::default()
    });
    let line = game.read();
    assert!(
        line.starts_with("{\"revision\": 1, \"problem\": \"the origin (0.5, 0) is not at the corner of a grid cell"),
        "{line}"
    );
    server.publish(&named("fixed"));
    assert_eq!(game.scene().1.name, "fixed");
}

fn clients_without_a_valid_hello_are_refused_with_a_reason() {
    let server = server();
    server.publish(&named("secret"));
    let hello =
        |nonce: &str| format!("{{\"steerwright_link\": 2, \"nonce\": \"{nonce}\"}}\n").into_bytes();
    let nonce = "0".repeat(32);
    // A wrong proof, and none; the first line is the challenge.
    let other = Token::random().expect("a token");
    let mut game = Game::with_token(&server, &other, "");
    game.expect_refusal("the token does not match");
    for answer in [
        "{}\n",
        "nonsense\n",
        "{\"proof\": 7}\n",
        "{\"proof\": \"\"}\n",
    ] {
        let mut game = Game::connected(&server);
        game.write(&hello(&nonce));
        assert!(game.read().starts_with("{\"challenge\":"));
        game.write(answer.as_bytes());
        game.expect_refusal("the token does not match");
    }
    let page = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://example.com\r\n\r\n";
    let mut long = vec![b' '; MAX_HELLO];
    long.extend(hello(&nonce));
    let old = b"{\"steerwright_link\": 1, \"token\": \"\"}\n";
    let rejected: [(Vec<u8>, &str); 9] = [
        (hello(""), "not 32 hex digits"),
        (hello(&nonce[..31]), "not 32 hex digits"),
        (hello(&"G".repeat(32)), "not 32 hex digits"),
        (old.to_vec(), "version 1 of the link"),
        ([page.as_bytes(), &hello(&nonce)].concat(), "not a hello"),
        (b"\x16\x03\x01\x02\x00\x01\x00\n".to_vec(), "not a hello"),
        (b"\n".to_vec(), "not a hello"),
        (b"[[[[[[[[[[\n".to_vec(), "not a hello"),
        (long, "longer than 4096 bytes"),
    ];
    for (bytes, reason) in rejected {
        let mut game = Game::connected(&server);
        game.write(&bytes);
        let mut all = String::new();
        let _ = game.lines.read_to_string(&mut all);
        assert!(
            all.starts_with("{\"refused\":") && all.contains(reason) && !all.contains("secret"),
            "{bytes:?}: {all}"
        );
    }
    assert!(server.clients().is_empty());
    assert_eq!(Game::linked(&server, "").scene().1.name, "secret");
}

fn silent_and_slow_clients_are_disconnected_after_a_timeout() {
    let server = server();
    server.publish(&named("here"));
    let mut silent = Game::connected(&server);
    let mut slow = Game::connected(&server);
    let started = Instant::now();
    while slow.write(b" ") {
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "it is never disconnected"
        );
        sleep(Duration::from_millis(100));
    }
    assert!(
        started.elapsed() > Duration::from_secs(4),
        "it has enough time"
    );
    silent.expect_refusal("no hello was received within 5 seconds");
    for part in ["", "{", "{\"steerwright_link\": 2, \"non"] {
        let mut leaving = Game::connected(&server);
        leaving.write(part.as_bytes());
        leaving
            .lines
            .get_ref()
            .shutdown(Shutdown::Both)
            .expect("closed");
    }
    assert_eq!(Game::linked(&server, "").scene().1.name, "here");
    until("no client is left", || server.clients().is_empty());
}

fn endless_input_takes_no_memory() {
    let server = server();
    let resident = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?
            .trim()
            .split(' ')
            .next()?
            .parse::<u64>()
            .ok();
        line.map(|kilobytes| kilobytes >> 10)
    };
    let before = resident();
    let chunk = vec![b'x'; 1 << 20];
    let mut game = Game::connected(&server);
    let taken = (0..1024).take_while(|_| game.write(&chunk)).count();
    assert!(taken < 1024, "it is disconnected");
    let mut game = Game::linked(&server, "");
    let mut sent = 0;
    for i in 0..256 {
        sent += usize::from(game.write(&chunk));
        if i % 25 == 0 {
            server.publish(&named(format!("edit {i}")));
            assert_eq!(game.scene().1.name, format!("edit {i}"));
        }
    }
    assert_eq!(sent, 256, "data after the hello is ignored");
    if let (Some(before), Some(after)) = (before, resident()) {
        assert!(after < before + 200, "{before} MB, {after} MB");
    }
}

fn the_number_of_games_is_limited_and_a_flood_does_not_block_games() {
    let server = server();
    server.publish(&named("busy"));
    let games: Vec<Game> = (0..MAX_CLIENTS)
        .map(|_| Game::linked(&server, ""))
        .collect();
    until("all are shown", || server.clients().len() == MAX_CLIENTS);
    // Eight at a time: each waits for the editor's next look at its connections.
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..(1000 - MAX_CLIENTS) / 8 {
                    Game::with_hello(&server, "")
                        .expect_refusal("the maximum number of games is connected");
                }
            });
        }
    });
    assert_eq!(server.clients().len(), MAX_CLIENTS);
    drop(games);
    until("they are gone", || server.clients().is_empty());

    let mut silent: Vec<Game> = (0..1000).map(|_| Game::connected(&server)).collect();
    assert_eq!(Game::linked(&server, "").scene().1.name, "busy");
    let started = Instant::now();
    let is_open = |game: &mut Game| {
        game.lines.get_ref().set_nonblocking(true).expect("set");
        game.lines
            .get_mut()
            .read(&mut [0])
            .is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    };
    let open = silent
        .iter_mut()
        .map(|game| usize::from(is_open(game)))
        .sum::<usize>();
    assert!(open <= MAX_CLIENTS && started.elapsed() < Duration::from_secs(5));
}

fn a_game_that_never_reads_does_not_block_others_and_is_dropped() {
    let server = server();
    let _stalled = Game::linked(&server, ", \"game\": \"stalled\"");
    let mut listening = Game::linked(&server, ", \"game\": \"listening\"");
    // More than the system buffers.
    let large = "x".repeat(12 << 20);
    server.publish(&named(large.clone()));
    assert_eq!(listening.scene().1.name.len(), large.len());
    let shown = || {
        server
            .clients()
            .into_iter()
            .map(|client| client.name)
            .collect::<Vec<_>>()
    };
    let mut edits = 0;
    until("it is dropped", || {
        let started = Instant::now();
        edits += 1;
        server.publish(&named(format!("edit {edits}")));
        assert_eq!(listening.scene().1.name, format!("edit {edits}"));
        // Less than the time until the stalled game is dropped.
        assert!(
            started.elapsed() < Duration::from_secs(4),
            "the other one waits"
        );
        shown() == ["listening"]
    });
    assert!(edits > 3, "{edits}");
}

fn a_slow_game_receives_only_the_latest_scene() {
    let server = server();
    let mut game = Game::linked(&server, "");
    server.publish(&named("x".repeat(12 << 20)));
    until("it is exported", || {
        game.lines.fill_buf().is_ok_and(|buffer| !buffer.is_empty())
    });
    for edit in 0..100 {
        server.publish(&named(format!("edit {edit}")));
        sleep(Duration::from_millis(5));
    }
    let mut skipped = 0;
    while game.scene().1.name != "edit 99" {
        skipped += 1;
    }
    assert!(skipped < 5, "{skipped}");
}

fn only_this_computer_can_connect() {
    let server = server();
    let port = format!(":{:04X}", server.address().port);
    let listening = |table: &str| {
        let text = std::fs::read_to_string(table).unwrap_or_default();
        let fields = |line: &str| {
            line.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        text.lines()
            .map(fields)
            .filter(|line| line.len() > 3 && line[3] == "0A" && line[1].ends_with(&port))
            .map(|line| line[1].clone())
            .collect::<Vec<_>>()
    };
    if cfg!(target_os = "linux") {
        assert_eq!(listening("/proc/net/tcp"), [format!("0100007F{port}")]);
        assert!(listening("/proc/net/tcp6").is_empty());
    }
}

fn dropping_a_server_closes_its_connections_and_frees_the_port() {
    let first = server();
    first.publish(&shipped("crowd"));
    let address = first.address().clone();
    let mut game = Game::linked(&first, "");
    game.scene();
    let _silent = Game::connected(&first);
    let taken = Server::start(address.port, address.token.clone())
        .expect_err("it is taken")
        .to_string();
    assert!(
        taken.contains(&address.port.to_string()) && taken.contains("choose another port"),
        "{taken}"
    );
    let started = Instant::now();
    drop(first);
    assert!(started.elapsed() < Duration::from_secs(3));
    assert_eq!(game.read(), "");
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, address.port)).is_err());
    let again = Server::start(address.port, address.token.clone()).expect("the port is free");
    assert_eq!(again.address(), &address);
    assert_eq!(
        again.address().to_string(),
        format!("{}/{}", address.port, address.token.digits())
    );
}
