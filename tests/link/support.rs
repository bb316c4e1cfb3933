//! A game that uses the protocol directly, and other helpers.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};
use steerwright_format::export_file::read_export;
use steerwright_format::load_scene;
use steerwright_link::{Nonce, Server, Side, Token};
use steerwright_runtime::scene::Scene;

pub fn server() -> Server {
    Server::start(0, Token::random().expect("a token")).expect("a server")
}

pub fn shipped(name: &str) -> Scene {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    load_scene(&root.join(format!("presets/scenes/{name}.scene.json")))
        .expect("a scene")
        .value
}

pub fn named(name: impl Into<String>) -> Scene {
    Scene {
        name: name.into(),
        ..Scene::default()
    }
}

/// Waits until a condition holds, with a time limit.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(30), "{what}");
        sleep(Duration::from_millis(5));
    }
}

/// A game that uses the protocol directly.
pub struct Game {
    pub lines: BufReader<TcpStream>,
}

impl Game {
    pub fn connected(server: &Server) -> Self {
        let stream =
            TcpStream::connect((Ipv4Addr::LOCALHOST, server.address().port)).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("set");
        Self {
            lines: BufReader::new(stream),
        }
    }

    /// Sends a hello with additional fields, and proves that the game knows the token.
    pub fn with_hello(server: &Server, more: &str) -> Self {
        Self::with_token(server, &server.address().token, more)
    }

    /// Sends a hello with additional fields, checks the editor's proof, and sends the proof with
    /// this token.
    pub fn with_token(server: &Server, token: &Token, more: &str) -> Self {
        let mut game = Self::connected(server);
        let nonce = Nonce::random().expect("a nonce");
        game.write(
            format!(
                "{{\"steerwright_link\": 2, \"nonce\": \"{}\"{more}}}\n",
                nonce.digits()
            )
            .as_bytes(),
        );
        let line = game.read();
        let message: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
        let editor = message["challenge"].as_str().and_then(Nonce::from_digits);
        let editor = editor.unwrap_or_else(|| panic!("no challenge: {line}"));
        let proof = message["proof"].as_str().expect("a proof");
        let own = &server.address().token;
        assert!(own.admits(proof, Side::Editor, &nonce, &editor));
        let proof = token.proof(Side::Game, &nonce, &editor);
        game.write(format!("{{\"proof\": \"{proof}\"}}\n").as_bytes());
        game
    }

    pub fn linked(server: &Server, more: &str) -> Self {
        let mut game = Self::with_hello(server, more);
        let welcome = game.read();
        assert!(
            welcome.contains("\"welcome\":\"steerwright\"")
                && welcome.contains(env!("CARGO_PKG_VERSION")),
            "{welcome}"
        );
        game
    }

    /// Returns whether the bytes were sent; a refused game may be disconnected first.
    pub fn write(&mut self, bytes: &[u8]) -> bool {
        self.lines.get_mut().write_all(bytes).is_ok()
    }

    /// The next line; empty at the end.
    pub fn read(&mut self) -> String {
        let mut line = String::new();
        let _ = self.lines.read_line(&mut line);
        line
    }

    /// The next revision and scene.
    pub fn scene(&mut self) -> (u64, Scene) {
        let line = self.read();
        let message: serde_json::Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let scene = read_export(&message["scene"].to_string())
            .unwrap_or_else(|error| panic!("{error}: {line}"))
            .scene;
        (message["revision"].as_u64().expect("a revision"), scene)
    }

    /// Expects a refusal with this reason, and the end of the connection.
    pub fn expect_refusal(&mut self, reason: &str) {
        let line = self.read();
        assert!(
            line.starts_with("{\"refused\":") && line.contains(reason),
            "{reason}: {line:?}"
        );
        assert_eq!(self.read(), "");
    }
}
