//! Agents placed in a scene.

use crate::scene::{AgentId, MarkerId, OutlinerProps, PathId, PresetId};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// An agent: a preset, a place to start from, and what it is bound to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Agent {
    /// Names the agent; never changes.
    pub id: AgentId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// Its place in the outline.
    #[serde(default, skip_serializing_if = "OutlinerProps::is_plain")]
    pub outline: OutlinerProps,
    /// The preset it moves by.
    pub preset: PresetId,
    /// Where it starts, to the right, u.
    pub x: f64,
    /// Where it starts, upward, u.
    pub y: f64,
    /// Velocity at the start, to the right, u/s.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub vx: f64,
    /// Velocity at the start, upward, u/s.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub vy: f64,
    /// The path it walks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathId>,
    /// What it goes for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// What it runs from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<Target>,
    /// Whom it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<AgentId>,
    /// Starts at a random place at a distance from (x, y) instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scatter: Option<Scatter>,
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

/// What an agent goes for or runs from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A marker, which stands still.
    Marker(MarkerId),
    /// Another agent.
    Agent(AgentId),
    /// The pointer: the mouse in the editor, whatever the game says in the game.
    Pointer,
}

/// A random start between two distances from the agent's place, drawn from its own stream.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scatter {
    /// No nearer than this, u.
    #[serde(default)]
    pub min: f64,
    /// No further than this, u.
    pub max: f64,
}

impl Agent {
    /// An agent at rest, bound to nothing.
    pub fn at(id: AgentId, name: impl Into<String>, preset: PresetId, position: DVec2) -> Self {
        Self {
            id,
            name: name.into(),
            outline: OutlinerProps::default(),
            preset,
            x: position.x,
            y: position.y,
            vx: 0.0,
            vy: 0.0,
            path: None,
            target: None,
            danger: None,
            leader: None,
            scatter: None,
        }
    }

    /// Makes every target, danger and leader that names `id` none.
    pub(crate) fn forget(&mut self, id: AgentId) {
        let gone = |target: &mut Target| *target == Target::Agent(id);
        self.target.take_if(gone);
        self.danger.take_if(gone);
        self.leader.take_if(|leader| *leader == id);
    }

    /// Where it starts, u.
    pub fn position(&self) -> DVec2 {
        DVec2::new(self.x, self.y)
    }

    /// Its velocity at the start, u/s.
    pub fn velocity(&self) -> DVec2 {
        DVec2::new(self.vx, self.vy)
    }
}
