//! Centripetal Catmull-Rom curves, and polylines that approximate them.
//!
//! Source: E. Catmull, R. Rom, *A class of local interpolating splines* (1974), with the
//! centripetal knots of P. Barry and R. Goldman's pyramid, which form no loops or cusps within a
//! segment. The knot spacing is the square root of a distance, so `+ - * / sqrt` are enough.

use crate::geometry::vector;
use glam::DVec2;

/// The finest a segment is ever divided: 2^8 pieces.
const MAX_DEPTH: u32 = 8;
/// The most points between two controls.
pub const MAX_POINTS_PER_STRETCH: u64 = (1 << MAX_DEPTH) - 1;
/// A chord is looked at in three places; between them the curve strays up to a tenth further (found
/// by search).
const MARGIN: f64 = 0.9;

/// A point of a flattened curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The position, u.
    pub position: DVec2,
    /// The index of the control point at this position, or `None` for a point between two of them.
    pub control: Option<usize>,
}

/// Approximates the curve through `controls` by a polyline that lies within `tolerance` u of it. A
/// segment of the curve is divided into at most 2^8 pieces, even if more would be needed.
///
/// A closed curve returns to the first control point. That point is not repeated, and the points of
/// the closing segment come last. Control points may coincide.
///
/// ```
/// use steerwright_runtime::geometry::catmull_rom::flatten;
/// use steerwright_runtime::glam::DVec2;
/// let corner = [DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(4.0, 4.0)];
/// let (coarse, fine) = (flatten(&corner, false, 0.5), flatten(&corner, false, 0.001));
/// assert!(coarse.len() < fine.len());
/// assert_eq!((fine[0].position, fine[0].control), (corner[0], Some(0)));
/// ```
#[must_use]
pub fn flatten(controls: &[DVec2], closed: bool, tolerance: f64) -> Vec<CurvePoint> {
    let mut points = Vec::with_capacity(controls.len() * 8);
    for_each_point(controls, closed, tolerance, &mut |point| points.push(point));
    points
}

/// Like [`flatten`], without allocating a list: calls `visit` with each point, in order.
pub fn for_each_point(
    controls: &[DVec2],
    closed: bool,
    tolerance: f64,
    visit: &mut impl FnMut(CurvePoint),
) {
    for i in 0..controls.len() {
        visit(CurvePoint {
            position: controls[i],
            control: Some(i),
        });
        if let Some(stretch) = Stretch::after(controls, closed, i) {
            let [_, b, c, _] = stretch.controls;
            stretch.divide(0.0, b, 1.0, c, tolerance, MAX_DEPTH, visit);
        }
    }
}

/// The same curve as a cubic Bézier curve for each segment, the closing one last: its two handles,
/// relative to the control point at the start and at the end of the segment, u. The handles of a
/// segment without length are zero, as are those of a segment that is straight because one knot
/// spacing is too small beside another for the precision of `f64`.
///
/// ```
/// use steerwright_runtime::geometry::catmull_rom::handles;
/// use steerwright_runtime::glam::DVec2;
/// let row = [DVec2::ZERO, DVec2::X * 3.0, DVec2::X * 6.0];
/// let [from, to] = handles(&row, false)[0];
/// assert!(from.abs_diff_eq(DVec2::X, 1e-12) && to.abs_diff_eq(-DVec2::X, 1e-12));
/// ```
#[must_use]
pub fn handles(controls: &[DVec2], closed: bool) -> Vec<[DVec2; 2]> {
    let stretches = if closed && controls.len() > 1 {
        controls.len()
    } else {
        controls.len().saturating_sub(1)
    };
    (0..stretches)
        .map(|i| {
            Stretch::after(controls, closed, i)
                .map_or([DVec2::ZERO; 2], |stretch| stretch.handles())
        })
        .collect()
}

/// The curve between two controls `b` and `c`, with their outer neighbors.
struct Stretch {
    controls: [DVec2; 4],
    knots: [f64; 4],
}

impl Stretch {
    /// The stretch that begins at the control with this index, if there is anything between it and
    /// the next.
    fn after(controls: &[DVec2], closed: bool, i: usize) -> Option<Self> {
        let n = controls.len();
        if n < 2 || (i + 1 == n && !closed) {
            return None;
        }
        let b = controls[i];
        let c = controls[(i + 1) % n];
        let a = if i > 0 {
            controls[i - 1]
        } else if closed {
            controls[n - 1]
        } else {
            b + (b - c)
        };
        let d = if i + 2 < n {
            controls[i + 2]
        } else if closed {
            controls[(i + 2) % n]
        } else {
            c + (c - b)
        };
        Self::new(a, b, c, d)
    }

