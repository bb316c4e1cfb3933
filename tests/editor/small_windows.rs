//! Small windows at each scale of the interface: the canvas keeps its room, and nothing is cut off
//! or covered.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Rect, Vec2, vec2};
use egui_kittest::kittest::{By, Queryable};
use std::path::Path;
use steerwright_runtime::scene::Scene;

/// The height of a title bar, in pixels.
const TITLE_BAR: f32 = 22.0;

/// A window in a screen of `pixels` at a scale of the interface, in percent.
fn window_of(scene: &Scene, pixels: Vec2, scale: u32) -> Window {
    let settings = tempfile::tempdir().unwrap();
    let text = format!(r#"{{ "interface": {{ "scale": {scale} }} }}"#);
    std::fs::write(settings.path().join("settings.json"), text).unwrap();
    with_settings(scene, settings.path(), pixels, scale)
}

fn with_settings(scene: &Scene, settings: &Path, pixels: Vec2, scale: u32) -> Window {
    let mut window = Window::with_settings(scene, settings);
    let size = (pixels - vec2(0.0, TITLE_BAR)) * 100.0 / scale as f32;
    window.harness.set_size(size);
    window.frames(6);
    assert_eq!(window.harness.ctx.zoom_factor(), scale as f32 / 100.0);
    window
}

fn canvas(window: &Window) -> Rect {
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    canvas.rect()
}

fn screen(window: &Window) -> Rect {
    window.harness.ctx.content_rect()
}

fn rect(window: &Window, role: Role, name: &str) -> Rect {
    let mut all = window.harness.get_all_by_role_and_label(role, name);
    all.next().expect("one of this name").rect()
}

#[test]
fn the_canvas_has_half_of_a_screen_of_1280x800_at_each_scale() {
    let pixels = vec2(1280.0, 800.0);
    for scale in [75, 90, 100, 110, 125, 150, 175, 200, 250, 300] {
        let window = window_of(&sample_scene(), pixels, scale);
        let points = pixels * 100.0 / scale as f32;
        let share = canvas(&window).area() / (points.x * points.y);
        assert!(share >= 0.5, "{share} at {scale} %");
    }
}

#[test]
fn the_controls_of_the_smallest_window_are_in_it_and_beside_each_other_at_each_scale() {
    for scale in [100, 150, 200, 300] {
        let window = window_of(&sample_scene(), vec2(960.0, 600.0), scale);
        let (screen, canvas) = (screen(&window), canvas(&window));
        assert!(
            canvas.width() >= 0.6 * screen.width(),
            "{scale} %: {canvas}"
        );
        let buttons: Vec<Rect> = (window.harness.query_all_by_role(Role::Button))
            .map(|button| button.rect())
            .filter(|rect| !canvas.contains_rect(*rect))
            .collect();
        assert!(buttons.len() >= 8, "{scale} %: {buttons:?}");
        let restart = rect(&window, Role::Button, "Restart");
        let controls = |rect: &&Rect| restart.y_range().contains(rect.center().y);
        for (index, a) in buttons.iter().filter(controls).enumerate() {
            assert!(screen.contains_rect(*a), "{scale} %: {a}");
            for b in buttons.iter().filter(controls).skip(index + 1) {
                assert!(
                    !a.shrink(0.5).intersects(b.shrink(0.5)),
                    "{scale} %: {a} {b}"
                );
            }
        }
    }
}

#[test]
fn the_button_of_the_welcome_page_is_in_view_at_each_scale() {
    for scale in [100, 150, 200, 250, 300] {
        let mut window = window_of(&sample_scene(), vec2(960.0, 600.0), scale);
        window.ctrl(Key::N);
        window.frames(6);
        // The page has a margin, in which its contents are not in view.
        let page = canvas(&window).shrink(16.0);
        let name = By::new().role(Role::Button).label_contains("Draw a path");
        let all = window.harness.get_all(name);
        let mut all = all.map(|button| button.rect());
        assert!(
            all.any(|button| page.contains_rect(button)),
            "{scale} %: {page}"
        );
    }
}

#[test]
fn panels_at_the_side_of_a_narrow_window_are_shown_on_request_and_stay_so() {
    let settings = tempfile::tempdir().unwrap();
    let text = r#"{ "interface": { "scale": 200 } }"#;
    std::fs::write(settings.path().join("settings.json"), text).unwrap();
    let (small, large) = (vec2(960.0, 600.0), vec2(3200.0, 2000.0));
    let open = |pixels| with_settings(&sample_scene(), settings.path(), pixels, 200);
    let has = |window: &Window| {
        [
            window.has(Role::TextInput, "Name"),
            window.has(Role::SearchInput, "Filter by name"),
        ]
    };
    let mut window = open(small);
    assert_eq!(has(&window), [false, false]);
    window.click_button("Inspector panel");
    window.frames(4);
    assert_eq!(has(&window), [true, false]);
    window.click_button("Outliner panel");
    window.frames(4);
    assert_eq!(has(&window), [false, true], "there is no room for both");
    assert_eq!(has(&open(small)), [false, true], "after a restart");
    assert_eq!(
        has(&open(large)),
        [true, true],
        "a large window has its own panels"
    );
}

#[test]
fn plots_of_a_low_window_are_shown_by_a_button_and_stay_so() {
    let settings = tempfile::tempdir().unwrap();
    let open = || with_settings(&sample_scene(), settings.path(), vec2(960.0, 600.0), 100);
    let mut window = open();
    assert!(!window.has(Role::Button, "Plots"));
    window.click_button("Show plots");
    window.frames(4);
    assert!(window.has(Role::Button, "Plots"));
    let mut window = open();
    assert!(window.has(Role::Button, "Plots"), "after a restart");
    window.click_button("Hide plots");
    window.frames(4);
    assert!(!window.has(Role::Button, "Plots"));
}

#[test]
fn what_is_compared_has_room_in_the_smallest_window() {
    let mut window = window_of(&sample_scene(), vec2(960.0, 600.0), 100);
    window.click_row("Seeker");
    window.key(Key::M);
    window.frames(4);
    assert!(window.has(Role::Button, "Keep A"), "also without figures");
    window.click_button("Show plots");
    window.frames(4);
    // The buttons that keep A and B, and below them the figures.
    let keep = rect(&window, Role::Button, "Keep B");
    let figures = rect(&window, Role::Label, "Change");
    assert!(keep.bottom() <= figures.top() + 2.0, "{keep} {figures}");
    assert!(
        screen(&window).bottom() - figures.bottom() >= 60.0,
        "{figures}"
    );
    window.ctrl(Key::M);
    window.key(Key::A);
    window.frames(4);
    let chooser = By::new()
        .role(Role::Button)
        .label_contains("Preset to place");
    let chooser = window.harness.get_all(chooser).next().expect("it").rect();
    for title in window
        .harness
        .get_all_by_role_and_label(Role::Button, "Keep B")
    {
        assert!(
            !title.rect().intersects(chooser),
            "{} {chooser}",
            title.rect()
        );
    }
}

#[test]
fn everything_in_the_export_dialog_is_as_narrow_as_the_window() {
    for scale in [200, 300] {
        let mut window = window_of(&sample_scene(), vec2(960.0, 600.0), scale);
        window.ctrl(Key::E);
        window.frames(20);
        let right = screen(&window).right() - 16.0;
        for (role, name) in [
            (Role::ComboBox, "Target"),
            (Role::CheckBox, "Y points down"),
            (Role::SpinButton, "Origin y"),
            (Role::Button, "Center"),
            (Role::Button, "Selection"),
            (Role::CheckBox, "Include trace of"),
            (Role::SpinButton, "Trace length"),
            (Role::Button, "Copy"),
            (Role::Button, "Choose…"),
            (Role::CheckBox, "Export on every save"),
            (Role::Button, "Cancel"),
            (Role::Button, "Export"),
        ] {
            let own = rect(&window, role, name);
            assert!(own.right() <= right, "{scale} %, {name}: {own}");
        }
        let note = window.harness.get_all_by_label_contains("Writes 3 files");
        for note in note.map(|note| note.rect()) {
            assert!(note.right() <= right, "{scale} %: {note}");
            assert!(note.area() > 5000.0, "{scale} %: all of the text, {note}");
        }
        let target = rect(&window, Role::ComboBox, "Target").center();
        window.click(target);
        window.frames(4);
        window.scroll_to("CSV tables");
        window.click_last("CSV tables");
        window.frames(20);
        assert_eq!(window.value(Role::ComboBox, "Target"), "CSV tables");
    }
}

#[test]
fn enter_in_the_open_list_of_targets_chooses_one_and_exports_nothing() {
    let mut window = window_of(&sample_scene(), vec2(960.0, 600.0), 200);
    window.ctrl(Key::E);
    window.frames(4);
    let value = |window: &Window| {
        let list = window
            .harness
            .get_by_role_and_label(Role::ComboBox, "Target");
        list.value().unwrap_or_default()
    };
    let before = value(&window);
    let list = window.position_of(Role::ComboBox, "Target");
    window.click(list);
    window.frames(4);
    for key in [Key::ArrowDown, Key::ArrowDown, Key::Enter] {
        window.key(key);
        window.frames(3);
    }
    assert!(window.has(Role::ComboBox, "Target"), "the dialog stays");
    assert_ne!(value(&window), before);
}

#[test]
fn windows_of_tuning_are_in_view_at_300_percent() {
    for pixels in [vec2(1280.0, 800.0), vec2(960.0, 600.0)] {
        let mut window = window_of(&sample_scene(), pixels, 300);
        window.key(Key::CloseBracket);
        window.ctrl_shift(Key::T);
        window.frames(6);
        let screen = screen(&window);
        let goal = rect(&window, Role::CheckBox, "Overshoot under");
        let columns = screen.x_range();
        assert!(
            columns.contains(goal.left()) && columns.contains(goal.right()),
            "{goal}"
        );
        let close = rect(&window, Role::Button, "Close");
        assert!(screen.contains_rect(close), "{close}");
    }
}
