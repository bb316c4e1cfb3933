//! Samples in few bytes: precise enough to draw them, to plot them and to recognize them.

use super::Sample;
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::AgentId;

/// A sample without its agent, facing and field of view, in 15 bytes.
///
/// The position has the precision of `f32`, the lengths of velocity and force 14 bits, the heading
/// 11 and the direction of the force
/// 7. The velocity has the direction of the heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded([u8; 15]);

const LENGTH_BITS: u32 = 19;
const HEADING_BITS: u32 = 11;
const FORCE_BITS: u32 = 7;

impl Rounded {
    pub(super) fn new(sample: &Sample) -> Self {
        let directions = direction_code(sample.heading, HEADING_BITS) << FORCE_BITS
            | direction_code(sample.force, FORCE_BITS);
        let lengths = length_code(sample.speed()) << LENGTH_BITS | length_code(sample.steering);
        let rest = lengths << (HEADING_BITS + FORCE_BITS) | directions;
        let [x, y] = [sample.position.x, sample.position.y].map(|c| (c as f32).to_le_bytes());
        let mut bytes = [0; 15];
        bytes[..4].copy_from_slice(&x);
        bytes[4..8].copy_from_slice(&y);
        bytes[8..].copy_from_slice(&rest.to_le_bytes()[..7]);
        Self(bytes)
    }

    pub(super) fn sample(self, agent: AgentId, fov_deg: Option<f64>) -> Sample {
        let rest = self.rest();
        let heading = direction(rest >> FORCE_BITS, HEADING_BITS);
        let steering = length(rest >> (HEADING_BITS + FORCE_BITS));
        Sample {
            agent,
            position: self.position(),
            velocity: heading * self.speed(),
            heading,
            facing: heading,
            force: direction(rest, FORCE_BITS) * steering,
            steering,
            fov_deg,
            target_sight: None,
            state: None,
            meter: None,
        }
    }

    pub(super) fn position(self) -> DVec2 {
        let Self([a, b, c, d, e, f, g, h, ..]) = self;
        let coordinate = |bytes| f64::from(f32::from_le_bytes(bytes));
        DVec2::new(coordinate([a, b, c, d]), coordinate([e, f, g, h]))
    }

    pub(super) fn speed(self) -> f64 {
        length(self.rest() >> (HEADING_BITS + FORCE_BITS + LENGTH_BITS))
    }

    fn rest(self) -> u64 {
        let Self([.., a, b, c, d, e, f, g]) = self;
        u64::from_le_bytes([a, b, c, d, e, f, g, 0])
    }
}

/// The bits of a length behind its first one.
const MANTISSA_BITS: u32 = 13;
/// How many of the bits of an `f64` are cut off.
const CUT_BITS: u32 = 52 - MANTISSA_BITS;
/// What is subtracted from the exponent: lengths from 2^-31 to 2^32 are kept, and smaller ones are 0.
const BIAS: u64 = 1023 - 32;

fn length_code(length: f64) -> u64 {
    let nearest = (length.abs().to_bits() + (1 << (CUT_BITS - 1))) >> CUT_BITS;
    let code = nearest.saturating_sub(BIAS << MANTISSA_BITS);
    let highest = (1 << LENGTH_BITS) - 1;
    if code < 1 << MANTISSA_BITS {
        0
    } else {
        code.min(highest)
    }
}

fn length(code: u64) -> f64 {
    match code & ((1 << LENGTH_BITS) - 1) {
        0 => 0.0,
        code => f64::from_bits((code + (BIAS << MANTISSA_BITS)) << CUT_BITS),
    }
}

/// Where the ray along `vector` meets the square with corners on the axes, as a fraction of the way
/// around it.
pub(super) fn direction_code(vector: DVec2, bits: u32) -> u64 {
    let (x, y) = (vector.x.abs(), vector.y.abs());
    let sum = x + y;
    if !(sum > 0.0 && sum.is_finite()) {
        return 0;
    }
    let quarters = match (vector.x >= 0.0, vector.y >= 0.0) {
        (true, true) => y / sum,
        (false, true) => 1.0 + x / sum,
        (false, false) => 2.0 + y / sum,
        (true, false) => 3.0 + x / sum,
    };
    let codes = 1_u64 << bits;
    (quarters * (codes / 4) as f64 + 0.5) as u64 % codes
}

pub(super) fn direction(code: u64, bits: u32) -> DVec2 {
    let quarter = 1_u64 << (bits - 2);
    let code = code % (4 * quarter);
    let part = (code % quarter) as f64 / quarter as f64;
    let rest = 1.0 - part;
    vector::direction(match code / quarter {
        0 => DVec2::new(rest, part),
        1 => DVec2::new(-part, rest),
        2 => DVec2::new(-rest, -part),
        _ => DVec2::new(part, -rest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> impl Iterator<Item = f64> {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        std::iter::repeat_with(move || {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            (bits >> 11) as f64 / (1_u64 << 53) as f64
        })
    }

    #[test]
    fn a_rounded_sample_is_near_the_exact_one() {
        let mut number = numbers();
        let mut next = |most: f64| number.next().map_or(0.0, |n| (2.0 * n - 1.0) * most);
        for round in 0..20_000 {
            let most = 10f64.powi(round % 7 - 2);
            let heading = vector::direction(DVec2::new(next(1.0), next(1.0)));
            let force = DVec2::new(next(most), next(most));
            let exact = Sample {
                agent: AgentId(7),
                position: DVec2::new(next(most), next(most)),
                velocity: heading * next(most).abs(),
                heading,
                facing: heading,
                force,
                steering: vector::length(force),
                fov_deg: None,
                target_sight: None,
                state: None,
                meter: None,
            };
            let rounded = Rounded::new(&exact).sample(exact.agent, None);
            let near = |a: DVec2, b: DVec2, fraction: f64| {
                assert!(
                    vector::length(a - b) <= fraction * vector::length(b),
                    "{exact:?} {rounded:?}"
                );
            };
            near(rounded.position, exact.position, 1e-7);
            near(rounded.heading, exact.heading, 0.0032);
            near(rounded.velocity, exact.velocity, 0.0032);
            near(rounded.force, exact.force, 0.05);
            assert!((rounded.speed() / exact.speed() - 1.0).abs() < 6.2e-5);
            assert!((rounded.steering / exact.steering - 1.0).abs() < 6.2e-5);
            assert_eq!(Rounded::new(&rounded), Rounded::new(&exact));
        }
    }

    #[test]
    fn rest_and_the_directions_of_the_axes_are_exact() {
        for heading in [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y] {
            for speed in [0.0, 0.5, 3.0, 4096.0] {
                let exact = Sample {
                    agent: AgentId(1),
                    position: DVec2::new(-1.5, 0.0),
                    velocity: heading * speed,
                    heading,
                    facing: heading,
                    force: heading * -speed,
                    steering: speed,
                    fov_deg: Some(90.0),
                    target_sight: None,
                    state: None,
                    meter: None,
                };
                assert_eq!(Rounded::new(&exact).sample(AgentId(1), Some(90.0)), exact);
            }
        }
    }

    #[test]
    fn lengths_out_of_range_are_the_nearest_in_range() {
        assert_eq!(length(length_code(1e-12)), 0.0);
        for huge in [1e12, f64::MAX, f64::INFINITY] {
            assert!((length(length_code(huge)) / 2f64.powi(32) - 1.0).abs() < 1e-4);
        }
    }
}
