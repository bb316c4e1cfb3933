//! Unreal: CSV files to import as data tables, and headers with their row structures.
//!
//! Unreal's z points up, so the plane `xy` is the ground and `xz` is vertical. Row names are made
//! from ids, because they must be valid object names that are unique regardless of case.

mod cell;
mod node_scripts;
mod properties;

use crate::target::picture::placed_images;
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo, blocked_cells};
use crate::{ExportError, OutputFile};
use cell::{flag, or_minus_one, placed_vector, printable, table, vector};
use glam::DVec2;
use serde_json::Value;
use steerwright_format::export_file;
use steerwright_format::export_file::PathLine;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::export_file::{preset_fields, wait_ticks};
use steerwright_runtime::scene::{Agent, ExportOptions, MarkerKind, PatrolPath, Preset, Target};
use steerwright_runtime::steering::follow_path::Traversal;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "unreal",
    label: "Unreal Engine",
    description: "CSV files to import as data tables, with their row structures.",
    group: TargetGroup::Engines,
    space: Space::Spatial,
    // Seen from above with x to the right, Unreal's y points down.
    length_unit: "centimeters",
    editor_data: KeptEditorData::Pictures,
    default_options: ExportOptions {
        y_down: true,
        scale: 100.0,
        ..ExportOptions::AS_AUTHORED
    },
};

const NODES: [&str; 12] = [
    "---",
    "PathId",
    "PathName",
    "Traversal",
    "Index",
    "NodeId",
    "Location",
    "Radius",
    "Wait",
    "WaitTicks",
    "SpeedLimit",
    "Point",
];
const POINTS: [&str; 8] = [
    "---", "PathId", "PathName", "bClosed", "Index", "Location", "Distance", "Node",
];
const AGENTS: [&str; 20] = [
    "---",
    "AgentId",
    "AgentName",
    "Location",
    "Velocity",
    "Preset",
    "Color",
    "PathId",
    "Target",
    "TargetId",
    "Danger",
    "DangerId",
    "LeaderId",
    "Mass",
    "MaxSpeed",
    "MaxForce",
    "TimeToTarget",
    "BodyRadius",
    "Behaviors",
    "PresetId",
];
const MARKERS: [&str; 5] = ["---", "MarkerId", "MarkerName", "Kind", "Location"];
const WALLS: [&str; 10] = [
    "---",
    "WallId",
    "WallName",
    "bClosed",
    "bBlocksMotion",
    "bBlocksSight",
    "bDoor",
    "bOpen",
    "Index",
    "Location",
];
const CELLS: [&str; 5] = ["---", "Column", "Row", "Location", "Size"];
const PICTURES: [&str; 11] = [
    "---",
    "PictureId",
    "PictureName",
    "File",
    "Location",
    "Width",
    "Height",
    "Rotation",
    "bMirrored",
    "Opacity",
    "bVisible",
];

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let paths: Vec<(&PatrolPath, PathLine)> = placed
        .scene
        .paths
        .iter()
        .map(|path| (path.as_ref(), PathLine::of(path)))
        .collect();
    let exported = export_file::value(placed);
    Ok(vec![
        OutputFile::new(format!("{file_name}_Nodes.csv"), nodes(&paths, placed)?),
        OutputFile::new(format!("{file_name}_Points.csv"), points(&paths, placed)?),
        OutputFile::new(format!("{file_name}_Agents.csv"), agents(placed)?),
        OutputFile::new(format!("{file_name}_Markers.csv"), markers(placed)?),
        OutputFile::new(format!("{file_name}_Walls.csv"), walls(placed)?),
        OutputFile::new(format!("{file_name}_Cells.csv"), cells(&exported, placed)?),
        OutputFile::new(format!("{file_name}_Pictures.csv"), pictures(placed)?),
        OutputFile::new(
            format!("{file_name}_Actions.csv"),
            node_scripts::actions(&exported, placed)?,
        ),
        OutputFile::new(
            format!("{file_name}_Junctions.csv"),
            node_scripts::junctions(&exported)?,
        ),
        OutputFile::new(
            format!("{file_name}_Properties.csv"),
            properties::values(placed)?,
        ),
        OutputFile::new(
            format!("{file_name}_DeclaredProperties.csv"),
            properties::declarations(placed)?,
        ),
        OutputFile::new(format!("{file_name}.steer.json"), export_file::text(placed)),
        OutputFile::new(
            "steerwright/SteerwrightRows.h".into(),
            include_str!("SteerwrightRows.h"),
        ),
        OutputFile::new(
            "steerwright/SteerwrightMetadataRows.h".into(),
            include_str!("SteerwrightMetadataRows.h"),
        ),
        OutputFile::new(
            "steerwright/README-unreal.md".into(),
            include_str!("README.md"),
        ),
    ])
}

fn nodes(paths: &[(&PatrolPath, PathLine)], placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = paths.iter().flat_map(|(path, line)| {
        path.nodes
            .iter()
            .zip(&line.node_points)
            .enumerate()
            .map(|(i, (node, point))| {
                [
                    format!("Path{}Node{}", path.id, node.id),
                    path.id.to_string(),
                    printable(&path.name),
                    traversal(path.traversal).to_owned(),
                    i.to_string(),
                    node.id.to_string(),
                    vector(node.position.x, node.position.y, placed),
                    path.radius_of(node).to_string(),
                    node.wait.to_string(),
                    wait_ticks(node.wait, placed.scene.dt()).to_string(),
                    node.speed.unwrap_or(-1.0).to_string(),
                    point.to_string(),
                ]
            })
    });
    table(NODES, rows)
}

