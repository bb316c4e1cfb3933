//! Spawners and contact rules in an export.

use super::derived::Expected;
use super::exported_spawner::{ExportedContact, ExportedPlace, ExportedSpawner, ExportedWhen};
use super::exported_target::target_value;
use super::placed_scene::PlacedScene;
use super::preset_fields::preset_fields;
use crate::FormatError;
use glam::DVec2;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use steerwright_runtime::scene::{
    Agent, Contact, Preset, PresetId, SpawnEdge, SpawnPlace, SpawnWhen, Spawner,
};
use steerwright_runtime::simulation::random;

/// The lists of spawners and contact rules; those that are empty are not written.
pub(super) fn lists<'a>(
    placed: &'a PlacedScene,
    agents: &[&'a Agent],
    spawners: Vec<&'a Spawner>,
    contacts: &[&Contact],
) -> Vec<(&'static str, Expected<'a>)> {
    let mut lists = Vec::new();
    let contacts = contact_values(placed, agents, &spawners, contacts);
    if !spawners.is_empty() {
        let spawner = move |i: usize| spawner_value(spawners[i], placed).into();
        let count = placed.scene.spawners.len();
        lists.push(("spawners", Expected::List(count, Box::new(spawner))));
    }
    if !contacts.is_empty() {
        lists.push(("contacts", Value::Array(contacts).into()));
    }
    lists
}

fn spawner_value(spawner: &Spawner, placed: &PlacedScene) -> Value {
    let scene = &placed.scene;
    let (when, trigger) = match &spawner.when {
        SpawnWhen::Time => ("time", None),
        SpawnWhen::Press => ("press", None),
        SpawnWhen::Trigger(name) => ("trigger", Some(name)),
    };
    let ticks = spawner.ticks(scene.dt());
    let mut value = json!({
        "id": spawner.id,
        "name": spawner.name,
        "place": place_value(spawner.place, placed),
        "scatter": spawner.scatter,
        "when": when,
        "trigger": trigger,
        "delay": spawner.delay,
        "delay_ticks": ticks.delay,
        "every": spawner.every,
        "every_ticks": ticks.every,
        "jitter": spawner.jitter,
        "jitter_ticks": ticks.jitter,
        "count": spawner.count,
        "times": spawner.times,
        "max_alive": spawner.max_alive,
        "lifetime": spawner.lifetime,
        "lifetime_ticks": ticks.lifetime,
        "path": spawner.path,
        "target": spawner.target.map(target_value),
        "danger": spawner.danger.map(target_value),
        "leader": spawner.leader,
        "random_state": random::initial_words_of_spawner(scene.seed, spawner.id),
    });
    if let (Value::Object(fields), Some(team)) = (&mut value, &spawner.team) {
        fields.insert("team".into(), team.as_str().into());
    }
    if let (Value::Object(fields), Some(preset)) = (&mut value, scene.preset(spawner.preset)) {
        fields.extend(preset_fields(preset, scene.dt()));
    }
    value
}

fn place_value(place: SpawnPlace, placed: &PlacedScene) -> Value {
    match place {
        SpawnPlace::Point(DVec2 { x, y }) => {
            json!({ "kind": "point", "x": x, "y": placed.y(y) })
        }
        SpawnPlace::Marker(id) => json!({ "kind": "marker", "id": id }),
        SpawnPlace::Agent(id) => json!({ "kind": "agent", "id": id }),
        SpawnPlace::Edge(SpawnEdge { from, to }) => {
            json!({ "kind": "edge", "x": from.x, "y": placed.y(from.y), "x2": to.x, "y2": placed.y(to.y) })
        }
    }
}

/// The rules between presets that some agent or spawner has, by id. Others can never apply.
fn contact_values(
    placed: &PlacedScene,
    agents: &[&Agent],
    spawners: &[&Spawner],
    contacts: &[&Contact],
) -> Vec<Value> {
    let scene = &placed.scene;
    if contacts.is_empty() {
        return Vec::new();
    }
    let used = agents.iter().map(|agent| agent.preset);
    let numbers = numbers_of_presets(
        used.chain(spawners.iter().map(|spawner| spawner.preset)),
        |id| scene.preset(id),
    );
    let value = |rule: &Contact| {
        Some(json!({
            "id": rule.id,
            "name": rule.name,
            "first": numbers.get(&rule.first)?,
            "second": numbers.get(&rule.second)?,
            "distance": rule.distance,
            "margin": rule.margin,
            "despawn": rule.despawn,
        }))
    };
    contacts.iter().filter_map(|rule| value(rule)).collect()
}

