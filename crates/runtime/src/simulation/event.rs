//! What happens to agents, tick by tick: for plots, for games, for tests.

use crate::scene::AgentId;

/// Something that happened to an agent in the step into `tick`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The tick whose step made it.
    pub tick: u64,
    /// The agent.
    pub agent: AgentId,
    /// Which of the agent's behaviors reports it: an index into its list; 0 for a grid chase.
    pub behavior: usize,
    /// What happened.
    pub kind: EventKind,
}

impl Event {
    /// The place of the event among those of its tick.
    pub(super) fn order(&self) -> impl Ord + use<> {
        (self.agent, self.behavior, self.kind.order())
    }
}

/// What can happen to an agent. Node indices count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Reached the node with this index.
    NodeReached(usize),
    /// Began to wait at the node with this index.
    WaitStarted(usize),
    /// Ended its wait at the node with this index.
    WaitEnded(usize),
    /// Reached the end of a `once` path.
    PathFinished,
    /// Came within the target radius of its target (grid chase: into its cell).
    Arrived,
    /// Picked the next waypoint of a homing walk.
    WaypointPicked,
    /// The target of a homing walk came within the aggro radius.
    AggroEntered,
    /// The target of a homing walk went beyond the aggro radius.
    AggroLeft,
    /// Stepped into another cell.
    CellEntered,
    /// The line of cells to the prey became free.
    LineGained,
    /// The line of cells to the prey was blocked, or became too long.
    LineLost,
}

impl EventKind {
    /// Its place among the events of one behavior in one tick.
    fn order(self) -> u8 {
        match self {
            Self::WaitEnded(_) | Self::AggroEntered | Self::AggroLeft => 0,
            Self::LineGained | Self::LineLost => 0,
            Self::NodeReached(_) | Self::WaypointPicked | Self::CellEntered => 1,
            Self::WaitStarted(_) | Self::Arrived => 2,
            Self::PathFinished => 3,
        }
    }

    /// Its name in files and in every runtime.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NodeReached(_) => "node_reached",
            Self::WaitStarted(_) => "wait_started",
            Self::WaitEnded(_) => "wait_ended",
            Self::PathFinished => "path_finished",
            Self::Arrived => "arrived",
            Self::WaypointPicked => "waypoint_picked",
            Self::AggroEntered => "aggro_entered",
            Self::AggroLeft => "aggro_left",
            Self::CellEntered => "cell_entered",
            Self::LineGained => "line_gained",
            Self::LineLost => "line_lost",
        }
    }

    /// The index of the node it is about, if it is about one.
    #[must_use]
    pub fn node(self) -> Option<usize> {
        match self {
            Self::NodeReached(node) | Self::WaitStarted(node) | Self::WaitEnded(node) => Some(node),
            Self::PathFinished
            | Self::Arrived
            | Self::WaypointPicked
            | Self::AggroEntered
            | Self::AggroLeft
            | Self::CellEntered
            | Self::LineGained
            | Self::LineLost => None,
        }
    }
}
