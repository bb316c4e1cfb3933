//! The tracks of the scene, run and checked on a background thread after each edit. Earlier results stay until the new ones are there.

use crate::editor::tuning::job::{Job, State, threads};
use egui::Context;
use std::sync::Arc;
use std::time::{Duration, Instant};
use steerwright_analysis::lint::{Diagnostic, Rule, Severity, Subject};
use steerwright_analysis::seeds::Progress;
use steerwright_analysis::tracks::{TrackReport, check_tracks};
use steerwright_authoring::same_simulation::same_simulation;
use steerwright_runtime::scene::{Scene, TrackId};

/// After an edit, a check that has taken longer than this is not waited for.
const PATIENCE: Duration = Duration::from_millis(700);

/// The checked tracks.
#[derive(Debug, Default)]
pub struct TrackChecks {
    reports: Vec<TrackReport>,
    /// The scene of the last check.
    checked: Option<Scene>,
    working: Option<Working>,
}

#[derive(Debug)]
struct Working {
    scene: Scene,
    started: Instant,
    job: Job<Vec<TrackReport>>,
}

impl TrackChecks {
    /// The latest report about a track. It may be of an earlier state of the scene.
    pub fn report(&self, track: TrackId) -> Option<&TrackReport> {
        self.reports.iter().find(|report| report.track == track)
    }

    /// Whether the tracks are being checked.
    pub fn is_working(&self) -> bool {
        self.working.is_some()
    }

    /// Brings the reports up to date with the scene. Call it every frame. Returns whether they changed.
    pub fn update(&mut self, ctx: &Context, scene: &Scene) -> bool {
        if scene.editor.tracks.is_empty() {
            let had_any = !self.reports.is_empty();
            *self = Self::default();
            return had_any;
        }
        let has_changed = self.take_result(ctx);
        if self.checked.as_ref().is_some_and(|of| is_same(of, scene)) {
            self.working = None;
            return has_changed;
        }
        match &self.working {
            Some(working) if is_same(&working.scene, scene) => {}
            Some(working) if working.started.elapsed() < PATIENCE => {}
            Some(_) | None => self.start(ctx, scene.clone()),
        }
        has_changed
    }

    fn start(&mut self, ctx: &Context, scene: Scene) {
        let checked = scene.clone();
        let job = Job::start(
            ctx,
            "tracks",
            scene.editor.tracks.len(),
            Arc::new(Progress::default()),
            move |progress| check_tracks(&checked, threads(), progress),
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
            State::Done(reports) => {
                let has_changed = self.reports != reports;
                self.reports = reports;
                has_changed
            }
            // Not again: the next attempt would end in the same way.
            State::Ended => false,
        };
        self.checked = Some(working.scene);
        has_changed
    }

    /// What is not as expected, as warnings.
    pub fn diagnostics<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = Diagnostic> + 'a {
        let tracks = scene.editor.tracks.iter().enumerate();
        tracks.flat_map(|(index, track)| {
            let report = self.report(track.id);
            let expectations = report.map_or(&[][..], |report| &report.expectations);
            let failed = expectations.iter().enumerate();
            failed
                .filter(|(_, expectation)| !expectation.holds)
                .map(move |(at, expectation)| {
                    let mut message = expectation.message.clone();
                    message[..1].make_ascii_uppercase();
                    Diagnostic {
                        rule: Rule::TrackExpectation,
                        severity: Severity::Warning,
                        subject: Subject::Track(track.id),
                        pointer: format!("/editor/tracks/{index}/expectations/{at}"),
                        message,
                        help: "Look at the run with the track, and change the scene or what is expected."
                            .into(),
                    }
                })
        })
    }
}

fn is_same(a: &Scene, b: &Scene) -> bool {
    // Scenes share their parts, so this is quick without an edit.
    a == b || a.editor.tracks == b.editor.tracks && same_names(a, b) && same_simulation(a, b)
}

/// Whether the reports have the same names in them.
fn same_names(a: &Scene, b: &Scene) -> bool {
    let agents = |scene: &Scene| {
        let agents = scene.agents.iter();
        agents.map(|own| own.name.clone()).collect::<Vec<_>>()
    };
    let markers = |scene: &Scene| {
        let markers = scene.markers.iter();
        markers.map(|own| own.name.clone()).collect::<Vec<_>>()
    };
    (Arc::ptr_eq(&a.agents, &b.agents) || agents(a) == agents(b))
        && (Arc::ptr_eq(&a.markers, &b.markers) || markers(a) == markers(b))
        && a.unit == b.unit
}
