//! Games change a running world through its public methods.

mod despawning;
mod edits_while_running;

use std::sync::Arc;
use steerwright_format::read_scene;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, Motion, Node, NodeId, PathId, PatrolPath, Preset,
    PresetId, Scatter, Scene, Target,
};
use steerwright_runtime::simulation::{EventKind, World, WorldError};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_runtime::steering::grid_chase::ChaseMode;
use steerwright_runtime::steering::{Arrive, FollowLeader, FollowPath, HomingWalk};

const PLAYER: AgentId = AgentId(1);
const HUNTER: AgentId = AgentId(2);
const FOLLOWER: AgentId = AgentId(3);

/// A player without behaviors, a hunter that seeks it, a follower of it, a marker, a path.
fn scene() -> Scene {
    let presets = [
        Preset::steered(PresetId(1), "Player", []),
        Preset::steered(PresetId(2), "Hunter", [Behavior::Arrive(Arrive::default())]),
        Preset::steered(
            PresetId(3),
            "Follower",
            [Behavior::FollowLeader(FollowLeader::default())],
        ),
        Preset::steered(
            PresetId(4),
            "Guard",
            [Behavior::FollowPath(FollowPath::default())],
        ),
    ];
    let corner = |id, x, y| Node::at(NodeId(id), DVec2::new(x, y));
    let path = PatrolPath {
        nodes: vec![corner(1, 0.0, 0.0), corner(2, 8.0, 0.0)],
        ..PatrolPath::new(PathId(1), "Walk")
    };
    let agents = vec![
        Agent::at(PLAYER, "Player", PresetId(1), DVec2::ZERO),
        Agent {
            target: Some(Target::Agent(PLAYER)),
            ..Agent::at(HUNTER, "Hunter", PresetId(2), DVec2::new(9.0, 0.0))
        },
        Agent {
            leader: Some(PLAYER),
            ..Agent::at(FOLLOWER, "Follower", PresetId(3), DVec2::new(-3.0, 2.0))
        },
    ];
    let marker = Marker::at(
        MarkerId(1),
        "Gate",
        Default::default(),
        DVec2::new(0.0, 9.0),
    );
    Scene {
        presets: presets.into_iter().map(Arc::new).collect(),
        paths: vec![Arc::new(path)],
        agents: Arc::new(agents),
        markers: Arc::new(vec![marker]),
        ..Scene::default()
    }
}

fn place(world: &World, id: AgentId) -> DVec2 {
    world.agent(id).expect("the agent").position
}

fn steps(world: &mut World, ticks: u32) -> Vec<(u64, AgentId, EventKind)> {
    let mut seen = Vec::new();
    for _ in 0..ticks {
        world.step();
        seen.extend(
            world
                .events()
                .iter()
                .map(|event| (event.tick, event.agent, event.kind.clone())),
        );
    }
    seen
}

#[test]
fn a_driven_agent_is_where_the_game_puts_it_and_others_see_it_move() {
    let mut world = World::new(&scene());
    for tick in 1..=120 {
        let there = DVec2::new(0.0, f64::from(tick) * 0.05);
        world.drive(PLAYER, there).expect("the player");
        world.step();
        assert_eq!(place(&world, PLAYER), there);
    }
    let player = world.agent(PLAYER).expect("the player");
    assert!(
        (player.velocity - DVec2::new(0.0, 3.0)).length() < 1e-9
            && player.heading == DVec2::Y
            && player.steering == 0.0
    );
    assert!(
        place(&world, HUNTER).distance(player.position) < 7.0 && place(&world, FOLLOWER).y > 2.5,
        "they come after it"
    );
    world.step();
    assert_eq!(
        world.agent(PLAYER).expect("the player").velocity,
        DVec2::ZERO,
        "it stays until it is driven on"
    );
}

#[test]
fn a_released_agent_continues_from_where_it_is() {
    let mut world = World::new(&scene());
    world
        .drive(HUNTER, DVec2::new(-9.0, -9.0))
        .expect("the hunter");
    world.step();
    world.release(HUNTER).expect("the hunter");
    steps(&mut world, 600);
    assert!(
        place(&world, HUNTER).length() < 0.5,
        "it came back to its prey"
    );
    assert_eq!(
        world.release(HUNTER),
        Ok(()),
        "to release what is free is nothing"
    );
}

