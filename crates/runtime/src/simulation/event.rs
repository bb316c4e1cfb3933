//! Events that agents report: nodes reached, arrivals, targets in range.

use crate::scene::{AgentId, ContactId, SpawnerId};

/// An event of an agent. [`World::events`](crate::simulation::World::events) returns those of the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The tick in which it happened, counted from 1.
    pub tick: u64,
    /// The agent.
    pub agent: AgentId,
    /// The index of the behavior that reports it, in the list of the agent's preset; 0 for a grid chase. `None` for sight, spawners and
    /// contacts.
    pub behavior: Option<usize>,
    /// What happened.
    pub kind: EventKind,
}

impl Event {
    /// The order of the events of one tick.
    pub(super) fn order(&self) -> impl Ord + use<> {
        // Sight comes last: agents look after all have moved.
        (
            self.agent,
            self.behavior.is_none(),
            self.behavior,
            self.kind.order(),
        )
    }
}

/// What happened to an agent. Indices of nodes count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Path following: the agent reached the node with this index.
    NodeReached(usize),
    /// Path following: the agent started to wait at the node with this index.
    WaitStarted(usize),
    /// Path following: the wait at the node with this index ended.
    WaitEnded(usize),
    /// Path following: the agent reached the end of a `once` path.
    PathFinished,
    /// Arrive and homing walk: the agent came within the target radius of its target. Grid chase: it entered the cell of its target.
    Arrived,
    /// Homing walk: the agent picked its next waypoint.
    WaypointPicked,
    /// Homing walk: the target came within the aggro radius.
    AggroEntered,
    /// Homing walk: the target left the aggro radius.
    AggroLeft,
    /// Grid chase: the agent started its step to another cell.
    CellEntered,
    /// Grid chase by line of sight: the line of cells to the target became free.
    LineGained,
    /// Grid chase by line of sight: the line of cells to the target was blocked, or became too long.
    LineLost,
    /// Sight: the agent noticed its target.
    SightGained,
    /// Sight: the agent lost its target.
    SightLost,
    /// A spawner added the agent.
    Spawned(SpawnerId),
    /// The agent that this spawner added was removed at the end of its lifetime.
    Expired(SpawnerId),
    /// The agent touched another one, as a contact rule says.
    Contact {
        /// The rule.
        rule: ContactId,
        /// The other agent.
        other: AgentId,
    },
}

impl EventKind {
    /// The order of the events of one behavior in one tick.
    fn order(self) -> u8 {
        match self {
            Self::WaitEnded(_) | Self::AggroEntered | Self::AggroLeft => 0,
            Self::LineGained | Self::LineLost | Self::SightGained | Self::SightLost => 0,
            Self::NodeReached(_) | Self::WaypointPicked | Self::CellEntered => 1,
            Self::WaitStarted(_) | Self::Arrived => 2,
            Self::PathFinished => 3,
            // They are not sorted among those of behaviors.
            Self::Spawned(_) | Self::Expired(_) | Self::Contact { .. } => 4,
        }
    }

    /// Its name in trace files and in the runtimes for other languages, such as `node_reached`.
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
            Self::SightGained => "sight_gained",
            Self::SightLost => "sight_lost",
            Self::Spawned(_) => "spawned",
            Self::Expired(_) => "expired",
            Self::Contact { .. } => "contact",
        }
    }

    /// The index of the node that was reached or waited at. `None` for events without a node.
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
            | Self::LineLost
            | Self::SightGained
            | Self::SightLost
            | Self::Spawned(_)
            | Self::Expired(_)
            | Self::Contact { .. } => None,
        }
    }

    /// The id of the spawner or the contact rule that reports it. `None` for events of behaviors and of sight.
    #[must_use]
    pub fn source(self) -> Option<u32> {
        match self {
            Self::Spawned(spawner) | Self::Expired(spawner) => Some(spawner.0),
            Self::Contact { rule, .. } => Some(rule.0),
            Self::NodeReached(_)
            | Self::WaitStarted(_)
            | Self::WaitEnded(_)
            | Self::PathFinished
            | Self::Arrived
            | Self::WaypointPicked
            | Self::AggroEntered
            | Self::AggroLeft
            | Self::CellEntered
            | Self::LineGained
            | Self::LineLost
            | Self::SightGained
            | Self::SightLost => None,
        }
    }

    /// The other agent of a contact.
    #[must_use]
    pub fn other(self) -> Option<AgentId> {
        match self {
            Self::Contact { other, .. } => Some(other),
            Self::Spawned(_)
            | Self::Expired(_)
            | Self::NodeReached(_)
            | Self::WaitStarted(_)
            | Self::WaitEnded(_)
            | Self::PathFinished
            | Self::Arrived
            | Self::WaypointPicked
            | Self::AggroEntered
            | Self::AggroLeft
            | Self::CellEntered
            | Self::LineGained
            | Self::LineLost
            | Self::SightGained
            | Self::SightLost => None,
        }
    }
}
