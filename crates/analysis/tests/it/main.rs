//! What is said about a motion.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod lint;
mod shipped_motion;
