//! The Simplify dialog, which previews the result on the canvas.

use crate::editor::theme;
use crate::editor::widgets::dialog;
use crate::editor::widgets::expression_field::number_field;
use egui::{Context, Id, Modal, RichText, Slider};
use steerwright_authoring::Session;
use steerwright_authoring::paths::simplify;
use steerwright_runtime::scene::PathId;

/// The state of the open dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplifyDialog {
    paths: Vec<PathId>,
    tolerance: f64,
    /// The maximum of the slider, in units.
    max_tolerance: f64,
    /// The number of nodes before simplifying.
    initial_count: usize,
}

/// The result of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplifyResult {
    /// Keep the simplified paths.
    Apply,
    /// Restore the paths.
    Cancel,
}

impl SimplifyDialog {
    /// Opens the dialog for some paths with a suitable tolerance and shows the preview.
    pub fn open(session: &mut Session, paths: Vec<PathId>) -> Self {
        // The preview rolls back uncommitted changes, so commit earlier edits first.
        session.commit();
        let scale = paths
            .iter()
            .filter_map(|&id| session.scene.path(id))
            .map(simplify::scale_of)
            .fold(0.0, f64::max);
        let scale = if scale > 0.0 { scale } else { 1.0 };
        let dialog = Self {
            initial_count: count(session, &paths),
            paths,
            tolerance: scale * 0.2,
            max_tolerance: scale * 4.0,
        };
        dialog.update_preview(session);
        dialog
    }

    fn update_preview(&self, session: &mut Session) {
        session.roll_back();
        for &path in &self.paths {
            simplify::simplify(&mut session.scene, path, self.tolerance);
        }
        session.name_step("Simplify path");
    }

    /// Draws the dialog at the right edge of the canvas, so that the preview stays visible.
    pub fn ui(&mut self, ctx: &Context, session: &mut Session) -> Option<SimplifyResult> {
        // Enter in the field only ends typing.
        let enter_pressed =
            !ctx.text_edit_focused() && ctx.input(|i| i.key_pressed(egui::Key::Enter));
        let area = Modal::default_area(Id::unique("simplify"))
            .anchor(egui::Align2::RIGHT_TOP, [-340.0, 60.0]);
        let modal = Modal::new(Id::unique("simplify"))
            .area(area)
            .backdrop_color(egui::Color32::TRANSPARENT)
            .show(ctx, |ui| {
                dialog::fit_width(ui, 300.0);
                ui.heading("Simplify");
                ui.label(
                    RichText::new("Removes nodes within this distance of the simplified line.")
                        .color(theme::colors(ui).text_weak),
                );
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    let name = ui.label("Tolerance").id;
                    let suffix = format!(" {}", session.scene.unit);
                    let (most, speed) = (self.max_tolerance, self.tolerance * 0.01);
                    let accent = theme::colors(ui).accent;
                    let response = theme::number_slider_ui(
                        ui,
                        name,
                        &mut self.tolerance,
                        |tolerance| {
                            Slider::new(tolerance, 0.0..=most)
                                .clamping(egui::SliderClamping::Never)
                                .max_decimals(4)
                                .logarithmic(true)
                                .smallest_positive(most * 1e-3)
                        },
                        |ui, tolerance| {
                            let field = number_field(ui, tolerance, &suffix);
                            field.max_decimals(4).speed(speed.max(most * 1e-4))
                        },
                        accent,
                    );
                    if response.changed() {
                        self.tolerance = self.tolerance.max(0.0);
                        self.update_preview(session);
                    }
                });
                ui.label(format!(
                    "Keeps {} of {} nodes",
                    count(session, &self.paths),
                    self.initial_count
                ));
                ui.label(
                    RichText::new("Nodes with their own wait, speed or radius are always kept.")
                        .color(theme::colors(ui).text_weak),
                );
                ui.add_space(8.0);
                ui.horizontal(|ui| {
                    (
                        ui.button("Simplify").clicked(),
                        ui.button("Cancel").clicked(),
                    )
                })
                .inner
            });
        match modal.inner {
            (true, _) => Some(SimplifyResult::Apply),
            (_, true) => Some(SimplifyResult::Cancel),
            _ if enter_pressed => Some(SimplifyResult::Apply),
            _ => modal.should_close().then_some(SimplifyResult::Cancel),
        }
    }
}

fn count(session: &Session, paths: &[PathId]) -> usize {
    paths
        .iter()
        .filter_map(|&id| session.scene.path(id))
        .map(|path| path.nodes.len())
        .sum()
}
