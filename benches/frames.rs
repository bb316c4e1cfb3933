//! What frames of the editor cost in large scenes, and what opening them costs: `cargo bench --bench frames`, with the names of
//! scenarios to run only these. Figures to compare, never to pass or fail.
//!
//! A frame is the whole window at 1600 x 1000 points, laid out and tessellated, with scripted input; only the graphics card's
//! part is missing. Times are CPU time of the window's thread; for opening a file, of all threads together. Each scenario runs in a
//! process of its own, so that its peak of memory is its own.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2, vec2};
use rustix::time::{ClockId, clock_gettime};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use steerwright_format::save_scene;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene,
};
use steerwright_runtime::steering::follow_path::Shape;
use support::{COMMAND, Window, canvas_corner, key_event, zigzags};

/// As in the editor itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A name, the goal in ms, and the function that measures.
type Scenario = (&'static str, f64, fn() -> Times);

const SCENARIOS: [Scenario; 16] = [
    ("first frame", 250.0, first_frame),
    ("paused, sample scene", 2.0, paused_sample),
    ("paused, 5,000 agents", 2.0, || paused(&zigzags(50, 5000))),
    ("paused at 2 s, 5,000 agents", 2.0, paused_later),
    ("paused, 10,000 nodes", 2.0, || paused(&zigzags(500, 1))),
    ("playing, 5,000 agents", 6.0, playing),
    ("all of 10,000 nodes selected", 6.0, selected),
    ("all of 10,000 nodes dragged", 6.0, dragged),
    ("plots of 100,000 samples", 6.0, plots),
    ("undo of 10,000 moved nodes", 5.0, undo),
    ("edit among 5,000 agents", 16.0, || {
        edit(&zigzags(50, 5000), 0)
    }),
    ("edit among 5,000 agents at 2 s", 16.0, || {
        edit(&zigzags(50, 5000), 120)
    }),
    ("edit among 100,000 nodes", 16.0, || {
        edit(&zigzags(5000, 100), 0)
    }),
    ("open 200,000 markers", 2000.0, || opened(&markers(200_000))),
    ("paused, 200,000 markers", 2.0, || paused(&markers(200_000))),
    ("open a curve of 20,000 nodes", 2000.0, || {
        opened(&curve(20_000))
    }),
];

fn main() {
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    if let [mark, name] = &chosen[..]
        && mark == "--run"
    {
        run_scenario(name);
        return;
    }
    println!("| scenario | median, ms | 95 %, ms | worst, ms | goal, ms | peak memory, MB |");
    println!("|---|---|---|---|---|---|");
    for (name, ..) in SCENARIOS {
        if chosen.is_empty() || chosen.iter().any(|part| name.contains(part.as_str())) {
            let program = std::env::current_exe().unwrap();
            Command::new(program)
                .args(["--run", name])
                .status()
                .unwrap();
        }
    }
}

fn run_scenario(name: &str) {
    let (_, goal, run) = SCENARIOS.into_iter().find(|(n, ..)| *n == name).unwrap();
    let mut times = run().0;
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
    let memory = peak_memory_megabytes();
    println!(
        "| {name} | {:.2} | {:.2} | {:.2} | {goal} | {memory} |",
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

/// CPU times of frames, ms.
struct Times(Vec<f64>);

fn cpu_milliseconds(of: ClockId) -> f64 {
    let time = clock_gettime(of);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

fn time_of(work: impl FnOnce()) -> f64 {
    let start = cpu_milliseconds(ClockId::ThreadCPUTime);
    work();
    cpu_milliseconds(ClockId::ThreadCPUTime) - start
}

/// The times of frames with the input that `events` gives for each.
fn frames(window: &mut Window, count: usize, mut events: impl FnMut(usize) -> Vec<Event>) -> Times {
    let mut frame = |i| {
        let input = events(i);
        time_of(|| {
            window.frame(input);
        })
    };
    Times((0..count).map(&mut frame).collect())
}

fn peak_memory_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

fn first_frame() -> Times {
    Times(vec![time_of(|| {
        Window::opening(None).frame(vec![]);
    })])
}

fn paused_sample() -> Times {
    let mut window = Window::opening(None);
    window.settle();
    window.press(Key::Space);
    assert!(!window.app.playback().is_playing());
    frames(&mut window, 200, |_| vec![])
}

fn paused(scene: &Scene) -> Times {
    frames(&mut Window::showing(scene), 100, |_| vec![])
}

fn paused_later() -> Times {
    let mut window = Window::showing(&zigzags(50, 5000)).play(120);
    window.press(Key::Space);
    window.settle();
    frames(&mut window, 100, |_| vec![])
}

fn playing() -> Times {
    let mut window = Window::showing(&zigzags(50, 5000)).play(120);
    frames(&mut window, 120, |_| vec![])
}

fn select_all(window: &mut Window) {
    window.press_with(Key::A, COMMAND);
    window.settle();
    assert!(window.app.session().selection.len() > 10_000);
}

fn selected() -> Times {
    let mut window = Window::showing(&zigzags(500, 1));
    select_all(&mut window);
    frames(&mut window, 100, |_| vec![])
}

/// Where a node is in the window.
fn screen_position(window: &mut Window, path: usize, node: usize) -> Pos2 {
    let position = window.app.session().scene.paths[path].nodes[node].position;
    let corner = canvas_corner(window);
    let on_canvas = window.app.canvas().viewport.screen_from_world(position);
    corner + vec2(on_canvas.x as f32, on_canvas.y as f32)
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

fn dragged() -> Times {
    let mut window = Window::showing(&zigzags(500, 1));
    select_all(&mut window);
    let before = window.app.session().scene.paths[250].nodes[5].position;
    let at = screen_position(&mut window, 250, 5);
    window.frame(vec![Event::PointerMoved(at), button(at, true)]);
    let times = frames(&mut window, 100, |i| {
        let step = (i % 60) as f32;
        vec![Event::PointerMoved(at + vec2(8.0 + step, step))]
    });
    assert_ne!(
        window.app.session().scene.paths[250].nodes[5].position,
        before
    );
    times
}

/// One selected agent with a run of 100,000 ticks.
fn plots() -> Times {
    let mut window = Window::showing(&zigzags(1, 1));
    let agent = window.app.session().scene.agents[0].position;
    let corner = canvas_corner(&mut window);
    let on_canvas = window.app.canvas().viewport.screen_from_world(agent);
    let at = corner + vec2(on_canvas.x as f32, on_canvas.y as f32);
    window.frame(vec![Event::PointerMoved(at), button(at, true)]);
    window.frame(vec![button(at, false)]);
    window.press(Key::Space);
    while window.app.playback().recording().last_tick() < 100_000 {
        window.frame_after(0.1);
    }
    window.press(Key::Space);
    window.settle();
    frames(&mut window, 60, |i| {
        vec![Event::PointerMoved(pos2(500.0 + i as f32, 880.0))]
    })
}

fn undo() -> Times {
    let mut window = Window::showing(&zigzags(500, 1));
    select_all(&mut window);
    window.press(Key::ArrowRight);
    window.settle();
    let mut times = Vec::new();
    for i in 0..20 {
        let modifiers = if i % 2 == 0 {
            COMMAND
        } else {
            COMMAND | Modifiers::SHIFT
        };
        times.push(time_of(|| {
            window.frame(vec![key_event(Key::Z, true, modifiers)]);
        }));
        window.frame(vec![key_event(Key::Z, false, modifiers)]);
        window.settle();
    }
    Times(times)
}

/// One node is nudged by a key, ten times: the slowest frame after each.
fn edit(scene: &Scene, ticks: usize) -> Times {
    let mut window = Window::showing(scene);
    if ticks > 0 {
        window = window.play(ticks);
        window.press(Key::Space);
    }
    let at = screen_position(&mut window, 0, 3);
    window.frame(vec![Event::PointerMoved(at), button(at, true)]);
    window.frame(vec![button(at, false)]);
    window.settle();
    let before = window.app.session().history().steps().1;
    let mut worst = Vec::new();
    for _ in 0..10 {
        let keys =
            [true, false].map(|pressed| key_event(Key::ArrowRight, pressed, Modifiers::NONE));
        let mut keys = keys.into_iter();
        let times = frames(&mut window, 30, |_| keys.next().into_iter().collect()).0;
        worst.push(times.into_iter().fold(0.0, f64::max));
    }
    assert!(window.app.session().history().steps().1 > before || window.app.session().is_dirty());
    Times(worst)
}

fn markers(count: u32) -> Scene {
    let marker = |i: u32| {
        let position = DVec2::new(f64::from(i % 500), f64::from(i / 500));
        Marker::at(MarkerId(i + 1), "", MarkerKind::Target, position)
    };
    Scene {
        markers: Arc::new((0..count).map(marker).collect()),
        ..Scene::default()
    }
}

fn curve(count: u32) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "curve");
    path.shape = Shape::CatmullRom;
    let position = |i: u32| {
        let offset = f64::from(i % 7) * 0.3;
        DVec2::new(
            f64::from(i % 200) * 2.0 + offset,
            f64::from(i / 200) * 2.0 - offset,
        )
    };
    path.nodes = (0..count)
        .map(|i| Node::at(NodeId(i + 1), position(i)))
        .collect();
    Scene {
        paths: vec![Arc::new(path)],
        ..Scene::default()
    }
}

/// From the command to the second frame that shows the scene.
fn opened(scene: &Scene) -> Times {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("large.scene.json");
    save_scene(scene, &file).unwrap();
    let start = cpu_milliseconds(ClockId::ProcessCPUTime);
    let mut window = Window::opening(Some(file));
    window.wait_until_shown();
    window.frame(vec![]);
    window.frame(vec![]);
    Times(vec![cpu_milliseconds(ClockId::ProcessCPUTime) - start])
}
