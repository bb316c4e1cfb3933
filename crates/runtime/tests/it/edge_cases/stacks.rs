//! Agents at exactly the same position, and followers exactly ahead of their leader.

use super::*;
use steerwright_runtime::steering::Kinematic;
use steerwright_runtime::steering::combine::BlendMode;
use steerwright_runtime::steering::follow_leader::{self, Leader};

/// Agents of one preset at rest, with ids from 1.
fn crowd(behavior: Behavior, places: &[DVec2]) -> Scene {
    let mut preset = Preset::steered(PresetId(1), "Crowd", [behavior]);
    preset.body = Body {
        max_speed: 1e6,
        max_force: 1e9,
        ..Body::default()
    };
    let agents = (1..).zip(places);
    let agents = agents.map(|(id, &place)| Agent::at(AgentId(id), "", PresetId(1), place));
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new(agents.collect()),
        ..Scene::default()
    }
}

fn blend(scene: &mut Scene, blend_mode: BlendMode) {
    let preset = scene.preset_mut(PresetId(1)).expect("a preset");
    if let Motion::Steered(steered) = &mut preset.motion {
        steered.blend_mode = blend_mode;
    }
}

/// The push on the agent with this index by the others, one by one.
fn push(separation: &Separation, places: &[DVec2], own: usize) -> Option<DVec2> {
    let mut sum = SeparationAccumulator::new(separation);
    for (other, &place) in places.iter().enumerate() {
        if other == own {
            continue;
        }
        if place == places[own] {
            sum.add_stacked(other > own);
        } else {
            sum.add(places[own], place);
        }
    }
    sum.force()
}

/// Points of which many are the same.
fn places(count: u32) -> Vec<DVec2> {
    let place = |at: u32| {
        let at = f64::from(at.wrapping_mul(2_654_435_761) >> 24);
        DVec2::new((at % 11.0) * 0.25, (at % 7.0) * 0.5)
    };
    (0..count).map(place).collect()
}

fn first_move(scene: &Scene) -> Vec<DVec2> {
    let mut world = World::new(scene);
    world.step();
    world.agents().map(|agent| agent.velocity).collect()
}

#[test]
fn stacked_agents_are_pushed_as_if_they_were_side_by_side() {
    let one_spot = vec![DVec2::new(0.0, -0.0); 1500];
    for places in [places(1), places(40), places(300), places(2500), one_spot] {
        for falloff in [Falloff::None, Falloff::InverseSquare] {
            let separation = Separation {
                radius: 1.0,
                max_separation: 6.0,
                falloff,
            };
            for blend_mode in [BlendMode::WeightedSum, BlendMode::Priority] {
                let mut scene = crowd(Behavior::Separation(separation), &places);
                blend(&mut scene, blend_mode);
                let moved = first_move(&scene);
                for (own, velocity) in moved.iter().enumerate() {
                    let force = push(&separation, &places, own).unwrap_or(DVec2::ZERO);
                    assert_eq!(*velocity, force * scene.dt(), "{own} of {}", places.len());
                }
            }
        }
    }
}

#[test]
fn stacked_followers_are_pushed_as_if_they_were_side_by_side() {
    const LEADER: usize = 20;
    for places in [places(30), places(200)] {
        for falloff in [Falloff::None, Falloff::InverseSquare] {
            for blend_mode in [BlendMode::WeightedSum, BlendMode::Priority] {
                let following = FollowLeader {
                    falloff,
                    ..FollowLeader::default()
                };
                let mut scene = crowd(Behavior::FollowLeader(following), &places);
                let body = scene.presets[0].body;
                blend(&mut scene, blend_mode);
                for (index, agent) in Arc::make_mut(&mut scene.agents).iter_mut().enumerate() {
                    agent.leader = (index != LEADER).then_some(AgentId(LEADER as u32 + 1));
                }
                let moved = first_move(&scene);
                let leader = Leader {
                    position: places[LEADER],
                    velocity: DVec2::ZERO,
                    heading: DVec2::X,
                };
                for (own, velocity) in moved.iter().enumerate() {
                    if own == LEADER {
                        continue;
                    }
                    let agent = Kinematic {
                        position: places[own],
                        velocity: DVec2::ZERO,
                        body: &body,
                    };
                    let apart = push(&following.separation(), &places, own).unwrap_or(DVec2::ZERO);
                    let force = follow_leader::follow(&agent, &leader, apart, &following);
                    assert_eq!(*velocity, force * scene.dt(), "{own} of {}", places.len());
                }
            }
        }
    }
}

#[test]
fn stacked_agents_part() {
    for falloff in [Falloff::None, Falloff::InverseSquare] {
        let separation = Separation {
            falloff,
            ..Separation::default()
        };
        let scene = crowd(Behavior::Separation(separation), &[DVec2::ONE; 9]);
        let mut world = World::new(&scene);
        for _ in 0..300 {
            world.step();
        }
        let ends: Vec<DVec2> = world.agents().map(|agent| agent.position).collect();
        for (index, end) in ends.iter().enumerate() {
            for other in &ends[..index] {
                assert!(end.distance(*other) > 0.1, "{falloff:?}: {ends:?}");
            }
        }
        assert!(ends[0].x < ends[8].x, "those with lower ids to the left");
    }
}

/// How long a follower needs to get behind its leader, which walks away from the origin by `way`,
/// if it starts ahead on that way, `aside` u to the left of it.
fn seconds_to_fall_in(way: DVec2, ahead: f64, aside: f64) -> f64 {
    let direction = way / way.length();
    let mut scene = crowd(
        Behavior::FollowLeader(FollowLeader::default()),
        &[DVec2::ZERO, direction * ahead + direction.perp() * aside],
    );
    let mut leads = Preset::steered(PresetId(2), "Leader", [Behavior::Seek {}]);
    leads.body.max_speed = 2.0;
    let follower = scene.preset_mut(PresetId(1)).expect("a preset");
    follower.body = Body::default();
    scene.presets.push(Arc::new(leads));
    scene.pointer = way * 100.0;
    let agents = Arc::make_mut(&mut scene.agents);
    (agents[0].preset, agents[0].target) = (PresetId(2), Some(Target::Pointer));
    agents[1].leader = Some(AgentId(1));
    let mut world = World::new(&scene);
    while world.time() < 30.0 {
        world.step();
        let place = |id| world.agent(AgentId(id)).expect("an agent").position;
        if (place(2) - place(1)).dot(direction) < -0.5 {
            return world.time();
        }
    }
    f64::INFINITY
}

#[test]
fn a_follower_exactly_ahead_of_its_leader_falls_in_behind_as_one_beside_the_line_does() {
    for way in [
        DVec2::X,
        DVec2::NEG_Y,
        DVec2::new(3.0, 4.0),
        DVec2::new(-1.0, 7.0),
        DVec2::new(0.37, -0.11),
    ] {
        for ahead in [1.0, 2.0, 3.0] {
            let exactly = seconds_to_fall_in(way, ahead, 0.0);
            let beside = seconds_to_fall_in(way, ahead, 0.01);
            assert!(
                exactly <= beside + 1.0,
                "{way} {ahead}: {exactly} s, beside the line {beside} s"
            );
        }
    }
}
