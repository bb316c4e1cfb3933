//! Paths and markers: lines with direction marks, nodes, start and end told apart.

use crate::authoring::routes::PathLine;
use crate::authoring::{Item, Routes, Selection};
use crate::editor::canvas::Screen;
use crate::editor::theme;
use crate::scene::{MarkerKind, Node, PatrolPath, Scene};
use crate::steering::follow_path::Traversal;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Vec2};

/// What is to stand out.
pub struct Emphasis<'a> {
    /// What is selected.
    pub selection: &'a Selection,
    /// What the pointer is over.
    pub hovered: Option<Item>,
}

impl Emphasis<'_> {
    fn of(&self, item: Item) -> (bool, bool) {
        (self.selection.contains(item), self.hovered == Some(item))
    }
}

/// Direction marks are this far apart at least, points.
const MARK_SPACING: f32 = 90.0;
/// Node numbers are shown while a segment is at least this long on average, points.
const NUMBER_SPACING: f32 = 26.0;

/// Draws every path that can be seen.
pub fn draw(painter: &Painter, screen: &Screen, scene: &Scene, routes: &Routes, emphasis: &Emphasis<'_>) {
    let (min, max) = screen.bounds();
    for (path, line) in scene.paths.iter().zip(routes.lines()) {
        let reach = path.nodes.iter().map(|node| path.radius_of(node)).fold(0.0, f64::max);
        if line.is_near(min, max, reach) {
            draw_path(painter, screen, path, line, emphasis);
        }
    }
}

fn draw_path(painter: &Painter, screen: &Screen, path: &PatrolPath, line: &PathLine, emphasis: &Emphasis<'_>) {
    let (selected, hovered) = emphasis.of(Item::Path(path.id));
    let active = selected || emphasis.selection.path() == Some(path.id);
    let color = match (active, hovered) {
        (true, _) => theme::ACCENT,
        (false, true) => theme::blend(theme::PATH, theme::TEXT_STRONG, 0.4),
        (false, false) => theme::PATH,
    };
    if active {
        draw_radii(painter, screen, path);
    }
    let width = if active { 2.5 } else { 2.0 };
    let mut points: Vec<Pos2> = line.points.iter().map(|(p, _)| screen.pos(*p)).collect();
    if path.is_closed()
        && points.len() > 1
        && let Some(&first) = points.first()
    {
        points.push(first);
    }
    let marks = direction_marks(&points, path.traversal, color);
    let average = line.length / line.points.len().max(1) as f64;
    if points.len() > 1 {
        painter.add(Shape::line(points, Stroke::new(width, color)));
    }
    painter.extend(marks);
    let numbers = active && screen.points(average * line.points.len() as f64 / path.nodes.len().max(1) as f64) > NUMBER_SPACING;
    for (index, node) in path.nodes.iter().enumerate() {
        if screen.shows(node.position(), 0.0) {
            draw_node(painter, screen, path, (index, node), emphasis, color);
            if numbers {
                let at = screen.pos(node.position()) + Vec2::new(9.0, -9.0);
                let text = if node.wait > 0.0 { format!("{}  {} s", index + 1, node.wait) } else { (index + 1).to_string() };
                painter.text(at, Align2::LEFT_BOTTOM, text, FontId::proportional(theme::SMALL_SIZE), theme::TEXT);
            }
        }
    }
}

/// The radii within which nodes count as reached.
fn draw_radii(painter: &Painter, screen: &Screen, path: &PatrolPath) {
    let fill = theme::ACCENT.gamma_multiply(0.05);
    let stroke = Stroke::new(1.0, theme::ACCENT.gamma_multiply(0.35));
    for node in &path.nodes {
        let radius = path.radius_of(node);
        if screen.shows(node.position(), radius) {
            painter.circle(screen.pos(node.position()), screen.points(radius), fill, stroke);
        }
    }
}

