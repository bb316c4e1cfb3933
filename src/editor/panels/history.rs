//! The history panel: a list of all steps. Clicking a step goes to it.

use crate::editor::theme;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, FontId, Pos2, RichText, Role, ScrollArea, Sense, TextFormat, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;
use steerwright_authoring::History;

/// The height of a row, in points.
const ROW: f32 = 20.0;

/// The state of the history panel.
#[derive(Clone, Debug, Default)]
pub struct HistoryPanel {
    /// The step that was visible when the panel was last drawn.
    scrolled_to: Option<(usize, usize)>,
}

impl HistoryPanel {
    /// Draws the list. Returns the number of steps to be done, if a step was clicked.
    pub fn ui(&mut self, ui: &mut Ui, history: &History, first: &str) -> Option<usize> {
        let colors = theme::colors(ui);
        let (steps, done) = history.steps();
        let count = steps.len();
        ui.horizontal(|ui| {
            ui.label(RichText::new("History").strong().color(colors.text_strong));
            let place = match count {
                0 => "No changes yet".to_owned(),
                _ => format!("{done} of {count}"),
            };
            ui.label(RichText::new(place).small().color(colors.text_weak));
        });
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        if self.scrolled_to.replace((done, count)) != Some((done, count)) {
            // Scroll to the current step, with earlier steps above it.
            area = area
                .vertical_scroll_offset(((done + 3) as f32 * ROW - ui.available_height()).max(0.0));
        }
        let mut clicked = None;
        area.show_rows(ui, ROW, count + 1, |ui, range| {
            for index in range {
                let name = if index == 0 {
                    first
                } else {
                    steps.get(index - 1).copied().unwrap_or_default()
                };
                if step_ui(ui, index, name, done) {
                    clicked = Some(index);
                }
            }
        });
        clicked.filter(|&index| index != done)
    }
}

/// Draws a step. `done` is the number of the current one.
fn step_ui(ui: &mut Ui, index: usize, name: &str, done: usize) -> bool {
    let colors = theme::colors(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, ui.scope_id().with(("step", index)), Sense::click());
    let (is_current, is_undone) = (index == done, index > done);
    let label = match (is_current, is_undone) {
        (true, _) => format!("Step {index}, {name}, current"),
        (_, true) => format!("Step {index}, {name}, undone"),
        _ => format!("Step {index}, {name}"),
    };
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_current, &label));
    let painter = ui.painter();
    if is_current {
        painter.rect_filled(
            rect,
            f32::from(theme::ROUNDING),
            ui.visuals().selection.bg_fill,
        );
        let at = Pos2::new(rect.left() + 4.0, rect.center().y);
        painter.text(
            at,
            Align2::LEFT_CENTER,
            icons::ICON_CHEVRON_RIGHT.codepoint,
            FontId::proportional(14.0),
            colors.text_strong,
        );
    } else if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, f32::from(theme::ROUNDING), colors.card);
    }
    let color = match (is_current, is_undone) {
        (true, _) => colors.text_strong,
        (_, true) => colors.text_weak.gamma_multiply(0.7),
        _ => colors.text,
    };
    let mut job = LayoutJob::single_section(
        name.to_owned(),
        TextFormat::simple(FontId::proportional(theme::BODY_SIZE), color),
    );
    job.wrap = TextWrapping::truncate_at_width((rect.width() - 26.0).max(1.0));
    let galley = painter.layout_job(job);
    let text_rect = Align2::LEFT_CENTER.anchor_size(
        Pos2::new(rect.left() + 22.0, rect.center().y),
        galley.size(),
    );
    painter.galley(text_rect.min, galley, color);
    response.clicked()
}
