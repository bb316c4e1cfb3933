//! Random worlds against a second reading of the motion contract: plain loops over all agents and
//! segments.

use super::*;
use crate::level_reading::{Eye, Segment, V, dot, length, minus, over, plus, times, touches};
use crate::level_worlds::{place, segments, v, wall};
use proptest::prelude::*;
use std::collections::BTreeMap;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Alert, Marker, MarkerId, MarkerKind};
use steerwright_runtime::simulation::AgentView;
use steerwright_runtime::steering::Noise;

const TICKS: u64 = 40;
const TEAMS: [&str; 3] = ["thieves", "guards", "cats"];

fn preset() -> impl Strategy<Value = Preset> {
    let sight = (1.0..14.0, 0.0..1.0, 5.0..360.0, 1..4_u32, 1..4_u32).prop_map(
        |(range, near, fov_deg, notice_ticks, forget_ticks)| Sight {
            range: rounded(range),
            near: rounded(rounded(range) * near),
            fov_deg: rounded(fov_deg),
            notice_ticks,
            forget_ticks,
        },
    );
    let team = prop::sample::select(TEAMS.to_vec()).prop_map(str::to_owned);
    let watches = prop_oneof![1 => Just(vec![]), 2 => prop::collection::vec(team, 1..3)];
    let hearing = (0.0..2.0, 0.0..1.0).prop_map(|(scale, muffle)| Hearing {
        scale: rounded(scale),
        muffle: rounded(muffle),
    });
    let alert = prop::option::of(Just(Alert::default()));
    let noise = (0.0..3.0, 0.0..9.0).prop_map(|(speed, radius)| Noise {
        speed: rounded(speed),
        radius: rounded(radius),
    });
    let goal = prop::sample::select(vec![
        Goal::Reference,
        Goal::Perceived,
        Goal::LastSeen,
        Goal::LastSeenAhead { ahead: 0.7 },
        Goal::LastNoise,
        Goal::LeftPath,
        Goal::Post,
    ]);
    (
        prop::option::weighted(0.7, sight),
        watches,
        prop::option::of(hearing),
        alert,
        prop::option::of(noise),
        goal,
        prop::sample::select(vec![0.0, 0.4, 0.9]),
    )
        .prop_map(
            |(sight, watches, hearing, alert, noise, goal, radius)| Preset {
                sight,
                watches,
                hearing,
                alert,
                body: Body {
                    noise,
                    radius,
                    ..Body::default()
                },
                ..with_goal(
                    Preset::steered(PresetId(0), "", []),
                    Behavior::Seek {},
                    goal,
                )
            },
        )
}

/// Many agents, so that they are looked for in cells, or a few.
fn any_scene() -> impl Strategy<Value = Scene> {
    let agent = || (place(), 0..6_u32, any::<u8>(), 0..5_usize);
    let agents = prop_oneof![
        prop::collection::vec(agent(), 1..9),
        prop::collection::vec(agent(), 40..60)
    ];
    (
        prop::collection::vec(wall(), 0..5),
        prop::collection::vec(preset(), 1..5),
        agents,
    )
        .prop_map(|(mut walls, mut presets, agents)| {
            for (wall, id) in walls.iter_mut().zip(1..) {
                wall.id = WallId(id);
            }
            for (preset, id) in presets.iter_mut().zip(1..) {
                preset.id = PresetId(id);
            }
            let count = agents.len() as u32;
            let agent = |(id, (at, preset, target, team)): (u32, (DVec2, u32, u8, usize))| Agent {
                team: TEAMS.get(team).map(|&team| team.to_owned()),
                target: match u32::from(target) % (count + 3) {
                    0 => Some(Target::Marker(MarkerId(1))),
                    1 => Some(Target::Pointer),
                    2 => None,
                    other if other - 2 == id => None,
                    other => Some(Target::Agent(AgentId(other - 2))),
                },
                ..Agent::at(
                    AgentId(id),
                    "",
                    PresetId(preset % presets.len() as u32 + 1),
                    at,
                )
            };
            let marker = Marker::at(MarkerId(1), "", MarkerKind::Target, DVec2::new(2.0, -3.0));
            Scene {
                agents: Arc::new((1..).zip(agents).map(agent).collect()),
                presets: presets.into_iter().map(Arc::new).collect(),
                walls: walls.into_iter().map(Arc::new).collect(),
                markers: Arc::new(vec![marker]),
                ..Scene::default()
            }
        })
}

