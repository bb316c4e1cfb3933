//! What frames of the editor cost in large scenes, and what opening them costs: `cargo bench
//! --bench frames`, with parts of the names of scenarios to run only these. Figures to compare,
//! never to pass or fail; those that were measured last are in FRAMES.md.
//!
//! A frame is the whole window at 1600 x 1000 points, laid out and tessellated, with scripted
//! input; only the graphics card's part is missing. Times are CPU time of the window's thread; for
//! opening a file, of all threads together. Each scenario runs in a process of its own, so that its
//! peak of memory is its own.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod edits;
mod input;
mod scenes;
mod still;
#[path = "../support/mod.rs"]
mod support;

use egui::Event;
use rustix::time::{ClockId, clock_gettime};
use scenes::{curve, markers, named_markers, serpentine, walls};
use std::process::Command;
use support::{Window, crossing, zigzags};

/// As in the editor itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A name, the goal in ms, and the function that measures.
type Scenario = (&'static str, f64, fn() -> Times);

const SCENARIOS: &[Scenario] = &[
    ("first frame", 250.0, still::first_frame),
    ("paused, sample scene", 2.0, still::sample),
    ("paused, 5,000 agents", 2.0, || {
        still::paused(&zigzags(50, 5000))
    }),
    ("paused at 2 s, 5,000 agents", 2.0, still::paused_later),
    ("paused, 10,000 nodes", 2.0, || {
        still::paused(&zigzags(500, 1))
    }),
    ("paused, 10,000 nodes that cross", 2.0, || {
        still::paused(&crossing(500))
    }),
    ("paused, 10,000 nodes of walls", 2.0, || {
        still::paused(&walls(500))
    }),
    ("paused, 100,000 nodes", 2.0, || {
        still::paused(&zigzags(5000, 100))
    }),
    ("paused, 200,000 markers", 2.0, || {
        still::paused(&markers(200_000))
    }),
    ("paused, 2,000 markers with names", 6.0, || {
        still::paused(&named_markers(2_000))
    }),
    ("panned, 2,000 markers with names", 8.0, || {
        still::panned(&named_markers(2_000))
    }),
    ("paused, a curve of 20,000 nodes", 2.0, || {
        still::paused(&curve(20_000))
    }),
    (
        "paused, plots of 100,000 samples",
        2.0,
        still::plots_at_rest,
    ),
    ("pointer over 5,000 agents", 2.0, || {
        still::hovered(&zigzags(50, 5000))
    }),
    ("pointer over 10,000 nodes", 2.0, || {
        still::hovered(&zigzags(500, 1))
    }),
    ("pointer over 200,000 markers", 2.0, || {
        still::hovered(&markers(200_000))
    }),
    ("playing, 5,000 agents", 6.0, still::playing),
    ("all of 10,000 nodes selected", 6.0, || {
        edits::selected(&zigzags(500, 1))
    }),
    ("all of 10,000 nodes dragged", 6.0, || {
        edits::dragged(&zigzags(500, 1), 250, 5)
    }),
    ("all of 10,000 nodes that cross dragged", 6.0, || {
        edits::dragged(&crossing(500), 250, 5)
    }),
    ("one path of 10,000 nodes selected", 6.0, || {
        edits::selected(&serpentine(10_000))
    }),
    ("one path of 10,000 nodes dragged", 6.0, || {
        edits::dragged(&serpentine(10_000), 0, 5050)
    }),
    ("plots of 100,000 samples", 6.0, still::plots),
    ("plots of 12 agents with 100,000 samples", 6.0, || {
        still::plots_of(12, 100_000 / 12)
    }),
    ("undo of 10,000 moved nodes", 5.0, || {
        edits::undo(&zigzags(500, 1))
    }),
    ("undo of one moved path of 10,000 nodes", 5.0, || {
        edits::undo(&serpentine(10_000))
    }),
    ("a node moved among 5,000 agents", 16.0, || {
        edits::nudged(&zigzags(50, 5000), 0)
    }),
    ("a node moved among 5,000 agents at 2 s", 16.0, || {
        edits::nudged(&zigzags(50, 5000), 120)
    }),
    ("an agent moved among 5,000 agents", 16.0, || {
        edits::agent_nudged(&zigzags(50, 5000), 0)
    }),
    ("an agent moved among 5,000 agents at 2 s", 16.0, || {
        edits::agent_nudged(&zigzags(50, 5000), 120)
    }),
    ("a node moved among 100,000 nodes", 16.0, || {
        edits::nudged(&zigzags(5000, 100), 0)
    }),
    ("open 100,000 nodes", 150.0, || {
        still::opened(&zigzags(5000, 100))
    }),
    ("save 100,000 nodes", 150.0, || {
        still::saved(&zigzags(5000, 100))
    }),
    ("open 200,000 markers", 2000.0, || {
        still::opened(&markers(200_000))
    }),
    ("open a curve of 20,000 nodes", 2000.0, || {
        still::opened(&curve(20_000))
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
    let (_, goal, run) = SCENARIOS.iter().find(|(n, ..)| *n == name).unwrap();
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
