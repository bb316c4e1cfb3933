//! Drawing spawners: an icon where agents enter, beside the item at which they do, or on a
//! rectangle at whose edge they do.

use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::shapes::caption;
use crate::editor::canvas::{Screen, agent_labels};
use crate::editor::theme;
use egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use steerwright_authoring::spawners::Shown;
use steerwright_authoring::{Item, spawners};
use steerwright_runtime::scene::{Scene, SpawnPlace};

/// The size of an icon, in points.
const ICON: f32 = 16.0;
/// The size of an icon beside an item, in points.
const ICON_BESIDE: f32 = 11.0;
/// The distance between an icon and the name, in points.
const NAME_GAP: f32 = 5.0;

/// A spawner whose name is to be drawn.
pub(super) struct Named<'a> {
    name: &'a str,
    icon: Pos2,
    /// The size of its icon, in points.
    size: f32,
    /// Whether its place is an agent or a marker.
    is_beside: bool,
    /// Whether it is selected or hovered.
    is_marked: bool,
}

/// Draws spawners, adds their icons to the `taken` areas, and returns those with a name. Those at
/// agents are hidden while the scene plays, because they move with them.
pub(super) fn draw<'a>(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    shown: &[Shown<'a>],
    emphasis: &Emphasis<'_>,
    (names, is_playing): (bool, bool),
    taken: &mut Vec<Rect>,
) -> Vec<Named<'a>> {
    let colors = theme::colors(painter.ctx());
    let mut all_named = Vec::new();
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
        if spawner.place_target().is_some() {
            let line = Stroke::new(1.0, color.gamma_multiply(0.6));
            painter.line_segment([place, icon], line);
        }
        let size = icon_size(own);
        draw_icon(painter, icon, size, colors.canvas, stroke);
        taken.push(Rect::from_center_size(icon, Vec2::splat(size)));
        let is_marked = selected || hovered;
        if (names && !is_at_agent || is_marked) && screen.rect.contains(icon) {
            all_named.push(Named {
                name: &spawner.name,
                icon,
                size,
                is_beside: spawner.place_target().is_some(),
                is_marked,
            });
        }
    }
    all_named
}

/// Draws the names of spawners where they cover none of the `taken` areas, which they are added to:
/// those of selected and hovered ones first.
pub(super) fn draw_names(
    painter: &Painter,
    screen: &Screen,
    named: &[Named<'_>],
    taken: &mut Vec<Rect>,
) {
    let colors = theme::colors(painter.ctx());
    let (first, rest): (Vec<_>, Vec<_>) = named.iter().partition(|own| own.is_marked);
    for own in first.into_iter().chain(rest) {
        let size = agent_labels::about_size(own.name);
        let mut places = agent_labels::around(own.icon, own.size / 2.0 + NAME_GAP);
        if own.is_beside {
            // To the right: its own name is above or below it.
            places.rotate_left(2);
        }
        let places = places.map(|place| agent_labels::moved_into(screen.rect, place, size));
        let place = agent_labels::free_place(places, size, screen.rect, taken);
        if let Some((align, at)) = place {
            taken.push(caption(painter, at, align, own.name, colors.text));
        }
    }
}

fn icon_size(own: &Shown<'_>) -> f32 {
    if own.spawner.place_target().is_some() {
        ICON_BESIDE
    } else {
        ICON
    }
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
