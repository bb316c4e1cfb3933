//! Meetings: their places on all paths, connected by dashed lines, and how many agents wait.

use crate::editor::canvas::labels::obstacles::{AreaOf, Obstacles};
use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use std::sync::Arc;
use steerwright_authoring::paths::meetings::Meeting;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::Scene;
use steerwright_runtime::simulation::World;

/// The distance from a node to its badge, and the room around the text, in points.
const GAP: f32 = 12.0;
const PADDING: Vec2 = Vec2::new(5.0, 1.5);
/// The radius of the ring around a place, in points.
const RING: f32 = 9.0;

/// A meeting with what is drawn of it.
pub(crate) struct Shown {
    places: Vec<Badge>,
    is_active: bool,
}

/// A place with its badge.
struct Badge {
    at: Pos2,
    area: Rect,
    text: Arc<egui::Galley>,
}

/// What meetings are placed from.
pub(crate) struct MeetingScene<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) meetings: &'a [Meeting],
    /// The world at the shown tick, if it is known.
    pub(crate) world: Option<&'a World>,
}

/// The visible places of meetings. Adds their badges to the obstacles.
pub(crate) fn place(
    painter: &Painter,
    screen: &Screen,
    MeetingScene {
        scene,
        meetings,
        world,
    }: &MeetingScene<'_>,
    emphasis: &Emphasis<'_>,
    obstacles: &mut Obstacles,
) -> Vec<Shown> {
    let counts = world.map(World::meetings).unwrap_or_default();
    let mut shown = Vec::new();
    for meeting in *meetings {
        let waiting = meeting.waiting(&counts);
        let is_active = is_active(meeting, emphasis);
        let color = color_of(painter, is_active);
        let visible = meeting
            .places
            .iter()
            .filter(|place| !scene.editor.is_hidden(place.path));
        let places = visible.map(|place| {
            let at = screen.pos(place.position);
            let font = FontId::proportional(theme::SMALL_SIZE);
            let text = painter.layout_no_wrap(meeting.badge(place, waiting), font, color);
            let below = at + Vec2::new(0.0, GAP);
            let size = text.size() + 2.0 * PADDING;
            let area = Align2::CENTER_TOP.anchor_size(below, size);
            Badge { at, area, text }
        });
        let places: Vec<_> = places.collect();
        let areas = places.iter().map(|badge| badge.area);
        let areas = areas.filter(|area| area.intersects(screen.rect));
        obstacles.add(AreaOf::Caption, areas);
        shown.push(Shown { places, is_active });
    }
    shown
}

/// Draws the lines between the places of each meeting, and a badge at each place.
pub(crate) fn draw(painter: &Painter, screen: &Screen, shown: &[Shown]) {
    let colors = theme::colors(painter.ctx());
    for Shown { places, is_active } in shown {
        let color = color_of(painter, *is_active);
        let width = if *is_active { 2.0 } else { 1.2 };
        let stroke = Stroke::new(width, color.gamma_multiply(0.8));
        for pair in places.windows(2) {
            let ends = [pair[0].at, pair[1].at];
            painter.extend(screen.dashed_line(ends, stroke, 3.0, 5.0));
        }
        for &Badge { at, area, ref text } in places {
            if !area.intersects(screen.rect.expand(GAP + RING)) {
                continue;
            }
            painter.circle_stroke(at, RING, Stroke::new(width, color));
            let fill = theme::blend(colors.canvas, colors.card, 0.8);
            let corners = CornerRadius::same(4);
            let outline = Stroke::new(1.0, color);
            painter.rect(area, corners, fill, outline, StrokeKind::Inside);
            painter.galley(area.min + PADDING, Arc::clone(text), color);
        }
    }
}

/// Whether a place of the meeting is selected or hovered.
fn is_active(meeting: &Meeting, emphasis: &Emphasis<'_>) -> bool {
    meeting.places.iter().any(|place| {
        let (selected, hovered) = emphasis.of(Item::Node(Line::Path(place.path), place.node));
        selected || hovered
    })
}

fn color_of(painter: &Painter, is_active: bool) -> Color32 {
    let colors = theme::colors(painter.ctx());
    if is_active {
        colors.accent
    } else {
        colors.text
    }
}
