//! Watching the session's file for changes by other programs.

use crate::editor::app::App;
use crate::editor::app::files::conflict::Conflict;
use crate::editor::app::messages::ModalDialog;
use crate::editor::files::stamp::FileStamp;
use egui::Context;
use std::path::Path;
use steerwright_format::{FileError, Loaded};
use steerwright_runtime::scene::Scene;

/// The interval between checks, in seconds.
const CHECK_INTERVAL: f64 = 1.0;

impl App {
    /// Reloads the file if another program changed it. Asks first if there are unsaved changes.
    pub(crate) fn check_file(&mut self, ctx: &Context) {
        let (now, focused) = ctx.input(|i| {
            (
                i.time,
                i.events
                    .iter()
                    .any(|event| matches!(event, egui::Event::WindowFocused(true))),
            )
        });
        let busy = self.is_modal_open()
            || self.document.tool.is_busy()
            || ctx.text_edit_focused()
            || ctx.input(|i| i.pointer.any_down());
        if busy || (now < self.files.disk.next_check && !focused) {
            return;
        }
        self.files.disk.next_check = now + CHECK_INTERVAL;
        let Some(path) = self.document.session.path().map(Path::to_owned) else {
            return;
        };
        let Some(stamp) = self
            .files
            .disk
            .stamp
            .as_ref()
            .filter(|stamp| stamp.looks_changed(&path))
        else {
            return;
        };
        let Some(conflict) = Conflict::find(&path, Some(stamp)) else {
            return;
        };
        // A version that was ignored or could not be read is not offered again.
        if conflict.on_disk.is_none() || conflict.on_disk == self.files.disk.ignored {
            return;
        }
        if self.document.session.is_dirty() {
            self.messages.ask(ModalDialog::ChangedOutside(conflict));
        } else {
            self.reload(&path, ctx);
        }
    }

    /// Shows the session's file that was read again, as one step.
    pub(crate) fn show_reloaded(
        &mut self,
        path: &Path,
        stamp: Option<FileStamp>,
        read: Result<Loaded<Scene>, FileError>,
    ) {
        match read {
            Ok(loaded) => {
                self.document.session.reload(loaded.value);
                self.files.disk.ignored = None;
                self.files.disk.stamp_before_reload = self.files.disk.stamp.take();
                self.files.remember(path, stamp);
                self.messages.notify(format!(
                    "Reloaded {}: another program changed it",
                    self.document.session.title()
                ));
                self.messages
                    .warn_about_unknown_fields(path, &loaded.unknown_fields);
            }
            Err(error) => {
                self.files.ignore_disk_version(path);
                self.messages.show_error(
                    "Another program changed the file, but it cannot be read",
                    error.to_string(),
                );
            }
        }
    }
}