#[derive(Default)]
struct Memory {
    noticed: bool,
    count: u32,
    meter: f64,
    perceived: Option<Target>,
    touched: Option<AgentId>,
    last_seen: Option<(V, V)>,
    last_noise: Option<(V, u64)>,
    post: V,
}

/// What a world is after a move, as the contract needs it.
struct Moved {
    scene: Scene,
    agents: BTreeMap<u32, AgentView>,
    motion: Vec<Segment>,
    sight: Vec<Segment>,
    noises: Vec<(V, f64)>,
    tick: u64,
}

impl Moved {
    fn preset(&self, id: AgentId) -> &Preset {
        let agent = self.scene.agent(id).expect("an agent");
        self.scene.preset(agent.preset).expect("a preset")
    }

    fn state(&self, target: Target) -> (V, V) {
        match target {
            Target::Agent(id) => (
                v(self.agents[&id.0].position),
                v(self.agents[&id.0].velocity),
            ),
            Target::Marker(id) => (v(self.scene.marker(id).expect("it").position), [0.0; 2]),
            Target::Pointer => (v(self.scene.pointer), [0.0; 2]),
        }
    }

    fn blocked(&self, from: V, to: V) -> bool {
        self.motion.iter().any(|&wall| touches(wall, (from, to)))
    }

    /// The watched of an agent, by id.
    fn watched(&self, id: AgentId) -> Vec<Target> {
        let preset = self.preset(id);
        if preset.watches.is_empty() {
            let target = self.scene.agent(id).expect("an agent").target;
            return target.into_iter().collect();
        }
        let is_watched = |agent: &&Agent| {
            let team = agent.team.as_ref();
            agent.id != id && team.is_some_and(|team| preset.watches.contains(team))
        };
        let mut watched: Vec<AgentId> = self
            .scene
            .agents
            .iter()
            .filter(is_watched)
            .map(|agent| agent.id)
            .collect();
        watched.sort();
        watched.into_iter().map(Target::Agent).collect()
    }

    fn radius(&self, target: Target) -> f64 {
        match target {
            Target::Agent(id) => self.preset(id).body.radius,
            Target::Marker(_) | Target::Pointer => 0.0,
        }
    }

