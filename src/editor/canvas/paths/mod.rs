//! The shapes of paths: lines with direction marks, nodes, start and end.

pub(crate) mod direction_marks;
pub(crate) mod junction_arrows;
pub(crate) mod layer;
pub(crate) mod meetings;
pub(crate) mod nodes;
pub(crate) mod tubes;

use crate::editor::canvas::labels::node_captions::NodeCaptions;
use crate::editor::canvas::paths::direction_marks::direction_marks;
use crate::editor::canvas::paths::nodes::{NodeStyle, add_node};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::crowd::{hexagon, push_line, push_polygon};
use crate::editor::theme;
use crate::editor::theme::Colors;
use egui::epaint::CircleShape;
use egui::{Color32, Mesh, Pos2, Rect, Shape, Stroke, Vec2};
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::paths::routes::CachedLine;
use steerwright_authoring::{Item, Line, Routes, Selection};
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
            || self.selection.has_nodes_of(path.id)
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
/// Among many nodes, smaller radii are drawn as hexagons, in points.
const MAX_HEXAGON_RADIUS: f32 = 6.0;
/// The minimum average segment length for node numbers, in points.
const NUMBER_SPACING: f32 = 26.0;

/// With more nodes in view, paths are drawn as one mesh that is kept.
const MANY_NODES: usize = 1_000;

/// What all visible paths are drawn from.
pub(crate) struct PathScene<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) routes: &'a Routes,
    pub(crate) emphasis: &'a Emphasis<'a>,
    pub(crate) colors: &'static Colors,
}

/// The shapes of all visible paths.
#[derive(Default)]
pub(crate) struct PathShapes {
    pub(crate) shapes: Vec<Shape>,
    /// The captions of nodes, by path.
    pub(crate) captions: Vec<NodeCaptions>,
    /// Whether there are many nodes in view.
    pub(crate) is_crowded: bool,
}

impl PathShapes {
    /// The shapes of all visible paths.
    pub(crate) fn of(screen: &Screen, paths: &PathScene<'_>) -> Self {
        let mut drawn = Self::default();
        let PathScene {
            scene,
            routes,
            emphasis,
            colors,
        } = *paths;
        let Bounds { min, max } = screen.bounds();
        let shown = || {
            scene
                .paths
                .iter()
                .zip(routes.lines())
                .filter(|(path, _)| !scene.editor.is_hidden(path.id))
        };
        let within =
            |node: &&Node| node.position.cmpge(min).all() && node.position.cmple(max).all();
        let in_view: usize = shown()
            .filter(|(_, line)| line.is_near(min, max, 0.0))
            .map(|(path, _)| path.nodes.iter().filter(within).count())
            .sum();
        drawn.is_crowded = in_view > MANY_NODES;
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
                drawn.add_path(screen, path, line, spacing, paths);
            }
        }
        drawn.shapes.push(Shape::mesh(crowd));
        drawn
    }
}

