//! Drawing paths and markers: lines with direction marks, nodes, start and end.

use crate::editor::canvas::Screen;
use crate::editor::canvas::crowd::push_line;
use crate::editor::canvas::direction_marks::direction_marks;
use crate::editor::canvas::node_captions::NodeCaptions;
use crate::editor::canvas::shapes::disc;
use crate::editor::theme;
use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use steerwright_authoring::routes::CachedLine;
use steerwright_authoring::{Item, Routes, Selection};
use steerwright_runtime::scene::{Node, PatrolPath, Scene};

/// What to highlight.
pub struct Emphasis<'a> {
    /// The selection.
    pub selection: &'a Selection,
    /// The item under the pointer.
    pub hovered: Option<Item>,
}

/// Up to this many selected nodes are drawn in full even if space is tight.
const MAX_FULL_SELECTION: usize = 100;

impl Emphasis<'_> {
    /// Whether so few items are selected that each can be drawn in full.
    pub fn draws_all_selected(&self) -> bool {
        self.selection.len() <= MAX_FULL_SELECTION
    }

    /// Whether a path or one of its nodes is selected or hovered.
    fn is_of_path(&self, path: &PatrolPath) -> bool {
        let id = Some(path.id);
        self.hovered.is_some_and(|item| item.path() == id)
            || self.selection.contains(Item::Path(path.id))
            || self.selection.has_nodes_of(Item::Path(path.id))
    }

    /// Whether an item is selected, and whether it is hovered.
    pub fn of(&self, item: Item) -> (bool, bool) {
        (self.selection.contains(item), self.hovered == Some(item))
    }
}

/// The maximum number of marks per path.
const MAX_MARKS: usize = 4_000;
/// Lines with more points are reduced to what is visible.
const MANY_POINTS: usize = 4_096;
/// With a smaller average distance, in points, nodes are drawn as dots.
const FULL_NODE_SPACING: f32 = 15.0;
/// With a smaller distance, only the ends are drawn, and the line is thin.
const DOT_SPACING: f32 = 8.0;
/// With less room for a node, in points, paths that are not highlighted are thin lines in one mesh.
const CROWDED_ROOM: f32 = 4.0;
/// The minimum length of a path with drawn ends while its nodes are not drawn, in points.
const MIN_LENGTH_WITH_ENDS: f32 = 24.0;
/// The minimum average segment length for node numbers, in points.
const NUMBER_SPACING: f32 = 26.0;

/// Draws all visible paths.
pub fn draw(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    routes: &Routes,
    emphasis: &Emphasis<'_>,
) {
    let colors = theme::colors(painter.ctx());
    let (min, max) = screen.bounds();
    let shown = || {
        scene
            .paths
            .iter()
            .zip(routes.lines())
            .filter(|(path, _)| !scene.editor.is_hidden(path.id))
    };
    let within = |node: &&Node| node.position.cmpge(min).all() && node.position.cmple(max).all();
    let in_view: usize = shown()
        .filter(|(_, line)| line.is_near(min, max, 0.0))
        .map(|(path, _)| path.nodes.iter().filter(within).count())
        .sum();
    // The side of the square that each visible node has for itself, in points.
    let room = (screen.rect.area() / in_view.max(1) as f32).sqrt();
    let mut crowd = Mesh::default();
    for (path, line) in shown() {
        let active = emphasis.selection.path() == Some(path.id);
        if room < CROWDED_ROOM && !active && !emphasis.is_of_path(path) {
            if line.is_near(min, max, screen.length(20.0)) {
                let color = colors.of_path(scene, path);
                let closing = line.points.first().filter(|_| path.is_closed());
                let points = line.points.iter().chain(closing);
                let points = points.map(|&(point, _)| screen.pos(point));
                push_line(&mut crowd, points, 3.0, color);
            }
            continue;
        }
        // Only the active path shows the radii of its nodes.
        let max_radius = if active {
            path.nodes
                .iter()
                .map(|node| path.radius_of(node))
                .fold(0.0, f64::max)
        } else {
            0.0
        };
        if line.is_near(min, max, max_radius + screen.length(20.0)) {
            let along = screen.points(line.length) / path.nodes.len().max(1) as f32;
            let spacing = if active { along } else { along.min(room) };
            draw_path(painter, screen, (path, line), spacing, emphasis, scene);
        }
    }
    painter.add(Shape::mesh(crowd));
}

