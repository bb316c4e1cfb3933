//! How the editor presents what agents do at nodes.

use steerwright_runtime::scene::{EventValue, LookAt, NodeAction, Scene};

/// Every action with the values that it has when it is added, in the order of menus. Doors can be
/// switched if the scene has one.
#[must_use]
pub fn all(scene: &Scene) -> Vec<NodeAction> {
    let mut all = vec![
        NodeAction::Wait { min: 1.0, max: 3.0 },
        NodeAction::Look {
            at: LookAt::Direction { deg: 90.0 },
            turn_rate: Some(120.0),
        },
        NodeAction::Sweep {
            from_deg: 45.0,
            to_deg: 135.0,
            times: 2,
            turn_rate: Some(90.0),
        },
        NodeAction::Speed { limit: Some(1.0) },
        NodeAction::Emit {
            name: "event".to_owned(),
            value: EventValue::Null,
        },
    ];
    if let Some(door) = scene.walls.iter().find(|wall| wall.open.is_some()) {
        all.push(NodeAction::SetWall {
            wall: door.id,
            open: true,
        });
    }
    all.push(NodeAction::Meet {
        name: "meeting".to_owned(),
        count: 2,
    });
    all
}

/// The name of an action in menus.
#[must_use]
pub fn label(action: &NodeAction) -> &'static str {
    match action {
        NodeAction::Wait { .. } => "Wait",
        NodeAction::Look { .. } => "Look",
        NodeAction::Sweep { .. } => "Sweep",
        NodeAction::Speed { .. } => "Limit speed",
        NodeAction::Emit { .. } => "Emit event",
        NodeAction::SetWall { .. } => "Open or close door",
        NodeAction::Meet { .. } => "Meet",
    }
}

/// What an action does.
#[must_use]
pub fn help(action: &NodeAction) -> &'static str {
    match action {
        NodeAction::Wait { .. } => "Waits for a time, drawn between two values.",
        NodeAction::Look { .. } => "Stops and turns to a direction, a point or a marker.",
        NodeAction::Sweep { .. } => "Stops and turns between two directions.",
        NodeAction::Speed { .. } => "Limits the speed from here on, until another limit.",
        NodeAction::Emit { .. } => "Tells the game, with a name and a text or number.",
        NodeAction::SetWall { .. } => "Switches a door at the end of the tick.",
        NodeAction::Meet { .. } => "Waits until enough agents wait at meetings of the same name.",
    }
}
