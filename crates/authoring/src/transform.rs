//! Moving, turning and scaling what is selected, always from where it was taken up: nothing drifts, however often it moves.

use crate::bounds::{bounds_of, within_reach};
use crate::{Item, Selection};
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::rotation;
use steerwright_runtime::scene::{Agent, AgentId, Marker, Node, OutlinerProps, PatrolPath, Scene};

/// A change of places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transform {
    /// By a distance, u.
    Move(DVec2),
    /// Counter-clockwise.
    Turn {
        /// What stays where it is, u.
        about: DVec2,
        /// By how much.
        degrees: f64,
    },
    /// Away from a point by factors along x and y; a negative one mirrors.
    Scale {
        /// What stays where it is, u.
        about: DVec2,
        /// How often as far.
        factors: DVec2,
    },
}

impl Transform {
    /// Where a place goes.
    pub fn place(&self, p: DVec2) -> DVec2 {
        match *self {
            Self::Move(by) => p + by,
            Self::Turn { about, degrees } => about + turned(p - about, degrees),
            Self::Scale { about, factors } => about + (p - about) * factors,
        }
    }

    /// What becomes of a velocity: it turns and is mirrored, and keeps its length.
    pub fn velocity(&self, v: DVec2) -> DVec2 {
        let v = match *self {
            Self::Move(_) => v,
            Self::Turn { degrees, .. } => turned(v, degrees),
            Self::Scale { factors, .. } => v * factors.signum(),
        };
        // What stands still has no sign.
        v + DVec2::ZERO
    }
}

/// `v` turned counter-clockwise; quarter turns to the bit.
fn turned(v: DVec2, degrees: f64) -> DVec2 {
    let degrees = degrees % 360.0;
    let degrees = if degrees > 180.0 {
        degrees - 360.0
    } else if degrees < -180.0 {
        degrees + 360.0
    } else {
        degrees
    };
    if degrees == 90.0 {
        v.perp()
    } else if degrees == -90.0 {
        -v.perp()
    } else if degrees.abs() == 180.0 {
        -v
    } else {
        rotation::rotate(v, degrees * rotation::RADIANS_PER_DEGREE)
    }
}

/// Things taken up, with the places they had.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransformSnapshot {
    /// By path and node index.
    nodes: Vec<(usize, usize, DVec2)>,
    /// By index: place and velocity.
    agents: Vec<(usize, DVec2, DVec2)>,
    markers: Vec<(usize, DVec2)>,
}

impl TransformSnapshot {
    /// Takes up what is selected and neither hidden nor locked; a path is its nodes, each of them once. Agents are taken from where
    /// they are `shown` (in the order of their ids), if that is told, else from where they start.
    pub fn of(scene: &Scene, selection: &Selection, shown: &[(AgentId, DVec2)]) -> Self {
        let mut lifted = Self::default();
        for (p, path) in scene.paths.iter().enumerate() {
            lifted
                .nodes
                .extend(taken_of(scene, path, selection).map(|(n, node)| (p, n, node.position())));
        }
        let taken = |item: Item, place: OutlinerProps| {
            selection.contains(item) && !place.is_out_of_reach(scene)
        };
        for (a, agent) in scene
            .agents
            .iter()
            .enumerate()
            .filter(|(_, agent)| taken(Item::Agent(agent.id), agent.outline))
        {
            let from = shown
                .binary_search_by_key(&agent.id, |(id, _)| *id)
                .map_or(agent.position(), |i| shown[i].1);
            lifted.agents.push((a, from, agent.velocity()));
        }
        let markers = scene
            .markers
            .iter()
            .enumerate()
            .filter(|(_, marker)| taken(Item::Marker(marker.id), marker.outline));
        lifted
            .markers
            .extend(markers.map(|(m, marker)| (m, marker.position())));
        lifted
    }

    /// Takes up one thing.
    pub fn one(scene: &Scene, item: Item, shown: &[(AgentId, DVec2)]) -> Self {
        Self::of(scene, &Selection::of([item]), shown)
    }

