//! The areas of the scene, checked on a background thread after each edit. Earlier results stay until the new ones are there.

use crate::editor::tuning::job::{Job, State, threads};
use egui::Context;
use std::sync::Arc;
use std::time::{Duration, Instant};
use steerwright_analysis::coverage::{
    AreaReport, AreaReports, Coverage, CoverageOptions, check_areas,
};
use steerwright_analysis::lint::{Diagnostic, Rule, Severity, Subject};
use steerwright_analysis::seeds::Progress;
use steerwright_authoring::same_simulation::same_simulation;
use steerwright_runtime::scene::editor::AreaRequirement;
use steerwright_runtime::scene::{AreaId, Scene};

/// After an edit, a measurement that has taken longer than this is not waited for.
const PATIENCE: Duration = Duration::from_millis(700);

/// Reports of an earlier state are marked as such after this time, so that quick measurements do not flicker.
const SETTLED: Duration = Duration::from_millis(150);

/// The checked areas.
#[derive(Debug, Default)]
pub struct AreaChecks {
    reports: Vec<AreaReport>,
    /// What was measured last, of which parts are reused.
    coverage: Option<Arc<Coverage>>,
    /// The scene of the last measurement.
    checked: Option<Scene>,
    working: Option<Working>,
    /// Since when the reports are of an earlier state of the scene.
    outdated_since: Option<Instant>,
}

#[derive(Debug)]
struct Working {
    scene: Scene,
    started: Instant,
    job: Job<AreaReports>,
}

impl AreaChecks {
    /// The latest report about an area. It may be of an earlier state of the scene.
    pub fn report(&self, area: AreaId) -> Option<&AreaReport> {
        self.reports.iter().find(|report| report.area == area)
    }

    /// Whether the reports have been of an earlier state of the scene for longer than a moment.
    pub fn is_outdated(&self) -> bool {
        let since = self.outdated_since;
        since.is_some_and(|since| since.elapsed() > SETTLED)
    }

    /// Whether the areas are being measured.
    pub fn is_working(&self) -> bool {
        self.working.is_some()
    }

    /// Draws how far the measurement is.
    pub fn progress_ui(&self, ui: &mut egui::Ui) {
        if let Some(working) = &self.working {
            working.job.progress_ui(ui, "parts");
        }
    }

    /// Brings the reports up to date with the scene. Call it every frame. Returns whether they changed.
    pub fn update(&mut self, ctx: &Context, scene: &Scene) -> bool {
        if scene.editor.areas.is_empty() {
            let had_any = !self.reports.is_empty();
            *self = Self::default();
            return had_any;
        }
        let has_changed = self.take_result(ctx);
        if self.checked.as_ref().is_some_and(|of| is_same(of, scene)) {
            self.working = None;
            self.outdated_since = None;
            return has_changed;
        }
        if self.outdated_since.is_none() {
            self.outdated_since = Some(Instant::now());
            ctx.request_repaint_after(SETTLED + Duration::from_millis(1));
        }
        match &self.working {
            Some(working) if is_same(&working.scene, scene) => {}
            Some(working) if working.started.elapsed() < PATIENCE => {}
            Some(_) | None => self.start(ctx, scene.clone()),
        }
        has_changed
    }

    fn start(&mut self, ctx: &Context, scene: Scene) {
        let (known, measured) = (self.coverage.clone(), scene.clone());
        let parts = CoverageOptions::default().parts(&scene);
        let job = Job::start(
            ctx,
            "areas",
            parts,
            Arc::new(Progress::default()),
            move |progress| check_areas(&measured, threads(), known.as_deref(), progress),
        );
        self.working = Some(Working {
            scene,
            started: Instant::now(),
            job,
        });
    }

    fn take_result(&mut self, ctx: &Context) -> bool {
        let Some(mut working) = self.working.take() else {
            return false;
        };
        let has_changed = match working.job.poll(ctx) {
            State::Working => {
                self.working = Some(working);
                return false;
            }
            State::Done(AreaReports { reports, coverage }) => {
                let has_changed = self.reports != reports;
                self.reports = reports;
                self.coverage = coverage.map(Arc::new);
                has_changed
            }
            // Not again: the next attempt would end in the same way.
            State::Ended => false,
        };
        self.checked = Some(working.scene);
        has_changed
    }

    /// The areas whose requirements are not met, as warnings.
    pub fn diagnostics<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = Diagnostic> + 'a {
        let areas = scene.editor.areas.iter().enumerate();
        areas.filter_map(|(index, area)| {
            let report = self.report(area.id).filter(|report| !report.holds())?;
            let mut message = report.message.clone();
            message[..1].make_ascii_uppercase();
            Some(Diagnostic {
                rule: Rule::AreaRequirement,
                severity: Severity::Warning,
                subject: Subject::Area(area.id),
                pointer: format!("/editor/areas/{index}"),
                message,
                help: if area.requirement == AreaRequirement::NeverWatched {
                    "Lead the agents away from the place, hide it behind a wall, or change the requirement."
                } else {
                    "Let an agent look at the place more often, or change the requirement."
                }
                .into(),
            })
        })
    }
}

fn is_same(a: &Scene, b: &Scene) -> bool {
    a.editor.areas == b.editor.areas && same_simulation(a, b)
}