#[test]
fn markers_and_targets_move_and_agents_follow_them() {
    let mut world = World::new(&scene());
    world
        .set_target(HUNTER, Some(Target::Marker(MarkerId(1))))
        .expect("both");
    world
        .move_marker(MarkerId(1), DVec2::new(5.0, 5.0))
        .expect("the marker");
    let seen = steps(&mut world, 400);
    assert!(place(&world, HUNTER).distance(DVec2::new(5.0, 5.0)) < 0.3);
    assert!(
        seen.iter()
            .any(|(_, agent, what)| (*agent, what.clone()) == (HUNTER, EventKind::Arrived))
    );
    // A change of the scene keeps what was moved.
    world
        .spawn(Agent::at(AgentId(9), "", PresetId(1), DVec2::ZERO))
        .expect("a new agent");
    steps(&mut world, 60);
    assert!(place(&world, HUNTER).distance(DVec2::new(5.0, 5.0)) < 0.3);
    world
        .move_marker(MarkerId(1), DVec2::new(-50.0, 5.0))
        .expect("the marker");
    steps(&mut world, 60);
    world.set_target(HUNTER, None).expect("the hunter");
    steps(&mut world, 180);
    let hunter = world.agent(HUNTER).expect("the hunter");
    assert!(
        hunter.velocity.length() < 1e-6,
        "without a target it brakes"
    );
}

#[test]
fn spawning_and_despawning_leave_the_others_bits_alone() {
    let (mut alone, mut busy) = (World::new(&scene()), World::new(&scene()));
    for tick in 0..300 {
        if tick == 60 {
            let walker = Agent {
                path: Some(PathId(1)),
                ..Agent::at(
                    busy.scene().next_agent_id(),
                    "Guard",
                    PresetId(4),
                    DVec2::ONE,
                )
            };
            busy.spawn(walker).expect("a new agent");
        }
        if tick == 200 {
            busy.despawn(AgentId(4)).expect("the guard");
        }
        alone.step();
        busy.step();
        for id in [PLAYER, HUNTER, FOLLOWER] {
            assert_eq!(alone.agent(id), busy.agent(id), "tick {tick}");
        }
    }
    assert_eq!(busy.len(), 3);
    busy.despawn(PLAYER).expect("the player");
    steps(&mut busy, 180);
    assert!(
        busy.agent(HUNTER).expect("the hunter").velocity.length() < 1e-6,
        "its prey is gone, and it brakes"
    );
}

#[test]
fn a_reused_id_is_not_the_target_of_earlier_references() {
    let mut world = World::new(&scene());
    world.despawn(PLAYER).expect("the player");
    assert_eq!(
        world.next_agent_id(),
        AgentId(4),
        "no id comes back by itself"
    );
    world
        .spawn(Agent::at(
            PLAYER,
            "Tower",
            PresetId(1),
            DVec2::new(9.0, 3.0),
        ))
        .expect("a new agent");
    steps(&mut world, 60);
    assert_eq!(world.agent(HUNTER).expect("the hunter").steering, 0.0);
    assert_eq!(
        world.scene().agent(FOLLOWER).expect("the follower").leader,
        None
    );
    world.despawn(FOLLOWER).expect("the follower");
    assert_eq!(world.next_agent_id(), AgentId(4));
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut world = World::new(&scene());
    let before: Vec<_> = world.agents().collect();
    let (no_one, nowhere) = (AgentId(77), DVec2::new(f64::NAN, 0.0));
    assert_eq!(
        world.drive(no_one, DVec2::ZERO),
        Err(WorldError::Agent(no_one))
    );
    assert_eq!(world.drive(PLAYER, nowhere), Err(WorldError::Coordinate));
    assert_eq!(
        world.set_pointer(DVec2::new(1e10, 0.0)),
        Err(WorldError::Coordinate)
    );
    assert_eq!(
        world.move_marker(MarkerId(5), DVec2::ZERO),
        Err(WorldError::Marker(MarkerId(5)))
    );
    assert_eq!(
        world.set_target(HUNTER, Some(Target::Agent(no_one))),
        Err(WorldError::Agent(no_one))
    );
    assert_eq!(
        world.set_danger(HUNTER, Some(Target::Marker(MarkerId(5)))),
        Err(WorldError::Marker(MarkerId(5)))
    );
    assert_eq!(
        world.set_leader(HUNTER, Some(no_one)),
        Err(WorldError::Agent(no_one))
    );
    assert_eq!(
        world.set_path(HUNTER, Some(PathId(5))),
        Err(WorldError::Path(PathId(5)))
    );
    assert_eq!(
        world.set_preset(HUNTER, PresetId(9)),
        Err(WorldError::Preset(PresetId(9)))
    );
    assert_eq!(
        world.replace_preset(Preset::steered(PresetId(9), "", [])),
        Err(WorldError::Preset(PresetId(9)))
    );
    assert_eq!(
        world.spawn(Agent::at(PLAYER, "", PresetId(1), DVec2::ZERO)),
        Err(WorldError::Taken(PLAYER))
    );
    assert_eq!(
        world.spawn(Agent::at(no_one, "", PresetId(9), DVec2::ZERO)),
        Err(WorldError::Preset(PresetId(9)))
    );
    assert_eq!(
        world.spawn(Agent::at(no_one, "", PresetId(1), nowhere)),
        Err(WorldError::Coordinate)
    );
    let bound = |agent: fn(&mut Agent)| {
        let mut new = Agent::at(no_one, "", PresetId(1), DVec2::ZERO);
        agent(&mut new);
        new
    };
    let scattered = bound(|agent| {
        agent.scatter = Some(Scatter {
            min: f64::NAN,
            max: 1.0,
        })
    });
    assert_eq!(world.spawn(scattered), Err(WorldError::Coordinate));
    assert_eq!(
        world.spawn(bound(|agent| agent.path = Some(PathId(5)))),
        Err(WorldError::Path(PathId(5)))
    );
    assert_eq!(
        world.spawn(bound(|agent| agent.leader = Some(AgentId(78)))),
        Err(WorldError::Agent(AgentId(78)))
    );
    assert_eq!(world.despawn(no_one), Err(WorldError::Agent(no_one)));
    assert_eq!(world.release(no_one), Err(WorldError::Agent(no_one)));
    assert_eq!(world.agents().collect::<Vec<_>>(), before);
    assert_eq!(
        WorldError::Agent(no_one).to_string(),
        "there is no agent 77; it may have been despawned"
    );
}

