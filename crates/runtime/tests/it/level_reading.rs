//! Walls and sight as the motion contract words them, read a second time: plain loops over all
//! segments, and nothing of the product.

use std::collections::BTreeSet;

/// A vector.
pub type V = [f64; 2];

pub fn plus(a: V, b: V) -> V {
    [a[0] + b[0], a[1] + b[1]]
}

pub fn minus(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1]]
}

pub fn times(a: V, k: f64) -> V {
    [a[0] * k, a[1] * k]
}

pub fn over(a: V, k: f64) -> V {
    [a[0] / k, a[1] / k]
}

pub fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub fn length(a: V) -> f64 {
    dot(a, a).sqrt()
}

fn cross(a: V, b: V) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// A segment that blocks something.
pub type Segment = (V, V);

fn left((a, b): Segment) -> V {
    let long = length(minus(b, a));
    [-(b[1] - a[1]) / long, (b[0] - a[0]) / long]
}

/// Whether two closed segments share a point.
pub fn touches((a, b): Segment, (from, to): Segment) -> bool {
    let boxes_meet = (0..2).all(|axis| {
        let (low, high) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
        let (start, end) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
        low <= end && start <= high
    });
    if !boxes_meet {
        return false;
    }
    let apart = |first: f64, second: f64| {
        !((first >= 0.0 && 0.0 >= second) || (first <= 0.0 && 0.0 <= second))
    };
    let way = minus(to, from);
    let wall = minus(b, a);
    !apart(cross(way, minus(a, from)), cross(way, minus(b, from)))
        && !apart(cross(wall, minus(from, a)), cross(wall, minus(to, a)))
}

fn distance_to((a, b): Segment, p: V) -> (f64, V) {
    let ab = minus(b, a);
    let mut t = dot(minus(p, a), ab) / dot(ab, ab);
    if t > 1.0 {
        t = 1.0;
    }
    let nearest = if t > 0.0 { plus(a, times(ab, t)) } else { a };
    (length(minus(p, nearest)), nearest)
}

/// The outline of blocked cells, in the order of the contract.
pub fn outline(blocked: &BTreeSet<(i32, i32)>, size: f64) -> Vec<Segment> {
    let is_blocked = |column: i32, row: i32| blocked.contains(&(column, row));
    // The blocked side of the edge under a cell and of that to its left: `None` where there is no
    // edge.
    let under = |column: i32, row: i32| {
        let (above, below) = (is_blocked(column, row), is_blocked(column, row - 1));
        (above != below).then_some(above)
    };
    let beside = |column: i32, row: i32| {
        let (right, left) = (is_blocked(column, row), is_blocked(column - 1, row));
        (right != left).then_some(right)
    };
    let columns = || blocked.iter().map(|&(column, _)| column);
    let rows = || blocked.iter().map(|&(_, row)| row);
    let (Some(west), Some(east)) = (columns().min(), columns().max()) else {
        return Vec::new();
    };
    let (Some(south), Some(north)) = (rows().min(), rows().max()) else {
        return Vec::new();
    };
    let at = |index: i32| f64::from(index) * size;
    let mut segments = Vec::new();
    for row in south..=north + 1 {
        let mut start = west;
        for column in west..=east {
            let side = under(column, row);
            let crossed = |at: i32| beside(at, row - 1).is_some() || beside(at, row).is_some();
            if side.is_some() && (under(column - 1, row) != side || crossed(column)) {
                start = column;
            }
            if side.is_some() && (under(column + 1, row) != side || crossed(column + 1)) {
                segments.push(([at(start), at(row)], [at(column + 1), at(row)]));
            }
        }
    }
    for column in west..=east + 1 {
        let mut start = south;
        for row in south..=north {
            let side = beside(column, row);
            let crossed = |at: i32| under(column - 1, at).is_some() || under(column, at).is_some();
            if side.is_some() && (beside(column, row - 1) != side || crossed(row)) {
                start = row;
            }
            if side.is_some() && (beside(column, row + 1) != side || crossed(row + 1)) {
                segments.push(([at(column), at(start)], [at(column), at(row + 1)]));
            }
        }
    }
    segments
}

/// Whether a segment crosses the interior of a cell, as the contract computes it.
pub fn crosses((a, b): Segment, size: f64, (column, row): (i32, i32)) -> bool {
    let (p, q) = if a[0] <= b[0] { (a, b) } else { (b, a) };
    let column = f64::from(column);
    if !((p[0] / size).floor() <= column && column < (q[0] / size).ceil()) {
        return false;
    }
    let at = |x: f64| p[1] + (q[1] - p[1]) * ((x - p[0]) / (q[0] - p[0]));
    let (left, right) = (column * size, (column + 1.0) * size);
    let y0 = if left > p[0] { at(left) } else { p[1] };
    let y1 = if right < q[0] { at(right) } else { q[1] };
    let (low, high) = (y0.min(y1), y0.max(y1));
    (low / size).floor() <= f64::from(row) && f64::from(row) < (high / size).ceil()
}

