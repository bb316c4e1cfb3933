//! Reducing the number of nodes of a path.
//!
//! Source: D. Douglas, T. Peucker, *Algorithms for the reduction of the number of points required
//! to represent a digitized line* (1973), after U. Ramer (1972): the point furthest from the chord
//! is kept, until no other point is further away than the tolerance.

use glam::DVec2;
use steerwright_runtime::geometry::{Polyline, catmull_rom, vector};
use steerwright_runtime::scene::{Node, PathId, PatrolPath, Scene};

/// The indices of the points to keep so that all others are within `tolerance` of the line through
/// them. The first and last point and those for which `fixed` returns true are always kept.
pub fn kept(points: &[DVec2], tolerance: f64, fixed: impl Fn(usize) -> bool) -> Vec<usize> {
    let Some(last) = points.len().checked_sub(1) else {
        return vec![];
    };
    let mut keep: Vec<bool> = (0..points.len())
        .map(|i| i == 0 || i == last || fixed(i))
        .collect();
    let known: Vec<usize> = (0..points.len()).filter(|&i| keep[i]).collect();
    let mut open: Vec<(usize, usize)> = known.windows(2).map(|pair| (pair[0], pair[1])).collect();
    while let Some((from, to)) = open.pop() {
        let off = |i: usize| vector::segment_distance(points[from], points[to], points[i]);
        let furthest = (from + 1..to)
            .map(|i| (off(i), i))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, middle)) = furthest.filter(|(distance, _)| *distance > tolerance) {
            keep[middle] = true;
            open.extend([(from, middle), (middle, to)]);
        }
    }
    (0..points.len()).filter(|&i| keep[i]).collect()
}

/// Whether a node has settings of its own and must be kept.
fn has_own_settings(node: &Node) -> bool {
    node.wait > 0.0 || node.speed.is_some() || node.radius.is_some() || node.script.is_some()
}

/// The indices of the nodes to keep when a path is simplified. A loop keeps its first node and the
/// one furthest from it.
pub fn kept_nodes(path: &PatrolPath, tolerance: f64) -> Vec<usize> {
    let mut points: Vec<DVec2> = path.nodes.iter().map(|node| node.position).collect();
    let count = points.len();
    if count < 3 {
        return (0..count).collect();
    }
    let mut far = None;
    if path.is_closed() {
        let first = points[0];
        far = (1..count).max_by(|&a, &b| {
            vector::distance(first, points[a]).total_cmp(&vector::distance(first, points[b]))
        });
        points.push(first);
    }
    let mut kept = kept(&points, tolerance, |i| {
        Some(i) == far || path.nodes.get(i).is_some_and(has_own_settings)
    });
    kept.retain(|&i| i < count);
    kept
}

/// Removes the redundant nodes of a path, within `tolerance` units.
pub fn simplify(scene: &mut Scene, path: PathId, tolerance: f64) {
    let Some(keep) = scene.path(path).map(|path| kept_nodes(path, tolerance)) else {
        return;
    };
    if let Some(path) = scene
        .path_mut(path)
        .filter(|path| keep.len() < path.nodes.len())
    {
        path.nodes = keep
            .iter()
            .filter_map(|&i| path.nodes.get(i).cloned())
            .collect();
    }
}

/// The median distance between consecutive nodes, in units: the scale of useful tolerances.
pub fn scale_of(path: &PatrolPath) -> f64 {
    let mut gaps: Vec<f64> = path
        .nodes
        .windows(2)
        .map(|pair| vector::distance(pair[0].position, pair[1].position))
        .collect();
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or(0.0)
}

/// The iteration limit. More iterations would fit the jitter of the stroke.
const MAX_ITERATIONS: usize = 64;

/// Finds a few nodes whose curve stays within `tolerance` of every point of a stroke. A closed
/// stroke ends where it began, and so do its nodes.
///
/// Starts with the nodes for straight lines at ten times the tolerance, then adds nodes where the
/// curve is furthest off.
pub fn fit_curve(stroke: &[DVec2], closed: bool, tolerance: f64) -> Vec<DVec2> {
    let mut nodes = kept(stroke, tolerance * 10.0, |_| false);
    for _ in 0..MAX_ITERATIONS {
        let controls: Vec<DVec2> = nodes.iter().map(|&i| stroke[i]).collect();
        let curves = sections(&controls, closed, tolerance);
        // Add a node to every section that is too far off, at its worst point.
        let worst_point = |section: usize| {
            let line = curves.get(section)?;
            let between = nodes[section] + 1..nodes[section + 1];
            let furthest = between
                .map(|i| (line.distance_to(stroke[i]), i))
                .max_by(|a, b| a.0.total_cmp(&b.0));
            furthest
                .filter(|(distance, _)| *distance > tolerance)
                .map(|(_, i)| i)
        };
        let more: Vec<usize> = (0..nodes.len().saturating_sub(1))
            .filter_map(worst_point)
            .collect();
        if more.is_empty() {
            break;
        }
        nodes.extend(more);
        nodes.sort_unstable();
    }
    nodes.into_iter().map(|i| stroke[i]).collect()
}

/// The curve through some points, split at them. A closed curve repeats the first point at the end.
fn sections(controls: &[DVec2], closed: bool, tolerance: f64) -> Vec<Polyline> {
    let distinct = if closed {
        controls.len().saturating_sub(1)
    } else {
        controls.len()
    };
    let mut lines: Vec<Vec<DVec2>> = Vec::new();
    for point in catmull_rom::flatten(&controls[..distinct], closed, tolerance / 4.0) {
        if let Some(line) = lines.last_mut() {
            line.push(point.position);
        }
        if point.control.is_some() {
            lines.push(vec![point.position]);
        }
    }
    match (lines.last_mut(), controls.first()) {
        (Some(closing), Some(&first)) if closed => closing.push(first),
        _ => drop(lines.pop()),
    }
    lines
        .into_iter()
        .map(|line| Polyline::new(line, false))
        .collect()
}
