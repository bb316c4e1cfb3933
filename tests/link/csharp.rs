//! The receiver in C#, with valid and invalid editors.

use crate::fake;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use steerwright_export::ExportTarget;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Plane, Scene};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, exported, shipped};
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [Mono] => edits_arrive_in_fragments_and_after_a_lost_connection,
    [Mono] => a_refused_receiver_does_not_reconnect,
    [Mono] => an_invalid_editor_does_no_harm,
    [Mono] => an_endless_line_is_rejected,
    [Mono] => a_silent_editor_times_out,
    [Mono] => invalid_addresses_and_unused_ports_are_reported,
];

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn program() -> &'static Path {
    static FOLDER: OnceLock<(tempfile::TempDir, std::path::PathBuf)> = OnceLock::new();
    let (_, program) = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("LinkedGame.exe");
        let sources = [
            "runtimes/csharp/Steerwright.cs",
            "runtimes/csharp/SteerwrightLink.cs",
            "tests/engines/csharp/LinkedGame.cs",
        ];
        let mut compiler = Engine::Mono.program("mcs");
        compiler
            .args(["-langversion:7", "-warn:4", "-warnaserror"])
            .arg(format!("-out:{}", program.display()));
        run_well(compiler.args(sources.map(|source| root().join(source))));
        (folder, program)
    });
    program
}

/// As the game holds its export, and as the editor has to send it edits.
fn export(scene: &Scene) -> Exported {
    let origin = DVec2::new(1.5, -2.0);
    exported(
        scene,
        ExportTarget::Json,
        &ExportOptions {
            y_down: true,
            plane: Plane::Xz,
            scale: 32.0,
            origin,
            with_trace: None,
        },
    )
}

fn game() -> Exported {
    export(&shipped("squad"))
}

fn value_of(scene: &Scene) -> Value {
    let exported = export(scene);
    let text = std::fs::read_to_string(
        exported
            .folder
            .path()
            .join(format!("{}.steer.json", exported.file_name)),
    )
    .expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

/// Runs the game for so many seconds, against an editor that gives each connection to `serve`, with
/// its number and its hello.
fn played(seconds: f64, serve: impl Fn(usize, &str, TcpStream) + Send + 'static) -> String {
    let program = program();
    let game = game();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!(
        "{}/{TOKEN}",
        listener.local_addr().expect("an address").port()
    );
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let stream = stream.expect("a connection");
            let mut hello = String::new();
            BufReader::new(&stream)
                .read_line(&mut hello)
                .expect("a hello");
            serve(number, &hello, stream);
        }
    });
    let export = game.folder.path().join("Squad.steer.json");
    run_well(
        Engine::Mono
            .command()
            .arg(program)
            .arg(export)
            .args([&address, &seconds.to_string()]),
    )
}

fn say(stream: &mut TcpStream, message: &Value) {
    stream
        .write_all(format!("{message}\n").as_bytes())
        .expect("written");
}

fn welcome() -> Value {
    json!({ "welcome": "steerwright", "steerwright_link": 2, "version": "0.1.0" })
}

/// Proves that the editor knows the token.
fn prove(stream: &mut TcpStream, hello: &str) {
    fake::prove(stream, hello, &format!("1/{TOKEN}"));
}

fn count(printed: &str, what: &str) -> usize {
    printed
        .lines()
        .filter(|line| line.starts_with(what))
        .count()
}

fn edits_arrive_in_fragments_and_after_a_lost_connection() {
    let mut smaller = shipped("squad");
    Arc::make_mut(&mut smaller.agents).truncate(2);
    // They refer to agents that are gone.
    smaller.spawners.clear();
    let (whole, smaller) = (value_of(&shipped("squad")), value_of(&smaller));
    let printed = played(8.0, move |number, hello, mut stream| {
        prove(&mut stream, hello);
        let hello: Value = serde_json::from_str(hello).expect("JSON");
        assert_eq!(
            (&hello["steerwright_link"], &hello["token"]),
            (&json!(2), &Value::Null)
        );
        assert_eq!(hello["game"], "A \"game\" \u{591c}\u{fffd}");
        assert_eq!(
            hello["options"],
            json!({ "y_down": true, "plane": "xz", "scale": 32, "origin": { "x": 1.5, "y": -2 } })
        );
        say(&mut stream, &welcome());
        say(&mut stream, &json!({ "revision": 1, "scene": whole }));
        let pause = Duration::from_millis(150);
        std::thread::sleep(pause);
        if number == 0 {
            say(
                &mut stream,
                &json!({ "revision": 2, "scene": { "format": "something else" } }),
            );
            std::thread::sleep(pause);
            say(
                &mut stream,
                &json!({ "revision": 3, "problem": "the scene is half a scene" }),
            );
            std::thread::sleep(pause);
            let text = format!("{}\n", json!({ "revision": 4, "scene": smaller }));
            for piece in text.as_bytes().chunks(text.len() / 5) {
                stream.write_all(piece).expect("written");
                std::thread::sleep(Duration::from_millis(20));
            }
            std::thread::sleep(pause);
        } else {
            std::thread::sleep(Duration::from_secs(30));
        }
    });
    let lines: Vec<&str> = printed
        .lines()
        .filter(|line| !line.starts_with("frames"))
        .collect();
    let expected = [
        "Connecting: ",
        "applied _ 1 2 3 4 5 6 7 8 9 10 11",
        "Linked: ",
        "Linked: scene.format: is not steerwright-export; export the scene again",
        "Linked: the scene is half a scene",
        "applied _ 1 2",
        "Linked: ",
        "Lost: the editor closed the live link",
        "applied _ 1 2 3 4 5 6 7 8 9 10 11",
        "Linked: ",
        "Off: ",
    ];
    let without_tick = |line: &str| match line
        .strip_prefix("applied ")
        .and_then(|rest| rest.split_once(' '))
    {
        Some((_, agents)) => format!("applied _ {agents}"),
        None => line.to_owned(),
    };
    let mut lines: Vec<String> = lines.into_iter().map(without_tick).collect();
    // The welcome and the first scene may arrive in the same frame or in two.
    for i in 1..lines.len() {
        if lines[i - 1] == "Linked: " && lines[i].starts_with("applied") {
            lines.swap(i - 1, i);
        }
    }
    assert_eq!(lines, expected, "{printed}");
}

