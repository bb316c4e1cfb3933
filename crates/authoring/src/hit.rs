//! What is under the pointer, by the order of what a hand most likely means: node, agent or marker, handle, segment, ring.
//! What is hidden or locked is not there.

use crate::ring::Ring;
use crate::routes::{PathLine, Routes};
use crate::{Item, outline};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, AgentId, OutlinerProps, PathId, PatrolPath, Scene};

/// How near (points on the screen) the pointer has to be to a node, agent, marker or handle, unless the person says otherwise.
pub const GRAB_POINTS: f64 = 10.0;
/// A ring or segment is grabbed from this part of the distance a node is.
const LINE_PART: f64 = 0.6;

/// Where things are on the canvas at this moment: agents move, the rest stands.
pub struct ViewContext<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The lines of its paths.
    pub routes: &'a Routes,
    /// Where each agent is shown, by id.
    pub agents: &'a [(AgentId, DVec2)],
    /// Units that one point on the screen is.
    pub unit_per_point: f64,
    /// How near the pointer has to be to a node, agent, marker or handle, points on the screen.
    pub grab_points: f64,
    /// Where the pointer that agents go for is shown.
    pub pointer: DVec2,
    /// The corners of what is shown: lower left, upper right.
    pub shown: (DVec2, DVec2),
}

/// A place on a path where a node could be put in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentHit {
    /// The path.
    pub path: PathId,
    /// The new node's index.
    pub index: usize,
    /// Where on the line.
    pub position: DVec2,
}

