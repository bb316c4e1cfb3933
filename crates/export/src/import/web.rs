//! The files for Phaser and for three.js back into scenes. The scene travels in them as it was authored; where a curve begins or ends
//! elsewhere than the export put it, the node goes there.

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
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Plane, Point, Scene};
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
    let File { paths, steerwright } = part(file, "/")?;
    let Origin {
        y_down,
        plane,
        scale,
        origin,
        scene,
    } = part(steerwright, "/steerwright")?;
    let mut scene = read_scene(&scene.to_string()).map_err(within)?.value;
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
        let path: FilePath = part(value, &pointer)?;
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
                // Without curves, Phaser still says where a path begins.
                (&[only], x, y) if stretches.is_empty() => vec![DVec2::new(
                    x.unwrap_or(only.x),
                    y.map_or(only.y, |y| placed.y(y)),
                )],
                (known, ..) => nodes_of(&stretches, known, exported.is_closed()),
            };
            if let Some(authored) = scene.path_mut(exported.id) {
                put(authored, exported, &places, back);
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
    let problems = validate::scene_errors(&scene);
    if problems.is_empty() {
        Ok(scene)
    } else {
        Err(FormatError::Validation(problems))
    }
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    paths: Vec<Value>,
    steerwright: Value,
}

/// Where the scene comes from: how it was placed, and itself.
#[derive(Deserialize)]
struct Origin {
    y_down: bool,
    plane: Plane,
    scale: f64,
    origin: Point,
    scene: Value,
}

#[derive(Deserialize)]
struct FilePath {
    /// Phaser: where the path starts.
    x: Option<f64>,
    y: Option<f64>,
    curves: Vec<Value>,
    #[serde(default)]
    name: String,
    /// None for a path that somebody added.
    #[serde(alias = "userData")]
    data: Option<PathData>,
}

#[derive(Deserialize)]
struct PathData {
    id: PathId,
}

/// The curves of Phaser, and those of three.js, that have ends.
#[derive(Deserialize)]
#[allow(clippy::enum_variant_names)] // as the engines name them
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
    /// Its curves as pieces with two ends, in the game's unit with y up.
    fn stretches(
        &self,
        placed: &PlacedScene,
        pointer: &str,
    ) -> Result<Vec<[DVec2; 2]>, FormatError> {
        let up = |place: DVec2| DVec2::new(rounded(place.x), placed.y(rounded(place.y)));
        let mut stretches = Vec::new();
        for (i, curve) in self.curves.iter().enumerate() {
            let pointer = format!("{pointer}/curves/{i}");
            let places = part::<Curve>(curve.clone(), &pointer)?.places(placed.plane);
            if places.len() < 2 {
                return Err(invalid(
                    pointer,
                    "has too few points; take the curve out, or give it both ends",
                ));
            }
            stretches.extend(places.windows(2).map(|ends| [up(ends[0]), up(ends[1])]));
        }
        Ok(stretches)
    }
}

impl Curve {
    /// The places it leads through, in the game's axes.
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
    path.nodes.iter().map(Node::position).collect()
}

/// Where the nodes of a path are that were at `known`. One between two stretches may have been moved in one of them alone.
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
        let stands = known.len() == count && begins.is_some() && known.get(i) == begins.as_ref();
        if stands {
            ends.or(begins)
        } else {
            begins.or(ends)
        }
    };
    (0..count).filter_map(node).collect()
}

/// Puts the nodes of a path to `places`. Those that are where the export had them stay untouched. Where nodes came or went, these are
/// what the others are told by.
fn put(
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
                Some(node) => {
                    let DVec2 { x, y } = back(*place);
                    Node {
                        x,
                        y,
                        ..node.clone()
                    }
                }
                None => {
                    next_id = next_id.saturating_add(1);
                    Node::at(NodeId(next_id), back(*place))
                }
            });
    }
}

/// The places that are among those before, in the same order, with their indices there.
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

fn part<T: DeserializeOwned>(value: Value, pointer: &str) -> Result<T, FormatError> {
    serde_json::from_value(value)
        .map_err(|error| invalid(pointer, format!("{error}; export the scene again")))
}

fn invalid(pointer: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: pointer.into(),
        message: message.into(),
    }
}

/// A fault of the scene, where it stands in the file.
fn within(error: FormatError) -> FormatError {
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
        other => other,
    }
}
