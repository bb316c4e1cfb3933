//! What other programs do to the session's file while it is open here.

use super::App;
use super::conflicts::Conflict;
use super::modals::Question;
use crate::editor::file_stamp::FileStamp;
use egui::Context;
use std::path::Path;

/// How often the file is looked at, s.
const PAUSE: f64 = 1.0;

impl App {
    /// Takes in what another program wrote to the file: at once where nothing here would be overwritten, else after asking.
    pub(super) fn look_outside(&mut self, ctx: &Context) {
        let (now, focused) = ctx.input(|i| {
            (
                i.time,
                i.events
                    .iter()
                    .any(|event| matches!(event, egui::Event::WindowFocused(true))),
            )
        });
        let busy = self.is_asking()
            || self.tool.is_busy()
            || ctx.text_edit_focused()
            || ctx.input(|i| i.pointer.any_down());
        if busy || (now < self.documents.look_again && !focused) {
            return;
        }
        self.documents.look_again = now + PAUSE;
        let Some(path) = self.session.path().map(Path::to_owned) else {
            return;
        };
        let Some(stamp) = self
            .documents
            .stamp
            .as_ref()
            .filter(|stamp| stamp.looks_changed(&path))
        else {
            return;
        };
        let Some(conflict) = Conflict::find(&path, Some(stamp)) else {
            return;
        };
        // What was declined, or could not be read, is not offered again until it changes again.
        if conflict.on_disk.is_none() || conflict.on_disk == self.documents.declined {
            return;
        }
        if self.session.is_dirty() {
            self.documents.question = Some(Question::ChangedOutside(conflict));
        } else {
            self.reload(&path);
        }
    }

    /// Reads the session's file again, as one step.
    pub(super) fn reload(&mut self, path: &Path) {
        // Before reading: if it changes in between, the next save asks.
        let stamp = FileStamp::of(path);
        match self.session.reload() {
            Ok(unknown) => {
                self.documents.declined = None;
                self.documents.remember(path, stamp);
                self.notify(format!(
                    "Reloaded {}, which another program changed",
                    self.session.title()
                ));
                self.warn_of_unknown(path, &unknown);
            }
            Err(error) => {
                self.decline(path);
                self.report(
                    "The file was changed by another program, and cannot be read",
                    error.to_string(),
                );
            }
        }
    }

    /// Leaves what another program wrote where it is; saving asks before it overwrites that.
    pub(super) fn decline(&mut self, path: &Path) {
        self.documents.declined = FileStamp::of(path);
    }
}
