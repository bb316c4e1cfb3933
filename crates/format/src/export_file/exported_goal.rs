//! Goals and routes of an export: fields beside the other parameters.

use crate::read_value;
use serde_json::{Map, Value};
use steerwright_runtime::scene::{Behavior, WeightedBehavior};
use steerwright_runtime::steering::{Goal, RouteMode};

/// The goal among the fields of a behavior or term, which it takes out. None if there is none.
pub(super) fn take_goal(fields: &mut Map<String, Value>) -> Result<Option<Goal>, String> {
    let goal = fields.remove("goal");
    let ahead = fields.remove("ahead").filter(|ahead| !ahead.is_null());
    match (goal, ahead) {
        (Some(Value::String(goal)), Some(ahead)) if goal == "last_seen_ahead" => {
            let ahead = ahead.as_f64().ok_or("\"ahead\" is not a number")?;
            Ok(Some(Goal::LastSeenAhead { ahead }))
        }
        (Some(Value::String(goal)), None) if goal == "last_seen_ahead" => {
            Err("the goal \"last_seen_ahead\" needs the field \"ahead\"".into())
        }
        (_, Some(_)) => Err("\"ahead\" belongs to the goal \"last_seen_ahead\"".into()),
        (Some(goal), None) => read_value(&goal)
            .map(Some)
            .map_err(|error| format!("\"goal\": {error}")),
        (None, None) => Ok(None),
    }
}

/// The route among the fields of a behavior, which it takes out.
pub(super) fn take_route(fields: &mut Map<String, Value>) -> Result<RouteMode, String> {
    match fields.remove("route") {
        None => Ok(RouteMode::Direct),
        Some(route) => read_value(&route).map_err(|error| format!("\"route\": {error}")),
    }
}

/// A behavior with the goal and the route that are among its fields.
pub(super) fn weighted(
    weight: f64,
    behavior: Behavior,
    fields: &mut Map<String, Value>,
) -> Result<WeightedBehavior, String> {
    let mut weighted = WeightedBehavior::weighing(weight, behavior);
    if behavior.has_goal()
        && let Some(goal) = take_goal(fields)?
    {
        weighted.goal = goal;
    }
    if behavior.has_route() {
        weighted.route = take_route(fields)?;
    }
    Ok(weighted)
}
