//! What is left of agents that are removed.

use super::*;

/// A leader can be named by an agent whose preset follows none.
#[test]
fn names_that_are_not_used_are_forgotten_too() {
    let mut world = World::new(&scene());
    let id = world.next_agent_id();
    let tower = || Agent::at(id, "Tower", PresetId(1), DVec2::new(9.0, 3.0));
    world.spawn(tower()).expect("a new agent");
    world.set_leader(HUNTER, Some(id)).expect("both");
    world.despawn(id).expect("the tower");
    world.spawn(tower()).expect("the id is free");
    let hunter = world.scene().agent(HUNTER).expect("the hunter");
    assert_eq!(hunter.leader, None);
}

#[test]
fn agents_that_go_in_any_order_leave_the_others_as_they_are() {
    let mut start = scene();
    let extra = (10..40_u32).map(|id| Agent {
        path: Some(PathId(1)),
        ..Agent::at(
            AgentId(id),
            "",
            PresetId(4),
            DVec2::new(f64::from(id), -5.0),
        )
    });
    std::sync::Arc::make_mut(&mut start.agents).extend(extra);
    let (mut alone, mut whole) = (World::new(&scene()), World::new(&start));
    let mut busy = World::new(&start);
    for turn in 0..30 {
        busy.despawn(AgentId(10 + turn * 7 % 30)).expect("an agent");
        for world in [&mut alone, &mut whole, &mut busy] {
            world.step();
        }
        assert!(busy.agents().map(|agent| agent.id).is_sorted());
        assert_eq!(busy.len(), busy.scene().agents.len());
        for agent in busy.scene().agents.iter() {
            let now = busy.agent(agent.id).expect("it is there");
            assert_eq!(whole.agent(agent.id), Some(now));
        }
    }
    assert!(busy.agents().eq(alone.agents()));
}
