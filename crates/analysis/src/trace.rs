//! The trace: one CSV row per tick and agent, to compare runs on different machines and in different languages.

use std::fmt::Write;
use steerwright_runtime::simulation::{AgentView, World};

/// The column names.
pub const HEADER: &str = "tick,time,agent,x,y,vx,vy,speed,steering,fov_deg,node";

/// The rows of the current state of `world`, by agent id, each ending in a line feed.
///
/// Numbers are the shortest decimals that parse back to the same `f64`.
pub fn rows(world: &World) -> String {
    let mut text = String::new();
    for agent in world.agents() {
        push_row(&mut text, world.tick(), world.time(), &agent);
    }
    text
}

fn push_row(text: &mut String, tick: u64, time: f64, agent: &AgentView) {
    let AgentView {
        id,
        position,
        velocity,
        steering,
        ..
    } = agent;
    let speed = steerwright_runtime::geometry::vector::length(*velocity);
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "{tick},{time:?},{id},{:?},{:?},{:?},{:?},{speed:?},{steering:?},",
        position.x, position.y, velocity.x, velocity.y
    );
    if let Some(fov) = agent.fov_deg {
        let _ = write!(text, "{fov:?}");
    }
    text.push(',');
    if let Some(node) = agent.node {
        let _ = write!(text, "{node}");
    }
    text.push('\n');
}
