//! Files that are open in a second editor.

use crate::editor::app::App;
use crate::editor::app::messages::ModalDialog;
use crate::editor::files::open_files::{Claim, Owner, claim};
use crate::editor::theme;
use crate::editor::theme::default_button_ui;
use crate::editor::widgets::dialog;
use egui::{Context, Id, Modal, RichText};
use std::path::{Path, PathBuf};

/// Whether the session's file is open in another editor.
#[derive(Default)]
pub(crate) struct OpenState {
    /// The file that the claim is about.
    path: Option<PathBuf>,
    claim: Option<Claim>,
}

/// What to call the editor that has the file open.
fn name_of(owner: Option<&Owner>) -> String {
    owner.map_or_else(
        || "another editor".to_owned(),
        |owner| format!("another editor ({owner})"),
    )
}

impl App {
    /// Claims the session's file when it is new, and says if another editor has it open.
    pub(crate) fn update_open_file(&mut self) {
        if self.files.open_file.path.as_deref() == self.document.session.path() {
            return;
        }
        if let Some(owner) = self.claim_file() {
            let text = format!(
                "{} is also open in {}. Saving asks before it overwrites the file.",
                self.document.session.title(),
                name_of(owner.as_ref())
            );
            match self.messages.modal {
                None => self
                    .messages
                    .show_error("The file is open in another editor", text),
                Some(_) => self.messages.notify(text),
            }
        }
    }

    /// Claims the session's file again. Returns the other editor that has it open.
    fn claim_file(&mut self) -> Option<Option<Owner>> {
        let path = self.document.session.path().map(Path::to_owned);
        // The old claim ends first, because it may be of the same file.
        self.files.open_file = OpenState::default();
        let claim = match (&self.files.open_folder, &path) {
            (Some(folder), Some(path)) => Some(claim(folder, path)),
            _ => None,
        };
        let other = match &claim {
            Some(Claim::Other(owner)) => Some(owner.clone()),
            Some(Claim::Own(_) | Claim::Unknown) | None => None,
        };
        self.files.open_file = OpenState { path, claim };
        other
    }

    /// The other editor that has the session's file open now.
    pub(crate) fn other_editor(&mut self) -> Option<Option<Owner>> {
        match self.files.open_file.claim {
            Some(Claim::Other(_)) => self.claim_file(),
            Some(Claim::Own(_) | Claim::Unknown) | None => None,
        }
    }

    pub(crate) fn open_elsewhere_ui(&mut self, ctx: &Context, owner: Option<Owner>) {
        let modal = Modal::new(Id::unique("open elsewhere")).show(ctx, |ui| {
            dialog::fit_width(ui, 440.0);
            ui.heading("Save over a file that is open in another editor?");
            let text = format!(
                "{} is open in {}, which may have other changes.",
                self.document.session.title(),
                name_of(owner.as_ref())
            );
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                (
                    default_button_ui(ui, "Save as…"),
                    ui.button("Save anyway").clicked(),
                    ui.button("Cancel").clicked(),
                )
            })
            .inner
        });
        match modal.inner {
            (true, ..) => self.files.ask_where_to_save(&self.document.session, ctx),
            (_, true, _) => self.save_unless_changed(ctx),
            answer if answer.2 || modal.should_close() => self.files.cancel_after_save(),
            _ => self.messages.ask(ModalDialog::OpenElsewhere(owner)),
        }
    }
}
