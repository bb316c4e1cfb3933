//! The live link from both ends: what games get, and what becomes of those who are none.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::read_export;
use steerwright_format::load_scene;
use steerwright_link::{LinkState, MAX_CLIENTS, MAX_HELLO, Receiver, Server, Token};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{CellMap, Point, Scene};
use steerwright_runtime::simulation::World;
use steerwright_testing::engine_test::{EngineTests, engine_tests};

pub const TESTS: EngineTests = engine_tests![
    [] => a_game_receives_the_scene_and_every_edit_in_its_own_axes,
    [] => a_scene_that_cannot_be_exported_is_reported_and_the_next_one_is_sent,
    [] => a_client_without_the_token_or_protocol_is_refused_with_a_reason,
    [] => silent_and_slow_clients_are_disconnected_and_removed,
    [] => an_endless_line_is_cut_off_before_the_token_and_discarded_after_it,
    [] => a_flood_of_connections_is_limited_and_keeps_no_game_out,
    [] => a_game_that_never_reads_delays_no_other_and_is_disconnected,
    [] => a_slow_game_receives_the_newest_scene_only,
    [] => only_this_computer_can_connect,
    [] => dropping_the_server_disconnects_games_and_frees_the_port,
    [] => after_a_hundred_edits_a_world_equals_one_that_loaded_the_last,
    [] => a_receiver_reports_the_state_of_the_link,
    [] => invalid_messages_of_an_editor_leave_the_world_unchanged,
];

fn server() -> Server {
    Server::start(0, Token::random().expect("a token")).expect("a server")
}

fn shipped(name: &str) -> Scene {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    load_scene(&root.join(format!("presets/scenes/{name}.scene.json")))
        .expect("a scene")
        .value
}

fn named(name: impl Into<String>) -> Scene {
    Scene {
        name: name.into(),
        ..Scene::default()
    }
}

/// Waits for what has to come, and not for ever.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        sleep(Duration::from_millis(5));
    }
}

/// A game as any language may write it.
struct Game {
    lines: BufReader<TcpStream>,
}

impl Game {
    fn stranger(server: &Server) -> Self {
        let stream =
            TcpStream::connect((Ipv4Addr::LOCALHOST, server.address().port)).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("set");
        Self {
            lines: BufReader::new(stream),
        }
    }

    /// Has said its hello, with more in it than its token.
    fn greeting(server: &Server, more: &str) -> Self {
        let mut game = Self::stranger(server);
        game.say(
            format!(
                "{{\"steerwright_link\": 1, \"token\": \"{}\"{more}}}\n",
                server.address().token.digits()
            )
            .as_bytes(),
        );
        game
    }

    fn linked(server: &Server, more: &str) -> Self {
        let mut game = Self::greeting(server, more);
        let welcome = game.hear();
        assert!(
            welcome.contains("\"welcome\":\"steerwright\"")
                && welcome.contains(env!("CARGO_PKG_VERSION")),
            "{welcome}"
        );
        game
    }

    /// Whether it went out: who is refused may be cut off before it has said all.
    fn say(&mut self, bytes: &[u8]) -> bool {
        self.lines.get_mut().write_all(bytes).is_ok()
    }

    /// The next line; empty at the end.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        let _ = self.lines.read_line(&mut line);
        line
    }

    /// The revision and the scene that come next.
    fn scene(&mut self) -> (u64, Scene) {
        let line = self.hear();
        let message: serde_json::Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let scene = read_export(&message["scene"].to_string())
            .unwrap_or_else(|error| panic!("{error}: {line}"))
            .scene;
        (message["revision"].as_u64().expect("a revision"), scene)
    }

    /// Is told why, and then cut off.
    fn is_refused(&mut self, reason: &str) {
        let line = self.hear();
        assert!(
            line.starts_with("{\"refused\":") && line.contains(reason),
            "{reason}: {line:?}"
        );
        assert_eq!(self.hear(), "");
    }
}

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
        origin: Point { x: 1.0, y: 2.0 },
        ..ExportOptions::default()
    };
    let mut late = Game::linked(
        &server,
        ", \"options\": {\"y_down\": true, \"scale\": 32, \"origin\": {\"x\": 1, \"y\": 2}, \"new\": 1}, \"news\": []",
    );
    let line = late.hear();
    assert!(
        line.starts_with("{\"revision\": 1, \"scene\": {\"format\": \"steerwright-export\",")
            && line.contains("\"y_down\": true")
    );
    let sent: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let file = &export::export(&scene, ExportTarget::Json, &own).expect("an export")[0];
    assert_eq!(
        sent["scene"],
        serde_json::from_slice::<serde_json::Value>(&file.bytes).expect("JSON"),
        "the very object of the file"
    );

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
fn read_back(scene: &Scene, options: &ExportOptions) -> Scene {
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
        blocked: vec![[1, 1]],
    };
    server.publish(&Scene {
        cells: Arc::new(cells),
        ..Scene::default()
    });
    let line = game.hear();
    assert!(
        line.starts_with("{\"revision\": 1, \"problem\": \"the scene has cells, so its origin"),
        "{line}"
    );
    server.publish(&named("mended"));
    assert_eq!(game.scene().1.name, "mended");
}

