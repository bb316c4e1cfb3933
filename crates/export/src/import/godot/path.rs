//! Paths, from the points of their curves and from their metadata.

use super::fault;
use super::handles::{self, Curve, numbers};
use super::parse::Section;
use super::placing::{Placing, are, authored, in_game, is};
use crate::import::ids::Ids;
use crate::import::pairs;
use crate::target::godot::curve_points;
use crate::target::godot::text::Variant;
use glam::DVec2;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::{FormatError, ReadError, read_value, sanitize_for_display};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Node, NodeId, PatrolPath, Plane};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};

/// A point is looked for so far ahead among those that were exported.
const AHEAD: usize = 1000;

/// What a path is made from.
pub struct Source<'a> {
    /// Where its metadata are.
    pub about: Section<'a>,
    /// Where its points are; `None` for a path without a curve.
    pub curve: Option<Section<'a>>,
    /// Where the points come to.
    pub placing: Placing,
}

/// The path as it was authored, with what was edited.
///
/// # Errors
/// A [`FormatError`] for points and metadata that are none.
pub fn edited(
    source: &Source<'_>,
    known: &PatrolPath,
    placed: &PlacedScene,
) -> Result<PatrolPath, FormatError> {
    let in_game_units = placed
        .scene
        .paths
        .iter()
        .find(|path| path.id == known.id)
        .map(Arc::as_ref);
    let exported: Vec<DVec2> = in_game_units
        .map(curve_points)
        .into_iter()
        .flatten()
        .map(|[_, _, place]| in_game(placed, place))
        .collect();
    let mut path = known.clone();
    let about = source.about;
    path.traversal = choice(about, "traversal", path.traversal)?;
    path.shape = choice(about, "shape", path.shape)?;
    let length = |number: f64| rounded(number / placed.scale);
    let was = in_game_units.unwrap_or(known);
    path.radius =
        changed(about.metadata("radius").as_ref(), was.radius).map_or(path.radius, length);

    let mut points = points(source.curve, placed.plane)?;
    let curve = Curve::of(source.curve, placed, in_game_units)?;
    if (known.is_closed() || path.is_closed()) && points.len() > 1 {
        open(&mut points, &exported, known.is_closed());
    }
    let pairs = pair(&points, &exported[..known.nodes.len().min(exported.len())]);
    let mut ids = Ids::new(known.nodes.iter().map(|node| node.id.0));
    let [radii, waits, speeds] =
        ["radii", "waits", "speeds"].map(|name| match about.metadata(name) {
            Some(Variant::List(items)) => items,
            _ => Vec::new(),
        });
    let mut nodes = Vec::with_capacity(points.len());
    for (i, (point, pair)) in points.iter().zip(&pairs).enumerate() {
        let mut node = match pair {
            Some(pair) => known.nodes[*pair].clone(),
            None => Node::at(NodeId(0), DVec2::ZERO),
        };
        node.id = NodeId(ids.assign(pair.map(|pair| known.nodes[pair].id.0)));
        if pair
            .is_none_or(|pair| source.placing != Placing::UNMOVED || !are(*point, exported[pair]))
        {
            let at = authored(placed, source.placing.place(*point));
            node.position = at;
        }
        // A list that was edited along with the points has an item for each; else it is as it was
        // exported.
        let item = |list: &'_ [Variant]| {
            if list.len() == points.len() {
                list.get(i)
            } else {
                list.get((*pair)?)
            }
            .cloned()
        };
        let was_node = pair.and_then(|pair| was.nodes.get(pair));
        if let Some(radius) = changed(
            item(&radii).as_ref(),
            was_node.map_or(was.radius, |node| was.radius_of(node)),
        ) {
            node.radius = Some(length(radius)).filter(|radius| *radius != path.radius);
        }
        node.wait = changed(
            item(&waits).as_ref(),
            was_node.map_or(0.0, |node| node.wait),
        )
        .map_or(node.wait, rounded);
        match (item(&speeds), was_node.and_then(|node| node.speed)) {
            (Some(Variant::Null), _) => node.speed = None,
            (Some(speed), was) => {
                node.speed = changed(Some(&speed), was.unwrap_or(f64::NAN))
                    .map_or(node.speed, |speed| Some(length(speed)))
            }
            (None, _) => {}
        }
        nodes.push(node);
    }
    path.nodes = if path.shape == known.shape {
        let between = |i: usize| curve.edited_segment(i, &points, &pairs);
        let to_scene = |point: DVec2| authored(placed, source.placing.place(point));
        handles::with_nodes_between(nodes, between, to_scene, path.shape, path.tolerance, || {
            NodeId(ids.assign(None))
        })
    } else {
        nodes
    };
    Ok(path)
}