/// Draws a path whose nodes are on average `spacing` points apart.
fn draw_path(
    painter: &Painter,
    screen: &Screen,
    (path, line): (&PatrolPath, &CachedLine),
    spacing: f32,
    emphasis: &Emphasis<'_>,
    scene: &Scene,
) {
    let colors = theme::colors(painter.ctx());
    let (selected, hovered) = emphasis.of(Item::Path(path.id));
    let active = selected || emphasis.selection.path() == Some(path.id);
    let selected_nodes = emphasis.selection.nodes_of(path.id);
    let own = colors.of_path(scene, path);
    let color = match (active || !selected_nodes.is_empty(), hovered) {
        (true, _) => colors.accent,
        (false, true) => theme::blend(own, colors.text_strong, 0.4),
        (false, false) => own,
    };
    if active {
        draw_radii(painter, screen, path);
    }
    let size = NodeSize::at(spacing);
    let width = match (active, size) {
        (true, _) => 2.5,
        (false, NodeSize::Nothing) => 1.0,
        (false, _) => 2.0,
    };
    draw_line(
        painter,
        screen,
        (path, line),
        size,
        Stroke::new(width, color),
    );
    match size {
        NodeSize::Full => {}
        NodeSize::Dots => draw_dots(painter, screen, path, color),
        NodeSize::Nothing if screen.points(line.length) < MIN_LENGTH_WITH_ENDS => {}
        NodeSize::Nothing => draw_small_ends(painter, screen, path, color),
    }
    let last = path.nodes.len().saturating_sub(1);
    let all = selected_nodes.len() == path.nodes.len();
    let mut captions = NodeCaptions::default();
    let mut squares = Mesh::default();
    for (index, node) in path.nodes.iter().enumerate() {
        let at = screen.pos(node.position);
        if !screen.rect.expand(20.0).contains(at) {
            continue;
        }
        let item = Item::Node(path.id, node.id);
        let (selected, hovered) = (
            all || selected_nodes.binary_search(&item).is_ok(),
            emphasis.hovered == Some(item),
        );
        let is_end = (index == 0 || index == last) && size == NodeSize::Dots;
        if size == NodeSize::Full
            || hovered
            || is_end
            || (selected && emphasis.draws_all_selected())
        {
            draw_node(painter, at, path, (index, node), (selected, hovered), color);
        } else if selected {
            squares.add_colored_rect(Rect::from_center_size(at, Vec2::splat(5.0)), colors.accent);
        }
        if active && spacing > NUMBER_SPACING {
            captions.add(at, (index, node), &scene.unit, selected || hovered);
        }
    }
    painter.add(Shape::mesh(squares));
    captions.draw(painter, screen);
}

/// The level of detail of nodes.
#[derive(Clone, Copy, PartialEq)]
enum NodeSize {
    Full,
    Dots,
    Nothing,
}

impl NodeSize {
    /// The level of detail for nodes `spacing` points apart.
    fn at(spacing: f32) -> Self {
        match spacing {
            s if s >= FULL_NODE_SPACING => Self::Full,
            s if s >= DOT_SPACING => Self::Dots,
            _ => Self::Nothing,
        }
    }
}

