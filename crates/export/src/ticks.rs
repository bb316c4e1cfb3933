//! How many ticks a trace has.

/// The maximum number of rows of a trace in a file, some 13 GB as CSV.
pub const MAX_TRACE_ROWS: u64 = 100_000_000;

/// The maximum number of rows of a trace in memory.
pub const MAX_ROWS_IN_MEMORY: u64 = 2_000_000;

/// The largest number of ticks that a double represents exactly.
const MAX_TICKS: f64 = 9_007_199_254_740_992.0;

/// The number of ticks of `dt` seconds that is closest to `seconds`; `None` if `seconds` is not a
/// valid duration or is too long.
///
/// ```
/// use steerwright_export::ticks_in;
/// assert_eq!(ticks_in(10.0, 1.0 / 60.0), Some(600));
/// assert_eq!(ticks_in(-1.0, 1.0 / 60.0), None);
/// ```
pub fn ticks_in(seconds: f64, dt: f64) -> Option<u64> {
    let ticks = (seconds / dt).round();
    (seconds >= 0.0 && ticks <= MAX_TICKS).then_some(ticks as u64)
}
