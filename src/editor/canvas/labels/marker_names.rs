//! Where the names of markers are: above them, or beside or below them where that covers another
//! marker or another name. Where there is no room, a name is left out.

use crate::editor::canvas::labels::placed::Placed;
use crate::editor::canvas::shapes::moved_sideways_into;
use crate::editor::theme;
use egui::{Align2, FontId, Painter, Pos2, Rect, Vec2};

/// The distance between a marker and its name, in points.
const GAP: f32 = 14.0;
/// The distance of the canvas from a name at its side, in points.
const MARGIN: f32 = 4.0;
/// The room around a name that other names leave free, in points.
const BETWEEN: Vec2 = Vec2::new(5.0, 0.0);
/// No name is smaller, in points.
const MIN_SIZE: Vec2 = Vec2::new(4.0, theme::SMALL_SIZE);

/// Where a name can be: above first, because agents that arrive have their names below.
const SIDES: [(Align2, Vec2); 4] = [
    (Align2::CENTER_BOTTOM, Vec2::UP),
    (Align2::LEFT_CENTER, Vec2::RIGHT),
    (Align2::RIGHT_CENTER, Vec2::LEFT),
    (Align2::CENTER_TOP, Vec2::DOWN),
];

/// A marker in view, whose name has no place yet.
pub struct Unplaced<'a> {
    /// Where it is, in the window.
    pub at: Pos2,
    /// Its name.
    pub name: &'a str,
    /// Whether it has a name where there is room.
    pub is_wanted: bool,
    /// Whether it has a name also where there is none.
    pub is_needed: bool,
}

/// Places the names of markers of some size, those that are needed first.
pub fn place(
    painter: &Painter,
    canvas: Rect,
    markers: &[Unplaced<'_>],
    size: Vec2,
) -> Vec<Option<Rect>> {
    let mut names = vec![None; markers.len()];
    if !markers.iter().any(|marker| marker.is_wanted) {
        return names;
    }
    let mut placed = Placed::default();
    for marker in markers {
        placed.insert(Rect::from_center_size(marker.at, size));
    }
    for needed in [true, false] {
        let markers = markers.iter().zip(&mut names);
        let markers = markers.filter(|(marker, _)| marker.is_wanted && marker.is_needed == needed);
        for (marker, name) in markers.filter(|(marker, _)| !marker.name.is_empty()) {
            let free = |size: Vec2| {
                let mut sides = sides(canvas, marker.at, size);
                sides.find(|side| is_in_view(canvas, marker.at, *side) && placed.is_free(*side))
            };
            // Among thousands of markers there is room for few names, and texts take time to
            // measure.
            let place = free(MIN_SIZE).and_then(|_| free(size_of(painter, marker.name)));
            let place = place
                .or_else(|| needed.then(|| place_above(painter, canvas, marker.at, marker.name)));
            if let Some(place) = place {
                placed.insert(place.expand2(BETWEEN));
                *name = Some(place);
            }
        }
    }
    names
}

/// The place of a name above its marker.
pub fn place_above(painter: &Painter, canvas: Rect, at: Pos2, name: &str) -> Rect {
    let above = Align2::CENTER_BOTTOM.anchor_size(at + GAP * Vec2::UP, size_of(painter, name));
    moved_sideways_into(bounds(canvas, at), above)
}

fn size_of(painter: &Painter, name: &str) -> Vec2 {
    let font = FontId::proportional(theme::SMALL_SIZE);
    // In the color in which it is drawn, it is laid out only once.
    let color = theme::colors(painter.ctx()).text;
    painter.layout_no_wrap(name.to_owned(), font, color).size()
}

fn sides(canvas: Rect, at: Pos2, size: Vec2) -> impl Iterator<Item = Rect> {
    let sides = SIDES.into_iter();
    sides.map(move |(align, direction)| {
        let side = align.anchor_size(at + GAP * direction, size);
        if direction.x == 0.0 {
            moved_sideways_into(bounds(canvas, at), side)
        } else {
            side
        }
    })
}

/// Whether the name of a marker is not cut off there. That of a marker outside the canvas may be.
fn is_in_view(canvas: Rect, marker: Pos2, name: Rect) -> bool {
    !canvas.contains(marker) || canvas.contains_rect(name)
}

/// Where the name of a marker may be: that of one on the canvas is not cut off at a side.
fn bounds(canvas: Rect, marker: Pos2) -> Rect {
    if canvas.contains(marker) {
        canvas.shrink(MARGIN)
    } else {
        Rect::EVERYTHING
    }
}
