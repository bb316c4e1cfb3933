//! `NAME.phaser.json`: every path in the JSON that `Phaser.Curves.Path` reads and writes, with what
//! it leaves out beside it; and what moves the agents in Phaser.

use crate::target::web;
use crate::target::web::Stretch;
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use glam::DVec2;
use serde_json::{Value, json};
use steerwright_format::export_file;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::pretty;
use steerwright_runtime::scene::{ExportOptions, PatrolPath};

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "phaser",
    label: "Phaser",
    description: "Paths in the JSON of Phaser itself, the scene, and a page that plays it.",
    group: TargetGroup::Engines,
    space: Space::Flat,
    length_unit: "pixels",
    editor_data: KeptEditorData::Outliner,
    default_options: ExportOptions {
        y_down: true,
        scale: 32.0,
        ..ExportOptions::AS_AUTHORED
    },
};

const SHARED: [(&str, &str); 4] = [
    ("README-phaser.md", include_str!("README.md")),
    (
        "steerwright_phaser.mjs",
        include_str!("steerwright_phaser.mjs"),
    ),
    (
        "steerwright_phaser.d.mts",
        include_str!("steerwright_phaser.d.mts"),
    ),
    ("play-phaser.html", include_str!("play-phaser.html")),
];

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let mut files = vec![
        OutputFile::new(format!("{file_name}.phaser.json"), pretty(&value(placed))),
        OutputFile::new(format!("{file_name}.steer.json"), export_file::text(placed)),
    ];
    files.extend(web::shared_files(&SHARED));
    Ok(files)
}

fn value(placed: &PlacedScene) -> Value {
    let paths: Vec<Value> = placed
        .scene
        .paths
        .iter()
        .map(|path| path_value(path, placed))
        .collect();
    let mut file = web::scene_data(placed, |place| json!({ "x": place.x, "y": place.y }));
    file.insert("paths".into(), paths.into());
    Value::Object(file)
}

/// What `Path.toJSON` of Phaser gives, and `name` and `data`, which it has no place for.
fn path_value(path: &PatrolPath, placed: &PlacedScene) -> Value {
    let start = path.nodes.first().map_or(DVec2::ZERO, |node| node.position);
    json!({
        "type": "Path",
        "x": start.x,
        "y": placed.y(start.y),
        "autoClose": path.is_closed(),
        "curves": web::stretches(path, placed).iter().map(curve_value).collect::<Vec<_>>(),
        "name": path.name,
        "data": web::path_data(path),
    })
}

fn curve_value(Stretch { from, to, bend }: &Stretch) -> Value {
    match bend {
        None => json!({ "type": "LineCurve", "points": [from.x, from.y, to.x, to.y] }),
        Some([p, q]) => {
            json!({ "type": "CubicBezierCurve", "points": [from.x, from.y, p.x, p.y, q.x, q.y, to.x, to.y] })
        }
    }
}
