//! Edits of scenes whose agents have states.

use super::{
    ANN, after, between, entered, guard, scene, seek, state, state_of, steered, steps,
    told_by_game, when,
};
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Preset, PresetId, Scene, StateId, Target,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::{Arrive, Goal, GridChase};

fn three() -> Preset {
    guard([
        state(1, steered([]), [when(2, [after(5)])]),
        state(2, seek(Goal::Reference), [when(3, [between(20, 40)])]),
        state(3, steered([]), []),
    ])
}

/// The scene of Ann with another preset.
fn with(preset: Preset) -> Scene {
    let mut scene = scene(preset);
    let ann = &mut Arc::make_mut(&mut scene.agents)[0];
    (ann.target, scene.pointer) = (Some(Target::Pointer), DVec2::new(50.0, 0.0));
    scene
}

#[test]
fn an_edit_keeps_the_state_by_its_id_and_the_time_in_it() {
    let mut world = World::new(&with(three()));
    steps(&mut world, 15);
    assert_eq!(state_of(&world, ANN), 2);
    let mut preset = three();
    // Another order of states, and other limits.
    preset.states.swap(0, 1);
    preset.states[1].rules.max_speed = Some(0.5);
    for preset in [preset, three()] {
        world.apply_scene(&with(preset));
        let state = world.state(ANN).expect("Ann");
        assert_eq!((state.id, state.ticks), (StateId(2), 10));
    }
    let [(tick, "state 3", Some(0))] = entered(&steps(&mut world, 40))[..] else {
        panic!("one change");
    };
    let mut without = World::new(&with(three()));
    assert_eq!(
        entered(&steps(&mut without, 60))[1].0,
        tick,
        "the drawn time was kept"
    );
}

#[test]
fn drawn_times_are_limited_to_what_the_edited_terms_allow_and_new_ones_are_the_shortest() {
    let drawn = |min, max| {
        let mut preset = three();
        preset.states[0].rules.transitions = vec![when(3, [between(min, max)])];
        preset
    };
    for (first, second, expected) in [((20, 40), (3, 4), 11), ((1, 1), (30, 50), 35)] {
        let mut world = World::new(&with(drawn(first.0, first.1)));
        world.set_state(ANN, StateId(2)).expect("a state");
        steps(&mut world, 1);
        if first.0 == 1 {
            // Not yet over.
            world.apply_scene(&with(drawn(second.0, second.1)));
            assert_eq!(entered(&steps(&mut world, 60))[0].0, 1 + 30);
            continue;
        }
        steps(&mut world, 9);
        world.apply_scene(&with(drawn(second.0, second.1)));
        assert_eq!(entered(&steps(&mut world, 60))[0].0, expected);
    }
    let mut world = World::new(&with(three()));
    steps(&mut world, 6);
    let mut preset = three();
    preset.states[0]
        .rules
        .transitions
        .insert(0, when(1, [told_by_game("x"), between(12, 90)]));
    world.apply_scene(&with(preset.clone()));
    preset.states[0].rules.transitions = vec![when(1, [between(12, 90)])];
    world.apply_scene(&with(preset));
    let expected = world.state(ANN).expect("Ann").ticks;
    assert_eq!(expected, 1);
    assert!(entered(&steps(&mut world, 100))[0].0 >= 5 + 12);
}

#[test]
fn a_state_that_is_gone_leads_to_the_first_with_new_times_and_its_actions() {
    let mut world = World::new(&with(three()));
    steps(&mut world, 15);
    let mut preset = three();
    preset.states.remove(0);
    preset.state.transitions = vec![when(3, [after(5)])];
    preset.state.enter = vec![steerwright_runtime::scene::EnterAction::Emit {
        name: "again".into(),
        value: Default::default(),
    }];
    world.apply_scene(&with(preset));
    let state = world.state(ANN).expect("Ann");
    assert_eq!((state.id, state.ticks), (StateId(1), 0));
    let events = steps(&mut world, 5);
    assert_eq!(events[0].kind.text(), Some("again"));
    assert_eq!(
        entered(&events),
        [(20, "state 3", Some(0))],
        "and no event for the first"
    );
}

