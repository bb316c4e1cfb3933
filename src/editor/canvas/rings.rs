//! Rings with handles and labels.

use crate::editor::canvas::Screen;
use crate::editor::canvas::obstacles::Obstacles;
use crate::editor::canvas::shapes::moved_sideways_into;
use crate::editor::theme::{self, Colors};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use glam::DVec2;
use steerwright_authoring::cone::ConeHandle;
use steerwright_authoring::ring::{Ring, RingKind};
use steerwright_authoring::tool::Preview;

/// The size of a handle, in points.
const HANDLE: Vec2 = Vec2::splat(12.0);
/// The distance between a handle and its label, in points.
const GAP: f32 = 9.0;
/// A label is placed up to this many lines above or below its handle.
const MAX_STEPS: u8 = 8;
/// A label goes a point further away only to cover so many points less of a line.
const COST_OF_DISTANCE: f32 = 2.0;
/// The padding of a label, in points.
const PADDING: Vec2 = Vec2::new(4.0, 2.0);

/// The color of a ring.
pub fn color_of(kind: RingKind, colors: &Colors) -> Color32 {
    colors.of_ring(kind)
}

/// Whether a path is being drawn. Rings are hidden then.
fn is_drawing(preview: Option<&Preview>) -> bool {
    matches!(preview, Some(Preview::Segment(..) | Preview::Close(_)))
}

fn is_active(ring: &Ring, preview: Option<&Preview>) -> bool {
    matches!(preview, Some(Preview::Ring(id)) if *id == ring.id)
}

/// Draws the circles below the agents.
pub fn draw_circles(painter: &Painter, screen: &Screen, rings: &[Ring], preview: Option<&Preview>) {
    let colors = theme::colors(painter.ctx());
    for ring in rings.iter().filter(|_| !is_drawing(preview)) {
        let active = is_active(ring, preview);
        let color = color_of(ring.kind, colors);
        let fill = color.gamma_multiply(if active { 0.10 } else { 0.035 });
        let stroke = Stroke::new(if active { 2.5 } else { 1.5 }, color.gamma_multiply(0.85));
        painter.circle(
            screen.pos(ring.center),
            screen.points(ring.radius),
            fill,
            stroke,
        );
    }
}

/// The areas of the handles, which no label should cover.
pub fn handle_areas<'a>(
    screen: &'a Screen,
    rings: &'a [Ring],
    preview: Option<&Preview>,
) -> impl Iterator<Item = Rect> + 'a {
    let drawn = if is_drawing(preview) { &[] } else { rings };
    (drawn.iter()).map(|ring| handle_area(screen, ring.handle()))
}

/// The area of a handle.
pub fn handle_area(screen: &Screen, place: DVec2) -> Rect {
    Rect::from_center_size(screen.pos(place), HANDLE)
}

/// Draws handles and labels above everything else. Labels avoid positions, and obstacles that
/// they are added to, which should contain [`handle_areas`]. The label of the active ring is placed
/// first.
pub fn draw_handles(
    painter: &Painter,
    screen: &Screen,
    rings: &[Ring],
    preview: Option<&Preview>,
    unit: &str,
    (positions, obstacles): (&[DVec2], &mut Obstacles),
) {
    if is_drawing(preview) {
        return;
    }
    let area = |p: DVec2, size: f32| Rect::from_center_size(screen.pos(p), Vec2::splat(size));
    obstacles.taken.extend(
        positions
            .iter()
            .map(|&p| area(p, 18.0))
            .filter(|obstacle| obstacle.intersects(screen.rect)),
    );
    draw_labels(painter, screen, rings, preview, unit, obstacles);
    let colors = theme::colors(painter.ctx());
    for ring in rings {
        painter.add(diamond(
            screen.pos(ring.handle()),
            if is_active(ring, preview) { 7.0 } else { 5.5 },
            color_of(ring.kind, colors),
            colors.canvas,
        ));
    }
}

/// Draws the label of each ring beside the place of its handle, that of the active ring first.
pub fn draw_labels(
    painter: &Painter,
    screen: &Screen,
    rings: &[Ring],
    preview: Option<&Preview>,
    unit: &str,
    obstacles: &mut Obstacles,
) {
    let colors = theme::colors(painter.ctx());
    let (first, rest): (Vec<_>, Vec<_>) = rings.iter().partition(|ring| is_active(ring, preview));
    for ring in first.iter().chain(&rest) {
        let (active, color) = (is_active(ring, preview), color_of(ring.kind, colors));
        let handle = screen.pos(ring.handle());
        let text = format!("{} {:.2} {unit}", ring.label, ring.radius);
        let size = if active {
            theme::BODY_SIZE
        } else {
            theme::SMALL_SIZE
        };
        label(
            painter,
            screen,
            handle,
            ring.handle_dir.x < -0.5,
            (&text, size, color),
            obstacles,
        );
    }
}

