//! The buttons of the export dialog, and what they will do to the folder.

use crate::editor::export_dialog::widgets::export_button_ui;
use crate::editor::export_dialog::{
    DialogAction, Draft, ExportDialog, ExportRequest, Store, is_small,
};
use crate::editor::theme;
use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};
use std::path::PathBuf;
use steerwright_authoring::remembered::exports;
use steerwright_export::ExportTarget;
use steerwright_runtime::scene::Scene;

impl ExportDialog {
    pub(super) fn buttons_ui(
        &self,
        ui: &mut Ui,
        scene: &Scene,
        target: ExportTarget,
        draft: &Draft,
        enter_pressed: bool,
    ) -> Option<DialogAction> {
        let folder = self.folder_of(draft);
        let named = !draft.folder.trim().is_empty();
        let ready = named && !self.preview.has_error(target, &draft.options);
        ui.horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                let export = export_button_ui(ui, ready);
                let cancel = ui.add(Button::new("Cancel").min_size(vec2(72.0, 24.0)));
                let cancel = cancel.on_hover_ui(|ui| {
                    theme::tooltip_ui(ui, "Cancel", "Closes without exporting.", "Escape")
                });
                // In a small window it is above the buttons.
                if !is_small(ui.ctx()) {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        self.note_ui(ui, scene, target, draft);
                    });
                }
                if cancel.clicked() {
                    return Some(DialogAction::Cancel);
                }
                let store = match (draft.store_in_scene, draft.on_save) {
                    (false, _) => Store::No,
                    (true, false) => Store::Yes,
                    (true, true) => Store::OnSave,
                };
                let exports = ready && (export.clicked() || enter_pressed);
                exports.then_some(DialogAction::Request(ExportRequest::Export {
                    target,
                    options: draft.options,
                    folder,
                    store,
                }))
            })
        })
        .inner
    }

    fn folder_of(&self, draft: &Draft) -> PathBuf {
        exports::folder_of(draft.folder.trim(), self.scene_folder.as_deref())
    }

    /// Says what will happen to the folder, in a line if the layout is horizontal.
    pub(super) fn note_ui(&self, ui: &mut Ui, scene: &Scene, target: ExportTarget, draft: &Draft) {
        let (note, is_warning) = self.note(scene, target, draft);
        if is_warning {
            theme::status_ui(ui, false, note);
            return;
        }
        let label = Label::new(RichText::new(note).color(theme::colors(ui).text_weak));
        let is_line = ui.layout().is_horizontal();
        ui.add(if is_line {
            label.truncate()
        } else {
            label.wrap()
        });
    }

    /// What will happen to the folder, and whether to warn about it.
    fn note(&self, scene: &Scene, target: ExportTarget, draft: &Draft) -> (String, bool) {
        let folder = self.folder_of(draft);
        if draft.folder.trim().is_empty() {
            return ("Choose a folder to export to".into(), false);
        }
        let conflicting = scene.editor.exports.iter().find(|setup| {
            let is_same_folder =
                exports::folder_of(&setup.folder, self.scene_folder.as_deref()) == folder;
            is_same_folder && setup.to != target.id() && setup.options != draft.options
        });
        if let Some(other) = conflicting.and_then(|setup| ExportTarget::by_id(&setup.to)) {
            let text = format!(
                "{} also exports there with other options; choose another folder, or files may be overwritten",
                other.label()
            );
            return (text, true);
        }
        let text = match self.preview.count(target) {
            None => String::new(),
            Some(1) => "Writes 1 file and replaces an existing one of the same name".into(),
            Some(files) => {
                format!("Writes {files} files and replaces existing ones of the same names")
            }
        };
        (text, false)
    }
}
