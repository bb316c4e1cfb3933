//! Formatting times for people.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use std::time::{Duration, SystemTime};

/// `time` in the local time zone: "Today at 14:03:25 (2 minutes ago)".
pub fn local_time(time: SystemTime) -> String {
    let now = SystemTime::now();
    match TimeZone::try_system() {
        Ok(zone) => time_in(&zone, time, now),
        Err(_) => format!("{}, UTC", time_in(&TimeZone::UTC, time, now)),
    }
}

/// `time` in a time zone, relative to `now`.
pub fn time_in(zone: &TimeZone, time: SystemTime, now: SystemTime) -> String {
    let zoned = |time| {
        Timestamp::try_from(time).map(|timestamp: Timestamp| timestamp.to_zoned(zone.clone()))
    };
    let (Ok(local), Ok(local_now)) = (zoned(time), zoned(now)) else {
        return "unknown".into();
    };
    let date = date(&local, &local_now);
    let ago = now
        .duration_since(time)
        .ok()
        .and_then(ago)
        .map_or_else(String::new, |ago| format!(" ({ago})"));
    format!("{date}{ago}")
}

fn date(time: &Zoned, now: &Zoned) -> String {
    let (day, today) = (time.date(), now.date());
    if day == today {
        time.strftime("Today at %H:%M:%S").to_string()
    } else if today.yesterday().is_ok_and(|yesterday| day == yesterday) {
        time.strftime("Yesterday at %H:%M").to_string()
    } else {
        time.strftime("%B %-d, %Y at %H:%M").to_string()
    }
}

/// The age, or `None` after a day, when the date is more useful.
fn ago(past: Duration) -> Option<String> {
    let minutes = past.as_secs() / 60;
    match minutes {
        0 => Some("just now".into()),
        1 => Some("1 minute ago".into()),
        2..60 => Some(format!("{minutes} minutes ago")),
        60..120 => Some("1 hour ago".into()),
        120..1440 => Some(format!("{} hours ago", minutes / 60)),
        _ => None,
    }
}
