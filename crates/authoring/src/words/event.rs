//! The names of simulation events in the editor.

use steerwright_runtime::scene::EventValue;
use steerwright_runtime::simulation::EventKind;

/// A short name for the timeline and its tooltips. Nodes count from 1 in it.
pub fn event_label(event: &EventKind) -> String {
    match event {
        EventKind::NodeReached(node) => format!("Node {} reached", node + 1),
        EventKind::WaitStarted(node) => format!("Waiting at node {}", node + 1),
        EventKind::WaitEnded(node) => format!("Left node {}", node + 1),
        EventKind::PathFinished => "Path finished".into(),
        EventKind::Arrived => "Arrived".into(),
        EventKind::WaypointPicked => "Waypoint picked".into(),
        EventKind::AggroEntered => "Target entered aggro radius".into(),
        EventKind::AggroLeft => "Target left aggro radius".into(),
        EventKind::CellEntered => "Cell entered".into(),
        EventKind::LineGained => "Line of sight gained".into(),
        EventKind::LineLost => "Line of sight lost".into(),
        EventKind::SightGained => "Target noticed".into(),
        EventKind::SightLost => "Target lost from sight".into(),
        EventKind::Spawned(spawner) => format!("Spawned by spawner {spawner}"),
        EventKind::Expired(_) => "Lifetime over".into(),
        EventKind::Contact { other, .. } => format!("Contact with agent {other}"),
        EventKind::Emitted(emitted) => match &emitted.value {
            EventValue::Null => format!("Event {}", emitted.name),
            EventValue::Text(text) => format!("Event {}: {text}", emitted.name),
            EventValue::Number(number) => format!("Event {}: {number}", emitted.name),
        },
        EventKind::Met(name) => format!("Meeting {name} complete"),
        EventKind::NoiseHeard => "Noise heard".into(),
        EventKind::Touched(other) => format!("Touched agent {other}"),
        EventKind::StateEntered { name, .. } if name.is_empty() => "State entered".into(),
        EventKind::StateEntered { name, .. } => format!("State {name} entered"),
        EventKind::NoRoute => "No way to the goal".into(),
        EventKind::SearchFinished => "Search finished".into(),
    }
}