/// Draws the handles of a field of view, one with a label: "Field of view 90°".
pub fn draw_cone_handles(
    painter: &Painter,
    screen: &Screen,
    cones: &[ConeHandle],
    preview: Option<&Preview>,
    obstacles: &mut Obstacles,
) {
    if is_drawing(preview) {
        return;
    }
    let colors = theme::colors(painter.ctx());
    let color = color_of(RingKind::Perception, colors);
    for cone in cones {
        let active = matches!(preview, Some(Preview::Cone { is_left }) if *is_left == cone.is_left);
        let at = screen.pos(cone.position);
        if cone.is_left {
            let size = if active {
                theme::BODY_SIZE
            } else {
                theme::SMALL_SIZE
            };
            let degrees = (cone.degrees * 10.0).round() / 10.0;
            let text = format!("Field of view {degrees}°");
            let to_the_left = cone.position.x < cone.eye.x;
            label(
                painter,
                screen,
                at,
                to_the_left,
                (&text, size, color),
                obstacles,
            );
        }
        let size = if active { 7.0 } else { 5.5 };
        painter.add(diamond(at, size, color, colors.canvas));
    }
}

fn diamond(at: Pos2, size: f32, color: Color32, edge: Color32) -> Shape {
    let corners = [
        Vec2::new(0.0, -size),
        Vec2::new(size, 0.0),
        Vec2::new(0.0, size),
        Vec2::new(-size, 0.0),
    ];
    Shape::convex_polygon(
        corners.iter().map(|&corner| at + corner).collect(),
        color,
        Stroke::new(1.5, edge),
    )
}

/// Draws text on a background, within the canvas and clear of obstacles.
pub fn label(
    painter: &Painter,
    screen: &Screen,
    at: Pos2,
    to_the_left: bool,
    (text, size, color): (&str, f32, Color32),
    obstacles: &mut Obstacles,
) {
    place_label(
        painter,
        screen,
        at,
        to_the_left,
        (text, size, color),
        obstacles,
        true,
    );
}

/// Draws a text like [`label`], but not where it would cover bodies, handles or other labels. The inspector has it, too.
pub fn label_if_free(
    painter: &Painter,
    screen: &Screen,
    at: Pos2,
    text: (&str, f32, Color32),
    obstacles: &mut Obstacles,
) {
    place_label(painter, screen, at, false, text, obstacles, false);
}

fn place_label(
    painter: &Painter,
    screen: &Screen,
    at: Pos2,
    to_the_left: bool,
    (text, size, color): (&str, f32, Color32),
    obstacles: &mut Obstacles,
    is_needed: bool,
) {
    if !screen.rect.contains(at) {
        return;
    }
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), color);
    let size_with_padding = galley.size() + 2.0 * PADDING;
    let area = screen.rect.shrink(2.0);
    let sides = [
        (Align2::LEFT_CENTER, Vec2::X),
        (Align2::RIGHT_CENTER, -Vec2::X),
    ];
    let [first, second] = if to_the_left {
        [sides[1], sides[0]]
    } else {
        sides
    };
    let vertical = [
        (Align2::CENTER_BOTTOM, -Vec2::Y),
        (Align2::CENTER_TOP, Vec2::Y),
    ];
    let steps = (1..=MAX_STEPS)
        .flat_map(|step| [-f32::from(step), f32::from(step)])
        .map(|step| Vec2::Y * step * (size_with_padding.y + 1.0));
    let candidates = [first, second]
        .into_iter()
        .chain(vertical)
        .map(|(align, side)| align.anchor_size(at + side * GAP, size_with_padding));
    // Try positions beside the handle, then above and below it, then further away. A wide label is moved to a side.
    let mut candidates = candidates.collect::<Vec<_>>();
    let (right, left) = (candidates[0], candidates[1]);
    candidates.extend(steps.flat_map(|step| [right.translate(step), left.translate(step)]));
    let moved = candidates.iter().map(|own| moved_sideways_into(area, *own));
    let inside = moved.filter(|own| area.contains_rect(*own));
    let with_costs = inside.map(|own| (own, COST_OF_DISTANCE * own.distance_to_pos(at)));
    // A label that fits nowhere is at least not cut off.
    let best = obstacles.best_place(with_costs);
    let candidate = best.unwrap_or_else(|| moved_into(area, candidates[0]));
    if !is_needed && obstacles.are_covered_by(candidate) {
        return;
    }
    obstacles.taken.push(candidate);
    painter.rect_filled(
        candidate,
        3.0,
        theme::colors(painter.ctx()).canvas.gamma_multiply(0.85),
    );
    painter.galley(candidate.min + PADDING, galley, color);
}

fn moved_into(area: Rect, rect: Rect) -> Rect {
    let back = (area.max - rect.max).min(Vec2::ZERO);
    let ahead = (area.min - rect.min).max(Vec2::ZERO);
    rect.translate(back + ahead)
}

/// Draws text on a background with its upper left corner at `at`.
pub fn draw_label_at(painter: &Painter, at: Pos2, text: &str, color: Color32) {
    let galley = painter.layout_no_wrap(
        text.to_owned(),
        FontId::proportional(theme::SMALL_SIZE),
        color,
    );
    painter.rect_filled(
        Rect::from_min_size(at, galley.size() + 2.0 * PADDING),
        3.0,
        theme::colors(painter.ctx()).canvas.gamma_multiply(0.85),
    );
    painter.galley(at + PADDING, galley, color);
}
