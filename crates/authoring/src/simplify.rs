//! Fewer nodes for nearly the same way.
//!
//! Source: D. Douglas, T. Peucker, *Algorithms for the reduction of the number of points required to represent a digitized
//! line* (1973), after U. Ramer (1972): the point furthest off the chord stays, until none is further off than the tolerance.

use glam::DVec2;
use steerwright_runtime::geometry::{Polyline, catmull_rom, vector};
use steerwright_runtime::scene::{Node, PathId, PatrolPath, Scene};

/// The indices of the points to keep so that the others lie within `tolerance` of the line through them; the first and the last
/// always are. `fixed` says which others have to stay.
pub fn kept(points: &[DVec2], tolerance: f64, fixed: impl Fn(usize) -> bool) -> Vec<usize> {
    let Some(last) = points.len().checked_sub(1) else {
        return vec![];
    };
    let mut stays: Vec<bool> = (0..points.len())
        .map(|i| i == 0 || i == last || fixed(i))
        .collect();
    let known: Vec<usize> = (0..points.len()).filter(|&i| stays[i]).collect();
    let mut open: Vec<(usize, usize)> = known.windows(2).map(|pair| (pair[0], pair[1])).collect();
    while let Some((from, to)) = open.pop() {
        let off = |i: usize| vector::segment_distance(points[from], points[to], points[i]);
        let furthest = (from + 1..to)
            .map(|i| (off(i), i))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, middle)) = furthest.filter(|(distance, _)| *distance > tolerance) {
            stays[middle] = true;
            open.extend([(from, middle), (middle, to)]);
        }
    }
    (0..points.len()).filter(|&i| stays[i]).collect()
}

/// Whether a node says more than where to go, and so has to stay.
fn is_meant(node: &Node) -> bool {
    node.wait > 0.0 || node.speed.is_some() || node.radius.is_some()
}

/// The nodes of a path that stay when it is simplified. Of a loop, the first node stays and the one furthest from it.
pub fn kept_nodes(path: &PatrolPath, tolerance: f64) -> Vec<usize> {
    let mut points: Vec<DVec2> = path.nodes.iter().map(Node::position).collect();
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
    let mut stays = kept(&points, tolerance, |i| {
        Some(i) == far || path.nodes.get(i).is_some_and(is_meant)
    });
    stays.retain(|&i| i < count);
    stays
}

/// Takes away the nodes of a path that its line does not need, within `tolerance`, u.
pub fn simplify(scene: &mut Scene, path: PathId, tolerance: f64) {
    let Some(stays) = scene.path(path).map(|path| kept_nodes(path, tolerance)) else {
        return;
    };
    if let Some(path) = scene
        .path_mut(path)
        .filter(|path| stays.len() < path.nodes.len())
    {
        path.nodes = stays
            .iter()
            .filter_map(|&i| path.nodes.get(i).cloned())
            .collect();
    }
}

/// How far the nodes of a path lie apart in the middle, u: what a tolerance is measured by.
pub fn scale_of(path: &PatrolPath) -> f64 {
    let mut gaps: Vec<f64> = path
        .nodes
        .windows(2)
        .map(|pair| vector::distance(pair[0].position(), pair[1].position()))
        .collect();
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or(0.0)
}

/// A curve needs no more rounds than this to come near a stroke; what is left then is a hand's tremble.
const MOST_ROUNDS: usize = 64;

/// Few nodes whose curve keeps within `tolerance` of every point of a stroke. A closed stroke ends where it began, and so do its
/// nodes.
///
/// Begins with the nodes that straight lines would need at ten times the tolerance, and adds where the curve strays most.
pub fn fit_curve(stroke: &[DVec2], closed: bool, tolerance: f64) -> Vec<DVec2> {
    let mut nodes = kept(stroke, tolerance * 10.0, |_| false);
    for _ in 0..MOST_ROUNDS {
        let controls: Vec<DVec2> = nodes.iter().map(|&i| stroke[i]).collect();
        let stretches = stretches(&controls, closed, tolerance);
        // Every stretch that strays gets a node, where it does so most.
        let strays = |stretch: usize| {
            let line = stretches.get(stretch)?;
            let between = nodes[stretch] + 1..nodes[stretch + 1];
            let furthest = between
                .map(|i| (line.distance_to(stroke[i]), i))
                .max_by(|a, b| a.0.total_cmp(&b.0));
            furthest
                .filter(|(distance, _)| *distance > tolerance)
                .map(|(_, i)| i)
        };
        let more: Vec<usize> = (0..nodes.len().saturating_sub(1))
            .filter_map(strays)
            .collect();
        if more.is_empty() {
            break;
        }
        nodes.extend(more);
        nodes.sort_unstable();
    }
    nodes.into_iter().map(|i| stroke[i]).collect()
}

/// The curve through some points, stretch by stretch; a closed one comes back to the first, which is also given last.
fn stretches(controls: &[DVec2], closed: bool, tolerance: f64) -> Vec<Polyline> {
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