/// Chevrons along the line, both ways for a path walked there and back.
fn direction_marks(points: &[Pos2], traversal: Traversal, color: Color32) -> Vec<Shape> {
    let mut marks = Vec::new();
    let mut run = MARK_SPACING / 2.0;
    for pair in points.windows(2) {
        let along = pair[1] - pair[0];
        let length = along.length();
        if !(length > 1.0 && length.is_finite()) {
            continue;
        }
        let direction = along / length;
        // A long segment far outside the window must not make millions of marks.
        const MOST: usize = 64;
        let mut at = MARK_SPACING - run;
        let mut count = 0;
        while at < length && count < MOST {
            let tip = pair[0] + direction * at;
            if traversal == Traversal::PingPong {
                marks.push(chevron(tip + direction * 5.0, direction, color));
                marks.push(chevron(tip - direction * 5.0, -direction, color));
            } else {
                marks.push(chevron(tip, direction, color));
            }
            at += MARK_SPACING;
            count += 1;
        }
        run = (run + length) % MARK_SPACING;
    }
    marks
}

fn chevron(tip: Pos2, direction: Vec2, color: Color32) -> Shape {
    let side = direction.rot90();
    let back = tip - direction * 6.0;
    Shape::line(vec![back + side * 5.0, tip, back - side * 5.0], Stroke::new(2.0, color))
}

fn draw_node(painter: &Painter, screen: &Screen, path: &PatrolPath, (index, node): (usize, &Node), emphasis: &Emphasis<'_>, color: Color32) {
    let (selected, hovered) = emphasis.of(Item::Node(path.id, node.id));
    let at = screen.pos(node.position());
    let size = if selected || hovered { 6.0 } else { 4.5 };
    let fill = if selected { theme::ACCENT } else { theme::CANVAS };
    let stroke = Stroke::new(2.0, if hovered { theme::TEXT_STRONG } else { color });
    let last = path.nodes.len() - 1;
    if index == 0 {
        // The start: a disc in a ring.
        disc(painter, at, size + 2.0, fill, stroke);
        painter.circle_filled(at, 3.0, if selected { theme::CANVAS } else { color });
    } else if index == last && !path.is_closed() {
        // The end: a square.
        let rect = egui::Rect::from_center_size(at, Vec2::splat(2.0 * size));
        painter.rect(rect, 1.0, fill, stroke, egui::StrokeKind::Middle);
    } else {
        disc(painter, at, size, fill, stroke);
    }
    if node.wait > 0.0 {
        // A waiting place: a small clock hand.
        painter.line_segment([at, at - Vec2::new(0.0, size - 1.0)], Stroke::new(1.5, stroke.color));
    }
}

/// A disc with an outline, as two discs: those come ready-made, where an outline would be computed for each of thousands.
fn disc(painter: &Painter, at: Pos2, radius: f32, fill: Color32, stroke: Stroke) {
    painter.circle_filled(at, radius + stroke.width / 2.0, stroke.color);
    painter.circle_filled(at, radius - stroke.width / 2.0, fill);
}

/// Draws targets and dangers.
pub fn draw_markers(painter: &Painter, screen: &Screen, scene: &Scene, emphasis: &Emphasis<'_>, names: bool) {
    for marker in scene.markers.iter().filter(|marker| screen.shows(marker.position(), 0.0)) {
        let (selected, hovered) = emphasis.of(Item::Marker(marker.id));
        let at = screen.pos(marker.position());
        let base = match marker.kind {
            MarkerKind::Target => theme::TARGET,
            MarkerKind::Danger => theme::DANGER,
        };
        let color = if selected { theme::ACCENT } else { base };
        let stroke = Stroke::new(if selected || hovered { 2.5 } else { 1.8 }, color);
        match marker.kind {
            MarkerKind::Target => {
                painter.circle(at, 8.0, color.gamma_multiply(0.15), stroke);
                for direction in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
                    painter.line_segment([at + direction * 4.0, at + direction * 12.0], stroke);
                }
            }
            MarkerKind::Danger => {
                let corners = [Vec2::new(0.0, -10.0), Vec2::new(9.5, 7.0), Vec2::new(-9.5, 7.0)];
                let points = corners.iter().map(|&corner| at + corner).collect();
                painter.add(Shape::convex_polygon(points, color.gamma_multiply(0.2), stroke));
                painter.line_segment([at - Vec2::new(0.0, 4.0), at + Vec2::new(0.0, 2.0)], stroke);
                painter.circle_filled(at + Vec2::new(0.0, 4.5), 1.2, color);
            }
        }
        if names || selected {
            let font = FontId::proportional(theme::SMALL_SIZE);
            painter.text(at + Vec2::new(0.0, 14.0), Align2::CENTER_TOP, &marker.name, font, theme::TEXT);
        }
    }
}
