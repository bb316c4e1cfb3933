//! Matches the points of an edited path with the exported points.

/// The exported point of each of `points` points, if there is one. `anchors` are the pairs of
/// unchanged points in ascending order, and points between two anchors are matched in order.
pub(super) fn between(
    mut anchors: Vec<(usize, usize)>,
    points: usize,
    expected: usize,
) -> Vec<Option<usize>> {
    anchors.push((points, expected));
    let mut pairs = vec![None; points];
    let (mut i, mut j) = (0, 0);
    for (to_i, to_j) in anchors {
        for (point, was) in (i..to_i).zip(j..to_j) {
            pairs[point] = Some(was);
        }
        if to_i < points {
            pairs[to_i] = Some(to_j);
        }
        (i, j) = (to_i + 1, to_j + 1);
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn points_between_anchors_are_matched_in_order() {
        assert_eq!(between(vec![], 2, 3), [Some(0), Some(1)]);
        assert_eq!(
            between(vec![(0, 0), (2, 1)], 3, 2),
            [Some(0), None, Some(1)]
        );
        assert_eq!(
            between(vec![(0, 1), (2, 3)], 4, 5),
            [Some(1), Some(2), Some(3), Some(4)]
        );
    }
}
