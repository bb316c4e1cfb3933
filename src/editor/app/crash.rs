//! After an internal error: unsaved changes are kept, and the editor shows the error and closes.

use crate::editor::app::App;
use crate::editor::theme;
use egui::{CentralPanel, Context, RichText, Ui, ViewportCommand};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use steerwright_format as format;

impl App {
    /// Runs one frame. After a panic, keeps a recovery copy, and only shows what happened.
    pub fn show(&mut self, ui: &mut Ui) {
        if let Some(text) = self.crashed.clone() {
            return self.crash_ui(ui, &text);
        }
        // The state may be inconsistent after a panic. It is only read to keep the copy.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| self.draw_frame(ui))) {
            self.end_after_panic(payload.as_ref());
            ui.ctx().request_repaint();
        }
    }

    /// Keeps the work in a recovery copy, and shows the message of a panic instead of the window.
    pub fn end_after_panic(&mut self, payload: &(dyn Any + Send)) {
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no reason given".into());
        let kept = self.keep_copy_after_panic();
        let kept = match (self.document.session.is_dirty(), kept) {
            (false, _) => "There were no unsaved changes.".to_owned(),
            (true, Ok(())) => {
                "Your unsaved changes were saved to a recovery copy. Steerwright offers to restore them the next time it starts."
                    .to_owned()
            }
            (true, Err(error)) => format!("Your unsaved changes could not be saved: {error}."),
        };
        self.crashed = Some(format!("{kept}\n\nPlease report this message: {message}"));
    }

    fn keep_copy_after_panic(&mut self) -> Result<(), String> {
        let Some(mut journal) = self.files.journal.take() else {
            return Err("recovery copies are off".into());
        };
        // The last step is consistent. An edit in progress may be what caused the panic.
        let scene = self.document.session.history().present().clone();
        if self.document.session.is_dirty() {
            let text = move || format::write_scene(&scene).map_err(|error| error.to_string());
            journal.record(text, self.files.copy_info(&self.document.session), u64::MAX);
        }
        journal.close()
    }

    fn crash_ui(&mut self, ui: &mut Ui, text: &str) {
        let ctx: Context = ui.ctx().clone();
        CentralPanel::default().show(ui, |ui| {
            ui.add_space(40.0);
            ui.vertical_centered(|ui| {
                ui.heading("Steerwright has to close because of an internal error");
                ui.add_space(8.0);
                ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
                ui.add_space(16.0);
                if ui.button("Close").clicked() {
                    self.files.quitting = true;
                    ctx.send_viewport_cmd(ViewportCommand::Close);
                }
            });
        });
    }
}
