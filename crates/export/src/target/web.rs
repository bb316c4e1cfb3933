//! Shared code of the targets Phaser and three.js: paths as lines and cubic Bézier curves, scene
//! data, and the runtime.

use crate::OutputFile;
use crate::runtime::{RuntimeLanguage, web_server};
use crate::target::picture::placed_pictures;
use glam::DVec2;
use serde_json::{Map, Value, json};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::catmull_rom;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Agent, PatrolPath};
use steerwright_runtime::steering::follow_path::Shape;

/// The segment of a path between two nodes, in the game's axes.
pub(super) struct Stretch {
    /// Its start.
    pub from: DVec2,
    /// Its end.
    pub to: DVec2,
    /// The control points of the Bézier curve; `None` for a straight segment.
    pub bend: Option<[DVec2; 2]>,
}

/// The segments of a path in order, including the closing one. Segment i starts at node i.
///
/// Each segment of a centripetal Catmull-Rom curve is a cubic, so the Bézier curve equals it
/// exactly.
pub(super) fn stretches(path: &PatrolPath, placed: &PlacedScene) -> Vec<Stretch> {
    let nodes: Vec<DVec2> = path.nodes.iter().map(|node| node.position).collect();
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

/// The data of a path besides its curves.
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

/// The data of the scene besides its paths. `place` converts a position to the format of the file.
pub(super) fn scene_data(
    placed: &PlacedScene,
    place: impl Fn(DVec2) -> Value,
) -> Map<String, Value> {
    let scene = &placed.scene;
    let data_of = placed;
    let placed = |position: DVec2| place(DVec2::new(position.x, placed.y(position.y)));
    let markers = scene
        .markers
        .iter()
        .map(|marker| json!({ "id": marker.id, "name": marker.name, "kind": marker.kind, "position": placed(marker.position) }));
    let mut agents: Vec<&Agent> = scene.agents.iter().collect();
    agents.sort_by_key(|agent| agent.id);
    let agents = agents.into_iter().map(|agent| {
        let preset = scene.preset(agent.preset);
        json!({
            "id": agent.id,
            "name": agent.name,
            "position": placed(agent.position),
            "velocity": placed(agent.velocity),
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
    let pictures = placed_pictures(data_of);
    if !pictures.is_empty() {
        let pictures = pictures.iter().map(|placed| {
            let picture = placed.picture;
            json!({
                "id": picture.id,
                "name": picture.name,
                "file": picture.file,
                "position": place(placed.center),
                "width": placed.size.x,
                "height": placed.size.y,
                "rotation": placed.rotation,
                "mirrored": picture.mirrored,
                "opacity": picture.opacity,
                "visible": placed.is_visible,
            })
        });
        data.insert("pictures".into(), pictures.collect());
    }
    data
}

/// The files that all scenes of a game share: the runtime, the live link, the web server, and those
/// `of_target` alone.
pub(super) fn shared_files(of_target: &[(&str, &str)]) -> Vec<OutputFile> {
    let runtime = RuntimeLanguage::Javascript
        .files()
        .into_iter()
        .filter(|file| !file.name.starts_with("example"));
    let all = runtime.chain([web_server()]).chain(
        of_target
            .iter()
            .map(|&(name, text)| OutputFile::new(name.to_owned(), text)),
    );
    all.map(|file| OutputFile {
        name: format!("steerwright/{}", file.name),
        ..file
    })
    .collect()
}
