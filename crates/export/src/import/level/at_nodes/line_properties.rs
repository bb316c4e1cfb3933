//! What a line says about all of its nodes: `wait`, `speed`, `radius` and `traversal`.

use super::script::counted;
use super::{PIXELS, PIXELS_PER_SECOND, Plan, Route, SECONDS};
use crate::import::level::merge::Import;
use crate::import::level::merger::Merger;
use crate::import::level::node_places::{normalized_name, value_of};
use crate::import::level::{MapProperty, MapValue};
use std::collections::BTreeMap;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::steering::follow_path::Traversal;

/// Whether the property `traversal` of a line says that it is closed. `None` without one.
pub fn closed_by_property(properties: &[MapProperty]) -> Option<bool> {
    let traversal = traversal(value_of(properties, "traversal")?)?;
    Some(traversal == Traversal::Loop)
}

fn traversal(value: &MapValue) -> Option<Traversal> {
    match &*normalized_name(value.text()?) {
        "loop" => Some(Traversal::Loop),
        "pingpong" => Some(Traversal::PingPong),
        "once" => Some(Traversal::Once),
        _ => None,
    }
}

impl Merger<'_> {
    /// What lines say about their nodes, by the index of the path. What is used is no longer a
    /// custom property.
    pub(super) fn path_plans(
        &mut self,
        routes: &[Route],
        import: &Import,
    ) -> BTreeMap<usize, Plan> {
        let mut plans = BTreeMap::new();
        for (index, route) in routes.iter().enumerate() {
            let Some(owned) = self.owned.get_mut(route.owned) else {
                continue;
            };
            let mut plan = None;
            let unused = &mut owned.unused;
            owned.properties.retain(|property| {
                match plan_with(&mut plan, route, property, import) {
                    Ok(is_used) => !is_used,
                    Err(why) => {
                        unused.insert(property.name.clone(), why);
                        true
                    }
                }
            });
            plans.extend(plan.map(|plan| (index, plan)));
        }
        plans
    }
}

/// Adds what a property says to a plan. Returns whether it says something.
fn plan_with(
    plan: &mut Option<Plan>,
    route: &Route,
    property: &MapProperty,
    import: &Import,
) -> Result<bool, String> {
    let scale = import.placing.pixels_per_unit;
    match &*normalized_name(&property.name) {
        "wait" | "speed" | "traversal" if property.value.is_unset() => {}
        "wait" => {
            let waits = numbers(&property.value, route, 1.0, SECONDS)?;
            for (node, wait) in plan_of(plan, route).nodes.iter_mut().zip(waits) {
                node.wait = wait.unwrap_or_default();
            }
        }
        "speed" => {
            let speeds = numbers(&property.value, route, scale, PIXELS_PER_SECOND)?;
            for (node, speed) in plan_of(plan, route).nodes.iter_mut().zip(speeds) {
                node.speed = speed;
            }
        }
        // A single one is a custom property of the line.
        "radius" if matches!(property.value, MapValue::List(_)) => {
            let radii = numbers(&property.value, route, scale, PIXELS)?;
            for (node, radius) in plan_of(plan, route).nodes.iter_mut().zip(radii) {
                node.radius = radius;
            }
        }
        "traversal" => {
            let traversal = traversal(&property.value).ok_or_else(|| {
                let shown = property.value.shown();
                format!("{shown} is unknown; use \"loop\", \"ping_pong\" or \"once\"")
            })?;
            plan_of(plan, route).traversal = traversal;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn plan_of<'a>(plan: &'a mut Option<Plan>, route: &Route) -> &'a mut Plan {
    plan.get_or_insert_with(|| Plan::nothing(route))
}

/// A number for each node of a path, from one number or a list with as many as the line has points.
/// `usage` says which numbers can be used.
fn numbers(
    value: &MapValue,
    route: &Route,
    scale: f64,
    usage: &str,
) -> Result<Vec<Option<f64>>, String> {
    let parts = value.parts();
    let is_list = parts.len() != 1 || matches!(value, MapValue::List(_));
    if is_list && parts.len() != route.count {
        let (values, nodes) = (counted(parts.len(), "value"), counted(route.count, "node"));
        return Err(format!(
            "it has {values}, but the line has {nodes}; give one number, or one for each node"
        ));
    }
    let number = |part: &MapValue| {
        let number = part.number().map(|number| rounded(number / scale));
        number
            .filter(|number| (0.0..=1e6).contains(number))
            .ok_or_else(|| format!("{} cannot be used; use {usage}", part.shown()))
    };
    let one = |part: &Option<MapValue>| part.as_ref().map(number).transpose();
    if is_list {
        let known: Vec<Option<f64>> = parts.iter().map(one).collect::<Result<_, _>>()?;
        let of_node = |number: &usize| known.get(*number).copied().flatten();
        return Ok(route.numbers.iter().map(of_node).collect());
    }
    let same = number(value)?;
    Ok(vec![Some(same); route.points.len()])
}
