//! Imports the files for Phaser and three.js. They contain the authored scene; nodes move to where the ends of edited curves are.

use crate::import::pairs;
use glam::DVec2;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::validate;
use steerwright_format::{FormatError, read_scene};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Plane, Scene};
use steerwright_runtime::steering::follow_path::Traversal;

/// The scene in a `NAME.phaser.json` or a `NAME.three.json`.
pub(super) fn read(text: &str) -> Result<Scene, FormatError> {
    let text = text.trim_start_matches('\u{feff}');
    let file: Value = serde_json::from_str(text).map_err(|error| {
        let message = error
            .to_string()
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        FormatError::Syntax {
            line: error.line(),
            column: error.column().max(1),
            message,
        }
    })?;
    let File { paths, steerwright } = read_value(file, "/")?;
    let Origin {
        y_down,
        plane,
        scale,
        origin,
        scene,
    } = read_value(steerwright, "/steerwright")?;
    let mut scene = read_scene(&scene.to_string()).map_err(in_scene)?.value;
    let options = ExportOptions {
        y_down,
        plane,
        scale,
        origin,
        with_trace: None,
    };
    let placed = PlacedScene::new(&scene, &options)
        .map_err(|error| invalid("/steerwright", error.to_string()))?;

    for (i, value) in paths.into_iter().enumerate() {
        let pointer = format!("/paths/{i}");
        let path: FilePath = read_value(value, &pointer)?;
        let stretches = path.stretches(&placed, &pointer)?;
        let back = |place: DVec2| {
            DVec2::new(
                rounded(place.x / scale + origin.x),
                rounded(place.y / scale + origin.y),
            )
        };
        let known = path
            .data
            .as_ref()
            .and_then(|data| placed.scene.path(data.id));
        if let Some(exported) = known {
            let places = match (positions(exported).as_slice(), path.x, path.y) {
                // A path without curves still has a start in Phaser.
                (&[only], x, y) if stretches.is_empty() => vec![DVec2::new(
                    x.unwrap_or(only.x),
                    y.map_or(only.y, |y| placed.y(y)),
                )],
                (known, ..) => nodes_of(&stretches, known, exported.is_closed()),
            };
            if let Some(authored) = scene.path_mut(exported.id) {
                move_nodes(authored, exported, &places, back);
            }
        } else {
            let mut fresh = PatrolPath::new(scene.next_path_id(), path.name);
            let closed = stretches.len() > 2
                && stretches.first().map(|first| first[0]) == stretches.last().map(|last| last[1]);
            fresh.traversal = if closed {
                Traversal::Loop
            } else {
                Traversal::Once
            };
            let places = nodes_of(&stretches, &[], closed);
            fresh.nodes = places
                .into_iter()
                .zip(1..)
                .map(|(place, id)| Node::at(NodeId(id), back(place)))
                .collect();
            scene.paths.push(Arc::new(fresh));
        }
    }
    let errors = validate::scene_errors(&scene);
    if errors.is_empty() {
        Ok(scene)
    } else {
        Err(FormatError::Validation(errors))
    }
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    paths: Vec<Value>,
    steerwright: Value,
}

/// The placement and the authored scene.
#[derive(Deserialize)]
struct Origin {
    y_down: bool,
    plane: Plane,
    scale: f64,
    #[serde(with = "steerwright_runtime::scene::xy")]
    origin: DVec2,
    scene: Value,
}

#[derive(Deserialize)]
struct FilePath {
    /// Phaser: the start of the path.
    x: Option<f64>,
    y: Option<f64>,
    curves: Vec<Value>,
    #[serde(default)]
    name: String,
    /// `None` for a path that was added in the file.
    #[serde(alias = "userData")]
    data: Option<PathData>,
}

#[derive(Deserialize)]
struct PathData {
    id: PathId,
}

/// The open curves of Phaser and three.js.
#[derive(Deserialize)]
#[allow(clippy::enum_variant_names)] // The names of the engines.
#[serde(tag = "type")]
enum Curve {
    LineCurve { points: [f64; 4] },
    QuadraticBezierCurve { points: [f64; 6] },
    CubicBezierCurve { points: [f64; 8] },
    SplineCurve { points: Vec<f64> },
    LineCurve3 { v1: [f64; 3], v2: [f64; 3] },
    QuadraticBezierCurve3 { v0: [f64; 3], v2: [f64; 3] },
    CubicBezierCurve3 { v0: [f64; 3], v3: [f64; 3] },
    CatmullRomCurve3 { points: Vec<[f64; 3]> },
}

impl FilePath {
    /// The ends of its curves, in the game's unit with y up.
    fn stretches(
        &self,
        placed: &PlacedScene,
        pointer: &str,
    ) -> Result<Vec<[DVec2; 2]>, FormatError> {
        let up = |place: DVec2| DVec2::new(rounded(place.x), placed.y(rounded(place.y)));
        let mut stretches = Vec::new();
        for (i, curve) in self.curves.iter().enumerate() {
            let pointer = format!("{pointer}/curves/{i}");
            let places = read_value::<Curve>(curve.clone(), &pointer)?.places(placed.plane);
            if places.len() < 2 {
                return Err(invalid(
                    pointer,
                    "the curve has fewer than two points; add points, or remove the curve",
                ));
            }
            stretches.extend(places.windows(2).map(|ends| [up(ends[0]), up(ends[1])]));
        }
        Ok(stretches)
    }
}