fn points(paths: &[(&PatrolPath, PathLine)], placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = paths.iter().flat_map(|(path, line)| {
        let mut nodes = line.node_points.iter().enumerate().peekable();
        line.polyline
            .points
            .iter()
            .zip(&line.polyline.cumulative)
            .enumerate()
            .map(move |(i, (point, distance))| {
                let node = nodes.next_if(|(_, at)| **at == i).map(|(node, _)| node);
                [
                    format!("Path{}Point{i}", path.id),
                    path.id.to_string(),
                    printable(&path.name),
                    if path.is_closed() { "True" } else { "False" }.to_owned(),
                    i.to_string(),
                    vector(point.x, point.y, placed),
                    distance.to_string(),
                    or_minus_one(node),
                ]
            })
    });
    table(POINTS, rows)
}

fn agents(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let scene = &placed.scene;
    let mut agents: Vec<&Agent> = scene.agents.iter().collect();
    agents.sort_by_key(|agent| agent.id);
    let rows = agents.into_iter().filter_map(|agent| {
        let preset = scene.preset(agent.preset)?;
        let [red, green, blue] = preset.color.0;
        let ((target_kind, target_id), (danger_kind, danger_id)) =
            (target(agent.target), target(agent.danger));
        Some([
            format!("Agent{}", agent.id),
            agent.id.to_string(),
            printable(&agent.name),
            vector(agent.position.x, agent.position.y, placed),
            vector(agent.velocity.x, agent.velocity.y, placed),
            printable(&preset.name),
            format!("(B={blue},G={green},R={red},A=255)"),
            or_minus_one(agent.path),
            target_kind.to_owned(),
            target_id,
            danger_kind.to_owned(),
            danger_id,
            or_minus_one(agent.leader),
            preset.body.mass.to_string(),
            preset.body.max_speed.to_string(),
            preset.body.max_force.to_string(),
            preset.body.time_to_target.to_string(),
            preset.body.radius.to_string(),
            behaviors(preset, scene.dt()),
            preset.id.to_string(),
        ])
    });
    table(AGENTS, rows)
}

fn markers(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let kind = |kind| match kind {
        MarkerKind::Target => "Target",
        MarkerKind::Danger => "Danger",
    };
    let rows = placed.scene.markers.iter().map(|marker| {
        [
            format!("Marker{}", marker.id),
            marker.id.to_string(),
            printable(&marker.name),
            kind(marker.kind).to_owned(),
            vector(marker.position.x, marker.position.y, placed),
        ]
    });
    table(MARKERS, rows)
}

fn walls(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = placed.scene.walls.iter().flat_map(|wall| {
        wall.nodes.iter().enumerate().map(move |(i, node)| {
            [
                format!("Wall{}Point{i}", wall.id),
                wall.id.to_string(),
                printable(&wall.name),
                flag(wall.closed),
                flag(wall.blocks_motion),
                flag(wall.blocks_sight),
                flag(wall.open.is_some()),
                flag(wall.open == Some(true)),
                i.to_string(),
                vector(node.position.x, node.position.y, placed),
            ]
        })
    });
    table(WALLS, rows)
}

/// Unreal has no textures of maps, so these are left out.
fn pictures(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let images = placed_images(placed);
    let rows = images.iter().map(|image| {
        let picture = image.picture;
        let DVec2 { x, y } = image.center;
        [
            format!("Picture{}", picture.id),
            picture.id.to_string(),
            printable(&picture.name),
            printable(&picture.file),
            placed_vector(x, y, placed),
            image.size.x.to_string(),
            image.size.y.to_string(),
            image.rotation.to_string(),
            flag(picture.mirrored),
            picture.opacity.to_string(),
            flag(image.is_visible),
        ]
    });
    table(PICTURES, rows)
}

fn cells(exported: &Value, placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let (size, blocked) = blocked_cells(exported);
    let rows = blocked.into_iter().map(|[column, row]| {
        let (x, y) = ((column as f64 + 0.5) * size, (row as f64 + 0.5) * size);
        [
            // Names have no minus signs.
            format!("Cell{column}x{row}").replace('-', "m"),
            column.to_string(),
            row.to_string(),
            placed_vector(x, y, placed),
            size.to_string(),
        ]
    });
    table(CELLS, rows)
}

fn traversal(traversal: Traversal) -> &'static str {
    match traversal {
        Traversal::Once => "Once",
        Traversal::Loop => "Loop",
        Traversal::PingPong => "PingPong",
    }
}

fn target(target: Option<Target>) -> (&'static str, String) {
    match target {
        None => ("None", or_minus_one(None::<u32>)),
        Some(Target::Marker(id)) => ("Marker", id.to_string()),
        Some(Target::Agent(id)) => ("Agent", id.to_string()),
        Some(Target::Pointer) => ("Pointer", or_minus_one(None::<u32>)),
    }
}

fn behaviors(preset: &Preset, dt: f64) -> String {
    let fields = preset_fields(preset, dt);
    let behaviors = fields
        .get("behaviors")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    behaviors
        .filter_map(|behavior| behavior["kind"].as_str())
        .collect::<Vec<_>>()
        .join(" ")
}
