//! What the canvas shows in a frame.

use crate::bounds::Bounds;
use crate::canvas::ring_handles::KeptHandles;
use crate::playback::Comparison;
use crate::{Playback, Routes, Viewport};
use glam::DVec2;
use steerwright_analysis::Sample;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, AgentId};

/// What the canvas shows apart from the scene: agents at their simulated positions, and the visible
/// part of the world.
#[derive(Clone, Debug)]
pub struct CanvasView<'a> {
    /// The lines of the scene's paths.
    pub routes: &'a Routes,
    /// The shown position of each agent, sorted by id.
    pub agents: Vec<(AgentId, DVec2)>,
    /// Where each agent moves and looks, sorted by id.
    pub directions: Vec<(AgentId, Directions)>,
    /// The shown position of the pointer target, in units.
    pub pointer: DVec2,
    /// Units per point.
    pub unit_per_point: f64,
    /// The visible area, in units.
    pub visible: Bounds,
    /// Where the handles of rings were in the last frame.
    pub handles: KeptHandles,
}

/// Where an agent moves and looks, as unit vectors.
#[derive(Clone, Copy, Debug)]
pub struct Directions {
    /// Where it moves, or moved last.
    pub heading: DVec2,
    /// Where it looks.
    pub facing: DVec2,
}

impl Directions {
    /// Those of the agent of a sample.
    pub(crate) fn of(sample: Sample) -> (AgentId, Self) {
        let directions = Self {
            heading: sample.heading,
            facing: sample.facing,
        };
        (sample.agent, directions)
    }
}

impl<'a> CanvasView<'a> {
    /// What `viewport` shows of a run at its current tick.
    pub fn new(routes: &'a Routes, playback: &Playback, viewport: &Viewport) -> Self {
        Self {
            routes,
            agents: playback.positions(),
            directions: playback.directions(),
            pointer: playback.pointer(),
            unit_per_point: viewport.length_from_points(1.0),
            visible: viewport.bounds(),
            handles: KeptHandles::default(),
        }
    }

    /// What `viewport` shows of version A of a comparison at the same tick.
    pub fn of_comparison(
        routes: &'a Routes,
        playback: &Playback,
        comparison: &Comparison,
        viewport: &Viewport,
    ) -> Self {
        let recording = comparison.recording();
        let tick = playback.tick().min(recording.last_tick());
        let row = recording.at(tick);
        Self {
            agents: row
                .iter()
                .map(|sample| (sample.agent, sample.position))
                .collect(),
            directions: row.iter().map(Directions::of).collect(),
            pointer: recording
                .pointer_at(tick)
                .unwrap_or_else(|| playback.pointer()),
            ..Self::new(routes, playback, viewport)
        }
    }

    /// The shown position of an agent.
    pub fn agent_position(&self, id: AgentId) -> Option<DVec2> {
        self.agents
            .binary_search_by_key(&id, |(id, _)| *id)
            .ok()
            .map(|i| self.agents[i].1)
    }

    /// Where an agent moves and looks; as authored, if the run does not have it.
    pub fn directions_of(&self, agent: &Agent) -> Directions {
        let found = self
            .directions
            .binary_search_by_key(&agent.id, |(id, _)| *id);
        let at_start = agent.heading.map_or(DVec2::X, vector::direction);
        found.map_or(
            Directions {
                heading: at_start,
                facing: at_start,
            },
            |i| self.directions[i].1,
        )
    }

    /// Whether a position is in the visible area.
    pub fn is_visible(&self, p: DVec2) -> bool {
        self.visible.contains(p)
    }
}
