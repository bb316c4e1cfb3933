//! Short messages in the corner of the window: they are seen, read out, and in nobody's way.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::Key;
use egui::accesskit::{Live, Role};
use egui_kittest::kittest::{NodeT as _, Queryable};

/// The places of the messages with this text, and whether screen readers read them out.
fn messages(window: &Window, part: &str) -> Vec<(egui::Rect, bool)> {
    let shown = window.harness.query_all_by_label_contains(part);
    shown
        .map(|node| (node.rect(), node.accesskit_node().live() == Live::Polite))
        .filter(|&(_, is_live)| is_live)
        .collect()
}

#[test]
fn messages_are_read_out_and_end() {
    let mut window = Window::of(&sample_scene());
    window.ctrl(Key::Z);
    window.frames(3);
    let shown = messages(&window, "Nothing to undo");
    assert_eq!(shown.len(), 1, "{shown:?}");
    for _ in 0..400 {
        window.harness.step();
    }
    assert!(!window.says("Nothing to undo"));
}

#[test]
fn a_series_of_undone_steps_shows_only_the_last_one() {
    let mut window = Window::of(&sample_scene());
    let name = window.scene().agents[0].name.clone();
    window.click_row(&name);
    window.key(Key::ArrowRight);
    window.frames(2);
    window.ctrl(Key::D);
    window.frames(2);
    window.ctrl(Key::Z);
    window.frames(1);
    window.ctrl(Key::Z);
    window.frames(3);
    assert_eq!(messages(&window, "Undo:").len(), 1);
}

#[test]
fn clicks_on_a_message_go_to_what_is_below() {
    let mut window = Window::of(&sample_scene());
    window.ctrl(Key::Z);
    window.frames(3);
    let (rect, _) = messages(&window, "Nothing to undo")[0];
    let layer = window.harness.ctx.layer_id_at(rect.center());
    assert_ne!(
        layer.map(|layer| layer.order),
        Some(egui::Order::Foreground)
    );
}

/// A message that a dialog leaves no room waits until the dialog is closed.
#[test]
fn a_message_covers_no_dialog() {
    let mut window = Window::of(&sample_scene());
    window.harness.set_size(egui::vec2(480.0, 278.0));
    window.frames(4);
    window.ctrl(Key::Z);
    window.frames(3);
    assert_eq!(messages(&window, "Nothing to undo").len(), 1);
    window.ctrl(Key::E);
    window.frames(20);
    assert!(window.says("Include trace of"), "the dialog is open");
    let shown = messages(&window, "Nothing to undo");
    assert!(shown.is_empty(), "{shown:?}");
    window.key(Key::Escape);
    window.frames(4);
    assert_eq!(messages(&window, "Nothing to undo").len(), 1, "later");
}

#[test]
fn a_message_is_above_a_window_that_would_be_below_it() {
    let mut window = Window::of(&sample_scene());
    window.harness.set_size(egui::vec2(900.0, 700.0));
    window.frames(4);
    window.ctrl_shift(Key::M);
    window.frames(6);
    let title = window.position_of(Role::Button, "Add preset");
    let layer = window.harness.ctx.layer_id_at(title).unwrap();
    let corner = window.harness.ctx.content_rect().right_bottom();
    let own = |window: &Window| {
        let area = window
            .harness
            .ctx
            .memory(|memory| memory.area_rect(layer.id));
        area.unwrap()
    };
    // Into the corner of the messages.
    let grip = own(&window).left_top() + egui::vec2(8.0, 8.0);
    let moved = corner - own(&window).right_bottom();
    window.drag(grip, grip + moved);
    window.frames(4);
    window.ctrl(Key::Z);
    window.frames(4);
    let (message, _) = messages(&window, "Nothing to undo")[0];
    assert!(
        !message.intersects(own(&window)),
        "{message} {}",
        own(&window)
    );
}

/// The page of an empty scene fills the canvas, but is no dialog.
#[test]
fn a_message_is_shown_over_the_welcome_page() {
    let mut window = Window::empty();
    window.harness.set_size(egui::vec2(480.0, 278.0));
    window.frames(4);
    window.ctrl(Key::Z);
    window.ctrl(Key::Z);
    window.frames(4);
    assert!(!messages(&window, "undo").is_empty());
}
