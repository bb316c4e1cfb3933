//! The export dialog: a target, its options, a folder, and a look at the files before they are written.

mod list;
mod options;
mod preview;
mod words;

use crate::editor::theme;
use egui::{Align, Button, Color32, Id, Key, Label, Layout, Modal, RichText, TextEdit, Ui, vec2};
use preview::{Preview, Wanted};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright_authoring::remembered_exports;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Point, Scene};

/// What the dialog wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportRequest {
    /// Ask the system for a folder, and hand it to [`ExportDialog::set_folder`].
    ChooseFolder,
    /// Write the files of `target` into `folder`.
    Export {
        /// For which engine.
        target: ExportTarget,
        /// How.
        options: ExportOptions,
        /// Where to.
        folder: PathBuf,
        /// Whether the scene is to remember it.
        keep: Keep,
    },
    /// Let the scene forget what it remembers of a target.
    Forget(ExportTarget),
    /// Put a text into the clipboard.
    Copy {
        /// The file it is of.
        name: String,
        /// The text.
        text: String,
    },
}

/// What a scene remembers of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing.
    No,
    /// All of it, to repeat it when asked.
    Yes,
    /// All of it, to repeat it with every save.
    OnSave,
}

/// The dialog, open or closed.
#[derive(Default)]
pub struct ExportDialog {
    open: bool,
    /// Just opened: the key that opened it is not meant for it.
    fresh: bool,
    /// The target chosen last.
    target: Option<ExportTarget>,
    /// What is chosen for the targets looked at since it was opened.
    drafts: BTreeMap<ExportTarget, Draft>,
    /// The folder for targets that nothing is remembered of.
    folder: String,
    /// Where folders for such targets are made, if there is none.
    base: Option<PathBuf>,
    /// Where the scene's file lies.
    beside: Option<PathBuf>,
    /// Where the selected thing is.
    selected: Option<Point>,
    preview: Preview,
    last: Option<ExportRequest>,
}

/// What is chosen for a target.
#[derive(Clone, Debug)]
struct Draft {
    options: ExportOptions,
    folder: String,
    remember: bool,
    on_save: bool,
}

/// How a frame of it went.
#[derive(Clone)]
enum Wish {
    Request(ExportRequest),
    Cancel,
}

impl ExportDialog {
    /// Opens it with what the scene remembers.
    pub fn open(&mut self) {
        self.open = true;
        self.fresh = true;
        self.drafts.clear();
    }

