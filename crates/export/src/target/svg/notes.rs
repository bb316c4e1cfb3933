//! What agents do at a node, in words: in brief as its label, and in full as its tooltip.

use super::shape;
use steerwright_runtime::scene::{Choose, EventValue, LookAt, NextNode, Node, NodeAction, Scene};

/// A label names no more actions.
const MAX_ACTIONS: usize = 2;
/// The longest action in a label.
const ACTION_CHARS: usize = 24;
/// The longest name in an action.
const NAME_CHARS: usize = 28;

/// The lines of the label of a node: its wait and its speed limit, and its first actions.
pub fn label(node: &Node, scene: &Scene) -> Vec<String> {
    let actions = actions(node, scene);
    let shown = actions.iter().take(MAX_ACTIONS);
    let mut brief: Vec<String> = shown
        .map(|action| shape::cut(action, ACTION_CHARS))
        .collect();
    if actions.len() > MAX_ACTIONS {
        brief.push(format!("+{} more", actions.len() - MAX_ACTIONS));
    }
    if !node.next().is_empty() {
        brief.push("junction".into());
    }
    let lines = [limits(node, scene), brief].map(|notes| notes.join(", "));
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// The lines of the tooltip of a node, without its custom properties.
pub fn lines(node: &Node, scene: &Scene) -> Vec<String> {
    let mut lines = limits(node, scene);
    lines.extend(actions(node, scene));
    let how = match node.script.as_ref().map(|script| script.choose) {
        Some(Choose::InTurn) => "in turn",
        Some(Choose::Random) | None => "at random",
    };
    if !node.next().is_empty() {
        lines.push(format!("goes on {how} to:"));
        lines.extend(node.next().iter().map(|next| choice(next, scene)));
    }
    if node.script.as_ref().is_some_and(|script| script.not_back) {
        lines.push("but not back".into());
    }
    lines
}

fn choice(next: &NextNode, scene: &Scene) -> String {
    let path = scene.path(next.path);
    let name = path.map_or("", |path| path.name.as_str());
    let index = path.and_then(|path| path.nodes.iter().position(|node| node.id == next.node));
    let number = index.map_or_else(String::new, |index| (index + 1).to_string());
    let name = shape::cut(name, NAME_CHARS);
    format!("  {name}, node {number}, weight {}", next.weight)
}

fn limits(node: &Node, scene: &Scene) -> Vec<String> {
    let wait = (node.wait > 0.0).then(|| format!("waits {} s", node.wait));
    let speed = node
        .speed
        .map(|speed| format!("≤ {}", speed_text(speed, scene)));
    wait.into_iter().chain(speed).collect()
}

fn speed_text(speed: f64, scene: &Scene) -> String {
    format!("{speed} {}/s", unit(scene))
}

fn unit(scene: &Scene) -> String {
    shape::cut(&scene.unit, 12)
}

fn actions(node: &Node, scene: &Scene) -> Vec<String> {
    let at_node = node.actions().iter().map(|action| words(action, scene));
    let along = node.along().iter().map(|along| {
        let words = words(&along.action, scene);
        format!("{words} after {} {}", along.distance, unit(scene))
    });
    at_node.chain(along).collect()
}

fn words(action: &NodeAction, scene: &Scene) -> String {
    match action {
        NodeAction::Wait { min, max } if min == max => format!("waits {min} s"),
        NodeAction::Wait { min, max } => format!("waits {min} to {max} s"),
        NodeAction::Look { at, .. } => match at {
            LookAt::Direction { deg } => format!("looks in direction {deg}°"),
            LookAt::Point { x, y } => format!("looks at ({x}, {y})"),
            LookAt::Marker { id } => {
                let name = scene.marker(*id).map_or("", |marker| marker.name.as_str());
                format!("looks at {}", named(name, "a marker"))
            }
        },
        NodeAction::Sweep {
            from_deg,
            to_deg,
            times,
            ..
        } => format!("sweeps {from_deg}° to {to_deg}°, {times}×"),
        NodeAction::Speed { limit } => limit.map_or_else(
            || "no speed limit from here".to_owned(),
            |limit| format!("≤ {} from here", speed_text(limit, scene)),
        ),
        NodeAction::Emit { name, value } => {
            let value = match value {
                EventValue::Null => String::new(),
                EventValue::Text(text) => format!(" {text}"),
                EventValue::Number(number) => format!(" {number}"),
            };
            format!("emits {}{value}", named(name, "an event"))
        }
        NodeAction::SetWall { wall, open } => {
            let verb = if *open { "opens" } else { "closes" };
            let name = scene.wall(*wall).map_or("", |wall| wall.name.as_str());
            format!("{verb} {}", named(name, "a door"))
        }
        NodeAction::Meet { name, count } => {
            format!("meets {count} at {}", named(name, "a meeting"))
        }
    }
}

fn named(name: &str, otherwise: &str) -> String {
    let name = shape::cut(name, NAME_CHARS);
    if name.is_empty() {
        otherwise.to_owned()
    } else {
        name
    }
}
