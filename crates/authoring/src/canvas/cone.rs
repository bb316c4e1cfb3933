//! The edges of a field of view: handles on the canvas that set its angle.

use crate::canvas::handles::DRAWN_POINTS;
use crate::outline;
use crate::{CanvasContext, CanvasView, Item, Selection};
use glam::DVec2;
use steerwright_runtime::geometry::rotation::{RADIANS_PER_DEGREE, rotate};
use steerwright_runtime::geometry::vector;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Agent, PresetId, Scene};

/// The parameter that the handles set.
const KEY: &str = "fov_deg";
/// How far out a handle is, as a part of the range: clear of the handles of the rings.
const OUT: f64 = 0.7;
/// Its least distance from the body, in points.
const OFF_BODY_POINTS: f64 = 2.0 * DRAWN_POINTS;

/// A handle on an edge of the field of view of the selected agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConeHandle {
    /// The preset whose sight it changes.
    pub preset: PresetId,
    /// Whether it is on the left edge, as the agent faces.
    pub is_left: bool,
    /// Where the agent is, in units.
    pub eye: DVec2,
    /// Where it faces: a unit vector.
    pub facing: DVec2,
    /// The position of the handle, in units.
    pub position: DVec2,
    /// The whole field of view, in degrees.
    pub degrees: f64,
}

impl ConeHandle {
    /// The field of view whose edge leads through a position, in degrees.
    #[must_use]
    pub fn degrees_to(&self, p: DVec2) -> f64 {
        let to = p - self.eye;
        if to == DVec2::ZERO {
            return self.degrees;
        }
        2.0 * self.facing.angle_to(to).abs() / RADIANS_PER_DEGREE
    }

    /// Its name: "Field of view handle, left".
    #[must_use]
    pub fn name(&self) -> &'static str {
        if self.is_left {
            "Field of view handle, left"
        } else {
            "Field of view handle, right"
        }
    }
}

impl CanvasContext<'_> {
    /// The handles of the field of view of the selected agent or preset.
    pub fn cone_handles(&self) -> Vec<ConeHandle> {
        handles_of(&self.session.scene, &self.session.selection, &self.view)
    }

    /// The handle of a field of view within `radius` of `p`.
    pub(crate) fn cone_handle_within(&self, p: DVec2, radius: f64) -> Option<ConeHandle> {
        let near = |handle: &ConeHandle| vector::distance(handle.position, p) <= radius;
        self.cone_handles().into_iter().find(near)
    }
}

/// The handles for the primary item of a selection: both or none.
pub fn handles_of(scene: &Scene, selection: &Selection, view: &CanvasView<'_>) -> Vec<ConeHandle> {
    let editable = |agent: &&Agent| scene.editor.is_editable(agent.id);
    let primary = selection
        .primary()
        .filter(|&item| outline::is_editable(scene, item));
    let agent = match primary {
        Some(Item::Agent(id)) => scene.agent(id),
        Some(Item::Preset(id)) => {
            let mut users = scene.agents.iter().filter(|agent| agent.preset == id);
            users.find(editable)
        }
        Some(_) | None => None,
    };
    agent
        .and_then(|agent| handles_of_agent(scene, agent, view))
        .map_or(vec![], Vec::from)
}

fn handles_of_agent(
    scene: &Scene,
    agent: &Agent,
    view: &CanvasView<'_>,
) -> Option<[ConeHandle; 2]> {
    let preset = scene.preset(agent.preset)?;
    let sight = preset.sight.as_ref()?;
    let eye = view.agent_position(agent.id)?;
    let facing = view.directions_of(agent).facing;
    let half = sight.fov_deg / 2.0 * RADIANS_PER_DEGREE;
    // Beside the body, so that both can be grabbed.
    let beside = preset.body.radius + OFF_BODY_POINTS * view.unit_per_point;
    let out = (sight.range * OUT).max(beside);
    Some([true, false].map(|is_left| {
        let edge = rotate(facing, if is_left { half } else { -half });
        ConeHandle {
            preset: preset.id,
            is_left,
            eye,
            facing,
            position: eye + edge * out,
            degrees: sight.fov_deg,
        }
    }))
}

/// Sets the field of view of a preset to the nearest value within its limits, in degrees.
pub fn set_degrees(scene: &mut Scene, preset: PresetId, degrees: f64) {
    if let Some(preset) = scene.preset_mut(preset)
        && let Some(sight) = &mut preset.sight
    {
        parameter::SIGHT.set_within_limits(sight, KEY, degrees);
    }
}
