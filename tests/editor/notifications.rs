//! Short messages in the corner of the window: they are seen, read out, and in nobody's way.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::Key;
use egui::accesskit::Live;
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
