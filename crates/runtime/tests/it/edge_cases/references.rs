//! Agents whose target, danger, leader or path is missing, or themselves.

use super::*;
use steerwright_runtime::scene::WeightedBehavior;

/// All behaviors but those that move at random where they are.
fn with_references() -> impl Iterator<Item = Behavior> {
    let all = Behavior::all().into_iter();
    all.filter(|behavior| {
        let needs = WeightedBehavior::from(*behavior).needs();
        needs.is_some() || !behavior.description().is_random
    })
}

#[test]
fn agents_without_references_stay_with_any_behavior() {
    for behavior in with_references() {
        let mut scene = alone(DVec2::ONE, [behavior], Body::default());
        let agent = scene.agent_mut(ANN).expect("Ann");
        (agent.target, agent.danger) = (None, None);
        assert_eq!(ann(&scene, 120).position, DVec2::ONE, "{behavior:?}");
    }
    for method in [Method::Axis, Method::LineOfSight] {
        let mut scene = hunter(
            GridChase {
                method,
                ..GridChase::default()
            },
            DVec2::ZERO,
            vec![],
        );
        scene.agent_mut(ANN).expect("Ann").target = None;
        assert_eq!(ann(&scene, 120).position, DVec2::splat(0.5));
    }
}

/// Such a scene cannot be saved, but a hand can make one on the way.
#[test]
fn references_to_missing_items_are_none() {
    for behavior in with_references() {
        let mut scene = alone(DVec2::ONE, [behavior], Body::default());
        let agent = scene.agent_mut(ANN).expect("Ann");
        (agent.path, agent.leader) = (Some(PathId(77)), Some(AgentId(77)));
        (agent.target, agent.danger) = (
            Some(Target::Agent(AgentId(77))),
            Some(Target::Marker(MarkerId(77))),
        );
        let mut world = World::new(&scene);
        (0..60).for_each(|_| world.step());
        assert_eq!(
            world.agent(ANN).expect("Ann").position,
            DVec2::ONE,
            "{behavior:?}"
        );
    }
    let mut scene = alone(DVec2::ONE, [], Body::default());
    scene.agent_mut(ANN).expect("Ann").preset = PresetId(77);
    assert!(
        World::new(&scene).is_empty(),
        "an agent without a preset is left out"
    );
}

#[test]
fn agents_bound_to_themselves_stay() {
    for behavior in with_references() {
        let mut scene = alone(DVec2::ONE, [behavior], Body::default());
        let agent = scene.agent_mut(ANN).expect("Ann");
        (agent.target, agent.danger, agent.leader) = (
            Some(Target::Agent(ANN)),
            Some(Target::Agent(ANN)),
            Some(ANN),
        );
        let mut world = World::new(&scene);
        (0..60).for_each(|_| world.step());
        assert_eq!(
            world.agent(ANN).expect("Ann").position,
            DVec2::ONE,
            "{behavior:?}"
        );
    }
}

fn circle_of_followers(n: u32, places: impl Fn(u32) -> DVec2) -> Scene {
    let preset = Preset::steered(
        PresetId(1),
        "",
        [Behavior::FollowLeader(FollowLeader::default())],
    );
    let follower = |i| Agent {
        leader: Some(AgentId((i + 1) % n + 1)),
        ..Agent::at(AgentId(i + 1), "", PresetId(1), places(i))
    };
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new((0..n).map(follower).collect()),
        ..Scene::default()
    }
}

#[test]
fn leaders_in_a_cycle_move_and_stay_finite() {
    for n in [2, 3, 5] {
        let (world, _) = after(
            &circle_of_followers(n, |i| DVec2::new(f64::from(i), f64::from(i * i) * 0.5)),
            600,
        );
        assert!(
            world
                .agents()
                .all(|agent| agent.velocity.length() <= 3.0 * (1.0 + 1e-12))
        );
    }
    // All at the same position, at rest: still valid.
    after(&circle_of_followers(3, |_| DVec2::ONE), 600);
}

#[test]
fn a_follower_at_its_leaders_place_gets_behind_it() {
    let mut scene = circle_of_followers(2, |_| DVec2::ZERO);
    let still = Preset::steered(PresetId(2), "Rock", []);
    scene.presets.push(Arc::new(still));
    let leader = scene.agent_mut(AgentId(2)).expect("the leader");
    (leader.leader, leader.preset) = (None, PresetId(2));
    let follower = ann(&scene, 600);
    assert!(
        follower.position.distance(DVec2::new(-1.5, 0.0)) < 0.8,
        "a leader at rest heads along x: {}",
        follower.position
    );
}
