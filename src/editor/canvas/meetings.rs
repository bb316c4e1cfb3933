//! Meetings: their places on all paths, tied to one another, and how many agents are there.

use crate::editor::canvas::Screen;
use crate::editor::canvas::paths::Emphasis;
use crate::editor::theme;
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use std::sync::Arc;
use steerwright_analysis::Recording;
use steerwright_authoring::Item;
use steerwright_authoring::meetings::{self, Meeting};
use steerwright_runtime::scene::Scene;

/// The distance from a node to its badge, and the room around the text, in points.
const GAP: f32 = 12.0;
const PADDING: Vec2 = Vec2::new(5.0, 1.5);
/// The radius of the ring around a place, in points.
const RING: f32 = 9.0;

/// A meeting with what is drawn of it.
pub(super) struct Shown {
    places: Vec<(Pos2, Rect)>,
    text: Arc<egui::Galley>,
    is_active: bool,
}

/// The visible meetings. Adds the areas of their badges to `taken`.
pub(super) fn place(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    (recording, tick): (&Recording, u64),
    emphasis: &Emphasis<'_>,
    taken: &mut Vec<Rect>,
) -> Vec<Shown> {
    let mut shown = Vec::new();
    for mut meeting in meetings::all(scene) {
        let held = meeting.held(scene, recording, tick);
        let is_active = is_active(&meeting, emphasis);
        meeting
            .places
            .retain(|place| !scene.editor.is_hidden(place.path));
        let text = text_of(&meeting, held);
        let color = color_of(painter, is_active);
        let font = FontId::proportional(theme::SMALL_SIZE);
        let text = painter.layout_no_wrap(text, font, color);
        let places = meeting.places.iter().map(|place| {
            let at = screen.pos(place.position);
            let below = at + Vec2::new(0.0, GAP);
            let size = text.size() + 2.0 * PADDING;
            (at, Align2::CENTER_TOP.anchor_size(below, size))
        });
        let places: Vec<_> = places.collect();
        let in_view = places.iter().map(|(_, badge)| *badge);
        taken.extend(in_view.filter(|badge| badge.intersects(screen.rect)));
        shown.push(Shown {
            places,
            text,
            is_active,
        });
    }
    shown
}

/// Draws the ties between the places of each meeting, and a badge at each place.
pub(super) fn draw(painter: &Painter, screen: &Screen, shown: Vec<Shown>) {
    let colors = theme::colors(painter.ctx());
    for Shown {
        places,
        text,
        is_active,
    } in shown
    {
        let color = color_of(painter, is_active);
        let width = if is_active { 2.0 } else { 1.2 };
        let stroke = Stroke::new(width, color.gamma_multiply(0.8));
        for pair in places.windows(2) {
            let ends = [pair[0].0, pair[1].0];
            painter.extend(screen.dashed_line(ends, stroke, 3.0, 5.0));
        }
        for (at, badge) in places {
            if !badge.intersects(screen.rect.expand(GAP + RING)) {
                continue;
            }
            painter.circle_stroke(at, RING, Stroke::new(width, color));
            let fill = theme::blend(colors.canvas, colors.card, 0.8);
            let corners = CornerRadius::same(4);
            let outline = Stroke::new(1.0, color);
            painter.rect(badge, corners, fill, outline, StrokeKind::Inside);
            painter.galley(badge.min + PADDING, Arc::clone(&text), color);
        }
    }
}

/// Whether a place of the meeting is selected or hovered.
fn is_active(meeting: &Meeting, emphasis: &Emphasis<'_>) -> bool {
    meeting.places.iter().any(|place| {
        let (selected, hovered) = emphasis.of(Item::Node(place.path, place.node));
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

/// "gate", and "gate, 1 of 2 here" while agents are held there.
fn text_of(meeting: &Meeting, held: usize) -> String {
    let name = match meeting.name.as_str() {
        "" => "Meeting",
        name => name,
    };
    match held {
        0 => name.to_owned(),
        held => format!("{name}, {held} of {} here", meeting.count()),
    }
}
