//! Playback in the window: play, step, pointer target, ghost.

use crate::sample_scene::{SEEKER, bits, sample_scene, slow_radius, speed_of};
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use std::time::Duration;
use steerwright_runtime::scene::{Agent, AgentId};

#[test]
fn dragging_a_ring_while_playing_takes_effect_immediately() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Seeker");
    window.key(Key::Space);
    window.frames(60);
    assert!(window.playback().is_playing());
    assert!(speed_of(&window, SEEKER) > 3.5, "on its way at full speed");
    let handle = window.item("Slow radius handle");
    let gate = window.pos(at(8.0, 6.0));
    // Four times as wide: the seeker is now inside it and slows down.
    window.drag(handle, gate + (handle - gate) * 4.0);
    window.frames(30);
    let dragged = slow_radius(&window);
    assert!(dragged > 11.0, "{dragged}");
    let slowed = speed_of(&window, SEEKER);
    assert!(slowed < 3.5, "{slowed}");
    let end = gate + (handle - gate) * 4.0;
    window.release(end);
    assert_eq!(window.steps(), ["Set slow radius"]);
    assert!(window.playback().is_playing());
    window.ctrl(Key::Z);
    assert_eq!(slow_radius(&window), 3.0);
}

#[test]
fn the_start_of_a_running_agent_stays_under_the_pointer_that_drags_it() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::Space);
    window.frames(60);
    let from = window.item("Agent Seeker");
    let to = from + vec2(-70.0, 90.0);
    window.drag(from, to);
    window.frames(20);
    let shown = window.item("Agent Seeker");
    assert!(shown.distance(to) < 20.0, "{shown} instead of {to}");
    window.release(to);
    window.frames(2);
    assert_eq!(window.steps(), ["Move agent"]);
    assert!(window.playback().is_playing(), "again");
}

#[test]
fn play_pause_step_and_restart() {
    let mut window = Window::of(&sample_scene());
    window.click_button("Play");
    window.frames(30);
    assert!(window.playback().tick() > 20);
    window.click_button("Pause");
    let tick = window.playback().tick();
    window.frames(10);
    assert_eq!(window.playback().tick(), tick);
    window.click_button("Step forward");
    assert_eq!(window.playback().tick(), tick + 1);
    window.ctrl(Key::ArrowLeft);
    window.ctrl(Key::ArrowLeft);
    assert_eq!(window.playback().tick(), tick - 1);
    window.key(Key::Home);
    assert_eq!(window.playback().tick(), 0);
}

#[test]
fn holding_space_toggles_playback_once() {
    let mut window = Window::of(&sample_scene());
    let space = |pressed, repeat| Event::Key {
        key: Key::Space,
        physical_key: None,
        pressed,
        repeat,
        modifiers: Modifiers::NONE,
    };
    for repeat in [false, true, true, true] {
        window.harness.event(space(true, repeat));
        window.frames(1);
    }
    window.harness.event(space(false, false));
    window.frames(2);
    assert!(window.playback().is_playing());
}

#[test]
fn space_drag_pans_and_does_not_play() {
    let mut window = Window::of(&sample_scene());
    let center = window.app().canvas().viewport.center;
    let space = |pressed| Event::Key {
        key: Key::Space,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let p = window.pos(at(6.0, 3.0));
    window.harness.event(space(true));
    window.frames(1);
    window.drag_and_drop(p, p + vec2(100.0, 0.0));
    window.harness.event(space(false));
    window.frames(2);
    assert!(window.app().canvas().viewport.center.x < center.x);
    assert!(!window.playback().is_playing());
    assert_eq!(bits(window.scene()), bits(&sample_scene()));
}

#[test]
fn playback_speed_and_seed_can_be_set() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::Period);
    assert_eq!(window.playback().speed(), 2.0);
    window.key(Key::Comma);
    window.key(Key::Comma);
    assert_eq!(window.playback().speed(), 0.5);
    window.click_button("Normal speed");
    assert_eq!(window.playback().speed(), 1.0);
    let seed = window.scene().seed;
    window.click_button("Next seed");
    assert_eq!(
        (window.scene().seed, window.playback().tick()),
        (seed + 1, 0)
    );
    assert_eq!(window.steps(), ["Set seed"]);
}

/// What is on the screen must be the run of the seed that is in the field.
#[test]
fn undoing_the_seed_starts_its_run_again() {
    let mut window = Window::of(&sample_scene());
    window.click_button("Next seed");
    window.key(Key::Space);
    window.frames(60);
    let seed = window.scene().seed;
    assert!(window.playback().tick() > 20);
    window.ctrl(Key::Z);
    assert_eq!(window.scene().seed, seed - 1);
    assert!(window.playback().tick() < 10 && window.playback().is_playing());
    window.frames(60);
    window.ctrl_shift(Key::Z);
    assert_eq!(window.scene().seed, seed);
    assert!(window.playback().tick() < 10 && window.playback().is_playing());
}

