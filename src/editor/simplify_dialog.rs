//! Simplify: how far the line may stray, tried out on the canvas while it is asked.

use crate::editor::expression_field::typed;
use crate::editor::theme;
use egui::{Context, Id, Modal, RichText, Slider};
use steerwright_authoring::{Session, simplify};
use steerwright_runtime::scene::PathId;

/// The dialog, while it is open.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplifyDialog {
    paths: Vec<PathId>,
    tolerance: f64,
    /// What the slider reaches, u.
    most: f64,
    /// How many nodes there were.
    before: usize,
}

/// How a dialog ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportReport {
    /// What is seen is kept.
    Keep,
    /// All is as before.
    Cancel,
}

impl SimplifyDialog {
    /// The dialog for some paths, with a tolerance that suits them, already tried out.
    pub fn open(session: &mut Session, paths: Vec<PathId>) -> Self {
        // Trying out begins with taking back: what was edited before is a step of its own.
        session.commit();
        let scale = paths
            .iter()
            .filter_map(|&id| session.scene.path(id))
            .map(simplify::scale_of)
            .fold(0.0, f64::max);
        let scale = if scale > 0.0 { scale } else { 1.0 };
        let dialog = Self {
            before: count(session, &paths),
            paths,
            tolerance: scale * 0.2,
            most: scale * 4.0,
        };
        dialog.try_out(session);
        dialog
    }

    fn try_out(&self, session: &mut Session) {
        session.roll_back();
        for &path in &self.paths {
            simplify::simplify(&mut session.scene, path, self.tolerance);
        }
        session.name_step("Simplify path");
    }

    /// Draws the dialog at the right edge of the canvas, so that what it does can be seen.
    pub fn ui(&mut self, ctx: &Context, session: &mut Session) -> Option<ExportReport> {
        // Enter in the field ends the typing, not the dialog.
        let entered = !ctx.text_edit_focused() && ctx.input(|i| i.key_pressed(egui::Key::Enter));
        let area = Modal::default_area(Id::unique("simplify"))
            .anchor(egui::Align2::RIGHT_TOP, [-340.0, 60.0]);
        let modal = Modal::new(Id::unique("simplify"))
            .area(area)
            .backdrop_color(egui::Color32::TRANSPARENT)
            .show(ctx, |ui| {
                ui.set_width(300.0);
                ui.heading("Simplify");
                ui.label(
                    RichText::new("Nodes go that lie this near to the line through the others.")
                        .color(theme::TEXT_WEAK),
                );
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    let name = ui.label("Tolerance").id;
                    let suffix = format!(" {}", session.scene.unit);
                    let parse = typed(ui, self.tolerance, &suffix);
                    let slider = Slider::new(&mut self.tolerance, 0.0..=self.most)
                        .clamping(egui::SliderClamping::Never)
                        .max_decimals(4);
                    let slider = slider
                        .suffix(suffix)
                        .custom_parser(parse)
                        .update_while_editing(false)
                        .logarithmic(true)
                        .smallest_positive(self.most * 1e-3);
                    if ui.add(slider).labelled_by(name).changed() {
                        self.tolerance = self.tolerance.max(0.0);
                        self.try_out(session);
                    }
                });
                ui.label(format!(
                    "{} of {} nodes stay",
                    count(session, &self.paths),
                    self.before
                ));
                ui.label(
                    RichText::new("Nodes with a wait, speed or radius of their own always stay.")
                        .color(theme::TEXT_WEAK),
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
            (true, _) => Some(ExportReport::Keep),
            (_, true) => Some(ExportReport::Cancel),
            _ if entered => Some(ExportReport::Keep),
            _ => modal.should_close().then_some(ExportReport::Cancel),
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
