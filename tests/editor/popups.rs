//! Lists and menus of dialogs.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Popup, vec2};
use egui_kittest::kittest::Queryable;
use steerwright_runtime::scene::{Color, MarkerId};

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

#[test]
fn every_part_of_a_color_picker_is_reached_in_a_low_window() {
    for size in [vec2(1600.0, 1000.0), vec2(480.0, 278.0), vec2(320.0, 193.0)] {
        let mut window = Window::of(&sample_scene());
        window.click_row("Gate");
        window.harness.set_size(size);
        window.frames(6);
        if !window
            .harness
            .query_all_by_role(Role::ColorWell)
            .any(|_| true)
        {
            window.click_button("Inspector panel");
            window.frames(6);
        }
        let screen = window.harness.ctx.content_rect();
        let before = window.harness.get_by_role(Role::ColorWell);
        before.scroll_to_me();
        window.frames(4);
        let well = window.harness.get_by_role(Role::ColorWell).rect();
        assert!(screen.contains_rect(well), "{size}: {well}");
        window.click(well.center());
        window.frames(4);
        let layers = window
            .harness
            .ctx
            .memory(|memory| memory.areas().visible_layer_ids());
        let popup = layers
            .into_iter()
            .find(|layer| Popup::is_id_open(&window.harness.ctx, layer.id))
            .expect("the picker is open");
        let picker = window
            .harness
            .ctx
            .memory(|memory| memory.area_rect(popup.id));
        let picker = picker.expect("it has a place");
        assert!(screen.contains_rect(picker), "{size}: {picker}");
        // The hues are at its lower end.
        let hue = picker.left_bottom() + vec2(40.0, -16.0);
        window.click(hue);
        window.frames(3);
        let color = window.scene().marker(MarkerId(1)).unwrap().color;
        assert!(
            color.is_some_and(|Color([r, g, b])| r != g || g != b),
            "{size}: {color:?}"
        );
    }
}