    /// Lets an agent sense. Returns its events.
    fn sense(&self, id: AgentId, memory: &mut Memory) -> Vec<EventKind> {
        let mut events = Vec::new();
        let (preset, view) = (self.preset(id), &self.agents[&id.0]);
        let senses = preset.sight.is_some()
            || preset.hearing.is_some()
            || preset.alert.is_some()
            || !preset.watches.is_empty();
        if !senses {
            return events;
        }
        let here = v(view.position);
        let watched = self.watched(id);
        let far = |target: &Target| {
            let d = minus(self.state(*target).0, here);
            dot(d, d)
        };
        let nearest = |of: Vec<Target>| {
            let by = |a: &Target, b: &Target| far(a).total_cmp(&far(b));
            of.into_iter().min_by(by)
        };
        // Sight.
        let seen: Vec<Target> = match preset.sight {
            None => vec![],
            Some(sight) => {
                let eye = Eye {
                    range: sight.range,
                    near: sight.near,
                    fov_deg: sight.fov_deg,
                    cos2: sight.cone().cos2,
                };
                let sees = |target: &Target| {
                    let (center, r) = (self.state(*target).0, self.radius(*target));
                    eye.sees(&self.sight, here, v(view.facing), center, r)
                };
                watched.iter().copied().filter(sees).collect()
            }
        };
        let any = !seen.is_empty();
        if let Some(sight) = preset.sight {
            if any == memory.noticed {
                memory.count = 0;
            } else {
                memory.count += 1;
                let needed = if any {
                    sight.notice_ticks
                } else {
                    sight.forget_ticks
                };
                if memory.count >= needed {
                    (memory.noticed, memory.count) = (any, 0);
                    events.push(match any {
                        true => EventKind::SightGained,
                        false => EventKind::SightLost,
                    });
                }
            }
        }
        if memory.perceived.is_some_and(|it| seen.contains(&it)) {
        } else if any {
            memory.perceived = nearest(seen);
        } else if !memory.noticed {
            memory.perceived = None;
        }
        // Hearing.
        let mut noises: Vec<(V, f64)> = Vec::new();
        for (&other, other_view) in &self.agents {
            let other = AgentId(other);
            if let Some(noise) = self.preset(other).body.noise
                && length(v(other_view.velocity)) > noise.speed
                && watched.contains(&Target::Agent(other))
            {
                noises.push((v(other_view.position), noise.radius));
            }
        }
        noises.extend(&self.noises);
        let mut heard: Option<(f64, V)> = None;
        for (place, radius) in noises {
            let Some(hearing) = preset.hearing else { break };
            let d = minus(place, here);
            let mut e = radius * hearing.scale;
            if !(dot(d, d) <= e * e) {
                continue;
            }
            if self.blocked(here, place) {
                e *= hearing.muffle;
                if !(dot(d, d) <= e * e) {
                    continue;
                }
            }
            if heard.is_none_or(|(least, _)| dot(d, d) < least) {
                heard = Some((dot(d, d), place));
            }
        }
        if let Some((_, place)) = heard {
            if memory
                .last_noise
                .is_none_or(|(_, tick)| tick + 1 != self.tick)
            {
                events.push(EventKind::NoiseHeard);
            }
            memory.last_noise = Some((place, self.tick));
        }
        // Touch.
        let mut touching = Vec::new();
        if preset.hearing.is_some() || !preset.watches.is_empty() {
            for &target in &watched {
                let Target::Agent(_) = target else { continue };
                let t = preset.body.radius + self.radius(target) + 0.05;
                if far(&target) <= t * t && !self.blocked(here, self.state(target).0) {
                    touching.push(target);
                }
            }
        }
        let touched = match nearest(touching) {
            Some(Target::Agent(id)) => Some(id),
            _ => None,
        };
        if let Some(other) = touched.filter(|_| touched != memory.touched) {
            events.push(EventKind::Touched(other));
        }
        memory.touched = touched;
        if memory.perceived.is_none() {
            memory.perceived = touched.map(Target::Agent);
        }
        // Alert.
        if let Some(alert) = preset.alert {
            let dt = 1.0 / self.scene.ticks_per_second;
            if let (true, Some(sight), Some(known)) = (any, preset.sight, memory.perceived) {
                let d = length(minus(self.state(known).0, here));
                let mut t = 0.0;
                if sight.near < sight.range && d > sight.near {
                    t = (d - sight.near) / (sight.range - sight.near);
                }
                if t > 1.0 {
                    t = 1.0;
                }
                memory.meter += (alert.rise_near + (alert.rise_far - alert.rise_near) * t) * dt;
                if memory.meter > 1.0 {
                    memory.meter = 1.0;
                }
            } else {
                memory.meter -= alert.fall * dt;
                if !(memory.meter > 0.0) {
                    memory.meter = 0.0;
                }
            }
            if heard.is_some() {
                memory.meter += alert.noise_rise;
                if memory.meter > 1.0 {
                    memory.meter = 1.0;
                }
            }
        }
        let touches_it = touched.is_some() && touched.map(Target::Agent) == memory.perceived;
        if let Some(known) = memory.perceived.filter(|_| any || touches_it) {
            memory.last_seen = Some(self.state(known));
        }
        events
    }
}

