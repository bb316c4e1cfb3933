//! An edit that is applied in place gives the same bits as one that rebuilds every agent.

use crate::lanes::outcome;
use crate::properties::scene;
use crate::properties::states::NAMES;
use proptest::prelude::*;
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, PathId, PatrolPath, Preset, PresetId, Scatter, Scene, StateId, Target,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::HomingWalk;
use steerwright_runtime::steering::facing::{Facing, Toward};

/// One change of a scene; numbers wrap to what there is.
#[derive(Clone, Copy, Debug)]
struct Edit {
    kind: u8,
    at: usize,
    other: usize,
}

/// How many kinds of edits there are.
const KINDS: u8 = 28;

fn edit() -> impl Strategy<Value = Edit> {
    (0..KINDS, any::<u16>(), any::<u16>()).prop_map(|(kind, at, other)| Edit {
        kind,
        at: at.into(),
        other: other.into(),
    })
}

fn pick<T>(items: &[T], at: usize) -> Option<&T> {
    items.get(at % items.len().max(1))
}

/// Of a list that scenes share.
fn pick_shared<T: Clone>(items: &mut Arc<Vec<T>>, at: usize) -> Option<&mut T> {
    let items: &mut Vec<T> = Arc::make_mut(items);
    pick_mut(items, at)
}

fn pick_mut<T>(items: &mut [T], at: usize) -> Option<&mut T> {
    let len = items.len().max(1);
    items.get_mut(at % len)
}

