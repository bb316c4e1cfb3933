//! How followers keep their places behind leaders.

use crate::verdicts::alone;
use std::sync::Arc;
use steerwright_analysis::probe::own_following;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Target,
};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::{FollowLeader, FollowPath};

#[test]
fn a_follower_that_is_in_its_leader_s_way_does_not_keep_its_place() {
    let measured = |sight_radius: f64| {
        let follow = FollowLeader {
            sight_radius,
            ..FollowLeader::default()
        };
        let followers = Preset::steered(PresetId(1), "Squad", [Behavior::FollowLeader(follow)]);
        let (mut scene, mut agent) = alone(followers);
        scene.presets.push(Arc::new(Preset::steered(
            PresetId(2),
            "Leader",
            [Behavior::Seek {}],
        )));
        agent.leader = Some(AgentId(2));
        let mut leader = Agent::at(AgentId(2), "Bo", PresetId(2), DVec2::new(3.0, 0.0));
        leader.target = Some(Target::Marker(MarkerId(1)));
        scene.markers = Arc::new(vec![Marker::at(
            MarkerId(1),
            "Far",
            MarkerKind::Target,
            DVec2::new(50_000.0, 0.0),
        )]);
        scene.agents = Arc::new(vec![agent, leader]);
        own_following(&scene, AgentId(1)).expect("a leader")
    };
    let (good, bad) = (measured(1.2), measured(4.0));
    assert!(good.place_distance < bad.place_distance, "{good:?} {bad:?}");
    assert!(
        good.in_place_after.is_some() && good.overlap <= 0.0,
        "{good:?}"
    );
}

/// The leader walks straight on for half a minute before the first corner.
#[test]
fn a_follower_that_loses_its_place_at_every_corner_of_a_long_way_does_not_keep_it() {
    let following = |corners: u32| {
        let follow = FollowLeader {
            behind_distance: 4.0,
            slow_radius: 2.5,
            ..FollowLeader::default()
        };
        let followers = Preset::steered(PresetId(1), "Squad", [Behavior::FollowLeader(follow)]);
        let (mut scene, mut agent) = alone(followers);
        let walk = Behavior::FollowPath(FollowPath::default());
        let mut leaders = Preset::steered(PresetId(2), "Leader", [walk]);
        leaders.body.max_speed *= 0.6;
        scene.presets.push(Arc::new(leaders));
        let mut path = PatrolPath::new(PathId(1), "Way");
        path.traversal = Traversal::Loop;
        path.nodes = (0..corners)
            .map(|corner| {
                let angle = std::f64::consts::TAU * f64::from(corner) / f64::from(corners);
                Node::at(NodeId(corner), 60.0 * DVec2::from_angle(angle))
            })
            .collect();
        let start = path.nodes[0].position;
        agent.leader = Some(AgentId(2));
        agent.position = start - DVec2::new(0.0, 4.0);
        let mut leader = Agent::at(AgentId(2), "Bo", PresetId(2), start);
        leader.path = Some(PathId(1));
        scene.paths = vec![Arc::new(path)];
        scene.agents = Arc::new(vec![agent, leader]);
        own_following(&scene, AgentId(1)).expect("a leader")
    };
    let (round, turned) = (following(60), following(3));
    assert!(round.in_place_after.is_some(), "{round:?}");
    assert!(round.watched > 60.0, "two laps: {round:?}");
    assert_eq!(turned.in_place_after, None, "{turned:?}");
    assert!(turned.place_distance > 2.5, "{turned:?}");
}
