//! Walls, from the shapes of static bodies and from their metadata.

use super::parse::Section;
use super::path::{choice, pair};
use super::placing::{Placing, are, authored, in_game};
use super::{Tree, fault, name_of, path_of, renamed};
use crate::import::ids::Ids;
use crate::target::godot::text::Variant;
use crate::target::godot::wall::OPEN;
use glam::DVec2;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::FormatError;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{NodeId, Scene, Wall, WallId, WallNode};

/// The numbers of an edge on the ground: two triangles.
const EDGE: usize = 18;

pub const BODIES: [&str; 3] = ["StaticBody2D", "StaticBody", "StaticBody3D"];
pub const SHAPES: [&str; 4] = [
    "CollisionPolygon2D",
    "CollisionShape2D",
    "CollisionShape",
    "CollisionShape3D",
];

/// What a wall is made from.
struct Source<'a> {
    /// The body.
    about: Section<'a>,
    /// Its shape, and where the points of it come to; `None` for a wall that has none.
    shape: Option<(Section<'a>, Placing)>,
    /// The resource of a shape on the ground.
    resource: Option<Section<'a>>,
}

impl Tree<'_> {
    /// Reads the walls.
    ///
    /// # Errors
    /// A [`FormatError`] for points and metadata that are none.
    pub fn walls(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let is_folder =
            |node: Section<'_>| node.metadata_text("steerwright").as_deref() == Some("walls");
        let mut bodies = self.all("wall", &BODIES).peekable();
        // Before walls had nodes, the scene in the metadata was all there was of them.
        if bodies.peek().is_none() && !self.nodes.iter().any(|(node, _)| is_folder(*node)) {
            return Ok(());
        }
        let before = std::mem::take(&mut scene.walls);
        let by_id: BTreeMap<u32, usize> = (before.iter().map(|wall| wall.id.0)).zip(0..).collect();
        let resources = self.resources();
        let mut shapes: BTreeMap<String, Vec<(Section<'_>, Placing)>> = BTreeMap::new();
        for (node, placing) in &self.nodes {
            let class = node.head_text("type").unwrap_or_default();
            if SHAPES.contains(&&*class) {
                let parent = node.head_text("parent").unwrap_or_default();
                shapes.entry(parent).or_default().push((*node, *placing));
            }
        }
        let mut ids = Ids::new(before.iter().map(|wall| wall.id.0));
        for (node, _, id) in bodies {
            let shape = shapes
                .get(path_of(node).as_str())
                .and_then(|all| all.first())
                .copied();
            let resource = match shape.and_then(|(shape, _)| shape.value("shape")) {
                Some(Variant::Made(_, inner)) => inner.first().map(ToString::to_string),
                _ => None,
            };
            let source = Source {
                about: node,
                shape,
                resource: resource.and_then(|id| resources.get(&id).copied()),
            };
            let known = id.and_then(|id| by_id.get(&id)).copied();
            if let Some(index) = known {
                let wall = edited(&source, &before[index], self.placed)?;
                let name = renamed(node, &self.names.walls[index], &wall.name);
                let id = WallId(ids.assign(id));
                scene.editor_mut().copy_props(before[index].id, id);
                scene.walls.push(Wall { id, name, ..wall }.into());
            } else if shape.is_some_and(|(shape, _)| shape.has("polygon")) {
                let blank = Wall::through(WallId(ids.assign(None)), name_of(node), []);
                scene.walls.push(drawn(&source, blank, self.placed)?.into());
            }
        }
        Ok(())
    }
}

/// The wall as it was authored, with what was edited.
fn edited(source: &Source<'_>, known: &Wall, placed: &PlacedScene) -> Result<Wall, FormatError> {
    let about = source.about;
    let mut wall = known.clone();
    wall.closed = is_on(about, "closed", known.closed);
    wall.blocks_motion = is_on(about, "blocks_motion", known.blocks_motion);
    wall.blocks_sight = is_on(about, "blocks_sight", known.blocks_sight);
    wall.color = choice(about, "color", known.color)?;
    let door = about.metadata_text("door");
    wall.open = door.map(|state| state == OPEN);
    if let Some((shape, placing)) = source.shape {
        // Whoever turns the shape of a door off or on opens or closes it.
        if wall.open == known.open && wall.open.is_some() {
            wall.open = Some(shape.value("disabled") == Some(Variant::Bool(true)));
        }
        let exported = placed.scene.walls.iter().find(|wall| wall.id == known.id);
        let exported: Vec<DVec2> = exported
            .map(Arc::as_ref)
            .into_iter()
            .flat_map(|wall: &Wall| &wall.nodes)
            .map(|node| in_game(placed, node.position))
            .collect();
        let points = match source.resource {
            Some(resource) if resource.has("data") => on_ground(resource, known.closed)?,
            // A shape of another kind says nothing of nodes.
            _ if !shape.has("polygon") => return Ok(wall),
            _ if known.closed || exported.len() < 2 => corners(shape)?,
            _ => there(&corners(shape)?, &exported),
        };
        wall.nodes = nodes(&points, &exported, placing, known, placed);
    }
    Ok(wall)
}