    /// Closes it.
    pub fn close(&mut self) {
        self.open = false;
        self.preview = Preview::default();
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Where to export to: the target looked at, or while it is closed any target that nothing is remembered of.
    pub fn set_folder(&mut self, folder: PathBuf) {
        let text = folder.display().to_string();
        match self
            .target
            .filter(|_| self.open)
            .and_then(|target| self.drafts.get_mut(&target))
        {
            Some(draft) => draft.folder = text,
            None => self.folder = text,
        }
    }

    /// What it needs to know of the rest: where a folder for each target would suit, where the scene's file lies, and where the
    /// selected thing is.
    pub fn set_surroundings(
        &mut self,
        base: &Path,
        beside: Option<&Path>,
        selected: Option<Point>,
    ) {
        self.base = Some(base.to_owned());
        self.beside = beside.map(Path::to_owned);
        self.selected = selected;
    }

    /// Forgets what was chosen and done for another scene.
    pub fn start_afresh(&mut self) {
        *self = Self::default();
    }

    /// The last export asked for, to do it again; never anything else.
    pub fn last_request(&self) -> Option<&ExportRequest> {
        self.last.as_ref()
    }

    /// Draws it, if it is open, over everything else.
    pub fn ui(&mut self, ctx: &egui::Context, scene: &Scene) -> Option<ExportRequest> {
        if !self.open {
            return None;
        }
        let remembered = || {
            scene
                .exports
                .iter()
                .find_map(|setup| ExportTarget::by_id(&setup.to))
        };
        let target = self
            .target
            .or_else(remembered)
            .unwrap_or(ExportTarget::ALL[0]);
        let mut draft = self.draft(scene, target);
        self.preview.look(ctx, scene, target, &draft.options);
        // Enter is for the dialog, except in a field, and where a button has the focus that means something else.
        let fresh = std::mem::take(&mut self.fresh);
        let entered =
            !fresh && !ctx.text_edit_focused() && ctx.input(|i| i.events.iter().any(is_enter));
        let screen = ctx.content_rect().size();
        let size = vec2((screen.x - 80.0).min(1040.0), (screen.y - 80.0).min(740.0));
        let frame = egui::Frame::popup(&ctx.global_style())
            .inner_margin(16)
            .corner_radius(2 * theme::ROUNDING);
        let mut chosen = target;
        let modal = Modal::new(Id::unique("export dialog"))
            .frame(frame)
            .show(ctx, |ui| {
                ui.set_min_width(size.x);
                ui.set_max_width(size.x);
                self.contents_ui(ui, scene, size.y, &mut chosen, &mut draft, (fresh, entered))
            });
        self.target = Some(chosen);
        self.drafts.insert(target, draft);
        match modal.inner {
            Some(Wish::Request(request)) => {
                match &request {
                    ExportRequest::Export { .. } => {
                        self.last = Some(request.clone());
                        self.close();
                    }
                    ExportRequest::Forget(target) => drop(self.drafts.remove(target)),
                    ExportRequest::ChooseFolder | ExportRequest::Copy { .. } => {}
                }
                return Some(request);
            }
            Some(Wish::Cancel) => self.close(),
            None if modal.should_close() => self.close(),
            None => {}
        }
        None
    }

    /// What is chosen for a target so far: what the scene remembers, to begin with.
    fn draft(&self, scene: &Scene, target: ExportTarget) -> Draft {
        if let Some(draft) = self.drafts.get(&target) {
            return draft.clone();
        }
        let options = export::saved_options(scene, target);
        let remembered = remembered_exports::remembered(scene, target.id());
        let folder = match (remembered, &self.base) {
            (Some(setup), _) => {
                remembered_exports::folder_of(&setup.folder, self.beside.as_deref())
                    .display()
                    .to_string()
            }
            (None, Some(base)) if self.folder.is_empty() => {
                base.join(target.id()).display().to_string()
            }
            (None, _) => self.folder.clone(),
        };
        Draft {
            options,
            folder,
            remember: true,
            on_save: remembered.is_some_and(|setup| setup.on_save),
        }
    }

    fn contents_ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        height: f32,
        chosen: &mut ExportTarget,
        draft: &mut Draft,
        (fresh, entered): (bool, bool),
    ) -> Option<Wish> {
        let target = *chosen;
        ui.label(
            RichText::new("Export")
                .heading()
                .strong()
                .color(theme::TEXT_STRONG),
        );
        ui.add_space(4.0);
        let middle = (height - 142.0).max(160.0);
        let mut wish = None;
        let mut pressed = false;
        ui.horizontal_top(|ui| {
            let column = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(vec2(200.0, middle), column, |ui| {
                list::targets_ui(ui, scene, chosen, fresh)
            });
            ui.add_space(8.0);
            ui.allocate_ui_with_layout(vec2(ui.available_width(), middle), column, |ui| {
                ui.label(
                    RichText::new(target.label())
                        .strong()
                        .color(theme::TEXT_STRONG),
                );
                ui.label(RichText::new(target.description()).color(theme::TEXT));
                ui.add_space(4.0);
                // Enter exports: it must not turn over the option that happens to have the focus on the way.
                let before = draft.options;
                pressed = options::options_ui(ui, scene, target, &mut draft.options, self.selected);
                if entered && !pressed {
                    draft.options = before;
                }
                ui.add_space(6.0);
                wish = match self.preview.ui(ui, target) {
                    Some(Wanted::Copy { name, text }) => {
                        Some(Wish::Request(ExportRequest::Copy { name, text }))
                    }
                    Some(Wanted::Origin(origin)) => {
                        draft.options.origin = origin;
                        pressed = true;
                        None
                    }
                    None => None,
                };
            });
        });
        ui.add_space(6.0);
        let wish = wish.or(folder_ui(ui, &mut draft.folder));
        let wish = wish.or(keep_ui(ui, scene, target, draft, entered));
        ui.add_space(4.0);
        let takes_enter = wish.is_some() || pressed;
        wish.or(self.buttons_ui(ui, scene, target, draft, entered && !takes_enter))
    }

