//! Panels that are hidden and shown again, and the scale of the interface.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::Key;
use egui::accesskit::Role;

/// The names of something that only this panel has: outliner, inspector, timeline.
const IN_PANELS: [(Role, &str); 3] = [
    (Role::SearchInput, "Filter by name"),
    (Role::TextInput, "Name"),
    (Role::Button, "Restart"),
];

fn shown(window: &Window) -> [bool; 3] {
    IN_PANELS.map(|(role, name)| window.has(role, name))
}

#[test]
fn panels_are_hidden_and_shown_by_keys_and_stay_so_after_a_restart() {
    let settings = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    window.click_row("Path");
    assert_eq!(shown(&window), [true; 3]);
    for (i, key) in [Key::Num1, Key::Num2, Key::Num3].into_iter().enumerate() {
        window.ctrl(key);
        window.frames(2);
        let mut expected = [true; 3];
        expected[i] = false;
        assert_eq!(shown(&window), expected);
        window.ctrl(key);
        window.frames(2);
    }
    window.ctrl(Key::Backslash);
    window.frames(2);
    assert_eq!(shown(&window), [false; 3]);

    let mut window = Window::with_settings(&sample_scene(), settings.path());
    assert_eq!(shown(&window), [false; 3], "after a restart");
    window.ctrl(Key::F);
    window.frames(2);
    assert!(
        window.has(Role::SearchInput, "Filter by name"),
        "a command shows the panel that it works in"
    );
    window.menu("View", "Reset panels");
    window.frames(2);
    window.click_row("Path");
    assert_eq!(shown(&window), [true; 3]);
}

#[test]
fn the_interface_is_scaled_in_steps_and_stays_so_after_a_restart() {
    let settings = tempfile::tempdir().unwrap();
    let zoom = |window: &Window| window.harness.ctx.zoom_factor();
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    assert_eq!(zoom(&window), 1.0);
    window.menu("View", "Larger interface");
    window.frames(2);
    assert_eq!(zoom(&window), 1.1);
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    window.frames(2);
    assert_eq!(zoom(&window), 1.1, "after a restart");
    for _ in 0..20 {
        window.menu("View", "Smaller interface");
        window.frames(2);
    }
    assert_eq!(zoom(&window), 0.75);
    window.menu("View", "Reset interface scale");
    window.frames(2);
    assert_eq!(zoom(&window), 1.0);
}

#[test]
fn the_first_view_fits_the_scene_at_twice_the_scale() {
    let settings = tempfile::tempdir().unwrap();
    std::fs::write(
        settings.path().join("settings.json"),
        r#"{ "interface": { "scale": 200 } }"#,
    )
    .unwrap();
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    // The same window has half as many points.
    window.harness.set_size(egui::vec2(800.0, 500.0));
    window.frames(3);
    assert_eq!(window.harness.ctx.zoom_factor(), 2.0);
    let first = window.app().canvas().viewport;
    window.key(Key::F);
    assert_eq!(window.app().canvas().viewport, first);
}
