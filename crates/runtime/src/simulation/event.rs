//! Events that agents report: nodes reached, arrivals, targets in range.

use crate::scene::{AgentId, ContactId, EventValue, SpawnerId};
use std::sync::Arc;

/// An event of an agent. [`World::events`](crate::simulation::World::events) returns those of the
/// last step.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The tick in which it happened, counted from 1.
    pub tick: u64,
    /// The agent.
    pub agent: AgentId,
    /// The index of the behavior that reports it, in the list of the agent's preset or state; 0 for
    /// a grid chase. `None` for what an agent senses, for states, spawners and contacts.
    pub behavior: Option<usize>,
    /// What happened.
    pub kind: EventKind,
}

impl Event {
    /// The order of the events of one tick. Those with the same order stay in the order in which
    /// they were reported.
    pub(super) fn order(&self) -> impl Ord + use<> {
        // What has no behavior comes last: agents look after all have moved.
        (
            self.agent,
            self.behavior.is_none(),
            self.behavior,
            self.kind.order(),
        )
    }

    /// Whether others of the same agent and tick can have the same order.
    pub(super) fn can_repeat(&self) -> bool {
        matches!(self.kind, EventKind::Emitted(_) | EventKind::Met(_))
    }
}

/// What an agent tells the game at a node of its path, or when it enters a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Emitted {
    /// The authored name.
    pub name: String,
    /// The authored value.
    pub value: EventValue,
}

/// How much an event says about a run. Where there is no room for all, those of less importance are
/// left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Importance {
    /// How a behavior works.
    Minor,
    /// Where an agent is, and what it notices.
    Normal,
    /// What changes what an agent does, or the game.
    Major,
}

/// What happened to an agent. Indices of nodes count from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// Path following: the agent reached the node with this index.
    NodeReached(usize),
    /// Path following: the agent started to wait at the node with this index, or its actions there
    /// hold it.
    WaitStarted(usize),
    /// Path following: the wait at the node with this index ended, and with it all actions that
    /// held the agent there.
    WaitEnded(usize),
    /// Path following: the agent reached the end of a `once` path.
    PathFinished,
    /// Arrive and homing walk: the agent came within the target radius of its target. Grid chase:
    /// it entered the cell of its target.
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
    /// Grid chase by line of sight: the line of cells to the target was blocked, or became too
    /// long.
    LineLost,
    /// Sight: the agent noticed its target, or one that it watches.
    SightGained,
    /// Sight: the agent lost its target, or all that it watches.
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
    /// An action `emit` was executed.
    Emitted(Arc<Emitted>),
    /// Path following: a meeting with this name, for which the agent waited, is complete.
    Met(Arc<str>),
    /// The agent began to hear a noise.
    NoiseHeard,
    /// The agent began to touch this one, which it watches.
    Touched(AgentId),
    /// The agent entered another state, or the same again.
    StateEntered {
        /// The name of the state.
        name: Arc<str>,
        /// The index of the transition. `None` if the game set the state.
        reason: Option<u32>,
    },
    /// A behavior found no way around walls to its goal.
    NoRoute,
    /// Search: the agent has been at all places.
    SearchFinished,
}

impl EventKind {
    /// The order of the events of one behavior, or of one agent without a behavior, in one tick.
    fn order(&self) -> u8 {
        self.fields().order
    }

    /// How much it says about a run.
    #[must_use]
    pub fn importance(&self) -> Importance {
        self.fields().importance
    }

