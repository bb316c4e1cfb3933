//! Sets of cells as bits: a row of words for each row of cells.

/// A range of columns, without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) const EMPTY: Self = Self { start: 0, end: 0 };

    /// The columns `i` with `low <= i <= high`, of `columns`.
    #[inline]
    pub(super) fn between(low: f64, high: f64, columns: usize) -> Self {
        // Casts saturate.
        let start = (low.ceil().max(0.0) as usize).min(columns);
        let end = ((high.floor() + 1.0).max(0.0) as usize).min(columns);
        Self {
            start,
            end: end.max(start),
        }
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        let start = self.start.max(other.start);
        Self {
            start,
            end: self.end.min(other.end).max(start),
        }
    }

    /// The span over both, and over what is between them.
    #[inline]
    pub(super) fn hull(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            (false, false) => Self {
                start: self.start.min(other.start),
                end: self.end.max(other.end),
            },
        }
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// What is before and what is after `inner`.
    #[inline]
    pub(super) fn without(self, inner: Self) -> [Self; 2] {
        if inner.is_empty() {
            return [self, Self::EMPTY];
        }
        let before = Self {
            start: self.start,
            end: self.end.min(inner.start).max(self.start),
        };
        let after = Self {
            start: self.start.max(inner.end).min(self.end),
            end: self.end,
        };
        [before, after]
    }
}

/// Calls `change` with each word of a row that the span touches, its index, and the bits of the
/// span in it.
#[inline]
fn each_word(row: &mut [u64], span: Span, mut change: impl FnMut(usize, &mut u64, u64)) {
    if span.is_empty() {
        return;
    }
    let (first, last) = (span.start / 64, (span.end - 1) / 64);
    for (index, word) in row.iter_mut().enumerate().take(last + 1).skip(first) {
        let mut bits = u64::MAX;
        if index == first {
            bits &= u64::MAX << (span.start % 64);
        }
        if index == last {
            bits &= u64::MAX >> (63 - (span.end - 1) % 64);
        }
        change(index, word, bits);
    }
}

/// Adds a span to a row.
#[inline]
pub(super) fn add(row: &mut [u64], span: Span) {
    each_word(row, span, |_, word, bits| *word |= bits);
}

/// Removes a span from a row.
#[inline]
pub(super) fn remove(row: &mut [u64], span: Span) {
    each_word(row, span, |_, word, bits| *word &= !bits);
}

/// The positions of the bits of a word, from low to high.
#[inline]
pub(super) fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// Adds those columns of a span to a row for which `is_in` is true.
#[inline]
pub(super) fn add_where(row: &mut [u64], span: Span, mut is_in: impl FnMut(usize) -> bool) {
    each_word(row, span, |index, word, bits| {
        for bit in bits_of(bits & !*word) {
            if is_in(index * 64 + bit) {
                *word |= 1 << bit;
            }
        }
    });
}

/// Removes those columns of a span from a row for which `is_out` is true.
#[inline]
pub(super) fn remove_where(row: &mut [u64], span: Span, mut is_out: impl FnMut(usize) -> bool) {
    each_word(row, span, |index, word, bits| {
        for bit in bits_of(bits & *word) {
            if is_out(index * 64 + bit) {
                *word &= !(1 << bit);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(row: &[u64]) -> Vec<usize> {
        let words = row.iter().enumerate();
        words
            .flat_map(|(word, &bits)| bits_of(bits).map(move |bit| word * 64 + bit))
            .collect()
    }

    #[test]
    fn spans_add_and_remove_exactly_their_columns() {
        for (start, end) in [
            (0, 0),
            (0, 1),
            (3, 64),
            (63, 65),
            (5, 192),
            (64, 128),
            (191, 192),
        ] {
            let span = Span { start, end };
            let mut row = [0; 3];
            add(&mut row, span);
            assert_eq!(columns(&row), (start..end).collect::<Vec<_>>());
            let mut row = [u64::MAX; 3];
            remove(&mut row, span);
            let rest: Vec<usize> = (0..192).filter(|c| !(start..end).contains(c)).collect();
            assert_eq!(columns(&row), rest);
        }
    }

    #[test]
    fn spans_are_cut_at_the_borders() {
        let span = |low, high| Span::between(low, high, 10);
        assert_eq!(span(-5.0, 3.0), Span { start: 0, end: 4 });
        assert_eq!(span(2.5, 3.5), Span { start: 3, end: 4 });
        assert_eq!(span(7.0, f64::INFINITY), Span { start: 7, end: 10 });
        assert!(span(4.0, 3.0).is_empty() && span(20.0, 30.0).is_empty());
        assert!(span(f64::NEG_INFINITY, -1.0).is_empty());
        let [before, after] = span(1.0, 8.0).without(span(3.0, 4.0));
        assert_eq!(
            (before, after),
            (Span { start: 1, end: 3 }, Span { start: 5, end: 9 })
        );
        let all = span(1.0, 8.0).without(Span::EMPTY);
        assert_eq!(all, [span(1.0, 8.0), Span::EMPTY]);
    }
}