#[test]
fn a_homing_walk_says_when_its_target_enters_and_leaves_the_aggro_radius() {
    let walk = HomingWalk {
        aggro_radius: 5.0,
        ..HomingWalk::default()
    };
    let mut scene = scene();
    scene.presets[1] = Arc::new(Preset::steered(
        PresetId(2),
        "Zombie",
        [Behavior::HomingWalk(walk)],
    ));
    let mut world = World::new(&scene);
    let changes = |world: &mut World, x: f64| {
        world
            .drive(PLAYER, place(world, HUNTER) + DVec2::new(x, 0.0))
            .expect("the player");
        let seen = steps(world, 2);
        seen.into_iter()
            .map(|(.., what)| what)
            .filter(|what| matches!(what, EventKind::AggroLeft | EventKind::AggroEntered))
            .collect::<Vec<_>>()
    };
    assert_eq!(changes(&mut world, 20.0), [], "the first look is silent");
    assert_eq!(changes(&mut world, 3.0), [EventKind::AggroEntered]);
    assert_eq!(changes(&mut world, 2.0), []);
    assert_eq!(changes(&mut world, 30.0), [EventKind::AggroLeft]);
}

#[test]
fn a_cell_mover_loses_its_line_to_the_prey_at_a_wall_and_gains_it_back() {
    let text = r#"{ "format": "steerwright-scene", "format_version": 1,
        "presets": [{ "id": 1, "motion": { "grid_chase": { "step_interval": 0.1 } } }, { "id": 2 }],
        "cells": { "size": 1, "blocked": [[5, 0], [5, 1], [5, 2]] },
        "agents": [{ "id": 1, "preset": 1, "x": 0.5, "y": 0.5, "target": { "agent": 2 } }, { "id": 2, "preset": 2, "x": 3.5, "y": 0.5 }] }"#;
    let mut world = World::new(&read_scene(text).expect("a scene").value);
    let mut at = |x: f64| {
        world
            .drive(AgentId(2), DVec2::new(x, 0.5))
            .expect("the prey");
        let seen = steps(&mut world, 14);
        seen.into_iter()
            .map(|(.., what)| what)
            .find(|what| matches!(what, EventKind::LineLost | EventKind::LineGained))
    };
    assert_eq!(at(4.5), None);
    assert_eq!(at(7.5), Some(EventKind::LineLost));
    assert_eq!(at(4.5), Some(EventKind::LineGained));
}

#[test]
fn frames_of_any_length_come_to_the_same_ticks_and_miss_no_event() {
    let (mut stepped, mut advanced) = (World::new(&scene()), World::new(&scene()));
    let wanted = steps(&mut stepped, 120);
    let mut seen = Vec::new();
    for frame in 0..64 {
        advanced.advance(if frame % 2 == 0 { 0.046875 } else { 0.015625 });
        seen.extend(
            advanced
                .events()
                .iter()
                .map(|event| (event.tick, event.agent, event.kind.clone())),
        );
    }
    assert!(advanced.tick() >= 119 && (0.0..1.0).contains(&advanced.interpolation_alpha()));
    assert_eq!(
        seen,
        wanted
            .into_iter()
            .filter(|&(tick, ..)| tick <= advanced.tick())
            .collect::<Vec<_>>()
    );
    assert_eq!(advanced.advance(1e9), 240, "a late game slows down");
}

#[test]
fn a_path_can_be_asked_for_its_line() {
    let world = World::new(&scene());
    let line = world.path_line(PathId(1)).expect("the path");
    assert_eq!((line.length(), line.points.len()), (8.0, 2));
    assert_eq!(world.path_line(PathId(2)), None);
}
