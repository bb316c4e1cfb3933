//! Variants of presets: what an agent changes for itself, while everything else follows the preset.
//!
//! A variant is a preset of its own, so simulations and exports need not know about it. It differs
//! from its base only where it was changed: [`update`] passes every other change of the base on to
//! it.

use crate::edit::naming::free_name;
use crate::properties;
use serde_json::{Map, Value};
use std::sync::Arc;
use steerwright_runtime::scene::{AgentId, Preset, PresetId, Properties, ReferenceKind, Scene};

/// What a variant does not take over from its base.
const OWN: [&str; 2] = ["id", "name"];

/// The field of the custom properties, each of which is a value of its own.
const PROPERTIES: &str = "properties";

/// A value in which a variant differs from its base.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Where it is in the preset: field names, and the indices of behaviors.
    pub place: Vec<String>,
    /// The value of the base. Null: not set.
    pub base: Value,
    /// The value of the variant. Null: not set.
    pub own: Value,
}

impl Difference {
    /// Whether it is in a custom property, whose name is the last step of the place.
    pub fn is_property(&self) -> bool {
        self.place.first().is_some_and(|field| field == PROPERTIES)
    }
}

/// The preset that this one is a variant of.
pub fn base_of(scene: &Scene, id: PresetId) -> Option<&Preset> {
    let base = scene.editor.variants.get(&id)?;
    scene.preset(*base)
}

/// Gives an agent a variant of its preset and returns the variant. A variant of a variant follows
/// the same base. `None` if there is no such agent or preset.
pub fn give_variant(scene: &mut Scene, agent: AgentId) -> Option<PresetId> {
    let from = scene.agent(agent)?.preset;
    let base = scene.editor.variants.get(&from).copied().unwrap_or(from);
    let mut variant = scene.preset(from)?.clone();
    variant.id = scene.next_preset_id();
    let names = || scene.presets.iter().map(|preset| preset.name.as_str());
    let name = format!(
        "{} ({})",
        scene.preset(base)?.name,
        scene.agent(agent)?.name
    );
    variant.name = free_name(&name, names());
    let id = variant.id;
    // After its base and the other variants.
    let index = scene.presets.iter().rposition(|preset| {
        preset.id == base || scene.editor.variants.get(&preset.id) == Some(&base)
    })?;
    scene.presets.insert(index + 1, Arc::new(variant));
    scene.editor_mut().variants.insert(id, base);
    scene.agent_mut(agent)?.preset = id;
    Some(id)
}

/// Makes a variant an independent preset.
pub fn make_independent(scene: &mut Scene, id: PresetId) {
    scene.editor_mut().variants.remove(&id);
}

/// Removes a variant. Its agents and spawners use its base again.
pub fn remove_variant(scene: &mut Scene, id: PresetId) {
    let Some(base) = scene.editor_mut().variants.remove(&id) else {
        return;
    };
    let users: Vec<AgentId> = scene
        .agents
        .iter()
        .filter(|agent| agent.preset == id)
        .map(|agent| agent.id)
        .collect();
    for user in users {
        if let Some(agent) = scene.agent_mut(user) {
            agent.preset = base;
        }
    }
    for spawner in &mut scene.spawners {
        if spawner.preset == id {
            Arc::make_mut(spawner).preset = base;
        }
    }
    for rule in &mut scene.contacts {
        if rule.first == id || rule.second == id {
            let rule = Arc::make_mut(rule);
            for group in [&mut rule.first, &mut rule.second] {
                if *group == id {
                    *group = base;
                }
            }
        }
    }
    scene.presets.retain(|preset| preset.id != id);
    properties::redirect(scene, ReferenceKind::Presets, id.0, base.0);
}

