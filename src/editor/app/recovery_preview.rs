//! What the dialog shows about a recovery copy.

use super::conflict::Conflict;
use crate::editor::journal::RecoveryCopy;
use crate::editor::thumbnail::Thumbnail;
use egui::Ui;
use steerwright_format as format;

/// What the dialog shows about a recovery copy.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RecoveryPreview {
    /// The file may have changed since the crash.
    pub(super) conflict: Option<Conflict>,
    /// The recovered scene. `None` if the copy cannot be read.
    copy: Option<Thumbnail>,
    /// The scene in the file. `None` if there is none, or it cannot be read.
    file: Option<Thumbnail>,
}

impl RecoveryPreview {
    pub(super) fn of(copy: &RecoveryCopy) -> Self {
        let source = copy.info.source.as_deref();
        let scene = format::read_scene(&copy.scene_text).ok();
        let file = source.and_then(|path| format::load_scene(path).ok());
        Self {
            conflict: source.and_then(|path| Conflict::find(path, copy.info.stamp.as_ref())),
            copy: scene.map(|scene| Thumbnail::of(&scene.value)),
            file: file.map(|scene| Thumbnail::of(&scene.value)),
        }
    }

    pub(super) fn pictures_ui(&self, ui: &mut Ui) {
        const SIZE: egui::Vec2 = egui::vec2(220.0, 150.0);
        ui.add_space(8.0);
        ui.horizontal_top(|ui| {
            for (name, picture) in [("Recovery copy:", &self.copy), ("Saved file:", &self.file)] {
                if let Some(picture) = picture {
                    picture.ui(ui, name, SIZE);
                }
            }
        });
    }
}
