//! The share of time on each branch of the selected junction, measured on a background thread.
//! Earlier results stay until the new ones are there.

use crate::editor::background::latest::LatestResult;
use crate::editor::tuning::job::Job;
use egui::Context;
use std::sync::Arc;
use std::time::Duration;
use steerwright_analysis::branches::{BranchTimes, Limits, NoTimes, Stop, branch_times};
use steerwright_analysis::seeds::Progress;
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::Scene;

/// How many walks a measurement takes.
const WALKS: usize = 2;

/// The times that were measured.
pub type Times = Result<BranchTimes, NoTimes>;

/// A junction and the scene that it is in.
type Key = (Stop, Scene);

/// The junction that was measured last.
#[derive(Debug, Default)]
pub struct BranchChecks {
    latest: LatestResult<Key, Times>,
}

impl BranchChecks {
    /// The latest times on the branches of a junction, and whether they are of an earlier state of
    /// the scene.
    pub fn times(&self, junction: Stop) -> Option<(&Times, bool)> {
        let (of, _) = self.latest.key()?;
        let times = self.latest.value().filter(|_| *of == junction)?;
        Some((times, !self.latest.is_current()))
    }

    /// Draws how far the measurement is. Nothing if there is none.
    pub fn progress_ui(&self, ui: &mut egui::Ui) {
        self.latest.progress_ui(ui, "walks");
    }

    /// Measures the selected junction again if the scene has changed. While it is edited, nothing
    /// is measured. Call it every frame.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, selected: Option<Item>, editing: bool) {
        let Some(junction) = selected.and_then(|item| junction(scene, item)) else {
            self.latest.cancel();
            return;
        };
        let key = (junction, scene.clone());
        // A measurement of another junction or of an earlier state of the scene is not waited for.
        let max_wait = Duration::ZERO;
        self.latest.update(ctx, &key, max_wait, is_same, |key, _| {
            (!editing).then(|| start(ctx, key.clone()))
        });
    }
}

fn start(ctx: &Context, (junction, scene): Key) -> Job<Times> {
    Job::start(
        ctx,
        "branches",
        WALKS,
        Arc::new(Progress::default()),
        move |progress| branch_times(&scene, junction, Limits::default(), progress),
    )
}

fn is_same(a: &Key, b: &Key) -> bool {
    a.0 == b.0 && same_simulation(&a.1, &b.1)
}

/// The junction that an item is, if it has several choices.
fn junction(scene: &Scene, item: Item) -> Option<Stop> {
    let Item::Node(Line::Path(path), node) = item else {
        return None;
    };
    let script = scene.node(path, node)?.script.as_deref()?;
    (script.next.len() > 1).then_some((path, node))
}
