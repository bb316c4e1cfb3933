//! The outline of polygons that share edges, such as filled tiles.

use super::Shape;
use super::findings::Findings;
use glam::DVec2;
use steerwright_format::FormatError;

/// A corner, in quarters of a pixel, so that corners of neighbors are equal.
type Corner = [i64; 2];

/// An edge from one corner to another.
type Edge<T> = [T; 4];

/// The outlines of areas, each with a key from its first corner.
pub fn merged(
    areas: impl Iterator<Item = Vec<DVec2>> + Clone,
    findings: &Findings,
) -> Result<Vec<Shape>, FormatError> {
    let mut shapes = Vec::new();
    let mut points = 0;
    outlines(areas, |line| {
        points += line.len();
        findings.expect_points(points)?;
        shapes.push(Shape {
            key: line
                .first()
                .map_or_else(String::new, |first| format!("{},{}", first.x, first.y)),
            points: line,
            closed: true,
        });
        Ok(())
    })?;
    Ok(shapes)
}

/// The outlines of the union of polygons, each with its area on the same side. Edges that two
/// polygons share vanish. Each outline starts at its lowest corner in reading order.
fn outlines(
    polygons: impl Iterator<Item = Vec<DVec2>> + Clone,
    add: impl FnMut(Vec<DVec2>) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    // Half the memory, unless a corner is very far away.
    match edges::<i32>(polygons.clone()) {
        Some(edges) => loops(outer(edges), add),
        None => loops(outer(edges::<i64>(polygons).unwrap_or_default()), add),
    }
}

fn corner(point: DVec2) -> Corner {
    // `as` saturates.
    [
        (point.x * 4.0).round() as i64,
        (point.y * 4.0).round() as i64,
    ]
}

/// The edges of polygons, sorted. `None` if a coordinate does not fit.
fn edges<T: TryFrom<i64> + Copy + Ord>(
    polygons: impl Iterator<Item = Vec<DVec2>> + Clone,
) -> Option<Vec<Edge<T>>> {
    let count = polygons.clone().map(|polygon| polygon.len()).sum();
    let mut edges: Vec<Edge<T>> = Vec::with_capacity(count);
    for polygon in polygons {
        let ends = polygon.iter().zip(polygon.iter().cycle().skip(1));
        for (&a, &b) in ends {
            let (a, b) = (corner(a), corner(b));
            if a != b {
                let whole = |number: i64| T::try_from(number).ok();
                edges.push([whole(a[0])?, whole(a[1])?, whole(b[0])?, whole(b[1])?]);
            }
        }
    }
    edges.sort_unstable();
    Some(edges)
}

/// The edges that two polygons do not share. Those of polygons that overlap stay as often as they
/// are there: otherwise lines would end at them.
fn outer<T: Copy + Ord>(mut edges: Vec<Edge<T>>) -> Vec<Edge<T>> {
    let start = |edge: &Edge<T>| edges.partition_point(|other| other < edge);
    let end = |edge: &Edge<T>| edges.partition_point(|other| other <= edge);
    let is_outer = |(index, edge): (usize, &Edge<T>)| {
        let [ax, ay, bx, by] = *edge;
        let back = [bx, by, ax, ay];
        index + end(&back) - start(&back) < end(edge)
    };
    let flags: Vec<bool> = edges.iter().enumerate().map(is_outer).collect();
    let mut flags = flags.into_iter();
    edges.retain(|_| flags.next() == Some(true));
    edges
}

/// Joins sorted edges to closed lines. Where two areas meet at a corner, the line turns so that
/// they stay apart.
fn loops<T: Copy + Ord + Into<i64> + TryFrom<i64>>(
    edges: Vec<Edge<T>>,
    mut add: impl FnMut(Vec<DVec2>) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    let mut unused = Unused::new(edges);
    let mut previous = Vec::new();
    while let Some(start) = unused.first() {
        let mut line = vec![start];
        let mut incoming = None;
        let mut at = start;
        while let Some(next) = unused.take(incoming, at) {
            (incoming, at) = (Some(at), next);
            if at == start {
                break;
            }
            line.push(at);
        }
        let line = without_straight_corners(&line);
        // Polygons can be there twice.
        if line.len() > 2 && line != previous {
            let place = |&[x, y]: &Corner| DVec2::new(x as f64, y as f64) / 4.0;
            add(line.iter().map(place).collect())?;
            previous = line;
        }
    }
    Ok(())
}

/// The edges that are not part of a line yet, sorted by their first ends.
struct Unused<T> {
    edges: Vec<Edge<T>>,
    is_used: Vec<bool>,
    /// All edges before it are used.
    first: usize,
}

impl<T: Copy + Ord + Into<i64> + TryFrom<i64>> Unused<T> {
    fn new(edges: Vec<Edge<T>>) -> Self {
        Self {
            is_used: vec![false; edges.len()],
            edges,
            first: 0,
        }
    }

