//! `NAME.points.csv`, `NAME.nodes.csv`, `NAME.agents.csv` and more: tables for spreadsheets and
//! scripts. The nodes can be imported again.

mod node_scripts;
mod properties;
mod table;

use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo, blocked_cells};
use crate::{ExportError, OutputFile};
use serde_json::Value;
use steerwright_format::export_file::{self, PathLine, PlacedScene};
use steerwright_format::export_file::{preset_fields, wait_ticks, word};
use steerwright_runtime::scene::{ExportOptions, PatrolPath, Target};
use steerwright_runtime::simulation::random;
use table::{cell, maybe, table};

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "csv",
    label: "CSV tables",
    description: "Tables of points, nodes, actions, agents, behaviors, markers, walls, blocked cells and custom properties, for spreadsheets and scripts.",
    group: TargetGroup::Data,
    space: Space::Flat,
    length_unit: "units",
    editor_data: KeptEditorData::None,
    default_options: ExportOptions::AS_AUTHORED,
};

const POINTS: [&str; 7] = ["path", "path_name", "index", "x", "y", "distance", "node"];
/// The columns after `point` are the same for all rows of a path or of the table. The import needs
/// them.
const NODES: [&str; 20] = [
    "path",
    "path_name",
    "index",
    "id",
    "x",
    "y",
    "radius",
    "wait",
    "wait_ticks",
    "speed",
    "point",
    "traversal",
    "closed",
    "shape",
    "path_radius",
    "tolerance",
    "scale",
    "y_down",
    "origin_x",
    "origin_y",
];
const AGENTS: [&str; 26] = [
    "id",
    "name",
    "preset",
    "x",
    "y",
    "vx",
    "vy",
    "path",
    "target",
    "danger",
    "leader",
    "mass",
    "max_speed",
    "max_force",
    "time_to_target",
    "random_0",
    "random_1",
    "random_2",
    "random_3",
    "preset_id",
    "motion",
    "blend_mode",
    "radius",
    "color",
    "scatter_min",
    "scatter_max",
];
const BEHAVIORS: [&str; 7] = [
    "preset_id",
    "preset",
    "index",
    "kind",
    "weight",
    "parameter",
    "value",
];
const MARKERS: [&str; 5] = ["id", "name", "kind", "x", "y"];
const WALLS: [&str; 9] = [
    "wall",
    "wall_name",
    "index",
    "x",
    "y",
    "closed",
    "blocks_motion",
    "blocks_sight",
    "open",
];
const CELLS: [&str; 5] = ["column", "row", "x", "y", "size"];

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let paths: Vec<(&PatrolPath, PathLine)> = placed
        .scene
        .paths
        .iter()
        .map(|path| (path.as_ref(), PathLine::of(path)))
        .collect();
    let exported = export_file::value(placed);
    Ok(vec![
        OutputFile::new(format!("{file_name}.points.csv"), points(&paths, placed)?),
        OutputFile::new(format!("{file_name}.nodes.csv"), nodes(&paths, placed)?),
        OutputFile::new(format!("{file_name}.agents.csv"), agents(placed)?),
        OutputFile::new(format!("{file_name}.behaviors.csv"), behaviors(placed)?),
        OutputFile::new(format!("{file_name}.markers.csv"), markers(placed)?),
        OutputFile::new(format!("{file_name}.walls.csv"), walls(placed)?),
        OutputFile::new(format!("{file_name}.cells.csv"), cells(&exported)?),
        OutputFile::new(
            format!("{file_name}.actions.csv"),
            node_scripts::actions(&exported)?,
        ),
        OutputFile::new(
            format!("{file_name}.junctions.csv"),
            node_scripts::junctions(&exported)?,
        ),
        OutputFile::new(
            format!("{file_name}.properties.csv"),
            properties::values(placed)?,
        ),
        OutputFile::new(
            format!("{file_name}.declared_properties.csv"),
            properties::declarations(placed)?,
        ),
        OutputFile::new(
            "steerwright/README-csv.md".into(),
            include_str!("README.md"),
        ),
    ])
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
                    path.id.to_string(),
                    path.name.clone(),
                    i.to_string(),
                    point.x.to_string(),
                    placed.y(point.y).to_string(),
                    distance.to_string(),
                    maybe(node),
                ]
            })
    });
    table(POINTS, rows)
}