fn a_client_without_the_token_or_protocol_is_refused_with_a_reason() {
    let server = server();
    server.publish(&named("secret"));
    let token = server.address().token.digits().to_owned();
    let near = format!(
        "{}{}",
        &token[..31],
        if token.ends_with('0') { '1' } else { '0' }
    );
    let hello =
        |token: &str| format!("{{\"steerwright_link\": 1, \"token\": \"{token}\"}}\n").into_bytes();
    let page = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://example.com\r\n\r\n";
    let mut long = vec![b' '; MAX_HELLO];
    long.extend(hello(&token));
    let strangers: [(Vec<u8>, &str); 10] = [
        (hello(""), "the token is not"),
        (hello(&near), "the token is not"),
        (hello(&token[..31]), "the token is not"),
        (hello(&format!("{token}{token}")), "the token is not"),
        (
            hello(&token)
                .iter()
                .map(|&byte| if byte == b'1' { b'2' } else { byte })
                .collect(),
            "",
        ),
        ([page.as_bytes(), &hello(&token)].concat(), "no hello"),
        (b"\x16\x03\x01\x02\x00\x01\x00\n".to_vec(), "no hello"),
        (b"\n".to_vec(), "no hello"),
        (b"[[[[[[[[[[\n".to_vec(), "no hello"),
        (long, "longer than 4096 bytes"),
    ];
    for (bytes, reason) in strangers {
        let mut stranger = Game::stranger(&server);
        stranger.say(&bytes);
        let mut all = String::new();
        let _ = stranger.lines.read_to_string(&mut all);
        assert!(
            all.starts_with("{\"refused\":") && all.contains(reason) && !all.contains("secret"),
            "{bytes:?}: {all}"
        );
    }
    assert!(server.clients().is_empty());
    assert_eq!(Game::linked(&server, "").scene().1.name, "secret");
}

fn silent_and_slow_clients_are_disconnected_and_removed() {
    let server = server();
    server.publish(&named("here"));
    let mut silent = Game::stranger(&server);
    let mut dribbling = Game::stranger(&server);
    let began = Instant::now();
    while dribbling.say(b" ") {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "it is never cut off"
        );
        sleep(Duration::from_millis(100));
    }
    assert!(began.elapsed() > Duration::from_secs(4), "it has some time");
    silent.is_refused("no hello within 5 seconds");
    for part in ["", "{", "{\"steerwright_link\": 1, \"tok"] {
        let mut leaving = Game::stranger(&server);
        leaving.say(part.as_bytes());
        leaving
            .lines
            .get_ref()
            .shutdown(Shutdown::Both)
            .expect("closed");
    }
    assert_eq!(Game::linked(&server, "").scene().1.name, "here");
    until("nobody is left", || server.clients().is_empty());
}

fn an_endless_line_is_cut_off_before_the_token_and_discarded_after_it() {
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
    let mut stranger = Game::stranger(&server);
    let taken = (0..1024).take_while(|_| stranger.say(&chunk)).count();
    assert!(taken < 1024, "it is cut off");
    let mut game = Game::linked(&server, "");
    let mut said = 0;
    for i in 0..256 {
        said += usize::from(game.say(&chunk));
        if i % 25 == 0 {
            server.publish(&named(format!("edit {i}")));
            assert_eq!(game.scene().1.name, format!("edit {i}"));
        }
    }
    assert_eq!(said, 256, "what a game says is thrown away");
    if let (Some(before), Some(after)) = (before, resident()) {
        assert!(after < before + 200, "{before} MB, {after} MB");
    }
}

fn a_flood_of_connections_is_limited_and_keeps_no_game_out() {
    let server = server();
    server.publish(&named("busy"));
    let games: Vec<Game> = (0..MAX_CLIENTS)
        .map(|_| Game::linked(&server, ""))
        .collect();
    until("all are shown", || server.clients().len() == MAX_CLIENTS);
    for _ in 0..1000 - MAX_CLIENTS {
        Game::greeting(&server, "").is_refused("linked already");
    }
    assert_eq!(server.clients().len(), MAX_CLIENTS);
    drop(games);
    until("they are gone", || server.clients().is_empty());

    let mut silent: Vec<Game> = (0..1000).map(|_| Game::stranger(&server)).collect();
    assert_eq!(Game::linked(&server, "").scene().1.name, "busy");
    let began = Instant::now();
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
    assert!(open <= MAX_CLIENTS && began.elapsed() < Duration::from_secs(5));
}

