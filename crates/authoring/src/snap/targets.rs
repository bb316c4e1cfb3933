//! The points and lines to snap to: everything visible that is not being moved.

use crate::bounds::Bounds;
use crate::line::NodeLine;
use crate::{CanvasView, Item, Line, Routes, spawners};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::{NodeId, PathId, Scene, SpawnPlace};

/// An item that provides a guide, and its position.
type Guide = (Item, DVec2);

/// Points and lines to snap to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Targets {
    points: Vec<(DVec2, Item)>,
    /// Indices into the scene's paths, and their ids.
    lines: Vec<(usize, PathId)>,
    /// Edges of walls and areas, with their owner and the index of the edge.
    edges: Vec<(Segment, Item, usize)>,
}

impl Targets {
    /// Everything visible except items for which `moves` returns true. A path that moves in part
    /// provides its other nodes but no segments. Agents are included only while they are at their
    /// start positions.
    pub fn of(scene: &Scene, view: &CanvasView<'_>, moves: impl Fn(Item) -> bool) -> Self {
        let mut targets = Self::default();
        let Bounds { min, max } = view.visible;
        for (index, (path, line)) in scene.paths.iter().zip(view.routes.lines()).enumerate() {
            if !line.is_near(min, max, 0.0) || scene.editor.is_hidden(path.id) {
                continue;
            }
            let whole = moves(Item::Path(path.id));
            let mut fixed = !whole;
            for node in path.nodes.iter().filter(|_| !whole) {
                let item = Item::Node(Line::Path(path.id), node.id);
                if moves(item) {
                    fixed = false;
                } else if view.is_visible(node.position) {
                    targets.points.push((node.position, item));
                }
            }
            if fixed {
                targets.lines.push((index, path.id));
            }
        }
        let walls = scene
            .walls
            .iter()
            .map(|wall| wall.as_ref() as &dyn NodeLine);
        let areas = scene.editor.areas.iter();
        for line in walls.chain(areas.map(|area| area as &dyn NodeLine)) {
            if !scene.editor.is_hidden(line.line()) && !moves(line.line().into()) {
                targets.add_straight(line, view, &moves);
            }
        }
        targets.add_spawners(scene, view, &moves);
        let markers = scene
            .markers
            .iter()
            .filter(|marker| !scene.editor.is_hidden(marker.id));
        let markers = markers.map(|marker| (marker.position, Item::Marker(marker.id)));
        targets
            .points
            .extend(markers.filter(|(p, item)| view.is_visible(*p) && !moves(*item)));
        for agent in scene
            .agents
            .iter()
            .filter(|agent| !scene.editor.is_hidden(agent.id))
        {
            let p = agent.position;
            if view.is_visible(p)
                && !moves(Item::Agent(agent.id))
                && view.agent_position(agent.id) == Some(p)
            {
                targets.points.push((p, Item::Agent(agent.id)));
            }
        }
        targets
    }

    /// Adds the nodes and edges of a wall or an area. Edges with a node that moves are left out.
    fn add_straight(
        &mut self,
        line: &dyn NodeLine,
        view: &CanvasView<'_>,
        moves: &impl Fn(Item) -> bool,
    ) {
        let Bounds { min, max } = view.visible;
        let item = |node: NodeId| Item::Node(line.line(), node);
        for (node, position) in line.nodes() {
            if view.is_visible(position) && !moves(item(node)) {
                self.points.push((position, item(node)));
            }
        }
        let is_fixed = |index: usize| {
            let node = line.node(index % line.count());
            node.is_some_and(|(node, _)| !moves(item(node)))
        };
        for (index, edge) in line.edges().enumerate() {
            let is_near =
                edge.a.max(edge.b).cmpge(min).all() && edge.a.min(edge.b).cmple(max).all();
            if is_near && is_fixed(index) && is_fixed(index + 1) {
                self.edges.push((edge, line.line().into(), index));
            }
        }
    }

    /// Adds the points of spawners, and the corners and sides of those with an edge.
    fn add_spawners(
        &mut self,
        scene: &Scene,
        view: &CanvasView<'_>,
        moves: &impl Fn(Item) -> bool,
    ) {
        let spawners = scene.spawners.iter();
        let fixed = spawners.filter(|spawner| {
            !scene.editor.is_hidden(spawner.id) && !moves(Item::Spawner(spawner.id))
        });
        for spawner in fixed {
            let item = Item::Spawner(spawner.id);
            match spawner.place {
                SpawnPlace::Point(p) if view.is_visible(p) => self.points.push((p, item)),
                SpawnPlace::Edge(edge) => {
                    for (index, side) in spawners::sides(edge).into_iter().enumerate() {
                        if view.is_visible(side.a) {
                            self.points.push((side.a, item));
                        }
                        self.edges.push((side, item, index));
                    }
                }
                SpawnPlace::Point(_) | SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => {}
            }
        }
    }

    /// The nearest point to `p` within `max_distance`.
    pub(super) fn nearest_point(&self, p: DVec2, max_distance: f64) -> Option<(DVec2, Item)> {
        let near = self
            .points
            .iter()
            .map(|&(at, item)| (vector::distance(at, p), at, item))
            .filter(|(distance, ..)| *distance <= max_distance);
        near.min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, at, item)| (at, item))
    }

    /// The nearest position on a line to `p` within `max_distance`, with the index of the node
    /// before it.
    pub(super) fn nearest_on_line(
        &self,
        routes: &Routes,
        p: DVec2,
        max_distance: f64,
    ) -> Option<(DVec2, Item, usize)> {
        let mut best: Option<(f64, DVec2, Item, usize)> = None;
        let mut consider = |owner: Item, (a, b): (DVec2, DVec2), after: usize| {
            let at = a + (b - a) * vector::nearest_fraction(a, b, p);
            let distance = vector::distance(at, p);
            if distance <= max_distance && best.is_none_or(|(nearest, ..)| distance < nearest) {
                best = Some((distance, at, owner, after));
            }
        };
        for &(index, path) in &self.lines {
            let Some(line) = routes
                .lines()
                .get(index)
                .filter(|line| line.is_near(p, p, max_distance))
            else {
                continue;
            };
            for (a, b, after) in line.segments() {
                consider(Item::Path(path), (a, b), after);
            }
        }
        for &(Segment { a, b }, owner, index) in &self.edges {
            consider(owner, (a, b), index);
        }
        best.map(|(_, at, owner, after)| (at, owner, after))
    }

    /// The items that provide a vertical and a horizontal guide near `p`; of several, the nearest.
    pub(super) fn guides(&self, p: DVec2, max_distance: f64) -> (Option<Guide>, Option<Guide>) {
        let in_line = |off: fn(DVec2) -> f64| {
            let near = self
                .points
                .iter()
                .map(|&(at, item)| (off(at - p).abs(), vector::distance(at, p), item, at));
            let near = near.filter(|(off, ..)| *off <= max_distance);
            near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)))
                .map(|(.., item, at)| (item, at))
        };
        (in_line(|d| d.x), in_line(|d| d.y))
    }
}
