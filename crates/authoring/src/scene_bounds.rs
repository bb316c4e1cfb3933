//! The bounding box of a scene.

use crate::bounds::Bounds;
use crate::canvas::ring::Ring;
use crate::pictures;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_runtime::scene::{PresetId, Scene, SpawnPlace, Spawner};

/// The bounding box of everything in the scene. `None` for an empty scene.
pub fn of(scene: &Scene) -> Option<Bounds> {
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
    let all = nodes
        .chain(wall_nodes)
        .chain(agents)
        .chain(markers)
        .chain(cells)
        .chain(scatter)
        .chain(pictures)
        .chain(corners)
        .chain(spawner_places);
    Bounds::of(all)
}

/// The bounding box of everything in the scene, and of rings that belong to it. A ring that is
/// larger than the scene is left out: the scene would be tiny beside it.
pub fn with_rings(scene: &Scene, rings: &[Ring]) -> Option<Bounds> {
    let bounds = of(scene)?;
    let largest = bounds.size().max_element();
    let rings = rings.iter();
    let shown = rings.filter(|ring| !ring.follows_pointer && ring.radius <= largest);
    Some(shown.fold(bounds, |bounds, ring| {
        bounds.with_circle(ring.center, ring.radius)
    }))
}

/// A bounding box that also holds the whole bodies of the agents at their starts, and of those of
/// spawners where they enter.
pub fn with_bodies(scene: &Scene, content: Bounds) -> Bounds {
    let presets = scene.presets.iter();
    let radii: BTreeMap<PresetId, f64> = presets
        .map(|preset| (preset.id, preset.body.radius))
        .collect();
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
        .fold(content, |bounds, (center, radius)| {
            bounds.with_circle(center, radius)
        })
}

/// Two opposite corners of the box in which the agents of a spawner enter at the start.
fn spawner_corners(scene: &Scene, spawner: &Spawner) -> Vec<DVec2> {
    let margin = DVec2::splat(spawner.scatter.map_or(0.0, |scatter| scatter.max));
    let bounds = match spawner.place {
        SpawnPlace::Edge(edge) => Bounds::at(edge.from).with(edge.to),
        SpawnPlace::Point(_) | SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => {
            let Some(place) = spawner.position(scene) else {
                return vec![];
            };
            Bounds::at(place)
        }
    };
    vec![bounds.min - margin, bounds.max + margin]
}