fn a_game_that_never_reads_delays_no_other_and_is_disconnected() {
    let server = server();
    let _deaf = Game::linked(&server, ", \"game\": \"deaf\"");
    let mut listening = Game::linked(&server, ", \"game\": \"listening\"");
    // More than systems keep for who does not read.
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
        let began = Instant::now();
        edits += 1;
        server.publish(&named(format!("edit {edits}")));
        assert_eq!(listening.scene().1.name, format!("edit {edits}"));
        // Less than it takes until the deaf one is dropped.
        assert!(
            began.elapsed() < Duration::from_secs(4),
            "the other one waits"
        );
        shown() == ["listening"]
    });
    assert!(edits > 3, "{edits}");
}

fn a_slow_game_receives_the_newest_scene_only() {
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
    let mut heard = 0;
    while game.scene().1.name != "edit 99" {
        heard += 1;
    }
    assert!(heard < 5, "{heard}");
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

fn dropping_the_server_disconnects_games_and_frees_the_port() {
    let first = server();
    first.publish(&shipped("crowd"));
    let address = first.address().clone();
    let mut game = Game::linked(&first, "");
    game.scene();
    let _silent = Game::stranger(&first);
    let taken = Server::start(address.port, address.token.clone())
        .expect_err("it is taken")
        .to_string();
    assert!(
        taken.contains(&address.port.to_string()) && taken.contains("choose another port"),
        "{taken}"
    );
    let began = Instant::now();
    drop(first);
    assert!(began.elapsed() < Duration::from_secs(3));
    assert_eq!(game.hear(), "");
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, address.port)).is_err());
    let again = Server::start(address.port, address.token.clone()).expect("the port is free");
    assert_eq!(again.address(), &address);
    assert_eq!(
        again.address().to_string(),
        format!("{}/{}", address.port, address.token.digits())
    );
}

/// What is seen of a world.
fn seen(world: &World) -> Vec<steerwright_runtime::simulation::AgentView> {
    world.agents().collect()
}

fn after_a_hundred_edits_a_world_equals_one_that_loaded_the_last() {
    for options in [
        ExportOptions::default(),
        ExportOptions {
            y_down: true,
            scale: 32.0,
            ..ExportOptions::default()
        },
    ] {
        let server = server();
        let mut scene = shipped("gate-patrol");
        let first = read_back(&scene, &options);
        let (mut world, mut other) = (World::new(&first), World::new(&first));
        (0..90).for_each(|_| [&mut world, &mut other].into_iter().for_each(World::step));
        let mut link = Receiver::new(Some(&server.address().to_string()), "A game", &options);
        let mut came = 0;
        for edit in 0..100 {
            scene
                .paths
                .iter_mut()
                .for_each(|path| Arc::make_mut(path).nodes[1].x += 0.03125);
            scene
                .agent_mut(steerwright_runtime::scene::AgentId(2))
                .expect("an agent")
                .x += 0.125;
            scene.name = format!("edit {edit}");
            server.publish(&scene);
            came += usize::from(link.poll(&mut world));
            sleep(Duration::from_millis(edit % 20));
        }
        until("the last edit", || {
            came += usize::from(link.poll(&mut world));
            world.scene().name == "edit 99"
        });
        assert!((1..=100).contains(&came), "{came}");
        assert_eq!(
            (link.state(), link.problem().as_str()),
            (LinkState::Linked, "")
        );
        until("the editor shows it", || {
            server.clients()[0].revision == 100
        });
        other.apply_scene(&read_back(&scene, &options));
        assert_eq!(world.tick(), 90);
        for _ in 0..200 {
            assert_eq!(seen(&world), seen(&other));
            assert_eq!(world.events(), other.events());
            [&mut world, &mut other].into_iter().for_each(World::step);
        }
        assert!(!link.poll(&mut world));
    }
}

