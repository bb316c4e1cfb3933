//! The kernels of a tick give the same bits, however many numbers the machine handles at a time.

use crate::properties::scene;
use proptest::prelude::*;
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Preset, PresetId, Scene, Steered,
};
use steerwright_runtime::simulation::{AgentView, Event, Senses, World};
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{BlendMode, FollowLeader, Separation};
use steerwright_testing::shipped;

/// 1 is the scalar path, 8 the widest vectors there are; a machine that has fewer uses those.
const LANES: [usize; 4] = [1, 2, 4, 8];

/// Everything that a tick gives. `-0` counts as `0`.
pub(crate) fn outcome(world: &World) -> (Vec<Event>, Vec<Vec<u64>>, Vec<Senses>) {
    let bits = |agent: AgentView| {
        let state = world.state(agent.id).expect("the agent");
        let pairs = [
            agent.position,
            agent.previous,
            agent.velocity,
            agent.heading,
            agent.facing,
            agent.force,
        ];
        pairs
            .iter()
            .flat_map(|pair| [pair.x, pair.y])
            .chain([agent.steering, agent.fov_deg.unwrap_or(-1.0)])
            .map(|number| (number + 0.0).to_bits())
            .chain([agent.node.map_or(u64::MAX, u64::from)])
            .chain([
                u64::from(state.id.0),
                state.index as u64,
                u64::from(state.ticks),
            ])
            .collect()
    };
    let agents = world.agents();
    let senses = agents.filter_map(|agent| world.senses(agent.id)).collect();
    (
        world.events().to_vec(),
        world.agents().map(bits).collect(),
        senses,
    )
}

fn worlds(scene: &Scene) -> Vec<World> {
    LANES
        .map(|lanes| {
            let mut world = World::new(scene);
            world.limit_lanes(lanes);
            world
        })
        .into()
}

fn assert_same(worlds: &[World], what: &str) {
    let [scalar, vectors @ ..] = worlds else {
        return;
    };
    let expected = outcome(scalar);
    for (world, lanes) in vectors.iter().zip(&LANES[1..]) {
        assert_eq!(
            outcome(world),
            expected,
            "{what}, {lanes} lanes, tick {}",
            world.tick()
        );
    }
}

/// A crowd that is larger than a block, has several programs, and moves through itself.
pub(crate) fn crowd(agents: u32, spacing: f64, behaviors: [Behavior; 2]) -> Scene {
    let mut scene = Scene::default();
    for (id, max_speed) in [(1, 3.0), (2, 2.0), (3, 9.0)] {
        let mut preset = Preset::steered(PresetId(id), "", behaviors);
        preset.body.max_speed = max_speed;
        scene.presets.push(Arc::new(preset));
    }
    let mut leader = Preset::steered(PresetId(4), "", [Behavior::Seek {}]);
    leader.body.max_speed = 2.5;
    scene.presets.push(Arc::new(leader));
    scene.agents = Arc::new(
        (1..=agents)
            .map(|id| {
                let column = f64::from(id % 17) * spacing;
                let row = f64::from(id / 17) * spacing * 0.9;
                let preset = PresetId(if id <= 3 { 4 } else { 1 + id % 3 });
                let mut agent = Agent::at(AgentId(id), "", preset, DVec2::new(column, row));
                agent.leader = (id > 3).then_some(AgentId(1 + id % 3));
                agent.target = Some(steerwright_runtime::scene::Target::Pointer);
                agent
            })
            .collect(),
    );
    scene
}

#[test]
fn crowds_move_alike_on_every_number_of_lanes() {
    for falloff in [Falloff::None, Falloff::InverseSquare] {
        let separation = Behavior::Separation(Separation {
            radius: 2.0,
            max_separation: 4.0,
            falloff,
        });
        let follow = Behavior::FollowLeader(FollowLeader {
            falloff,
            ..FollowLeader::default()
        });
        for (agents, spacing) in [(3, 1.0), (65, 0.0), (150, 0.4), (150, 40.0)] {
            for behaviors in [
                [Behavior::Seek {}, separation],
                [separation, separation],
                [follow, separation],
            ] {
                let mut worlds = worlds(&crowd(agents, spacing, behaviors));
                for tick in 0..40 {
                    for world in &mut worlds {
                        let turn = f64::from(tick % 20) - 10.0;
                        world
                            .set_pointer(DVec2::new(3.0, turn))
                            .expect("a position");
                        if tick == 25 {
                            let far = DVec2::new(30.0, 30.0);
                            world.drive(AgentId(2), far).expect("an agent");
                        }
                        if tick == 30 {
                            world.release(AgentId(2)).expect("an agent");
                        }
                        world.step();
                    }
                    assert_same(&worlds, "a crowd");
                }
            }
        }
    }
}

/// With `priority`, the forces are computed agent by agent; with one behavior the result is that of
/// the sum. Groups are smaller and larger than what is looked at together, and have followers with
/// two lists of behaviors.
#[test]
fn followers_separate_alike_one_by_one_and_in_groups() {
    for falloff in [Falloff::None, Falloff::InverseSquare] {
        for (agents, spacing) in [(4, 1.0), (30, 0.3), (300, 0.2), (700, 0.1)] {
            let scene = |blend_mode| {
                let mut scene = crowd(agents, spacing, [Behavior::Seek {}; 2]);
                for (preset, max_separation) in scene.presets.iter_mut().zip([5.0, 7.0, 5.0]) {
                    let preset = Arc::make_mut(preset);
                    preset.motion = Motion::Steered(Steered {
                        blend_mode,
                        behaviors: vec![
                            Behavior::FollowLeader(FollowLeader {
                                max_separation,
                                falloff,
                                ..FollowLeader::default()
                            })
                            .into(),
                        ],
                    });
                }
                scene
            };
            let mut alone = worlds(&scene(BlendMode::Priority));
            let mut grouped = worlds(&scene(BlendMode::WeightedSum));
            for _ in 0..20 {
                for (alone, grouped) in alone.iter_mut().zip(&mut grouped) {
                    alone.step();
                    grouped.step();
                    assert_eq!(outcome(grouped), outcome(alone), "tick {}", alone.tick());
                }
            }
        }
    }
}

#[test]
fn shipped_scenes_move_alike_on_every_number_of_lanes() {
    for (name, scene) in shipped::every_scene() {
        let mut worlds = worlds(&scene);
        for _ in 0..120 {
            worlds.iter_mut().for_each(World::step);
            assert_same(&worlds, &format!("{name:?}"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_scene_moves_alike_on_every_number_of_lanes(scene in scene(), driven in any::<u8>()) {
        let mut worlds = worlds(&scene);
        let agent = scene.agents.get(usize::from(driven)).map(|agent| agent.id);
        for tick in 0..40 {
            for world in &mut worlds {
                if let Some(agent) = agent {
                    if tick == 10 {
                        world.drive(agent, DVec2::new(1.0, 2.0)).expect("an agent");
                    } else if tick == 20 {
                        world.release(agent).expect("an agent");
                    }
                }
                world.step();
            }
            assert_same(&worlds, "a scene");
        }
    }
}
