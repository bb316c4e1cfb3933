//! What the files for Phaser and for three.js have in common: paths as lines and cubic Bézier curves, what a game wants to know
//! of them and of the agents, and the runtime that goes with them.

use crate::runtime::{RuntimeLanguage, web_server};
use crate::{ExportError, OutputFile};
use glam::DVec2;
use serde_json::{Map, Value, json};
use steerwright_format::export_file::PlacedScene;
use steerwright_format::{FormatError, write_scene};
use steerwright_runtime::geometry::catmull_rom;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Agent, PatrolPath};
use steerwright_runtime::steering::follow_path::Shape;

/// The way from one node to the next, in the game's axes.
pub(super) struct Stretch {
    /// Where it begins.
    pub from: DVec2,
    /// Where it ends.
    pub to: DVec2,
    /// The control points of the Bézier curve, where it is not straight.
    pub bend: Option<[DVec2; 2]>,
}

/// The stretches of a path, in order; the one that closes a loop is the last. Stretch i begins at node i.
///
/// A stretch of a centripetal Catmull-Rom curve *is* a cubic, so a Bézier curve is not near it but the same.
pub(super) fn stretches(path: &PatrolPath, placed: &PlacedScene) -> Vec<Stretch> {
    let nodes: Vec<DVec2> = path.nodes.iter().map(|node| node.position()).collect();
    let placed = |p: DVec2| DVec2::new(rounded(p.x), placed.y(rounded(p.y)));
    let bends = match path.shape {
        Shape::Straight => Vec::new(),
        Shape::CatmullRom => catmull_rom::handles(&nodes, path.is_closed()),
    };
    let count = if nodes.len() < 2 {
        0
    } else {
        nodes.len() - usize::from(!path.is_closed())
    };
    let stretch = |i: usize| {
        let (from, to) = (nodes[i], nodes[(i + 1) % nodes.len()]);
        let bend = bends
            .get(i)
            .map(|&[leaving, entering]| [placed(from + leaving), placed(to + entering)]);
        Stretch {
            from: placed(from),
            to: placed(to),
            bend,
        }
    };
    (0..count).map(stretch).collect()
}

/// What is to be known of a path besides its curves.
pub(super) fn path_data(path: &PatrolPath) -> Value {
    let nodes =
        path.nodes.iter().map(|node| json!({ "id": node.id, "radius": path.radius_of(node), "wait": node.wait, "speed": node.speed }));
    json!({
        "id": path.id,
        "traversal": path.traversal,
        "closed": path.is_closed(),
        "shape": path.shape,
        "radius": path.radius,
        "nodes": nodes.collect::<Vec<_>>(),
    })
}

/// What is to be known of the scene besides its paths. `place` puts a place into the file's own form.
pub(super) fn scene_data(
    placed: &PlacedScene,
    place: impl Fn(DVec2) -> Value,
) -> Map<String, Value> {
    let scene = &placed.scene;
    let placed = |position: DVec2| place(DVec2::new(position.x, placed.y(position.y)));
    let markers = scene
        .markers
        .iter()
        .map(|marker| json!({ "id": marker.id, "name": marker.name, "kind": marker.kind, "position": placed(marker.position()) }));
    let mut agents: Vec<&Agent> = scene.agents.iter().collect();
    agents.sort_by_key(|agent| agent.id);
    let agents = agents.into_iter().map(|agent| {
        let preset = scene.preset(agent.preset);
        json!({
            "id": agent.id,
            "name": agent.name,
            "position": placed(agent.position()),
            "velocity": placed(agent.velocity()),
            "path": agent.path,
            "preset": preset.map(|preset| &preset.name),
            "color": preset.map(|preset| preset.color.to_string()),
            "body": preset.map(|preset| &preset.body),
        })
    });
    let mut data = Map::new();
    data.insert("name".into(), scene.name.as_str().into());
    data.insert("ticks_per_second".into(), scene.ticks_per_second.into());
    data.insert("markers".into(), markers.collect());
    data.insert("agents".into(), agents.collect());
    data
}

/// What brings the scene back into the editor: how it was placed, and itself as it was authored.
pub(crate) fn origin_data(placed: &PlacedScene) -> Result<Value, ExportError> {
    let text = write_scene(&placed.authored)?;
    let scene: Value = serde_json::from_str(&text).map_err(|error| FormatError::InvalidField {
        pointer: "/".into(),
        message: error.to_string(),
    })?;
    Ok(json!({
        "y_down": placed.y_down,
        "plane": placed.plane,
        "scale": placed.scale,
        "origin": { "x": placed.origin.x, "y": placed.origin.y },
        "scene": scene,
    }))
}

/// What all scenes of a game share: the runtime with its link and server, and `own` files of the target.
pub(super) fn shared_files(own: &[(&str, &str)]) -> Vec<OutputFile> {
    let runtime = RuntimeLanguage::Javascript
        .files()
        .into_iter()
        .filter(|file| !file.name.starts_with("example"));
    let all = runtime.chain([web_server()]).chain(
        own.iter()
            .map(|&(name, text)| OutputFile::new(name.to_owned(), text)),
    );
    all.map(|file| OutputFile {
        name: format!("steerwright/{}", file.name),
        ..file
    })
    .collect()
}
