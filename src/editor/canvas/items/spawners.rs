//! Drawing spawners: an icon where agents enter, beside the item at which they do, or on a
//! rectangle at whose edge they do.

use crate::editor::canvas::labels::agent_labels;
use crate::editor::canvas::labels::agent_labels::LabelPlace;
use crate::editor::canvas::labels::obstacles::{AreaOf, Obstacles};
use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::Caption;
use crate::editor::theme;
use egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use steerwright_authoring::Item;
use steerwright_authoring::spawners::Shown;
use steerwright_runtime::scene::{Scene, SpawnPlace};

/// The size of an icon, in points.
const ICON: f32 = 16.0;
/// The size of an icon beside an item, in points.
const ICON_BESIDE: f32 = 11.0;
/// The distance between an icon and the name, in points.
const NAME_GAP: f32 = 5.0;

/// A spawner that is drawn.
struct Drawn<'a> {
    shown: &'a Shown<'a>,
    selected: bool,
    hovered: bool,
}

/// What spawners are drawn from.
pub(crate) struct SpawnerScene<'a> {
    pub(crate) all: &'a [Shown<'a>],
    pub(crate) emphasis: &'a Emphasis<'a>,
    pub(crate) is_playing: bool,
}

impl<'a> SpawnerScene<'a> {
    /// Those at agents are hidden while the scene plays, because they move with them.
    fn drawn(&self) -> impl Iterator<Item = Drawn<'a>> {
        self.all.iter().filter_map(|shown| {
            let (selected, hovered) = self.emphasis.of(Item::Spawner(shown.spawner.id));
            let is_hidden = self.is_playing && is_at_agent(shown) && !selected && !hovered;
            (!is_hidden).then_some(Drawn {
                shown,
                selected,
                hovered,
            })
        })
    }
}

fn is_at_agent(shown: &Shown<'_>) -> bool {
    matches!(shown.spawner.place, SpawnPlace::Agent(_))
}

/// Where the icons are, for labels to keep off.
pub(crate) fn icons(screen: &Screen, spawners: &SpawnerScene<'_>) -> impl Iterator<Item = Rect> {
    spawners.drawn().map(|Drawn { shown, .. }| {
        Rect::from_center_size(screen.pos(shown.icon), Vec2::splat(icon_size(shown)))
    })
}

/// Draws spawners.
pub(crate) fn draw(painter: &Painter, screen: &Screen, scene: &Scene, spawners: &SpawnerScene<'_>) {
    let colors = theme::colors(painter.ctx());
    for Drawn {
        shown,
        selected,
        hovered,
    } in spawners.drawn()
    {
        let spawner = shown.spawner;
        let preset = scene.preset(spawner.preset);
        let base = preset.map_or(colors.text, |preset| colors.item(preset.color));
        let color = if selected { colors.accent } else { base };
        let stroke = Stroke::new(if selected || hovered { 2.0 } else { 1.5 }, color);
        if let SpawnPlace::Edge(edge) = spawner.place {
            for side in steerwright_authoring::spawners::sides(edge) {
                let ends = [screen.pos(side.a), screen.pos(side.b)];
                painter.extend(screen.dashed_line(ends, stroke, 8.0, 6.0));
            }
        }
        let (place, icon) = (screen.pos(shown.place), screen.pos(shown.icon));
        if spawner.place_target().is_some() {
            let line = Stroke::new(1.0, color.gamma_multiply(0.6));
            painter.line_segment([place, icon], line);
        }
        draw_icon(painter, icon, icon_size(shown), colors.canvas, stroke);
    }
}

/// Places the names of spawners where they cover nothing, those of selected and hovered ones first.
pub(crate) fn place_names(
    painter: &Painter,
    screen: &Screen,
    spawners: &SpawnerScene<'_>,
    names: bool,
    obstacles: &mut Obstacles,
) -> Vec<Caption> {
    let colors = theme::colors(painter.ctx());
    let is_marked = |drawn: &Drawn<'_>| drawn.selected || drawn.hovered;
    let named = spawners.drawn().filter(|drawn| {
        (names && !is_at_agent(drawn.shown) || is_marked(drawn))
            && screen.rect.contains(screen.pos(drawn.shown.icon))
    });
    let (first, rest): (Vec<_>, Vec<_>) = named.partition(is_marked);
    let mut placed = Vec::new();
    for Drawn { shown, .. } in first.into_iter().chain(rest) {
        let name = &shown.spawner.name;
        let size = agent_labels::about_size(name);
        let distance = icon_size(shown) / 2.0 + NAME_GAP;
        let mut places = agent_labels::around(screen.pos(shown.icon), distance);
        if shown.spawner.place_target().is_some() {
            // To the right: the name of the item is above or below it.
            places.rotate_left(2);
        }
        let places = places.map(|place| agent_labels::moved_into(screen.rect, place, size));
        let place = agent_labels::free_place(places, size, screen.rect, obstacles);
        if let Some(LabelPlace { align, at }) = place {
            let caption = Caption::new(painter, at, align, name, colors.text);
            obstacles.add(AreaOf::Caption, [caption.rect]);
            placed.push(caption);
        }
    }
    placed
}

fn icon_size(shown: &Shown<'_>) -> f32 {
    if shown.spawner.place_target().is_some() {
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