fn draw_line(
    painter: &Painter,
    screen: &Screen,
    (path, line): (&PatrolPath, &CachedLine),
    size: NodeSize,
    stroke: Stroke,
) {
    let mut points: Vec<Pos2> = line.points.iter().map(|(p, _)| screen.pos(*p)).collect();
    if path.is_closed() && points.len() > 1 {
        points.push(points[0]);
    }
    if points.len() < 2 {
        return;
    }
    let marks = if size == NodeSize::Nothing {
        vec![]
    } else {
        // A point with another node index than the point before it is that node.
        let before = std::iter::once(None).chain(line.points.iter().map(|&(_, node)| Some(node)));
        let is_node: Vec<bool> = line
            .points
            .iter()
            .zip(before)
            .map(|(&(_, node), before)| before != Some(node))
            .collect();
        direction_marks(&points, &is_node, path.traversal, stroke.color)
    };
    if points.len() > MANY_POINTS {
        painter.extend(
            screen
                .visible_runs(points, 2.0)
                .into_iter()
                .map(|run| Shape::line(run, stroke)),
        );
    } else if stroke.width * points.len() as f32 > screen.points(line.length) {
        // Points that are closer than the line width cannot be told apart.
        painter.extend(
            screen
                .visible_runs(points, stroke.width)
                .into_iter()
                .map(|run| Shape::line(run, stroke)),
        );
    } else {
        painter.add(Shape::line(points, stroke));
    }
    let seen = screen.rect.expand(20.0);
    painter.extend(
        marks
            .into_iter()
            .filter(|mark| mark.visual_bounding_rect().intersects(seen))
            .take(MAX_MARKS),
    );
}

/// Draws nodes as squares in one mesh, which is much faster than a shape for each.
fn draw_dots(painter: &Painter, screen: &Screen, path: &PatrolPath, color: Color32) {
    let mut mesh = Mesh::default();
    let places = path
        .nodes
        .iter()
        .map(|node| screen.pos(node.position))
        .filter(|&at| screen.rect.contains(at));
    places
        .for_each(|at| mesh.add_colored_rect(Rect::from_center_size(at, Vec2::splat(4.0)), color));
    painter.add(Shape::mesh(mesh));
}

/// Draws the start and the end of a path whose nodes are not drawn.
fn draw_small_ends(painter: &Painter, screen: &Screen, path: &PatrolPath, color: Color32) {
    let [Some(first), Some(last)] = [path.nodes.first(), path.nodes.last()] else {
        return;
    };
    painter.circle_filled(screen.pos(first.position), 3.0, color);
    if !path.is_closed() {
        painter.rect_filled(
            Rect::from_center_size(screen.pos(last.position), Vec2::splat(5.0)),
            0.0,
            color,
        );
    }
}

/// Draws the radii within which nodes count as reached.
fn draw_radii(painter: &Painter, screen: &Screen, path: &PatrolPath) {
    let colors = theme::colors(painter.ctx());
    let fill = colors.accent.gamma_multiply(0.05);
    let stroke = Stroke::new(1.0, colors.accent.gamma_multiply(0.35));
    for node in &path.nodes {
        let radius = path.radius_of(node);
        if screen.shows(node.position, radius) {
            painter.circle(
                screen.pos(node.position),
                screen.points(radius),
                fill,
                stroke,
            );
        }
    }
}

fn draw_node(
    painter: &Painter,
    at: Pos2,
    path: &PatrolPath,
    (index, node): (usize, &Node),
    (selected, hovered): (bool, bool),
    color: Color32,
) {
    let colors = theme::colors(painter.ctx());
    let size = if selected || hovered { 6.0 } else { 4.5 };
    let fill = if selected {
        colors.accent
    } else {
        colors.canvas
    };
    let stroke = Stroke::new(2.0, if hovered { colors.text_strong } else { color });
    let last = path.nodes.len() - 1;
    if index == 0 {
        // The start: a disc in a ring.
        disc(painter, at, size + 2.0, fill, stroke);
        painter.circle_filled(at, 3.0, if selected { colors.canvas } else { color });
    } else if index == last && !path.is_closed() {
        // The end: a square.
        let rect = egui::Rect::from_center_size(at, Vec2::splat(2.0 * size));
        painter.rect(rect, 1.0, fill, stroke, egui::StrokeKind::Middle);
    } else {
        disc(painter, at, size, fill, stroke);
    }
    if node.wait > 0.0 {
        // A wait: a clock hand.
        painter.line_segment(
            [at, at - Vec2::new(0.0, size - 1.0)],
            Stroke::new(1.5, stroke.color),
        );
    }
}
