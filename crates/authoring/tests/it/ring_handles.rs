//! Handles of rings: they are clear of bodies, and a press on one that is drawn grabs it.

use crate::tool_harness::{ToolHarness, at};
use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_authoring::canvas::handles::DRAWN_POINTS;
use steerwright_authoring::canvas::ring::Ring;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene, State,
};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::{FollowPath, Separation};

const AGENT: AgentId = AgentId(1);
/// A point of the harness, in units.
const POINT: f64 = 0.025;

/// A guard that has arrived at the end of its path, and keeps others at a distance.
fn arrived(body: f64, [target, slow, apart]: [f64; 3]) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.traversal = Traversal::Once;
    path.nodes = vec![
        Node::at(NodeId(1), at(-9.0, 0.0)),
        Node::at(NodeId(2), at(0.0, 0.0)),
    ];
    let follow = FollowPath {
        target_radius: target,
        slow_radius: slow,
        ..FollowPath::default()
    };
    let separation = Separation {
        radius: apart,
        ..Separation::default()
    };
    let behaviors = [
        Behavior::FollowPath(follow),
        Behavior::Separation(separation),
    ];
    let mut preset = Preset::steered(PresetId(1), "Guard", behaviors);
    preset.body.radius = body;
    Scene {
        presets: vec![Arc::new(preset)],
        paths: vec![Arc::new(path)],
        agents: Arc::new(vec![Agent {
            path: Some(PathId(1)),
            ..Agent::at(AGENT, "Guard", PresetId(1), at(0.0, 0.0))
        }]),
        ..Scene::default()
    }
}

fn selected(scene: Scene) -> ToolHarness {
    let mut harness = ToolHarness::on(scene);
    harness.session.selection.set(Item::Agent(AGENT));
    harness
}

fn rings(harness: &mut ToolHarness) -> Vec<Ring> {
    harness.work(|_, context| context.rings())
}

fn radius_of(harness: &mut ToolHarness, ring: &Ring) -> f64 {
    let rings = rings(harness);
    let found = rings.iter().find(|own| own.id == ring.id);
    found.expect("the ring").radius
}

fn start(harness: &ToolHarness) -> DVec2 {
    harness.session.scene.agent(AGENT).unwrap().position
}

#[test]
fn rings_within_a_body_have_handles_outside_of_it_and_both_are_dragged() {
    let scene = arrived(0.4, [0.2, 0.3, 0.25]);
    let shown = rings(&mut selected(scene.clone()));
    assert_eq!(shown.len(), 3);
    for (index, ring) in shown.iter().enumerate() {
        let off_body = ring.handle().length() - 0.4;
        assert!(
            off_body >= DRAWN_POINTS * POINT,
            "{}: {off_body}",
            ring.label
        );
        for other in &shown[..index] {
            let apart = (ring.handle() - other.handle()).length();
            assert!(apart >= 2.0 * DRAWN_POINTS * POINT - 1e-9, "{apart}");
        }
        let mut harness = selected(scene.clone());
        let to = ring.handle() + ring.handle_dir;
        harness.drag(ring.handle(), to);
        let (dragged, during) = (rings(&mut harness), radius_of(&mut harness, ring));
        harness.release(to);
        // The inner radius stops at the outer one.
        let most = if ring.radius == 0.2 { 0.3 } else { 2.0 };
        let expected = (ring.radius + 1.0).min(most);
        assert!((during - expected).abs() < 0.011, "{during}");
        assert_eq!(start(&harness), DVec2::ZERO, "{}", ring.label);
        assert_eq!(dragged.len(), 3);
    }
    let mut harness = selected(scene);
    harness.drag(at(0.1, 0.1), at(3.1, 2.1));
    harness.release(at(3.1, 2.1));
    assert_ne!(start(&harness), DVec2::ZERO, "the body is dragged");
}

#[test]
fn a_handle_on_a_large_body_is_grabbed_where_it_is_drawn_and_the_body_beside_it() {
    let scene = arrived(2.0, [0.2, 0.3, 1.0]);
    let mut harness = selected(scene.clone());
    let shown = rings(&mut harness);
    let ring = shown
        .iter()
        .find(|ring| ring.radius == 1.0)
        .expect("a ring");
    assert!(ring.handle().length() < 2.0, "on the body");
    let edge = ring.handle() + DVec2::new(0.9 * DRAWN_POINTS * POINT, 0.0);
    harness.drag(edge, edge + ring.handle_dir);
    harness.release(edge + ring.handle_dir);
    assert!(radius_of(&mut harness, ring) > 1.5);
    assert_eq!(start(&harness), DVec2::ZERO);

    let mut harness = selected(scene);
    let beside = ring.handle() + DVec2::new(1.3 * DRAWN_POINTS * POINT, 0.0);
    harness.drag(beside, beside + at(1.0, 1.0));
    harness.release(beside + at(1.0, 1.0));
    assert_ne!(start(&harness), DVec2::ZERO);
    assert_eq!(radius_of(&mut harness, ring), 1.0);
}

#[test]
fn handles_keep_off_other_bodies_nodes_and_the_state_of_their_agent() {
    let mut scene = arrived(0.3, [0.8, 2.0, 1.1]);
    let preset = Arc::make_mut(&mut scene.presets[0]);
    preset.state.name = "A long name of a state".into();
    preset.states.push(State::default());
    for (id, place) in [(2, at(1.4, 1.4)), (3, at(1.1, 0.0)), (4, at(0.6, -0.6))] {
        let other = Agent::at(AgentId(id), "Other", PresetId(1), place);
        Arc::make_mut(&mut scene.agents).push(other);
    }
    let mut harness = selected(scene);
    let shown = rings(&mut harness);
    assert!(shown.len() >= 2);
    let drawn = DRAWN_POINTS * POINT;
    for ring in shown {
        let handle = ring.handle();
        for agent in harness.session.scene.agents.iter() {
            let apart = (handle - agent.position).length();
            assert!(apart >= 0.3 + drawn - 1e-9, "{}: {apart}", ring.label);
        }
        let is_above = handle.y > 0.3 && handle.y < 1.1 && handle.x.abs() < 1.0;
        assert!(!is_above, "{} is on the state: {handle}", ring.label);
    }
}

#[test]
fn a_handle_stays_while_the_scene_plays_even_if_a_body_comes_over_it() {
    let scene = arrived(0.3, [0.8, 2.0, 1.1]);
    let mut harness = selected(scene);
    let before = rings(&mut harness);
    let mut other = Agent::at(AgentId(2), "Other", PresetId(1), before[0].handle());
    other.path = None;
    Arc::make_mut(&mut harness.session.scene.agents).push(other);
    let dir = |stay: bool, harness: &mut ToolHarness| {
        harness.work(|_, context| {
            context.view.handles.keep(&before);
            context.view.handles.stay = stay;
            context.rings()[0].handle_dir
        })
    };
    assert_eq!(dir(true, &mut harness), before[0].handle_dir);
    assert_ne!(dir(false, &mut harness), before[0].handle_dir);
}

#[test]
fn the_handles_of_a_field_of_view_are_beside_a_body_that_sees_no_further() {
    let mut scene = arrived(0.5, [0.2, 0.3, 0.25]);
    Arc::make_mut(&mut scene.presets[0]).sight = Some(Sight {
        range: 0.4,
        ..Sight::default()
    });
    let mut harness = selected(scene);
    let cones = harness.work(|_, context| context.cone_handles());
    assert_eq!(cones.len(), 2);
    for cone in cones {
        assert!(cone.position.length() >= 0.5 + DRAWN_POINTS * POINT);
    }
}
