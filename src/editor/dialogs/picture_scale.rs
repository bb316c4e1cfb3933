//! The dialog that asks for the distance between two points of a picture.

use crate::editor::theme;
use crate::editor::theme::default_button_ui;
use crate::editor::widgets::dialog;
use crate::editor::widgets::expression_field::number_field;
use egui::{Context, Id, Modal, RichText};
use steerwright_authoring::Session;
use steerwright_authoring::tool::{Tool, ToolKey};

/// The smallest and the largest distance, in units.
const RANGE: std::ops::RangeInclusive<f64> = 1e-6..=1e9;

/// The state of the dialog, which is open while both points are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureScaleDialog {
    distance: Option<f64>,
}

impl PictureScaleDialog {
    /// Whether the dialog is open.
    pub fn is_open(&self) -> bool {
        self.distance.is_some()
    }

    /// Draws the dialog, and scales the picture when it is confirmed.
    pub fn ui(&mut self, ctx: &Context, tool: &mut Tool, session: &mut Session) {
        let Tool::PictureScale(scale) = tool else {
            self.distance = None;
            return;
        };
        let Some(measured) = scale.measured() else {
            self.distance = None;
            return;
        };
        let distance = self.distance.get_or_insert(measured);
        // Enter in the field only ends typing.
        let enter_pressed =
            !ctx.text_edit_focused() && ctx.input(|i| i.key_pressed(egui::Key::Enter));
        let modal = Modal::new(Id::unique("picture scale")).show(ctx, |ui| {
            dialog::fit_width(ui, 320.0);
            ui.heading("Set picture scale");
            let text = "How far apart are the two points in the level?";
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                let name = ui.label("Distance").id;
                let suffix = format!(" {}", session.scene.unit);
                let field = number_field(ui, distance, &suffix).speed(0.02).range(RANGE);
                ui.add(field.max_decimals(3)).labelled_by(name);
            });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                (
                    default_button_ui(ui, "Scale picture"),
                    ui.button("Cancel").clicked(),
                )
            })
            .inner
        });
        let distance = *distance;
        if modal.inner.0 || enter_pressed {
            scale.apply(distance, session);
            *tool = Tool::default();
            self.distance = None;
        } else if modal.inner.1 || modal.should_close() {
            tool.key(ToolKey::Escape, session);
            self.distance = None;
        }
    }
}