/// The force of an agent that seeks its goal.
fn force(scene: &Scene, before: &BTreeMap<u32, AgentView>, id: AgentId, memory: &Memory) -> V {
    let agent = scene.agent(id).expect("an agent");
    let preset = scene.preset(agent.preset).expect("a preset");
    let place = |target: Target| match target {
        Target::Agent(id) => v(before[&id.0].position),
        Target::Marker(id) => v(scene.marker(id).expect("it").position),
        Target::Pointer => v(scene.pointer),
    };
    let goal = preset.motion.behaviors()[0].goal;
    let goal = match goal {
        Goal::Reference => agent.target.map(place),
        Goal::Perceived => memory.perceived.map(place),
        Goal::LastSeen => memory.last_seen.map(|(place, _)| place),
        Goal::LastSeenAhead { ahead } => memory
            .last_seen
            .map(|(place, velocity)| plus(place, times(velocity, ahead))),
        Goal::LastNoise => memory.last_noise.map(|(place, _)| place),
        Goal::LeftPath => None,
        Goal::Post => Some(memory.post),
    };
    let view = &before[&id.0];
    let desired = goal.map_or([0.0; 2], |goal| {
        let d = minus(goal, v(view.position));
        let far = length(d);
        let n = if far > 0.0 { over(d, far) } else { [0.0; 2] };
        times(n, preset.body.max_speed)
    });
    let force = over(minus(desired, v(view.velocity)), preset.body.time_to_target);
    let limit = preset.body.max_force;
    if dot(force, force) <= limit * limit {
        force
    } else {
        times(force, limit / dot(force, force).sqrt())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_worlds_sense_as_the_second_reading_of_the_contract_says(
        scene in any_scene(),
        calls in prop::collection::vec((0..TICKS, 0..4_u8, any::<u8>(), place(), 0.0..20.0), 0..20),
    ) {
        let mut world = World::new(&scene);
        let mut memories: BTreeMap<u32, Memory> = world.agents()
            .map(|agent| (agent.id.0, Memory { post: v(agent.position), ..Memory::default() }))
            .collect();
        for tick in 0..TICKS {
            let mut noises = Vec::new();
            for &(at, kind, choice, place, radius) in calls.iter().filter(|(at, ..)| *at == tick) {
                let ids: Vec<AgentId> = world.agents().map(|agent| agent.id).collect();
                let Some(&id) = ids.get(usize::from(choice) % ids.len().max(1)) else { continue };
                match kind {
                    0 => {
                        world.noise(place, radius).expect("a noise");
                        noises.push((v(place), radius));
                    }
                    1 => {
                        let team = TEAMS.get(at as usize % 4).copied();
                        world.set_team(id, team).expect("an agent");
                    }
                    2 => world.drive(id, place).expect("an agent"),
                    _ => {
                        world.despawn(id).expect("an agent");
                        memories.remove(&id.0);
                        for memory in memories.values_mut() {
                            memory.perceived.take_if(|known| *known == Target::Agent(id));
                            memory.touched.take_if(|known| *known == id);
                        }
                    }
                }
            }
            let now = world.scene().clone();
            let views = |world: &World| -> BTreeMap<u32, AgentView> {
                world.agents().map(|agent| (agent.id.0, agent)).collect()
            };
            let before = views(&world);
            let was_driven: Vec<AgentId> = calls.iter()
                .filter(|(at, kind, ..)| *at <= tick && *kind == 2)
                .flat_map(|_| before.keys().map(|&id| AgentId(id)))
                .collect();
            world.step();
            let moved = Moved {
                agents: views(&world),
                motion: segments(&now, |wall| wall.blocks_motion),
                sight: segments(&now, |wall| wall.blocks_sight),
                scene: now,
                noises,
                tick: tick + 1,
            };
            let mut expected = Vec::new();
            for (&id, memory) in &mut memories {
                let id = AgentId(id);
                let view = &moved.agents[&id.0];
                if was_driven.is_empty() {
                    let expected = force(&moved.scene, &before, id, memory);
                    prop_assert_eq!(v(view.force), expected, "tick {}, agent {}", tick + 1, id);
                }
                let events = moved.sense(id, memory);
                expected.extend(events.into_iter().map(|kind| (id, kind)));
                let senses = world.senses(id).expect("an agent");
                let found = (senses.noticed, senses.meter, senses.perceived);
                prop_assert_eq!(
                    found, (memory.noticed, memory.meter, memory.perceived),
                    "tick {}, agent {}", tick + 1, id
                );
            }
            let found: Vec<_> = world.events().iter()
                .map(|event| (event.agent, event.kind.clone())).collect();
            prop_assert_eq!(found, expected, "tick {}", tick + 1);
        }
    }
}