/// In what a variant differs from its base, in the order of the fields of a preset file.
pub fn differences(scene: &Scene, id: PresetId) -> Vec<Difference> {
    let mut found = Vec::new();
    if let (Some(base), Some(variant)) = (base_of(scene, id), scene.preset(id)) {
        collect(
            &value_of(base),
            &value_of(variant),
            &mut Vec::new(),
            &mut found,
        );
        found.extend(property_differences(&base.properties, &variant.properties));
    }
    found
}

/// Sets a value of a variant to that of its base again.
pub fn revert(scene: &mut Scene, id: PresetId, difference: &Difference) {
    if let (true, Some(name)) = (difference.is_property(), difference.place.last()) {
        let of_base = base_of(scene, id).map(|base| base.properties.clone());
        let value = of_base.as_ref().and_then(|values| values.get(name));
        if let Some(variant) = scene.preset_mut(id) {
            match value {
                Some(value) => variant.properties.set(name, value.clone()),
                None => drop(variant.properties.remove(name)),
            }
        }
        return;
    }
    set_value(scene, id, &difference.place, &difference.base);
}

/// Sets the value at a place of a preset. Null removes it. What the preset cannot have there is
/// ignored.
pub(crate) fn set_value(scene: &mut Scene, id: PresetId, place: &[String], new: &Value) {
    let Some(preset) = scene.preset(id) else {
        return;
    };
    let mut value = value_of(preset);
    let mut at = &mut value;
    let Some((last, parents)) = place.split_last() else {
        return;
    };
    for step in parents {
        let inner = match at {
            Value::Object(fields) => fields.get_mut(step),
            Value::Array(items) => step.parse().ok().and_then(|i: usize| items.get_mut(i)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        };
        let Some(inner) = inner else { return };
        at = inner;
    }
    match at {
        Value::Object(fields) if new.is_null() => drop(fields.remove(last)),
        Value::Object(fields) => drop(fields.insert(last.clone(), new.clone())),
        Value::Array(items) => {
            if let Some(item) = last.parse().ok().and_then(|i: usize| items.get_mut(i)) {
                item.clone_from(new);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    replace(scene, id, value);
}

/// Passes the changes of presets between two scenes on to their variants in the later one, except
/// where a variant differed from its base before.
pub fn update(before: &Scene, scene: &mut Scene) {
    let mut changed = Vec::new();
    for (&id, &base) in &scene.editor.variants {
        if before.editor.variants.get(&id) != Some(&base) {
            continue;
        }
        let (Some(base_before), Some(variant_before)) = (before.preset(base), before.preset(id))
        else {
            continue;
        };
        let (Some(base), Some(variant)) = (scene.preset(base), scene.preset(id)) else {
            continue;
        };
        if base == base_before {
            continue;
        }
        let old = value_of(variant);
        let new = followed(
            (&value_of(base_before), &value_of(base)),
            (&value_of(variant_before), &old),
        );
        let properties = followed_properties(
            (&base_before.properties, &base.properties),
            (&variant_before.properties, &variant.properties),
        );
        if new != old || properties != variant.properties {
            changed.push((id, new, properties));
        }
    }
    for (id, value, properties) in changed {
        replace(scene, id, value);
        if let Some(variant) = scene.preset_mut(id) {
            variant.properties = properties;
        }
    }
}

/// The custom properties of a variant after those of its base changed.
fn followed_properties(
    base: (&Properties, &Properties),
    variant: (&Properties, &Properties),
) -> Properties {
    let mut new = variant.1.clone();
    let names = base.0.iter().chain(base.1.iter()).map(|(name, _)| name);
    for name in names {
        let (before, now) = (base.0.get(name), base.1.get(name));
        if before != now && variant.0.get(name) == before {
            match now {
                Some(value) => new.set(name, value.clone()),
                None => drop(new.remove(name)),
            }
        }
    }
    new
}

fn property_differences(base: &Properties, variant: &Properties) -> Vec<Difference> {
    let more = variant.iter().filter(|(name, _)| base.get(name).is_none());
    let names = base.iter().chain(more).map(|(name, _)| name);
    let json = |values: &Properties, name: &str| {
        let value = values.get(name).map(serde_json::to_value);
        value.and_then(Result::ok).unwrap_or_default()
    };
    let differing = names.filter(|name| base.get(name) != variant.get(name));
    differing
        .map(|name| Difference {
            place: vec![PROPERTIES.into(), name.into()],
            base: json(base, name),
            own: json(variant, name),
        })
        .collect()
}

/// The value of a variant after its base changed.
fn followed(base: (&Value, &Value), variant: (&Value, &Value)) -> Value {
    if base.0 == base.1 {
        return variant.1.clone();
    }
    if variant.0 == base.0 {
        return base.1.clone();
    }
    match (base.0, base.1, variant.0, variant.1) {
        (Value::Object(a), Value::Object(b), Value::Object(c), Value::Object(d))
            if is_same_kind(a, b) && is_same_kind(b, c) && is_same_kind(c, d) =>
        {
            let mut keys: Vec<&String> = b.keys().collect();
            keys.extend(d.keys().filter(|key| !b.contains_key(*key)));
            let of = |fields: &Map<String, Value>, key: &str| {
                fields.get(key).cloned().unwrap_or_default()
            };
            let fields = keys.into_iter().filter_map(|key| {
                let value = followed((&of(a, key), &of(b, key)), (&of(c, key), &of(d, key)));
                (!value.is_null()).then(|| (key.clone(), value))
            });
            Value::Object(fields.collect())
        }
        (Value::Array(a), Value::Array(b), Value::Array(c), Value::Array(d))
            if a.len() == b.len() && b.len() == c.len() && c.len() == d.len() =>
        {
            let base = a.iter().zip(b);
            let variant = c.iter().zip(d);
            base.zip(variant)
                .map(|(base, variant)| followed(base, variant))
                .collect()
        }
        _ => variant.1.clone(),
    }
}

fn collect(base: &Value, variant: &Value, place: &mut Vec<String>, found: &mut Vec<Difference>) {
    if base == variant {
        return;
    }
    let mut enter = |step: String, base: &Value, variant: &Value| {
        place.push(step);
        collect(base, variant, place, found);
        place.pop();
    };
    match (base, variant) {
        (Value::Object(a), Value::Object(b)) if is_same_kind(a, b) => {
            let more = b.keys().filter(|key| !a.contains_key(*key));
            for key in a.keys().chain(more) {
                let of = |fields: &Map<String, Value>| fields.get(key).cloned().unwrap_or_default();
                enter(key.clone(), &of(a), &of(b));
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                enter(i.to_string(), a, b);
            }
        }
        _ => found.push(Difference {
            place: place.clone(),
            base: base.clone(),
            own: variant.clone(),
        }),
    }
}

/// Whether two objects are of the same kind. Behaviors of different kinds have no field in common,
/// not even their name.
fn is_same_kind(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    a.keys().any(|key| b.contains_key(key))
}

/// A preset as in its file, without what a variant has of its own and without custom properties.
pub(crate) fn value_of(preset: &Preset) -> Value {
    // Numbers are finite and keys are texts, so this does not fail.
    let mut value = serde_json::to_value(preset).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        fields.retain(|key, _| !OWN.contains(&key.as_str()) && key != PROPERTIES);
    }
    value
}

/// Replaces a preset, except for what a variant has of its own.
fn replace(scene: &mut Scene, id: PresetId, mut value: Value) {
    let Some(stored) = scene.preset_mut(id) else {
        return;
    };
    if let Value::Object(fields) = &mut value {
        fields.insert("id".into(), id.0.into());
        fields.insert("name".into(), stored.name.clone().into());
    }
    if let Ok(preset) = serde_json::from_value::<Preset>(value) {
        let properties = std::mem::take(&mut stored.properties);
        *stored = preset;
        stored.properties = properties;
    }
}
