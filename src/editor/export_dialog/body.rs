//! What is between the heading and the buttons of the export dialog: the target, its options, the
//! files, the folder.

use crate::editor::export_dialog::preview::PreviewAction;
use crate::editor::export_dialog::widgets::{folder_ui, store_ui};
use crate::editor::export_dialog::{
    DialogAction, Draft, ExportDialog, ExportRequest, list, options,
};
use crate::editor::theme;
use egui::{Align, Layout, RichText, Ui, vec2};
use steerwright_export::ExportTarget;
use steerwright_runtime::scene::Scene;

/// The height of the preview in a narrow dialog, in points.
const NARROW_PREVIEW: f32 = 260.0;
/// The width of a scroll bar, in points.
const SCROLL_BAR: f32 = 10.0;

/// What the body of the dialog is told about the frame.
#[derive(Clone, Copy)]
pub(super) struct DialogKeys {
    pub(super) just_opened: bool,
    pub(super) enter_pressed: bool,
}

/// What was done in the body of the dialog.
#[derive(Default)]
pub(super) struct BodyOutcome {
    pub(super) action: Option<DialogAction>,
    /// Whether Enter pressed something.
    pub(super) pressed: bool,
}

impl ExportDialog {
    /// Draws everything but the heading and the buttons.
    pub(super) fn body_ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        height: f32,
        selected_target: &mut ExportTarget,
        draft: &mut Draft,
        keys: DialogKeys,
    ) -> BodyOutcome {
        let target = *selected_target;
        let content_height = (height - 142.0).max(160.0);
        let mut outcome = BodyOutcome::default();
        ui.horizontal_top(|ui| {
            let column = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(vec2(200.0, content_height), column, |ui| {
                list::targets_ui(ui, scene, selected_target, keys.just_opened)
            });
            ui.add_space(8.0);
            ui.allocate_ui_with_layout(vec2(ui.available_width(), content_height), column, |ui| {
                let strong = theme::colors(ui).text_strong;
                ui.label(RichText::new(target.label()).strong().color(strong));
                let pressed = self.options_ui(ui, scene, target, draft, keys.enter_pressed);
                ui.add_space(6.0);
                outcome = self.preview_ui(ui, target, draft, pressed);
            });
        });
        self.end_ui(ui, scene, target, draft, keys.enter_pressed, outcome)
    }

    /// Like [`body_ui`](Self::body_ui), in one column.
    pub(super) fn narrow_body_ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        selected_target: &mut ExportTarget,
        draft: &mut Draft,
        enter_pressed: bool,
    ) -> BodyOutcome {
        let target = *selected_target;
        // Beside the scroll bar.
        ui.set_max_width(ui.available_width() - SCROLL_BAR);
        list::target_choice_ui(ui, selected_target);
        ui.add_space(4.0);
        let pressed = self.options_ui(ui, scene, target, draft, enter_pressed);
        ui.add_space(6.0);
        let size = vec2(ui.available_width(), NARROW_PREVIEW);
        let column = Layout::top_down(Align::Min);
        let preview = ui.allocate_ui_with_layout(size, column, |ui| {
            self.preview_ui(ui, target, draft, pressed)
        });
        let outcome = self.end_ui(ui, scene, target, draft, enter_pressed, preview.inner);
        self.note_ui(ui, scene, target, draft);
        ui.add_space(4.0);
        outcome
    }

    /// Draws the description and the options of a target. Returns whether Enter pressed a button.
    fn options_ui(
        &self,
        ui: &mut Ui,
        scene: &Scene,
        target: ExportTarget,
        draft: &mut Draft,
        enter_pressed: bool,
    ) -> bool {
        ui.label(RichText::new(target.description()).color(theme::colors(ui).text));
        ui.add_space(4.0);
        // Enter exports, so it must not toggle the focused option.
        let before = draft.options;
        let pressed = options::options_ui(ui, scene, target, &mut draft.options, self.selected);
        if enter_pressed && !pressed {
            draft.options = before;
        }
        pressed
    }

    /// Draws the files. `pressed` says whether Enter already pressed something.
    fn preview_ui(
        &mut self,
        ui: &mut Ui,
        target: ExportTarget,
        draft: &mut Draft,
        pressed: bool,
    ) -> BodyOutcome {
        let mut outcome = BodyOutcome {
            action: None,
            pressed,
        };
        match self.preview.ui(ui, target) {
            Some(PreviewAction::Copy { name, text }) => {
                let copy = ExportRequest::Copy { name, text };
                outcome.action = Some(DialogAction::Request(copy));
            }
            Some(PreviewAction::Origin(origin)) => {
                draft.options.origin = origin;
                outcome.pressed = true;
            }
            None => {}
        }
        outcome
    }

    /// Draws the folder, and what is stored.
    fn end_ui(
        &self,
        ui: &mut Ui,
        scene: &Scene,
        target: ExportTarget,
        draft: &mut Draft,
        enter_pressed: bool,
        before: BodyOutcome,
    ) -> BodyOutcome {
        ui.add_space(6.0);
        let action = before.action.or(folder_ui(ui, &mut draft.folder));
        BodyOutcome {
            action: action.or(store_ui(ui, scene, target, draft, enter_pressed)),
            ..before
        }
    }
}
