//! Validates tracks. What they refer to need not exist: a track of another scene is kept, has no
//! effect, and is named by the linter.

use super::{Report, check_point};
use crate::limits::{EXPECTATIONS, WITH};
use glam::DVec2;
use std::ops::RangeInclusive;
use steerwright_runtime::scene::MAX_COORDINATE;
use steerwright_runtime::scene::editor::{Expectation, Movement, Track};

/// The longest time of an expectation, s.
pub const MAX_TRACK_SECONDS: f64 = 1e6;

pub(super) fn check_track(pointer: &str, track: &Track, report: &mut Report<'_>) {
    check_number(
        format!("{pointer}/ticks_per_second"),
        track.ticks_per_second,
        1.0..=1000.0,
        report,
    );
    check_point(&format_args!("{pointer}/from"), track.from, report);
    let speeds = &track.speeds;
    for (key, speed) in [
        ("sneak", speeds.sneak),
        ("walk", speeds.walk),
        ("run", speeds.run),
    ] {
        let place = format!("{pointer}/speeds/{key}");
        check_number(place, speed, 0.0..=MAX_COORDINATE, report);
    }
    for (limit, count) in [
        (&EXPECTATIONS, track.expectations.len()),
        (&WITH, track.with.len()),
    ] {
        if count as u64 > limit.max {
            let (name, max, help) = (limit.name, limit.max, limit.help);
            report(
                format!("{pointer}/{name}"),
                format!("more than {max} (limit \"{name}\"); {help}"),
            );
        }
    }
    for (i, input) in track.inputs.iter().enumerate() {
        let place = format!("{pointer}/inputs/{i}");
        if input.ticks == 0 {
            report(
                format!("{place}/ticks"),
                "0 is out of range; use 1 or more".into(),
            );
        }
        match input.movement {
            Movement::Stand => {}
            Movement::Direction { x, y } => {
                for (key, part) in [("x", x), ("y", y)] {
                    if !(-1..=1).contains(&part) {
                        report(
                            format!("{place}/movement/direction/{key}"),
                            format!("{part} is out of range; use -1, 0 or 1"),
                        );
                    }
                }
            }
            Movement::Toward { x, y } => {
                let place = format_args!("{place}/movement/toward");
                check_point(&place, DVec2::new(x, y), report);
            }
        }
    }
    for (i, expectation) in track.expectations.iter().enumerate() {
        let place = format!("{pointer}/expectations/{i}");
        check_expectation(&place, expectation, report);
    }
}

fn check_expectation(pointer: &str, expectation: &Expectation, report: &mut Report<'_>) {
    let distance = 0.0..=MAX_COORDINATE;
    let time = 0.0..=MAX_TRACK_SECONDS;
    let mut check = |key, value, range| {
        check_number(format!("{pointer}/{key}"), value, range, report);
    };
    match *expectation {
        Expectation::EndsNear { x, y, within } => {
            check("ends_near/within", within, distance);
            let place = format_args!("{pointer}/ends_near");
            check_point(&place, DVec2::new(x, y), report);
        }
        Expectation::Reaches { within, before, .. } => {
            check("reaches/within", within, distance);
            if let Some(before) = before {
                check("reaches/before", before, time);
            }
        }
        Expectation::SeenAt {
            seconds, tolerance, ..
        } => {
            check("seen_at/seconds", seconds, time.clone());
            check("seen_at/tolerance", tolerance, time);
        }
        Expectation::NeverSeen => {}
    }
}

fn check_number(pointer: String, value: f64, range: RangeInclusive<f64>, report: &mut Report<'_>) {
    if !range.contains(&value) {
        let (low, high) = (range.start(), range.end());
        report(
            pointer,
            format!("{value} is out of range; use {low} to {high}"),
        );
    }
}