fn a_receiver_reports_the_state_of_the_link() {
    let mut world = World::new(&Scene::default());
    let is_off =
        |mut link: Receiver, world: &mut World| !link.poll(world) && link.state() == LinkState::Off;
    assert!(is_off(
        Receiver::new(Some(" "), "", &ExportOptions::default()),
        &mut world
    ));
    let wrong = Receiver::new(Some("nonsense"), "", &ExportOptions::default());
    assert!(
        wrong.problem().contains("copy it from the editor"),
        "{}",
        wrong.problem()
    );
    assert!(is_off(wrong, &mut world));

    let first = server();
    let address = first.address().clone();
    let other = Token::random().expect("a token");
    let refused = Receiver::new(
        Some(&format!("{}/{}", address.port, other.digits())),
        "",
        &ExportOptions::default(),
    );
    until("it is refused", || refused.state() == LinkState::Refused);
    assert!(
        refused.problem().contains("copy the link address anew"),
        "{}",
        refused.problem()
    );
    drop(first);

    let mut link = Receiver::new(
        Some(&address.to_string()),
        "again",
        &ExportOptions::default(),
    );
    until("there is no editor", || {
        link.problem().contains("no editor listens")
    });
    assert_eq!(link.state(), LinkState::Connecting);
    let second = Server::start(address.port, address.token.clone()).expect("the port is free");
    second.publish(&named("second"));
    until("it is linked", || link.poll(&mut world));
    assert_eq!(
        (link.state(), world.scene().name.as_str(), refused.state()),
        (LinkState::Linked, "second", LinkState::Refused)
    );
    drop(second);
    until("it is lost", || link.state() == LinkState::Lost);
    assert!(!link.problem().is_empty());
    let third = Server::start(address.port, address.token.clone()).expect("the port is free");
    third.publish(&named("third"));
    until("it is linked again", || link.poll(&mut world));
    assert_eq!(
        (
            link.state(),
            link.problem().as_str(),
            world.scene().name.as_str()
        ),
        (LinkState::Linked, "", "third")
    );
    link.close();
    assert_eq!(
        (link.state(), link.poll(&mut world)),
        (LinkState::Off, false)
    );
    until("the editor sees it go", || third.clients().is_empty());
}

/// Answers one game with these bytes, and is silent then.
fn posing_as_editor(bytes: Vec<u8>) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = format!(
        "{}/{}",
        listener.local_addr().expect("an address").port(),
        Token::random().expect("a token").digits()
    );
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = stream.write_all(&bytes);
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
    });
    address
}

fn invalid_messages_of_an_editor_leave_the_world_unchanged() {
    let scene = shipped("squad");
    let good = |revision: u64| {
        let files = export::export(&scene, ExportTarget::Json, &ExportOptions::default())
            .expect("an export");
        let text: String = String::from_utf8(files[0].bytes.clone())
            .expect("text")
            .lines()
            .collect();
        format!("{{\"revision\": {revision}, \"scene\": {text}}}\n")
    };
    let welcome = "{\"welcome\": \"steerwright\", \"steerwright_link\": 1, \"version\": \"9.9.9\", \"news\": {}}\n";
    let newer = good(2).replacen("\"min_reader\": 1", "\"min_reader\": 7", 1);
    let after_welcome = |rest: String| [welcome.to_owned(), rest].concat().into_bytes();
    for (bytes, state, problem) in [
        (
            b"HTTP/1.1 400 Bad Request\r\n".to_vec(),
            LinkState::Connecting,
            "is no editor",
        ),
        (
            b"\xff\xfe\x00\n".to_vec(),
            LinkState::Connecting,
            "is no editor",
        ),
        (good(1).into_bytes(), LinkState::Connecting, "is no editor"),
        (
            b"{\"refused\": \"not today\"}\n".to_vec(),
            LinkState::Refused,
            "not today",
        ),
        (
            after_welcome("nonsense\n".into()),
            LinkState::Lost,
            "is no editor",
        ),
        (
            after_welcome("[".repeat(100_000) + "\n"),
            LinkState::Lost,
            "is no editor",
        ),
        (after_welcome(newer), LinkState::Linked, "version 7"),
        (
            after_welcome("{\"revision\": 3, \"scene\": {}}\n".into()),
            LinkState::Linked,
            "cannot be taken over",
        ),
        (
            after_welcome("{\"revision\": 3, \"scene\": [[1]]}\n".into()),
            LinkState::Linked,
            "cannot be taken over",
        ),
        (
            after_welcome("{\"revision\": 4, \"problem\": \"half a path\"}\n".into()),
            LinkState::Linked,
            "half a path",
        ),
        (
            after_welcome("x".repeat(65 << 20)),
            LinkState::Lost,
            "64 MB",
        ),
    ] {
        let mut link = Receiver::new(
            Some(&posing_as_editor(bytes)),
            "",
            &ExportOptions::default(),
        );
        let mut world = World::new(&scene);
        let fresh = seen(&world);
        until(problem, || {
            !link.poll(&mut world) && link.problem().contains(problem)
        });
        assert_eq!(link.state(), state, "{problem}");
        assert_eq!(seen(&world), fresh);
    }
    let mut link = Receiver::new(
        Some(&posing_as_editor(after_welcome(
            "{\"later\": 1}\n".to_owned() + &good(5),
        ))),
        "",
        &ExportOptions::default(),
    );
    let mut world = World::new(&Scene::default());
    until("what is not known is passed over", || link.poll(&mut world));
    assert_eq!(world.len(), scene.agents.len());
}
