//! A running game in LÖVE that follows the editor, and one that has none to follow.

use crate::love::{love, program, project};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use steerwright_export::{self as export, ExportTarget};
use steerwright_link::{Address, Nonce, Server, Side, Token};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{ExportOptions, Scene};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};

pub const TESTS: EngineTests = engine_tests![
    [Love] => a_running_game_shows_edits_and_survives_invalid_messages,
    [Love] => the_editors_own_server_edits_a_running_game,
    each [Lua51, Lua52, Lua53, Lua54, LuaJit] => a_link_without_an_address_or_a_socket_stays_off_and_says_why,
];

const TOKEN: &str = "0123456789abcdef0123456789ABCDEF";

/// The output of a game, line by line, while a test acts as the editor.
struct Game {
    lines: Receiver<String>,
    child: std::process::Child,
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Game {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            out.lines()
                .map_while(Result::ok)
                .all(|line| send.send(line).is_ok())
        });
        Self { lines, child }
    }

    /// The next line, which must have this start and contain that text.
    fn says(&self, start: &str, part: &str) {
        let line = self
            .lines
            .recv_timeout(Duration::from_secs(60))
            .unwrap_or_else(|_| panic!("nothing was said of {start} {part}"));
        assert!(
            line.starts_with(start) && line.contains(part),
            "{start} {part} was wanted, and said: {line}"
        );
    }
}

/// Waits for the game, reads its first message, and accepts it.
fn welcomed(listener: &TcpListener) -> (TcpStream, Value) {
    let (stream, _) = listener.accept().expect("a game");
    let mut hello = String::new();
    BufReader::new(stream.try_clone().expect("the stream"))
        .read_line(&mut hello)
        .expect("a line");
    let mut stream = stream;
    prove(&mut stream, &hello);
    stream
        .write_all(
            b"{\"welcome\": \"steerwright\", \"steerwright_link\": 2, \"version\": \"0.1.0\"}\n",
        )
        .expect("sent");
    (
        stream,
        serde_json::from_str(&hello).unwrap_or_else(|error| panic!("{error}: {hello}")),
    )
}

/// Proves that the editor knows the token, and checks the game's proof.
fn prove(stream: &mut TcpStream, hello: &str) {
    let hello: Value = serde_json::from_str(hello).expect("JSON");
    let address: Address = format!("1/{TOKEN}").parse().expect("an address");
    let game = hello["nonce"].as_str().and_then(Nonce::from_digits);
    let (game, editor) = (game.expect("a nonce"), Nonce::random().expect("a nonce"));
    let proof = address.token.proof(Side::Editor, &game, &editor);
    let challenge = serde_json::json!({ "challenge": editor.digits(), "proof": proof });
    writeln!(stream, "{challenge}").expect("sent");
    let mut answer = String::new();
    BufReader::new(stream.try_clone().expect("the stream"))
        .read_line(&mut answer)
        .expect("a line");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let proof = answer["proof"].as_str().expect("a proof");
    assert!(address.token.admits(proof, Side::Game, &game, &editor));
}

/// A message with the squad under another name, without some of its last agents.
fn scene_message(name: &str, without: usize, options: &ExportOptions) -> String {
    let mut scene = Scene {
        name: name.into(),
        ..shipped("squad")
    };
    let agents = Arc::make_mut(&mut scene.agents);
    agents.truncate(agents.len() - without);
    let text = export::export(&scene, ExportTarget::Json, options)
        .expect("an export")
        .swap_remove(0)
        .bytes;
    let scene: Value = serde_json::from_slice(&text).expect("JSON");
    format!("{}\n", serde_json::json!({ "revision": 1, "scene": scene }))
}

