//! Errors of the methods that change a world.

use crate::scene::{AgentId, MarkerId, NodeId, PathId, PresetId, StateId, WallId};

/// Why a [`World`](crate::simulation::World) rejected a change. The world is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// A coordinate, or a component of a velocity, is not a number from -1e9 to 1e9.
    Coordinate,
    /// The number of ticks per second is not from 1 to 1000.
    TickRate,
    /// The side of a cell is not from 0.001 to 1,000,000.
    CellSize,
    /// The walls cross more than 1,000,000 cells.
    CrossedCells,
    /// No agent has this id.
    Agent(AgentId),
    /// No marker has this id.
    Marker(MarkerId),
    /// No preset has this id.
    Preset(PresetId),
    /// No path has this id.
    Path(PathId),
    /// The path with this id has no node with this id.
    Node(PathId, NodeId),
    /// No wall has this id.
    Wall(WallId),
    /// The preset of the agent has no state with this id.
    State(StateId),
    /// The name of an event is empty.
    EventName,
    /// 1,000 names of events already wait for the next tick.
    Names,
    /// The wall with this id is not a door.
    NotADoor(WallId),
    /// A limit of the body or a weight of this preset is not a finite number, is negative, or is 0
    /// where it must be above 0.
    Limits(PresetId),
    /// Two agents would have this id.
    Taken(AgentId),
    /// Two markers would have this id.
    TakenMarker(MarkerId),
    /// Two presets would have this id.
    TakenPreset(PresetId),
    /// Two paths would have this id.
    TakenPath(PathId),
    /// Two walls would have this id.
    TakenWall(WallId),
    /// The radius of a noise is not from 0 to 1e9.
    NoiseRadius,
    /// The radius of a body is not from 0 to 1e9.
    BodyRadius,
    /// 1,000 noises already wait for the next tick.
    Noises,
    /// The name of a team is empty.
    Team,
    /// The next agent gets this id, and a replayed command expects another.
    NextId(AgentId),
}

impl std::fmt::Display for WorldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Coordinate => write!(
                f,
                "a coordinate is not a number from -1e9 to 1e9; check how it is computed"
            ),
            Self::TickRate => write!(f, "the ticks per second are out of range; use 1 to 1000"),
            Self::CellSize => write!(
                f,
                "the size of cells is out of range; use 0.001 to 1,000,000"
            ),
            Self::CrossedCells => write!(
                f,
                "the walls cross more than 1,000,000 cells; use larger cells, or shorter walls"
            ),
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
            Self::Node(path, node) => write!(
                f,
                "the path {path} has no node {node}; use the id of one of its nodes"
            ),
            Self::Wall(id) => write!(
                f,
                "there is no wall {id}; use the id of a wall in the scene"
            ),
            Self::NotADoor(id) => {
                write!(f, "the wall {id} is not a door; make it one in the scene")
            }
            Self::Limits(id) => write!(
                f,
                "a limit of the body or a weight of the preset {id} is out of range; use finite numbers, a mass and a time to target above 0, and a max speed and max force of 0 or more"
            ),
            Self::Taken(id) => write!(
                f,
                "an agent with the id {id} already exists; use `next_agent_id`"
            ),
            Self::TakenMarker(id) => {
                write!(f, "two markers have the id {id}; use `next_marker_id`")
            }
            Self::TakenPreset(id) => {
                write!(f, "two presets have the id {id}; use `next_preset_id`")
            }
            Self::TakenPath(id) => write!(f, "two paths have the id {id}; use `next_path_id`"),
            Self::TakenWall(id) => write!(f, "two walls have the id {id}; use `next_wall_id`"),
            Self::State(id) => write!(
                f,
                "the preset of the agent has no state {id}; use the id of a state in it"
            ),
            Self::EventName => write!(f, "the name of an event is empty; use that of a term"),
            Self::Names => write!(
                f,
                "1,000 names of events wait for the next tick; send fewer, or step first"
            ),
            Self::BodyRadius => write!(f, "the radius of a body is out of range; use 0 to 1e9"),
            Self::NoiseRadius => write!(f, "the radius of a noise is out of range; use 0 to 1e9"),
            Self::Noises => write!(
                f,
                "1,000 noises already wait for the next tick; call `step` or `advance` first"
            ),
            Self::Team => write!(
                f,
                "the name of the team is empty; use one letter or more, or no team"
            ),
            Self::NextId(id) => write!(f, "the next agent gets the id {id}; use this id"),
        }
    }
}

impl std::error::Error for WorldError {}
