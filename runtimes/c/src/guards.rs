//! What agents sense, in which state they are, and what a game tells them.

use crate::agents::NONE;
use crate::calls::SwTargetKind;
use crate::ffi_boundary::{change, read};
use crate::handle::SwWorld;
use crate::pointers::{Outcome, aligned_if_asked, c_text, copy_bytes, put};
use crate::status::{Failure, SwStatus};
use std::ffi::c_char;
use steerwright_runtime::scene::{AgentId, StateId, Target};
use steerwright_runtime::simulation::WorldError;

/// `sw_senses`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwSenses {
    pub meter: f64,
    pub perceived: i32,
    pub perceived_id: u32,
    pub noticed: bool,
}

/// `sw_state`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwState {
    pub id: u32,
    pub index: u32,
    pub ticks: u32,
}

/// What an agent senses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_senses(
    world: *const SwWorld,
    agent: u32,
    senses: *mut SwSenses,
) -> SwStatus {
    let look = |world: &SwWorld| {
        let id = AgentId(agent);
        let known = world.run.senses(id).ok_or(WorldError::Agent(id))?;
        let (perceived, perceived_id) = match known.perceived {
            None => (SwTargetKind::None, 0),
            Some(Target::Marker(id)) => (SwTargetKind::Marker, id.0),
            Some(Target::Agent(id)) => (SwTargetKind::Agent, id.0),
            Some(Target::Pointer) => (SwTargetKind::Pointer, 0),
        };
        let found = SwSenses {
            meter: known.meter,
            perceived: perceived as i32,
            perceived_id,
            noticed: known.noticed,
        };
        // SAFETY: the caller's promise.
        unsafe { put(senses, "senses", found) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, look) }
}

/// Copies the team of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_team(
    world: *const SwWorld,
    agent: u32,
    team: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let copy_team = |world: &SwWorld| {
        let id = AgentId(agent);
        world.run.agent(id).ok_or(WorldError::Agent(id))?;
        let bytes = world.run.team(id).unwrap_or_default().as_bytes();
        // SAFETY: the caller's promise.
        unsafe { copy_bytes(bytes, team, capacity, count, "team") }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_team) }
}

/// The state of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_state(
    world: *const SwWorld,
    agent: u32,
    state: *mut SwState,
) -> SwStatus {
    let look = |world: &SwWorld| {
        let id = AgentId(agent);
        let known = world.run.state(id).ok_or(WorldError::Agent(id))?;
        let found = SwState {
            id: known.id.0,
            index: known.index as u32,
            ticks: known.ticks,
        };
        // SAFETY: the caller's promise.
        unsafe { put(state, "state", found) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, look) }
}

/// Copies the name of the state of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_state_name(
    world: *const SwWorld,
    agent: u32,
    name: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let copy_name = |world: &SwWorld| {
        let id = AgentId(agent);
        let known = world.run.state(id).ok_or(WorldError::Agent(id))?;
        // SAFETY: the caller's promise.
        unsafe { copy_bytes(known.name.as_bytes(), name, capacity, count, "name") }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_name) }
}

/// Makes a noise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_noise(
    world: *mut SwWorld,
    x: f64,
    y: f64,
    radius: f64,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.noise(world.place(x, y), radius)?)
        })
    }
}

/// Sets the team of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_team(
    world: *mut SwWorld,
    agent: u32,
    team: *const c_char,
) -> SwStatus {
    let set_team = |world: &mut SwWorld| {
        // SAFETY: the caller's promise.
        let team = unsafe { text_or_none(team, "team")? };
        Ok(world.run.set_team(AgentId(agent), team)?)
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, set_team) }
}

/// Lets an agent enter a state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_state(
    world: *mut SwWorld,
    agent: u32,
    state: u32,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.set_state(AgentId(agent), StateId(state))?)
        })
    }
}

/// Sends an event to agents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_force_event(
    world: *mut SwWorld,
    agent: i64,
    name: *const c_char,
) -> SwStatus {
    let send = |world: &mut SwWorld| {
        let not_an_id = |_| {
            let message = format!("{agent} is not the id of an agent; use an id or SW_NONE");
            Failure::new(SwStatus::InvalidArgument, message)
        };
        let to = match agent {
            all if all == i64::from(NONE) => None,
            id => Some(AgentId(u32::try_from(id).map_err(not_an_id)?)),
        };
        // SAFETY: the caller's promise.
        let name = unsafe { c_text(name, "name")? };
        Ok(world.run.force_event(to, name)?)
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, send) }
}

/// A text that ends with a NUL, or none for a null pointer.
///
/// # Safety
/// See the crate; the text does not change during `'a`.
unsafe fn text_or_none<'a>(start: *const c_char, name: &str) -> Outcome<Option<&'a str>> {
    aligned_if_asked(start, name)?;
    if start.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    unsafe { c_text(start, name).map(Some) }
}
