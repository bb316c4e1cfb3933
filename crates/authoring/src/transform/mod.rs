//! Moving, rotating and scaling the selection, always from its original positions, so that errors
//! do not accumulate.

pub(crate) mod motion;
pub mod script;

use crate::bounds::{Bounds, clamp_position};
use crate::outline;
use crate::pictures;
use crate::spawners;
use crate::transform::motion::heading_of;
use crate::transform::script::ScriptSnapshot;
use crate::{Item, Line, Selection, line};
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{AgentId, NodeId, Scene, SpawnPlace};

pub use crate::transform::motion::{Transform, heading_at};

/// The original positions of items being transformed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransformSnapshot {
    /// Lines, and the indices and positions of their nodes.
    nodes: Vec<(Line, Vec<(usize, DVec2)>)>,
    /// Of the nodes of paths that are selected as a whole.
    scripts: Vec<ScriptSnapshot>,
    /// Agent index, position and velocity.
    agents: Vec<(usize, DVec2, DVec2, Option<DVec2>)>,
    markers: Vec<(usize, DVec2)>,
    pictures: Vec<(usize, Picture)>,
    /// Spawner index and place, if it is none of another item.
    spawners: Vec<(usize, SpawnPlace)>,
}

impl TransformSnapshot {
    /// Stores the positions of the selected items that are editable. A selected path or wall stands
    /// for its nodes. Agents are stored where they are `shown` (sorted by id), or at their start
    /// positions if that is not given.
    pub fn of(scene: &Scene, selection: &Selection, shown: &[(AgentId, DVec2)]) -> Self {
        let mut snapshot = Self::default();
        for (line, nodes) in included_lines(scene, selection) {
            snapshot.nodes.push((line, nodes.collect()));
        }
        for (index, path) in scene.paths.iter().enumerate() {
            if selection.contains(Item::Path(path.id)) && scene.editor.is_editable(path.id) {
                snapshot.scripts.extend(ScriptSnapshot::of(index, path));
            }
        }
        let included = |item: Item| selection.contains(item) && outline::is_editable(scene, item);
        for (a, agent) in scene
            .agents
            .iter()
            .enumerate()
            .filter(|(_, agent)| included(Item::Agent(agent.id)))
        {
            let from = shown
                .binary_search_by_key(&agent.id, |(id, _)| *id)
                .map_or(agent.position, |i| shown[i].1);
            let is_alone = selection.len() == 1;
            let heading = agent.heading.or_else(|| is_alone.then_some(DVec2::X));
            snapshot.agents.push((a, from, agent.velocity, heading));
        }
        let markers = scene
            .markers
            .iter()
            .enumerate()
            .filter(|(_, marker)| included(Item::Marker(marker.id)));
        snapshot
            .markers
            .extend(markers.map(|(m, marker)| (m, marker.position)));
        for (s, spawner) in scene.spawners.iter().enumerate() {
            if included(Item::Spawner(spawner.id)) && spawner.place_target().is_none() {
                snapshot.spawners.push((s, spawner.place));
            }
        }
        for (p, picture) in scene.editor.pictures.iter().enumerate() {
            if included(Item::Picture(picture.id)) {
                snapshot.pictures.push((p, picture.clone()));
            }
        }
        snapshot
    }

    /// Stores the position of one item.
    pub fn one(scene: &Scene, item: Item, shown: &[(AgentId, DVec2)]) -> Self {
        Self::of(scene, &Selection::of([item]), shown)
    }

    /// Whether it contains no items.
    pub fn is_empty(&self) -> bool {
        self.places().next().is_none()
    }

