//! The areas of a scene, checked against its run, in sentences.

use super::{AreaFigures, Coverage, CoverageError, CoverageOptions};
use crate::seeds::Progress;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};
use steerwright_runtime::scene::{AreaId, Scene};

/// An area, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaReport {
    /// The area.
    pub area: AreaId,
    /// What is required, as "no gap over 8 s".
    pub required: String,
    /// What was measured, as "longest gap 6.5 s", or why nothing was.
    pub measured: String,
    /// A sentence with the name of the area and all of this.
    pub message: String,
    /// What to do if the requirement is not met; otherwise empty.
    pub help: String,
    /// The figures, if there are any.
    pub figures: Option<AreaFigures>,
    /// Whether the requirement is met because no agent has sight.
    pub met_without_sight: bool,
}

impl AreaReport {
    /// Whether the requirement is met. One that cannot be measured is not, except that agents
    /// without sight never watch an area.
    pub fn holds(&self) -> bool {
        self.met_without_sight || self.figures.is_some_and(|figures| figures.holds)
    }

    /// The message, with what to do.
    pub fn message_and_help(&self) -> String {
        if self.help.is_empty() {
            self.message.clone()
        } else {
            format!("{}; {}", self.message, self.help)
        }
    }
}

/// The areas of a scene, checked, and the coverage that was measured for them.
#[derive(Clone, Debug, Default)]
pub struct AreaReports {
    /// The areas, in the order of the scene.
    pub reports: Vec<AreaReport>,
    /// What they were checked against. `None` without areas, or if nothing can be measured.
    pub coverage: Option<Coverage>,
}

/// Checks the areas of a scene against what all of its agents with sight see. Nothing is measured
/// if there are no areas. What is the same as in `known` is not computed again. `None` if it was
/// canceled.
pub fn check_areas(
    scene: &Scene,
    threads: usize,
    known: Option<&Coverage>,
    progress: &Progress,
) -> Option<AreaReports> {
    if scene.editor.areas.is_empty() {
        return Some(AreaReports::default());
    }
    let options = CoverageOptions {
        threads,
        ..CoverageOptions::default()
    };
    Some(match Coverage::measure(scene, &options, known, progress) {
        Ok(coverage) => {
            let coverage = coverage?;
            AreaReports {
                reports: coverage.report_areas(scene),
                coverage: Some(coverage),
            }
        }
        Err(error) => AreaReports {
            reports: scene
                .editor
                .areas
                .iter()
                .enumerate()
                .map(|(index, area)| {
                    let is_met = error == CoverageError::NoSight
                        && area.requirement == AreaRequirement::NeverWatched
                        && area.nodes.len() >= 3;
                    if is_met {
                        met_without_sight(area, index)
                    } else {
                        unmeasured(area, index, &error.problem(), &error.help())
                    }
                })
                .collect(),
            coverage: None,
        },
    })
}

impl Coverage {
    /// The areas of a scene, checked against this coverage, in the order of the scene.
    pub fn report_areas(&self, scene: &Scene) -> Vec<AreaReport> {
        let areas = scene.editor.areas.iter().enumerate();
        areas
            .map(|(index, area)| match self.check_area(area) {
                Ok(figures) => measured(area, index, figures),
                Err(error) => unmeasured(area, index, error.problem(), error.help()),
            })
            .collect()
    }
}

/// A requirement in words.
pub fn requirement_text(requirement: AreaRequirement) -> String {
    match requirement {
        AreaRequirement::NoGapOver(seconds) => format!("no gap over {seconds} s"),
        AreaRequirement::WatchedAtLeast(percent) => {
            format!("watched at least {percent}% of the time")
        }
        AreaRequirement::AlwaysWatched => "always watched".into(),
        AreaRequirement::NeverWatched => "never watched".into(),
    }
}

fn name_of(area: &Area, index: usize) -> String {
    if area.name.trim().is_empty() {
        format!("area {}", index + 1)
    } else {
        format!("area \"{}\"", sanitize_for_display(&area.name))
    }
}

fn unmeasured(area: &Area, index: usize, why: &str, help: &str) -> AreaReport {
    let required = requirement_text(area.requirement);
    AreaReport {
        area: area.id,
        message: format!(
            "{} ({required}) cannot be measured: {why}",
            name_of(area, index)
        ),
        help: help.into(),
        required,
        measured: "not measured".into(),
        figures: None,
        met_without_sight: false,
    }
}

/// That an area must never be watched is met where no agent can see.
fn met_without_sight(area: &Area, index: usize) -> AreaReport {
    let required = requirement_text(area.requirement);
    AreaReport {
        area: area.id,
        message: format!(
            "{}: {required} is met; none of the agents has sight",
            name_of(area, index)
        ),
        help: String::new(),
        required,
        measured: "no agent has sight".into(),
        figures: None,
        met_without_sight: true,
    }
}

fn measured(area: &Area, index: usize, figures: AreaFigures) -> AreaReport {
    let required = requirement_text(area.requirement);
    let share = format!("watched {:.1}% of the time", figures.share * 100.0);
    let measured = match area.requirement {
        AreaRequirement::NoGapOver(_) => format!("longest gap {:.1} s", figures.longest_gap),
        AreaRequirement::NeverWatched if figures.holds => "never watched".into(),
        AreaRequirement::AlwaysWatched if figures.holds => "always watched".into(),
        AreaRequirement::WatchedAtLeast(_)
        | AreaRequirement::AlwaysWatched
        | AreaRequirement::NeverWatched => share,
    };
    let place = format!("{},{}", rounded(figures.place.x), rounded(figures.place.y));
    let name = name_of(area, index);
    let (what, least) = if area.requirement == AreaRequirement::NeverWatched {
        ("watched", "most")
    } else {
        ("not watched", "least")
    };
    let message = match (figures.holds, figures.worst) {
        (false, Some((from, to))) => format!(
            "{name}: {required} is required, but {measured}: {what} from {from:.1} s to {to:.1} s, {least} at {place}"
        ),
        (false, None) => {
            format!("{name}: {required} is required, but {measured}, {least} at {place}")
        }
        (true, _) => format!("{name}: {required} is met; {measured}, {least} at {place}"),
    };
    let help = match area.requirement {
        _ if figures.holds => "",
        AreaRequirement::NeverWatched => {
            "lead the agents away from the place, hide it behind a wall, or change the requirement"
        }
        AreaRequirement::NoGapOver(_)
        | AreaRequirement::WatchedAtLeast(_)
        | AreaRequirement::AlwaysWatched => {
            "let an agent look at the place more often, or change the requirement"
        }
    };
    AreaReport {
        area: area.id,
        required,
        measured,
        message,
        help: help.into(),
        figures: Some(figures),
        met_without_sight: false,
    }
}
