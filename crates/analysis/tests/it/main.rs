//! What is said about a motion.

mod lint;
mod shipped_motion;
