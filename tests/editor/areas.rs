//! Areas on the canvas, and the way to their worst moment.

use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::{Key, Modifiers};
use std::sync::Arc;
use steerwright_analysis::coverage::{AreaFigures, check_areas};
use steerwright_analysis::seeds::Progress;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::editor::AreaRequirement;
use steerwright_runtime::scene::{AreaId, Scene};

/// The sample scene with a guard that sees.
fn watched() -> Scene {
    let mut scene = sample_scene();
    Arc::make_mut(&mut scene.presets[0]).sight = Some(Sight {
        range: 5.0,
        ..Sight::default()
    });
    scene
}

/// Frames until the window says `text`.
fn until(window: &mut Window, text: &str) {
    for _ in 0..1500 {
        window.frames(1);
        if window.says(text) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it never says {text:?}");
}

fn figures(scene: &Scene) -> AreaFigures {
    let checked = check_areas(scene, 1, None, &Progress::default()).expect("not canceled");
    checked.reports[0].figures.expect("figures")
}

#[test]
fn a_drawn_area_is_measured_and_its_worst_moment_is_shown() {
    let mut window = Window::of(&watched());
    window.key_with(Key::O, Modifiers::SHIFT);
    let (from, to) = (window.pos(at(4.0, -1.0)), window.pos(at(5.0, 1.0)));
    window.drag_and_drop(from, to);
    assert_eq!(window.scene().editor.areas.len(), 1);
    window.key(Key::V);
    let expected = figures(window.scene());
    assert!(expected.longest_gap > 0.0 && expected.share > 0.0);
    until(
        &mut window,
        &format!("longest gap {:.1} s", expected.longest_gap),
    );
    window.click_button("Show worst moment");
    window.frames(3);
    assert_eq!(Some(window.playback().tick()), expected.tick);
    // A requirement that is not met is a warning.
    window.choose("Requirement", "Never watched");
    assert_eq!(
        window.scene().area(AreaId(1)).map(|area| area.requirement),
        Some(AreaRequirement::NeverWatched)
    );
    until(&mut window, "Area \"Area\": never watched is required");
    window.key(Key::Delete);
    window.frames(2);
    assert!(window.scene().editor.areas.is_empty());
    assert!(!window.says("never watched is required"));
}
