//! Lists and menus of dialogs.

use crate::window::Window;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Popup};

#[test]
fn a_menu_of_a_dialog_opens_in_front_of_it_after_a_quick_click() {
    let mut window = Window::first();
    for round in 0..3 {
        window.ctrl_shift(Key::M);
        window.frames(3);
        let button = window.position_of(Role::Button, "Add preset");
        window.hover(button);
        // Press and release come in one frame.
        for pressed in [true, false] {
            window
                .harness
                .input_mut()
                .events
                .push(Event::PointerButton {
                    pos: button,
                    button: PointerButton::Primary,
                    pressed,
                    modifiers: Modifiers::NONE,
                });
        }
        window.frames(3);
        assert!(Popup::is_any_open(&window.harness.ctx), "round {round}");
        let below = button + egui::vec2(0.0, 40.0);
        let layer = window.harness.ctx.layer_id_at(below).unwrap();
        assert!(
            Popup::is_id_open(&window.harness.ctx, layer.id),
            "round {round}: {layer:?} is in front"
        );
        window.key(Key::Escape);
        window.key(Key::Escape);
        window.frames(3);
    }
}
