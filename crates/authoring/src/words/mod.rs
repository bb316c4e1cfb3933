//! How the editor says what is in a scene and what happened.

pub mod event;
pub mod goal;
pub mod node_action;
pub mod reason;
pub mod term;
