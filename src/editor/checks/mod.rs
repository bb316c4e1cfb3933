//! Lint of the scene, on a background thread where it would hold up the window.

pub mod areas;
pub mod branches;
pub mod tracks;
pub mod verdict_words;
pub mod verdicts;

use crate::editor::background::{Background, Progress};
use crate::editor::checks::areas::AreaChecks;
use crate::editor::checks::branches::BranchChecks;
use crate::editor::checks::tracks::TrackChecks;
use egui::Context;
use std::time::Duration;
use steerwright_analysis::lint;
use steerwright_analysis::lint::{Diagnostic, TightStretch};
use steerwright_authoring::Item;
use steerwright_runtime::scene::Scene;

/// A frame waits for the diagnostics of a scene of at most this many nodes and agents.
const SMALL_SCENE: usize = 200;
/// It waits this long, so that the diagnostics of most scenes are never late.
const PATIENCE: Duration = Duration::from_millis(8);

/// The diagnostics of the scene. While a larger scene is being checked, those of an earlier state
/// are kept.
#[derive(Debug, Default)]
pub struct Checks {
    /// What the linter found, then the areas whose requirements are not met, what is not as
    /// expected of tracks, and the pictures that are not shown.
    diagnostics: Vec<Diagnostic>,
    found: Vec<Diagnostic>,
    areas: AreaChecks,
    branches: BranchChecks,
    tracks: TrackChecks,
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

    /// Whether the scene is being checked.
    pub fn is_working(&self) -> bool {
        self.running.is_some()
    }

    /// The stretches of paths at which bodies would touch walls.
    pub fn tight_stretches(&self) -> &[TightStretch] {
        &self.tight
    }

    /// The checked areas.
    pub fn areas(&self) -> &AreaChecks {
        &self.areas
    }

    /// The checked tracks.
    pub fn tracks(&self) -> &TrackChecks {
        &self.tracks
    }

    /// The times on the branches of the selected junction.
    pub fn branches(&self) -> &BranchChecks {
        &self.branches
    }

    /// Brings the times on the branches of the selected junction up to date. Call it every frame.
    /// `editing`: whether a drag or a field changes the scene.
    pub fn update_branches(
        &mut self,
        ctx: &Context,
        scene: &Scene,
        selected: Option<Item>,
        editing: bool,
    ) {
        self.branches.update(ctx, scene, selected, editing);
    }

    /// Brings the diagnostics up to date with `scene`, which has this revision. Call it every
    /// frame.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, revision: u64) {
        let areas_changed = self.areas.update(ctx, scene);
        let tracks_changed = self.tracks.update(ctx, scene);
        if self.update_found(ctx, scene, revision) || areas_changed || tracks_changed {
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
        self.diagnostics.extend(self.tracks.diagnostics(scene));
        self.diagnostics.extend_from_slice(&self.pictures);
    }

    /// Brings what the linter found up to date. Returns whether it may have changed.
    fn update_found(&mut self, ctx: &Context, scene: &Scene, revision: u64) -> bool {
        let has_changed = self.take_result();
        if self.checked == Some(revision) || self.running.is_some() {
            return has_changed;
        }
        let patience = if is_small(scene) {
            PATIENCE
        } else {
            Duration::ZERO
        };
        let scene = scene.clone();
        let work = Background::start(ctx, "lint", move || check(&scene));
        self.running = Some(Running { revision, work });
        self.take_result_within(patience) || has_changed
    }

    fn take_result(&mut self) -> bool {
        self.take_result_within(Duration::ZERO)
    }

    /// Takes over a result that is there within `patience`. Returns whether there was one.
    fn take_result_within(&mut self, patience: Duration) -> bool {
        let Some(Running { revision, work }) = &mut self.running else {
            return false;
        };
        match work.poll_within(patience) {
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