/// Changes a scene; what is new comes from `donor`.
fn change(scene: &mut Scene, donor: &Scene, Edit { kind, at, other }: Edit) -> Option<()> {
    let agent_id = pick(&scene.agents, other)?.id;
    let preset_id = pick(&scene.presets, other)?.id;
    match kind {
        0 => pick_shared(&mut scene.agents, at)?.preset = preset_id,
        1 => pick_shared(&mut scene.agents, at)?.target = Some(Target::Agent(agent_id)),
        2 => pick_shared(&mut scene.agents, at)?.danger = Some(Target::Pointer),
        3 => pick_shared(&mut scene.agents, at)?.leader = Some(agent_id),
        4 => pick_shared(&mut scene.agents, at)?.position.x += 1.0,
        5 => pick_shared(&mut scene.agents, at)?.name.push('x'),
        6 => {
            pick_shared(&mut scene.agents, at)?.path = pick(&scene.paths, other).map(|path| path.id)
        }
        7 => {
            let preset = Arc::make_mut(pick_mut(&mut scene.presets, at)?);
            preset.motion = pick(&donor.presets, other)?.motion.clone();
        }
        8 => {
            let preset = Arc::make_mut(pick_mut(&mut scene.presets, at)?);
            preset.body = pick(&donor.presets, other)?.body;
        }
        9 => {
            Arc::make_mut(pick_mut(&mut scene.presets, at)?)
                .body
                .max_speed += 0.5
        }
        10 => {
            let path = Arc::make_mut(pick_mut(&mut scene.paths, at)?);
            path.nodes.pop();
            if let Some(node) = path.nodes.first_mut() {
                node.position.y += 1.0;
            }
        }
        11 => {
            let path = Arc::make_mut(pick_mut(&mut scene.paths, at)?);
            path.traversal = pick(&donor.paths, other)?.traversal;
            path.shape = pick(&donor.paths, other)?.shape;
        }
        12 => pick_shared(&mut scene.markers, at)?.position.x -= 2.0,
        13 => {
            let model = pick(&scene.agents, at)?.clone();
            let id = scene.next_agent_id();
            let new = Agent {
                id,
                leader: Some(agent_id),
                ..model
            };
            agent_mut(scene, agent_id)?.target = Some(Target::Agent(id));
            Arc::make_mut(&mut scene.agents).push(new);
        }
        14 => {
            let highest = scene.paths.iter().map(|path| path.id.0).max()?;
            let mut path: PatrolPath = pick(&donor.paths, other)?.as_ref().clone();
            path.id = PathId(highest + 1);
            scene.paths.push(Arc::new(path));
            pick_shared(&mut scene.agents, at)?.path = Some(PathId(highest + 1));
        }
        15 => {
            let wall = Arc::make_mut(pick_mut(&mut scene.walls, at)?);
            wall.open = match wall.open {
                Some(open) => Some(!open),
                None => Some(true),
            };
        }
        16 => {
            let wall = Arc::make_mut(pick_mut(&mut scene.walls, at)?);
            wall.nodes.first_mut()?.position.x += 0.75;
        }
        17 => scene.walls = donor.walls.clone(),
        18 => {
            let preset = Arc::make_mut(pick_mut(&mut scene.presets, at)?);
            preset.sight = pick(&donor.presets, other)?.sight;
        }
        19 => {
            scene.walls.pop()?;
        }
        20 => {
            let team = pick(&scene.agents, other)?.team.clone();
            pick_shared(&mut scene.agents, at)?.team = team;
        }
        21 => {
            let model = pick(&donor.presets, other)?;
            let preset = Arc::make_mut(pick_mut(&mut scene.presets, at)?);
            preset.watches = model.watches.clone();
            preset.hearing = model.hearing;
            preset.alert = model.alert;
        }
        22 => {
            let model = pick(&donor.presets, other)?;
            let preset = Arc::make_mut(pick_mut(&mut scene.presets, at)?);
            preset.body.noise = model.body.noise;
            preset.facing = Some(Facing {
                toward: Toward::Target,
                turn_rate: Some(200.0),
            });
        }
        23 => scene.seed += 1,
        24 => {
            let model = pick(&donor.presets, other)?;
            let preset = Arc::make_mut(pick_mut(&mut scene.presets, at)?);
            (preset.state, preset.states) = (model.state.clone(), model.states.clone());
        }
        25 => {
            let preset = Arc::make_mut(pick_mut(&mut scene.presets, at)?);
            let state = pick_mut(&mut preset.states, other)?;
            state.rules.max_speed = Some(1.5);
            state.rules.transitions.reverse();
        }
        26 => {
            let preset = Arc::make_mut(pick_mut(&mut scene.presets, at)?);
            preset.states.reverse();
        }
        _ => {
            let removed = pick(&scene.agents, at)?.id;
            let agents = Arc::make_mut(&mut scene.agents);
            agents.retain(|agent| agent.id != removed);
        }
    }
    Some(())
}

fn agent_mut(scene: &mut Scene, id: AgentId) -> Option<&mut Agent> {
    Arc::make_mut(&mut scene.agents)
        .iter_mut()
        .find(|agent| agent.id == id)
}

