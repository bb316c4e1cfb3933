//! Drop-down lists that the keyboard leaves as the mouse does.

use egui::{ComboBox, InnerResponse, Key, Ui};

/// Draws a drop-down list. An entry that is chosen with Enter or Space closes it, as a click does. When a key closes it, its
/// button has the focus again.
pub fn drop_down_ui<R>(
    ui: &mut Ui,
    list: ComboBox,
    entries: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<Option<R>> {
    let mut closed_by_key = false;
    let shown = list.show_ui(ui, |ui| {
        // The key that opens the list is pressed while its button has the focus.
        let focused = ui.memory(|memory| memory.focused());
        let is_entry = focused
            .and_then(|entry| ui.ctx().read_response(entry))
            .is_some_and(|entry| entry.layer_id == ui.layer_id());
        let result = entries(ui);
        let chosen = ui.input(|i| i.key_pressed(Key::Enter) || i.key_pressed(Key::Space));
        if is_entry && chosen {
            ui.close();
        }
        closed_by_key = is_entry && chosen || ui.input(|i| i.key_pressed(Key::Escape));
        result
    });
    if closed_by_key {
        shown.response.request_focus();
    }
    shown
}
