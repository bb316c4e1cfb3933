//! The share of time on each branch of the selected junction, measured on a background thread. Earlier results stay until the new ones
//! are there.

use crate::editor::tuning::job::{Job, State};
use egui::Context;
use std::sync::Arc;
use steerwright_analysis::branches::{BranchTimes, Limits, NoTimes, Stop, branch_times};
use steerwright_analysis::seeds::Progress;
use steerwright_authoring::Item;
use steerwright_authoring::same_simulation::same_simulation;
use steerwright_runtime::scene::Scene;

/// How many walks a measurement takes.
const WALKS: usize = 2;

/// The times that were measured.
pub type Times = Result<BranchTimes, NoTimes>;

/// The junction that was measured last.
#[derive(Debug, Default)]
pub struct BranchChecks {
    known: Option<Known>,
    working: Option<Working>,
}

#[derive(Debug)]
struct Known {
    junction: Stop,
    scene: Scene,
    /// `None` if the measurement has crashed.
    times: Option<Times>,
    is_outdated: bool,
}

#[derive(Debug)]
struct Working {
    junction: Stop,
    scene: Scene,
    job: Job<Times>,
}

impl BranchChecks {
    /// The latest times on the branches of a junction, and whether they are of an earlier state of the scene.
    pub fn times(&self, junction: Stop) -> Option<(&Times, bool)> {
        let known = self
            .known
            .as_ref()
            .filter(|known| known.junction == junction)?;
        Some((known.times.as_ref()?, known.is_outdated))
    }

    /// Draws how far the measurement is. Nothing if there is none.
    pub fn progress_ui(&self, ui: &mut egui::Ui) {
        if let Some(working) = &self.working {
            working.job.progress_ui(ui, "walks");
        }
    }

    /// Measures the selected junction again if the scene has changed. While it is edited, nothing is measured. Call it every frame.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, selected: Option<Item>, editing: bool) {
        let junction = selected.and_then(|item| junction(scene, item));
        self.take_result(ctx);
        let Some(junction) = junction else {
            self.working = None;
            return;
        };
        let is_known = |of: Stop, known: &Scene| of == junction && same_simulation(known, scene);
        if let Some(known) = &mut self.known {
            known.is_outdated = !is_known(known.junction, &known.scene);
            if !known.is_outdated {
                self.working = None;
                return;
            }
        }
        let working = self.working.as_ref();
        if editing || working.is_some_and(|of| is_known(of.junction, &of.scene)) {
            return;
        }
        let (scene, measured) = (scene.clone(), scene.clone());
        let job = Job::start(
            ctx,
            "branches",
            WALKS,
            Arc::new(Progress::default()),
            move |progress| branch_times(&measured, junction, Limits::default(), progress),
        );
        self.working = Some(Working {
            junction,
            scene,
            job,
        });
    }

    fn take_result(&mut self, ctx: &Context) {
        let Some(mut working) = self.working.take() else {
            return;
        };
        let times = match working.job.poll(ctx) {
            State::Working => {
                self.working = Some(working);
                return;
            }
            State::Done(times) => Some(times),
            // Not again: the next attempt would end in the same way.
            State::Ended => None,
        };
        self.known = Some(Known {
            junction: working.junction,
            scene: working.scene,
            times,
            is_outdated: false,
        });
    }
}

/// The junction that an item is, if it has several choices.
fn junction(scene: &Scene, item: Item) -> Option<Stop> {
    let Item::Node(path, node) = item else {
        return None;
    };
    let script = scene.node(path, node)?.script.as_deref()?;
    (script.next.len() > 1).then_some((path, node))
}
