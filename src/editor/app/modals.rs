//! Windows that ask or tell: unsaved changes, a file changed on disk, recovery, errors.

use super::App;
use super::conflicts::Conflict;
use super::documents::Next;
use crate::editor::link_panel::LinkWish;
use crate::editor::simplify_dialog::{ExportReport, SimplifyDialog};
use crate::editor::{key_sheet, theme, welcome};
use egui::{Context, Id, Modal, RichText, ScrollArea, Ui};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use steerwright_authoring::{Command, editable};

/// What is being asked or told.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Question {
    /// There are unsaved changes, and this would replace them.
    Unsaved(Next),
    /// The file to save to was changed by another program.
    ChangedOnDisk(Conflict),
    /// The session's file was changed by another program, and there are unsaved changes here.
    ChangedOutside(Conflict),
    /// A crashed editor left a safety copy, whose file may have changed since.
    Recovery(Option<Conflict>),
    /// The scene, saved now, wants to export to folders that nobody here has exported to.
    ExportsElsewhere(Vec<PathBuf>),
    /// Something went wrong: what, and all that is known of it.
    ValidationError { title: String, text: String },
}

impl App {
    /// Whether a window has to be answered before anything else.
    pub(super) fn is_asking(&self) -> bool {
        self.documents.question.is_some()
            || !self.documents.orphans.is_empty()
            || self.documents.dialogs.is_open()
            || self.view.palette.is_open()
            || self.view.key_editor.is_open()
            || self.view.export.is_open()
            || self.view.simplify.is_some()
    }

    /// Tells something in passing.
    pub(super) fn notify(&mut self, text: String) {
        const SHOWN: Duration = Duration::from_secs(4);
        // A key held down says the same again and again.
        if self
            .view
            .said
            .as_ref()
            .is_some_and(|(said, when)| *said == text && when.elapsed() < SHOWN)
        {
            return;
        }
        self.view.said = Some((text.clone(), Instant::now()));
        // The library's own signs are in no font of ours; a note goes by itself and needs no cross.
        let sign = egui_material_icons::icons::ICON_INFO.codepoint.to_owned();
        self.view
            .toasts
            .custom(text, sign, theme::TARGET)
            .closable(false)
            .duration(Some(SHOWN));
    }

    /// Tells what went wrong, until it is put away.
    pub(super) fn report(&mut self, title: &str, text: String) {
        // A file may have tens of thousands of faults, more than a window can lay out or a person read.
        const MOST_LINES: usize = 50;
        let more = text.lines().count().saturating_sub(MOST_LINES);
        let mut text = text;
        if more > 0 {
            text = text.lines().take(MOST_LINES).collect::<Vec<_>>().join("\n");
            text += &format!("\nand {more} more lines; \"steerwright check\" prints them all");
        }
        self.documents.question = Some(Question::ValidationError {
            title: title.to_owned(),
            text,
        });
    }