    /// `None` where `b` and `c` coincide (or lie too far apart to measure): there is nothing
    /// between them.
    fn new(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> Option<Self> {
        let spacing = |p, q| vector::distance(p, q).sqrt();
        let middle = spacing(b, c);
        if !(middle > 0.0 && middle < f64::INFINITY) {
            return None;
        }
        // A neighbor in the same place gives no direction: mirror the far end instead.
        let (a, before) = match spacing(a, b) {
            k if k > 0.0 && k < f64::INFINITY => (a, k),
            _ => (b + (b - c), middle),
        };
        let (d, after) = match spacing(c, d) {
            k if k > 0.0 && k < f64::INFINITY => (d, k),
            _ => (c + (c - b), middle),
        };
        Some(Self {
            controls: [a, b, c, d],
            knots: [0.0, before, before + middle, before + middle + after],
        })
    }

    /// The point at fraction `f` (0..=1) of the way in knot space.
    fn at(&self, f: f64) -> DVec2 {
        let [t0, t1, t2, t3] = self.knots;
        let [a, b, c, d] = self.controls;
        let t = t1 + (t2 - t1) * f;
        let blend = |p: DVec2, q: DVec2, from: f64, to: f64| {
            p * ((to - t) / (to - from)) + q * ((t - from) / (to - from))
        };
        let (p, q, r) = (
            blend(a, b, t0, t1),
            blend(b, c, t1, t2),
            blend(c, d, t2, t3),
        );
        let point = blend(blend(p, q, t0, t2), blend(q, r, t1, t3), t1, t2);
        // Where one spacing is lost in the rounding of another, the stretch is straight.
        if point.is_finite() {
            point
        } else {
            b + (c - b) * f
        }
    }

    /// A third of the way that the curve would go from either end at its speed there.
    fn handles(&self) -> [DVec2; 2] {
        let [t0, t1, t2, t3] = self.knots;
        let [a, b, c, d] = self.controls;
        let third = (t2 - t1) / 3.0;
        let leaving = ((b - a) / (t1 - t0) - (c - a) / (t2 - t0) + (c - b) / (t2 - t1)) * third;
        let entering = ((c - b) / (t2 - t1) - (d - b) / (t3 - t1) + (d - c) / (t3 - t2)) * third;
        if leaving.is_finite() && entering.is_finite() {
            [leaving, -entering]
        } else {
            [DVec2::ZERO; 2]
        }
    }

    /// Halves (from, to) until the curve at a quarter, a half and three quarters lies well within
    /// `tolerance` of the chord.
    #[allow(clippy::too_many_arguments)]
    fn divide(
        &self,
        from: f64,
        p: DVec2,
        to: f64,
        q: DVec2,
        tolerance: f64,
        depth: u32,
        visit: &mut impl FnMut(CurvePoint),
    ) {
        let at = |part: f64| self.at(from + (to - from) * part);
        let middle = at(0.5);
        let strays = |point| vector::segment_distance(p, q, point) > MARGIN * tolerance;
        if depth == 0 || !(strays(middle) || strays(at(0.25)) || strays(at(0.75))) {
            return;
        }
        let half = from + (to - from) * 0.5;
        self.divide(from, p, half, middle, tolerance, depth - 1, visit);
        visit(CurvePoint {
            position: middle,
            control: None,
        });
        self.divide(half, middle, to, q, tolerance, depth - 1, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zigzag() -> Vec<DVec2> {
        vec![
            DVec2::ZERO,
            DVec2::new(4.0, 3.0),
            DVec2::new(8.0, -1.0),
            DVec2::new(9.0, 5.0),
        ]
    }

    #[test]
    fn passes_through_its_controls_in_order() {
        for closed in [false, true] {
            let points = flatten(&zigzag(), closed, 0.05);
            let controls: Vec<_> = points.iter().filter_map(|p| p.control).collect();
            assert_eq!(controls, [0, 1, 2, 3]);
            assert!(points.len() > 12);
        }
    }

    #[test]
    fn no_chord_strays_further_than_the_tolerance() {
        // The second bends most between the places looked at.
        let hook = vec![
            DVec2::new(-0.417_850, 1.606_340),
            DVec2::new(-0.554_662, 0.442_775),
            DVec2::new(-0.539_815, -0.825_585),
            DVec2::new(-0.077_994, -1.194_607),
        ];
        for (controls, tolerances) in [
            (zigzag(), [0.2, 0.05, 0.01]),
            (hook, [0.05978, 0.0597, 0.02]),
        ] {
            let finest: Vec<DVec2> = flatten(&controls, false, 0.0)
                .iter()
                .map(|p| p.position)
                .collect();
            for tolerance in tolerances {
                let points = flatten(&controls, false, tolerance)
                    .iter()
                    .map(|p| p.position)
                    .collect();
                let line = crate::geometry::Polyline::new(points, false);
                assert!(
                    finest.iter().all(|&p| line.distance_to(p) <= tolerance),
                    "{tolerance}"
                );
            }
        }
    }

    #[test]
    fn the_bezier_curves_are_the_curve() {
        for closed in [false, true] {
            let controls = zigzag();
            for (i, [out, back]) in handles(&controls, closed).into_iter().enumerate() {
                let stretch = Stretch::after(&controls, closed, i).expect("a stretch");
                let [_, b, c, _] = stretch.controls;
                for f in [0.1, 0.25, 0.5, 0.8] {
                    let g = 1.0 - f;
                    let bezier = b * (g * g * g)
                        + (b + out) * (3.0 * g * g * f)
                        + (c + back) * (3.0 * g * f * f)
                        + c * (f * f * f);
                    assert!(
                        (bezier - stretch.at(f)).length() < 1e-12,
                        "stretch {i} at {f}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_straight_row_needs_no_points_in_between() {
        let row = [DVec2::ZERO, DVec2::X, DVec2::X * 5.0];
        assert_eq!(flatten(&row, false, 1e-6).len(), 3);
    }

    #[test]
    fn degenerate_curves_stay_finite() {
        for controls in [
            vec![],
            vec![DVec2::ONE],
            vec![DVec2::ONE; 5],
            vec![DVec2::ZERO, DVec2::ZERO, DVec2::X, DVec2::X],
            vec![DVec2::splat(1e300), DVec2::splat(-1e300)],
        ] {
            for closed in [false, true] {
                assert!(
                    flatten(&controls, closed, 0.01)
                        .iter()
                        .all(|p| p.position.is_finite())
                );
                assert!(
                    handles(&controls, closed)
                        .iter()
                        .flatten()
                        .all(|handle| handle.is_finite())
                );
            }
        }
    }
}
