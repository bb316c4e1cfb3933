//! Where Tab moves the focus.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::{Key, Modifiers};

/// Sliders are between the fields.
#[test]
fn tab_goes_from_the_field_of_a_slider_to_the_next_field_and_back() {
    let mut window = Window::of(&sample_scene());
    let guard = window.item("Agent Guard");
    window.click(guard);
    let speed = window.numbers("Max speed")[0];
    window.click(speed);
    window.frames(2);
    window.ctrl(Key::A);
    window.text("2");
    window.key(Key::Tab);
    window.frames(3);
    window.text("6");
    window.frames(2);
    window.key_with(Key::Tab, Modifiers::SHIFT);
    window.frames(4);
    window.ctrl(Key::A);
    window.text("5");
    window.key(Key::Enter);
    window.frames(3);
    let body = window.scene().presets[0].body;
    assert_eq!((body.max_speed, body.max_force), (5.0, 6.0));
    assert_eq!(
        window.steps(),
        ["Set max speed", "Set max force", "Set max speed"]
    );
}
