//! The stretches of paths at which the body of an agent would touch a wall.
//!
//! Doors count as open, because a game may open them. Blocked cells count as walls.

use super::obstacles::lasting_walls;
use crate::probe::follow_of;
use glam::DVec2;
use std::collections::BTreeSet;
use steerwright_runtime::level::Barrier;
use steerwright_runtime::scene::{PathId, Scene};

/// Steps along a path, relative to the radius of the body.
const STEP: f64 = 0.25;
/// The maximum number of steps in which a path is looked at; those of a longer one are larger.
const MAX_STEPS: f64 = 20_000.0;

/// A stretch of a path that is nearer to a wall than the radius of the body that follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct TightStretch {
    /// The path.
    pub path: PathId,
    /// The radius of the body, u. Of several bodies, the largest.
    pub radius: f64,
    /// The stretch as a polyline, u.
    pub points: Vec<DVec2>,
}

/// All tight stretches of the paths that agents follow, in the order of the paths.
pub fn tight_stretches(scene: &Scene) -> Vec<TightStretch> {
    let barrier = lasting_walls(scene);
    if barrier.is_empty() {
        return vec![];
    }
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for path in &scene.paths {
        let followers = scene
            .agents
            .iter()
            .filter(|agent| agent.path == Some(path.id));
        let radii = followers.filter_map(|agent| Some(follow_of(scene, agent)?.0.body.radius));
        let radius = radii.fold(0.0, f64::max);
        if !(radius > 0.0) || !seen.insert(path.id) {
            continue;
        }
        let points = path.route().points_with_nodes();
        let closing = path.is_closed() && points.len() > 2;
        let mut line: Vec<DVec2> = points.iter().map(|(p, _)| *p).collect();
        line.extend(line.first().copied().filter(|_| closing));
        let mut stretches = stretches_of(&barrier, &line, radius);
        found.extend(stretches.drain(..).map(|points| TightStretch {
            path: path.id,
            radius,
            points,
        }));
    }
    found
}

/// The parts of a polyline that are nearer to the barrier than `radius`, in small steps.
fn stretches_of(barrier: &Barrier, line: &[DVec2], radius: f64) -> Vec<Vec<DVec2>> {
    let length: f64 = line
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).length())
        .sum();
    let step = (radius * STEP).max(length / MAX_STEPS);
    let mut all = Vec::new();
    let mut current: Vec<DVec2> = Vec::new();
    for pair in line.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let is_free = barrier.clearance(from, to, radius).is_none();
        let steps = if is_free {
            1
        } else {
            ((to - from).length() / step).ceil().max(1.0) as usize
        };
        let place = |i: usize| from + (to - from) * (i as f64 / steps as f64);
        for i in 0..steps {
            let (a, b) = (place(i), place(i + 1));
            if !is_free && barrier.clearance(a, b, radius).is_some() {
                if current.is_empty() {
                    current.push(a);
                }
                current.push(b);
            } else if !current.is_empty() {
                all.push(std::mem::take(&mut current));
            }
        }
    }
    if !current.is_empty() {
        all.push(current);
    }
    all
}
