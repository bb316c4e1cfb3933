//! `World::edit` leaves either a scene that can run or the world as it was.

use crate::properties;
use proptest::prelude::*;
use std::sync::Arc;
use steerwright_analysis::trace;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{
    Agent, AgentId, MarkerId, NodeId, PathId, PatrolPath, Preset, PresetId, Scatter, Scene, Target,
};
use steerwright_runtime::simulation::{World, WorldError};

/// Numbers that no file contains.
const NUMBERS: [f64; 8] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    -f64::MAX,
    -1.0,
    0.0,
    5e-324,
];

/// One of the changes that a game could make by mistake. `number` and `id` are what it uses.
fn spoil(scene: &mut Scene, change: usize, number: f64, id: u32) {
    let place = DVec2::new(number, 1.0);
    let agents = Arc::make_mut(&mut scene.agents);
    let markers = Arc::make_mut(&mut scene.markers);
    match change {
        0 => scene.ticks_per_second = number,
        1 => scene.pointer = place,
        2 => markers
            .iter_mut()
            .for_each(|marker| marker.position = place),
        3 => agents.iter_mut().for_each(|agent| agent.position = place),
        4 => agents.iter_mut().for_each(|agent| agent.velocity = place),
        5 => agents.iter_mut().for_each(|agent| {
            agent.scatter = Some(Scatter {
                min: number,
                max: 1.0,
            });
        }),
        6 => agents.iter_mut().for_each(|agent| agent.id = AgentId(id)),
        7 => markers
            .iter_mut()
            .for_each(|marker| marker.id = MarkerId(id)),
        8 => scene
            .presets
            .iter_mut()
            .for_each(|preset| Arc::make_mut(preset).id = PresetId(id)),
        9 => scene
            .paths
            .iter_mut()
            .for_each(|path| Arc::make_mut(path).id = PathId(id)),
        10 => agents
            .iter_mut()
            .for_each(|agent| agent.preset = PresetId(id)),
        11 => agents
            .iter_mut()
            .for_each(|agent| agent.path = Some(PathId(id))),
        12 => agents
            .iter_mut()
            .for_each(|agent| agent.leader = Some(AgentId(id))),
        13 => agents
            .iter_mut()
            .for_each(|agent| agent.target = Some(Target::Marker(MarkerId(id)))),
        14 => agents
            .iter_mut()
            .for_each(|agent| agent.danger = Some(Target::Agent(AgentId(id)))),
        15 => agents.clear(),
        16 => markers.clear(),
        17 => scene.presets.clear(),
        18 => scene.paths.clear(),
        19 => scene.paths.iter_mut().for_each(|path| {
            let path = Arc::make_mut(path);
            path.nodes.iter_mut().for_each(|node| node.id = NodeId(id));
            path.nodes.truncate(id as usize);
        }),
        20 => scene.paths.iter_mut().for_each(|path| {
            let nodes = &mut Arc::make_mut(path).nodes;
            nodes.iter_mut().for_each(|node| node.position = place);
        }),
        21 => scene
            .presets
            .iter_mut()
            .for_each(|preset| parameter::map_preset(Arc::make_mut(preset), |_, _| number)),
        22 => scene
            .paths
            .iter_mut()
            .for_each(|path| parameter::map_path(Arc::make_mut(path), |_, _| number)),
        23 => Arc::make_mut(&mut scene.cells).size = number,
        _ => {
            let blocked = &mut Arc::make_mut(&mut scene.cells).blocked;
            blocked.push(Cell::new(i32::MIN, i32::MAX));
            blocked.push(Cell::new(id as i32, 0));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever a game edits, the world is unchanged, or it runs: all positions stay finite, and no
    /// reference leads nowhere.
    #[test]
    fn an_edit_leaves_a_scene_that_runs_or_changes_nothing(
        scene in properties::scene(),
        edits in prop::collection::vec((0_usize..25, prop::sample::select(NUMBERS.to_vec()), 0_u32..5), 1..6),
    ) {
        let mut world = World::new(&scene);
        for (change, number, id) in edits {
            world.step();
            let (before, rows) = (world.scene().clone(), trace::rows(&world));
            // A world that has checked its scene before only looks at what changes.
            let unchecked = World::new(&before).edit(|scene| spoil(scene, change, number, id));
            let outcome = world.edit(|scene| spoil(scene, change, number, id));
            prop_assert_eq!(outcome.is_ok(), unchecked.is_ok());
            match outcome {
                Ok(()) => {
                    let agents = &world.scene().agents;
                    prop_assert_eq!(world.len(), agents.len());
                    for agent in agents.iter() {
                        prop_assert!(world.scene().preset(agent.preset).is_some());
                        prop_assert!(agent.path.is_none_or(|id| world.path_line(id).is_some()));
                        prop_assert!(agent.leader.is_none_or(|id| world.agent(id).is_some()));
                    }
                }
                Err(_) => {
                    prop_assert_eq!(world.scene(), &before);
                    prop_assert_eq!(trace::rows(&world), rows);
                }
            }
            for _ in 0..5 {
                world.step();
            }
            for agent in world.agents() {
                prop_assert!(agent.position.is_finite() && agent.velocity.is_finite(), "{agent:?}");
                prop_assert!(agent.force.is_finite() && agent.heading.is_finite(), "{agent:?}");
            }
        }
    }
}

#[test]
fn a_rejected_edit_says_which_item_is_wrong() {
    type Edit = fn(&mut Scene);
    let mut scene = Scene::default();
    let walk = Preset::steered(PresetId(1), "Walk", []);
    scene.presets = vec![walk.into()];
    scene.paths = vec![PatrolPath::new(PathId(1), "Loop").into()];
    let ann = Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO);
    scene.agents = vec![ann].into();
    let mut world = World::new(&scene);
    let edits: [(Edit, WorldError); 8] = [
        (|s| s.ticks_per_second = 0.0, WorldError::TickRate),
        (
            |s| Arc::make_mut(&mut s.agents)[0].position.x = f64::NAN,
            WorldError::Coordinate,
        ),
        (
            |s| Arc::make_mut(&mut s.agents)[0].leader = Some(AgentId(9)),
            WorldError::Agent(AgentId(9)),
        ),
        (|s| s.presets.clear(), WorldError::Preset(PresetId(1))),
        (
            |s| Arc::make_mut(&mut s.agents)[0].path = Some(PathId(2)),
            WorldError::Path(PathId(2)),
        ),
        (
            |s| {
                let twin = s.agents[0].clone();
                Arc::make_mut(&mut s.agents).push(twin);
            },
            WorldError::Taken(AgentId(1)),
        ),
        (
            |s| s.presets.push(s.presets[0].clone()),
            WorldError::TakenPreset(PresetId(1)),
        ),
        (
            |s| s.paths.push(s.paths[0].clone()),
            WorldError::TakenPath(PathId(1)),
        ),
    ];
    for _ in 0..2 {
        for (edit, error) in edits {
            assert_eq!(world.edit(edit), Err(error));
            assert_eq!((world.len(), world.dt()), (1, 1.0 / 60.0));
        }
        assert_eq!(world.edit(|s| s.name = "Edited".into()), Ok(()));
    }
}
