//! The areas of the scene, checked on a background thread after each edit. Earlier results stay
//! until the new ones are there.

use crate::editor::background::latest::{LatestResult, MAX_WAIT};
use crate::editor::tuning::job::{Job, threads};
use egui::Context;
use std::sync::Arc;
use steerwright_analysis::coverage::{
    AreaReport, AreaReports, Coverage, CoverageOptions, check_areas,
};
use steerwright_analysis::lint::{Diagnostic, Rule, Severity, Subject};
use steerwright_analysis::seeds::Progress;
use steerwright_authoring::edit::naming::sentence;
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_runtime::scene::{AreaId, Scene};

/// The checked areas.
#[derive(Debug, Default)]
pub struct AreaChecks {
    latest: LatestResult<Scene, Measured>,
}

/// The reports, and what was measured for them, of which parts are used again.
#[derive(Debug)]
struct Measured {
    reports: Vec<AreaReport>,
    coverage: Option<Arc<Coverage>>,
}

impl PartialEq for Measured {
    /// Whether the reports are the same: the coverage is not shown.
    fn eq(&self, other: &Self) -> bool {
        self.reports == other.reports
    }
}

impl AreaChecks {
    /// The latest report about an area. It may be of an earlier state of the scene.
    pub fn report(&self, area: AreaId) -> Option<&AreaReport> {
        let measured = self.latest.value()?;
        measured.reports.iter().find(|report| report.area == area)
    }

    /// Whether the reports have been of an earlier state of the scene for longer than a moment.
    pub fn is_outdated(&self) -> bool {
        self.latest.is_outdated()
    }

    /// Whether the areas are being measured.
    pub fn is_working(&self) -> bool {
        self.latest.is_working()
    }

    /// Draws how far the measurement is.
    pub fn progress_ui(&self, ui: &mut egui::Ui) {
        self.latest.progress_ui(ui, "parts");
    }

    /// Brings the reports up to date with the scene. Call it every frame. Returns whether they
    /// changed.
    pub fn update(&mut self, ctx: &Context, scene: &Scene) -> bool {
        if scene.editor.areas.is_empty() {
            return self.latest.clear();
        }
        self.latest
            .update(ctx, scene, MAX_WAIT, is_same, |scene, known| {
                let known = known.and_then(|known| known.coverage.clone());
                Some(start(ctx, scene.clone(), known))
            })
    }

    /// The areas whose requirements are not met, as warnings.
    pub fn diagnostics<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = Diagnostic> + 'a {
        let areas = scene.editor.areas.iter().enumerate();
        areas.filter_map(|(index, area)| {
            let report = self.report(area.id).filter(|report| !report.holds())?;
            Some(Diagnostic {
                rule: Rule::AreaRequirement,
                severity: Severity::Warning,
                subject: Subject::Area(area.id),
                moment: None,
                pointer: format!("/editor/areas/{index}"),
                message: sentence(&report.message) + ".",
                help: sentence(&report.help) + ".",
            })
        })
    }
}

fn start(ctx: &Context, scene: Scene, known: Option<Arc<Coverage>>) -> Job<Measured> {
    let parts = CoverageOptions::default().parts(&scene);
    Job::start(
        ctx,
        "areas",
        parts,
        Arc::new(Progress::default()),
        move |progress| {
            let AreaReports { reports, coverage } =
                check_areas(&scene, threads(), known.as_deref(), progress)?;
            Some(Measured {
                reports,
                coverage: coverage.map(Arc::new),
            })
        },
    )
}

fn is_same(a: &Scene, b: &Scene) -> bool {
    a.editor.areas == b.editor.areas && same_simulation(a, b)
}
