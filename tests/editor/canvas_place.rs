//! The canvas stays where it is while panels show something else.

use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Rect, vec2};
use egui_kittest::kittest::Queryable;

fn canvas(window: &Window) -> Rect {
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    canvas.rect()
}

#[test]
fn comparing_and_keeping_a_version_does_not_move_the_canvas() {
    for size in [
        vec2(1600.0, 1000.0),
        vec2(1280.0, 800.0),
        vec2(960.0, 600.0),
    ] {
        let mut window = Window::first();
        window.harness.set_size(size);
        window.frames(10);
        let before = (canvas(&window), window.app().canvas().viewport);
        window.key(Key::M);
        window.frames(60);
        assert!(window.says("Keep A"), "{size}");
        assert_eq!(canvas(&window), before.0, "{size}");
        window.click_button("Keep A");
        window.frames(30);
        let after = (canvas(&window), window.app().canvas().viewport);
        assert_eq!(after, before, "{size}");
    }
}
