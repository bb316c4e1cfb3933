//! Hit testing on the canvas, in order of priority: drawn handle, node, agent or marker, near
//! handle, segment, ring. Hidden and locked items are ignored.

use crate::bounds::Bounds;
use crate::canvas::handles::DRAWN_POINTS;
use crate::canvas::ring::Ring;
use crate::line::NodeLine;
use crate::outline;
use crate::paths::routes::CachedLine;
use crate::{CanvasContext, Item, Line, pictures};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::Agent;

/// The grab radius of rings and segments relative to that of nodes.
const LINE_FACTOR: f64 = 0.6;

/// A position on a line where a node can be inserted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentHit {
    /// The line.
    pub line: Line,
    /// The new node's index.
    pub index: usize,
    /// The position on the segment.
    pub position: DVec2,
}

impl CanvasContext<'_> {
    /// The grab radius of lines, in units.
    pub(crate) fn line_grab_radius(&self) -> f64 {
        LINE_FACTOR * self.grab_radius()
    }

    /// The editable lines that may be within `radius` of `p`.
    fn lines_near(&self, p: DVec2, radius: f64) -> impl Iterator<Item = LineNear<'_>> {
        let scene = &self.session.scene;
        let paths = scene.paths.iter().zip(self.view.routes.lines());
        let paths = paths.filter(move |(_, drawn)| drawn.is_near(p, p, radius));
        let paths = paths.map(|(path, drawn)| LineNear {
            line: path.as_ref(),
            drawn: Some(drawn),
        });
        let straight = scene
            .walls
            .iter()
            .map(|wall| wall.as_ref() as &dyn NodeLine);
        let areas = scene.editor.areas.iter();
        let straight = straight.chain(areas.map(|area| area as &dyn NodeLine));
        let straight = straight.filter(move |&line| is_near(line, p, radius));
        let straight = straight.map(|line| LineNear { line, drawn: None });
        let near = paths.chain(straight);
        near.filter(|near| scene.editor.is_editable(near.line.line()))
    }

    /// The nearest node at `p`, otherwise the nearest marker or agent. Of two at the same distance,
    /// the topmost.
    pub fn item_at(&self, p: DVec2) -> Option<Item> {
        // Of two at the same distance, the later one is drawn on top.
        let found = self.points_at(p).into_iter().rev();
        let nearest = found.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        nearest.map(|(.., item)| item)
    }

    /// What a click at `p` selects, and the item below it. Nodes of a selected path, wall or area
    /// come first, then what is drawn on top, which is a marker or agent before a node. A drag
    /// moves the item below if that is selected, which is named before others.
    pub fn click_target_at(&self, p: DVec2) -> Option<(Item, Option<Item>)> {
        let selection = &self.session.selection;
        let order = |item: Item| match item {
            Item::Node(line, _) => {
                let is_first = selection.contains(line.into()) || selection.has_nodes_of(line);
                if is_first { 0 } else { 2 }
            }
            _ => 1,
        };
        // Of two at the same distance, the later one is drawn on top.
        let found = self.points_at(p).into_iter().rev();
        let mut found: Vec<_> = found
            .map(|(_, far, item)| (order(item), far, item))
            .collect();
        found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (top, below) = found.split_first()?;
        let mut below = below.iter().map(|(.., item)| *item);
        let next = below.clone().next();
        let selected = below.find(|&item| selection.contains(item));
        Some((top.2, selected.or(next)))
    }

    /// The nodes, markers and agents at `p`, each with its rank and its distance.
    fn points_at(&self, p: DVec2) -> Vec<(u8, f64, Item)> {
        let grab_radius = self.grab_radius();
        let mut found = Vec::new();
        let mut consider = |rank: u8, position: DVec2, radius: f64, item: Item| {
            let distance = vector::distance(position, p);
            if distance <= radius {
                found.push((rank, distance, item));
            }
        };
        for LineNear { line, .. } in self.lines_near(p, grab_radius) {
            for (node, position) in line.nodes() {
                consider(0, position, grab_radius, Item::Node(line.line(), node));
            }
        }
        for (item, position, radius) in self.point_items(p, grab_radius) {
            consider(1, position, radius, item);
        }
        found
    }

    /// All items at `p` in order of priority: nodes, then markers and agents, then paths and walls,
    /// nearest first; then pictures from the top.
    pub fn items_at(&self, p: DVec2) -> Vec<Item> {
        let (grab_radius, line_grab_radius) = (self.grab_radius(), self.line_grab_radius());
        let mut found = self.points_at(p);
        let mut consider = |distance: f64, item: Item| {
            if distance <= line_grab_radius {
                found.push((2, distance, item));
            }
        };
        for near in self.lines_near(p, grab_radius) {
            let distances = near.segments();
            let distances = distances.map(|(a, b, _)| vector::segment_distance(a, b, p));
            let nearest = distances.fold(f64::INFINITY, f64::min);
            consider(nearest, near.line.line().into());
        }
        for (spawner, distance) in self.spawner_edges(p) {
            consider(distance, Item::Spawner(spawner));
        }
        let pictures = pictures::all_at(&self.session.scene, p);
        found.extend(
            (1_u32..)
                .zip(pictures)
                .map(|(depth, picture)| (3, f64::from(depth), Item::Picture(picture))),
        );
        found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        found.into_iter().map(|(.., item)| item).collect()
    }

    /// The editable spawners, markers and agents that may be near `p`, with their shown positions
    /// and the radii within which they are grabbed, in units: spawners, markers, then agents, in
    /// the order of the scene.
    fn point_items(&self, p: DVec2, grab_radius: f64) -> impl Iterator<Item = (Item, DVec2, f64)> {
        let scene = &self.session.scene;
        let editor = &scene.editor;
        // Most of thousands of items are far away.
        let is_near =
            move |position: DVec2, radius: f64| (position - p).abs().max_element() <= radius;
        let markers = scene.markers.iter().filter(move |marker| {
            is_near(marker.position, grab_radius) && editor.is_editable(marker.id)
        });
        let radii = scene.presets.iter().map(|preset| preset.body.radius);
        let largest = radii.fold(grab_radius, f64::max);
        let near = self.view.agents.iter();
        let near = near.filter(|(_, position)| is_near(*position, largest));
        // In the order of ids.
        let near: Vec<_> = near.copied().collect();
        let agents = if near.is_empty() {
            &[][..]
        } else {
            &scene.agents
        };
        let agents = agents.iter().filter_map(move |agent| {
            let found = near.binary_search_by_key(&agent.id, |(id, _)| *id);
            let (_, position) = *near.get(found.ok()?)?;
            let radius = grab_radius.max(self.body_radius(agent));
            let is_editable = editor.is_editable(agent.id);
            is_editable.then_some((Item::Agent(agent.id), position, radius))
        });
        let markers =
            markers.map(move |marker| (Item::Marker(marker.id), marker.position, grab_radius));
        let spawners = self
            .spawner_icons(grab_radius)
            .filter(move |(_, icon, _)| is_near(*icon, grab_radius));
        spawners.chain(markers).chain(agents)
    }

    fn body_radius(&self, agent: &Agent) -> f64 {
        self.session
            .scene
            .preset(agent.preset)
            .map_or(0.0, |preset| preset.body.radius)
    }

    /// The position at `p` on the nearest line.
    pub fn segment_at(&self, p: DVec2) -> Option<SegmentHit> {
        let radius = self.line_grab_radius();
        let mut best: Option<(f64, SegmentHit)> = None;
        let mut consider = |line: Line, (a, b): (DVec2, DVec2), after: usize| {
            let position = a + (b - a) * vector::nearest_fraction(a, b, p);
            let distance = vector::distance(position, p);
            if distance <= radius && best.is_none_or(|(nearest, _)| distance < nearest) {
                let hit = SegmentHit {
                    line,
                    index: after + 1,
                    position,
                };
                best = Some((distance, hit));
            }
        };
        for near in self.lines_near(p, radius) {
            for (a, b, after) in near.segments() {
                consider(near.line.line(), (a, b), after);
            }
        }
        best.map(|(_, hit)| hit)
    }

    /// The nearest ring with a handle at `p`.
    pub fn ring_handle_at(&self, p: DVec2, rings: &[Ring]) -> Option<usize> {
        self.ring_handle_within(p, self.grab_radius(), rings)
    }

    /// The nearest ring with a handle within `radius` of `p`.
    pub(crate) fn ring_handle_within(
        &self,
        p: DVec2,
        radius: f64,
        rings: &[Ring],
    ) -> Option<usize> {
        nearest_ring(rings, radius, |ring| vector::distance(ring.handle(), p))
    }

    /// The ring whose handle is drawn under `p`.
    pub fn drawn_ring_handle_at(&self, p: DVec2, rings: &[Ring]) -> Option<usize> {
        self.ring_handle_within(p, self.length_from_points(DRAWN_POINTS), rings)
    }

    /// The nearest ring with its line at `p`, except rings that follow the pointer.
    pub fn ring_line_at(&self, p: DVec2, rings: &[Ring]) -> Option<usize> {
        nearest_ring(rings, self.line_grab_radius(), |ring| {
            if ring.follows_pointer {
                f64::INFINITY
            } else {
                (vector::distance(ring.center, p) - ring.radius).abs()
            }
        })
    }

    /// All nodes, agents, markers and spawners in the box between two corners, and the pictures
    /// that are wholly in it.
    pub fn items_within(&self, a: DVec2, b: DVec2) -> Vec<Item> {
        let (min, max) = (a.min(b), a.max(b));
        let inside = |p: DVec2| p.cmpge(min).all() && p.cmple(max).all();
        let scene = &self.session.scene;
        let lines = Line::all(scene).filter(|line| scene.editor.is_editable(line.line()));
        let nodes = lines.flat_map(|line| {
            let items = line.nodes();
            items.map(move |(node, position)| (Item::Node(line.line(), node), position))
        });
        let markers = self
            .session
            .scene
            .markers
            .iter()
            .map(|marker| (Item::Marker(marker.id), marker.position));
        let agents = self.view.agents.iter().map(|&(id, p)| (Item::Agent(id), p));
        let others = markers
            .chain(agents)
            .filter(|(item, _)| outline::is_editable(&self.session.scene, *item));
        let pictures = self.session.scene.editor.pictures.iter();
        let pictures = pictures
            .filter(|picture| pictures::corners(picture).into_iter().all(inside))
            .map(|picture| Item::Picture(picture.id))
            .filter(|&item| outline::is_editable(&self.session.scene, item));
        let spawners = self.spawners_within(inside);
        nodes
            .chain(others)
            .filter(|(_, p)| inside(*p))
            .map(|(item, _)| item)
            .chain(spawners)
            .chain(pictures)
            .collect()
    }
}

