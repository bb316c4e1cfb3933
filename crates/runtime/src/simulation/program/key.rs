//! Which states share a program: those whose motion differs in nothing that a tick looks at.

use crate::scene::{Behavior, Motion};
use crate::steering::follow_path::{Resume, Start};
use crate::steering::{Body, Noise};

/// A motion as a text: two states share a program if these are equal.
///
/// The body is not part of it, nor where a path is started: that is looked at only where an agent
/// enters, or enters a state. Every number is written so that it reads back the same.
pub(crate) fn key(motion: &Motion) -> String {
    let mut motion = motion.clone();
    for weighted in motion.behaviors_mut() {
        if let Behavior::FollowPath(follow) = &mut weighted.behavior {
            (follow.start, follow.resume) = (Start::default(), Resume::default());
        }
    }
    format!("{motion:?}")
}

/// A body as words: everything that moves an agent or that others hear.
pub(crate) fn body_key(body: &Body) -> [u64; 9] {
    let Body {
        mass,
        max_speed,
        max_force,
        time_to_target,
        idle,
        radius,
        noise,
    } = *body;
    let Noise {
        speed,
        radius: heard,
    } = noise.unwrap_or_default();
    [
        mass.to_bits(),
        max_speed.to_bits(),
        max_force.to_bits(),
        time_to_target.to_bits(),
        idle as u64,
        radius.to_bits(),
        u64::from(noise.is_some()),
        speed.to_bits(),
        heard.to_bits(),
    ]
}
