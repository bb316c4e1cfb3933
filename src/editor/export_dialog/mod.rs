//! The export dialog: a target, its options, a folder and a preview of the files.

mod list;
mod options;
mod preview;
mod widgets;
mod words;

use crate::editor::theme;
use egui::{Align, Button, Id, Label, Layout, Modal, RichText, Ui, vec2};
use glam::DVec2;
use preview::{Preview, PreviewAction};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright_authoring::remembered_exports;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;
use widgets::{export_button_ui, folder_ui, is_enter, store_ui};

/// A request of the dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportRequest {
    /// Open a folder dialog and pass the folder to [`ExportDialog::set_folder`].
    ChooseFolder,
    /// Write the files of `target` to `folder`.
    Export {
        /// The target.
        target: ExportTarget,
        /// The options.
        options: ExportOptions,
        /// The folder.
        folder: PathBuf,
        /// What to store in the scene.
        store: Store,
    },
    /// Remove the stored settings of a target from the scene.
    Forget(ExportTarget),
    /// Copy a text to the clipboard.
    Copy {
        /// The name of the file.
        name: String,
        /// The contents of the file.
        text: String,
    },
}

/// What a scene stores of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// Nothing.
    No,
    /// The settings, to repeat the export on request.
    Yes,
    /// The settings, to repeat the export on every save.
    OnSave,
}

/// The export dialog.
#[derive(Default)]
pub struct ExportDialog {
    open: bool,
    /// Whether it was just opened. The key that opened it must not export.
    just_opened: bool,
    /// The last selected target.
    target: Option<ExportTarget>,
    /// The settings of the targets viewed since the dialog was opened.
    drafts: BTreeMap<ExportTarget, Draft>,
    /// The folder for targets without stored settings.
    folder: String,
    /// The folder that contains the default folders of targets.
    base: Option<PathBuf>,
    /// The folder of the scene file.
    scene_folder: Option<PathBuf>,
    /// The position of the selected item.
    selected: Option<DVec2>,
    preview: Preview,
    last: Option<ExportRequest>,
}

/// The settings of a target.
#[derive(Clone, Debug)]
struct Draft {
    options: ExportOptions,
    folder: String,
    store_in_scene: bool,
    on_save: bool,
}

/// The result of a frame.
#[derive(Clone)]
enum DialogAction {
    Request(ExportRequest),
    Cancel,
}

impl ExportDialog {
    /// Opens it with the settings stored in the scene.
    pub fn open(&mut self) {
        self.open = true;
        self.just_opened = true;
        self.drafts.clear();
    }

    /// Closes the dialog.
    pub fn close(&mut self) {
        self.open = false;
        self.preview = Preview::default();
    }

    /// Whether the dialog is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Sets the folder of the selected target or, while the dialog is closed, of targets without
    /// stored settings.
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

    /// Sets the base of default folders, the folder of the scene file and the position of the
    /// selected item.
    pub fn set_context(
        &mut self,
        base: &Path,
        scene_folder: Option<&Path>,
        selected: Option<DVec2>,
    ) {
        self.base = Some(base.to_owned());
        self.scene_folder = scene_folder.map(Path::to_owned);
        self.selected = selected;
    }

    /// Resets the dialog for another scene.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// The last export, to repeat it.
    pub fn last_request(&self) -> Option<&ExportRequest> {
        self.last.as_ref()
    }

