//! Lint of the scene, on a background thread where it would hold up the window.

use crate::editor::background::{Background, Progress};
use egui::Context;
use steerwright_analysis::lint;
use steerwright_analysis::lint::Diagnostic;
use steerwright_runtime::scene::Scene;

/// A scene of at most this many nodes and agents is checked within the frame: its diagnostics are never late.
const SMALL_SCENE: usize = 200;

/// The diagnostics of the scene. While a larger scene is being checked, those of an earlier state are kept.
#[derive(Debug, Default)]
pub struct Checks {
    diagnostics: Vec<Diagnostic>,
    /// The revision that the diagnostics are for.
    checked: Option<u64>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    revision: u64,
    work: Background<Vec<Diagnostic>>,
}

impl Checks {
    /// The latest diagnostics.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Brings the diagnostics up to date with `scene`, which has this revision. Call it every frame.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, revision: u64) {
        self.take_result();
        if self.checked == Some(revision) || self.running.is_some() {
            return;
        }
        if is_small(scene) {
            self.diagnostics = lint::diagnostics(scene);
            self.checked = Some(revision);
            ctx.request_repaint();
        } else {
            let scene = scene.clone();
            let work = Background::start(ctx, "lint", move || lint::diagnostics(&scene));
            self.running = Some(Running { revision, work });
        }
    }

    fn take_result(&mut self) {
        let Some(Running { revision, work }) = &mut self.running else {
            return;
        };
        match work.poll() {
            Progress::Working => return,
            Progress::Done(diagnostics) => self.diagnostics = diagnostics,
            // Not again: the next attempt would end in the same way.
            Progress::Lost => self.diagnostics.clear(),
        }
        self.checked = Some(*revision);
        self.running = None;
    }
}

fn is_small(scene: &Scene) -> bool {
    let nodes: usize = scene.paths.iter().map(|path| path.nodes.len()).sum();
    nodes + scene.agents.len() <= SMALL_SCENE
}
