//! The object ids in a map.

use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{PatrolPath, Scene, Target};
use steerwright_runtime::steering::follow_path::Shape;

/// The object ids in the map: the first id of each list of the scene.
pub struct Ids {
    pub pointer: u32,
    pub markers: u32,
    pub paths: u32,
    pub agents: u32,
    pub curves: Vec<Option<u32>>,
    /// The first node; those of all paths follow.
    pub nodes: u32,
    pub cells: u32,
    pub walls: u32,
}

impl Ids {
    pub fn new(placed: &PlacedScene) -> Self {
        let scene = &placed.scene;
        let pointer = 1;
        let markers = pointer + 1;
        let paths = markers + scene.markers.len() as u32;
        let agents = paths + scene.paths.len() as u32;
        let mut end = agents + scene.agents.len() as u32;
        let curve = |path: &PatrolPath| path.shape == Shape::CatmullRom && path.nodes.len() > 1;
        let curves = scene.paths.iter().map(|path| {
            end += u32::from(curve(path));
            curve(path).then_some(end - 1)
        });
        let curves = curves.collect();
        let nodes = end;
        let count: usize = scene.paths.iter().map(|path| path.nodes.len()).sum();
        let cells = nodes + count as u32;
        Self {
            pointer,
            markers,
            paths,
            agents,
            curves,
            nodes,
            cells,
            walls: cells + scene.cells.blocked.len() as u32,
        }
    }

    /// The object of a target.
    pub fn of_target(&self, target: Target, scene: &Scene) -> Option<u32> {
        match target {
            Target::Pointer => Some(self.pointer),
            Target::Marker(id) => scene
                .markers
                .iter()
                .position(|marker| marker.id == id)
                .map(|i| self.markers + i as u32),
            Target::Agent(id) => scene
                .agents
                .iter()
                .position(|agent| agent.id == id)
                .map(|i| self.agents + i as u32),
        }
    }
}
