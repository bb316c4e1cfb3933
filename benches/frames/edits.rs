//! Frames in which something is edited.

use crate::input::{button, click, node_on_screen, on_screen};
use crate::support::{COMMAND, Window, key_event};
use crate::{Times, frames, time_of};
use egui::{Event, Key, Modifiers, vec2};
use steerwright_runtime::scene::Scene;

fn select_all(window: &mut Window) {
    window.press_with(Key::A, COMMAND);
    window.settle();
    assert!(window.app.session().selection.len() >= 10_000);
}

pub fn selected(scene: &Scene) -> Times {
    let mut window = Window::showing(scene);
    select_all(&mut window);
    frames(&mut window, 100, |_| vec![])
}

/// All is selected, and one of its nodes is dragged.
pub fn dragged(scene: &Scene, path: usize, node: usize) -> Times {
    let mut window = Window::showing(scene);
    select_all(&mut window);
    let position = |window: &Window| window.app.session().scene.paths[path].nodes[node].position;
    let before = position(&window);
    let at = node_on_screen(&mut window, path, node);
    window.frame(vec![Event::PointerMoved(at), button(at, true)]);
    let times = frames(&mut window, 100, |i| {
        let step = (i % 60) as f32;
        vec![Event::PointerMoved(at + vec2(8.0 + step, step))]
    });
    assert_ne!(position(&window), before);
    assert!(window.app.session().selection.len() >= 10_000);
    times
}

/// The slowest frame after each undo and redo of a move of everything.
pub fn undo(scene: &Scene) -> Times {
    let mut window = Window::showing(scene);
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
        let before = window.app.session().history().steps().1;
        let pressed = time_of(|| {
            window.frame(vec![key_event(Key::Z, true, modifiers)]);
        });
        assert_ne!(window.app.session().history().steps().1, before);
        let mut released = [key_event(Key::Z, false, modifiers)].into_iter();
        let after = frames(&mut window, 10, |_| released.next().into_iter().collect()).0;
        times.push(after.into_iter().fold(pressed, f64::max));
    }
    Times(times)
}

fn shown_at(scene: &Scene, ticks: usize) -> Window {
    let mut window = Window::showing(scene);
    if ticks > 0 {
        window = window.play(ticks);
        window.press(Key::Space);
    }
    window
}

/// One node is moved by a key, ten times: the slowest frame after each.
pub fn nudged(scene: &Scene, ticks: usize) -> Times {
    let mut window = shown_at(scene, ticks);
    let at = node_on_screen(&mut window, 0, 3);
    click(&mut window, at);
    nudge(&mut window)
}

/// The last agent is moved by a key, ten times: the slowest frame after each.
pub fn agent_nudged(scene: &Scene, ticks: usize) -> Times {
    let mut window = shown_at(scene, ticks);
    let (last, position) = *window.app.playback().positions().last().unwrap();
    let at = on_screen(&mut window, position);
    click(&mut window, at);
    let selection = &window.app.session().selection;
    assert!(selection.agents().any(|id| id == last));
    nudge(&mut window)
}

fn nudge(window: &mut Window) -> Times {
    window.settle();
    let before = window.app.session().scene.clone();
    let mut worst = Vec::new();
    for _ in 0..10 {
        let keys =
            [true, false].map(|pressed| key_event(Key::ArrowRight, pressed, Modifiers::NONE));
        let mut keys = keys.into_iter();
        let times = frames(window, 30, |_| keys.next().into_iter().collect()).0;
        worst.push(times.into_iter().fold(0.0, f64::max));
    }
    assert_ne!(window.app.session().scene, before);
    Times(worst)
}
