//! Reading agents.

use crate::ffi_boundary::{read, value};
use crate::handle::SwWorld;
use crate::pointers::{copy, copy_bytes, put};
use crate::status::SwStatus;
use std::ffi::c_char;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::{AgentView, WorldError};

/// No id, no node.
pub const NONE: i32 = -1;

/// `sw_agent`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // they are in the header
pub struct SwAgent {
    pub id: u32,
    pub node: i32,
    pub x: f64,
    pub y: f64,
    pub previous_x: f64,
    pub previous_y: f64,
    pub vx: f64,
    pub vy: f64,
    pub heading_x: f64,
    pub heading_y: f64,
    pub facing_x: f64,
    pub facing_y: f64,
    pub speed: f64,
    pub steering: f64,
    pub fov_deg: f64,
    pub has_fov: bool,
}

/// The index of a node, or [`NONE`].
pub(crate) fn node_or_none(node: Option<usize>) -> i32 {
    node.and_then(|node| node.try_into().ok()).unwrap_or(NONE)
}

impl SwWorld {
    fn agent_in_game(&self, agent: AgentView) -> SwAgent {
        SwAgent {
            id: agent.id.0,
            node: node_or_none(agent.node.map(|node| node as usize)),
            x: agent.position.x,
            y: self.y(agent.position.y),
            previous_x: agent.previous.x,
            previous_y: self.y(agent.previous.y),
            vx: agent.velocity.x,
            vy: self.y(agent.velocity.y),
            heading_x: agent.heading.x,
            heading_y: self.y(agent.heading.y),
            facing_x: agent.facing.x,
            facing_y: self.y(agent.facing.y),
            speed: vector::length(agent.velocity),
            steering: agent.steering,
            fov_deg: agent.fov_deg.unwrap_or(f64::NAN),
            has_fov: agent.fov_deg.is_some(),
        }
    }
}

/// The number of agents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_agent_count(world: *const SwWorld) -> usize {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0, |world| world.run.len()) }
}

/// Copies the agents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_agents(
    world: *const SwWorld,
    agents: *mut SwAgent,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let copy_all = |world: &SwWorld| {
        let all = world.run.agents().map(|agent| world.agent_in_game(agent));
        // SAFETY: the caller's promise.
        unsafe { copy(all, world.run.len(), agents, capacity, count, "agents") }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_all) }
}

/// Copies one agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_agent(
    world: *const SwWorld,
    agent: u32,
    out: *mut SwAgent,
) -> SwStatus {
    let copy_one = |world: &SwWorld| {
        let id = AgentId(agent);
        let view = world.run.agent(id).ok_or(WorldError::Agent(id))?;
        // SAFETY: the caller's promise.
        unsafe { put(out, "out", world.agent_in_game(view)) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_one) }
}

/// Whether an agent sees another one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_sees(
    world: *const SwWorld,
    agent: u32,
    other: u32,
    sees: *mut bool,
) -> SwStatus {
    let look = |world: &SwWorld| {
        for id in [AgentId(agent), AgentId(other)] {
            world.run.agent(id).ok_or(WorldError::Agent(id))?;
        }
        // SAFETY: the caller's promise.
        unsafe { put(sees, "sees", world.run.sees(AgentId(agent), AgentId(other))) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, look) }
}

/// Copies the name of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_agent_name(
    world: *const SwWorld,
    agent: u32,
    name: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let copy_name = |world: &SwWorld| {
        let id = AgentId(agent);
        let agent = world.run.scene().agent(id).ok_or(WorldError::Agent(id))?;
        // SAFETY: the caller's promise.
        unsafe { copy_bytes(agent.name.as_bytes(), name, capacity, count, "name") }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_name) }
}
