//! Rings with their handles; the value shows on the one under the pointer.

use crate::editor::canvas::Screen;
use crate::editor::theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use glam::DVec2;
use steerwright_authoring::ring::{Ring, RingKind};
use steerwright_authoring::tool::Preview;

/// From a handle to its label, points.
const GAP: f32 = 9.0;
/// Around the text of a label, points.
const PADDING: Vec2 = Vec2::new(4.0, 2.0);

/// The color of what a ring is about.
pub fn color_of(tone: RingKind) -> Color32 {
    match tone {
        RingKind::Target => theme::TARGET,
        RingKind::Danger => theme::DANGER,
        RingKind::Path => theme::ACCENT,
        RingKind::Others => theme::OK,
        RingKind::Sight => theme::FOV,
    }
}

/// While a path is being drawn, rings would only be in the way.
fn is_drawing(preview: Option<&Preview>) -> bool {
    matches!(preview, Some(Preview::Segment(..) | Preview::Close(_)))
}

fn is_active(ring: &Ring, preview: Option<&Preview>) -> bool {
    matches!(preview, Some(Preview::Ring(id)) if *id == ring.id)
}

/// Draws the circles, which lie below the agents.
pub fn draw_circles(painter: &Painter, screen: &Screen, rings: &[Ring], preview: Option<&Preview>) {
    for ring in rings.iter().filter(|_| !is_drawing(preview)) {
        let active = is_active(ring, preview);
        let color = color_of(ring.tone);
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

/// Draws handles and labels, which lie over everything; `unit` stands behind the values. The labels keep off the handles and
/// each other and from `things`, the active one has the first choice.
pub fn draw_handles(
    painter: &Painter,
    screen: &Screen,
    rings: &[Ring],
    preview: Option<&Preview>,
    unit: &str,
    things: &[DVec2],
) {
    if is_drawing(preview) {
        return;
    }
    let room = |p: DVec2, size: f32| Rect::from_center_size(screen.pos(p), Vec2::splat(size));
    let mut taken: Vec<Rect> = rings.iter().map(|ring| room(ring.handle(), 12.0)).collect();
    taken.extend(
        things
            .iter()
            .map(|&p| room(p, 18.0))
            .filter(|thing| thing.intersects(screen.rect)),
    );
    let (first, rest): (Vec<_>, Vec<_>) = rings.iter().partition(|ring| is_active(ring, preview));
    for ring in first.iter().chain(&rest) {
        let (active, color) = (is_active(ring, preview), color_of(ring.tone));
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
            ring.toward.x < -0.5,
            (&text, size, color),
            &mut taken,
        );
    }
    for ring in rings {
        painter.add(diamond(
            screen.pos(ring.handle()),
            if is_active(ring, preview) { 7.0 } else { 5.5 },
            color_of(ring.tone),
        ));
    }
}

fn diamond(at: Pos2, size: f32, color: Color32) -> Shape {
    let corners = [
        Vec2::new(0.0, -size),
        Vec2::new(size, 0.0),
        Vec2::new(0.0, size),
        Vec2::new(-size, 0.0),
    ];
    Shape::convex_polygon(
        corners.iter().map(|&corner| at + corner).collect(),
        color,
        Stroke::new(1.5, theme::CANVAS),
    )
}

/// Text on a ground of its own, so that it can be read over anything; kept inside the canvas and off what is `taken`.
fn label(
    painter: &Painter,
    screen: &Screen,
    at: Pos2,
    to_the_left: bool,
    (text, size, color): (&str, f32, Color32),
    taken: &mut Vec<Rect>,
) {
    if !screen.rect.contains(at) {
        return;
    }
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), color);
    let ground = galley.size() + 2.0 * PADDING;
    let room = screen.rect.shrink(2.0);
    let beside = [
        (Align2::LEFT_CENTER, Vec2::X),
        (Align2::RIGHT_CENTER, -Vec2::X),
    ];
    let [first, second] = if to_the_left {
        [beside[1], beside[0]]
    } else {
        beside
    };
    let above = [
        (Align2::CENTER_BOTTOM, -Vec2::Y),
        (Align2::CENTER_TOP, Vec2::Y),
    ];
    let steps =
        [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0].map(|step| Vec2::Y * step * (ground.y + 1.0));
    let places = [first, second]
        .into_iter()
        .chain(above)
        .map(|(align, side)| align.anchor_size(at + side * GAP, ground));
    // Beside the handle, then above and below it, then ever further off.
    let mut places = places.collect::<Vec<_>>();
    let far = steps[1..]
        .iter()
        .flat_map(|&step| [places[0].translate(step), places[1].translate(step)])
        .collect::<Vec<_>>();
    places.extend(far);
    let free = places.iter().copied().find(|place| {
        room.contains_rect(*place) && !taken.iter().any(|other| other.intersects(*place))
    });
    let place = free.unwrap_or(places[0]);
    taken.push(place);
    painter.rect_filled(place, 3.0, theme::CANVAS.gamma_multiply(0.85));
    painter.galley(place.min + PADDING, galley, color);
}

/// Words on a ground of their own, so that they can be read over anything; their upper left corner is `at`.
pub fn plate(painter: &Painter, at: Pos2, words: &str, color: Color32) {
    let galley = painter.layout_no_wrap(
        words.to_owned(),
        FontId::proportional(theme::SMALL_SIZE),
        color,
    );
    painter.rect_filled(
        Rect::from_min_size(at, galley.size() + 2.0 * PADDING),
        3.0,
        theme::CANVAS.gamma_multiply(0.85),
    );
    painter.galley(at + PADDING, galley, color);
}
