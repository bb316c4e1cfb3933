//! A coverage as a table.

use super::{Coverage, SinceWatched};
use std::fmt::Write as _;

/// The names of the columns.
const HEADER: &str = "x,y,watched_share,longest_gap_s,since_watched_s";

/// The figures of all cells as CSV: a line for each cell, by row from low to high and then by
/// column. The last field is empty if the cell was not watched yet.
pub fn csv(coverage: &Coverage, since: &SinceWatched) -> String {
    let mut text = String::with_capacity(coverage.grid().cells() * 32);
    text.push_str(HEADER);
    text.push('\n');
    for (column, row) in coverage.each_cell() {
        let center = coverage.grid().center(column, row);
        let (share, gap) = (
            coverage.share(column, row),
            coverage.longest_gap(column, row),
        );
        // Writing to a string does not fail.
        let (x, y) = (rounded(center.x), rounded(center.y));
        let _ = write!(text, "{x},{y},{share},{},", rounded(gap));
        let since = since.samples[coverage.grid().index(column, row)];
        if let Some(samples) = since {
            let _ = write!(text, "{}", rounded(coverage.seconds(samples)));
        }
        text.push('\n');
    }
    text
}

/// Rounded to nine decimals, as files are.
fn rounded(v: f64) -> f64 {
    steerwright_runtime::geometry::decimal::rounded(v)
}
