//! Drawing walls: what stops bodies is solid, what only stops sight is hatched, and what only stops
//! bodies is a double line.

use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::crowd::push_segment;
use crate::editor::theme;
use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};
use glam::DVec2;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::{Scene, Wall};

/// The width of a wall, in points.
const WIDTH: f32 = 4.0;
/// The distance between the strokes of a wall that stops only sight, in points.
const HATCH: f32 = 7.0;
/// Longer edges are drawn without strokes across, because they would be too many.
const MAX_HATCHES: f32 = 2_000.0;

/// Draws all visible walls.
pub fn draw(painter: &Painter, screen: &Screen, scene: &Scene, emphasis: &Emphasis<'_>) {
    let colors = theme::colors(painter.ctx());
    let Bounds { min, max } = screen.bounds();
    let margin = screen.length(f64::from(WIDTH));
    // One mesh is much faster than a shape for each edge.
    let mut mesh = Mesh::default();
    let mut nodes = Vec::new();
    let shown = |wall: &&Wall| !scene.editor.is_hidden(wall.id);
    for wall in scene.walls.iter().map(AsRef::as_ref).filter(shown) {
        let (selected, hovered) = emphasis.of(Item::Wall(wall.id));
        let selected_nodes = emphasis.selection.nodes_of(wall.id);
        let active = selected || !selected_nodes.is_empty();
        let base = colors.of_wall(scene, wall);
        let color = match (active, hovered) {
            (true, _) => colors.accent,
            (false, true) => theme::blend(base, colors.text_strong, 0.4),
            (false, false) => base,
        };
        for edge in wall.edges() {
            if is_near(edge, min - margin, max + margin) {
                let (a, b) = (screen.pos(edge.a), screen.pos(edge.b));
                draw_edge(&mut mesh, wall, a, b, color);
            }
        }
        let is_hovered = |item: Item| emphasis.hovered == Some(item);
        for node in &wall.nodes {
            let item = Item::Node(Line::Wall(wall.id), node.id);
            let at = screen.pos(node.position);
            if (active || is_hovered(item)) && screen.rect.contains(at) {
                let selected = selected_nodes.binary_search(&item).is_ok();
                nodes.push((at, selected, is_hovered(item)));
            }
        }
    }
    painter.add(Shape::mesh(mesh));
    for (at, selected, hovered) in nodes {
        draw_node(painter, at, selected, hovered);
    }
}

fn is_near(edge: Segment, min: DVec2, max: DVec2) -> bool {
    edge.a.max(edge.b).cmpge(min).all() && edge.a.min(edge.b).cmple(max).all()
}

fn draw_edge(mesh: &mut Mesh, wall: &Wall, a: Pos2, b: Pos2, color: Color32) {
    if wall.is_open() {
        // An open door: its frame, and a faint line where it closes.
        let faint = color.gamma_multiply(0.35);
        push_segment(mesh, a, b, 1.0, faint);
        for end in [a, b] {
            let half = Vec2::splat(WIDTH);
            mesh.add_colored_rect(Rect::from_min_max(end - half, end + half), color);
        }
        return;
    }
    match (wall.blocks_motion, wall.blocks_sight) {
        (true, true) => push_segment(mesh, a, b, WIDTH, color),
        (true, false) => {
            let side = (b - a).normalized().rot90() * (WIDTH / 2.0);
            push_segment(mesh, a + side, b + side, 1.2, color);
            push_segment(mesh, a - side, b - side, 1.2, color);
        }
        (false, true) => draw_hatches(mesh, a, b, color),
        (false, false) => push_segment(mesh, a, b, 1.0, color.gamma_multiply(0.5)),
    }
    if wall.open.is_some() {
        // A closed door: its frame.
        for end in [a, b] {
            let half = Vec2::splat(WIDTH);
            mesh.add_colored_rect(Rect::from_min_max(end - half, end + half), color);
        }
    }
}

/// A thin line with short strokes across.
fn draw_hatches(mesh: &mut Mesh, a: Pos2, b: Pos2, color: Color32) {
    push_segment(mesh, a, b, 1.0, color);
    let length = a.distance(b);
    let count = (length / HATCH).floor();
    if !(1.0..=MAX_HATCHES).contains(&count) {
        return;
    }
    let along = (b - a) / length;
    let half = (along.rot90() + along) * (WIDTH * 0.8);
    for i in 0..=count as usize {
        let at = a + along * (i as f32 * length / count);
        push_segment(mesh, at - half, at + half, 1.2, color);
    }
}

/// Nodes of walls and areas are squares, those of paths are discs.
pub(crate) fn draw_node(painter: &Painter, at: Pos2, selected: bool, hovered: bool) {
    let colors = theme::colors(painter.ctx());
    let size = if selected || hovered { 9.0 } else { 7.0 };
    let fill = if selected {
        colors.accent
    } else {
        colors.canvas
    };
    let line = if hovered {
        colors.text_strong
    } else {
        colors.accent
    };
    let rect = Rect::from_center_size(at, Vec2::splat(size));
    painter.rect(rect, 0.0, fill, Stroke::new(1.5, line), StrokeKind::Middle);
}