impl PathShapes {
    /// Adds a path whose nodes are on average `spacing` points apart.
    fn add_path(
        &mut self,
        screen: &Screen,
        path: &PatrolPath,
        line: &CachedLine,
        spacing: f32,
        paths: &PathScene<'_>,
    ) {
        let PathScene {
            scene,
            emphasis,
            colors,
            ..
        } = *paths;
        let (selected, hovered) = emphasis.of(Item::Path(path.id));
        let active = selected || emphasis.selection.path() == Some(path.id);
        let selected_nodes = emphasis.selection.nodes_of(path.id);
        let base = colors.of_path(scene, path);
        let color = match (active || !selected_nodes.is_empty(), hovered) {
            (true, _) => colors.accent,
            (false, true) => theme::blend(base, colors.text_strong, 0.4),
            (false, false) => base,
        };
        if active {
            self.add_radii(screen, path, colors);
        }
        let shapes = &mut self.shapes;
        let size = NodeSize::at(spacing);
        let width = match (active, size) {
            (true, _) => 2.5,
            (false, NodeSize::Nothing) => 1.0,
            (false, _) => 2.0,
        };
        let stroke = Stroke::new(width, color);
        add_line(shapes, screen, path, line, size, stroke);
        let all = selected_nodes.len() == path.nodes.len();
        match size {
            NodeSize::Full => {}
            // The squares of selected nodes cover their dots.
            NodeSize::Dots if all => {}
            NodeSize::Dots => add_dots(shapes, screen, path, color),
            NodeSize::Nothing if screen.points(line.length) < MIN_LENGTH_WITH_ENDS => {}
            NodeSize::Nothing => add_small_ends(shapes, screen, path, color),
        }
        let last = path.nodes.len().saturating_sub(1);
        let seen = screen.rect.expand(20.0);
        let mut squares = Mesh::default();
        let mut captions = NodeCaptions::of(path.id);
        for (index, node) in path.nodes.iter().enumerate() {
            let at = screen.pos(node.position);
            if !seen.contains(at) {
                continue;
            }
            let item = Item::Node(Line::Path(path.id), node.id);
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
                let style = NodeStyle::new(selected, hovered, color, colors);
                add_node(shapes, at, path, index, node, &style);
            } else if selected {
                let square = Rect::from_center_size(at, Vec2::splat(5.0));
                squares.add_colored_rect(square, colors.accent);
            }
            if active && spacing > NUMBER_SPACING {
                captions.add(at, index, node, &scene.unit, selected || hovered);
            }
        }
        shapes.push(Shape::mesh(squares));
        if !captions.is_empty() {
            self.captions.push(captions);
        }
    }

    /// Adds the radii within which nodes count as reached.
    fn add_radii(&mut self, screen: &Screen, path: &PatrolPath, colors: &Colors) {
        let fill = colors.accent.gamma_multiply(0.05);
        let stroke = Stroke::new(1.0, colors.accent.gamma_multiply(0.35));
        // Thousands of small ones are hexagons without an outline, which would cost three times as
        // much.
        let mut small = Mesh::default();
        let small_fill = colors.accent.gamma_multiply(0.2);
        for node in &path.nodes {
            let radius = path.radius_of(node);
            if screen.shows(node.position, radius) {
                let at = screen.pos(node.position);
                let radius = screen.points(radius);
                if self.is_crowded && radius < MAX_HEXAGON_RADIUS {
                    push_polygon(&mut small, &hexagon(at, radius), small_fill);
                } else {
                    self.shapes.push(Shape::Circle(CircleShape {
                        center: at,
                        radius,
                        fill,
                        stroke,
                    }));
                }
            }
        }
        self.shapes.push(Shape::mesh(small));
    }
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

fn add_line(
    shapes: &mut Vec<Shape>,
    screen: &Screen,
    path: &PatrolPath,
    line: &CachedLine,
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
        shapes.extend(
            screen
                .visible_runs(points, 2.0)
                .into_iter()
                .map(|run| Shape::line(run, stroke)),
        );
    } else if stroke.width * points.len() as f32 > screen.points(line.length) {
        // Points that are closer than the line width cannot be told apart.
        shapes.extend(
            screen
                .visible_runs(points, stroke.width)
                .into_iter()
                .map(|run| Shape::line(run, stroke)),
        );
    } else {
        shapes.push(Shape::line(points, stroke));
    }
    let seen = screen.rect.expand(20.0);
    shapes.extend(
        marks
            .into_iter()
            .filter(|mark| mark.visual_bounding_rect().intersects(seen))
            .take(MAX_MARKS),
    );
}

/// Adds nodes as squares in one mesh, which is much faster than a shape for each.
fn add_dots(shapes: &mut Vec<Shape>, screen: &Screen, path: &PatrolPath, color: Color32) {
    let mut mesh = Mesh::default();
    let places = path
        .nodes
        .iter()
        .map(|node| screen.pos(node.position))
        .filter(|&at| screen.rect.contains(at));
    places
        .for_each(|at| mesh.add_colored_rect(Rect::from_center_size(at, Vec2::splat(4.0)), color));
    shapes.push(Shape::mesh(mesh));
}

/// Adds the start and the end of a path whose nodes are not drawn.
fn add_small_ends(shapes: &mut Vec<Shape>, screen: &Screen, path: &PatrolPath, color: Color32) {
    let [Some(first), Some(last)] = [path.nodes.first(), path.nodes.last()] else {
        return;
    };
    shapes.push(Shape::circle_filled(screen.pos(first.position), 3.0, color));
    if !path.is_closed() {
        let rect = Rect::from_center_size(screen.pos(last.position), Vec2::splat(5.0));
        shapes.push(Shape::rect_filled(rect, 0.0, color));
    }
}
