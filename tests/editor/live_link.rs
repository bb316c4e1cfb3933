//! The live link in the window with a connected game.

use crate::window::Window;
use egui::Key;
use egui::accesskit::Role;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;
use steerwright_authoring::sample;
use steerwright_link::{Address, Nonce, Side};
use steerwright_runtime::scene::Scene;

const TOKEN: &str = "00112233445566778899aabbccddeeff";

/// A port that was free just now.
fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

/// Settings with a link address in them; returns the port.
fn settings(folder: &Path) -> u16 {
    let port = free_port();
    std::fs::write(
        folder.join("settings.json"),
        format!("{{\"live_link\": \"{port}/{TOKEN}\"}}"),
    )
    .unwrap();
    port
}

fn stored(folder: &Path) -> Address {
    let settings: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("settings.json")).unwrap())
            .unwrap();
    settings["live_link"].as_str().unwrap().parse().unwrap()
}

fn scene() -> Scene {
    sample::first_scene()
}

/// The editor with the link window open and the link on.
fn linked(settings: &Path) -> Window {
    let mut window = Window::with_settings(&scene(), settings);
    window.menu("File", "Live link…");
    window.frames(2);
    window.click_button("Turn on");
    window.frames(2);
    window
}

struct Game {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Game {
    fn new(port: u16, token: &str) -> Self {
        let address: Address = format!("{port}/{token}").parse().unwrap();
        let nonce = Nonce::random().unwrap();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        writeln!(
            stream,
            "{{\"steerwright_link\": 2, \"nonce\": \"{}\", \"game\": \"Night watch\"}}",
            nonce.digits()
        )
        .unwrap();
        let mut game = Self {
            lines: BufReader::new(stream.try_clone().unwrap()),
            stream,
        };
        let challenge = game.next();
        let editor = Nonce::from_digits(challenge["challenge"].as_str().unwrap()).unwrap();
        let proof = address.token.proof(Side::Game, &nonce, &editor);
        writeln!(game.stream, "{{\"proof\": \"{proof}\"}}").unwrap();
        game
    }

    /// The next message; null at the end of the link.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_default()
    }

    /// The next scene for which `wanted` returns true, within a few messages.
    fn scene_where(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        (0..60)
            .map(|_| self.next())
            .find(|message| wanted(&message["scene"]))
            .expect("such a scene")
    }
}

/// Draws until `done` returns true, however slow the machine is.
fn frames_until(window: &mut Window, what: &str, done: impl Fn(&Window) -> bool) {
    for _ in 0..400 {
        window.frames(1);
        if done(window) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what}");
}

#[test]
fn the_link_is_off_at_every_start() {
    let folder = tempfile::tempdir().unwrap();
    let port = settings(folder.path());
    let window = linked(folder.path());
    assert!(window.says("Live link: no game connected"));
    assert_eq!(
        window.app().link().server().unwrap().address().to_string(),
        format!("{port}/{TOKEN}")
    );
    drop(window);
    let mut window = Window::with_settings(&scene(), folder.path());
    assert!(window.app().link().server().is_none() && !window.says("Live link:"));
    assert!(
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err(),
        "no server is listening"
    );
    window.menu("File", "Live link…");
    window.frames(2);
    assert!(
        window.has(Role::Button, "Turn on") && window.says(TOKEN),
        "the address is the same as before"
    );
}

#[test]
fn games_receive_edits_during_a_drag() {
    let folder = tempfile::tempdir().unwrap();
    let port = settings(folder.path());
    let mut window = linked(folder.path());
    let mut game = Game::new(port, TOKEN);
    assert_eq!(game.next()["welcome"], "steerwright");
    let first = game.next();
    assert_eq!(first["scene"]["name"], scene().name);
    frames_until(&mut window, "the game is listed", |window| {
        window.says("Live link: 1 game")
    });
    frames_until(&mut window, "with its revision", |window| {
        window.says("Night watch") && window.says("up to date")
    });

    window.ctrl_shift(Key::A);
    window.key(Key::Escape);
    window.frames(2);
    assert!(
        !window.has(Role::Button, "Turn off") && window.says("Live link: 1 game"),
        "only the window is closed"
    );
    let node = scene().paths[0].nodes[1].position;
    let (from, to) = (window.pos(node), window.pos(node) + egui::vec2(60.0, -45.0));
    window.drag(from, to);
    let moved = window.scene().paths[0].nodes[1].position;
    assert_ne!(moved, node, "the button is still down");
    assert!(window.steps().is_empty(), "and nothing is done yet");
    // Exports round to nine places.
    let there = |scene: &Value| {
        scene["paths"][0]["nodes"][1]["x"]
            .as_f64()
            .is_some_and(|x| (x - moved.x).abs() < 1e-8)
    };
    let last = game.scene_where(there);
    assert!(last["revision"].as_u64() > first["revision"].as_u64());
    window.release(to);
}

#[test]
fn nothing_is_sent_while_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let port = settings(folder.path());
    let mut window = linked(folder.path());
    let mut game = Game::new(port, TOKEN);
    let revision = game.scene_where(|scene| !scene.is_null())["revision"].clone();
    window.key(Key::Space);
    window.frames(60);
    game.stream
        .set_read_timeout(Some(Duration::from_millis(300)))
        .unwrap();
    assert!(
        game.lines.read_line(&mut String::new()).is_err(),
        "a run is no edit: revision {revision} stays the newest"
    );
}

#[test]
fn turning_off_the_link_disconnects_games() {
    let folder = tempfile::tempdir().unwrap();
    let port = settings(folder.path());
    let mut window = linked(folder.path());
    let mut game = Game::new(port, TOKEN);
    game.scene_where(|scene| !scene.is_null());
    window.click_button("Turn off");
    window.frames(2);
    assert!(game.next().is_null() && !window.says("Live link:"));
}

#[test]
fn a_new_token_invalidates_the_old_one_and_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let port = settings(folder.path());
    let mut window = linked(folder.path());
    window.click_button("New token");
    window.frames(2);
    let address = stored(folder.path());
    assert!(address.port == port && address.token.digits() != TOKEN);
    assert!(Game::new(port, TOKEN).next()["refused"].is_string());
    assert_eq!(
        Game::new(port, address.token.digits()).next()["welcome"],
        "steerwright"
    );
}

#[test]
fn the_first_token_is_created_on_demand_and_private() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("settings.json"), "{}").unwrap();
    let mut window = Window::with_settings(&scene(), folder.path());
    window.menu("File", "Live link…");
    window.frames(2);
    assert!(window.says("Created when the link is turned on"));
    // The default port may be used on this machine; the token is created anyway.
    window.click_button("Turn on");
    window.frames(2);
    assert_eq!(stored(folder.path()).token.digits().len(), 32);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join("settings.json"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_used_port_shows_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let port = settings(folder.path());
    let _other = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
    let window = linked(folder.path());
    assert!(
        window.says(&format!("cannot listen on port {port}"))
            && window.has(Role::Button, "Turn on")
    );
    assert!(window.app().link().server().is_none());
}
