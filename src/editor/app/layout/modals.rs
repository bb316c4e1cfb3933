//! The order in which windows and dialogs are drawn, and dialogs about the whole scene.

use crate::editor::app::App;
use crate::editor::app::files::exports;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::messages::ModalDialog;
use crate::editor::app::simulating::simulating_ui;
use crate::editor::palette::PaletteChoice;
use crate::editor::theme;
use crate::editor::theme::default_button_ui;
use crate::editor::widgets::dialog;
use egui::{Context, Id, Modal, Popup, RichText};
use steerwright_authoring::Command;
use steerwright_authoring::command::ViewCommand;
use steerwright_runtime::scene::editor::RememberedExport;

impl App {
    /// Whether a dialog is open that blocks the rest of the window.
    pub(crate) fn is_modal_open(&self) -> bool {
        self.messages.modal.is_some()
            || !self.files.recovery.copies.is_empty()
            || self.files.dialogs.is_open()
            || self.files.reading.is_some()
            || self.exports.dialog.is_open()
            || self.windows.is_modal_open()
    }

    /// Draws windows and dialogs. Returns the commands chosen in them.
    pub(crate) fn modals_ui(&mut self, ctx: &Context) -> Vec<Command> {
        self.handle_file_dialogs(ctx);
        self.reading_ui(ctx);
        self.level_dialog_ui(ctx);
        simulating_ui(ctx, &mut self.document.playback);
        self.exports.ui(
            ctx,
            &mut self.document.session,
            &mut self.files.dialogs,
            &mut self.messages,
        );
        let mut palette = std::mem::take(&mut self.windows.palette);
        let keys = &self.preferences.keys;
        let chosen = palette.ui(ctx, keys, &|command| self.states().is_enabled(command));
        self.windows.palette = palette;
        let chosen = chosen.and_then(|choice| self.choose(choice, ctx));
        let edit_shortcuts = self.windows.ui(
            ctx,
            &mut self.document,
            &mut self.preferences,
            &mut self.messages,
            self.library.sources(),
        );
        match self.messages.modal.take() {
            Some(ModalDialog::Unsaved(next)) => self.unsaved_ui(ctx, next),
            Some(ModalDialog::ChangedOnDisk(conflict)) => self.changed_on_disk_ui(ctx, conflict),
            Some(ModalDialog::ChangedOutside(conflict)) => self.changed_outside_ui(ctx, conflict),
            Some(ModalDialog::Recovery(recovery)) => self.recovery_ui(ctx, *recovery),
            Some(ModalDialog::OpenElsewhere(owner)) => self.open_elsewhere_ui(ctx, owner),
            Some(ModalDialog::Backups(dialog)) => self.backups_ui(ctx, dialog),
            Some(ModalDialog::ConfirmExports(setups)) => self.confirm_exports_ui(ctx, setups),
            Some(ModalDialog::MapOutside(chosen, files)) => {
                self.map_outside_ui(ctx, chosen, files);
            }
            Some(ModalDialog::Error { title, text }) => self.messages.error_ui(ctx, title, text),
            None if !self.files.dialogs.is_open() && self.files.reading.is_none() => {
                self.offer_recovery(ctx)
            }
            None => {}
        }
        keep_popups_in_front(ctx);
        chosen.into_iter().chain(edit_shortcuts).collect()
    }

    /// Does what was chosen in the palette, or returns the command to perform.
    fn choose(&mut self, choice: PaletteChoice, ctx: &Context) -> Option<Command> {
        match choice {
            PaletteChoice::Command(command) => return Some(command),
            PaletteChoice::Sample(index) => self.confirm_and_run(PendingAction::Sample(index), ctx),
            PaletteChoice::Recent(path) => self.confirm_and_run(PendingAction::Open(path), ctx),
            PaletteChoice::Trigger(name) => self.document.playback.trigger(&name),
            PaletteChoice::Item(item) => {
                self.document.session.selection.set(item);
                return Some(Command::View(ViewCommand::ZoomToSelection));
            }
        }
        None
    }

    /// Discards changes of a drag or a dialog that are not part of the scene yet.
    pub(crate) fn cancel_open_edits(&mut self) {
        self.document.cancel_tool_drag();
        self.document.end_take_over();
        if self.windows.simplify.take().is_some() {
            self.document.session.roll_back();
        }
    }

    fn unsaved_ui(&mut self, ctx: &Context, next: PendingAction) {
        let name = self.document.session.title();
        let modal = Modal::new(Id::unique("unsaved")).show(ctx, |ui| {
            dialog::fit_width(ui, 360.0);
            ui.heading(format!("Save changes to {name}?"));
            ui.label(
                RichText::new("Discarded changes cannot be recovered.")
                    .color(theme::colors(ui).text_weak),
            );
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                (
                    default_button_ui(ui, "Save changes"),
                    ui.button("Discard").clicked(),
                    ui.button("Cancel").clicked(),
                )
            })
            .inner
        });
        match modal.inner {
            (true, ..) => self.save_then(next, ctx),
            (_, true, _) => self.run_pending(next, ctx),
            (_, _, true) => {}
            _ if modal.should_close() => {}
            _ => self.messages.ask(ModalDialog::Unsaved(next)),
        }
    }

    fn confirm_exports_ui(&mut self, ctx: &Context, setups: Vec<RememberedExport>) {
        let modal = Modal::new(Id::unique("confirm exports")).show(ctx, |ui| {
            dialog::fit_width(ui, 440.0);
            let weak = theme::colors(ui).text_weak;
            ui.heading("Run the exports of this scene?");
            dialog::body_ui(ui, |ui| {
                ui.label(RichText::new("The scene file stores these exports, which replace files:").color(weak));
                for (target, folder) in exports::named(&setups, &self.document.session) {
                    ui.label(format!("{target}, to"));
                    ui.label(RichText::new(folder).monospace());
                }
                ui.label(
                    RichText::new(
                        "You have not confirmed them on this computer yet. If someone else made the scene, make sure that these are folders of your game.",
                    )
                    .color(weak),
                );
            });
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                (
                    ui.button("Always export there").clicked(),
                    default_button_ui(ui, "Not now"),
                )
            })
            .inner
        });
        match modal.inner {
            (true, _) => self
                .exports
                .confirm_and_run(&setups, &self.document.session, ctx),
            (_, true) => {}
            _ if modal.should_close() => {}
            _ => self.messages.ask(ModalDialog::ConfirmExports(setups)),
        }
    }
}

/// Keeps lists and menus in front of the window that they belong to. egui shows them behind it when
/// they were open before and one frame has both the press and the release of the click that opens
/// them, because the press raises the window.
fn keep_popups_in_front(ctx: &Context) {
    if !Popup::is_any_open(ctx) {
        return;
    }
    let visible = ctx.memory(|memory| memory.areas().visible_layer_ids());
    for layer in visible {
        if Popup::is_id_open(ctx, layer.id) {
            ctx.move_to_top(layer);
        }
    }
}
