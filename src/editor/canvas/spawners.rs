//! Drawing spawners: an icon where agents enter, beside the item at which they do, or on a rectangle at whose edge they do.

use crate::editor::canvas::Screen;
use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::shapes::caption;
use crate::editor::theme;
use egui::{Align2, Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use steerwright_authoring::spawners::Shown;
use steerwright_authoring::{Item, spawners};
use steerwright_runtime::scene::{Scene, SpawnPlace};

/// The size of an icon, in points.
const ICON: f32 = 16.0;
/// The size of an icon beside an item, in points.
const ICON_BESIDE: f32 = 11.0;
/// The distance between an icon and the name, in points.
const NAME_GAP: f32 = 5.0;

/// Draws spawners and returns where their icons and names are. Those at agents are hidden while the scene plays, because they move with them.
pub(super) fn draw(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    shown: &[Shown<'_>],
    emphasis: &Emphasis<'_>,
    (names, is_playing): (bool, bool),
) -> Vec<Rect> {
    let colors = theme::colors(painter.ctx());
    let mut taken = Vec::new();
    for own in shown {
        let spawner = own.spawner;
        let (selected, hovered) = emphasis.of(Item::Spawner(spawner.id));
        let is_at_agent = matches!(spawner.place, SpawnPlace::Agent(_));
        if is_playing && is_at_agent && !selected && !hovered {
            continue;
        }
        let preset = scene.preset(spawner.preset);
        let base = preset.map_or(colors.text, |preset| colors.item(preset.color));
        let color = if selected { colors.accent } else { base };
        let stroke = Stroke::new(if selected || hovered { 2.0 } else { 1.5 }, color);
        if let SpawnPlace::Edge(edge) = spawner.place {
            for side in spawners::sides(edge) {
                let ends = [screen.pos(side.a), screen.pos(side.b)];
                painter.extend(screen.dashed_line(ends, stroke, 8.0, 6.0));
            }
        }
        let (place, icon) = (screen.pos(own.place), screen.pos(own.icon));
        let is_beside = spawner.place_target().is_some();
        if is_beside {
            let line = Stroke::new(1.0, color.gamma_multiply(0.6));
            painter.line_segment([place, icon], line);
        }
        let size = if is_beside { ICON_BESIDE } else { ICON };
        draw_icon(painter, icon, size, colors.canvas, stroke);
        taken.push(Rect::from_center_size(icon, Vec2::splat(size)));
        let named = names && !is_at_agent || selected || hovered;
        if named && screen.rect.contains(icon) {
            // Beside an item, to the right: its own name is above it.
            let (align, offset) = if is_beside {
                (Align2::LEFT_CENTER, Vec2::new(size / 2.0 + NAME_GAP, 0.0))
            } else {
                (Align2::CENTER_TOP, Vec2::new(0.0, size / 2.0 + NAME_GAP))
            };
            let at = icon + offset;
            taken.push(caption(painter, at, align, &spawner.name, colors.text));
        }
    }
    taken
}

/// A square with a plus.
fn draw_icon(painter: &Painter, at: Pos2, size: f32, fill: Color32, stroke: Stroke) {
    let rect = Rect::from_center_size(at, Vec2::splat(size));
    painter.rect_filled(rect, 3.0, fill);
    let tint = stroke.color.gamma_multiply(0.15);
    painter.rect(rect, 3.0, tint, stroke, StrokeKind::Inside);
    let arm = size * 0.28;
    for direction in [Vec2::X, Vec2::Y] {
        painter.line_segment([at - direction * arm, at + direction * arm], stroke);
    }
}
