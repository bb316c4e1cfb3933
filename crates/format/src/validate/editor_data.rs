//! Validates what only the editor needs.

use super::{MAX_GAP, Report, check_nodes, check_parameters, check_point};
use steerwright_runtime::parameter;
use steerwright_runtime::scene::editor::{
    Area, AreaRequirement, Picture, RememberedExport, RememberedImport,
};
use steerwright_runtime::scene::export_options::{MAX_SCALE, MAX_TRACE_SECONDS, MIN_SCALE};

pub(super) fn check_export(
    pointer: &str,
    remembered: &RememberedExport,
    report: &mut impl FnMut(String, String),
) {
    let options = remembered.options;
    if !(MIN_SCALE..=MAX_SCALE).contains(&options.scale) {
        report(
            format!("{pointer}/scale"),
            format!(
                "{} is out of range; use {MIN_SCALE} to {MAX_SCALE}",
                options.scale
            ),
        );
    }
    check_point(&format_args!("{pointer}/origin"), options.origin, report);
    if let Some(seconds) = options
        .with_trace
        .filter(|seconds| !(0.0..=MAX_TRACE_SECONDS).contains(seconds))
    {
        report(
            format!("{pointer}/with_trace"),
            format!("{seconds} is out of range; use 0 to {MAX_TRACE_SECONDS}"),
        );
    }
}

pub(super) fn check_import(
    pointer: &str,
    import: &RememberedImport,
    report: &mut impl FnMut(String, String),
) {
    let scale = import.pixels_per_unit;
    if !(MIN_SCALE..=MAX_SCALE).contains(&scale) {
        report(
            format!("{pointer}/pixels_per_unit"),
            format!("{scale} is out of range; use {MIN_SCALE} to {MAX_SCALE}"),
        );
    }
    check_point(&format_args!("{pointer}/at"), import.at, report);
}

pub(super) fn check_area(pointer: &str, area: &Area, report: &mut Report<'_>) {
    let wrong = match area.requirement {
        AreaRequirement::NoGapOver(seconds) if !(0.0..=MAX_GAP).contains(&seconds) => {
            Some(("no_gap_over", seconds, "0 to 600"))
        }
        AreaRequirement::WatchedAtLeast(percent) if !(0.0..=100.0).contains(&percent) => {
            Some(("watched_at_least", percent, "0 to 100"))
        }
        AreaRequirement::NoGapOver(_)
        | AreaRequirement::WatchedAtLeast(_)
        | AreaRequirement::AlwaysWatched
        | AreaRequirement::NeverWatched => None,
    };
    if let Some((key, value, range)) = wrong {
        report(
            format!("{pointer}/requirement/{key}"),
            format!("{value} is out of range; use {range}"),
        );
    }
    check_nodes(&pointer, &area.nodes, report);
}

pub(super) fn check_picture(pointer: &str, picture: &Picture, report: &mut Report<'_>) {
    if picture.file.is_empty() || picture.file.contains('\0') {
        report(
            format!("{pointer}/file"),
            "not the path of a file; enter the path of an image".into(),
        );
    }
    check_point(
        &format_args!("{pointer}/position"),
        picture.position,
        report,
    );
    check_parameters(&pointer, parameter::PICTURE, picture, report);
}
