//! Imports the files for Phaser and three.js. They contain the authored scene; nodes move to where the ends of edited curves are.

use crate::import::json::{Document, Node as Json};
use crate::import::pairs;
use glam::DVec2;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::limits::{Limit, NODES, PATHS};
use steerwright_format::{FormatError, read_scene};
use steerwright_format::{dangling, validate};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Plane, Scene};
use steerwright_runtime::steering::follow_path::Traversal;

/// The scene in a `NAME.phaser.json` or a `NAME.three.json`.
pub(super) fn read(text: &str) -> Result<Scene, FormatError> {
    let document = Document::parse(text)?;
    let root = document.root();
    read_value::<File>(root, "/")?;
    let steerwright = field(root, "steerwright")?;
    let Origin {
        y_down,
        plane,
        scale,
        origin,
        ..
    } = read_value(steerwright, "/steerwright")?;
    let mut scene = read_scene(field(steerwright, "scene")?.raw())
        .map_err(in_scene)?
        .value;
    let options = ExportOptions {
        y_down,
        plane,
        scale,
        origin,
        with_trace: None,
    };
    let placed = PlacedScene::new(&scene, &options)
        .map_err(|error| invalid("/steerwright", error.to_string()))?;

    let mut nodes = 0;
    let paths = root.get("paths").map(Json::items).into_iter().flatten();
    for (i, node) in paths.enumerate() {
        let pointer = format!("/paths/{i}");
        check_count(i as u64 + 1, "/paths", &PATHS)?;
        let path: FilePath = read_value(node, &pointer)?;
        let stretches = stretches(node, &placed, &pointer)?;
        nodes += stretches.len() as u64;
        check_count(nodes, &pointer, &NODES)?;
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
    // What a node or state refers to may have been deleted.
    dangling::remove_dangling(&mut scene);
    let errors = validate::scene_errors(&scene);
    if errors.is_empty() {
        Ok(scene)
    } else {
        Err(FormatError::Validation(errors))
    }
}

/// What is read from the document after this was checked.
#[derive(Deserialize)]
struct File {
    #[serde(default, rename = "paths")]
    _paths: Vec<IgnoredAny>,
    #[serde(rename = "steerwright")]
    _steerwright: IgnoredAny,
}

/// The placement and the authored scene.
#[derive(Deserialize)]
struct Origin {
    y_down: bool,
    plane: Plane,
    scale: f64,
    #[serde(with = "steerwright_runtime::scene::xy")]
    origin: DVec2,
    #[serde(rename = "scene")]
    _scene: IgnoredAny,
}

#[derive(Deserialize)]
struct FilePath {
    /// Phaser: the start of the path.
    x: Option<f64>,
    y: Option<f64>,
    #[serde(rename = "curves")]
    _curves: Vec<IgnoredAny>,
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
#[derive(Clone, Copy, Deserialize)]
#[allow(clippy::enum_variant_names)] // The names of the engines.
enum Curve {
    LineCurve,
    QuadraticBezierCurve,
    CubicBezierCurve,
    SplineCurve,
    LineCurve3,
    QuadraticBezierCurve3,
    CubicBezierCurve3,
    CatmullRomCurve3,
}

fn field<'a>(node: Json<'a>, name: &str) -> Result<Json<'a>, FormatError> {
    let missing = || {
        invalid(
            "/",
            format!("missing field `{name}`; export the scene again"),
        )
    };
    node.get(name).ok_or_else(missing)
}

fn check_count(count: u64, pointer: &str, limit: &'static Limit) -> Result<(), FormatError> {
    if count > limit.max {
        let pointer = pointer.to_owned();
        return Err(FormatError::BeyondLimit { pointer, limit });
    }
    Ok(())
}

/// The ends of the curves of a path, in the game's unit with y up.
fn stretches(
    path: Json<'_>,
    placed: &PlacedScene,
    pointer: &str,
) -> Result<Vec<[DVec2; 2]>, FormatError> {
    let up = |place: DVec2| DVec2::new(rounded(place.x), placed.y(rounded(place.y)));
    let mut stretches = Vec::new();
    let curves = path.get("curves").map(Json::items).into_iter().flatten();
    for (i, curve) in curves.enumerate() {
        let pointer = format!("{pointer}/curves/{i}");
        let (mut before, mut count) = (None, 0_u64);
        places(curve, placed.plane, &pointer, &mut |place| {
            let place = up(place);
            if let Some(before) = before.replace(place) {
                stretches.push([before, place]);
                check_count(stretches.len() as u64, &pointer, &NODES)?;
            }
            count += 1;
            Ok(())
        })?;
        if count < 2 {
            return Err(invalid(
                pointer,
                "the curve has fewer than two points; add points, or remove the curve",
            ));
        }
    }
    Ok(stretches)
}

/// Visits the points that a curve passes through, in the game's axes.
fn places(
    curve: Json<'_>,
    plane: Plane,
    pointer: &str,
    visit: &mut dyn FnMut(DVec2) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    let field = |name: &str| {
        let missing = || format!("missing field `{name}`; export the scene again");
        curve.get(name).ok_or_else(|| invalid(pointer, missing()))
    };
    let flat = |[x, y, z]: [f64; 3]| match plane {
        Plane::Xy => DVec2::new(x, y),
        Plane::Xz => DVec2::new(x, z),
    };
    let ends = |[a, b]: [&str; 2]| {
        let end = |name: &str| read_value(field(name)?, pointer).map(flat);
        Ok::<_, FormatError>([end(a)?, end(b)?])
    };
    let kind = if curve.is_object() {
        read_value(field("type")?, pointer)?
    } else {
        read_value(curve, pointer)?
    };
    let flat_ends = |places: &[f64]| match places {
        [x, y, .., u, v] => [DVec2::new(*x, *y), DVec2::new(*u, *v)],
        _ => [DVec2::ZERO; 2],
    };
    let both = match kind {
        Curve::LineCurve => flat_ends(&read_value::<[f64; 4]>(field("points")?, pointer)?),
        Curve::QuadraticBezierCurve => {
            flat_ends(&read_value::<[f64; 6]>(field("points")?, pointer)?)
        }
        Curve::CubicBezierCurve => flat_ends(&read_value::<[f64; 8]>(field("points")?, pointer)?),
        Curve::LineCurve3 => ends(["v1", "v2"])?,
        Curve::QuadraticBezierCurve3 => ends(["v0", "v2"])?,
        Curve::CubicBezierCurve3 => ends(["v0", "v3"])?,
        Curve::SplineCurve => {
            let list = field("points")?;
            read_value::<Vec<IgnoredAny>>(list, pointer)?;
            let mut x = None;
            for item in list.items() {
                let number: f64 = read_value(item, pointer)?;
                match x.take() {
                    None => x = Some(number),
                    Some(x) => visit(DVec2::new(x, number))?,
                }
            }
            return Ok(());
        }
        Curve::CatmullRomCurve3 => {
            let list = field("points")?;
            read_value::<Vec<IgnoredAny>>(list, pointer)?;
            for item in list.items() {
                visit(flat(read_value(item, pointer)?))?;
            }
            return Ok(());
        }
    };
    both.into_iter().try_for_each(visit)
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

fn read_value<'a, T: Deserialize<'a>>(node: Json<'a>, pointer: &str) -> Result<T, FormatError> {
    node.read("")
        .map_err(|(_, error)| invalid(pointer, format!("{error}; export the scene again")))
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