/// A path that was drawn in Godot; one that ends where it begins is closed, one with handles is
/// curved.
///
/// # Errors
/// A [`FormatError`] for points that are none.
pub fn drawn(
    source: &Source<'_>,
    blank: &PatrolPath,
    placed: &PlacedScene,
) -> Result<PatrolPath, FormatError> {
    let points = points(source.curve, placed.plane)?;
    let is_closed = points.len() > 2 && points.first() == points.last();
    let mut blank = blank.clone();
    blank.traversal = if is_closed {
        Traversal::Loop
    } else {
        Traversal::Once
    };
    blank.shape = if has_handles(source.curve, placed.plane) {
        Shape::CatmullRom
    } else {
        Shape::Straight
    };
    edited(source, &blank, placed)
}

/// A number of the metadata, if there is one that is not what was exported.
pub fn changed(value: Option<&Variant>, exported: f64) -> Option<f64> {
    value
        .and_then(Variant::number)
        .filter(|number| !is(*number, exported))
}

pub fn choice<T: DeserializeOwned>(
    section: Section<'_>,
    name: &str,
    otherwise: T,
) -> Result<T, FormatError> {
    let Some(word) = section.metadata(name) else {
        return Ok(otherwise);
    };
    let word = word.as_text().unwrap_or_default();
    let wrong = |error: ReadError| {
        fault(
            &format!("metadata/{name}"),
            &format!(
                "\"{}\": {error}; write one of these",
                sanitize_for_display(word)
            ),
        )
    };
    read_value(&word.into()).map_err(wrong)
}

/// The points of a curve: of three vectors the last, after the handles.
fn points(curve: Option<Section<'_>>, plane: Plane) -> Result<Vec<DVec2>, FormatError> {
    let (numbers, size) = numbers(curve, plane);
    let numbers = numbers.ok_or_else(|| {
        fault(
            "_data",
            "the points of a curve are not three vectors each; export the scene again",
        )
    })?;
    Ok(numbers
        .chunks_exact(3 * size)
        .map(|point| DVec2::new(point[2 * size], point[3 * size - 1]))
        .collect())
}

fn has_handles(curve: Option<Section<'_>>, plane: Plane) -> bool {
    let (numbers, size) = numbers(curve, plane);
    numbers
        .unwrap_or_default()
        .chunks_exact(3 * size)
        .any(|point| point[..2 * size].iter().any(|&number| number != 0.0))
}

/// Takes off the last point of a closed path, which is its first once more. If only one of the two
/// was moved, both were meant.
fn open(points: &mut Vec<DVec2>, exported: &[DVec2], was_closed: bool) {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return;
    };
    let stays = |point: DVec2, exported: Option<&DVec2>| {
        was_closed && exported.is_some_and(|&exported| are(point, exported))
    };
    let closes = are(first, last)
        || stays(last, exported.last())
        || (was_closed && points.len() == exported.len());
    if closes {
        points.pop();
        if stays(first, exported.first()) && !stays(last, exported.last()) {
            points[0] = last;
        }
    }
}

/// For each point the one it was exported as.
pub fn pair(points: &[DVec2], exported: &[DVec2]) -> Vec<Option<usize>> {
    let mut anchors: Vec<(usize, usize)> = Vec::new();
    let mut next = 0;
    for (i, point) in points.iter().enumerate() {
        let ahead = exported.iter().enumerate().skip(next).take(AHEAD);
        if let Some((j, _)) = ahead.into_iter().find(|(_, was)| are(*point, **was)) {
            anchors.push((i, j));
            next = j + 1;
        }
    }
    pairs::between(anchors, points.len(), exported.len())
}
