//! The export dialog: a target, its options, a folder and a preview of the files.

mod body;
mod buttons;
mod file_preview;
mod list;
mod options;
mod preview;
mod widgets;

use crate::editor::theme;
use body::DialogKeys;
use egui::{Context, Id, Modal, Popup, RichText, ScrollArea, Ui, Vec2, vec2};
use glam::DVec2;
use preview::Preview;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright_authoring::remembered::exports;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;
use widgets::is_enter;

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

/// The largest size, and the smallest in which nothing scrolls, in points. What is beside the
/// preview needs the height.
const LARGEST: Vec2 = vec2(1040.0, 740.0);
const SMALLEST: Vec2 = vec2(620.0, 480.0);
/// The room around the dialog, and in a small window, in points.
const MARGIN: f32 = 80.0;
const SMALL_MARGIN: f32 = 48.0;
/// The room for the heading and the buttons, in points.
const BUTTONS: f32 = 74.0;

/// Whether the window is so small that everything is in one column, which scrolls.
fn is_small(ctx: &Context) -> bool {
    let size = ctx.content_rect().size() - Vec2::splat(MARGIN);
    size.x < SMALLEST.x || size.y < SMALLEST.y
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
        // Enter exports, except in a text field, in an open list, and on other focused buttons.
        let just_opened = std::mem::take(&mut self.just_opened);
        let enter_pressed = !just_opened
            && !ctx.text_edit_focused()
            && !Popup::is_any_open(ctx)
            && ctx.input(|i| i.events.iter().any(is_enter));
        let keys = DialogKeys {
            just_opened,
            enter_pressed,
        };
        let screen = ctx.content_rect().size();
        let around = if is_small(ctx) { SMALL_MARGIN } else { MARGIN };
        let size = (screen - Vec2::splat(around)).min(LARGEST);
        let frame = egui::Frame::popup(&ctx.global_style())
            .inner_margin(16)
            .corner_radius(2 * theme::ROUNDING);
        let mut selected_target = target;
        let modal = Modal::new(Id::unique("export dialog"))
            .frame(frame)
            .show(ctx, |ui| {
                ui.set_min_width(size.x);
                ui.set_max_width(size.x);
                self.contents_ui(ui, scene, size, &mut selected_target, &mut draft, keys)
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
        let stored = exports::remembered(scene, target.id());
        let folder = match (stored, &self.base) {
            (Some(setup), _) => exports::folder_of(&setup.folder, self.scene_folder.as_deref())
                .display()
                .to_string(),
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
        size: Vec2,
        selected_target: &mut ExportTarget,
        draft: &mut Draft,
        keys: DialogKeys,
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
        let outcome = if is_small(ui.ctx()) {
            // The buttons stay in view.
            let area = ScrollArea::vertical()
                .max_height((size.y - BUTTONS).max(40.0))
                .min_scrolled_height((size.y - BUTTONS).max(40.0))
                .auto_shrink(false);
            let body = area.show(ui, |ui| {
                self.narrow_body_ui(ui, scene, selected_target, draft, keys.enter_pressed)
            });
            body.inner
        } else {
            self.body_ui(ui, scene, size.y, selected_target, draft, keys)
        };
        ui.add_space(4.0);
        let enter_used = outcome.action.is_some() || outcome.pressed;
        let exports = keys.enter_pressed && !enter_used;
        (outcome.action).or(self.buttons_ui(ui, scene, target, draft, exports))
    }
}
