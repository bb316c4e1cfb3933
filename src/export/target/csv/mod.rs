//! `NAME.points.csv`, `NAME.nodes.csv`, `NAME.agents.csv`: tables for spreadsheets and scripts.

use crate::export::convert::Converted;
use crate::export::line::{self, Line};
use crate::export::target::json::wait_ticks;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::{ExportOptions, PatrolPath, Target};
use crate::simulation::random;

pub(super) const ABOUT: About = About {
    id: "csv",
    label: "CSV tables",
    description: "Three tables, of points, nodes and agents, for spreadsheets and scripts.",
    space: Space::Flat,
    usual: ExportOptions::AS_AUTHORED,
};

const POINTS: [&str; 7] = ["path", "path_name", "index", "x", "y", "distance", "node"];
const NODES: [&str; 11] = ["path", "path_name", "index", "id", "x", "y", "radius", "wait", "wait_ticks", "speed", "point"];
const AGENTS: [&str; 19] = [
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
];

pub(super) fn files(converted: &Converted, stem: &str) -> Result<Vec<OutputFile>, ExportError> {
    let paths: Vec<(&PatrolPath, Line)> = converted.scene.paths.iter().map(|path| (path.as_ref(), line::of_path(path))).collect();
    Ok(vec![
        OutputFile::new(format!("{stem}.points.csv"), points(&paths, converted)?),
        OutputFile::new(format!("{stem}.nodes.csv"), nodes(&paths, converted)?),
        OutputFile::new(format!("{stem}.agents.csv"), agents(converted)?),
    ])
}

fn points(paths: &[(&PatrolPath, Line)], converted: &Converted) -> Result<Vec<u8>, ExportError> {
    let rows = paths.iter().flat_map(|(path, line)| {
        let mut nodes = line.node_points.iter().enumerate().peekable();
        line.polyline.points.iter().zip(&line.polyline.cumulative).enumerate().map(move |(i, (point, distance))| {
            let node = nodes.next_if(|(_, at)| **at == i).map(|(node, _)| node);
            [
                path.id.to_string(),
                path.name.clone(),
                i.to_string(),
                point.x.to_string(),
                converted.y(point.y).to_string(),
                distance.to_string(),
                maybe(node),
            ]
        })
    });
    table(POINTS, rows)
}

fn nodes(paths: &[(&PatrolPath, Line)], converted: &Converted) -> Result<Vec<u8>, ExportError> {
    let rows = paths.iter().flat_map(|(path, line)| {
        path.nodes.iter().zip(&line.node_points).enumerate().map(|(i, (node, point))| {
            [
                path.id.to_string(),
                path.name.clone(),
                i.to_string(),
                node.id.to_string(),
                node.x.to_string(),
                converted.y(node.y).to_string(),
                path.radius_of(node).to_string(),
                node.wait.to_string(),
                wait_ticks(node.wait, converted.scene.dt()).to_string(),
                maybe(node.speed),
                point.to_string(),
            ]
        })
    });
    table(NODES, rows)
}

fn agents(converted: &Converted) -> Result<Vec<u8>, ExportError> {
    let scene = &converted.scene;
    let mut agents: Vec<_> = scene.agents.iter().collect();
    agents.sort_by_key(|agent| agent.id);
    let rows = agents.into_iter().filter_map(|agent| {
        let preset = scene.preset(agent.preset)?;
        let [a, b, c, d] = random::initial_words(scene.seed, agent.id);
        Some([
            agent.id.to_string(),
            agent.name.clone(),
            preset.name.clone(),
            agent.x.to_string(),
            converted.y(agent.y).to_string(),
            agent.vx.to_string(),
            converted.y(agent.vy).to_string(),
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
        ])
    });
    table(AGENTS, rows)
}

/// "marker 3", "agent 1", "pointer".
fn target(target: Target) -> String {
    match target {
        Target::Marker(id) => format!("marker {id}"),
        Target::Agent(id) => format!("agent {id}"),
        Target::Pointer => "pointer".into(),
    }
}

fn maybe(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn table<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> Result<Vec<u8>, ExportError> {
    let failed = |error: csv::Error| ExportError::Table(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).map_err(failed)?;
    for row in rows {
        writer.write_record(row).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| ExportError::Table(error.to_string()))
}