/// What a game does between edits.
fn play(world: &mut World, Edit { kind, at, other }: Edit) -> Option<()> {
    let ids: Vec<AgentId> = world.agents().map(|agent| agent.id).collect();
    let (id, to) = (*pick(&ids, at)?, *pick(&ids, other)?);
    let preset: PresetId = pick(&world.scene().presets, other)?.id;
    let refused = "what is there can be named";
    match kind % 12 {
        0 => world.drive(id, DVec2::new(3.0, 4.0)).expect(refused),
        1 => world.release(id).expect(refused),
        2 => world.set_preset(id, preset).expect(refused),
        3 => world.set_leader(id, Some(to)).expect(refused),
        4 => {
            let path = pick(&world.scene().paths, other).map(|path| path.id);
            world.set_path(id, path).expect(refused);
        }
        6 => {
            let walls = &world.scene().walls;
            let door = walls.iter().find(|wall| wall.open.is_some())?;
            let (id, open) = (door.id, door.is_open());
            world.set_wall_open(id, !open).expect(refused);
        }
        5 => {
            let mut model = world.scene().agent(to)?.clone();
            model.id = world.next_agent_id();
            // It may name who is not there.
            let _ = world.spawn(model);
        }
        7 => {
            let team = world.team(to).map(str::to_owned);
            world.set_team(id, team.as_deref()).expect(refused);
        }
        8 => {
            let place = world.agent(id)?.position;
            let near = place.clamp(DVec2::splat(-1e9), DVec2::splat(1e9));
            world.noise(near, 4.0).expect(refused);
        }
        9 => {
            let name = *pick(&NAMES, other)?;
            world.force_event(None, name).expect(refused);
        }
        10 => {
            let agent = world.scene().agent(id)?;
            let preset = world.scene().preset(agent.preset)?;
            let states: Vec<StateId> = preset.all_states().map(|state| state.rules.id).collect();
            world.set_state(id, *pick(&states, other)?).expect(refused);
        }
        _ => world.despawn(id).expect(refused),
    }
    Some(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_edit_in_place_leaves_the_bits_of_one_for_everyone(
        authored in scene(),
        donor in scene(),
        rounds in prop::collection::vec(
            (prop::collection::vec(edit(), 1..4), prop::option::of(edit()), any::<bool>()), 1..6),
    ) {
        let mut worlds = [World::new(&authored), World::new(&authored)];
        let mut edited = authored;
        for (edits, call, from_world) in rounds {
            if from_world {
                edited = worlds[0].scene().clone();
            }
            for edit in edits {
                // Where the scene lacks what the edit is about, nothing changes.
                let _ = change(&mut edited, &donor, edit);
            }
            let [in_place, for_all] = &mut worlds;
            in_place.apply_scene(&edited);
            for_all.apply_scene_to_all(&edited);
            prop_assert_eq!(outcome(in_place), outcome(for_all));
            for tick in 0..12 {
                for world in &mut worlds {
                    if let Some(call) = call.filter(|_| tick == 6) {
                        let _ = play(world, call);
                    }
                    world.step();
                }
                prop_assert_eq!(outcome(&worlds[0]), outcome(&worlds[1]), "tick {}", tick);
            }
        }
    }
}

/// An agent draws the same numbers whether or not another has drawn before it, or was scattered, or
/// the seed has changed since.
#[test]
fn the_random_stream_of_an_agent_does_not_depend_on_others() {
    let track = |other: Option<Agent>, scatter: Option<Scatter>| {
        let mut scene = Scene {
            presets: vec![
                Arc::new(Preset::steered(PresetId(1), "", [Behavior::Seek {}])),
                Arc::new(Preset::steered(
                    PresetId(2),
                    "",
                    [Behavior::HomingWalk(HomingWalk::default())],
                )),
            ],
            ..Scene::default()
        };
        let agent = Agent {
            target: Some(Target::Pointer),
            scatter,
            ..Agent::at(AgentId(1), "", PresetId(1), DVec2::new(9.0, 2.0))
        };
        scene.agents = Arc::new(std::iter::once(agent).chain(other).collect());
        let mut world = World::new(&scene);
        for (seed, presets) in [(1, &[1, 1][..]), (77, &[1, 2, 1, 2])] {
            world.edit(|scene| scene.seed = seed).expect("a scene");
            for &preset in presets {
                world
                    .set_preset(AgentId(1), PresetId(preset))
                    .expect("a preset");
                (0..40).for_each(|_| world.step());
            }
        }
        let agent = world.agent(AgentId(1)).expect("the agent");
        (agent.position, agent.heading)
    };
    let walker = |scatter| Agent {
        target: Some(Target::Pointer),
        scatter,
        ..Agent::at(AgentId(2), "", PresetId(2), DVec2::new(-9.0, 2.0))
    };
    let some = Some(Scatter { min: 0.5, max: 2.0 });
    for scatter in [None, some] {
        let alone = track(None, scatter);
        assert_eq!(track(Some(walker(None)), scatter), alone);
        assert_eq!(track(Some(walker(some)), scatter), alone);
    }
}