    /// Whether nothing was taken up.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.agents.is_empty() && self.markers.is_empty()
    }

    /// The places, as they were.
    pub fn places(&self) -> impl Iterator<Item = DVec2> + '_ {
        let nodes = self.nodes.iter().map(|(.., p)| *p);
        nodes
            .chain(self.agents.iter().map(|(_, p, _)| *p))
            .chain(self.markers.iter().map(|(_, p)| *p))
    }

    /// The box around the places: lower left, upper right; none for nothing.
    pub fn bounds(&self) -> Option<(DVec2, DVec2)> {
        bounds_of(&self.places().collect::<Vec<_>>())
    }

    /// Puts everything where `transform` takes it from where it was.
    pub fn apply(&self, scene: &mut Scene, transform: &Transform) {
        for &(path, node, from) in &self.nodes {
            if let Some(node) = scene
                .paths
                .get_mut(path)
                .and_then(|path| Arc::make_mut(path).nodes.get_mut(node))
            {
                let to = within_reach(transform.place(from));
                (node.x, node.y) = (to.x, to.y);
            }
        }
        if !self.agents.is_empty() {
            let agents = Arc::make_mut(&mut scene.agents);
            for &(agent, from, velocity) in &self.agents {
                if let Some(agent) = agents.get_mut(agent) {
                    let (to, velocity) = (
                        within_reach(transform.place(from)),
                        transform.velocity(velocity),
                    );
                    (agent.x, agent.y, agent.vx, agent.vy) = (to.x, to.y, velocity.x, velocity.y);
                }
            }
        }
        if !self.markers.is_empty() {
            let markers = Arc::make_mut(&mut scene.markers);
            for &(marker, from) in &self.markers {
                if let Some(marker) = markers.get_mut(marker) {
                    let to = within_reach(transform.place(from));
                    (marker.x, marker.y) = (to.x, to.y);
                }
            }
        }
    }
}

/// The nodes of a path that [`TransformSnapshot::of`] takes up, with their indices.
fn taken_of<'a>(
    scene: &Scene,
    path: &'a PatrolPath,
    selection: &'a Selection,
) -> impl Iterator<Item = (usize, &'a Node)> {
    let chosen = selection.nodes_of(path.id);
    let whole = selection.contains(Item::Path(path.id)) || chosen.len() == path.nodes.len();
    let nodes = if !whole && chosen.is_empty() || path.outline.is_out_of_reach(scene) {
        &[][..]
    } else {
        &path.nodes
    };
    nodes.iter().enumerate().filter(move |(_, node)| {
        whole || chosen.binary_search(&Item::Node(path.id, node.id)).is_ok()
    })
}

/// The box around what [`TransformSnapshot::of`] takes up where it starts, asked for in every frame; none for nothing.
pub fn bounds(scene: &Scene, selection: &Selection) -> Option<(DVec2, DVec2)> {
    let nodes = scene
        .paths
        .iter()
        .flat_map(|path| taken_of(scene, path, selection).map(|(_, node)| node.position()));
    let taken = |item: Item, place: OutlinerProps| {
        selection.contains(item) && !place.is_out_of_reach(scene)
    };
    let agents = scene
        .agents
        .iter()
        .filter(|agent| taken(Item::Agent(agent.id), agent.outline))
        .map(Agent::position);
    let markers = scene
        .markers
        .iter()
        .filter(|marker| taken(Item::Marker(marker.id), marker.outline))
        .map(Marker::position);
    nodes.chain(agents).chain(markers).fold(None, |bounds, p| {
        Some(bounds.map_or((p, p), |(min, max): (DVec2, DVec2)| {
            (min.min(p), max.max(p))
        }))
    })
}

/// Transforms what is selected, from where it starts.
pub fn apply(scene: &mut Scene, selection: &Selection, transform: &Transform) {
    TransformSnapshot::of(scene, selection, &[]).apply(scene, transform);
}

/// Turns what is selected about the middle of its box.
pub fn turn(scene: &mut Scene, selection: &Selection, degrees: f64) {
    let lifted = TransformSnapshot::of(scene, selection, &[]);
    if let Some((min, max)) = lifted.bounds() {
        lifted.apply(
            scene,
            &Transform::Turn {
                about: (min + max) / 2.0,
                degrees,
            },
        );
    }
}

/// Mirrors what is selected in its own box: (-1, 1) swaps left and right, (1, -1) above and below.
pub fn mirror(scene: &mut Scene, selection: &Selection, factors: DVec2) {
    let lifted = TransformSnapshot::of(scene, selection, &[]);
    if let Some((min, max)) = lifted.bounds() {
        lifted.apply(
            scene,
            &Transform::Scale {
                about: (min + max) / 2.0,
                factors,
            },
        );
    }
}
