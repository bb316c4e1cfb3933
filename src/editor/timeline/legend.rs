//! The legend of plots with several agents.

use super::TimelineInput;
use super::plot_lines::line_color;
use super::quantity::Quantity;
use crate::editor::theme;
use egui::{Align2, FontId, Rect, Stroke, Ui, pos2};

/// The height of the legend, in points.
pub(super) const LEGEND_HEIGHT: f32 = 18.0;
/// In a lower panel there is no legend, in points.
pub(super) const MIN_HEIGHT_WITH_LEGEND: f32 = 90.0;
/// Names the lines of several agents.
pub(super) fn legend_ui(ui: &mut Ui, row: Rect, input: &TimelineInput<'_>) {
    /// The width of a sample of a line, and the space around it, in points.
    const SAMPLE: f32 = 14.0;
    const SPACE: f32 = 6.0;
    let colors = theme::colors(ui);
    let painter = ui.painter_at(row);
    let font = FontId::proportional(theme::SMALL_SIZE);
    let middle = row.top() + LEGEND_HEIGHT / 2.0;
    let mut left = row.left() + 2.0;
    for (index, &agent) in input.agents.iter().enumerate() {
        let name = input.agent_name(agent);
        let galley = painter.layout_no_wrap(name.to_owned(), font.clone(), colors.text_weak);
        let more = input.agents.len() - index - 1;
        // Room for "and 10 more".
        let reserved = if more > 0 { 70.0 } else { 0.0 };
        let width = SAMPLE + 3.0 * SPACE + galley.size().x;
        if left + width + reserved > row.right() {
            let at = pos2(left, middle);
            let text = format!("and {} more", more + 1);
            painter.text(at, Align2::LEFT_CENTER, text, font, colors.text_weak);
            return;
        }
        let color = line_color(input, Quantity::Speed, index);
        painter.hline(left..=left + SAMPLE, middle, Stroke::new(2.0, color));
        let at = pos2(left + SAMPLE + SPACE, middle - galley.size().y / 2.0);
        painter.galley(at, galley, colors.text_weak);
        left += width;
    }
}