/// A wall that was drawn in Godot: the polygon of a static body.
///
/// # Errors
/// A [`FormatError`] for points that are none.
fn drawn(source: &Source<'_>, blank: Wall, placed: &PlacedScene) -> Result<Wall, FormatError> {
    let blank = Wall {
        closed: true,
        ..blank
    };
    edited(source, &blank, placed)
}

fn is_on(about: Section<'_>, name: &str, otherwise: bool) -> bool {
    match about.metadata(name) {
        Some(Variant::Bool(on)) => on,
        _ => otherwise,
    }
}

fn nodes(
    points: &[DVec2],
    exported: &[DVec2],
    placing: Placing,
    known: &Wall,
    placed: &PlacedScene,
) -> Vec<WallNode> {
    let mut ids = Ids::new(known.nodes.iter().map(|node| node.id.0));
    let pairs = pair(points, exported);
    let node = |(point, pair): (&DVec2, Option<usize>)| {
        let was = pair.and_then(|pair| Some((known.nodes.get(pair)?, exported[pair])));
        let stays = placing == Placing::UNMOVED && was.is_some_and(|(_, at)| are(*point, at));
        let position = match was {
            Some((node, _)) if stays => node.position,
            _ => authored(placed, placing.place(*point)),
        };
        WallNode {
            id: NodeId(ids.assign(was.map(|(node, _)| node.id.0))),
            position,
        }
    };
    points.iter().zip(pairs).map(node).collect()
}

fn numbers(section: Section<'_>, name: &str, size: usize) -> Result<Vec<f64>, FormatError> {
    let numbers = section.numbers(name);
    let numbers = numbers.filter(|numbers| numbers.len() % size == 0);
    numbers.ok_or_else(|| {
        fault(
            name,
            "the points of the shape of a wall cannot be read; export the scene again",
        )
    })
}

fn corners(shape: Section<'_>) -> Result<Vec<DVec2>, FormatError> {
    let numbers = numbers(shape, "polygon", 2)?;
    Ok(numbers.chunks_exact(2).map(DVec2::from_slice).collect())
}

/// The lower corners of an upright wall.
fn on_ground(resource: Section<'_>, is_closed: bool) -> Result<Vec<DVec2>, FormatError> {
    let numbers = numbers(resource, "data", EDGE)?;
    let edges = numbers.chunks_exact(EDGE);
    let mut points: Vec<DVec2> = edges.map(|edge| DVec2::new(edge[0], edge[2])).collect();
    let last = numbers.chunks_exact(EDGE).next_back();
    if let Some(edge) = last.filter(|_| !is_closed) {
        points.push(DVec2::new(edge[3], edge[5]));
    }
    Ok(points)
}

/// The way to the end of a line that leads there and back. Of a point that was moved on one of the
/// two ways, that place is meant; of the ways, the one on which points were added or removed.
fn there(points: &[DVec2], exported: &[DVec2]) -> Vec<DVec2> {
    let end = exported.len() - 1;
    if points.len() == 2 * end {
        let meant = |i: usize| {
            let back = points[(points.len() - i) % points.len()];
            if are(points[i], exported[i]) {
                back
            } else {
                points[i]
            }
        };
        let inner = (1..end).map(meant);
        return [points[0]]
            .into_iter()
            .chain(inner)
            .chain([points[end]])
            .collect();
    }
    let turn = points.iter().position(|point| are(*point, exported[end]));
    match turn {
        Some(turn) if turn == end => {
            let back = points[turn..].iter().rev();
            points[..1].iter().chain(back).copied().collect()
        }
        Some(turn) => points[..=turn].to_vec(),
        None => points[..(points.len() / 2 + 1).min(points.len())].to_vec(),
    }
}