fn a_refused_receiver_does_not_reconnect() {
    let printed = played(2.5, |number, _, mut stream| {
        assert_eq!(number, 0, "it came again");
        say(
            &mut stream,
            &json!({ "refused": "the token is not this session's" }),
        );
    });
    assert!(
        count(&printed, "Refused: the token is not this session's") == 1,
        "{printed}"
    );
}

fn an_invalid_editor_does_no_harm() {
    let answers: [&[u8]; 6] = [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"[1, 2]\n",
        b"\xff\xfe{}\n",
        b"{\"welcome\": \"another program\"}\n",
        b"{\"welcome\": \"steerwright\"}\nnot json\n",
        b"{\"welcome\": \"steerwright\"}\n{\"revision\": 1, \"scene\": 5}\n{\"future\": true}\n\n",
    ];
    let printed = played(
        answers.len() as f64 * 1.1 + 0.5,
        move |number, hello, mut stream| {
            if number >= 3 {
                prove(&mut stream, hello);
            }
            stream
                .write_all(answers[number.min(answers.len() - 1)])
                .expect("written");
            std::thread::sleep(Duration::from_millis(100));
        },
    );
    // Lost is only what was linked.
    assert!(
        count(
            &printed,
            "Connecting: received something that is not a message of the live link"
        ) >= 1,
        "{printed}"
    );
    assert!(
        count(&printed, "Connecting: welcome: is not steerwright") == 1,
        "{printed}"
    );
    assert!(
        count(
            &printed,
            "Lost: received something that is not a message of the live link"
        ) >= 1
            && count(&printed, "applied") == 0,
        "{printed}"
    );
}

fn an_endless_line_is_rejected() {
    let printed = played(10.0, |_, hello, mut stream| {
        prove(&mut stream, hello);
        say(&mut stream, &welcome());
        let piece = vec![b'x'; 1 << 20];
        while stream.write_all(&piece).is_ok() {}
    });
    assert!(
        count(&printed, "Lost: a message is longer than 64 MB") >= 1,
        "{printed}"
    );
    // No frame of the game reads more than 4 MB of it.
    let frames: u32 = printed
        .lines()
        .find_map(|line| line.strip_prefix("frames "))
        .expect("a count")
        .parse()
        .expect("a number");
    assert!(frames >= 15, "{frames} frames");
}

fn a_silent_editor_times_out() {
    let printed = played(6.0, |_, _, stream| {
        std::thread::sleep(Duration::from_secs(7));
        drop(stream);
    });
    assert!(
        count(&printed, "Connecting: the editor does not answer") == 1,
        "{printed}"
    );
}

fn invalid_addresses_and_unused_ports_are_reported() {
    let program = program();
    let game = game();
    let free = TcpListener::bind("127.0.0.1:0")
        .expect("a port")
        .local_addr()
        .expect("an address")
        .port();
    let port = format!("{free}/{TOKEN}");
    for (address, expected) in [
        ("", "Off: "),
        ("47747", "Off: the link address is not PORT/TOKEN"),
        ("0/ab", "Off: the link address is not PORT/TOKEN"),
        ("-5/ab", "Off: the link address is not PORT/TOKEN"),
        ("70000/ab", "Off: the link address is not PORT/TOKEN"),
        (
            "http://example.org/ab",
            "Off: the link address is not PORT/TOKEN",
        ),
        (&port, "Connecting: no program listens on port "),
    ] {
        let mut mono = Engine::Mono.command();
        mono.arg(program)
            .arg(game.folder.path().join("Squad.steer.json"))
            .args([address, "0.3"])
            .env_remove("STEERWRIGHT_LINK");
        let printed = run_well(&mut mono);
        assert!(printed.contains(expected), "{address}: {printed}");
    }
    // An empty address is taken from the environment.
    let mut mono = Engine::Mono.command();
    mono.arg(program)
        .arg(game.folder.path().join("Squad.steer.json"))
        .args(["", "0.3"])
        .env("STEERWRIGHT_LINK", &port);
    assert!(run_well(&mut mono).contains("Connecting: no program listens"));
}
