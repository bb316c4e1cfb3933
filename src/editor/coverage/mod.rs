//! The coverage over the canvas: what agents see of the level during a run, and what they never
//! see.
//!
//! It is measured on a background thread whenever the scene changes. The earlier picture stays
//! until the new one is there.

mod card;
mod drawing;
mod files;
mod legend;
mod options;
mod texture;

pub use card::{CoverageAction, below_button};
pub use files::CoverageFile;

use crate::editor::tuning::job::{Job, State, threads};
use drawing::Hatching;
use egui::{Context, Rect};
use files::Saving;
use glam::DVec2;
use options::Choices;
use std::sync::Arc;
use std::time::{Duration, Instant};
use steerwright_analysis::coverage::{Coverage, CoverageError, CoverageLayer, CoverageOptions};
use steerwright_analysis::seeds::Progress;
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_runtime::scene::Scene;
use texture::CellTexture;

/// After an edit, a measurement that has taken longer than this is not waited for.
const PATIENCE: Duration = Duration::from_millis(700);

/// What is measured.
#[derive(Clone, Debug)]
struct Request {
    scene: Scene,
    options: CoverageOptions,
}

impl Request {
    fn is_same(&self, other: &Self) -> bool {
        self.options == other.options && same_simulation(&self.scene, &other.scene)
    }
}

/// A measurement at work.
#[derive(Debug)]
struct Working {
    request: Request,
    started: Instant,
    job: Job<Result<Coverage, CoverageError>>,
}

/// The end of a measurement.
#[derive(Debug)]
enum Ended {
    Measured,
    Failed(CoverageError),
    Canceled,
}

/// The coverage of the open scene.
#[derive(Default)]
pub struct CoverageView {
    choices: Choices,
    layer: CoverageLayer,
    working: Option<Working>,
    /// What was measured last, and how that ended.
    last: Option<(Request, Ended)>,
    /// The latest result. It may be of an earlier state of the scene.
    coverage: Option<Arc<Coverage>>,
    texture: CellTexture,
    hatching: Hatching,
    saving: Option<Saving>,
    /// Whether the card shows more than the legend, if that was chosen. By default it does if there
    /// is room.
    shows_details: Option<bool>,
    /// Where the card was drawn last.
    card: Option<Rect>,
}

impl CoverageView {
    /// Forgets everything about a scene. What is shown stays.
    pub fn reset(&mut self) {
        *self = Self {
            layer: self.layer,
            saving: self.saving.take(),
            shows_details: self.shows_details,
            ..Self::default()
        };
    }

    /// Brings the coverage up to date with the scene and the playhead. Call it every frame; while
    /// it is not shown, nothing is measured.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, tick: u64, is_shown: bool) {
        if !is_shown {
            self.working = None;
            return;
        }
        self.choices.retain_existing(scene);
        self.take_result(ctx);
        let request = Request {
            options: self.choices.options(scene, threads()),
            scene: scene.clone(),
        };
        let is_current = |other: &Request| other.is_same(&request);
        let is_done = self.last.as_ref().is_some_and(|last| is_current(&last.0));
        match &self.working {
            Some(working) if is_current(&working.request) => {}
            Some(working) if working.started.elapsed() < PATIENCE => {}
            Some(_) | None if is_done => self.working = None,
            Some(_) | None => self.start(ctx, request),
        }
        if let Some(coverage) = &self.coverage {
            self.texture.update(ctx, coverage, self.layer, tick);
        }
    }

    fn start(&mut self, ctx: &Context, request: Request) {
        let (scene, options) = (request.scene.clone(), request.options.clone());
        let known = self.coverage.clone();
        let job = Job::start(
            ctx,
            "coverage",
            options.parts(&scene),
            Arc::new(Progress::default()),
            move |progress| {
                let result = Coverage::measure(&scene, &options, known.as_deref(), progress);
                result.transpose()
            },
        );
        self.working = Some(Working {
            request,
            started: Instant::now(),
            job,
        });
    }

    fn take_result(&mut self, ctx: &Context) {
        let Some(mut working) = self.working.take() else {
            return;
        };
        let ended = match working.job.poll(ctx) {
            State::Working => {
                self.working = Some(working);
                return;
            }
            State::Done(Ok(coverage)) => {
                self.coverage = Some(Arc::new(coverage));
                Ended::Measured
            }
            State::Done(Err(error)) => {
                self.coverage = None;
                Ended::Failed(error)
            }
            State::Ended => Ended::Canceled,
        };
        self.last = Some((working.request, ended));
    }

    /// Ends the measurement. It starts again after the next edit, or on request.
    fn cancel(&mut self) {
        if let Some(working) = self.working.take() {
            self.last = Some((working.request, Ended::Canceled));
        }
    }

    /// The figures of the cell at a place, in a sentence.
    fn figures_at(&self, p: DVec2) -> Option<String> {
        let coverage = self.coverage.as_ref()?;
        let (column, row) = coverage.grid().cell_at(p)?;
        if coverage.is_never_watched(column, row) {
            return Some("At the pointer: never watched".into());
        }
        let since = self.texture.since()?;
        let ago = since.samples[coverage.grid().index(column, row)];
        let ago = ago.map_or_else(
            || "not watched yet".into(),
            |samples| format!("last watched {:.1} s ago", coverage.seconds(samples)),
        );
        Some(format!(
            "At the pointer: watched {:.1}% of the time, longest gap {:.1} s, {ago}",
            coverage.share(column, row) * 100.0,
            coverage.longest_gap(column, row)
        ))
    }
}