    /// Its name in trace files and in the runtimes for other languages, such as `node_reached`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.fields().kind
    }

    /// The index of the node that was reached or waited at. `None` for events without a node.
    #[must_use]
    pub fn node(&self) -> Option<usize> {
        self.fields().node
    }

    /// The id of the spawner or the contact rule that reports it. `None` for all other events.
    #[must_use]
    pub fn source(&self) -> Option<u32> {
        self.fields().source
    }

    /// The other agent of a contact, or the one that is touched. `None` for all other events.
    #[must_use]
    pub fn other(&self) -> Option<AgentId> {
        self.fields().other
    }

    /// The name that was emitted, that of a meeting, or that of the state that was entered: what
    /// events have as `name` in the runtimes for other languages. `None` for all other events.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.fields().text
    }

    /// The value that was emitted. `None` for all other events.
    #[must_use]
    pub fn value(&self) -> Option<&EventValue> {
        self.fields().value
    }

    /// The index of the transition by which the state was entered. `None` if the game set it, and
    /// for all other events.
    #[must_use]
    pub fn reason(&self) -> Option<u32> {
        self.fields().reason
    }

    /// What depends on its kind.
    fn fields(&self) -> Fields<'_> {
        use Importance::{Major, Minor, Normal};
        match self {
            Self::NodeReached(index) => Fields {
                node: Some(*index),
                ..Fields::of("node_reached", 1, Normal)
            },
            Self::WaitStarted(index) => Fields {
                node: Some(*index),
                ..Fields::of("wait_started", 4, Normal)
            },
            Self::WaitEnded(index) => Fields {
                node: Some(*index),
                ..Fields::of("wait_ended", 0, Normal)
            },
            Self::PathFinished => Fields::of("path_finished", 5, Major),
            Self::Arrived => Fields::of("arrived", 4, Major),
            Self::WaypointPicked => Fields::of("waypoint_picked", 1, Minor),
            Self::AggroEntered => Fields::of("aggro_entered", 0, Minor),
            Self::AggroLeft => Fields::of("aggro_left", 0, Minor),
            Self::CellEntered => Fields::of("cell_entered", 1, Minor),
            Self::LineGained => Fields::of("line_gained", 0, Minor),
            Self::LineLost => Fields::of("line_lost", 0, Minor),
            Self::SightGained => Fields::of("sight_gained", 0, Normal),
            Self::SightLost => Fields::of("sight_lost", 0, Normal),
            Self::Spawned(id) => Fields {
                source: Some(id.0),
                ..Fields::of("spawned", 7, Major)
            },
            Self::Expired(id) => Fields {
                source: Some(id.0),
                ..Fields::of("expired", 7, Major)
            },
            Self::Contact { rule, other } => Fields {
                source: Some(rule.0),
                other: Some(*other),
                ..Fields::of("contact", 7, Major)
            },
            Self::Emitted(emitted) => Fields {
                text: Some(&emitted.name),
                value: Some(&emitted.value),
                ..Fields::of("emitted", 3, Major)
            },
            Self::Met(name) => Fields {
                text: Some(name),
                ..Fields::of("met", 3, Normal)
            },
            Self::NoiseHeard => Fields::of("noise_heard", 1, Normal),
            Self::Touched(other) => Fields {
                other: Some(*other),
                ..Fields::of("touched", 2, Major)
            },
            Self::StateEntered { name, reason } => Fields {
                text: Some(name),
                reason: *reason,
                ..Fields::of("state_entered", 4, Major)
            },
            Self::NoRoute => Fields::of("no_route", 6, Major),
            Self::SearchFinished => Fields::of("search_finished", 5, Major),
        }
    }
}

/// The fields of an event that depend on its kind.
#[derive(Clone, Copy)]
struct Fields<'a> {
    kind: &'static str,
    /// Among those of one behavior and tick. Events of spawners and contacts are not sorted among
    /// those of behaviors.
    order: u8,
    importance: Importance,
    node: Option<usize>,
    source: Option<u32>,
    other: Option<AgentId>,
    text: Option<&'a str>,
    value: Option<&'a EventValue>,
    reason: Option<u32>,
}

impl Fields<'_> {
    /// Those of an event that has no others.
    fn of(kind: &'static str, order: u8, importance: Importance) -> Self {
        Self {
            kind,
            order,
            importance,
            node: None,
            source: None,
            other: None,
            text: None,
            value: None,
            reason: None,
        }
    }
}