impl ViewContext<'_> {
    /// Where an agent is shown.
    pub fn agent_position(&self, id: AgentId) -> Option<DVec2> {
        self.agents
            .binary_search_by_key(&id, |(id, _)| *id)
            .ok()
            .map(|i| self.agents[i].1)
    }

    /// How far a node reaches, u.
    fn reach(&self) -> f64 {
        self.grab_points * self.unit_per_point
    }

    /// How far a line reaches, u.
    fn line_reach(&self) -> f64 {
        LINE_PART * self.reach()
    }

    /// The paths whose lines may come within `reach` of `p`, and which a click can take.
    fn paths_near(&self, p: DVec2, reach: f64) -> impl Iterator<Item = (&PatrolPath, &PathLine)> {
        let near = self
            .scene
            .paths
            .iter()
            .zip(self.routes.lines())
            .filter(move |(_, line)| line.is_near(p, p, reach));
        near.filter(|(path, _)| !path.outline.is_out_of_reach(self.scene))
            .map(|(path, line)| (path.as_ref(), line))
    }

    /// The nearest node under `p`, else the nearest marker or agent. Of two as near, the one drawn on top.
    pub fn item_at(&self, p: DVec2) -> Option<Item> {
        let reach = self.reach();
        let mut nodes = Nearest::to(p);
        for (path, _) in self.paths_near(p, reach) {
            for node in &path.nodes {
                nodes.offer(node.position(), reach, Item::Node(path.id, node.id));
            }
        }
        let mut others = Nearest::to(p);
        for (item, position, radius) in self.loose_things() {
            others.offer(position, reach.max(radius), item);
        }
        nodes.item().or(others.item())
    }

    /// Everything under `p`, what is taken first first: nodes, then markers and agents, then paths; the nearer before the further.
    pub fn items_at(&self, p: DVec2) -> Vec<Item> {
        let (reach, line_reach) = (self.reach(), self.line_reach());
        let mut found: Vec<(u8, f64, Item)> = Vec::new();
        let mut offer = |rank: u8, distance: f64, reach: f64, item: Item| {
            if distance <= reach {
                found.push((rank, distance, item));
            }
        };
        for (path, line) in self.paths_near(p, reach) {
            for node in &path.nodes {
                offer(
                    0,
                    vector::distance(node.position(), p),
                    reach,
                    Item::Node(path.id, node.id),
                );
            }
            let nearest = line
                .segments()
                .map(|(a, b, _)| vector::segment_distance(a, b, p))
                .fold(f64::INFINITY, f64::min);
            offer(2, nearest, line_reach, Item::Path(path.id));
        }
        for (item, position, radius) in self.loose_things() {
            offer(1, vector::distance(position, p), reach.max(radius), item);
        }
        found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        found.into_iter().map(|(.., item)| item).collect()
    }

    /// Markers and agents within reach of a click: where each is shown, and its radius, u.
    fn loose_things(&self) -> impl Iterator<Item = (Item, DVec2, f64)> {
        let free = |place: OutlinerProps| !place.is_out_of_reach(self.scene);
        let markers = self
            .scene
            .markers
            .iter()
            .filter(move |marker| free(marker.outline));
        let agents = self
            .scene
            .agents
            .iter()
            .filter(move |agent| free(agent.outline));
        let shown = agents.filter_map(|agent| {
            Some((
                Item::Agent(agent.id),
                self.agent_position(agent.id)?,
                self.body_radius(agent),
            ))
        });
        markers
            .map(|marker| (Item::Marker(marker.id), marker.position(), 0.0))
            .chain(shown)
    }

    fn body_radius(&self, agent: &Agent) -> f64 {
        self.scene
            .preset(agent.preset)
            .map_or(0.0, |preset| preset.body.radius)
    }

    /// The place on a path's line under `p`.
    pub fn segment_at(&self, p: DVec2) -> Option<SegmentHit> {
        let reach = self.line_reach();
        let mut best: Option<(f64, SegmentHit)> = None;
        for (path, line) in self.paths_near(p, reach) {
            for (a, b, after) in line.segments() {
                let position = a + (b - a) * vector::nearest_fraction(a, b, p);
                let distance = vector::distance(position, p);
                if distance <= reach && best.is_none_or(|(nearest, _)| distance < nearest) {
                    best = Some((
                        distance,
                        SegmentHit {
                            path: path.id,
                            index: after + 1,
                            position,
                        },
                    ));
                }
            }
        }
        best.map(|(_, hit)| hit)
    }

    /// The ring whose handle is nearest under `p`.
    pub fn ring_handle_at(&self, p: DVec2, rings: &[Ring]) -> Option<usize> {
        nearest_ring(rings, self.reach(), |ring| {
            vector::distance(ring.handle(), p)
        })
    }

    /// The ring whose line is nearest under `p`.
    pub fn ring_line_at(&self, p: DVec2, rings: &[Ring]) -> Option<usize> {
        nearest_ring(rings, self.line_reach(), |ring| {
            (vector::distance(ring.center, p) - ring.radius).abs()
        })
    }

    /// Every node, agent and marker in the box between two corners.
    pub fn items_within(&self, a: DVec2, b: DVec2) -> Vec<Item> {
        let (min, max) = (a.min(b), a.max(b));
        let inside = |p: DVec2| p.cmpge(min).all() && p.cmple(max).all();
        let paths = self
            .scene
            .paths
            .iter()
            .filter(|path| !path.outline.is_out_of_reach(self.scene));
        let nodes = paths.flat_map(|path| {
            path.nodes
                .iter()
                .map(|node| (Item::Node(path.id, node.id), node.position()))
        });
        let markers = self
            .scene
            .markers
            .iter()
            .map(|marker| (Item::Marker(marker.id), marker.position()));
        let agents = self.agents.iter().map(|&(id, p)| (Item::Agent(id), p));
        let others = markers
            .chain(agents)
            .filter(|(item, _)| !outline::is_out_of_reach(self.scene, *item));
        nodes
            .chain(others)
            .filter(|(_, p)| inside(*p))
            .map(|(item, _)| item)
            .collect()
    }
}

/// The ring nearest by some distance within `reach`; of two as near, the one on top.
fn nearest_ring(rings: &[Ring], reach: f64, distance: impl Fn(&Ring) -> f64) -> Option<usize> {
    let near = rings
        .iter()
        .map(distance)
        .enumerate()
        .filter(|(_, distance)| *distance <= reach);
    near.rev()
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(index, _)| index)
}

/// The nearest of the items offered that is within its own reach.
struct Nearest {
    from: DVec2,
    best: Option<(f64, Item)>,
}

impl Nearest {
    fn to(from: DVec2) -> Self {
        Self { from, best: None }
    }

    fn offer(&mut self, position: DVec2, reach: f64, item: Item) {
        let distance = vector::distance(position, self.from);
        if distance <= reach && self.best.is_none_or(|(nearest, _)| distance <= nearest) {
            self.best = Some((distance, item));
        }
    }

    fn item(self) -> Option<Item> {
        self.best.map(|(_, item)| item)
    }
}
