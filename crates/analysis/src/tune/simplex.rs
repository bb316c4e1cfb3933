//! The Nelder-Mead method, which needs no derivatives: measured overshoot and arrival times have
//! none. The known libraries for it depend on unmaintained crates, and the code that adapts one is
//! longer than this.
//!
//! J. A. Nelder and R. Mead, "A simplex method for function minimization", The Computer Journal 7
//! (1965).

/// The search ends when the standard deviation of the costs in the simplex is less than this.
const TOLERANCE: f64 = 1e-6;

/// How far a reflected corner goes on, if that is the best way so far.
const EXPANSION: f64 = 2.0;
/// How far a corner is from the center or the best corner after a step that did not help.
const CONTRACTION: f64 = 0.5;

struct Corner {
    point: Vec<f64>,
    cost: f64,
}

/// Searches for a cost of 0 from `start` on, with first steps of `step`, for at most `iterations`
/// steps. `cost` records the points that it needs.
pub(super) fn minimize(start: &[f64], step: f64, iterations: u64, cost: impl Fn(&[f64]) -> f64) {
    let corner = |point: Vec<f64>| Corner {
        cost: cost(&point),
        point,
    };
    let mut corners = vec![corner(start.to_vec())];
    for axis in 0..start.len() {
        let mut point = start.to_vec();
        // Toward the middle, so that no corner is outside.
        point[axis] += if point[axis] > 0.5 { -step } else { step };
        corners.push(corner(point));
    }
    let last = start.len();
    for _ in 0..iterations {
        corners.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        if last == 0 || corners[0].cost <= 0.0 || spread(&corners) < TOLERANCE {
            return;
        }
        match better(&corners, &corner) {
            Some(better) => corners[last] = better,
            None => {
                let best = corners[0].point.clone();
                for other in &mut corners[1..] {
                    *other = corner(toward(&best, &other.point, CONTRACTION));
                }
            }
        }
    }
}

/// A corner that is better than the worst one, if there is one on the line from there through the
/// center of the others.
fn better(corners: &[Corner], corner: &impl Fn(Vec<f64>) -> Corner) -> Option<Corner> {
    let (worst, others) = corners.split_last()?;
    let (best, second_worst) = (others.first()?, others.last()?);
    let mut center = best.point.clone();
    for other in &others[1..] {
        center
            .iter_mut()
            .zip(&other.point)
            .for_each(|(c, x)| *c += x);
    }
    let share = 1.0 / others.len() as f64;
    center.iter_mut().for_each(|c| *c *= share);
    let reflected = corner(toward(&center, &worst.point, -1.0));
    if reflected.cost < best.cost {
        let expanded = corner(toward(&center, &reflected.point, EXPANSION));
        let is_better = expanded.cost < reflected.cost;
        Some(if is_better { expanded } else { reflected })
    } else if reflected.cost < second_worst.cost {
        Some(reflected)
    } else if reflected.cost < worst.cost {
        let contracted = corner(toward(&center, &reflected.point, CONTRACTION));
        (contracted.cost <= reflected.cost).then_some(contracted)
    } else {
        let contracted = corner(toward(&center, &worst.point, CONTRACTION));
        (contracted.cost < worst.cost).then_some(contracted)
    }
}

/// The point on the line from `from` to `to` at this share of the way.
fn toward(from: &[f64], to: &[f64], share: f64) -> Vec<f64> {
    let pairs = from.iter().zip(to);
    pairs.map(|(a, b)| a + (b - a) * share).collect()
}

/// The standard deviation of the costs.
fn spread(corners: &[Corner]) -> f64 {
    let count = corners.len() as f64;
    let mean = corners.iter().map(|corner| corner.cost).sum::<f64>() / count;
    let squares = corners.iter().map(|corner| corner.cost - mean);
    let sum: f64 = squares.map(|x| x * x).sum();
    (1.0 / (count - 1.0) * sum).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_curved_valley_is_followed_to_its_lowest_point() {
        let valley = |p: &[f64]| {
            let (x, y) = (p[0] * 4.0 - 2.0, p[1] * 4.0 - 1.0);
            (1.0 - x) * (1.0 - x) + 100.0 * (y - x * x) * (y - x * x)
        };
        let (lowest, calls) = (Cell::new(f64::INFINITY), Cell::new(0));
        minimize(&[0.2, 0.5], 0.1, 200, |point| {
            calls.set(calls.get() + 1);
            lowest.set(lowest.get().min(valley(point)));
            valley(point)
        });
        assert!(lowest.get() < 1e-5, "{}", lowest.get());
        assert!(calls.get() < 250, "{}", calls.get());
    }

    #[test]
    fn costs_that_say_nothing_end() {
        for cost in [0.0, 1.0, f64::NAN, f64::INFINITY] {
            for start in [&[][..], &[0.5], &[0.1, 0.9, 0.5]] {
                let calls = Cell::new(0);
                minimize(start, 0.1, 50, |_| {
                    calls.set(calls.get() + 1);
                    cost
                });
                assert!(calls.get() <= 4 + 50 * 5);
            }
        }
    }
}
