//! Whether an edit affects the simulation. Changing a name or a color does not.

use std::sync::Arc;
use steerwright_runtime::scene::{Color, Node, Properties, Scene};

/// Whether two scenes simulate identically, differing at most in names, colors, custom properties
/// and the outliner.
pub fn same_simulation(a: &Scene, b: &Scene) -> bool {
    // Quick: what both share is not compared.
    if a == b {
        return true;
    }
    let bare = |scene: &Scene| {
        let mut bare = scene.clone();
        bare.name.clear();
        bare.notes.clear();
        bare.editor = Arc::default();
        bare.declared_properties = Arc::default();
        bare
    };
    let (mut a, mut b) = (bare(a), bare(b));
    if a.paths.len() != b.paths.len()
        || a.agents.len() != b.agents.len()
        || a.markers.len() != b.markers.len()
        || a.walls.len() != b.walls.len()
    {
        return false;
    }
    a.paths.sort_by_key(|path| path.id);
    b.paths.sort_by_key(|path| path.id);
    for (a, b) in a
        .paths
        .iter_mut()
        .zip(&mut b.paths)
        .filter(|(a, b)| !Arc::ptr_eq(a, b))
    {
        if !same_nodes(&a.nodes, &b.nodes) {
            return false;
        }
        for path in [a, b] {
            let path = Arc::make_mut(path);
            path.name.clear();
            path.color = None;
            path.properties = Properties::default();
            for node in &mut path.nodes {
                node.properties = Properties::default();
            }
        }
    }
    a.walls.sort_by_key(|wall| wall.id);
    b.walls.sort_by_key(|wall| wall.id);
    for (a, b) in a
        .walls
        .iter_mut()
        .zip(&mut b.walls)
        .filter(|(a, b)| !Arc::ptr_eq(a, b))
    {
        if a.nodes != b.nodes {
            return false;
        }
        for wall in [a, b] {
            let wall = Arc::make_mut(wall);
            wall.name.clear();
            wall.color = None;
            wall.properties = Properties::default();
        }
    }
    for spawner in a.spawners.iter_mut().chain(&mut b.spawners) {
        Arc::make_mut(spawner).name.clear();
    }
    for rule in a.contacts.iter_mut().chain(&mut b.contacts) {
        Arc::make_mut(rule).name.clear();
    }
    for (a, b) in a
        .presets
        .iter_mut()
        .zip(&mut b.presets)
        .filter(|(a, b)| !Arc::ptr_eq(a, b))
    {
        for preset in [a, b] {
            let preset = Arc::make_mut(preset);
            preset.name.clear();
            preset.description.clear();
            preset.properties = Properties::default();
            preset.color = Color::default();
            preset.state.color = None;
            for state in &mut preset.states {
                state.rules.color = None;
            }
        }
    }
    if !Arc::ptr_eq(&a.agents, &b.agents) {
        for agents in [&mut a.agents, &mut b.agents] {
            let agents = Arc::make_mut(agents);
            agents.sort_by_key(|agent| agent.id);
            for agent in agents {
                agent.name.clear();
                agent.properties = Properties::default();
            }
        }
    }
    if !Arc::ptr_eq(&a.markers, &b.markers) {
        for markers in [&mut a.markers, &mut b.markers] {
            let markers = Arc::make_mut(markers);
            markers.sort_by_key(|marker| marker.id);
            for marker in markers {
                marker.name.clear();
                marker.color = None;
                marker.properties = Properties::default();
            }
        }
    }
    a == b
}

/// Whether two lists of nodes differ at most in custom properties.
fn same_nodes(a: &[Node], b: &[Node]) -> bool {
    let same = |(a, b): (&Node, &Node)| {
        a == b
            || Node {
                properties: b.properties.clone(),
                ..a.clone()
            } == *b
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}
