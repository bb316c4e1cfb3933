//! A field for a name that must not be empty.

use crate::editor::inspector::field::{self, Changed};
use egui::{TextEdit, Ui};

/// Draws a name. An empty text is not taken over while it is edited, because files do not accept
/// it.
pub(super) fn name_ui(ui: &mut Ui, label: &str, help: &str, name: &mut String) -> Changed {
    field::row_ui(ui, label, help, |ui, id| {
        let memory = ui.scope_id().with(("name", label));
        let typed = ui.data(|data| data.get_temp::<String>(memory));
        let mut text = typed.unwrap_or_else(|| name.clone());
        let edit = TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
        let response = ui.add(edit).labelled_by(id).on_hover_text(help);
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(memory, text.clone()));
        } else {
            ui.data_mut(|data| data.remove::<String>(memory));
        }
        let is_new = response.changed() && !text.is_empty() && text != *name;
        if is_new {
            *name = text;
        }
        is_new.then(|| format!("Set {}", label.to_lowercase()))
    })
}
