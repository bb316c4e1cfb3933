//! Drawing the keyboard cursor, and describing it to screen readers.

use crate::editor::canvas::Canvas;
use crate::editor::canvas::input::keyboard_cursor::perform::coordinates;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::Caption;
use crate::editor::theme;
use egui::{Align2, Painter, Pos2, Response, Stroke, Ui, Vec2};
use steerwright_authoring::CanvasContext;
use steerwright_authoring::tool::Tool;

/// The length of the arms of the crosshair and the gap in its middle, in points.
const ARM: f32 = 16.0;
const GAP: f32 = 4.0;
/// The width of its lines and of their outline, in points.
const WIDTH: f32 = 1.5;
const OUTLINE: f32 = 4.0;
/// The distance of the coordinates, in points.
const LABEL_OFFSET: Vec2 = Vec2::new(14.0, 30.0);
/// The room around their text, in points.
const PADDING: Vec2 = Vec2::new(4.0, 1.0);

impl Canvas {
    /// Draws the cursor with its coordinates.
    pub(in crate::editor::canvas) fn draw_keyboard_cursor(
        &self,
        ui: &Ui,
        canvas: &Response,
        tool: &Tool,
        context: &CanvasContext<'_>,
    ) {
        let selection = &context.session.selection;
        let painter = ui.painter_at(canvas.rect);
        if canvas.has_focus() {
            let stroke = Stroke::new(2.0, theme::colors(ui).accent);
            painter.rect_stroke(canvas.rect, 0.0, stroke, egui::StrokeKind::Inside);
        }
        let Some(at) = self.keyboard.place(tool, selection) else {
            return;
        };
        let screen = Screen::new(self.viewport, canvas.rect);
        crosshair(&painter, screen.pos(at), self.keyboard.holds);
        let scene = &context.session.scene;
        let placed = context
            .snapped
            .as_ref()
            .map_or(at, |snapped| snapped.position);
        let text = coordinates(placed, &scene.unit);
        label(&painter, screen.pos(at), &text);
        let under = match tool {
            Tool::Select(select) => select.hovered().map(|item| item.describe(scene)),
            Tool::Pen(_)
            | Tool::Freehand(_)
            | Tool::Rectangle(_)
            | Tool::Place(_)
            | Tool::Spawner(_)
            | Tool::PictureScale(_)
            | Tool::Pan => (context.snapped.as_ref()).and_then(|snapped| snapped.describe(scene)),
        };
        let value = under.map_or_else(|| text.clone(), |under| format!("{text}, {under}"));
        let describe = |node: &mut egui::accesskit::Node| node.set_value(value);
        ui.ctx().accesskit_node_builder(canvas.id, describe);
    }
}

fn crosshair(painter: &Painter, at: Pos2, holds: bool) {
    let colors = theme::colors(painter.ctx());
    for (width, color) in [(OUTLINE, colors.canvas), (WIDTH, colors.text_strong)] {
        let stroke = Stroke::new(width, color);
        for arm in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
            painter.line_segment([at + arm * GAP, at + arm * ARM], stroke);
        }
        if holds {
            painter.circle_stroke(at, ARM * 0.6, stroke);
        }
    }
    painter.circle_filled(at, WIDTH, colors.accent);
}

/// The coordinates below the cursor, or above it at the lower edge, within the canvas.
fn label(painter: &Painter, at: Pos2, text: &str) {
    let color = theme::colors(painter.ctx()).text_strong;
    let mut caption = Caption::new(painter, at + LABEL_OFFSET, Align2::LEFT_TOP, text, color);
    let area = painter.clip_rect().shrink(2.0);
    let label = caption.rect.expand2(PADDING);
    let mut place = at + LABEL_OFFSET;
    if place.y + label.height() > area.max.y {
        place.y = at.y - LABEL_OFFSET.y - label.height();
    }
    if place.x + label.width() > area.max.x {
        place.x = at.x - LABEL_OFFSET.x - label.width();
    }
    caption.rect = label.translate(place - label.min).shrink2(PADDING);
    caption.draw(painter);
}