fn nodes(paths: &[(&PatrolPath, PathLine)], placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = paths.iter().flat_map(|(path, line)| {
        path.nodes
            .iter()
            .zip(&line.node_points)
            .enumerate()
            .map(|(i, (node, point))| {
                [
                    path.id.to_string(),
                    path.name.clone(),
                    i.to_string(),
                    node.id.to_string(),
                    node.position.x.to_string(),
                    placed.y(node.position.y).to_string(),
                    path.radius_of(node).to_string(),
                    node.wait.to_string(),
                    wait_ticks(node.wait, placed.scene.dt()).to_string(),
                    maybe(node.speed),
                    point.to_string(),
                    word(path.traversal),
                    path.is_closed().to_string(),
                    word(path.shape),
                    path.radius.to_string(),
                    path.tolerance.to_string(),
                    placed.scale.to_string(),
                    placed.y_down.to_string(),
                    placed.origin.x.to_string(),
                    placed.origin.y.to_string(),
                ]
            })
    });
    table(NODES, rows)
}

fn agents(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let scene = &placed.scene;
    let mut agents: Vec<_> = scene.agents.iter().collect();
    agents.sort_by_key(|agent| agent.id);
    let rows = agents.into_iter().filter_map(|agent| {
        let preset = scene.preset(agent.preset)?;
        let fields = preset_fields(preset, scene.dt());
        let [a, b, c, d] = random::initial_words(scene.seed, agent.id);
        Some([
            agent.id.to_string(),
            agent.name.clone(),
            preset.name.clone(),
            agent.position.x.to_string(),
            placed.y(agent.position.y).to_string(),
            agent.velocity.x.to_string(),
            placed.y(agent.velocity.y).to_string(),
            maybe(agent.path),
            maybe(agent.target.map(target)),
            maybe(agent.danger.map(target)),
            maybe(agent.leader),
            preset.body.mass.to_string(),
            preset.body.max_speed.to_string(),
            preset.body.max_force.to_string(),
            preset.body.time_to_target.to_string(),
            a.to_string(),
            b.to_string(),
            c.to_string(),
            d.to_string(),
            preset.id.to_string(),
            cell(fields.get("motion")),
            cell(fields.get("blend_mode")),
            preset.body.radius.to_string(),
            preset.color.to_string(),
            maybe(agent.scatter.map(|scatter| scatter.min)),
            maybe(agent.scatter.map(|scatter| scatter.max)),
        ])
    });
    table(AGENTS, rows)
}

/// One row per parameter, because behaviors have different parameters. A behavior without
/// parameters has one row too.
fn behaviors(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let mut rows = Vec::new();
    for preset in &placed.scene.presets {
        let fields = preset_fields(preset, placed.scene.dt());
        let behaviors = fields
            .get("behaviors")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_object);
        for (i, behavior) in behaviors.enumerate() {
            let row = |parameter: &str, value: String| {
                [
                    preset.id.to_string(),
                    preset.name.clone(),
                    i.to_string(),
                    cell(behavior.get("kind")),
                    cell(behavior.get("weight")),
                    parameter.to_owned(),
                    value,
                ]
            };
            let parameters = behavior
                .iter()
                .filter(|(key, _)| !["kind", "weight"].contains(&key.as_str()));
            let before = rows.len();
            rows.extend(parameters.map(|(key, value)| row(key, cell(Some(value)))));
            if rows.len() == before {
                rows.push(row("", String::new()));
            }
        }
    }
    table(BEHAVIORS, rows.into_iter())
}

fn markers(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = placed.scene.markers.iter().map(|marker| {
        [
            marker.id.to_string(),
            marker.name.clone(),
            word(marker.kind),
            marker.position.x.to_string(),
            placed.y(marker.position.y).to_string(),
        ]
    });
    table(MARKERS, rows)
}

/// One row per node.
fn walls(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = placed.scene.walls.iter().flat_map(|wall| {
        wall.nodes.iter().enumerate().map(|(i, node)| {
            [
                wall.id.to_string(),
                wall.name.clone(),
                i.to_string(),
                node.position.x.to_string(),
                placed.y(node.position.y).to_string(),
                wall.closed.to_string(),
                wall.blocks_motion.to_string(),
                wall.blocks_sight.to_string(),
                maybe(wall.open),
            ]
        })
    });
    table(WALLS, rows)
}

/// The blocked cells, with their centers.
fn cells(exported: &Value) -> Result<Vec<u8>, ExportError> {
    let (size, blocked) = blocked_cells(exported);
    let rows = blocked.into_iter().map(|[column, row]| {
        [
            column.to_string(),
            row.to_string(),
            ((column as f64 + 0.5) * size).to_string(),
            ((row as f64 + 0.5) * size).to_string(),
            size.to_string(),
        ]
    });
    table(CELLS, rows)
}

/// "marker 3", "agent 1", "pointer".
fn target(target: Target) -> String {
    match target {
        Target::Marker(id) => format!("marker {id}"),
        Target::Agent(id) => format!("agent {id}"),
        Target::Pointer => "pointer".into(),
    }
}
