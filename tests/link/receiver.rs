//! The game's side of the live link, for Rust.

use crate::fake;
use crate::server::read_back;
use crate::support::{named, server, shipped, until};
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;
use steerwright_export::{self as export, ExportTarget};
use steerwright_link::{LinkState, Receiver, Server, Token};
use steerwright_runtime::scene::{ExportOptions, Scene};
use steerwright_runtime::simulation::World;
use steerwright_testing::engine_test::{EngineTests, engine_tests};

pub const TESTS: EngineTests = engine_tests![
    [] => a_world_after_many_edits_equals_one_that_applies_only_the_last,
    [] => a_receiver_reports_the_state_of_the_link,
    [] => a_game_follows_an_edit_that_does_not_change_its_export,
    [] => a_program_without_the_token_learns_nothing,
    [] => invalid_messages_of_an_editor_do_not_change_the_world,
];

/// The agents of a world.
fn seen(world: &World) -> Vec<steerwright_runtime::simulation::AgentView> {
    world.agents().collect()
}

fn a_world_after_many_edits_equals_one_that_applies_only_the_last() {
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
                .for_each(|path| Arc::make_mut(path).nodes[1].position.x += 0.03125);
            scene
                .agent_mut(steerwright_runtime::scene::AgentId(2))
                .expect("an agent")
                .position
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

fn a_game_follows_an_edit_that_does_not_change_its_export() {
    let server = server();
    let mut scene = shipped("gate-patrol");
    let options = ExportOptions::default();
    let mut world = World::new(&read_back(&scene, &options));
    let mut link = Receiver::new(Some(&server.address().to_string()), "A game", &options);
    server.publish(&scene);
    until("the scene", || link.poll(&mut world));
    until("the editor shows it", || server.clients()[0].revision == 1);
    scene.notes = "Nothing that moves agents.".into();
    server.publish(&scene);
    until("the editor shows the edit", || {
        server.clients()[0].revision == 2
    });
    assert!(!link.poll(&mut world));
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
        refused
            .problem()
            .contains("copy the link address from the editor again"),
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
        link.problem().contains("no editor is listening")
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
    until("the editor notices that it is closed", || {
        third.clients().is_empty()
    });
}

/// Whoever listens on the port gets no token, and no proof that could be used elsewhere.
fn a_program_without_the_token_learns_nothing() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let token = Token::random().expect("a token");
    let address = format!("{port}/{}", token.digits());
    let link = Receiver::new(Some(&address), "", &ExportOptions::default());
    let (mut stream, _) = listener.accept().expect("a game");
    let mut lines = BufReader::new(stream.try_clone().expect("a copy"));
    let mut hello = String::new();
    lines.read_line(&mut hello).expect("a hello");
    assert!(!hello.contains(token.digits()), "{hello}");
    let digits = "0".repeat(64);
    let guess = format!(
        "{{\"challenge\": \"{}\", \"proof\": \"{digits}\"}}\n",
        &digits[..32]
    );
    stream.write_all(guess.as_bytes()).expect("sent");
    until("it is refused", || link.state() == LinkState::Refused);
    let mut answer = String::new();
    assert_eq!(
        lines.read_line(&mut answer).expect("the end"),
        0,
        "{answer}"
    );
}

/// A fake editor that sends these bytes to every game. Before a welcome, it proves itself.
fn fake_editor(bytes: Vec<u8>) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = format!(
        "{}/{}",
        listener.local_addr().expect("an address").port(),
        Token::random().expect("a token").digits()
    );
    let own = address.clone();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            if bytes.starts_with(b"{\"welcome\"") {
                let mut hello = String::new();
                let mut lines = BufReader::new(stream.try_clone().expect("a copy"));
                lines.read_line(&mut hello).expect("a hello");
                fake::prove(&mut stream, &hello, &own);
            }
            let _ = stream.write_all(&bytes);
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
    });
    address
}

fn invalid_messages_of_an_editor_do_not_change_the_world() {
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
    let welcome = "{\"welcome\": \"steerwright\", \"steerwright_link\": 2, \"version\": \"9.9.9\", \"news\": {}}\n";
    let newer = good(2).replacen("\"min_reader\": 1", "\"min_reader\": 7", 1);
    let after_welcome = |rest: String| [welcome.to_owned(), rest].concat().into_bytes();
    for (bytes, state, problem) in [
        (
            b"HTTP/1.1 400 Bad Request\r\n".to_vec(),
            LinkState::Connecting,
            "is not the editor",
        ),
        (
            b"\xff\xfe\x00\n".to_vec(),
            LinkState::Connecting,
            "is not the editor",
        ),
        (
            good(1).into_bytes(),
            LinkState::Connecting,
            "is not the editor",
        ),
        (
            b"{\"refused\": \"not today\"}\n".to_vec(),
            LinkState::Refused,
            "not today",
        ),
        (
            vec![b'{'; 5_000],
            LinkState::Connecting,
            "is not the editor",
        ),
        (
            after_welcome("nonsense\n".into()),
            LinkState::Lost,
            "is not the editor",
        ),
        (
            after_welcome("[".repeat(100_000) + "\n"),
            LinkState::Lost,
            "is not the editor",
        ),
        (after_welcome(newer), LinkState::Linked, "version 7"),
        (
            after_welcome("{\"revision\": 3, \"scene\": {}}\n".into()),
            LinkState::Linked,
            "cannot apply the edited scene",
        ),
        (
            after_welcome("{\"revision\": 3, \"scene\": [[1]]}\n".into()),
            LinkState::Linked,
            "cannot apply the edited scene",
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
        let mut link = Receiver::new(Some(&fake_editor(bytes)), "", &ExportOptions::default());
        let mut world = World::new(&scene);
        let fresh = seen(&world);
        until(problem, || {
            !link.poll(&mut world) && link.problem().contains(problem)
        });
        assert_eq!(link.state(), state, "{problem}");
        assert_eq!(seen(&world), fresh);
    }
    let mut link = Receiver::new(
        Some(&fake_editor(after_welcome(
            "{\"later\": 1}\n".to_owned() + &good(5),
        ))),
        "",
        &ExportOptions::default(),
    );
    let mut world = World::new(&Scene::default());
    until("unknown messages are ignored", || link.poll(&mut world));
    assert_eq!(world.len(), scene.agents.len());
}
