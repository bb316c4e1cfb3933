//! The trace: one CSV row per tick and agent, to compare runs on different machines and in different languages.

use std::fmt::Write;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::simulation::{AgentView, World};

/// The column names.
pub const HEADER: &str = "tick,time,agent,x,y,vx,vy,speed,steering,fov_deg,node";

/// The rows of the current state of `world`, by agent id, each ending in a line feed.
///
/// Numbers are the shortest decimals that parse back to the same `f64`.
pub fn rows(world: &World) -> String {
    let mut text = String::new();
    push_rows(&mut text, world);
    text
}

/// Appends the [`rows`] of the current state of `world` to `text`.
pub fn push_rows(text: &mut String, world: &World) {
    let mut start = world.tick().to_string();
    start.push(',');
    push_number(&mut start, world.time());
    for agent in world.agents() {
        text.push_str(&start);
        push_agent(text, &agent);
    }
}

fn push_agent(text: &mut String, agent: &AgentView) {
    let AgentView {
        id,
        position,
        velocity,
        steering,
        ..
    } = agent;
    let speed = vector::length(*velocity);
    // Writing to a string does not fail.
    let _ = write!(text, ",{id}");
    for number in [
        position.x, position.y, velocity.x, velocity.y, speed, *steering,
    ] {
        text.push(',');
        push_number(text, number);
    }
    text.push(',');
    if let Some(fov) = agent.fov_deg {
        push_number(text, fov);
    }
    text.push(',');
    if let Some(node) = agent.node {
        let _ = write!(text, "{node}");
    }
    text.push('\n');
}

/// Appends `number` as `{:?}` writes it.
fn push_number(text: &mut String, number: f64) {
    // Within these bounds, both write a decimal without an exponent.
    if number == 0.0 || (1e-4..1e15).contains(&number.abs()) {
        text.push_str(zmij::Buffer::new().format_finite(number));
    } else {
        let _ = write!(text, "{number:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::push_number;

    #[test]
    fn numbers_are_written_as_the_standard_library_does() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        let random = (0..20_000).map(|_| {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            f64::from_bits(bits)
        });
        let near_powers = (-30..30).flat_map(|power| {
            let ten = 10f64.powi(power);
            [
                ten,
                ten.next_down(),
                ten.next_up(),
                -ten,
                ten / 3.0,
                ten * 1.5,
            ]
        });
        for number in random
            .chain(near_powers)
            .chain([0.0, -0.0, f64::INFINITY, f64::NAN])
        {
            let mut text = String::new();
            push_number(&mut text, number);
            assert_eq!(text, format!("{number:?}"));
        }
    }
}