    /// Draws the dialog if it is open.
    pub fn ui(&mut self, ctx: &egui::Context, scene: &Scene) -> Option<ExportRequest> {
        if !self.open {
            return None;
        }
        let stored = || {
            scene
                .editor
                .exports
                .iter()
                .find_map(|setup| ExportTarget::by_id(&setup.to))
        };
        let target = self.target.or_else(stored).unwrap_or(ExportTarget::ALL[0]);
        let mut draft = self.draft(scene, target);
        self.preview.update(ctx, scene, target, &draft.options);
        // Enter exports, except in a text field and on other focused buttons.
        let just_opened = std::mem::take(&mut self.just_opened);
        let enter_pressed = !just_opened
            && !ctx.text_edit_focused()
            && ctx.input(|i| i.events.iter().any(is_enter));
        let screen = ctx.content_rect().size();
        let size = vec2((screen.x - 80.0).min(1040.0), (screen.y - 80.0).min(740.0));
        let frame = egui::Frame::popup(&ctx.global_style())
            .inner_margin(16)
            .corner_radius(2 * theme::ROUNDING);
        let mut selected_target = target;
        let modal = Modal::new(Id::unique("export dialog"))
            .frame(frame)
            .show(ctx, |ui| {
                ui.set_min_width(size.x);
                ui.set_max_width(size.x);
                self.contents_ui(
                    ui,
                    scene,
                    size.y,
                    &mut selected_target,
                    &mut draft,
                    (just_opened, enter_pressed),
                )
            });
        self.target = Some(selected_target);
        self.drafts.insert(target, draft);
        match modal.inner {
            Some(DialogAction::Request(request)) => {
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
            Some(DialogAction::Cancel) => self.close(),
            None if modal.should_close() => self.close(),
            None => {}
        }
        None
    }

    /// The current settings of a target, initially those stored in the scene.
    fn draft(&self, scene: &Scene, target: ExportTarget) -> Draft {
        if let Some(draft) = self.drafts.get(&target) {
            return draft.clone();
        }
        let options = export::saved_options(scene, target);
        let stored = remembered_exports::remembered(scene, target.id());
        let folder = match (stored, &self.base) {
            (Some(setup), _) => {
                remembered_exports::folder_of(&setup.folder, self.scene_folder.as_deref())
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
            store_in_scene: true,
            on_save: stored.is_some_and(|setup| setup.on_save),
        }
    }

    fn contents_ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        height: f32,
        selected_target: &mut ExportTarget,
        draft: &mut Draft,
        (just_opened, enter_pressed): (bool, bool),
    ) -> Option<DialogAction> {
        let colors = theme::colors(ui);
        let target = *selected_target;
        ui.label(
            RichText::new("Export")
                .heading()
                .strong()
                .color(colors.text_strong),
        );
        ui.add_space(4.0);
        let content_height = (height - 142.0).max(160.0);
        let mut action = None;
        let mut pressed = false;
        ui.horizontal_top(|ui| {
            let column = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(vec2(200.0, content_height), column, |ui| {
                list::targets_ui(ui, scene, selected_target, just_opened)
            });
            ui.add_space(8.0);
            ui.allocate_ui_with_layout(vec2(ui.available_width(), content_height), column, |ui| {
                ui.label(
                    RichText::new(target.label())
                        .strong()
                        .color(colors.text_strong),
                );
                ui.label(RichText::new(target.description()).color(colors.text));
                ui.add_space(4.0);
                // Enter exports, so it must not toggle the focused option.
                let before = draft.options;
                pressed = options::options_ui(ui, scene, target, &mut draft.options, self.selected);
                if enter_pressed && !pressed {
                    draft.options = before;
                }
                ui.add_space(6.0);
                action = match self.preview.ui(ui, target) {
                    Some(PreviewAction::Copy { name, text }) => {
                        Some(DialogAction::Request(ExportRequest::Copy { name, text }))
                    }
                    Some(PreviewAction::Origin(origin)) => {
                        draft.options.origin = origin;
                        pressed = true;
                        None
                    }
                    None => None,
                };
            });
        });
        ui.add_space(6.0);
        let action = action.or(folder_ui(ui, &mut draft.folder));
        let action = action.or(store_ui(ui, scene, target, draft, enter_pressed));
        ui.add_space(4.0);
        let enter_used = action.is_some() || pressed;
        action.or(self.buttons_ui(ui, scene, target, draft, enter_pressed && !enter_used))
    }

    fn buttons_ui(
        &self,
        ui: &mut Ui,
        scene: &Scene,
        target: ExportTarget,
        draft: &Draft,
        enter_pressed: bool,
    ) -> Option<DialogAction> {
        let folder =
            remembered_exports::folder_of(draft.folder.trim(), self.scene_folder.as_deref());
        let named = !draft.folder.trim().is_empty();
        let ready = named && !self.preview.has_error(target, &draft.options);
        ui.horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                let export = export_button_ui(ui, ready);
                let cancel = ui.add(Button::new("Cancel").min_size(vec2(72.0, 24.0)));
                let cancel = cancel.on_hover_ui(|ui| {
                    theme::tooltip_ui(ui, "Cancel", "Closes without exporting.", "Escape")
                });
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let (note, is_warning) = self.note(scene, target, draft, &folder);
                    if is_warning {
                        theme::status_ui(ui, false, note);
                    } else {
                        ui.add(
                            Label::new(RichText::new(note).color(theme::colors(ui).text_weak))
                                .truncate(),
                        );
                    }
                });
                if cancel.clicked() {
                    return Some(DialogAction::Cancel);
                }
                let store = match (draft.store_in_scene, draft.on_save) {
                    (false, _) => Store::No,
                    (true, false) => Store::Yes,
                    (true, true) => Store::OnSave,
                };
                let exports = ready && (export.clicked() || enter_pressed);
                exports.then_some(DialogAction::Request(ExportRequest::Export {
                    target,
                    options: draft.options,
                    folder,
                    store,
                }))
            })
        })
        .inner
    }

    /// What will happen to the folder, and whether to warn about it.
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
        let conflicting = scene.editor.exports.iter().find(|setup| {
            let is_same_folder =
                remembered_exports::folder_of(&setup.folder, self.scene_folder.as_deref())
                    == folder;
            is_same_folder && setup.to != target.id() && setup.options != draft.options
        });
        if let Some(other) = conflicting.and_then(|setup| ExportTarget::by_id(&setup.to)) {
            let text = format!(
                "{} also exports there with other options; choose another folder, or files may be overwritten",
                other.label()
            );
            return (text, true);
        }
        let text = match self.preview.count(target) {
            None => String::new(),
            Some(1) => "Writes 1 file and replaces an existing one of the same name".into(),
            Some(files) => {
                format!("Writes {files} files and replaces existing ones of the same names")
            }
        };
        (text, false)
    }
}
