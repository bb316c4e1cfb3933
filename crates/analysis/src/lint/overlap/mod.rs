//! Bodies that overlap, measured by a run of the scene: no formula tells where many agents meet.

mod remedies;

use super::{
    Diagnostic, Moment, Rule, Severity, Subject, is_replayed, named, short, unit_of, without_track,
};
use std::collections::BTreeMap;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, AgentId, Motion, PresetId, Scene, Target};
use steerwright_runtime::simulation::World;
use steerwright_runtime::simulation::neighbors::Neighbors;

/// How long the scene runs, s.
const SECONDS: f64 = 20.0;
/// The run ends earlier when it has moved this many agents by a tick each: some tens of
/// milliseconds.
const MAX_MOVES: u64 = 100_000;
/// Bodies that lie within each other by less than this part of their radii only touch.
const TOUCH: f64 = 0.01;

/// The worst overlap of two kinds of agents.
struct Overlap<'a> {
    agents: (&'a Body, &'a Body),
    depth: f64,
    tick: u64,
    seconds: f64,
    /// Whether agents of these kinds overlap where they start.
    at_start: bool,
}

/// An agent with a body. Agents that move by cells have none.
struct Body {
    id: AgentId,
    /// Its index in the scene.
    index: usize,
    preset: PresetId,
    radius: f64,
}

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let bodies = bodies(scene);
    if bodies.len() < 2 {
        return;
    }
    let mut tries = remedies::Tries::of_file();
    for overlap in overlaps(scene, &bodies) {
        let help = remedies::that_help(scene, &overlap, &mut tries);
        found.push(diagnostic(scene, &overlap, help));
    }
}

fn bodies(scene: &Scene) -> Vec<Body> {
    let mut bodies: Vec<Body> = scene
        .agents
        .iter()
        .enumerate()
        .filter_map(|(index, agent)| {
            let preset = scene.preset(agent.preset)?;
            let steered = matches!(preset.motion, Motion::Steered(_));
            (steered && preset.body.radius > 0.0).then_some(Body {
                id: agent.id,
                index,
                preset: agent.preset,
                radius: preset.body.radius,
            })
        })
        .collect();
    bodies.sort_by_key(|body| body.id);
    bodies
}

/// The worst overlap for each pair of presets, in order of the presets' ids.
fn overlaps<'a>(scene: &Scene, bodies: &'a [Body]) -> Vec<Overlap<'a>> {
    let mut worst: BTreeMap<(PresetId, PresetId), Overlap<'a>> = BTreeMap::new();
    let mut world = World::new(scene);
    let ticks = ((SECONDS / world.dt()) as u64).min(MAX_MOVES / world.len().max(1) as u64);
    let largest_radius = bodies.iter().map(|body| body.radius).fold(0.0, f64::max);
    let mut neighbors = Neighbors::default();
    let mut positions = Vec::new();
    loop {
        positions.clear();
        let mut known = bodies.iter().peekable();
        for agent in world.agents() {
            if known.next_if(|body| body.id == agent.id).is_some() {
                positions.push(agent.position);
            }
        }
        neighbors.rebuild(&positions, 2.0 * largest_radius);
        for (body, &position) in bodies.iter().zip(&positions) {
            let reach = body.radius + largest_radius;
            neighbors.for_each_near(position, reach, |other, place| {
                let other = &bodies[other];
                let radii = body.radius + other.radius;
                let depth = radii - vector::distance(position, place);
                if other.id <= body.id || depth <= TOUCH * radii {
                    return;
                }
                let kinds = (body.preset.min(other.preset), body.preset.max(other.preset));
                if worst.get(&kinds).is_none_or(|known| known.depth < depth) {
                    let overlap = Overlap {
                        agents: (body, other),
                        depth,
                        tick: world.tick(),
                        seconds: world.time(),
                        at_start: world.tick() == 0
                            || worst.get(&kinds).is_some_and(|known| known.at_start),
                    };
                    worst.insert(kinds, overlap);
                }
            });
        }
        if world.tick() >= ticks {
            break;
        }
        world.step();
    }
    worst.into_values().collect()
}

fn diagnostic(scene: &Scene, overlap: &Overlap<'_>, help: String) -> Diagnostic {
    let (one, other) = overlap.agents;
    let [first, second] = [one, other].map(|body| &scene.agents[body.index]);
    // Contact with what an agent goes for may be meant.
    let severity = if goes_for(first, second) || goes_for(second, first) {
        Severity::Hint
    } else {
        Severity::Warning
    };
    let unit = unit_of(scene);

    let is_elsewhere = is_replayed(scene, one.id) || is_replayed(scene, other.id);
    let without = without_track(is_elsewhere);
    Diagnostic {
        rule: Rule::BodiesOverlap,
        severity,
        subject: Subject::Agent(one.id),
        moment: (!is_elsewhere).then_some(Moment {
            tick: overlap.tick,
            other: Some(other.id),
        }),
        pointer: format!("/agents/{}", one.index),
        message: format!(
            "{} and {} overlap by up to {} {unit} after {} s{without}.",
            named(&first.name, "Agent", one.index),
            named(&second.name, "agent", other.index),
            short(overlap.depth),
            short(overlap.seconds)
        ),
        help,
    }
}

fn goes_for(agent: &Agent, other: &Agent) -> bool {
    agent.target == Some(Target::Agent(other.id))
}
