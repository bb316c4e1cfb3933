//! Panels that are hidden and shown again, and the scale of the interface.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, pos2};
use egui_kittest::kittest::Queryable;

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
fn a_panel_that_was_dragged_has_its_size_after_a_restart_until_it_is_reset() {
    let settings = tempfile::tempdir().unwrap();
    let width = |window: &Window| {
        let (role, name) = IN_PANELS[0];
        let filter = window.harness.get_by_role_and_label(role, name);
        filter.rect().width()
    };
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    window.frames(5);
    let before = width(&window);
    let list = window.harness.get_by_role_and_label(Role::ListItem, "Path");
    // The edge of the panel is beside the rows.
    let right = list.rect().right() + 8.0;
    window.drag_and_drop(pos2(right, 500.0), pos2(right + 60.0, 500.0));
    window.frames(5);
    let dragged = width(&window);
    assert!(dragged > before + 40.0, "{before} {dragged}");

    let mut window = Window::with_settings(&sample_scene(), settings.path());
    window.frames(5);
    assert!((width(&window) - dragged).abs() < 1.5, "after a restart");
    window.menu("View", "Reset panels");
    window.frames(5);
    assert!((width(&window) - before).abs() < 1.5, "reset");
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    window.frames(5);
    assert!((width(&window) - before).abs() < 1.5, "reset for good");
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
