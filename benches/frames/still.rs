//! Frames in which nothing is edited, and opening a file.

use crate::input::{click, node_on_screen, on_screen};
use crate::support::{COMMAND, Window, canvas_corner, zigzags};
use crate::{Times, cpu_milliseconds, frames, time_of};
use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, pos2, vec2};
use rustix::time::ClockId;
use std::path::PathBuf;
use steerwright_format::{load_scene, save_scene};
use steerwright_runtime::scene::Scene;

pub fn first_frame() -> Times {
    Times(vec![time_of(|| {
        Window::opening(None).frame(vec![]);
    })])
}

pub fn sample() -> Times {
    let mut window = Window::opening(None);
    window.settle();
    window.press(Key::Space);
    assert!(!window.app.playback().is_playing());
    frames(&mut window, 200, |_| vec![])
}

pub fn paused(scene: &Scene) -> Times {
    frames(&mut Window::showing(scene), 100, |_| vec![])
}

pub fn paused_later() -> Times {
    let mut window = Window::showing(&zigzags(50, 5000)).play(120);
    window.press(Key::Space);
    window.settle();
    frames(&mut window, 100, |_| vec![])
}

/// The pointer moves over the canvas.
pub fn hovered(scene: &Scene) -> Times {
    let mut window = Window::showing(scene);
    let corner = canvas_corner(&mut window);
    frames(&mut window, 100, |i| {
        let step = i as f32;
        vec![Event::PointerMoved(
            corner + vec2(200.0 + 5.0 * step, 150.0 + 2.0 * step),
        )]
    })
}

/// The view moves.
pub fn panned(scene: &Scene) -> Times {
    let mut window = Window::showing(scene);
    let corner = canvas_corner(&mut window);
    frames(&mut window, 100, |i| {
        vec![
            Event::PointerMoved(corner + vec2(200.0, 150.0)),
            Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(if i < 50 { 2.0 } else { -2.0 }, 0.0),
                phase: TouchPhase::Move,
                source: MouseWheelSource::Wheel,
                modifiers: Modifiers::NONE,
            },
        ]
    })
}

pub fn playing() -> Times {
    let mut window = Window::showing(&zigzags(50, 5000)).play(120);
    frames(&mut window, 120, |_| vec![])
}

/// One selected agent with a run of 100,000 ticks.
fn with_long_run(agents: usize, ticks: u64) -> Window {
    let mut window = Window::showing(&zigzags(1, agents));
    let agent = window.app.session().scene.agents[0].position;
    let at = on_screen(&mut window, agent);
    if agents == 1 {
        click(&mut window, at);
    }
    window.press(Key::Space);
    while window.app.playback().recording().last_tick() < ticks {
        window.frame_after(0.1);
    }
    window.press(Key::Space);
    window.settle();
    window
}

pub fn plots_at_rest() -> Times {
    frames(&mut with_long_run(1, 100_000), 60, |_| vec![])
}

pub fn plots() -> Times {
    plots_of(1, 100_000)
}

/// The pointer moves over the plots.
pub fn plots_of(agents: usize, ticks: u64) -> Times {
    frames(&mut with_long_run(agents, ticks), 60, |i| {
        vec![Event::PointerMoved(pos2(500.0 + i as f32, 880.0))]
    })
}

/// From the command to the second frame that shows the scene.
pub fn opened(scene: &Scene) -> Times {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("large.scene.json");
    save_scene(scene, &file).unwrap();
    let start = cpu_milliseconds(ClockId::ProcessCPUTime);
    let mut window = Window::opening(Some(file));
    window.wait_until_shown();
    window.frame(vec![]);
    window.frame(vec![]);
    let times = Times(vec![cpu_milliseconds(ClockId::ProcessCPUTime) - start]);
    let shown = &window.app.session().scene;
    assert_eq!(shown.markers.len(), scene.markers.len());
    assert_eq!(shown.paths.len(), scene.paths.len());
    times
}

/// From the key to the frame in which the scene is saved.
pub fn saved(scene: &Scene) -> Times {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("large.scene.json");
    save_scene(scene, &file).unwrap();
    let mut window = Window::opening(Some(file.clone()));
    window.wait_until_shown();
    window.settle();
    let at = node_on_screen(&mut window, 0, 3);
    click(&mut window, at);
    let times = (0..10).map(|_| {
        window.press(Key::ArrowRight);
        window.settle();
        assert!(window.app.session().is_dirty());
        let start = cpu_milliseconds(ClockId::ProcessCPUTime);
        window.press_with(Key::S, COMMAND);
        while window.app.session().is_dirty() {
            window.frame(vec![]);
        }
        cpu_milliseconds(ClockId::ProcessCPUTime) - start
    });
    let times = Times(times.collect());
    assert_ne!(*scene, load_scene(&file).unwrap().value);
    times
}
