//! Reading events.

use crate::agents::{NONE, node_or_none};
use crate::ffi_boundary::read;
use crate::handle::SwWorld;
use crate::pointers::{copy, copy_bytes};
use crate::status::{Failure, SwStatus};
use std::ffi::{CStr, c_char};
use steerwright_runtime::scene::EventValue;
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
    Emitted = 17,
    Met = 18,
    NoiseHeard = 19,
    Touched = 20,
    StateEntered = 21,
    NoRoute = 22,
    SearchFinished = 23,
}

/// Every kind with its name in files, in the order of the numbers.
const NAMES: [(SwEventKind, &CStr); 23] = [
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
    (SwEventKind::Emitted, c"emitted"),
    (SwEventKind::Met, c"met"),
    (SwEventKind::NoiseHeard, c"noise_heard"),
    (SwEventKind::Touched, c"touched"),
    (SwEventKind::StateEntered, c"state_entered"),
    (SwEventKind::NoRoute, c"no_route"),
    (SwEventKind::SearchFinished, c"search_finished"),
];

impl From<&simulation::EventKind> for SwEventKind {
    fn from(kind: &simulation::EventKind) -> Self {
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
            simulation::EventKind::Emitted(_) => Self::Emitted,
            simulation::EventKind::Met(_) => Self::Met,
            simulation::EventKind::NoiseHeard => Self::NoiseHeard,
            simulation::EventKind::Touched(_) => Self::Touched,
            simulation::EventKind::StateEntered { .. } => Self::StateEntered,
            simulation::EventKind::NoRoute => Self::NoRoute,
            simulation::EventKind::SearchFinished => Self::SearchFinished,
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
    pub reason: i64,
    pub number: f64,
    pub has_number: bool,
}

impl From<&simulation::Event> for SwEvent {
    fn from(event: &simulation::Event) -> Self {
        Self {
            tick: event.tick,
            agent: event.agent.0,
            kind: (&event.kind).into(),
            node: node_or_none(event.kind.node()),
            behavior: node_or_none(event.behavior),
            source: event.kind.source().map_or(NONE.into(), i64::from),
            other: event
                .kind
                .other()
                .map_or(NONE.into(), |other| other.0.into()),
            reason: event.kind.reason().map_or(NONE.into(), i64::from),
            number: number_of(event).unwrap_or(f64::NAN),
            has_number: number_of(event).is_some(),
        }
    }
}

/// The value of an event that is a number.
fn number_of(event: &simulation::Event) -> Option<f64> {
    match event.kind.value()? {
        EventValue::Number(number) => Some(*number),
        EventValue::Null | EventValue::Text(_) => None,
    }
}

/// The name of an event.
fn name_of(event: &simulation::Event) -> Option<&str> {
    event.kind.text()
}

/// The value of an event that is a text.
fn text_of(event: &simulation::Event) -> Option<&str> {
    match event.kind.value()? {
        EventValue::Text(text) => Some(text),
        EventValue::Null | EventValue::Number(_) => None,
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

/// Copies a text of the event with this index.
///
/// # Safety
/// See the crate.
unsafe fn copy_text(
    world: *const SwWorld,
    event: usize,
    what: &str,
    to: (*mut c_char, usize, *mut usize),
    of: fn(&simulation::Event) -> Option<&str>,
) -> SwStatus {
    let (text, capacity, count) = to;
    let copy_known = |world: &SwWorld| {
        let known = world.run.events().get(event).and_then(of);
        let missing = || Failure::not_found(what, format_args!("of event {event}"));
        let bytes = known.ok_or_else(missing)?.as_bytes();
        // SAFETY: the caller's promise.
        unsafe { copy_bytes(bytes, text, capacity, count, what) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_known) }
}

/// Copies the name of an event of the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_event_name(
    world: *const SwWorld,
    event: usize,
    name: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe { copy_text(world, event, "name", (name, capacity, count), name_of) }
}

/// Copies the value of an event of the last step, if it is a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_event_text(
    world: *const SwWorld,
    event: usize,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe { copy_text(world, event, "text", (text, capacity, count), text_of) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use steerwright_runtime::scene::{AgentId, ContactId, SpawnerId};
    use steerwright_runtime::simulation::Emitted;

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
            simulation::EventKind::Emitted(Arc::new(Emitted {
                name: "alarm".into(),
                value: EventValue::Null,
            })),
            simulation::EventKind::Met("gate".into()),
            simulation::EventKind::NoiseHeard,
            simulation::EventKind::Touched(AgentId(2)),
            simulation::EventKind::StateEntered {
                name: "chase".into(),
                reason: None,
            },
            simulation::EventKind::NoRoute,
            simulation::EventKind::SearchFinished,
        ] {
            // SAFETY: a text of the library.
            let name =
                unsafe { CStr::from_ptr(sw_event_kind_name(SwEventKind::from(&kind) as i32)) };
            assert_eq!(name.to_str(), Ok(kind.name()));
        }
    }
}
