//! A recorded run: `NAME.trace.csv`, the same data in binary as `NAME.trace.bin`, and
//! `NAME.trace.json`, which describes both.

use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::trace::{DEFAULT_SECONDS, Layout, Run, TraceFile, TraceKind, TraceOptions};
use crate::{ExportError, ExportFile, OutputFile};
use serde_json::{Value, json};
use std::sync::Arc;
use steerwright_analysis::trace::HEADER;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::pretty;
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "trace",
    label: "Recorded run",
    description: "The state of every agent at every tick, as CSV and as a documented binary file.",
    group: TargetGroup::Data,
    space: Space::Flat,
    length_unit: "units",
    editor_data: KeptEditorData::None,
    default_options: ExportOptions {
        with_trace: Some(DEFAULT_SECONDS),
        ..ExportOptions::AS_AUTHORED
    },
};

/// The version of the binary format, raised when older readers would misread it.
const VERSION: u32 = 1;

pub(super) fn files(
    placed: &PlacedScene,
    options: &TraceOptions,
    file_name: &str,
) -> Result<Vec<ExportFile>, ExportError> {
    let run = Arc::new(Run::new(placed, options)?);
    let layout = Layout::of(&run, VERSION);
    let description = description(placed, file_name, &run, &layout);
    let binary = TraceFile {
        name: format!("{file_name}.trace.bin"),
        run: Arc::clone(&run),
        kind: TraceKind::Binary(layout),
    };
    Ok(vec![
        ExportFile::Trace(TraceFile::csv(file_name, run)),
        ExportFile::Trace(binary),
        OutputFile::new(format!("{file_name}.trace.json"), pretty(&description)).into(),
        OutputFile::new(
            "steerwright/README-trace.md".into(),
            include_str!("README.md"),
        )
        .into(),
    ])
}

fn description(placed: &PlacedScene, file_name: &str, run: &Run, layout: &Layout) -> Value {
    let scene = &placed.scene;
    let agents = run.agents.iter().map(|id| {
        let agent = scene.agents.iter().find(|agent| agent.id == *id);
        let preset = agent.and_then(|agent| scene.preset(agent.preset));
        json!({ "id": id, "name": agent.map(|agent| &agent.name), "preset": preset.map(|preset| &preset.name) })
    });
    let binary = layout.columns.iter().map(|column| {
        json!({ "name": column.name, "type": column.type_name(), "offset": column.offset, "none": column.none(), "unit": unit(column.name) })
    });
    let csv = HEADER
        .split(',')
        .map(|name| json!({ "name": name, "unit": unit(name) }));
    json!({
        "format": "steerwright-trace",
        "format_version": VERSION,
        "name": scene.name,
        "unit": scene.unit,
        "scale": placed.scale,
        "y_down": placed.y_down,
        "origin": { "x": placed.origin.x, "y": placed.origin.y },
        "ticks_per_second": scene.ticks_per_second,
        "dt": scene.dt(),
        "seed": scene.seed,
        "samples": run.samples(),
        "agents": agents.collect::<Vec<_>>(),
        "csv": { "file": format!("{file_name}.trace.csv"), "columns": csv.collect::<Vec<_>>() },
        "binary": {
            "file": format!("{file_name}.trace.bin"),
            "byte_order": "little",
            "size": layout.size,
            "order": "all agents of sample 0 as listed, then all agents of sample 1, and so on",
            "columns": binary.collect::<Vec<_>>(),
        },
        "follows": {
            "tick": "the index of the sample, from 0",
            "time": "tick * dt",
            "speed": "sqrt(vx * vx + vy * vy)",
        },
    })
}

/// The unit of a column; u is the game's unit of length.
fn unit(column: &str) -> &'static str {
    match column {
        "x" | "y" => "u",
        "vx" | "vy" | "speed" => "u/s",
        "steering" => "mass * u/s^2",
        "fov_deg" => "degrees",
        "time" => "s",
        "node" => "index from 0",
        _ => "",
    }
}
