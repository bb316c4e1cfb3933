//! The live link of a world to the editor.

use crate::ffi_boundary::{change, read};
use crate::handle::SwWorld;
use crate::pointers::{c_text, copy, put};
use crate::status::SwStatus;
use std::ffi::c_char;
use steerwright_link::{self as live_link, Receiver};

/// `sw_link_state`.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // they are in the header
pub enum SwLinkState {
    Off = 0,
    Connecting = 1,
    Linked = 2,
    Refused = 3,
    Lost = 4,
}

impl From<live_link::LinkState> for SwLinkState {
    fn from(state: live_link::LinkState) -> Self {
        match state {
            live_link::LinkState::Off => Self::Off,
            live_link::LinkState::Connecting => Self::Connecting,
            live_link::LinkState::Linked => Self::Linked,
            live_link::LinkState::Refused => Self::Refused,
            live_link::LinkState::Lost => Self::Lost,
        }
    }
}

/// Connects a world to the editor, or disconnects it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_link(
    world: *mut SwWorld,
    address: *const c_char,
    game: *const c_char,
) -> SwStatus {
    let link = |world: &mut SwWorld| {
        let address = if address.is_null() {
            None
        } else {
            // SAFETY: the caller's promise.
            Some(unsafe { c_text(address, "address")? })
        };
        let game = if game.is_null() {
            ""
        } else {
            // SAFETY: the caller's promise.
            unsafe { c_text(game, "game")? }
        };
        world.link = Some(Receiver::new(address, game, &world.options()));
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, link) }
}

/// Applies the newest scene that has been received, if any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_poll_link(world: *mut SwWorld) -> bool {
    let mut has_scene = false;
    let poll = |world: &mut SwWorld| {
        if let Some(edited) = world.link.as_mut().and_then(Receiver::take_scene) {
            world.apply_scene(&edited);
            has_scene = true;
        }
        Ok(())
    };
    // SAFETY: the caller's promise.
    let _ = unsafe { change(world, poll) };
    has_scene
}

/// The state of the link.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_link_state(
    world: *const SwWorld,
    state: *mut SwLinkState,
) -> SwStatus {
    let copy_state = |world: &SwWorld| {
        let link_state = world
            .link
            .as_ref()
            .map_or(live_link::LinkState::Off, Receiver::state);
        // SAFETY: the caller's promise.
        unsafe { put(state, "state", link_state.into()) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_state) }
}

/// The problem of the link, or an empty text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_link_problem(
    world: *const SwWorld,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let copy_problem = |world: &SwWorld| {
        let problem = world
            .link
            .as_ref()
            .map_or_else(String::new, Receiver::problem)
            .replace('\0', "\u{fffd}");
        let total = problem.len() + 1;
        // A part of a text could end inside a character.
        let shown = if total <= capacity {
            problem.as_bytes()
        } else {
            &[]
        };
        let with_nul = shown.iter().chain(&[0]).map(|&byte| byte as c_char);
        // SAFETY: the caller's promise.
        unsafe { copy(with_nul, total, text, capacity, count, "text") }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_problem) }
}
