//! Which points of an edited path are those that were exported.

/// For each of `points` points the one of `expected` that it was: given those where nothing changed, as pairs in ascending order;
/// between two of these, one after the other.
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
    fn what_is_between_two_that_stay_is_paired_in_order() {
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
