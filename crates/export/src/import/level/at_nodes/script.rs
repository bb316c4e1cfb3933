//! What an object for a node says, in properties with the names that scene files have.

use super::references::References;
use super::{PIXELS, PIXELS_PER_SECOND, SECONDS, actions};
use crate::import::level::node_places::normalized_name;
use crate::import::level::{MapProperty, MapValue};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::limits::{ACTIONS, ALONG, NEXT};
use steerwright_runtime::scene::{
    Choose, EventValue, LookAt, NextNode, Node, NodeAction, NodeScript,
};

/// The properties of an object, of which those that are used are taken out.
struct NodeProperties<'a> {
    properties: &'a mut Vec<MapProperty>,
    /// What could not be used, with the reason.
    unused: BTreeMap<String, String>,
}

impl NodeProperties<'_> {
    fn value(&self, name: &str) -> Option<&MapProperty> {
        let mut properties = self.properties.iter();
        properties.find(|property| normalized_name(&property.name) == name)
    }

    fn remove(&mut self, name: &str) {
        self.properties
            .retain(|property| normalized_name(&property.name) != name);
    }

    /// What a property says. One that is not set is taken for absent. One that cannot be read
    /// stays, as a custom property of the node.
    fn take<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&MapValue) -> Result<T, String>,
    ) -> Option<T> {
        let property = self.value(name)?;
        if property.value.is_unset() {
            self.remove(name);
            return None;
        }
        match read(&property.value) {
            Ok(read) => {
                self.remove(name);
                Some(read)
            }
            Err(why) => {
                self.unused.insert(property.name.clone(), why);
                None
            }
        }
    }
}

/// Reads what the properties say into a node, and takes them out. Returns the names of those that
/// cannot be used, with the reasons.
pub fn read(
    properties: &mut Vec<MapProperty>,
    node: &mut Node,
    references: &References,
) -> BTreeMap<String, String> {
    let mut node_properties = NodeProperties {
        properties,
        unused: BTreeMap::new(),
    };
    let unit = references.length(1.0);
    let seconds = |value: &MapValue| within(value, 1.0, SECONDS);
    let pixels = |value: &MapValue| within(value, unit, PIXELS);
    let pixels_per_second = |value: &MapValue| within(value, unit, PIXELS_PER_SECOND);
    node.wait = node_properties.take("wait", seconds).unwrap_or(node.wait);
    node.speed = node_properties
        .take("speed", pixels_per_second)
        .or(node.speed);
    node.radius = node_properties.take("radius", pixels).or(node.radius);
    let mut script = NodeScript {
        actions: short_actions(&mut node_properties, references),
        ..NodeScript::default()
    };
    let listed = node_properties.take("actions", |value| {
        actions::actions(value, &ACTIONS, references)
    });
    script.actions.extend(listed.unwrap_or_default());
    let along = node_properties.take("along", |value| actions::along(value, &ALONG, references));
    script.along = along.unwrap_or_default();
    junction(&mut node_properties, &mut script, references);
    node.set_script(script);
    node_properties.unused
}

fn within(value: &MapValue, scale: f64, usage: &str) -> Result<f64, String> {
    let number = value.number().map(|number| {
        let scaled = number * scale;
        steerwright_runtime::geometry::decimal::rounded(scaled)
    });
    number
        .filter(|number| (0.0..=1e6).contains(number))
        .ok_or_else(|| format!("{} cannot be used; use {usage}", value.shown()))
}

fn text(value: &MapValue) -> Result<String, String> {
    let text = value.text().filter(|text| !text.is_empty());
    text.map(str::to_owned)
        .ok_or_else(|| format!("{} is not a name; use text", value.shown()))
}

fn is_on(value: &MapValue) -> Result<bool, String> {
    if let MapValue::Bool(on) = value {
        return Ok(*on);
    }
    let shown = value.shown();
    Err(format!("{shown} is not a boolean; use true or false"))
}

