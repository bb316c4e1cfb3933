//! The trace: one CSV row per tick and agent, to compare runs on different machines and in
//! different languages.

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
    push_agents(text, world.tick(), world.time(), world.agents());
}

/// Appends the rows of `agents` at a tick, which is `time` seconds after the start, to `text`.
pub fn push_agents(
    text: &mut String,
    tick: u64,
    time: f64,
    agents: impl IntoIterator<Item = AgentView>,
) {
    let mut start = tick.to_string();
    start.push(',');
    push_number(&mut start, time);
    for agent in agents {
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
    text.push(',');
    push_integer(text, id.0);
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
        push_integer(text, node);
    }
    text.push('\n');
}

fn push_integer(text: &mut String, number: u32) {
    let mut digit_value = 1;
    while number / digit_value >= 10 {
        digit_value *= 10;
    }
    while digit_value > 0 {
        text.push(char::from(b'0' + (number / digit_value % 10) as u8));
        digit_value /= 10;
    }
}

/// The most decimal places of the 17 digits that a number from 1e-4 on has at most.
const MAX_PLACES: i32 = 21;

/// Appends `number` as `{:?}` writes it.
fn push_number(text: &mut String, number: f64) {
    // Within these bounds, both write a decimal without an exponent.
    if number == 0.0 || (1e-4..1e15).contains(&number.abs()) {
        let mut buffer = zmij::Buffer::new();
        let decimal = buffer.format_finite(number);
        // Halfway between two decimals of that length, each chooses another.
        let is_halfway = || {
            let point = decimal.bytes().position(|byte| byte == b'.');
            let places = point.map_or(0, |point| decimal.len() - point - 1);
            binary_places(number) == places as i32 + 1
        };
        if number == 0.0 || binary_places(number) > MAX_PLACES + 1 || !is_halfway() {
            text.push_str(decimal);
            return;
        }
    }
    // Writing to a string does not fail.
    let _ = write!(text, "{number:?}");
}

/// How many places a normal number has behind the point as a binary fraction, which are as many as
/// its exact decimal has; below 1 for whole numbers.
fn binary_places(number: f64) -> i32 {
    const MANTISSA_BITS: u32 = 52;
    let bits = number.to_bits();
    let exponent = (bits >> MANTISSA_BITS & 0x7ff) as i32 - 1023;
    let trailing_zeros = (bits | 1 << MANTISSA_BITS)
        .trailing_zeros()
        .min(MANTISSA_BITS);
    MANTISSA_BITS as i32 - exponent - trailing_zeros as i32
}

#[cfg(test)]
mod tests {
    use super::{push_integer, push_number};

    #[test]
    fn integers_are_written_as_the_standard_library_does() {
        for number in [0, 1, 9, 10, 99, 100, 1_000_007, u32::MAX - 1, u32::MAX] {
            let mut text = String::new();
            push_integer(&mut text, number);
            assert_eq!(text, number.to_string());
        }
    }

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
        // Halves, quarters and so on, where two decimals may be equally near.
        let fractions = (0..50).flat_map(|whole| {
            (0..40).map(move |places| 2f64.powi(whole) * 1.3125 + 2f64.powi(-places))
        });
        for number in
            random
                .chain(near_powers)
                .chain(fractions)
                .chain([0.0, -0.0, f64::INFINITY, f64::NAN])
        {
            let mut text = String::new();
            push_number(&mut text, number);
            assert_eq!(text, format!("{number:?}"));
        }
    }
}
