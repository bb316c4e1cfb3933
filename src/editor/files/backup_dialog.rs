//! The list of earlier versions of the scene's file.

use crate::editor::background::deferred::Deferred;
use crate::editor::files::backups::Backup;
use crate::editor::theme;
use crate::editor::widgets::dialog;
use crate::editor::widgets::thumbnail::Thumbnail;
use crate::editor::widgets::time_text;
use egui::{Context, Id, Modal, RichText, ScrollArea, Ui, vec2};
use steerwright_format::load_scene;
use steerwright_runtime::scene::Scene;

const LIST_HEIGHT: f32 = 220.0;
const LIST_WIDTH: f32 = 300.0;
const PICTURE: egui::Vec2 = vec2(220.0, 180.0);

/// The dialog, with the selected backup.
#[derive(Clone, Debug, PartialEq)]
pub struct BackupDialog {
    backups: Vec<Backup>,
    selected: usize,
    /// The selected version. `None` until it is needed.
    version: Option<Deferred<Version>>,
}

/// A version that was read, or why it cannot be read.
type Version = Result<(Scene, Thumbnail), String>;

/// What the user chose.
#[derive(Clone, Debug, PartialEq)]
pub enum BackupChoice {
    /// Show this version. It was saved at the time in the text.
    Restore(Box<Scene>, String),
    /// Close the dialog.
    Close,
}

impl BackupDialog {
    /// A dialog with `backups`, newest first.
    pub fn new(backups: Vec<Backup>) -> Self {
        Self {
            backups,
            selected: 0,
            version: None,
        }
    }

    /// Draws the dialog. `None` while it is open.
    pub fn ui(&mut self, ctx: &Context) -> Option<BackupChoice> {
        let modal = Modal::new(Id::unique("backups")).show(ctx, |ui| {
            dialog::fit_width(ui, 560.0);
            ui.heading("Restore a backup");
            if self.backups.is_empty() {
                ui.label(weak(
                    ui,
                    "There are no backups of this scene yet. Save it to create one.",
                ));
                ui.add_space(10.0);
                return ui.button("Close").clicked().then_some(BackupChoice::Close);
            }
            dialog::body_ui(ui, |ui| {
                ui.label(weak(
                    ui,
                    "You can undo restoring. The file does not change until you save.",
                ));
                ui.add_space(8.0);
                ui.horizontal_top(|ui| {
                    self.list_ui(ui);
                    self.version_ui(ui);
                });
            });
            ui.add_space(10.0);
            self.buttons_ui(ui)
        });
        let closed = modal.should_close().then_some(BackupChoice::Close);
        modal.inner.or(closed)
    }

    fn list_ui(&mut self, ui: &mut Ui) {
        ScrollArea::vertical()
            .max_height(LIST_HEIGHT)
            .show(ui, |ui| {
                ui.set_width(LIST_WIDTH);
                // The dialog puts the list and the picture next to each other.
                ui.vertical(|ui| self.rows_ui(ui));
            });
    }

    fn rows_ui(&mut self, ui: &mut Ui) {
        for (i, backup) in self.backups.iter().enumerate() {
            let time = time_text::local_time(backup.saved);
            if ui.selectable_label(i == self.selected, time).clicked() {
                self.selected = i;
                self.version = None;
            }
        }
    }

    fn version_ui(&mut self, ui: &mut Ui) {
        match self.version(ui.ctx()).and_then(Deferred::get) {
            Some(Ok((_, picture))) => picture.ui(ui, "Selected version:", PICTURE),
            Some(Err(error)) => {
                ui.label(format!("This backup cannot be read: {error}"));
            }
            None => {
                ui.label(weak(ui, "Reading…"));
            }
        }
    }

    fn version(&mut self, ctx: &Context) -> Option<&Deferred<Version>> {
        let backup = self.backups.get(self.selected)?;
        Some(self.version.get_or_insert_with(|| {
            let file = backup.file.clone();
            Deferred::start(ctx, "backup", move || {
                let loaded = load_scene(&file).map_err(|error| error.to_string())?;
                let picture = Thumbnail::of(&loaded.value);
                Ok((loaded.value, picture))
            })
        }))
    }

    fn buttons_ui(&mut self, ui: &mut Ui) -> Option<BackupChoice> {
        let time = self.backups.get(self.selected).map(|backup| backup.saved);
        let version = self.version.clone();
        let readable = version
            .as_ref()
            .and_then(Deferred::get)
            .and_then(|version| version.as_ref().ok());
        ui.horizontal(|ui| {
            let restore = ui.add_enabled(readable.is_some(), egui::Button::new("Restore"));
            if ui.button("Cancel").clicked() {
                return Some(BackupChoice::Close);
            }
            if !restore.clicked() {
                return None;
            }
            let (scene, _) = readable?;
            let time = time.map(time_text::local_time).unwrap_or_default();
            Some(BackupChoice::Restore(Box::new(scene.clone()), time))
        })
        .inner
    }
}

fn weak(ui: &Ui, text: &str) -> RichText {
    RichText::new(text).color(theme::colors(ui).text_weak)
}