fn a_running_game_shows_edits_and_survives_invalid_messages() {
    let options = ExportOptions {
        origin: DVec2::new(1.5, -2.0),
        ..ExportTarget::Love.default_options()
    };
    let exported = exported(&shipped("squad"), ExportTarget::Love, &options);
    let folder = exported.folder.path();
    project(&exported, &program("link.lua"));
    fs::copy(
        folder.join("Squad.steer.json"),
        folder.join("scene.steer.json"),
    )
    .expect("a copy");
    let agents = exported.scene.agents.len();
    // No program listens on this port yet.
    let port = TcpListener::bind("127.0.0.1:0")
        .expect("a port")
        .local_addr()
        .expect("its number")
        .port();
    let mut love = love(folder);
    love.arg(".").arg(format!("{port}/{TOKEN}"));
    let game = Game::start(love);
    game.says(
        "connecting",
        &format!("no editor is listening on port {port}"),
    );

    let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port");
    let (mut editor, hello) = welcomed(&listener);
    assert_eq!(
        (&hello["steerwright_link"], &hello["token"], &hello["game"]),
        (&2.into(), &Value::Null, &"Night \"watch\"\n".into())
    );
    let expected = serde_json::json!({ "y_down": true, "plane": "xy", "scale": 32, "origin": { "x": 1.5, "y": -2 } });
    let same = |key: &str| {
        hello["options"][key].as_f64() == expected[key].as_f64()
            && hello["options"][key].is_f64() == expected[key].is_f64()
    };
    assert!(
        same("scale") && hello["options"]["y_down"] == true && hello["options"]["plane"] == "xy",
        "{hello}"
    );
    assert_eq!(
        (
            hello["options"]["origin"]["x"].as_f64(),
            hello["options"]["origin"]["y"].as_f64()
        ),
        (Some(1.5), Some(-2.0))
    );
    game.says("linked", "-");

    // In several parts.
    for piece in scene_message("first", 1, &options).as_bytes().chunks(1000) {
        editor.write_all(piece).expect("sent");
    }
    game.says("edited first", &format!("{} later", agents - 1));
    editor
        .write_all(b"{\"revision\": 2, \"problem\": \"the scale is out of range\"}\n")
        .expect("sent");
    game.says("linked", "the scale is out of range");
    let refused =
        scene_message("second", 2, &options).replace("\"min_reader\":1", "\"min_reader\":99");
    editor.write_all(refused.as_bytes()).expect("sent");
    game.says("linked", "min_reader: requires a reader of version 99");
    // Of several messages, only the newest is applied.
    let several = format!(
        "{}{}{}",
        scene_message("third", 3, &options),
        "{\"revision\": 3}\n",
        scene_message("fourth", 0, &options)
    );
    editor.write_all(several.as_bytes()).expect("sent");
    let mut line = game
        .lines
        .recv_timeout(Duration::from_secs(60))
        .expect("a line");
    if line.starts_with("edited third") {
        line = game
            .lines
            .recv_timeout(Duration::from_secs(60))
            .expect("a line");
    }
    // A valid scene ends the problem.
    while !line.starts_with("edited fourth") {
        line = game
            .lines
            .recv_timeout(Duration::from_secs(60))
            .expect("a line");
    }
    assert!(line.contains(&format!("fourth {agents}")), "{line}");
    drop(editor);
    let mut line = game
        .lines
        .recv_timeout(Duration::from_secs(60))
        .expect("a line");
    if line == "linked -" {
        line = game
            .lines
            .recv_timeout(Duration::from_secs(60))
            .expect("a line");
    }
    assert!(
        line.starts_with("lost the editor closed the link"),
        "{line}"
    );

    // Invalid data, and then more data than any scene has.
    let (mut editor, _) = welcomed(&listener);
    game.says("linked", "-");
    editor
        .write_all(b"\xff\x00 GET / HTTP/1.1\n")
        .expect("sent");
    game.says("lost", "is not the editor");
    let (mut editor, _) = welcomed(&listener);
    game.says("linked", "-");
    let junk = vec![b'x'; 1 << 20];
    while editor.write_all(&junk).is_ok() {}
    game.says("lost", "more than 64 MB");

    let (mut editor, _) = listener.accept().expect("a game");
    editor
        .write_all(b"{\"refused\": \"the address is of an earlier run\"}\n")
        .expect("sent");
    game.says("refused", "the address is of an earlier run");
}

/// The same game with the editor's real half of the link.
fn the_editors_own_server_edits_a_running_game() {
    let exported = exported(
        &shipped("squad"),
        ExportTarget::Love,
        &ExportTarget::Love.default_options(),
    );
    project(&exported, &program("link.lua"));
    fs::copy(
        exported.folder.path().join("Squad.steer.json"),
        exported.folder.path().join("scene.steer.json"),
    )
    .expect("a copy");
    let server = Server::start(0, Token::random().expect("a token")).expect("the editor listens");
    let mut love = love(exported.folder.path());
    love.arg(".").arg(server.address().to_string());
    let mut scene = shipped("squad");
    server.publish(&scene);
    let game = Game::start(love);
    let hears = |start: &str| {
        while !game
            .lines
            .recv_timeout(Duration::from_secs(60))
            .expect("a line")
            .starts_with(start)
        {}
    };
    hears(&format!("edited Squad {} ", scene.agents.len()));
    for round in 0..5 {
        scene.name = format!("Round{round}");
        Arc::make_mut(&mut scene.agents).pop();
        server.publish(&scene);
        hears(&format!("edited Round{round} {} later", scene.agents.len()));
    }
    let games = server.clients();
    assert_eq!(games.len(), 1);
    drop(server);
    hears("lost the editor closed the link");
}

fn a_link_without_an_address_or_a_socket_stays_off_and_says_why(lua: Engine) {
    let exported = exported(
        &shipped("squad"),
        ExportTarget::Love,
        &ExportTarget::Love.default_options(),
    );

    let mut command = lua.command();
    let program = "package.preload.socket = package.preload.socket or function() error('none') end\n\
            local steerwright = require('steerwright.steerwright')\n\
            local world = assert(steerwright.load(io.open('Squad.steer.json'):read('*a')))\n\
            local connect = require('steerwright.steerwright_link').connect\n\
            for _, address in ipairs({ '', 'x', '0/' .. ('0'):rep(32), '47747/123', '47747/' .. ('f'):rep(32) }) do\n\
              local link = connect(world, address, 'game')\n\
              print(link:poll(), link.state, link.problem)\n\
              link:close()\n\
            end\n\
            local link = connect(world)\n\
            print(link:poll(), link.state, link.problem)";
    let printed = run_well(
        command
            .current_dir(exported.folder.path())
            .env_remove("STEERWRIGHT_LINK")
            .args(["-e", program]),
    );
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 6, "{printed}");
    assert!(
        lines.iter().all(|line| line.starts_with("false\toff\t")),
        "{printed}"
    );
    assert!(
        lines[..4]
            .iter()
            .all(|line| line.contains("not a live link address")),
        "{printed}"
    );
    assert!(
        lines[4].contains("LuaSocket") && lines[5].contains("no live link address was given"),
        "{printed}"
    );
}