    fn buttons_ui(
        &self,
        ui: &mut Ui,
        scene: &Scene,
        target: ExportTarget,
        draft: &Draft,
        entered: bool,
    ) -> Option<Wish> {
        let folder = remembered_exports::folder_of(draft.folder.trim(), self.beside.as_deref());
        let named = !draft.folder.trim().is_empty();
        let ready = named && !self.preview.refuses(target, &draft.options);
        ui.horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                let export = export_button_ui(ui, ready);
                let cancel = ui.add(Button::new("Cancel").min_size(vec2(72.0, 24.0)));
                let cancel = cancel
                    .on_hover_ui(|ui| theme::tooltip_ui(ui, "Cancel", "Writes nothing.", "Escape"));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let (note, doubtful) = self.note(scene, target, draft, &folder);
                    if doubtful {
                        theme::verdict_ui(ui, false, note);
                    } else {
                        ui.add(Label::new(RichText::new(note).color(theme::TEXT_WEAK)).truncate());
                    }
                });
                if cancel.clicked() {
                    return Some(Wish::Cancel);
                }
                let keep = match (draft.remember, draft.on_save) {
                    (false, _) => Keep::No,
                    (true, false) => Keep::Yes,
                    (true, true) => Keep::OnSave,
                };
                let wanted = ready && (export.clicked() || entered);
                wanted.then_some(Wish::Request(ExportRequest::Export {
                    target,
                    options: draft.options,
                    folder,
                    keep,
                }))
            })
        })
        .inner
    }

    /// What will happen to the folder, and whether that gives cause for doubt.
    fn note(
        &self,
        scene: &Scene,
        target: ExportTarget,
        draft: &Draft,
        folder: &Path,
    ) -> (String, bool) {
        if draft.folder.trim().is_empty() {
            return ("Choose a folder to export to".into(), false);
        }
        let shares = scene.exports.iter().find(|setup| {
            let there =
                remembered_exports::folder_of(&setup.folder, self.beside.as_deref()) == folder;
            there && setup.to != target.id() && setup.options != draft.options
        });
        if let Some(other) = shares.and_then(|setup| ExportTarget::by_id(&setup.to)) {
            let text = format!(
                "{} goes there too, placed differently: choose another folder, or files may be replaced",
                other.label()
            );
            return (text, true);
        }
        let text = match self.preview.count(target) {
            None => String::new(),
            Some(1) => "1 file goes there; one of the same name is replaced".into(),
            Some(files) => format!("{files} files go there; those of the same names are replaced"),
        };
        (text, false)
    }
}

fn folder_ui(ui: &mut Ui, folder: &mut String) -> Option<Wish> {
    ui.horizontal(|ui| {
        let label = ui.label(RichText::new("Folder").color(theme::TEXT_WEAK));
        theme::right_ui(ui, |ui| {
            let button = ui
                .add(Button::new("Choose…").min_size(vec2(84.0, 22.0)))
                .on_hover_text("Asks for a folder.");
            let field = TextEdit::singleline(folder)
                .desired_width(f32::INFINITY)
                .hint_text("Where the files go");
            ui.add(field).labelled_by(label.id);
            button
                .clicked()
                .then_some(Wish::Request(ExportRequest::ChooseFolder))
        })
    })
    .inner
}

fn keep_ui(
    ui: &mut Ui,
    scene: &Scene,
    target: ExportTarget,
    draft: &mut Draft,
    entered: bool,
) -> Option<Wish> {
    let before = (draft.remember, draft.on_save);
    let forgotten = ui
        .horizontal(|ui| {
            let hint = "The scene keeps target, options and folder, so that \"Export again\" and the command line repeat it.";
            ui.checkbox(&mut draft.remember, "Remember in the scene").on_hover_text(hint);
            ui.add_space(8.0);
            let on_save = egui::Checkbox::new(&mut draft.on_save, "Export again on every save");
            ui.add_enabled(draft.remember, on_save).on_hover_text("A game that watches the files follows the scene with every save.");
            theme::right_ui(ui, |ui| {
                let there = remembered_exports::remembered(scene, target.id()).is_some();
                there && ui.button("Forget").on_hover_text("The scene no longer remembers this target; no file is deleted.").clicked()
            })
        })
        .inner;
    if entered {
        (draft.remember, draft.on_save) = before;
    }
    forgotten.then_some(Wish::Request(ExportRequest::Forget(target)))
}

fn export_button_ui(ui: &mut Ui, ready: bool) -> egui::Response {
    ui.scope(|ui| {
        if ready {
            let widgets = &mut ui.visuals_mut().widgets;
            for (state, lighter) in [
                (&mut widgets.inactive, 0.0),
                (&mut widgets.hovered, 0.2),
                (&mut widgets.active, 0.35),
            ] {
                state.weak_bg_fill = theme::blend(theme::ACCENT, Color32::WHITE, lighter);
                state.fg_stroke.color = theme::CANVAS;
            }
        }
        ui.add_enabled(ready, Button::new("Export").min_size(vec2(84.0, 24.0)))
            .on_hover_ui(|ui| theme::tooltip_ui(ui, "Export", "Writes the files.", "Enter"))
            .on_disabled_hover_text("Choose a folder first, and a scene that can be exported.")
    })
    .inner
}

/// A fresh press: a key held since before the dialog opened does not export.
fn is_enter(event: &egui::Event) -> bool {
    matches!(event, egui::Event::Key { key: Key::Enter, pressed: true, repeat: false, modifiers, .. } if modifiers.is_none())
}
