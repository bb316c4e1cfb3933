//! The calls that a game makes during a run.

use crate::agents::NONE;
use crate::ffi_boundary::{change, read};
use crate::handle::SwWorld;
use crate::pointers::{aligned, c_text, put, text};
use crate::status::{Failure, SwStatus};
use std::ffi::c_char;
use steerwright_format::export_file::read_preset;
use steerwright_runtime::scene::{Agent, AgentId, MarkerId, PathId, PresetId, Target, WallId};
use steerwright_runtime::simulation::WorldError;

/// `sw_target_kind`.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // they are in the header
pub enum SwTargetKind {
    None = 0,
    Marker = 1,
    Agent = 2,
    Pointer = 3,
}

fn target(kind: i32, id: u32) -> Result<Option<Target>, Failure> {
    use SwTargetKind as Kind;
    match [Kind::None, Kind::Marker, Kind::Agent, Kind::Pointer]
        .into_iter()
        .find(|known| *known as i32 == kind)
    {
        Some(Kind::None) => Ok(None),
        Some(Kind::Marker) => Ok(Some(Target::Marker(MarkerId(id)))),
        Some(Kind::Agent) => Ok(Some(Target::Agent(AgentId(id)))),
        Some(Kind::Pointer) => Ok(Some(Target::Pointer)),
        None => Err(Failure::new(
            SwStatus::InvalidArgument,
            format!("{kind} is not a kind of target; use one of SW_TARGET_..."),
        )),
    }
}

fn id_or_none(id: i64, what: &str) -> Result<Option<u32>, Failure> {
    if id == i64::from(NONE) {
        return Ok(None);
    }
    let not_an_id = |_| {
        Failure::new(
            SwStatus::InvalidArgument,
            format!("{id} is not the id of {what}; use an id or SW_NONE"),
        )
    };
    u32::try_from(id).map(Some).map_err(not_an_id)
}

/// Moves the pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_pointer(world: *mut SwWorld, x: f64, y: f64) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.set_pointer(world.place(x, y))?)
        })
    }
}

/// Moves a marker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_move_marker(
    world: *mut SwWorld,
    marker: u32,
    x: f64,
    y: f64,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.move_marker(MarkerId(marker), world.place(x, y))?)
        })
    }
}

/// Whether the pointer is pressed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_pressed(world: *mut SwWorld, pressed: bool) -> SwStatus {
    let press = |world: &mut SwWorld| {
        world.run.set_pressed(pressed);
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, press) }
}

/// Fires the spawners that wait for a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_trigger(world: *mut SwWorld, name: *const c_char) -> SwStatus {
    let trigger = |world: &mut SwWorld| {
        // SAFETY: the caller's promise.
        let name = unsafe { c_text(name, "name")? };
        if world.run.trigger(name) {
            Ok(())
        } else {
            let waiting = format_args!("that waits for {name:?}");
            Err(Failure::not_found("spawner", waiting))
        }
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, trigger) }
}

/// Opens or closes a door.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_wall_open(
    world: *mut SwWorld,
    wall: u32,
    open: bool,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.set_wall_open(WallId(wall), open)?)
        })
    }
}

/// Whether a wall is an open door.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_is_wall_open(
    world: *const SwWorld,
    wall: u32,
    open: *mut bool,
) -> SwStatus {
    let look = |world: &SwWorld| {
        let id = WallId(wall);
        world.run.scene().wall(id).ok_or(WorldError::Wall(id))?;
        // SAFETY: the caller's promise.
        unsafe { put(open, "open", world.run.is_wall_open(id)) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, look) }
}

/// Lets the game move an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_drive(
    world: *mut SwWorld,
    agent: u32,
    x: f64,
    y: f64,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.drive(AgentId(agent), world.place(x, y))?)
        })
    }
}

/// Returns an agent to its behaviors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_release(world: *mut SwWorld, agent: u32) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe { change(world, |world| Ok(world.run.release(AgentId(agent))?)) }
}

/// Sets the target of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_target(
    world: *mut SwWorld,
    agent: u32,
    kind: i32,
    id: u32,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.set_target(AgentId(agent), target(kind, id)?)?)
        })
    }
}

/// Sets the danger of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_danger(
    world: *mut SwWorld,
    agent: u32,
    kind: i32,
    id: u32,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.set_danger(AgentId(agent), target(kind, id)?)?)
        })
    }
}

/// Sets the leader of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_leader(
    world: *mut SwWorld,
    agent: u32,
    leader: i64,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world
                .run
                .set_leader(AgentId(agent), id_or_none(leader, "an agent")?.map(AgentId))?)
        })
    }
}

/// Sets the path of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_path(world: *mut SwWorld, agent: u32, path: i64) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world
                .run
                .set_path(AgentId(agent), id_or_none(path, "a path")?.map(PathId))?)
        })
    }
}

/// Sets the preset of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_set_preset(
    world: *mut SwWorld,
    agent: u32,
    preset: u32,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(world, |world| {
            Ok(world.run.set_preset(AgentId(agent), PresetId(preset))?)
        })
    }
}

/// Replaces a preset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_replace_preset(
    world: *mut SwWorld,
    preset: u32,
    text: *const c_char,
    length: usize,
) -> SwStatus {
    let replace = |world: &mut SwWorld| {
        let id = PresetId(preset);
        world.run.scene().preset(id).ok_or(WorldError::Preset(id))?;
        // SAFETY: the caller's promise.
        let text = unsafe { self::text(text, length, "text")? };
        let preset = read_preset(text, id, world.run.scene().ticks_per_second)?;
        Ok(world.run.replace_preset(preset)?)
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, replace) }
}

/// Adds an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_spawn(
    world: *mut SwWorld,
    preset: u32,
    x: f64,
    y: f64,
    agent: *mut u32,
) -> SwStatus {
    let spawn = |world: &mut SwWorld| {
        aligned(agent, "agent")?;
        let id = world.run.next_agent_id();
        world
            .run
            .spawn(Agent::at(id, "", PresetId(preset), world.place(x, y)))?;
        // SAFETY: the caller's promise.
        unsafe { put(agent, "agent", id.0) }
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, spawn) }
}

/// Removes an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_despawn(world: *mut SwWorld, agent: u32) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe { change(world, |world| Ok(world.run.despawn(AgentId(agent))?)) }
}
