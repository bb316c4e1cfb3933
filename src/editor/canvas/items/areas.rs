//! Drawing areas: green where the requirement is met, red where it is not, with what was measured
//! and a ring at the place that is watched least, or most if it must not be.

use crate::editor::canvas::items::walls::draw_node;
use crate::editor::canvas::labels::obstacles::{AreaOf, Obstacles};
use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::Caption;
use crate::editor::canvas::shapes::crowd::push_segment;
use crate::editor::checks::Checks;
use crate::editor::theme;
use crate::editor::theme::Colors;
use egui::{Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use steerwright_analysis::coverage::{AreaReport, requirement_text};
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::Area;

/// How much the color of an area covers what is below it.
const OPACITY: f32 = 0.13;
/// The width of outlines, in points.
const WIDTH: f32 = 1.5;
/// The length of the strokes of an outline and of the gaps between them, in points.
const STROKE: f32 = 7.0;
/// Longer edges are drawn without gaps, because they would be too many.
const MAX_STROKES: f32 = 2_000.0;
/// The margin around a caption, in points.
const MARGIN: Vec2 = vec2(3.0, 1.0);
/// A caption is placed at most this many lines further down.
const MAX_LINES: u8 = 8;
/// A caption goes one line further away only to cover this much less of a line, in points.
const COST_OF_LINE: f32 = 16.0;

/// Draws all visible areas.
pub fn draw(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    emphasis: &Emphasis<'_>,
    checks: &Checks,
) {
    let checks = checks.areas();
    let colors = theme::colors(painter.ctx());
    let mut mesh = Mesh::default();
    let mut nodes = Vec::new();
    let mut worst_places = Vec::new();
    let shown = |area: &&Area| !scene.editor.is_hidden(area.id);
    for area in scene.editor.areas.iter().filter(shown) {
        let (selected, hovered) = emphasis.of(Item::Area(area.id));
        let selected_nodes = emphasis.selection.nodes_of(area.id);
        let active = selected || !selected_nodes.is_empty();
        let report = checks.report(area.id).filter(|_| !checks.is_outdated());
        let state = color_of(colors, report);
        let corners: Vec<Pos2> = area
            .nodes
            .iter()
            .map(|node| screen.pos(node.position))
            .collect();
        fill(&mut mesh, &corners, state.gamma_multiply(OPACITY));
        let line = match (active, hovered) {
            (true, _) => colors.accent,
            (false, true) => theme::blend(state, colors.text_strong, 0.4),
            (false, false) => state,
        };
        for edge in area.edges() {
            dashes(&mut mesh, screen.pos(edge.a), screen.pos(edge.b), line);
        }
        let is_hovered = |item: Item| emphasis.hovered == Some(item);
        for (node, &at) in area.nodes.iter().zip(&corners) {
            let item = Item::Node(Line::Area(area.id), node.id);
            if (active || is_hovered(item)) && screen.rect.contains(at) {
                let selected = selected_nodes.binary_search(&item).is_ok();
                nodes.push((at, selected, is_hovered(item)));
            }
        }
        let worst = report.and_then(|report| report.figures);
        let worst = worst.filter(|figures| !figures.holds);
        worst_places.extend(worst.map(|figures| screen.pos(figures.place)));
    }
    painter.add(Shape::mesh(mesh));
    for (at, selected, hovered) in nodes {
        draw_node(painter, at, selected, hovered);
    }
    for at in worst_places {
        painter.circle_stroke(at, 5.0, Stroke::new(WIDTH, colors.danger));
        painter.circle_filled(at, 1.5, colors.danger);
    }
}

fn color_of(colors: &Colors, report: Option<&AreaReport>) -> Color32 {
    match report.map(AreaReport::holds) {
        Some(true) => colors.ok,
        Some(false) => colors.danger,
        None => colors.text_weak,
    }
}

/// Places the names and figures of all visible areas: within their upper left corners, or above or
/// below that where they cover less. Their places are added to the obstacles. They do not give way
/// to agents that walk by.
pub fn place_captions(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    checks: &Checks,
    is_playing: bool,
    obstacles: &mut Obstacles,
) -> Vec<Caption> {
    let mut placed = Vec::new();
    let mut keeps_off = vec![AreaOf::Overlay, AreaOf::Caption, AreaOf::BoxHandle];
    if !is_playing {
        keeps_off.push(AreaOf::Body);
    }
    let checks = checks.areas();
    let colors = theme::colors(painter.ctx());
    let shown = |area: &&Area| !scene.editor.is_hidden(area.id);
    for area in scene.editor.areas.iter().filter(shown) {
        let corners = area.nodes.iter().map(|node| screen.pos(node.position));
        let bounds = corners.fold(Rect::NOTHING, |bounds, corner| {
            bounds.union(Rect::from_pos(corner))
        });
        if !bounds.intersects(screen.rect) {
            continue;
        }
        let report = checks.report(area.id);
        let (text, color) = if checks.is_outdated() {
            (format!("{}: measuring…", area.name), colors.text_weak)
        } else {
            (caption(area, report), color_of(colors, report))
        };
        let font = FontId::proportional(12.0);
        let galley = painter.layout_no_wrap(text, font, color);
        let room = screen.rect.shrink(6.0);
        let at = bounds.min + vec2(6.0, 4.0);
        let most = (room.max - galley.size()).max(room.min);
        let first = Rect::from_min_size(at.clamp(room.min, most), galley.size());
        let below = |line: u8| {
            let down = f32::from(line) * (first.height() + 3.0);
            (
                first.translate(vec2(0.0, down)),
                f32::from(line) * COST_OF_LINE,
            )
        };
        let above = first.translate(vec2(0.0, -first.height() - 8.0));
        let places = (0..MAX_LINES).map(below).chain([(above, COST_OF_LINE)]);
        let is_within =
            |(rect, _): &(Rect, f32)| rect.min.y >= room.min.y && rect.max.y <= room.max.y;
        let best = obstacles.best_place(places.filter(is_within), &keeps_off);
        let rect = best.unwrap_or(first);
        obstacles.add(AreaOf::Caption, [rect.expand2(MARGIN)]);
        placed.push(Caption::of(galley, rect, color));
    }
    placed
}

/// The name and the figure of an area.
fn caption(area: &Area, report: Option<&AreaReport>) -> String {
    match report {
        Some(report) if report.holds() => format!("{}: {}", area.name, report.measured),
        Some(report) => format!("{}: {} ({})", area.name, report.measured, report.required),
        None => format!("{}: {}", area.name, requirement_text(area.requirement)),
    }
}

/// Adds the inside of a polygon: between two heights of corners, pairs of edges enclose trapezoids.
fn fill(mesh: &mut Mesh, corners: &[Pos2], color: Color32) {
    let mut heights: Vec<f32> = corners.iter().map(|p| p.y).collect();
    heights.sort_unstable_by(f32::total_cmp);
    heights.dedup();
    for pair in heights.windows(2) {
        let (top, bottom) = (pair[0], pair[1]);
        let mut sides: Vec<(f32, f32)> = Vec::new();
        for (index, &a) in corners.iter().enumerate() {
            let b = corners[(index + 1) % corners.len()];
            let (high, low) = if a.y <= b.y { (a, b) } else { (b, a) };
            if high.y <= top && low.y >= bottom && high.y < low.y {
                let at = |y: f32| high.x + (low.x - high.x) * ((y - high.y) / (low.y - high.y));
                sides.push((at(top), at(bottom)));
            }
        }
        sides.sort_unstable_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)));
        for [left, right] in sides.as_chunks().0 {
            let first = mesh.vertices.len() as u32;
            let around = [
                pos2(left.0, top),
                pos2(right.0, top),
                pos2(right.1, bottom),
                pos2(left.1, bottom),
            ];
            around
                .into_iter()
                .for_each(|corner| mesh.colored_vertex(corner, color));
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first, first + 2, first + 3);
        }
    }
}

/// Adds a dashed line.
fn dashes(mesh: &mut Mesh, a: Pos2, b: Pos2, color: Color32) {
    let length = a.distance(b);
    let count = (length / (2.0 * STROKE)).round().max(1.0);
    if !(length > 0.0) || count > MAX_STROKES {
        push_segment(mesh, a, b, WIDTH, color);
        return;
    }
    let step = (b - a) / count;
    for i in 0..count as usize {
        let start = a + step * i as f32;
        push_segment(mesh, start, start + step * 0.55, WIDTH, color);
    }
}
