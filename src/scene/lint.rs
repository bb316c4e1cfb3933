//! Patrol lint: what the numbers say about the motion before it is run.
use super::*;
use crate::steering::Body;
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Finding {
    pub place: Place,
    pub pointer: String,
    pub headline: String,
    pub advice: String,
}
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Place {
    Path(PathId),
    Node(PathId, NodeId),
    Agent(AgentId),
    Preset(PresetId, Option<usize>),
}
/// tmp
pub fn findings(_: &Scene) -> Vec<Finding> {
    vec![]
}
/// tmp
pub fn damping_ratio(slow: f64, body: &Body) -> f64 {
    0.5 * ((slow / body.max_speed) / (body.mass * body.time_to_target)).sqrt()
}
/// tmp
pub fn critical_slow_radius(body: &Body) -> f64 {
    4.0 * body.mass * body.time_to_target * body.max_speed
}