/// The time and the normal of the first contact of a disk at `p` that moves by `m`.
fn contact(segment: Segment, p: V, m: V, r: f64) -> Option<(f64, V)> {
    let (a, b) = segment;
    let mut first: Option<(f64, V)> = None;
    let mut offer = |t: f64, n: V| {
        if t <= 1.0 && first.is_none_or(|(best, _)| t < best) {
            first = Some((t, n));
        }
    };
    let ab = minus(b, a);
    let mut n = left(segment);
    let mut s = dot(minus(p, a), n);
    if s < 0.0 {
        (n, s) = ([-n[0], -n[1]], -s);
    }
    if dot(m, n) < 0.0 {
        let t = ((s - r) / -dot(m, n)).max(0.0);
        let along = dot(minus(plus(p, times(m, t)), a), ab);
        if 0.0 <= along && along <= dot(ab, ab) {
            offer(t, n);
        }
    }
    for e in [a, b] {
        let g = minus(p, e);
        let (aa, bb, cc) = (dot(m, m), dot(g, m), dot(g, g) - r * r);
        if !(aa > 0.0 && bb < 0.0) {
            continue;
        }
        let root = bb * bb - aa * cc;
        let t = if cc <= 0.0 {
            0.0
        } else if root >= 0.0 {
            (-bb - root.sqrt()) / aa
        } else {
            continue;
        };
        let w = plus(g, times(m, t));
        let long = length(w);
        offer(
            t,
            if long > 0.0 {
                over(w, long)
            } else {
                [1.0, 0.0]
            },
        );
    }
    first
}

/// A body among walls: its position and velocity after a tick.
pub fn moved(walls: &[Segment], start: V, mut v: V, radius: f64, skin: f64, dt: f64) -> (V, V) {
    let touched = |from: V, to: V| walls.iter().any(|&wall| touches(wall, (from, to)));
    let r = radius.max(10.0 * skin);
    let mut p = start;
    for _ in 0..4 {
        let mut nearest: Option<(f64, V, Segment)> = None;
        for &wall in walls {
            let (d, c) = distance_to(wall, p);
            if d < r && nearest.is_none_or(|(best, _, _)| d < best) {
                nearest = Some((d, c, wall));
            }
        }
        let Some((d, c, wall)) = nearest else { break };
        let out = |n: V| plus(p, times(n, r + skin - d));
        if d > 0.0 {
            let q = out(over(minus(p, c), d));
            if touched(q, p) {
                break;
            }
            p = q;
        } else {
            let n = left(wall);
            let free = |q: &V| {
                walls
                    .iter()
                    .all(|&other| distance_to(other, p).0 == 0.0 || !touches(other, (p, *q)))
            };
            let ways = [out(n), out([-n[0], -n[1]])];
            let Some(q) = ways.into_iter().find(free) else {
                break;
            };
            p = q;
        }
    }
    let mut m = times(v, dt);
    let mut normals: Vec<V> = Vec::new();
    for _ in 0..4 {
        if !(dot(m, m) > 0.0) {
            break;
        }
        let mut first: Option<(f64, V)> = None;
        for &wall in walls {
            if let Some((t, n)) = contact(wall, p, m, r)
                && first.is_none_or(|(best, _)| t < best)
            {
                first = Some((t, n));
            }
        }
        let q;
        if let Some((t, n)) = first {
            let back = (t - skin / length(m)).max(0.0);
            q = plus(p, times(m, back));
            m = times(m, 1.0 - back);
            if dot(m, n) < 0.0 {
                m = minus(m, times(n, dot(m, n)));
            }
            if dot(v, n) < 0.0 {
                v = minus(v, times(n, dot(v, n)));
            }
            if normals.iter().any(|&o| dot(m, o) < 0.0) {
                m = [0.0; 2];
                if normals.iter().any(|&o| dot(v, o) < 0.0) {
                    v = [0.0; 2];
                }
            }
            normals.push(n);
        } else {
            q = plus(p, m);
            m = [0.0; 2];
        }
        if touched(p, q) {
            v = [0.0; 2];
            break;
        }
        p = q;
    }
    if p.iter().chain(&v).all(|x| x.is_finite()) {
        (p, v)
    } else {
        (start, [0.0; 2])
    }
}

/// What an eye sees: its range, the radius around it, its field of view in degrees, and the squared
/// cosine of half of that.
pub struct Eye {
    pub range: f64,
    pub near: f64,
    pub fov_deg: f64,
    pub cos2: f64,
}

impl Eye {
    fn sees_point(&self, walls: &[Segment], eye: V, facing: V, point: V) -> bool {
        let d = minus(point, eye);
        let d2 = dot(d, d);
        let a = dot(facing, d);
        let in_view = d2 <= self.near * self.near
            || self.fov_deg == 360.0
            || if self.fov_deg <= 180.0 {
                a >= 0.0 && a * a >= self.cos2 * d2
            } else {
                a >= 0.0 || a * a <= self.cos2 * d2
            };
        d2 <= self.range * self.range
            && in_view
            && !walls.iter().any(|&wall| touches(wall, (eye, point)))
    }

    pub fn sees(&self, walls: &[Segment], eye: V, facing: V, center: V, r: f64) -> bool {
        let d = minus(center, eye);
        let far = length(d);
        if self.sees_point(walls, eye, facing, center) {
            return true;
        }
        if !(r > 0.0 && far > 0.0) {
            return false;
        }
        let u = [-d[1] / far, d[0] / far];
        self.sees_point(walls, eye, facing, plus(center, times(u, r)))
            || self.sees_point(walls, eye, facing, minus(center, times(u, r)))
    }
}
