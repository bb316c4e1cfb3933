//! Errors of the methods that change a world.

use crate::scene::{AgentId, MarkerId, PathId, PresetId};

/// Why a [`World`](crate::simulation::World) rejected a change. The world is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// A coordinate, or a component of a velocity, is not a number from -1e9 to 1e9.
    Coordinate,
    /// The number of ticks per second is not from 1 to 1000.
    TickRate,
    /// No agent has this id.
    Agent(AgentId),
    /// No marker has this id.
    Marker(MarkerId),
    /// No preset has this id.
    Preset(PresetId),
    /// No path has this id.
    Path(PathId),
    /// Two agents would have this id.
    Taken(AgentId),
}

impl std::fmt::Display for WorldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Coordinate => write!(
                f,
                "a coordinate is not a number from -1e9 to 1e9; check how it is computed"
            ),
            Self::TickRate => write!(f, "the ticks per second are out of range; use 1 to 1000"),
            Self::Agent(id) => write!(f, "there is no agent {id}; it may have been despawned"),
            Self::Marker(id) => write!(
                f,
                "there is no marker {id}; use the id of a marker in the scene"
            ),
            Self::Preset(id) => write!(
                f,
                "there is no preset {id}; use the id of a preset in the scene"
            ),
            Self::Path(id) => write!(
                f,
                "there is no path {id}; use the id of a path in the scene"
            ),
            Self::Taken(id) => write!(
                f,
                "an agent with the id {id} already exists; use `next_agent_id`"
            ),
        }
    }
}

impl std::error::Error for WorldError {}
