//! The choices of a property.

use crate::editor::inspector::field;
use crate::editor::theme;
use egui::text::{CCursor, CCursorRange};
use egui::{Id, RichText, TextEdit, Ui};
use egui_material_icons::icons;
use steerwright_authoring::edit::naming::free_name;
use steerwright_authoring::properties::text_refusal;
use steerwright_format::limits;

/// The choice that is being typed, with its index. It is taken over as soon as it can be.
pub(super) type ChoiceDraft = (usize, String);

/// The new choices, each with its old index.
pub(super) type NewChoices = Vec<(Option<usize>, String)>;

/// Draws the choices as a list. Returns them if they changed. `focus`: the index of the one to be
/// typed next, as a new one is.
pub(super) fn choices_ui(
    ui: &mut Ui,
    texts: &[String],
    draft: &mut Option<ChoiceDraft>,
    focus: &mut Option<usize>,
) -> Option<NewChoices> {
    let mut new: NewChoices = (0..).map(Some).zip(texts.iter().cloned()).collect();
    let mut changed = false;
    let mut moved = None;
    let mut removed = None;
    for (index, text) in texts.iter().enumerate() {
        let label = format!("Choice {}", index + 1);
        let why = field::row_ui(ui, &label, "", |ui, id| {
            let typed = draft.as_ref().filter(|(at, _)| *at == index);
            let mut shown = typed.map_or(text.clone(), |(_, typed)| typed.clone());
            let width = (ui.available_width() - 78.0).max(40.0);
            let edit = TextEdit::singleline(&mut shown).desired_width(width);
            let response = ui.add(edit).labelled_by(id);
            if focus.take_if(|at| *at == index).is_some() {
                response.request_focus();
                select_all(ui, response.id, &shown);
            }
            let why = refusal(texts, index, &shown);
            if response.changed() {
                if why.is_none() {
                    new[index].1.clone_from(&shown);
                    changed = true;
                }
                *draft = Some((index, shown));
            } else if !response.has_focus() {
                draft.take_if(|(at, _)| *at == index);
            }
            let button = |ui: &mut Ui, icon, label: String, enabled: bool| {
                let add = |ui: &mut Ui| theme::icon_button(ui, icon, &label, "", "", false);
                ui.add_enabled_ui(enabled, add).inner.clicked()
            };
            let up = format!("Move choice {} up", index + 1);
            if button(ui, icons::ICON_ARROW_UPWARD, up, index > 0) {
                moved = Some(index);
            }
            let remove = format!("Remove choice {}", index + 1);
            if button(ui, icons::ICON_CLOSE, remove, texts.len() > 1) {
                removed = Some(index);
            }
            why
        });
        if let Some(why) = why {
            ui.label(RichText::new(why).color(theme::colors(ui).warn));
        }
    }
    let is_full = texts.len() as u64 >= limits::CHOICES.max;
    let add = format!("{} Add choice", icons::ICON_ADD.codepoint);
    if ui.add_enabled(!is_full, egui::Button::new(add)).clicked() {
        let name = format!("Choice {}", texts.len() + 1);
        let name = free_name(&name, texts.iter().map(String::as_str));
        *focus = Some(new.len());
        new.push((None, name));
        changed = true;
    }
    if let Some(index) = moved {
        new.swap(index, index - 1);
    }
    if let Some(index) = removed {
        new.remove(index);
    }
    if moved.is_some() || removed.is_some() {
        *draft = None;
        changed = true;
    }
    changed.then_some(new)
}

/// Why a text cannot be the choice with this index.
fn refusal(texts: &[String], index: usize, text: &str) -> Option<String> {
    let mut others = texts.iter().enumerate().filter(|(at, _)| *at != index);
    if others.any(|(_, other)| other == text) {
        return Some("This choice is listed already".into());
    }
    text_refusal(text)
}

/// Selects a whole text, so that typing replaces it.
pub(super) fn select_all(ui: &Ui, field: Id, text: &str) {
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), field).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    let all = CCursorRange::two(CCursor::new(0), end);
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), field);
}