    /// The original positions.
    pub fn places(&self) -> impl Iterator<Item = DVec2> + '_ {
        let nodes = self.nodes.iter().flat_map(|(_, nodes)| nodes);
        let nodes = nodes.map(|(_, p)| *p);
        nodes
            .chain(self.agents.iter().map(|(_, p, ..)| *p))
            .chain(self.markers.iter().map(|(_, p)| *p))
            .chain(self.pictures.iter().flat_map(|(_, p)| pictures::corners(p)))
            .chain(
                self.spawners
                    .iter()
                    .flat_map(|(_, place)| spawners::corners(*place)),
            )
    }

    /// The bounding box of the original positions. `None` if there are none.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(self.places())
    }

    /// Transforms where agents look from the nodes of whole paths, after the nodes were moved.
    fn apply_to_scripts(&self, scene: &mut Scene, transform: &Transform) {
        for of_path in self.scripts.chunk_by(|a, b| a.path == b.path) {
            let index = of_path.first().map(|script| script.path);
            let Some(path) = index.and_then(|index| scene.paths.get_mut(index)) else {
                continue;
            };
            let has_distances = of_path.iter().any(ScriptSnapshot::has_distances);
            let route = if has_distances {
                path.route()
            } else {
                Default::default()
            };
            let path = Arc::make_mut(path);
            for script in of_path {
                if let Some(node) = path.nodes.get_mut(script.node) {
                    let length = route.segment_length(script.node);
                    node.set_script(script.transformed(transform, length));
                }
            }
        }
    }

    /// Moves every item to its transformed original position.
    pub fn apply(&self, scene: &mut Scene, transform: &Transform) {
        for (line, nodes) in &self.nodes {
            let to = |from: DVec2| clamp_position(transform.apply_to(from));
            let mut moved = nodes.iter().map(|&(index, from)| (index, to(from)));
            line::move_nodes(scene, *line, &mut moved);
        }
        self.apply_to_scripts(scene, transform);
        if !self.agents.is_empty() {
            let agents = Arc::make_mut(&mut scene.agents);
            for &(agent, from, velocity, heading) in &self.agents {
                if let Some(agent) = agents.get_mut(agent) {
                    let (to, velocity) = (
                        clamp_position(transform.apply_to(from)),
                        transform.velocity(velocity),
                    );
                    (
                        agent.position.x,
                        agent.position.y,
                        agent.velocity.x,
                        agent.velocity.y,
                    ) = (to.x, to.y, velocity.x, velocity.y);
                    if !matches!(transform, Transform::Move(_)) {
                        agent.heading = heading.map(|heading| heading_of(transform, heading));
                    }
                }
            }
        }
        if !self.markers.is_empty() {
            let markers = Arc::make_mut(&mut scene.markers);
            for &(marker, from) in &self.markers {
                if let Some(marker) = markers.get_mut(marker) {
                    let to = clamp_position(transform.apply_to(from));
                    marker.position = to;
                }
            }
        }
        for &(index, from) in &self.spawners {
            if let Some(spawner) = scene.spawners.get_mut(index) {
                Arc::make_mut(spawner).place = spawners::transformed(from, transform);
            }
        }
        if !self.pictures.is_empty() {
            let pictures = &mut scene.editor_mut().pictures;
            for (index, from) in &self.pictures {
                if let Some(picture) = pictures.get_mut(*index) {
                    *picture = pictures::transformed(from, transform);
                    picture.position = clamp_position(picture.position);
                }
            }
        }
    }
}

/// The lines of which [`TransformSnapshot::of`] stores nodes, with the indices and positions of
/// these.
fn included_lines<'a>(
    scene: &'a Scene,
    selection: &'a Selection,
) -> impl Iterator<Item = (Line, impl Iterator<Item = (usize, DVec2)> + 'a)> {
    Line::all(scene).filter_map(move |node_line| {
        let line = node_line.line();
        let selected = selection.nodes_of(line);
        let whole = selection.contains(line.into()) || selected.len() == node_line.count();
        if !whole && selected.is_empty()
            || node_line.count() == 0
            || !scene.editor.is_editable(line)
        {
            return None;
        }
        let is_included =
            move |node: NodeId| whole || selected.binary_search(&Item::Node(line, node)).is_ok();
        let nodes = node_line.nodes().enumerate();
        let nodes = nodes.filter(move |&(_, (node, _))| is_included(node));
        Some((line, nodes.map(|(index, (_, position))| (index, position))))
    })
}

/// The bounding box of the selected editable items at their start positions. Called every frame.
pub fn bounds(scene: &Scene, selection: &Selection) -> Option<Bounds> {
    let nodes = included_lines(scene, selection)
        .flat_map(|(_, nodes)| nodes)
        .map(|(_, position)| position);
    let included = |item: Item| selection.contains(item) && outline::is_editable(scene, item);
    let agents = scene
        .agents
        .iter()
        .filter(|agent| included(Item::Agent(agent.id)))
        .map(|agent| agent.position);
    let markers = scene
        .markers
        .iter()
        .filter(|marker| included(Item::Marker(marker.id)))
        .map(|marker| marker.position);
    let pictures = scene.editor.pictures.iter();
    let corners = pictures
        .filter(|picture| included(Item::Picture(picture.id)))
        .flat_map(pictures::corners);
    let spawners = scene.spawners.iter();
    let spawner_places = spawners
        .filter(|spawner| included(Item::Spawner(spawner.id)))
        .flat_map(|spawner| spawners::corners(spawner.place));
    let places = nodes
        .chain(agents)
        .chain(markers)
        .chain(spawner_places)
        .chain(corners);
    Bounds::of(places)
}

/// Transforms the selection from its start positions.
pub fn apply(scene: &mut Scene, selection: &Selection, transform: &Transform) {
    TransformSnapshot::of(scene, selection, &[]).apply(scene, transform);
}

/// Rotates the selection about the center of its bounding box.
pub fn rotate(scene: &mut Scene, selection: &Selection, degrees: f64) {
    let snapshot = TransformSnapshot::of(scene, selection, &[]);
    if let Some(bounds) = snapshot.bounds() {
        snapshot.apply(
            scene,
            &Transform::Rotate {
                about: bounds.center(),
                degrees,
            },
        );
    }
}

/// Flips the selection in its bounding box: (-1, 1) horizontally, (1, -1) vertically.
pub fn flip(scene: &mut Scene, selection: &Selection, factors: DVec2) {
    let snapshot = TransformSnapshot::of(scene, selection, &[]);
    if let Some(bounds) = snapshot.bounds() {
        snapshot.apply(
            scene,
            &Transform::Scale {
                about: bounds.center(),
                factors,
            },
        );
    }
}
