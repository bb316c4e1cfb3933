//! The outline of polygons that share edges, such as filled tiles.

use super::Shape;
use glam::DVec2;
use std::collections::BTreeMap;

/// A corner, in quarters of a pixel, so that corners of neighbors are equal.
type Corner = [i64; 2];

/// The outlines of the union of polygons, each with its area on the same side. Edges that two polygons share vanish. Each outline
/// starts at its lowest corner in reading order.
fn outlines(polygons: impl Iterator<Item = Vec<DVec2>>) -> Vec<Vec<DVec2>> {
    let mut edges: Vec<(Corner, Corner)> = Vec::new();
    for polygon in polygons {
        let corners: Vec<Corner> = polygon.into_iter().map(corner).collect();
        let next = corners.iter().copied().cycle().skip(1);
        let sides = corners.iter().copied().zip(next);
        edges.extend(sides.filter(|(a, b)| a != b));
    }
    edges.sort_unstable();
    edges.dedup();
    let is_inner = |edge: &(Corner, Corner)| edges.binary_search(&(edge.1, edge.0)).is_ok();
    let outer: Vec<(Corner, Corner)> = edges
        .iter()
        .filter(|edge| !is_inner(edge))
        .copied()
        .collect();
    loops(&outer)
}

fn corner(point: DVec2) -> Corner {
    // `as` saturates.
    [
        (point.x * 4.0).round() as i64,
        (point.y * 4.0).round() as i64,
    ]
}

/// The outlines of areas, each with a key from its first corner.
pub fn merged(areas: Vec<Vec<DVec2>>) -> Vec<Shape> {
    let outlines = outlines(areas.into_iter());
    outlines
        .into_iter()
        .map(|points| Shape {
            key: points
                .first()
                .map_or_else(String::new, |first| format!("{},{}", first.x, first.y)),
            points,
            closed: true,
        })
        .collect()
}

/// Joins edges to closed lines. Where two areas meet at a corner, the line turns so that they stay apart.
fn loops(edges: &[(Corner, Corner)]) -> Vec<Vec<DVec2>> {
    let mut from: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(a, b) in edges {
        from.entry(a).or_default().push(b);
    }
    let mut found = Vec::new();
    while let Some((&start, _)) = from.first_key_value() {
        let mut line = vec![start];
        let mut incoming = None;
        let mut at = start;
        while let Some(ends) = from.get_mut(&at) {
            let chosen = match incoming {
                Some(before) if ends.len() > 1 => sharpest(before, at, ends),
                Some(_) | None => 0,
            };
            let next = ends.swap_remove(chosen);
            if ends.is_empty() {
                from.remove(&at);
            }
            (incoming, at) = (Some(at), next);
            if at == start {
                break;
            }
            line.push(at);
        }
        let line = without_straight_corners(&line);
        if line.len() > 2 {
            found.push(
                line.iter()
                    .map(|&[x, y]| DVec2::new(x as f64, y as f64) / 4.0)
                    .collect(),
            );
        }
    }
    found
}

/// The index of the end with the sharpest turn to the side of the area.
fn sharpest(before: Corner, at: Corner, ends: &[Corner]) -> usize {
    let turn = |end: &Corner| {
        let (ax, ay) = (at[0] - before[0], at[1] - before[1]);
        let (bx, by) = (end[0] - at[0], end[1] - at[1]);
        let cross = i128::from(ax) * i128::from(by) - i128::from(ay) * i128::from(bx);
        cross.signum()
    };
    // The corners of a polygon are in clockwise order where y points down: its area is where the cross product is positive.
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
        let found = outlines(cells.iter().map(square));
        found
            .into_iter()
            .map(|line| line.into_iter().map(|point| point.to_array()).collect())
            .collect()
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
