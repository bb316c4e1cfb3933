//! How many agents wait at each meeting.

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Node, NodeAction, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::FollowPath;

fn wait() -> NodeAction {
    NodeAction::Wait { min: 0.5, max: 0.5 }
}

fn meet(name: &str) -> NodeAction {
    NodeAction::Meet {
        name: name.into(),
        count: 2,
    }
}

/// A path along the x axis, with actions at its first node, and an agent `x` from there.
fn add_walker(scene: &mut Scene, x: f64, actions: Vec<NodeAction>) {
    let id = scene.paths.len() as u32 + 1;
    let y = 5.0 * f64::from(id);
    let mut path = PatrolPath::new(PathId(id), "Beat");
    path.nodes = vec![
        Node::at(NodeId(1), DVec2::new(0.0, y)),
        Node::at(NodeId(2), DVec2::new(9.0, y)),
    ];
    path.nodes[0].edit_script(|script| script.actions = actions);
    scene.paths.push(Arc::new(path));
    Arc::make_mut(&mut scene.agents).push(Agent {
        path: Some(PathId(id)),
        ..Agent::at(AgentId(id), "", PresetId(1), DVec2::new(x, y))
    });
}

/// No agents yet, and a preset that follows its path with each of its behaviors.
fn scene(behaviors: usize) -> Scene {
    let follow = vec![Behavior::FollowPath(FollowPath::default()); behaviors];
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "Guard", follow))],
        ..Scene::default()
    }
}

#[test]
fn agents_count_while_they_meet_and_not_in_a_wait_before_or_after() {
    let mut scene = scene(1);
    add_walker(&mut scene, 0.0, vec![wait(), meet("well"), wait()]);
    add_walker(&mut scene, -9.0, vec![meet("well")]);
    assert_eq!(steerwright_format::validate::scene_errors(&scene), []);
    let mut world = World::new(&scene);
    assert_eq!(world.meetings(), [("well", 0)]);
    // The wait takes 30 ticks, with that of the arrival.
    for tick in 1..=30 {
        world.step();
        assert_eq!(world.meetings(), [("well", 0)], "tick {tick}");
    }
    world.step();
    assert_eq!(world.meetings(), [("well", 1)]);
    let has_met = |world: &World| world.events().iter().any(|e| e.kind.name() == "met");
    let mut before = world.meetings()[0].1;
    for _ in 0..600 {
        world.step();
        if has_met(&world) {
            break;
        }
        before = world.meetings()[0].1;
    }
    assert!(has_met(&world));
    assert_eq!(before, 2, "both, at the end of the tick before");
    assert_eq!(world.meetings(), [("well", 0)], "in the wait after it");
}

#[test]
fn each_meeting_has_its_number_and_an_agent_counts_once() {
    let mut scene = scene(2);
    add_walker(&mut scene, 0.0, vec![meet("yard")]);
    add_walker(&mut scene, 0.0, vec![meet("well")]);
    add_walker(&mut scene, -9.0, vec![meet("yard")]);
    let mut world = World::new(&scene);
    world.step();
    assert_eq!(world.meetings(), [("yard", 1), ("well", 1)]);
    world.despawn(AgentId(2)).expect("the agent");
    assert_eq!(world.meetings(), [("yard", 1), ("well", 0)]);
}
