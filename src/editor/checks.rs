//! Lint of the scene, on a background thread where it would hold up the window.

use crate::editor::area_checks::AreaChecks;
use crate::editor::background::{Background, Progress};
use egui::Context;
use steerwright_analysis::lint;
use steerwright_analysis::lint::{Diagnostic, TightStretch};
use steerwright_runtime::scene::Scene;

/// A scene of at most this many nodes and agents is checked within the frame: its diagnostics are never late.
const SMALL_SCENE: usize = 200;

/// The diagnostics of the scene. While a larger scene is being checked, those of an earlier state are kept.
#[derive(Debug, Default)]
pub struct Checks {
    /// What the linter found, then the areas whose requirements are not met, then the pictures that are not shown.
    diagnostics: Vec<Diagnostic>,
    found: Vec<Diagnostic>,
    areas: AreaChecks,
    pictures: Vec<Diagnostic>,
    tight: Vec<TightStretch>,
    /// The revision that the diagnostics are for.
    checked: Option<u64>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    revision: u64,
    work: Background<(Vec<Diagnostic>, Vec<TightStretch>)>,
}

impl Checks {
    /// The latest diagnostics.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The stretches of paths at which bodies would touch walls.
    pub fn tight_stretches(&self) -> &[TightStretch] {
        &self.tight
    }

    /// The checked areas.
    pub fn areas(&self) -> &AreaChecks {
        &self.areas
    }

    /// Brings the diagnostics up to date with `scene`, which has this revision. Call it every frame.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, revision: u64) {
        let areas_changed = self.areas.update(ctx, scene);
        if self.update_found(ctx, scene, revision) || areas_changed {
            self.collect(scene);
            ctx.request_repaint();
        }
    }

    /// Takes over what is known about the files of pictures, which depends on more than the scene.
    pub fn set_pictures(&mut self, scene: &Scene, pictures: Vec<Diagnostic>) {
        if self.pictures != pictures {
            self.pictures = pictures;
            self.collect(scene);
        }
    }

    fn collect(&mut self, scene: &Scene) {
        self.diagnostics.clone_from(&self.found);
        self.diagnostics.extend(self.areas.diagnostics(scene));
        self.diagnostics.extend_from_slice(&self.pictures);
    }

    /// Brings what the linter found up to date. Returns whether it may have changed.
    fn update_found(&mut self, ctx: &Context, scene: &Scene, revision: u64) -> bool {
        let has_changed = self.take_result();
        if self.checked == Some(revision) || self.running.is_some() {
            return has_changed;
        }
        if is_small(scene) {
            (self.found, self.tight) = check(scene);
            self.checked = Some(revision);
            return true;
        } else {
            let scene = scene.clone();
            let work = Background::start(ctx, "lint", move || check(&scene));
            self.running = Some(Running { revision, work });
        }
        has_changed
    }

    fn take_result(&mut self) -> bool {
        let Some(Running { revision, work }) = &mut self.running else {
            return false;
        };
        match work.poll() {
            Progress::Working => return false,
            Progress::Done(found) => (self.found, self.tight) = found,
            // Not again: the next attempt would end in the same way.
            Progress::Lost => (self.found, self.tight) = Default::default(),
        }
        self.checked = Some(*revision);
        self.running = None;
        true
    }
}

fn check(scene: &Scene) -> (Vec<Diagnostic>, Vec<TightStretch>) {
    (lint::diagnostics(scene), lint::tight_stretches(scene))
}

fn is_small(scene: &Scene) -> bool {
    let nodes: usize = scene.paths.iter().map(|path| path.nodes.len()).sum();
    nodes + scene.agents.len() <= SMALL_SCENE && !lint::looks_for_ways(scene)
}
