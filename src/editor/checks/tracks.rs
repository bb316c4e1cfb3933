//! The tracks of the scene, run and checked on a background thread after each edit. Earlier results
//! stay until the new ones are there.

use crate::editor::background::latest::{LatestResult, MAX_WAIT};
use crate::editor::tuning::job::{Job, threads};
use egui::Context;
use std::sync::Arc;
use steerwright_analysis::lint::{Diagnostic, Rule, Severity, Subject};
use steerwright_analysis::seeds::Progress;
use steerwright_analysis::tracks::{
    ExpectationReport, TrackReport, check_tracks, expectation_text,
};
use steerwright_authoring::edit::naming::sentence;
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_runtime::scene::editor::Expectation;
use steerwright_runtime::scene::{Scene, TrackId};

/// The checked tracks.
#[derive(Debug, Default)]
pub struct TrackChecks {
    latest: LatestResult<Scene, Vec<TrackReport>>,
}

impl TrackChecks {
    /// The report about a track. `None` if it has been of an earlier state of the scene for longer
    /// than a moment.
    pub fn report(&self, track: TrackId) -> Option<&TrackReport> {
        self.latest_report(track).filter(|_| !self.is_outdated())
    }

    /// What was measured of an expectation, which has this place in the list of its track. `None`
    /// if the report is of another expectation, or has been of an earlier state of the scene for
    /// longer than a moment.
    pub fn measured(
        &self,
        scene: &Scene,
        track: TrackId,
        index: usize,
        expectation: &Expectation,
    ) -> Option<&ExpectationReport> {
        measured(self.report(track)?, scene, index, expectation)
    }

    /// Whether all reports are of the scene as it is.
    pub fn is_current(&self) -> bool {
        self.latest.is_current()
    }

    /// Whether the reports have been of an earlier state of the scene for longer than a moment.
    pub fn is_outdated(&self) -> bool {
        self.latest.is_outdated()
    }

    /// Why there is no report, or none that is current.
    pub fn missing_text(&self) -> &'static str {
        if self.latest.has_failed() {
            "The check ended without a result. Edit the scene to run it again."
        } else {
            "Checking…"
        }
    }

    /// Brings the reports up to date with the scene. Call it every frame. Returns whether they
    /// changed.
    pub fn update(&mut self, ctx: &Context, scene: &Scene) -> bool {
        if scene.editor.tracks.is_empty() {
            return self.latest.clear();
        }
        self.latest
            .update(ctx, scene, MAX_WAIT, is_same, |scene, _| {
                Some(start(ctx, scene.clone()))
            })
    }

    /// What is not as expected, as warnings. What has been edited since is left out.
    pub fn diagnostics<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = Diagnostic> + 'a {
        let tracks = scene.editor.tracks.iter().enumerate();
        tracks.flat_map(move |(index, track)| {
            let report = self.latest_report(track.id);
            let expectations = track.expectations.iter().enumerate();
            let help = if report.is_some_and(|report| report.figures.is_none()) {
                "Record the track again with an agent of the scene, or delete it."
            } else {
                "Look at the run with the track, and change the scene or what is expected."
            };
            let reports = expectations.filter_map(move |(at, expectation)| {
                Some((at, measured(report?, scene, at, expectation)?))
            });
            reports
                .filter(|(_, expectation)| !expectation.holds)
                .map(move |(at, expectation)| Diagnostic {
                    rule: Rule::TrackExpectation,
                    severity: Severity::Warning,
                    subject: Subject::Track(track.id),
                    moment: None,
                    pointer: format!("/editor/tracks/{index}/expectations/{at}"),
                    message: sentence(&expectation.message) + ".",
                    help: help.into(),
                })
        })
    }

    /// The latest report about a track. It may be of an earlier state of the scene.
    fn latest_report(&self, track: TrackId) -> Option<&TrackReport> {
        let reports = self.latest.value()?;
        reports.iter().find(|report| report.track == track)
    }
}

fn start(ctx: &Context, scene: Scene) -> Job<Vec<TrackReport>> {
    Job::start(
        ctx,
        "tracks",
        scene.editor.tracks.len(),
        Arc::new(Progress::default()),
        move |progress| check_tracks(&scene, threads(), progress),
    )
}

/// What a report says of an expectation at this place. `None` if another one was there when the
/// track was checked.
fn measured<'a>(
    report: &'a TrackReport,
    scene: &Scene,
    index: usize,
    expectation: &Expectation,
) -> Option<&'a ExpectationReport> {
    let measured = report.expectations.get(index)?;
    (measured.expected == expectation_text(scene, expectation)).then_some(measured)
}

fn is_same(a: &Scene, b: &Scene) -> bool {
    // Scenes share their parts, so this is quick without an edit.
    a == b || a.editor.tracks == b.editor.tracks && same_names(a, b) && same_simulation(a, b)
}

/// Whether the reports have the same names in them.
fn same_names(a: &Scene, b: &Scene) -> bool {
    let agents = |scene: &Scene| {
        let agents = scene.agents.iter();
        agents.map(|agent| agent.name.clone()).collect::<Vec<_>>()
    };
    let markers = |scene: &Scene| {
        let markers = scene.markers.iter();
        markers
            .map(|marker| marker.name.clone())
            .collect::<Vec<_>>()
    };
    (Arc::ptr_eq(&a.agents, &b.agents) || agents(a) == agents(b))
        && (Arc::ptr_eq(&a.markers, &b.markers) || markers(a) == markers(b))
        && a.unit == b.unit
}
