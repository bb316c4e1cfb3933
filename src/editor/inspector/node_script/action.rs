//! The values of an action.

use crate::editor::inspector::event_value::value_ui;
use crate::editor::inspector::field::{self, Changed, Optional};
use crate::editor::inspector::name_field;
use crate::editor::inspector::states::door_ui;
use egui::Ui;
use glam::DVec2;
use steerwright_runtime::parameter::{self, MAX_COORDINATE};
use steerwright_runtime::scene::{LookAt, MarkerId, NodeAction, Scene};

/// Draws the values of an action.
pub(super) fn action_ui(
    ui: &mut Ui,
    scene: &Scene,
    action: &mut NodeAction,
    unit: &str,
) -> Changed {
    let table = parameter::of_action(action);
    let range = |key| field::range_of(table, key);
    match action {
        NodeAction::Wait { min, max } => wait_ui(ui, min, max, range("max")),
        NodeAction::Look { at, turn_rate } => {
            let looked = look_ui(ui, scene, at, unit);
            looked.or(turn_rate_ui(ui, turn_rate, range("turn_rate")))
        }
        NodeAction::Sweep {
            from_deg,
            to_deg,
            times,
            turn_rate,
        } => {
            let help = "The direction that it turns to first. 0° is to the right, 90° up.";
            let mut changed = field::number_ui(ui, "From", help, from_deg, range("from_deg"), "°");
            let help = "The direction that it turns to then.";
            changed = changed.or(field::number_ui(
                ui,
                "To",
                help,
                to_deg,
                range("to_deg"),
                "°",
            ));
            let help = "How often it turns from one to the other.";
            changed = changed.or(count_ui(ui, "Times", help, times, range("times")));
            changed.or(turn_rate_ui(ui, turn_rate, range("turn_rate")))
        }
        NodeAction::Speed { limit } => {
            let suffix = format!(" {unit}/s");
            let about = Optional {
                name: "Limit",
                help: "The highest speed from here on.",
                unset: "no limit",
                inherits: false,
                first: 1.0,
                range: range("limit"),
                suffix: &suffix,
                decimals: 3,
                slider: None,
            };
            field::optional_ui(ui, &about, limit)
        }
        NodeAction::Emit { name, value } => {
            let named = name_field::name_ui(ui, "Event", "The name of the event.", name);
            named.or(value_ui(ui, value))
        }
        NodeAction::SetWall { wall, open } => door_ui(ui, scene, wall, open),
        NodeAction::Meet { name, count } => {
            let help = "Agents that wait at meetings of the same name go on together.";
            let named = name_field::name_ui(ui, "Meeting", help, name);
            let help = "How many agents must wait before they go on.";
            named.or(count_ui(ui, "Agents", help, count, range("count")))
        }
    }
}

fn count_ui(ui: &mut Ui, name: &str, help: &str, count: &mut u32, range: (f64, f64)) -> Changed {
    let mut value = f64::from(*count);
    let changed = field::count_ui(ui, name, help, &mut value, range);
    // `as` saturates.
    *count = value.round().clamp(range.0, range.1) as u32;
    changed
}

fn wait_ui(ui: &mut Ui, min: &mut f64, max: &mut f64, range: (f64, f64)) -> Changed {
    let shortest = field::number_ui(ui, "Shortest", "The shortest time.", min, range, " s");
    let longest = field::number_ui(ui, "Longest", "The longest time.", max, range, " s");
    if shortest.is_some() {
        *max = max.max(*min);
    } else if longest.is_some() {
        *min = min.min(*max);
    }
    shortest.or(longest)
}

fn turn_rate_ui(ui: &mut Ui, turn_rate: &mut Option<f64>, range: (f64, f64)) -> Changed {
    let about = Optional {
        name: "Turn rate",
        help: "How fast it turns.",
        unset: "as its facing says",
        inherits: false,
        first: 120.0,
        range,
        suffix: "°/s",
        decimals: 3,
        slider: None,
    };
    field::optional_ui(ui, &about, turn_rate)
}

#[derive(Clone, Copy, PartialEq)]
enum LookKind {
    Direction,
    Point,
    Marker,
}

fn look_ui(ui: &mut Ui, scene: &Scene, at: &mut LookAt, unit: &str) -> Changed {
    let before = match at {
        LookAt::Direction { .. } => LookKind::Direction,
        LookAt::Point { .. } => LookKind::Point,
        LookAt::Marker { .. } => LookKind::Marker,
    };
    let mut kinds = vec![
        (
            LookKind::Direction,
            "Direction",
            "Always the same direction.",
        ),
        (LookKind::Point, "Point", "A place."),
    ];
    if !scene.markers.is_empty() {
        let help = "A marker, also if the game moves it.";
        kinds.push((LookKind::Marker, "Marker", help));
    }
    let mut kind = before;
    let changed = field::choice_ui(ui, "At", "What it turns to.", &mut kind, &kinds);
    if kind != before {
        *at = match (kind, scene.markers.first()) {
            (LookKind::Marker, Some(marker)) => LookAt::Marker { id: marker.id },
            (LookKind::Point | LookKind::Marker, _) => LookAt::Point { x: 0.0, y: 0.0 },
            (LookKind::Direction, _) => LookAt::Direction { deg: 90.0 },
        };
    }
    let set = match at {
        LookAt::Direction { deg } => {
            let help = "0° is to the right, 90° up.";
            let range = field::range_of(parameter::LOOK_AT, "deg");
            field::number_ui(ui, "Direction", help, deg, range, "°")
        }
        LookAt::Point { x, y } => {
            let suffix = format!(" {unit}");
            let mut point = DVec2::new(*x, *y);
            let set = field::pair_ui(ui, "Point", "", &mut point, MAX_COORDINATE, &suffix);
            (*x, *y) = (point.x, point.y);
            set
        }
        LookAt::Marker { id } => {
            let options: Vec<(MarkerId, &str, &str)> = (scene.markers.iter())
                .map(|marker| (marker.id, marker.name.as_str(), ""))
                .collect();
            field::choice_ui(ui, "Marker", "The marker that it turns to.", id, &options)
        }
    };
    changed.or(set)
}
