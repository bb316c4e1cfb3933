//! Agents that blocked cells stop in a run of the scene: before scenes had walls, cells stopped
//! only agents that move by cells.

use super::remedy::{SMALLER, sentence, tried};
use super::{
    Diagnostic, Moment, Rule, Severity, Subject, is_replayed, named, quoted, short, unit_of,
    without_track,
};
use std::collections::BTreeMap;
use steerwright_runtime::scene::{AgentId, Motion, Preset, PresetId, Scene, WeightedBehavior};
use steerwright_runtime::simulation::{AgentView, World};
use steerwright_runtime::steering::body;

/// How long the scene runs, s.
const SECONDS: f64 = 20.0;
/// The run ends earlier when it has moved this many agents by a tick each.
const MAX_MOVES: u64 = 100_000;
/// How many runs with smaller bodies are tried.
const MAX_TRIES: u32 = 16;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let dt = scene.dt();
    let mut tries = MAX_TRIES;
    for (id, (index, tick)) in stopped(scene) {
        let (Some(agent), Some(preset)) = (scene.agents.get(index), scene.preset(id)) else {
            continue;
        };
        let name = named(&agent.name, "Agent", index);
        let is_elsewhere = is_replayed(scene, agent.id);
        let without = without_track(is_elsewhere);
        let mut alternatives = vec![
            "lead it around the cells".to_owned(),
            "free the cells".to_owned(),
        ];
        let smaller = radius_that_passes(scene, preset, &mut tries);
        alternatives.extend(smaller.map(|radius| {
            format!(
                "lower the body radius to {} {}",
                short(radius),
                unit_of(scene)
            )
        }));
        found.push(Diagnostic {
            rule: Rule::CellsStopBody,
            severity: Severity::Warning,
            subject: Subject::Agent(agent.id),
            moment: (!is_elsewhere).then_some(Moment { tick, other: None }),
            pointer: format!("/agents/{index}"),
            message: format!(
                "{name} meets a blocked cell after {} s{without}: cells stop every body of {}, not only agents that move by cells.",
                short(tick as f64 * dt),
                quoted(&preset.name, id.0)
            ),
            help: sentence(&alternatives).unwrap_or_default(),
        });
    }
}

/// The first agent of each preset that cells stop, by its index, and the tick.
fn stopped(scene: &Scene) -> BTreeMap<PresetId, (usize, u64)> {
    let agents = scene.agents.iter().enumerate();
    let places: BTreeMap<AgentId, usize> = agents.map(|(index, agent)| (agent.id, index)).collect();
    let mut world = World::new(scene);
    let ticks = whole_run(&world).min(MAX_MOVES / world.len().max(1) as u64);
    let mut stopped: BTreeMap<PresetId, (usize, u64)> = BTreeMap::new();
    let mut before: Vec<AgentView> = Vec::new();
    for _ in 0..ticks {
        before.clear();
        before.extend(world.agents());
        world.step();
        for (was, is) in before.iter().zip(world.agents()) {
            let Some(&index) = places.get(&is.id) else {
                continue;
            };
            let preset = scene.agents[index].preset;
            if !stopped.contains_key(&preset)
                && scene
                    .preset(preset)
                    .is_some_and(|preset| is_held(preset, was, &is, world.dt()))
            {
                stopped.insert(preset, (index, world.tick()));
            }
        }
    }
    stopped
}

fn whole_run(world: &World) -> u64 {
    (SECONDS / world.dt()) as u64
}

/// Whether runs with smaller bodies are long enough to show that none is stopped, and need no nets
/// of their own.
fn can_try(scene: &Scene) -> bool {
    let goes_around = |preset: &Preset| {
        let mut states = preset.all_states();
        states.any(|state| {
            state
                .motion
                .behaviors()
                .iter()
                .any(WeightedBehavior::goes_around_walls)
        })
    };
    let moves = SECONDS / scene.dt() * scene.agents.len() as f64;
    moves <= MAX_MOVES as f64 && !scene.presets.iter().any(|preset| goes_around(preset))
}

/// A smaller radius with which cells stop no body of a preset, of those that are tried.
fn radius_that_passes(scene: &Scene, preset: &Preset, tries: &mut u32) -> Option<f64> {
    if !can_try(scene) {
        return None;
    }
    let mut passes = |radius: &f64| {
        let Some(left) = tries.checked_sub(1) else {
            return false;
        };
        *tries = left;
        let mut changed = scene.clone();
        if let Some(preset) = changed.preset_mut(preset.id) {
            preset.body.radius = *radius;
        }
        !stopped(&changed).contains_key(&preset.id)
    };
    let smallest = SMALLER.into_iter().next_back();
    let smallest = tried(preset.body.radius, smallest).find(&mut passes)?;
    let larger = tried(preset.body.radius, SMALLER).find(&mut passes);
    Some(larger.unwrap_or(smallest))
}

/// Whether a steered agent kept less than the velocity that its force gave it.
fn is_held(preset: &Preset, was: &AgentView, is: &AgentView, dt: f64) -> bool {
    let Motion::Steered(_) = preset.motion else {
        return false;
    };
    let (_, wanted) = body::integrate(was.position, was.velocity, is.force, &preset.body, dt);
    wanted != is.velocity
}