    /// The first end of the first edge.
    fn first(&mut self) -> Option<Corner> {
        let left = self.is_used.get(self.first..)?;
        self.first += left.iter().position(|is_used| !is_used)?;
        let [x, y, ..] = *self.edges.get(self.first)?;
        Some([x.into(), y.into()])
    }

    /// Takes the edge from `at` with the sharpest turn, and returns its other end.
    fn take(&mut self, incoming: Option<Corner>, at: Corner) -> Option<Corner> {
        let from = |edge: &Edge<T>| [edge[0].into(), edge[1].into()];
        let start = self.edges.partition_point(|edge| from(edge) < at);
        let same = self.edges[start..]
            .iter()
            .take_while(|edge| from(edge) == at);
        let ends: Vec<(usize, Corner)> = (start..)
            .zip(same)
            .filter(|(index, _)| !self.is_used[*index])
            .map(|(index, edge)| (index, [edge[2].into(), edge[3].into()]))
            .collect();
        let chosen = match incoming {
            Some(before) if ends.len() > 1 => sharpest(before, at, &ends),
            Some(_) | None => 0,
        };
        let &(index, end) = ends.get(chosen)?;
        self.is_used[index] = true;
        Some(end)
    }
}

/// The index of the end with the sharpest turn to the side of the area.
fn sharpest(before: Corner, at: Corner, ends: &[(usize, Corner)]) -> usize {
    let turn = |(_, end): &(usize, Corner)| {
        let (ax, ay) = (at[0] - before[0], at[1] - before[1]);
        let (bx, by) = (end[0] - at[0], end[1] - at[1]);
        let cross = i128::from(ax) * i128::from(by) - i128::from(ay) * i128::from(bx);
        cross.signum()
    };
    // The corners of a polygon are in clockwise order where y points down: its area is where the
    // cross product is positive.
    (0..ends.len())
        .max_by_key(|&index| turn(&ends[index]))
        .unwrap_or_default()
}

fn without_straight_corners(line: &[Corner]) -> Vec<Corner> {
    let count = line.len();
    let is_corner = |&index: &usize| {
        let (a, b, c) = (
            line[(index + count - 1) % count],
            line[index],
            line[(index + 1) % count],
        );
        let cross = i128::from(b[0] - a[0]) * i128::from(c[1] - b[1])
            - i128::from(b[1] - a[1]) * i128::from(c[0] - b[0]);
        cross != 0
    };
    (0..count)
        .filter(is_corner)
        .map(|index| line[index])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(cells: &[(i32, i32)]) -> Vec<Vec<[f64; 2]>> {
        let square = |&(x, y): &(i32, i32)| {
            let at = DVec2::new(f64::from(x), f64::from(y));
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
                .map(|(x, y)| at + DVec2::new(x, y))
                .to_vec()
        };
        around(cells.iter().map(square))
    }

    fn around(polygons: impl Iterator<Item = Vec<DVec2>> + Clone) -> Vec<Vec<[f64; 2]>> {
        let mut found = Vec::new();
        let add = |line| {
            found.push(line);
            Ok(())
        };
        outlines(polygons, add).expect("few points");
        found
            .into_iter()
            .map(|line| line.into_iter().map(|point| point.to_array()).collect())
            .collect()
    }

    #[test]
    fn lines_around_polygons_that_overlap_are_closed() {
        let part = |left: f64, top: f64| {
            let corners = [
                (left, top),
                (left + 2.0, top),
                (left + 2.0, 2.0),
                (left, 2.0),
            ];
            corners.map(DVec2::from).to_vec()
        };
        let polygons = [part(0.0, 0.0), part(0.0, 1.0), part(2.0, 0.0)];
        for line in around(polygons.iter().cloned()) {
            let next = line.iter().cycle().skip(1);
            let is_straight = |(a, b): (&[f64; 2], &[f64; 2])| a[0] == b[0] || a[1] == b[1];
            assert!(line.iter().zip(next).all(is_straight), "{line:?}");
        }
        let twice = [part(0.0, 0.0), part(0.0, 0.0)];
        assert_eq!(around(twice.iter().cloned()).len(), 1);
    }

    #[test]
    fn a_block_has_one_outline_with_four_corners() {
        let block = squares(&[(0, 0), (1, 0), (0, 1), (1, 1)]);
        assert_eq!(block, [[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]]);
    }

    #[test]
    fn a_hole_has_an_outline_of_its_own() {
        let ring: Vec<(i32, i32)> = (0..3)
            .flat_map(|x| (0..3).map(move |y| (x, y)))
            .filter(|&cell| cell != (1, 1))
            .collect();
        let found = squares(&ring);
        assert_eq!(found.len(), 2);
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn areas_that_meet_at_a_corner_stay_apart() {
        assert_eq!(squares(&[(0, 0), (1, 1)]).len(), 2);
        assert_eq!(squares(&[(1, 0), (0, 1)]).len(), 2);
    }
}
