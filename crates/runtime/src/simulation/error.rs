//! Why a world refuses a call.

use crate::scene::{AgentId, MarkerId, PathId, PresetId};

/// Why a world refused a call. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// A coordinate is not a number from -1e9 to 1e9.
    Coordinate,
    /// The number of ticks per second is not from 1 to 1000.
    TickRate,
    /// There is no such agent.
    Agent(AgentId),
    /// There is no such marker.
    Marker(MarkerId),
    /// There is no such preset.
    Preset(PresetId),
    /// There is no such path.
    Path(PathId),
    /// An agent with this id is there already.
    Taken(AgentId),
}

impl std::fmt::Display for WorldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Coordinate => write!(
                f,
                "a coordinate is not a number from -1e9 to 1e9; look where it was computed"
            ),
            Self::TickRate => write!(f, "the ticks per second are out of range; use 1 to 1000"),
            Self::Agent(id) => write!(f, "there is no agent {id}; it may have been despawned"),
            Self::Marker(id) => write!(
                f,
                "there is no marker {id}; look into the scene for the ids there are"
            ),
            Self::Preset(id) => write!(
                f,
                "there is no preset {id}; look into the scene for the ids there are"
            ),
            Self::Path(id) => write!(
                f,
                "there is no path {id}; look into the scene for the ids there are"
            ),
            Self::Taken(id) => write!(
                f,
                "there is an agent {id} already; ask the scene for the next free id"
            ),
        }
    }
}

impl std::error::Error for WorldError {}