/// Dragging a start shows the run from there, and so does undoing that.
#[test]
fn undoing_a_moved_start_shows_the_run_from_its_start() {
    for plays in [false, true] {
        let mut window = Window::of(&sample_scene());
        let start = window.pos(window.scene().agents[0].position);
        window.drag_and_drop(start, start + vec2(40.0, 30.0));
        assert_eq!(window.steps().len(), 1);
        window.key(Key::Space);
        window.frames(60);
        if !plays {
            window.key(Key::Space);
        }
        assert!(window.playback().tick() > 20);
        window.ctrl(Key::Z);
        let playback = window.playback();
        assert!(playback.tick() < 10, "{}", playback.tick());
        assert_eq!(playback.is_playing(), plays);
    }
}

/// A run of so many agents is too long to be simulated again within a frame.
#[test]
fn undoing_a_moved_start_during_a_long_run_plays_on_from_its_start() {
    let mut scene = sample_scene();
    let one = scene.agents[0].clone();
    let more = (10..600).map(|id| Agent {
        id: AgentId(id),
        position: one.position + at(f64::from(id % 30), f64::from(id / 30)),
        ..one.clone()
    });
    Arc::make_mut(&mut scene.agents).extend(more);
    let mut window = Window::of(&scene);
    let start = window.pos(window.scene().agents[1].position);
    window.drag_and_drop(start, start + vec2(40.0, 30.0));
    assert_eq!(window.steps().len(), 1);
    for _ in 0..3 {
        window.key(Key::Period);
    }
    window.key(Key::Space);
    while window.playback().tick() * (window.scene().agents.len() as u64) <= 100_000 {
        window.frames(1);
    }
    window.ctrl(Key::Z);
    window.frames(1);
    let playback = window.playback();
    assert!(playback.resimulation_progress().is_none());
    assert!(playback.is_playing() && playback.tick() < 60);
    let before = window.playback().tick();
    window.frames(3);
    assert!(window.playback().tick() > before, "it goes on");
}

#[test]
fn the_squad_follows_the_pointer() {
    let mut window = Window::first();
    window.click_button("File");
    window.frames(2);
    window.click_last("Open sample");
    window.frames(20);
    window.click_last("Squad");
    assert_eq!(window.scene().name, "Squad");
    assert!(window.playback().is_playing(), "a sample starts playing");
    let target = at(4.0, 3.0);
    let p = window.pos(target);
    window.hover(p);
    let leader = window.scene().agents[0].id;
    let distance = |window: &Window| {
        (window
            .playback()
            .positions()
            .iter()
            .find(|(id, _)| *id == leader)
            .unwrap()
            .1
            - target)
            .length()
    };
    let before = distance(&window);
    window.frames(360);
    let after = distance(&window);
    assert!(after < 1.0 && after < before, "{before} to {after}");
}

#[test]
fn editing_in_the_past_keeps_the_previous_run_as_a_ghost() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Guard");
    window.key(Key::Space);
    window.frames(120);
    window.key(Key::Space);
    let last = window.playback().recording().last_tick();
    let rect = window.harness.get_by_label("Speed plot").rect();
    window.click(egui::pos2(
        rect.left() + 0.05 * rect.width(),
        rect.center().y,
    ));
    let tick = window.playback().tick();
    assert!(tick > 10 && tick < last, "{tick}");
    assert!(window.playback().ghost().is_none());
    window.enter(Role::SpinButton, "Max speed", "1");
    assert_eq!(window.playback().tick(), tick);
    assert_eq!(window.playback().ghost().unwrap().last_tick(), last);
    assert!(
        window.says("Lap time") || window.says("Peak speed"),
        "both runs are compared"
    );
    window.click_button("Clear ghost");
    assert!(window.playback().ghost().is_none());
}

#[test]
fn presets_without_a_field_of_view_have_no_plot_of_it() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Guard");
    assert!(window.says("Speed") && !window.says("FOV"));
}

#[test]
fn no_frames_are_drawn_while_nothing_changes() {
    for select in [false, true] {
        let mut window = Window::of(&sample_scene());
        if select {
            window.click_row("Seeker");
            window.hover(egui::pos2(700.0, 400.0));
        }
        window.harness.run();
        let delay = |window: &mut Window| {
            window.frames(1);
            window.harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay
        };
        // What is measured on other threads is drawn when it is known.
        let second = Duration::from_secs(1);
        let mut quiet = 0;
        for _ in 0..2000 {
            quiet = if delay(&mut window) > second {
                quiet + 1
            } else {
                0
            };
            if quiet == 3 {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(
            quiet,
            3,
            "the next frame is due in {:?}",
            delay(&mut window)
        );
    }
}