impl Curve {
    /// The points that it passes through, in the game's axes.
    fn places(&self, plane: Plane) -> Vec<DVec2> {
        let flat = |&[x, y, z]: &[f64; 3]| match plane {
            Plane::Xy => DVec2::new(x, y),
            Plane::Xz => DVec2::new(x, z),
        };
        match self {
            Self::LineCurve {
                points: [x, y, u, v],
            }
            | Self::QuadraticBezierCurve {
                points: [x, y, .., u, v],
            }
            | Self::CubicBezierCurve {
                points: [x, y, .., u, v],
            } => vec![DVec2::new(*x, *y), DVec2::new(*u, *v)],
            Self::SplineCurve { points } => points.chunks_exact(2).map(DVec2::from_slice).collect(),
            Self::LineCurve3 { v1: from, v2: to }
            | Self::QuadraticBezierCurve3 { v0: from, v2: to }
            | Self::CubicBezierCurve3 { v0: from, v3: to } => vec![flat(from), flat(to)],
            Self::CatmullRomCurve3 { points } => points.iter().map(flat).collect(),
        }
    }
}

fn positions(path: &PatrolPath) -> Vec<DVec2> {
    path.nodes.iter().map(|node| node.position).collect()
}

/// The positions of the nodes that were at `known`. A node between two curves may have been moved in only one of them.
fn nodes_of(stretches: &[[DVec2; 2]], known: &[DVec2], closed: bool) -> Vec<DVec2> {
    let count = if stretches.is_empty() {
        0
    } else {
        stretches.len() + usize::from(!closed)
    };
    let node = |i: usize| {
        let begins = stretches.get(i).map(|stretch| stretch[0]);
        let before = if i > 0 {
            stretches.get(i - 1)
        } else {
            stretches.last().filter(|_| closed)
        };
        let ends = before.map(|stretch| stretch[1]);
        let start_is_unchanged =
            known.len() == count && begins.is_some() && known.get(i) == begins.as_ref();
        if start_is_unchanged {
            ends.or(begins)
        } else {
            begins.or(ends)
        }
    };
    (0..count).filter_map(node).collect()
}

/// Moves the nodes of a path to `places`. Unmoved nodes stay unchanged; if nodes were added or removed, they serve as anchors.
fn move_nodes(
    authored: &mut PatrolPath,
    exported: &PatrolPath,
    places: &[DVec2],
    back: impl Fn(DVec2) -> DVec2,
) {
    let known = positions(exported);
    let anchors = if known.len() == places.len() {
        Vec::new()
    } else {
        unmoved(places, &known)
    };
    let before = std::mem::take(&mut authored.nodes);
    let mut next_id = before.iter().map(|node| node.id.0).max().unwrap_or(0);
    for (place, was) in places
        .iter()
        .zip(pairs::between(anchors, places.len(), known.len()))
    {
        let stays = was.filter(|&was| known[was] == *place).is_some();
        authored
            .nodes
            .push(match was.and_then(|was| before.get(was)) {
                Some(node) if stays => node.clone(),
                Some(node) => Node {
                    position: back(*place),
                    ..node.clone()
                },
                None => {
                    next_id = next_id.saturating_add(1);
                    Node::at(NodeId(next_id), back(*place))
                }
            });
    }
}

/// The unmoved places with their indices in `known`, in order.
fn unmoved(places: &[DVec2], known: &[DVec2]) -> Vec<(usize, usize)> {
    let key = |place: &DVec2| (place + DVec2::ZERO).to_array().map(f64::to_bits);
    let mut indices: BTreeMap<[u64; 2], Vec<usize>> = BTreeMap::new();
    for (i, place) in known.iter().enumerate() {
        indices.entry(key(place)).or_default().push(i);
    }
    let mut from = 0;
    let find = |(i, place): (usize, &DVec2)| {
        let there = indices.get(&key(place))?;
        let was = *there.get(there.partition_point(|&index| index < from))?;
        from = was + 1;
        Some((i, was))
    };
    places.iter().enumerate().filter_map(find).collect()
}

fn read_value<T: DeserializeOwned>(value: Value, pointer: &str) -> Result<T, FormatError> {
    serde_json::from_value(value)
        .map_err(|error| invalid(pointer, format!("{error}; export the scene again")))
}

fn invalid(pointer: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: pointer.into(),
        message: message.into(),
    }
}

/// Prefixes the pointer of an error in the scene with its place in the file.
fn in_scene(error: FormatError) -> FormatError {
    let at = |pointer: String| format!("/steerwright/scene{pointer}");
    match error {
        FormatError::InvalidField { pointer, message } => FormatError::InvalidField {
            pointer: at(pointer),
            message,
        },
        FormatError::Validation(mut problems) => {
            for problem in &mut problems {
                problem.pointer = at(std::mem::take(&mut problem.pointer));
            }
            FormatError::Validation(problems)
        }
        FormatError::Syntax { .. }
        | FormatError::WrongFormat { .. }
        | FormatError::NewerVersion { .. }
        | FormatError::TooLarge { .. }
        | FormatError::BeyondLimit { .. }
        | FormatError::Io { .. } => error,
    }
}
