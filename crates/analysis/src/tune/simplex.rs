//! The Nelder-Mead method, which needs no derivatives: measured overshoot and arrival times have none.

use argmin::core::{CostFunction, Error, Executor, IterState};
use argmin::solver::neldermead::NelderMead;
use argmin_math::{ArgminAdd, ArgminMul, ArgminSub};

/// The search ends when the costs in the simplex differ by less than this.
const TOLERANCE: f64 = 1e-6;

/// Searches for a cost of 0 from `start` on, with first steps of `step`, for at most `iterations` steps. `cost` remembers what it
/// wants to know about the points.
pub(super) fn minimize(
    start: &[f64],
    step: f64,
    iterations: u64,
    cost: impl Fn(&[f64]) -> f64,
) -> Result<(), Error> {
    let mut corners = vec![Point(start.to_vec())];
    for axis in 0..start.len() {
        let mut corner = start.to_vec();
        // Toward the middle, so that no corner is outside.
        corner[axis] += if corner[axis] > 0.5 { -step } else { step };
        corners.push(Point(corner));
    }
    let solver = NelderMead::new(corners).with_sd_tolerance(TOLERANCE)?;
    Executor::new(Cost(cost), solver)
        .configure(|state: IterState<Point, (), (), (), (), f64>| {
            state.max_iters(iterations).target_cost(0.0)
        })
        .timer(false)
        .run()?;
    Ok(())
}

struct Cost<F>(F);

impl<F: Fn(&[f64]) -> f64> CostFunction for Cost<F> {
    type Param = Point;
    type Output = f64;

    fn cost(&self, point: &Point) -> Result<f64, Error> {
        Ok((self.0)(&point.0))
    }
}

/// A point of the search, with the operations that the solver needs.
#[derive(Clone, Debug)]
struct Point(Vec<f64>);

impl Point {
    fn with(&self, other: &Self, combine: impl Fn(f64, f64) -> f64) -> Self {
        let pairs = self.0.iter().zip(&other.0);
        Self(pairs.map(|(a, b)| combine(*a, *b)).collect())
    }
}

impl ArgminAdd<Self, Self> for Point {
    fn add(&self, other: &Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl ArgminSub<Self, Self> for Point {
    fn sub(&self, other: &Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl ArgminMul<f64, Self> for Point {
    fn mul(&self, factor: &f64) -> Self {
        Self(self.0.iter().map(|a| a * factor).collect())
    }
}