#[test]
fn another_preset_keeps_the_state_if_it_has_one_with_the_id() {
    let mut other = three();
    other.id = PresetId(2);
    other.states.truncate(1);
    other.states[0].motion = steered([Behavior::Arrive(Arrive::default())]);
    let mut plain = Preset::steered(PresetId(3), "Plain", [Behavior::Seek {}]);
    plain.state.id = StateId(2);
    let mut scene = with(three());
    scene.presets.extend([Arc::new(other), Arc::new(plain)]);
    let mut world = World::new(&scene);
    steps(&mut world, 15);
    world.set_state(ANN, StateId(3)).expect("a state");
    world.set_preset(ANN, PresetId(2)).expect("a preset");
    assert_eq!(state_of(&world, ANN), 2);
    assert!(
        entered(&steps(&mut world, 1)).is_empty(),
        "the state that was asked for is gone"
    );
    let ticks = world.state(ANN).expect("Ann").ticks;
    assert_eq!(ticks, 11);
    world.set_preset(ANN, PresetId(3)).expect("a preset");
    let state = world.state(ANN).expect("Ann");
    assert_eq!((state.id, state.index, state.ticks), (StateId(2), 0, 0));
    steps(&mut world, 5);
    world.set_preset(ANN, PresetId(1)).expect("a preset");
    let state = world.state(ANN).expect("Ann");
    assert_eq!(
        (state.id, state.index, state.ticks),
        (StateId(2), 1, 0),
        "without states no time passes"
    );
}

#[test]
fn a_waiting_call_survives_an_edit_but_not_an_agent_that_enters() {
    for (moved, expected) in [(false, 3), (true, 1)] {
        let mut world = World::new(&with(three()));
        steps(&mut world, 2);
        world.set_state(ANN, StateId(3)).expect("a state");
        let mut scene = with(three());
        scene
            .presets
            .push(Arc::new(Preset::steered(PresetId(4), "", [])));
        if moved {
            Arc::make_mut(&mut scene.agents)[0].position.x += 1.0;
        }
        world.apply_scene(&scene);
        world.step();
        assert_eq!(state_of(&world, ANN), expected);
    }
}

#[test]
fn replacing_a_preset_with_more_states_keeps_those_of_all_its_agents() {
    let mut scene = with(three());
    let agents = (1..=50).map(|id| Agent::at(AgentId(id), "", PresetId(1), DVec2::ZERO));
    scene.agents = Arc::new(agents.collect());
    let mut world = World::new(&scene);
    steps(&mut world, 3);
    world.set_state(AgentId(7), StateId(3)).expect("a state");
    steps(&mut world, 2);
    let mut preset = three();
    preset.states.push(state(9, steered([]), []));
    world.replace_preset(preset).expect("a preset");
    let states =
        |world: &World| -> Vec<u32> { (1..=50).map(|id| state_of(world, AgentId(id))).collect() };
    let expected: Vec<u32> = (1..=50).map(|id| if id == 7 { 3 } else { 2 }).collect();
    assert_eq!(states(&world), expected);
    world.set_state(AgentId(8), StateId(9)).expect("a state");
    world.step();
    assert_eq!(states(&world)[7], 9);
}

#[test]
fn agents_of_any_state_come_and_go() {
    let mut world = World::new(&with(three()));
    for id in 2..=40 {
        world
            .spawn(Agent::at(AgentId(id), "", PresetId(1), DVec2::ZERO))
            .expect("an agent");
        steps(&mut world, 1);
    }
    let states = |world: &World| -> Vec<u32> {
        world
            .agents()
            .map(|agent| state_of(world, agent.id))
            .collect()
    };
    let before = states(&world);
    assert!(before.contains(&1) && before.contains(&2) && before.contains(&3));
    for id in [3, 17, 39, 8] {
        world.despawn(AgentId(id)).expect("an agent");
    }
    let expected: Vec<u32> = (1..)
        .zip(&before)
        .filter(|(id, _)| ![3, 17, 39, 8].contains(id))
        .map(|(_, &state)| state)
        .collect();
    assert_eq!(states(&world), expected);
    let events = steps(&mut world, 60);
    assert!(
        events
            .iter()
            .all(|event| ![3, 17, 39, 8].contains(&event.agent.0))
    );
    assert!(states(&world).iter().all(|&state| state == 3));
}

#[test]
fn an_edit_of_a_grid_chase_keeps_its_step_and_another_state_starts_one() {
    let chase = |id, interval, to| {
        let motion = Motion::GridChase(GridChase {
            step_interval: interval,
            ..GridChase::default()
        });
        state(id, motion, [when(to, [told_by_game("x")])])
    };
    let mut world = World::new(&with(guard([chase(1, 0.5, 2), chase(2, 0.5, 1)])));
    steps(&mut world, 10);
    let before = world.agent(ANN).expect("Ann").position;
    // The state is gone; a chase after a chase goes on with its step.
    world.apply_scene(&with(guard([chase(5, 0.5, 6), chase(6, 0.5, 5)])));
    let ann = world.agent(ANN).expect("Ann");
    assert_eq!((ann.position, state_of(&world, ANN)), (before, 5));
    let events = steps(&mut world, 20);
    assert!(
        events
            .iter()
            .all(|event| event.kind != EventKind::CellEntered)
    );
    world.step();
    assert!(
        world
            .events()
            .iter()
            .any(|event| event.kind == EventKind::CellEntered)
    );
}