    pub(super) fn questions_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        self.take_answers(ctx);
        self.resimulating_ui(ctx);
        self.act_on_export_dialog(ctx);
        let mut view_palette = std::mem::take(&mut self.view.palette);
        commands.extend(view_palette.ui(ctx, &self.view.keys, &|command| self.is_enabled(command)));
        self.view.palette = view_palette;
        let changes_keys = key_sheet::key_sheet_ui(ctx, &mut self.view.keys_open, &self.view.keys)
            | self
                .view
                .settings
                .window_ui(ctx, &mut self.view.settings_open);
        if changes_keys {
            commands.push(Command::EditKeys);
        }
        self.view.key_editor.ui(ctx, &mut self.view.keys);
        self.link_ui(ctx);
        welcome::first_steps_ui(ctx, &mut self.view.first_steps_open, &self.view.keys);
        self.simplify_ui(ctx);
        match self.documents.question.take() {
            Some(Question::Unsaved(next)) => self.unsaved_ui(ctx, next),
            Some(Question::ChangedOnDisk(conflict)) => self.changed_on_disk_ui(ctx, conflict),
            Some(Question::ChangedOutside(conflict)) => self.changed_outside_ui(ctx, conflict),
            Some(Question::Recovery(conflict)) => self.recovery_ui(ctx, conflict),
            Some(Question::ExportsElsewhere(folders)) => self.exports_elsewhere_ui(ctx, folders),
            Some(Question::ValidationError { title, text }) => self.problem_ui(ctx, title, text),
            None if !self.documents.dialogs.is_open() => self.offer_recovery(ctx),
            None => {}
        }
    }

    /// What the hand holds, or a dialog tries out, is no part of the scene.
    pub(super) fn take_back_what_is_open(&mut self) {
        self.cancel_tool_drag();
        if self.view.simplify.take().is_some() {
            self.session.roll_back();
        }
    }

    pub(super) fn open_simplify(&mut self) {
        self.cancel_tool_drag();
        let paths = editable::paths(&self.session.scene, &self.session.selection);
        self.view.simplify = Some(SimplifyDialog::open(&mut self.session, paths));
    }

    fn link_ui(&mut self, ctx: &Context) {
        if let Some(LinkWish::Copy(address)) = self.view.link.ui(ctx, &mut self.view.settings) {
            ctx.copy_text(address);
            self.notify("Copied the link address".into());
        }
    }

    fn simplify_ui(&mut self, ctx: &Context) {
        let Some(dialog) = &mut self.view.simplify else {
            return;
        };
        match dialog.ui(ctx, &mut self.session) {
            None => return,
            Some(ExportReport::Keep) => {}
            Some(ExportReport::Cancel) => self.session.roll_back(),
        }
        self.view.simplify = None;
    }

    /// While a long run is made anew: how far it is, and a way out.
    fn resimulating_ui(&mut self, ctx: &Context) {
        let Some(part) = self.playback.resimulated_part() else {
            return;
        };
        let place = egui::Align2::CENTER_BOTTOM;
        egui::Window::new("Running anew")
            .anchor(place, [0.0, -48.0])
            .title_bar(false)
            .resizable(false)
            .show(ctx, |ui| {
                ui.horizontal(|ui| {
                    ui.label("Running anew from the start");
                    ui.add(
                        egui::ProgressBar::new(part as f32)
                            .desired_width(180.0)
                            .show_percentage(),
                    );
                    if ui
                        .button("Cancel")
                        .on_hover_text("Leaves the run as it was before the edit.")
                        .clicked()
                    {
                        self.playback.cancel_resimulation();
                    }
                });
            });
    }

    fn unsaved_ui(&mut self, ctx: &Context, next: Next) {
        let name = self.session.title();
        let modal = Modal::new(Id::unique("unsaved")).show(ctx, |ui| {
            ui.set_width(360.0);
            ui.heading(format!("Save the changes to {name}?"));
            ui.label(RichText::new("Without saving they are lost.").color(theme::TEXT_WEAK));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                (
                    first_button_ui(ui, "Save changes"),
                    ui.button("Discard").clicked(),
                    ui.button("Cancel").clicked(),
                )
            })
            .inner
        });
        match modal.inner {
            (true, ..) => self.save_then(next, ctx),
            (_, true, _) => self.replace_scene(next, ctx),
            (_, _, true) => {}
            _ if modal.should_close() => {}
            _ => self.documents.question = Some(Question::Unsaved(next)),
        }
    }

    fn exports_elsewhere_ui(&mut self, ctx: &Context, folders: Vec<PathBuf>) {
        let modal = Modal::new(Id::unique("exports elsewhere")).show(ctx, |ui| {
            ui.set_width(440.0);
            ui.heading("Export outside the scene's folder?");
            ui.label(
                RichText::new("The scene is saved. Its file asks for an export with every save to")
                    .color(theme::TEXT_WEAK),
            );
            for folder in &folders {
                ui.label(RichText::new(folder.display().to_string()).monospace());
            }
            ui.label(
                RichText::new("Nobody has exported there from here yet.").color(theme::TEXT_WEAK),
            );
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                (
                    ui.button("Export there from now on").clicked(),
                    first_button_ui(ui, "Not now"),
                )
            })
            .inner
        });
        match modal.inner {
            (true, _) => self.export_elsewhere(&folders, ctx),
            (_, true) => {}
            _ if modal.should_close() => {}
            _ => self.documents.question = Some(Question::ExportsElsewhere(folders)),
        }
    }

    fn problem_ui(&mut self, ctx: &Context, title: String, text: String) {
        let modal = Modal::new(Id::unique("problem")).show(ctx, |ui| {
            ui.set_width(520.0);
            ui.heading(title.as_str());
            ui.add_space(4.0);
            ScrollArea::vertical()
                .max_height(260.0)
                .show(ui, |ui| ui.label(RichText::new(text.as_str()).monospace()));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let ok = first_button_ui(ui, "OK");
                if ui.button("Copy").clicked() {
                    ui.ctx().copy_text(text.clone());
                }
                ok
            })
            .inner
        });
        if !modal.inner && !modal.should_close() {
            self.documents.question = Some(Question::ValidationError { title, text });
        }
    }
}

/// The button that Enter means while nothing else has the keyboard.
pub(super) fn first_button_ui(ui: &mut Ui, label: &str) -> bool {
    let button = ui.button(label);
    if ui.memory(|memory| memory.focused()).is_none() {
        button.request_focus();
    }
    button.clicked()
}
