//! What the dialog shows about a recovery copy.

use crate::editor::app::files::conflict::Conflict;
use crate::editor::background::deferred::Deferred;
use crate::editor::files::journal::RecoveryCopy;
use crate::editor::theme;
use crate::editor::widgets::thumbnail::Thumbnail;
use egui::{Context, RichText, Ui};
use steerwright_format as format;

/// What the dialog shows about a recovery copy.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RecoveryPreview {
    /// The file may have changed since the crash.
    pub(crate) conflict: Option<Conflict>,
    pictures: Deferred<Pictures>,
}

#[derive(Debug)]
struct Pictures {
    /// The recovered scene. `None` if the copy cannot be read.
    copy: Option<Thumbnail>,
    /// The scene in the file. `None` if there is none, or it cannot be read.
    file: Option<Thumbnail>,
}

impl RecoveryPreview {
    pub(crate) fn of(copy: &RecoveryCopy, ctx: &Context) -> Self {
        let source = copy.info.source.clone();
        let stamp = copy.info.stamp.as_ref();
        let text = copy.scene_text.clone();
        Self {
            conflict: source
                .as_deref()
                .and_then(|path| Conflict::find(path, stamp)),
            pictures: Deferred::start(ctx, "recovery preview", move || {
                let scene = format::read_scene(&text).ok();
                let file = source.and_then(|path| format::load_scene(&path).ok());
                Pictures {
                    copy: scene.map(|scene| Thumbnail::of(&scene.value)),
                    file: file.map(|scene| Thumbnail::of(&scene.value)),
                }
            }),
        }
    }

    pub(crate) fn pictures_ui(&self, ui: &mut Ui) {
        const SIZE: egui::Vec2 = egui::vec2(220.0, 150.0);
        ui.add_space(8.0);
        let Some(Pictures { copy, file }) = self.pictures.get() else {
            ui.label(RichText::new("Reading…").color(theme::colors(ui).text_weak));
            return;
        };
        ui.horizontal_top(|ui| {
            for (name, picture) in [("Recovery copy:", copy), ("Saved file:", file)] {
                if let Some(picture) = picture {
                    picture.ui(ui, name, SIZE);
                }
            }
        });
    }
}
