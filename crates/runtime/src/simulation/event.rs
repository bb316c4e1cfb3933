//! What happens to agents, tick by tick: for plots, for games, for tests.

use crate::scene::AgentId;

/// Something that happened to an agent in the step into `tick`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The tick whose state it led to.
    pub tick: u64,
    /// To whom.
    pub agent: AgentId,
    /// What.
    pub happening: EventKind,
}

/// What can happen to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Reached the node with this index.
    NodeReached(usize),
    /// Began to wait at the node with this index.
    WaitStarted(usize),
    /// Went on from the node with this index.
    WaitEnded(usize),
    /// Reached the last node of a path walked once.
    PathFinished,
    /// Came within the target radius of what it goes for.
    Arrived,
    /// Picked the next way-point of its walk.
    WaypointPicked,
    /// Stepped into another cell.
    CellEntered,
    /// The target of a homing walk is beyond the aggro radius, or a blocked cell stands in the line to the prey.
    SightLost,
    /// The target is within the aggro radius again, or the line to the prey is free.
    SightGained,
}

impl EventKind {
    /// A short name for lists and tooltips.
    pub fn label(self) -> String {
        match self {
            Self::NodeReached(node) => format!("Node {} reached", node + 1),
            Self::WaitStarted(node) => format!("Waiting at node {}", node + 1),
            Self::WaitEnded(node) => format!("Left node {}", node + 1),
            Self::PathFinished => "Path finished".into(),
            Self::Arrived => "Arrived".into(),
            Self::WaypointPicked => "Way-point picked".into(),
            Self::CellEntered => "Cell entered".into(),
            Self::SightLost => "Sight lost".into(),
            Self::SightGained => "Sight gained".into(),
        }
    }

    /// Its name in files and in every runtime.
    pub fn kind(self) -> &'static str {
        match self {
            Self::NodeReached(_) => "node_reached",
            Self::WaitStarted(_) => "wait_started",
            Self::WaitEnded(_) => "wait_ended",
            Self::PathFinished => "path_finished",
            Self::Arrived => "arrived",
            Self::WaypointPicked => "way_point_picked",
            Self::CellEntered => "cell_entered",
            Self::SightLost => "sight_lost",
            Self::SightGained => "sight_gained",
        }
    }

    /// The index of the node it is about, where it is about one.
    pub fn node(self) -> Option<usize> {
        match self {
            Self::NodeReached(node) | Self::WaitStarted(node) | Self::WaitEnded(node) => Some(node),
            Self::PathFinished
            | Self::Arrived
            | Self::WaypointPicked
            | Self::CellEntered
            | Self::SightLost
            | Self::SightGained => None,
        }
    }
}
