//! Bounding boxes, and the range of positions that a file can hold.

use crate::pictures;
use crate::ring::Ring;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_runtime::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::{PresetId, Scene, SpawnPlace, Spawner};

/// The bounding box of everything in the scene. `None` for an empty scene.
pub fn bounds(scene: &Scene) -> Option<(DVec2, DVec2)> {
    let nodes = scene
        .paths
        .iter()
        .flat_map(|path| path.nodes.iter().map(|node| node.position));
    let wall_nodes = scene
        .walls
        .iter()
        .flat_map(|wall| wall.nodes.iter().map(|node| node.position));
    let agents = scene.agents.iter().map(|agent| agent.position);
    let markers = scene.markers.iter().map(|marker| marker.position);
    let grid = scene.cells.grid();
    let cells = scene.cells.blocked.iter().map(|&cell| grid.center(cell));
    let scatter = scene
        .agents
        .iter()
        .filter_map(|agent| agent.scatter.map(|s| (agent.position, s.max)));
    let scatter = scatter.flat_map(|(p, max)| [p - DVec2::splat(max), p + DVec2::splat(max)]);
    let areas = scene.editor.areas.iter();
    let corners = areas.flat_map(|area| area.nodes.iter().map(|node| node.position));
    let pictures = scene.editor.pictures.iter().flat_map(pictures::corners);
    let spawners = scene.spawners.iter();
    let spawner_places = spawners.flat_map(|spawner| spawner_corners(scene, spawner));
    let all: Vec<DVec2> = nodes
        .chain(wall_nodes)
        .chain(agents)
        .chain(markers)
        .chain(cells)
        .chain(scatter)
        .chain(pictures)
        .chain(corners)
        .chain(spawner_places)
        .collect();
    bounds_of(&all)
}

/// The bounding box of everything in the scene, and of rings that belong to it. A ring that is
/// larger than the scene is left out: the scene would be tiny beside it.
pub fn bounds_with_rings(scene: &Scene, rings: &[Ring]) -> Option<(DVec2, DVec2)> {
    let (min, max) = bounds(scene)?;
    let largest = (max - min).max_element();
    let rings = rings.iter();
    let shown = rings.filter(|ring| !ring.follows_pointer && ring.radius <= largest);
    Some(shown.fold((min, max), |(min, max), ring| {
        let radius = DVec2::splat(ring.radius);
        (min.min(ring.center - radius), max.max(ring.center + radius))
    }))
}

/// A bounding box that also holds the whole bodies of the agents at their starts, and of those of
/// spawners where they enter.
pub fn with_bodies(scene: &Scene, content: (DVec2, DVec2)) -> (DVec2, DVec2) {
    let presets = scene.presets.iter();
    let radii: BTreeMap<PresetId, f64> = presets.map(|own| (own.id, own.body.radius)).collect();
    let radius_of = |preset| radii.get(&preset).copied().unwrap_or_default();
    let starts = scene.agents.iter().map(|agent| {
        let scatter = agent.scatter.map_or(0.0, |scatter| scatter.max);
        (agent.position, scatter + radius_of(agent.preset))
    });
    let entries = scene.spawners.iter().flat_map(|spawner| {
        let corners = spawner_corners(scene, spawner).into_iter();
        corners.map(move |corner| (corner, spawner.preset))
    });
    let entries = entries.map(|(corner, preset)| (corner, radius_of(preset)));
    starts
        .chain(entries)
        .fold(content, |(min, max), (center, radius)| {
            (min.min(center - radius), max.max(center + radius))
        })
}

/// Two opposite corners of the box in which the agents of a spawner enter at the start.
fn spawner_corners(scene: &Scene, spawner: &Spawner) -> Vec<DVec2> {
    let margin = DVec2::splat(spawner.scatter.map_or(0.0, |scatter| scatter.max));
    let (min, max) = match spawner.place {
        SpawnPlace::Edge(edge) => (edge.from.min(edge.to), edge.from.max(edge.to)),
        SpawnPlace::Point(_) | SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => {
            let Some(place) = spawner.position(scene) else {
                return vec![];
            };
            (place, place)
        }
    };
    vec![min - margin, max + margin]
}

/// The bounding box of some points. `None` if there are none.
pub fn bounds_of(points: &[DVec2]) -> Option<(DVec2, DVec2)> {
    let first = *points.first()?;
    Some(
        points
            .iter()
            .fold((first, first), |(min, max), &p| (min.min(p), max.max(p))),
    )
}

/// Clamps `p` to the range of positions that a file can hold.
pub fn clamp_position(p: DVec2) -> DVec2 {
    p.clamp(DVec2::splat(-MAX_COORDINATE), DVec2::splat(MAX_COORDINATE))
}
