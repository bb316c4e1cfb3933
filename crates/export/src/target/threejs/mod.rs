//! `NAME.three.json`: every path in the JSON that `CurvePath` of three.js reads and writes, with
//! what it leaves out beside it; and what moves the agents in three.js.

use crate::target::web;
use crate::target::web::Stretch;
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use glam::DVec2;
use serde_json::{Value, json};
use steerwright_format::export_file;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::pretty;
use steerwright_runtime::scene::{ExportOptions, PatrolPath, Plane};

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "threejs",
    label: "three.js",
    description: "Curves in the JSON of three.js itself, the scene, and a page that plays it in 3D.",
    group: TargetGroup::Engines,
    space: Space::Spatial,
    length_unit: "units",
    editor_data: KeptEditorData::Outliner,
    default_options: ExportOptions {
        y_down: true,
        plane: Plane::Xz,
        ..ExportOptions::AS_AUTHORED
    },
};

const SHARED: [(&str, &str); 4] = [
    ("README-threejs.md", include_str!("README.md")),
    (
        "steerwright_three.mjs",
        include_str!("steerwright_three.mjs"),
    ),
    (
        "steerwright_three.d.mts",
        include_str!("steerwright_three.d.mts"),
    ),
    ("play-three.html", include_str!("play-three.html")),
];

/// The divisions by which three.js measures a curve, unless a person says otherwise.
const DIVISIONS: u32 = 200;

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let mut files = vec![
        OutputFile::new(format!("{file_name}.three.json"), pretty(&value(placed))),
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
    let mut file = web::scene_data(placed, |p| point(p, placed));
    file.insert("paths".into(), paths.into());
    Value::Object(file)
}

/// What `CurvePath.toJSON` of three.js gives, and `name` and `userData`, which it has no place for.
fn path_value(path: &PatrolPath, placed: &PlacedScene) -> Value {
    json!({
        "metadata": { "version": 4.7, "type": "Curve", "generator": "Steerwright" },
        "arcLengthDivisions": DIVISIONS,
        "type": "CurvePath",
        // The stretch that closes a loop is one of the curves.
        "autoClose": false,
        "curves": web::stretches(path, placed).iter().map(|stretch| curve_value(stretch, placed)).collect::<Vec<_>>(),
        "name": path.name,
        "userData": web::path_data(path),
    })
}

fn curve_value(Stretch { from, to, bend }: &Stretch, placed: &PlacedScene) -> Value {
    let [from, to] = [from, to].map(|p| point(*p, placed));
    match bend.map(|bend| bend.map(|p| point(p, placed))) {
        None => {
            json!({ "type": "LineCurve3", "arcLengthDivisions": DIVISIONS, "v1": from, "v2": to })
        }
        Some([p, q]) => {
            json!({ "type": "CubicBezierCurve3", "arcLengthDivisions": DIVISIONS, "v0": from, "v1": p, "v2": q, "v3": to })
        }
    }
}

/// A place of the game in space: its y runs along the game's z where the scene lies on the ground.
fn point(p: DVec2, placed: &PlacedScene) -> Value {
    match placed.plane {
        Plane::Xy => json!([p.x, p.y, 0]),
        Plane::Xz => json!([p.x, 0, p.y]),
    }
}
