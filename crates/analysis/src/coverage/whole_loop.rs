//! Finds the stretch of a run that repeats.

use super::agent_sight::Watch;
use super::visible_cells::Pose;
use steerwright_runtime::geometry::vector::{distance, dot};

/// The cosine of the angle between two headings that count as the same: about 15 degrees.
const SAME_HEADING: f64 = 0.966;

/// A stretch of a run, in samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its first sample.
    pub first: usize,
    /// How many samples it has.
    pub samples: usize,
    /// Whether the run repeats it again and again.
    pub repeats: bool,
}

/// How near an agent has to come back.
struct Tolerance {
    distance: f64,
    /// Whether the agent moves farther than this in the second half of the run.
    moves: bool,
}

/// The shortest stretch that all agents repeat, from where they have settled. It is seen at least
/// twice. `None` if the agents do not repeat anything, or if they rest.
///
/// A lap rarely takes a whole number of samples. An agent is back if it is as near to where it was
/// as it comes between two samples.
pub(super) fn find(watches: &[Watch], cell: f64) -> Option<Stretch> {
    let count = watches.first()?.poses.len();
    let tolerances: Vec<Tolerance> = watches.iter().map(|watch| tolerance(watch, cell)).collect();
    if tolerances.iter().all(|tolerance| !tolerance.moves) {
        return None;
    }
    let all = || watches.iter().zip(&tolerances);
    (1..=count / 2).find_map(|period| {
        let end = count - period;
        let is_back = |sample: usize| {
            all().all(|(watch, tolerance)| returns(&watch.poses, sample, period, tolerance))
        };
        let first = (0..end).rev().find(|&sample| !is_back(sample));
        let first = first.map_or(0, |sample| sample + 1);
        let leaves = |(watch, tolerance): (&Watch, &Tolerance)| {
            let poses = &watch.poses[count - period..];
            let away = |pose: &Pose| distance(pose.eye, poses[0].eye) > 2.0 * tolerance.distance;
            !tolerance.moves || poses.iter().any(away)
        };
        (first + 2 * period <= count && all().all(leaves)).then_some(Stretch {
            first,
            samples: period,
            repeats: true,
        })
    })
}

fn tolerance(watch: &Watch, cell: f64) -> Tolerance {
    let steps = watch.poses.windows(2);
    let longest = steps.fold(0.0, |longest, pair| {
        f64::max(longest, distance(pair[0].eye, pair[1].eye))
    });
    let tolerance = f64::max(cell / 2.0, 0.6 * longest);
    let settled = &watch.poses[watch.poses.len() / 2..];
    let far = |pose: &Pose| distance(pose.eye, settled[0].eye) > 2.0 * tolerance;
    Tolerance {
        distance: tolerance,
        moves: settled.iter().any(far),
    }
}

/// Whether the agent is, a period after a sample, where it was around that sample, and faces the
/// same way.
fn returns(poses: &[Pose], sample: usize, period: usize, tolerance: &Tolerance) -> bool {
    let later = &poses[sample + period];
    let around = &poses[sample.saturating_sub(1)..(sample + 2).min(poses.len())];
    let is_there = |pose: &Pose| distance(pose.eye, later.eye) <= tolerance.distance;
    let faces_there = |pose: &Pose| dot(pose.facing, later.facing) >= SAME_HEADING;
    is_there(&poses[sample]) && around.iter().any(faces_there)
}