/// The numbers that a reader of the export gives to the presets: equal ones have the same.
fn numbers_of_presets<'a>(
    used: impl Iterator<Item = PresetId>,
    preset: impl Fn(PresetId) -> Option<&'a Preset>,
) -> BTreeMap<PresetId, u32> {
    let mut numbers = BTreeMap::new();
    let mut different: Vec<&Preset> = Vec::new();
    for id in used {
        if numbers.contains_key(&id) {
            continue;
        }
        let Some(preset) = preset(id) else { continue };
        let known = different
            .iter()
            .position(|known| moves_and_looks_as(known, preset));
        let at = known.unwrap_or_else(|| {
            different.push(preset);
            different.len() - 1
        });
        numbers.insert(id, at as u32 + 1);
    }
    numbers
}

/// Whether two presets are one in an export.
pub(super) fn moves_and_looks_as(a: &Preset, b: &Preset) -> bool {
    let Preset {
        id: _,
        name,
        description: _,
        properties,
        color,
        body,
        facing,
        sight,
        watches,
        hearing,
        alert,
        motion,
        state,
        states,
    } = a;
    (name, color, body, facing, sight) == (&b.name, &b.color, &b.body, &b.facing, &b.sight)
        && (watches, hearing, alert) == (&b.watches, &b.hearing, &b.alert)
        && *properties == b.properties
        && (motion, state, states) == (&b.motion, &b.state, &b.states)
}

/// The spawner of a file, at `index` of its list.
pub(super) fn spawner(
    exported: ExportedSpawner,
    preset: PresetId,
    index: usize,
    up: impl Fn(f64) -> f64,
) -> Result<Spawner, FormatError> {
    let invalid = |key: &str, message: &str| FormatError::InvalidField {
        pointer: format!("/spawners/{index}/{key}"),
        message: format!("{message}; export the scene again"),
    };
    let when = match (exported.when, exported.trigger) {
        (ExportedWhen::Time, None) => SpawnWhen::Time,
        (ExportedWhen::Press, None) => SpawnWhen::Press,
        (ExportedWhen::Trigger, Some(name)) => SpawnWhen::Trigger(name),
        (ExportedWhen::Trigger, None) | (ExportedWhen::Time | ExportedWhen::Press, Some(_)) => {
            return Err(invalid("trigger", "does not match \"when\""));
        }
    };
    let place = match exported.place {
        ExportedPlace::Point { x, y } => SpawnPlace::Point(DVec2::new(x, up(y))),
        ExportedPlace::Marker { id } => SpawnPlace::Marker(id),
        ExportedPlace::Agent { id } => SpawnPlace::Agent(id),
        ExportedPlace::Edge { x, y, x2, y2 } => SpawnPlace::Edge(SpawnEdge {
            from: DVec2::new(x, up(y)),
            to: DVec2::new(x2, up(y2)),
        }),
    };
    Ok(Spawner {
        id: exported.id,
        name: exported.name,
        preset,
        place,
        scatter: exported.scatter,
        when,
        delay: exported.delay,
        every: exported.every,
        jitter: exported.jitter,
        count: exported.count,
        times: exported.times,
        max_alive: exported.max_alive,
        lifetime: exported.lifetime,
        path: exported.path,
        target: exported.target.map(Into::into),
        danger: exported.danger.map(Into::into),
        leader: exported.leader,
        team: exported.team,
    })
}

impl From<ExportedContact> for Contact {
    fn from(exported: ExportedContact) -> Self {
        Self {
            id: exported.id,
            name: exported.name,
            first: PresetId(exported.first),
            second: PresetId(exported.second),
            distance: exported.distance,
            margin: exported.margin,
            despawn: exported.despawn,
        }
    }
}
