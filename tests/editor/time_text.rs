//! Formatting times in dialogs.

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use std::time::{Duration, SystemTime};
use steerwright::editor::widgets::time_text::{local_time, time_in};

/// 2025-05-12T01:30:05Z, in a zone two hours to the west: still the previous day.
fn time_before(past: u64) -> String {
    let now: SystemTime = "2025-05-12T01:30:05Z".parse::<Timestamp>().unwrap().into();
    time_in(
        &TimeZone::fixed(Offset::constant(-2)),
        now - Duration::from_secs(past),
        now,
    )
}

#[test]
fn recent_times_show_their_age_and_older_ones_their_date() {
    let cases = [
        (3, "Today at 23:30:02 (just now)"),
        (60, "Today at 23:29:05 (1 minute ago)"),
        (59 * 60, "Today at 22:31:05 (59 minutes ago)"),
        (60 * 60, "Today at 22:30:05 (1 hour ago)"),
        (23 * 3600 + 1800, "Today at 00:00:05 (23 hours ago)"),
        (23 * 3600 + 1900, "Yesterday at 23:58 (23 hours ago)"),
        (30 * 3600, "Yesterday at 17:30"),
        (9 * 86400, "May 2, 2025 at 23:30"),
    ];
    for (past, text) in cases {
        assert_eq!(time_before(past), text, "{past} s ago");
    }
}

#[test]
fn future_times_show_no_age() {
    let now: SystemTime = "2025-05-12T12:00:00Z".parse::<Timestamp>().unwrap().into();
    assert_eq!(
        time_in(&TimeZone::UTC, now + Duration::from_secs(90), now),
        "Today at 12:01:30"
    );
    assert!(local_time(SystemTime::now()).contains("just now"));
}
