//! Reading events.

use crate::agents::{NONE, node_or_none};
use crate::ffi_boundary::read;
use crate::handle::SwWorld;
use crate::pointers::copy;
use crate::status::SwStatus;
use std::ffi::{CStr, c_char};
use steerwright_runtime::simulation;

/// `sw_event_kind`.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // they are in the header
pub enum SwEventKind {
    NodeReached = 1,
    WaitStarted = 2,
    WaitEnded = 3,
    PathFinished = 4,
    Arrived = 5,
    WaypointPicked = 6,
    CellEntered = 7,
    AggroEntered = 8,
    AggroLeft = 9,
    LineGained = 10,
    LineLost = 11,
    SightGained = 12,
    SightLost = 13,
    Spawned = 14,
    Expired = 15,
    Contact = 16,
}

/// Every kind with its name in files, in the order of the numbers.
const NAMES: [(SwEventKind, &CStr); 16] = [
    (SwEventKind::NodeReached, c"node_reached"),
    (SwEventKind::WaitStarted, c"wait_started"),
    (SwEventKind::WaitEnded, c"wait_ended"),
    (SwEventKind::PathFinished, c"path_finished"),
    (SwEventKind::Arrived, c"arrived"),
    (SwEventKind::WaypointPicked, c"waypoint_picked"),
    (SwEventKind::CellEntered, c"cell_entered"),
    (SwEventKind::AggroEntered, c"aggro_entered"),
    (SwEventKind::AggroLeft, c"aggro_left"),
    (SwEventKind::LineGained, c"line_gained"),
    (SwEventKind::LineLost, c"line_lost"),
    (SwEventKind::SightGained, c"sight_gained"),
    (SwEventKind::SightLost, c"sight_lost"),
    (SwEventKind::Spawned, c"spawned"),
    (SwEventKind::Expired, c"expired"),
    (SwEventKind::Contact, c"contact"),
];

impl From<simulation::EventKind> for SwEventKind {
    fn from(kind: simulation::EventKind) -> Self {
        match kind {
            simulation::EventKind::NodeReached(_) => Self::NodeReached,
            simulation::EventKind::WaitStarted(_) => Self::WaitStarted,
            simulation::EventKind::WaitEnded(_) => Self::WaitEnded,
            simulation::EventKind::PathFinished => Self::PathFinished,
            simulation::EventKind::Arrived => Self::Arrived,
            simulation::EventKind::WaypointPicked => Self::WaypointPicked,
            simulation::EventKind::CellEntered => Self::CellEntered,
            simulation::EventKind::AggroEntered => Self::AggroEntered,
            simulation::EventKind::AggroLeft => Self::AggroLeft,
            simulation::EventKind::LineGained => Self::LineGained,
            simulation::EventKind::LineLost => Self::LineLost,
            simulation::EventKind::SightGained => Self::SightGained,
            simulation::EventKind::SightLost => Self::SightLost,
            simulation::EventKind::Spawned(_) => Self::Spawned,
            simulation::EventKind::Expired(_) => Self::Expired,
            simulation::EventKind::Contact { .. } => Self::Contact,
        }
    }
}

/// `sw_event`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwEvent {
    pub tick: u64,
    pub agent: u32,
    pub kind: SwEventKind,
    pub node: i32,
    pub behavior: i32,
    pub source: i64,
    pub other: i64,
}

impl From<&simulation::Event> for SwEvent {
    fn from(event: &simulation::Event) -> Self {
        Self {
            tick: event.tick,
            agent: event.agent.0,
            kind: event.kind.into(),
            node: node_or_none(event.kind.node()),
            behavior: node_or_none(event.behavior),
            source: event.kind.source().map_or(NONE.into(), i64::from),
            other: event
                .kind
                .other()
                .map_or(NONE.into(), |other| other.0.into()),
        }
    }
}

/// The name of a kind of event.
#[unsafe(no_mangle)]
pub extern "C" fn sw_event_kind_name(kind: i32) -> *const c_char {
    NAMES
        .iter()
        .find(|(known, _)| *known as i32 == kind)
        .map_or(c"unknown", |(_, name)| name)
        .as_ptr()
}

/// Copies the events of the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_events(
    world: *const SwWorld,
    events: *mut SwEvent,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let copy_all = |world: &SwWorld| {
        let happened = world.run.events();
        // SAFETY: the caller's promise.
        unsafe {
            copy(
                happened.iter().map(SwEvent::from),
                happened.len(),
                events,
                capacity,
                count,
                "events",
            )
        }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_all) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use steerwright_runtime::scene::{AgentId, ContactId, SpawnerId};

    #[test]
    fn kinds_have_the_names_that_files_use() {
        for kind in [
            simulation::EventKind::NodeReached(0),
            simulation::EventKind::WaitStarted(0),
            simulation::EventKind::WaitEnded(0),
            simulation::EventKind::PathFinished,
            simulation::EventKind::Arrived,
            simulation::EventKind::WaypointPicked,
            simulation::EventKind::CellEntered,
            simulation::EventKind::AggroEntered,
            simulation::EventKind::AggroLeft,
            simulation::EventKind::LineGained,
            simulation::EventKind::LineLost,
            simulation::EventKind::SightGained,
            simulation::EventKind::SightLost,
            simulation::EventKind::Spawned(SpawnerId(1)),
            simulation::EventKind::Expired(SpawnerId(1)),
            simulation::EventKind::Contact {
                rule: ContactId(1),
                other: AgentId(2),
            },
        ] {
            // SAFETY: a text of the library.
            let name =
                unsafe { CStr::from_ptr(sw_event_kind_name(SwEventKind::from(kind) as i32)) };
            assert_eq!(name.to_str(), Ok(kind.name()));
        }
    }
}