/// Actions that have properties of their own, in this order.
fn short_actions(
    node_properties: &mut NodeProperties<'_>,
    references: &References,
) -> Vec<NodeAction> {
    let look = node_properties.take("look", |value| {
        Ok(NodeAction::Look {
            at: look_at(value, references)?,
            turn_rate: None,
        })
    });
    let wall = node_properties.take("setwall", |value| references.wall(value));
    let set_wall = wall.map(|wall| NodeAction::SetWall {
        wall,
        open: node_properties.take("open", is_on).unwrap_or(true),
    });
    let emit = node_properties
        .take("emit", text)
        .map(|name| NodeAction::Emit {
            name,
            value: EventValue::Null,
        });
    let meet = node_properties
        .take("meet", text)
        .map(|name| NodeAction::Meet {
            name,
            count: node_properties.take("count", whole).unwrap_or(2),
        });
    [look, set_wall, emit, meet].into_iter().flatten().collect()
}

/// A point, a direction or a marker.
fn look_at(value: &MapValue, references: &References) -> Result<LookAt, String> {
    if let MapValue::Point(pixels) = value {
        let DVec2 { x, y } = references.point(*pixels);
        return Ok(LookAt::Point { x, y });
    }
    match value.number() {
        Some(deg) if deg.abs() <= 360.0 => Ok(LookAt::Direction { deg }),
        Some(deg) => Err(format!("{deg} is no direction; use -360 to 360 degrees")),
        None => references.marker(value).map(|id| LookAt::Marker { id }),
    }
}

fn whole(value: &MapValue) -> Result<u32, String> {
    let number = value.number().filter(|number| number.fract() == 0.0);
    number
        .filter(|number| (1.0..=1e6).contains(number))
        .map(|number| number as u32)
        .ok_or_else(|| {
            format!(
                "{} cannot be used; use a whole number, 1 to 1000000",
                value.shown()
            )
        })
}

/// A number with a noun, such as "2 weights".
pub(super) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Where agents go on.
fn junction(
    node_properties: &mut NodeProperties<'_>,
    script: &mut NodeScript,
    references: &References,
) {
    let next: Option<Vec<Option<NextNode>>> = node_properties.take("next", |value| {
        let is_json = value
            .text()
            .is_some_and(|text| text.trim_start().starts_with(['[', '{']));
        if is_json {
            let listed = actions::next(value, &NEXT, references)?;
            return Ok(listed.into_iter().map(Some).collect());
        }
        let parts = value.parts();
        if parts.len() as u64 > NEXT.max {
            return Err(NEXT.message());
        }
        let node = |part: &Option<MapValue>| {
            let Some(part) = part.as_ref().filter(|part| !part.is_unset()) else {
                return Ok(None);
            };
            let (path, node) = references.node(part)?;
            Ok(Some(NextNode {
                path,
                node,
                weight: 1,
            }))
        };
        parts.iter().map(node).collect()
    });
    // Entries that are not set have weights too.
    let Some(mut next) = next else { return };
    let weights = node_properties.take("weight", |value| {
        let parts = value.parts();
        if parts.len() != next.len() {
            let weights = counted(parts.len(), "weight");
            let nodes = counted(next.len(), "next node");
            let all = if next.iter().all(Option::is_some) {
                "give one for each"
            } else {
                "give one for each, also for those that are not set"
            };
            return Err(format!("it has {weights} for {nodes}; {all}"));
        }
        let weight = |part: &Option<MapValue>| part.as_ref().map_or(Ok(1), whole);
        parts
            .iter()
            .map(weight)
            .collect::<Result<Vec<u32>, String>>()
    });
    for (next, weight) in next.iter_mut().zip(weights.unwrap_or_default()) {
        if let Some(next) = next {
            next.weight = weight;
        }
    }
    script.next = next.into_iter().flatten().collect();
    let choose = node_properties.take("choose", |value| {
        match value.text().map(normalized_name).as_deref() {
            Some("random") => Ok(Choose::Random),
            Some("inturn") => Ok(Choose::InTurn),
            Some(_) | None => Err(format!(
                "{} is unknown; use \"random\" or \"in_turn\"",
                value.shown()
            )),
        }
    });
    script.choose = choose.unwrap_or_default();
    script.not_back = node_properties.take("notback", is_on).unwrap_or_default();
}