/// A line near the pointer, and how it is drawn if that is not straight.
#[derive(Clone, Copy)]
struct LineNear<'a> {
    line: &'a dyn NodeLine,
    drawn: Option<&'a CachedLine>,
}

impl<'a> LineNear<'a> {
    /// The segments, each with the index of the node before it.
    fn segments(self) -> Box<dyn Iterator<Item = (DVec2, DVec2, usize)> + 'a> {
        match self.drawn {
            Some(drawn) => Box::new(drawn.segments()),
            None => {
                let edges = self.line.edges().enumerate();
                Box::new(edges.map(|(after, Segment { a, b })| (a, b, after)))
            }
        }
    }
}

/// Whether the bounding box of the nodes of a line is within `radius` of `p`.
fn is_near(line: &dyn NodeLine, p: DVec2, radius: f64) -> bool {
    let bounds = Bounds::of(line.nodes().map(|(_, position)| position));
    bounds.is_some_and(|Bounds { min, max }| {
        p.cmpge(min - radius).all() && p.cmple(max + radius).all()
    })
}

/// The nearest ring within `radius` by some distance. Of two at the same distance, the topmost.
fn nearest_ring(rings: &[Ring], radius: f64, distance: impl Fn(&Ring) -> f64) -> Option<usize> {
    let near = rings
        .iter()
        .map(distance)
        .enumerate()
        .filter(|(_, distance)| *distance <= radius);
    near.rev()
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(index, _)| index)
}
