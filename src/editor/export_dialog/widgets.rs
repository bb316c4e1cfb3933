//! Parts of the export dialog: the folder, what is stored, the button.

use crate::editor::export_dialog::{DialogAction, Draft, ExportRequest};
use crate::editor::theme;
use egui::{Button, Key, RichText, TextEdit, Ui, vec2};
use steerwright_authoring::remembered::exports;
use steerwright_export::ExportTarget;
use steerwright_runtime::scene::Scene;

/// With less room, the button that removes a target from the scene is in a row of its own, in
/// points.
const MIN_WIDTH_OF_ROW: f32 = 480.0;

/// The folder of the export.
pub(super) fn folder_ui(ui: &mut Ui, folder: &mut String) -> Option<DialogAction> {
    ui.horizontal(|ui| {
        let label = ui.label(RichText::new("Folder").color(theme::colors(ui).text_weak));
        theme::right_ui(ui, |ui| {
            let button = ui
                .add(Button::new("Choose…").min_size(vec2(84.0, 22.0)))
                .on_hover_text("Opens a folder dialog.");
            let field = TextEdit::singleline(folder)
                .desired_width(f32::INFINITY)
                .hint_text("Export folder");
            ui.add(field).labelled_by(label.id);
            button
                .clicked()
                .then_some(DialogAction::Request(ExportRequest::ChooseFolder))
        })
    })
    .inner
}

/// Whether the export is stored in the scene and repeated on every save. Enter exports and changes
/// neither.
pub(super) fn store_ui(
    ui: &mut Ui,
    scene: &Scene,
    target: ExportTarget,
    draft: &mut Draft,
    enter_pressed: bool,
) -> Option<DialogAction> {
    let before = (draft.store_in_scene, draft.on_save);
    let is_same_folder = exports::remembered(scene, target.id()).is_some();
    let remove_ui = |ui: &mut Ui| {
        let hint = "Removes this target from the scene. No files are deleted.";
        is_same_folder && ui.button("Remove from scene").on_hover_text(hint).clicked()
    };
    let is_narrow = ui.available_width() < MIN_WIDTH_OF_ROW;
    let row = ui.horizontal(|ui| {
        let hint = "Stores the target, options and folder, so that \"Export again\" and the command line can repeat the export.";
        theme::checkbox_ui(ui, &mut draft.store_in_scene, "Store in scene").on_hover_text(hint);
        ui.add_space(8.0);
        let on_save = egui::Checkbox::new(&mut draft.on_save, "Export on every save");
        let is_stored = draft.store_in_scene;
        let on_save = theme::outlined_ui(ui, |ui| ui.add_enabled(is_stored, on_save));
        on_save.on_hover_text("Games that watch the files update on every save.");
        !is_narrow && theme::right_ui(ui, remove_ui)
    });
    let removed = row.inner || (is_narrow && remove_ui(ui));
    if enter_pressed {
        (draft.store_in_scene, draft.on_save) = before;
    }
    removed.then_some(DialogAction::Request(ExportRequest::Forget(target)))
}

/// The button that exports.
pub(super) fn export_button_ui(ui: &mut Ui, ready: bool) -> egui::Response {
    let button = Button::new("Export").min_size(vec2(84.0, 24.0));
    theme::primary_button(ui, ready, button)
        .on_hover_ui(|ui| theme::tooltip_ui(ui, "Export", "Writes the files.", "Enter"))
        .on_disabled_hover_text("Choose a folder and fix all errors first.")
}

/// A new key press: holding a key since before the dialog opened does not export.
pub(super) fn is_enter(event: &egui::Event) -> bool {
    matches!(event, egui::Event::Key { key: Key::Enter, pressed: true, repeat: false, modifiers, .. } if modifiers.is_none())
}
