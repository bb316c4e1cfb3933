//! What the layers and labels of a frame are drawn from.

use crate::editor::canvas::agents::crowd::AgentCrowd;
use crate::editor::canvas::agents::scene::{AgentScene, AgentsInFull};
use crate::editor::canvas::items::markers::MarkerLayer;
use crate::editor::canvas::items::spawners::SpawnerScene;
use crate::editor::canvas::layers::Layers;
use crate::editor::canvas::paths::layer::PathLayer;
use crate::editor::canvas::paths::{Emphasis, PathShapes};
use crate::editor::canvas::screen::Screen;
use crate::editor::checks::Checks;
use crate::editor::checks::verdicts::VerdictCache;
use crate::editor::coverage::CoverageView;
use crate::editor::pictures::Pictures;
use egui::{Painter, Rect};
use glam::DVec2;
use steerwright_authoring::canvas::cone::ConeHandle;
use steerwright_authoring::canvas::handles::{EndDot, Handle, TransformBox};
use steerwright_authoring::canvas::ring::Ring;
use steerwright_authoring::paths::junction_arrows::JunctionArrow;
use steerwright_authoring::paths::meetings::Meeting;
use steerwright_authoring::spawners::Shown;
use steerwright_authoring::tool::{Preview, Tool};
use steerwright_authoring::{CanvasContext, Selection};
use steerwright_runtime::scene::Scene;
use steerwright_runtime::simulation::World;

/// What was measured or loaded elsewhere and is shown on the canvas.
pub(super) struct Measured<'a> {
    /// What is measured about the selection.
    pub(super) verdicts: &'a VerdictCache,
    /// What is wrong with the scene.
    pub(super) checks: &'a Checks,
    /// The images of the pictures.
    pub(super) pictures: &'a Pictures,
    /// What agents see of the level.
    pub(super) coverage: &'a mut CoverageView,
}

/// What the layers and labels of a frame are drawn from.
pub(super) struct Frame<'a> {
    pub(super) painter: &'a Painter,
    pub(super) screen: &'a Screen,
    /// The optional layers.
    pub(super) layers: Layers,
    pub(super) context: &'a CanvasContext<'a>,
    pub(super) scene: &'a Scene,
    pub(super) selection: &'a Selection,
    pub(super) emphasis: &'a Emphasis<'a>,
    pub(super) tool: &'a Tool,
    /// What the tool shows.
    pub(super) preview: Option<&'a Preview>,
    pub(super) is_playing: bool,
    pub(super) measured: Measured<'a>,
    /// What was drawn over the canvas in the last frame.
    pub(super) covered: [Option<Rect>; 3],
    /// The world at the shown tick, if it is known.
    pub(super) world: Option<&'a World>,
    pub(super) agents: &'a AgentScene<'a>,
    pub(super) agents_in_full: AgentsInFull<'a>,
    pub(super) crowd: &'a AgentCrowd,
    pub(super) markers: &'a MarkerLayer,
    pub(super) paths: &'a PathLayer,
    pub(super) path_shapes: PathShapes,
    pub(super) meetings: &'a [Meeting],
    pub(super) junction_arrows: &'a [JunctionArrow],
    pub(super) spawners: Vec<Shown<'a>>,
    pub(super) rings: Vec<Ring>,
    /// The handles of the field of view of the selection.
    pub(super) cones: Vec<ConeHandle>,
    pub(super) transform_box: Option<TransformBox>,
    /// The handles of the transform box.
    pub(super) handles: Vec<(Handle, DVec2)>,
    /// The extend dots of the selected path.
    pub(super) ends: Vec<EndDot>,
    /// The pointer target, if it is shown.
    pub(super) pointer: Option<DVec2>,
}

impl Frame<'_> {
    /// What spawners are drawn from.
    pub(super) fn spawner_scene(&self) -> SpawnerScene<'_> {
        SpawnerScene {
            all: &self.spawners,
            emphasis: self.emphasis,
            is_playing: self.is_playing,
        }
    }
}
