//! The legend of plots with several agents.

use crate::editor::theme;
use crate::editor::timeline::figures::curve_tip;
use crate::editor::timeline::plot_lines::line_color;
use crate::editor::timeline::quantity::Quantity;
use crate::editor::timeline::{TimelineInput, TimelineState};
use egui::{Align2, FontId, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2};

/// The height of the legend, in points.
pub(super) const LEGEND_HEIGHT: f32 = 18.0;
/// In a lower panel there is no legend, in points.
pub(super) const MIN_HEIGHT_WITH_LEGEND: f32 = 78.0;

/// Names the lines of several agents. A click on a name shows or hides its lines.
pub(super) fn legend_ui(
    ui: &mut Ui,
    row: Rect,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
) {
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
        let is_hidden = state.hidden.contains(&agent);
        let color = line_color(input, Quantity::Speed, index);
        let color = if is_hidden { colors.outline } else { color };
        painter.hline(left..=left + SAMPLE, middle, Stroke::new(2.0, color));
        let at = pos2(left + SAMPLE + SPACE, middle - galley.size().y / 2.0);
        let place = Rect::from_min_max(
            pos2(left, row.top()),
            pos2(at.x + galley.size().x, row.top() + LEGEND_HEIGHT),
        );
        let response = ui.interact(place, ui.scope_id().with(("legend", agent)), Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, !is_hidden, format!("Legend of {name}"))
        });
        let is_lit = response.hovered() || response.has_focus();
        let text = if is_lit {
            colors.text_strong
        } else {
            colors.text_weak
        };
        painter.galley_with_override_text_color(at, galley, text);
        if response.on_hover_text(curve_tip(name, is_hidden)).clicked() {
            state.toggle_curve(agent);
        }
        left += width;
    }
}
