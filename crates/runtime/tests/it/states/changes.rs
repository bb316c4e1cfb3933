//! When agents change their states, and what happens then.

use super::{
    ANN, after, entered, guard, position, rules, scene, seek, state, state_of, steered, steps,
    told_by_game, when,
};
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, EnterAction, EventValue, Motion, Preset, PresetId, StateId,
    StateRules, Target, Term, Transition,
};
use steerwright_runtime::simulation::{EventKind, World, WorldError};
use steerwright_runtime::steering::facing::{Facing, Toward};
use steerwright_runtime::steering::{Arrive, Goal, GridChase};

#[test]
fn the_first_transition_that_holds_counts_and_no_other_in_this_tick() {
    let mut world = World::new(&scene(guard([
        state(
            1,
            steered([]),
            [
                when(3, [told_by_game("b")]),
                when(2, [after(3)]),
                when(3, []),
            ],
        ),
        state(2, steered([]), [when(1, [after(2)])]),
        state(3, steered([]), [when(2, [])]),
    ])));
    let events = steps(&mut world, 3);
    let expected = [(1, "state 3", Some(2)), (2, "state 2", Some(0))];
    assert_eq!(entered(&events), expected);
    let events = steps(&mut world, 2);
    assert_eq!(
        entered(&events),
        [(4, "state 1", Some(0)), (5, "state 3", Some(2))]
    );
}

#[test]
fn all_terms_must_hold_or_any_of_them() {
    let terms = [told_by_game("a"), told_by_game("b")];
    for (any, both_needed) in [(false, true), (true, false)] {
        let leave = Transition {
            any,
            ..when(2, terms.clone())
        };
        let preset = guard([state(1, steered([]), [leave]), state(2, steered([]), [])]);
        let mut world = World::new(&scene(preset));
        world.force_event(None, "b").expect("a name");
        world.step();
        assert_eq!(state_of(&world, ANN) == 1, both_needed);
        for name in ["a", "b"] {
            world.force_event(Some(ANN), name).expect("a name");
        }
        world.step();
        assert_eq!(state_of(&world, ANN), 2);
    }
}

#[test]
fn a_transition_without_terms_holds_and_may_lead_back_to_its_state() {
    let again = guard([state(1, steered([]), [when(1, [])])]);
    let mut world = World::new(&scene(again));
    let events = steps(&mut world, 3);
    assert_eq!(entered(&events).len(), 3);
    assert_eq!(world.state(ANN).expect("Ann").ticks, 0);
}

#[test]
fn time_in_a_state_stands_still_while_the_game_drives() {
    let preset = guard([
        state(1, steered([]), [when(2, [after(5)])]),
        state(2, steered([]), []),
    ]);
    let mut world = World::new(&scene(preset));
    steps(&mut world, 3);
    world.drive(ANN, DVec2::X).expect("Ann");
    assert!(entered(&steps(&mut world, 10)).is_empty());
    assert_eq!(world.state(ANN).expect("Ann").ticks, 3);
    world.release(ANN).expect("Ann");
    assert_eq!(entered(&steps(&mut world, 4)), [(15, "state 2", Some(0))]);
    assert_eq!(world.state(ANN).expect("Ann").ticks, 2);
}

#[test]
fn a_state_has_limits_and_a_motion_of_its_own() {
    let mut fast = state(2, seek(Goal::Reference), [when(1, [after(120)])]);
    fast.rules.max_speed = Some(6.0);
    fast.rules.max_force = Some(1e6);
    let mut preset = guard([
        state(1, seek(Goal::Reference), [when(2, [after(60)])]),
        fast,
    ]);
    preset.body.max_speed = 1.0;
    let mut scene = scene(preset);
    Arc::make_mut(&mut scene.agents)[0].target = Some(Target::Pointer);
    scene.pointer = DVec2::new(1000.0, 0.0);
    let mut world = World::new(&scene);
    let speed = |world: &World| world.agent(ANN).expect("Ann").velocity.x;
    steps(&mut world, 60);
    assert!((speed(&world) - 1.0).abs() < 1e-4 && state_of(&world, ANN) == 2);
    steps(&mut world, 60);
    assert!((speed(&world) - 6.0).abs() < 1e-3, "{}", speed(&world));
    steps(&mut world, 60);
    assert_eq!(state_of(&world, ANN), 1);
    world.step();
    assert!(
        (speed(&world) - 1.0).abs() < 1e-12,
        "the velocity is truncated at once"
    );
}

#[test]
fn the_facing_is_that_of_the_state() {
    let toward = |toward, turn_rate| Some(Facing { toward, turn_rate });
    let mut watching = state(1, steered([]), [when(2, [after(30)])]);
    watching.facing = toward(Toward::Target, Some(90.0));
    let mut scene = scene(guard([watching, state(2, steered([]), [])]));
    Arc::make_mut(&mut scene.agents)[0].target = Some(Target::Pointer);
    scene.pointer = DVec2::new(0.0, 9.0);
    let mut world = World::new(&scene);
    let facing = |world: &World| world.agent(ANN).expect("Ann").facing;
    steps(&mut world, 30);
    let half = facing(&world);
    assert!(
        half.abs_diff_eq(DVec2::from_angle(45_f64.to_radians()), 1e-6),
        "{half}"
    );
    world.step();
    assert_eq!(
        facing(&world),
        DVec2::X,
        "without a facing it turns to its heading at once"
    );
}

#[test]
fn a_grid_chase_continues_the_step_of_another_and_starts_at_the_center_of_its_cell() {
    let chase = |step_interval| {
        Motion::GridChase(GridChase {
            step_interval,
            ..GridChase::default()
        })
    };
    let preset = guard([
        state(1, steered([]), [when(2, [after(3)])]),
        state(2, chase(0.5), [when(3, [after(20)])]),
        state(3, chase(0.5), [when(1, [after(30)])]),
    ]);
    let mut scene = scene(preset);
    let ann = &mut Arc::make_mut(&mut scene.agents)[0];
    (ann.position, ann.target) = (DVec2::new(0.2, 0.3), Some(Target::Pointer));
    ann.velocity = DVec2::new(0.0, 0.6);
    scene.pointer = DVec2::new(9.5, 0.5);
    let mut world = World::new(&scene);
    steps(&mut world, 2);
    let before = position(&world, ANN);
    world.step();
    let ann = world.agent(ANN).expect("Ann");
    assert_eq!(
        (state_of(&world, ANN), ann.position),
        (2, DVec2::new(0.5, 0.5))
    );
    assert!(ann.previous.abs_diff_eq(before, 0.02) && ann.previous != ann.position);
    // Two thirds of a step, and the rest of it in the next state: no step begins again.
    steps(&mut world, 20);
    assert_eq!(state_of(&world, ANN), 3);
    let events = steps(&mut world, 10);
    assert!(
        events
            .iter()
            .all(|event| event.kind != EventKind::CellEntered)
    );
    assert_eq!(position(&world, ANN), DVec2::new(1.5, 0.5));
    steps(&mut world, 20);
    assert_eq!(state_of(&world, ANN), 1);
    let velocity = world.agent(ANN).expect("Ann").velocity;
    world.step();
    let coasting = world.agent(ANN).expect("Ann");
    assert_eq!(
        coasting.velocity, velocity,
        "it is steered on, with the velocity it had"
    );
}

#[test]
fn behaviors_start_again_with_their_state() {
    let arrive = || steered([Behavior::Arrive(Arrive::default())]);
    let preset = guard([
        state(1, arrive(), [when(2, [Term::Arrived])]),
        state(2, arrive(), [when(1, [Term::Arrived])]),
    ]);
    let mut scene = scene(preset);
    Arc::make_mut(&mut scene.agents)[0].target = Some(Target::Pointer);
    let mut world = World::new(&scene);
    let arrivals = |world: &mut World| {
        let events = steps(world, 4);
        let of_kind = |event: &&_| matches!(event, EventKind::Arrived);
        events
            .iter()
            .map(|event| &event.kind)
            .filter(of_kind)
            .count()
    };
    assert_eq!(
        arrivals(&mut world),
        4,
        "in every tick it arrives in another state"
    );
}

#[test]
fn the_game_sets_states_and_drives_first() {
    let preset = guard([
        state(1, steered([]), [when(2, [after(2)])]),
        state(2, steered([]), []),
        state(3, steered([]), []),
    ]);
    let mut world = World::new(&scene(preset));
    world.step();
    world.set_state(ANN, StateId(2)).expect("a state");
    world.set_state(ANN, StateId(3)).expect("a state");
    assert_eq!(state_of(&world, ANN), 1, "at the end of the next tick");
    // The transition of this tick would hold too.
    assert_eq!(entered(&steps(&mut world, 1)), [(2, "state 3", None)]);
    world.drive(ANN, DVec2::ZERO).expect("Ann");
    world.set_state(ANN, StateId(1)).expect("a state");
    assert!(entered(&steps(&mut world, 5)).is_empty());
    world.release(ANN).expect("Ann");
    assert_eq!(entered(&steps(&mut world, 1)), [(8, "state 1", None)]);
}

#[test]
fn what_cannot_be_is_refused() {
    let preset = guard([state(1, steered([]), []), state(2, steered([]), [])]);
    let mut world = World::new(&scene(preset));
    assert_eq!(
        world.set_state(ANN, StateId(3)),
        Err(WorldError::State(StateId(3)))
    );
    let unknown = AgentId(9);
    assert_eq!(
        world.set_state(unknown, StateId(1)),
        Err(WorldError::Agent(unknown))
    );
    assert_eq!(
        world.force_event(Some(unknown), "x"),
        Err(WorldError::Agent(unknown))
    );
    assert_eq!(world.force_event(None, ""), Err(WorldError::EventName));
    for _ in 0..1000 {
        world.force_event(None, "x").expect("room");
    }
    assert_eq!(world.force_event(Some(ANN), "x"), Err(WorldError::Names));
    world.step();
    assert_eq!(world.force_event(Some(ANN), "x"), Ok(()));
    assert!(world.state(unknown).is_none());
}

#[test]
fn an_agent_without_states_enters_its_own_again() {
    let mut preset = Preset::steered(PresetId(1), "Walker", [Behavior::Arrive(Arrive::default())]);
    preset.state.id = StateId(7);
    let mut scene = scene(preset);
    Arc::make_mut(&mut scene.agents)[0].target = Some(Target::Pointer);
    let mut world = World::new(&scene);
    let arrives = |world: &mut World| {
        steps(world, 1)
            .iter()
            .any(|event| event.kind == EventKind::Arrived)
    };
    assert!(arrives(&mut world) && !arrives(&mut world));
    world.set_state(ANN, StateId(7)).expect("its state");
    assert_eq!(entered(&steps(&mut world, 1)), [(3, "", None)]);
    assert!(arrives(&mut world), "its behaviors have started again");
    let state = world.state(ANN).expect("Ann");
    assert_eq!((state.id, state.index, state.ticks), (StateId(7), 0, 0));
}

#[test]
fn names_of_the_game_count_in_one_tick_for_those_who_are_not_driven() {
    let leave = || [when(2, [told_by_game("go")])];
    let preset = guard([state(1, steered([]), leave()), state(2, steered([]), [])]);
    let mut scene = scene(preset);
    let agents = (1..=3).map(|id| Agent::at(AgentId(id), "", PresetId(1), DVec2::ZERO));
    scene.agents = Arc::new(agents.collect());
    let mut world = World::new(&scene);
    world.drive(AgentId(2), DVec2::ZERO).expect("the agent");
    world.force_event(Some(AgentId(3)), "go").expect("a name");
    world.step();
    world.step();
    assert_eq!([1, 2, 3].map(|id| state_of(&world, AgentId(id))), [1, 1, 2]);
    world.force_event(None, "go").expect("a name");
    world.step();
    world.release(AgentId(2)).expect("the agent");
    world.step();
    assert_eq!([1, 2, 3].map(|id| state_of(&world, AgentId(id))), [2, 1, 2]);
}

#[test]
fn actions_of_a_state_come_before_its_event_and_those_of_the_first_in_the_first_tick() {
    let emit = |name: &str| EnterAction::Emit {
        name: name.into(),
        value: EventValue::Number(2.5),
    };
    let mut first = state(1, steered([]), [when(2, [])]);
    first.rules.enter = vec![emit("first"), emit("again")];
    let mut second = state(2, steered([]), []);
    second.rules.enter = vec![emit("second")];
    let mut scene = scene(guard([first, second]));
    Arc::make_mut(&mut scene.agents).push(Agent::at(AgentId(2), "", PresetId(1), DVec2::ZERO));
    let mut world = World::new(&scene);
    world.drive(AgentId(2), DVec2::ZERO).expect("the agent");
    let texts = |world: &World| -> Vec<(u32, &'static str, Option<String>)> {
        let of = |event: &steerwright_runtime::simulation::Event| {
            (
                event.agent.0,
                event.kind.name(),
                event.kind.text().map(str::to_owned),
            )
        };
        world.events().iter().map(of).collect()
    };
    let expected = |agent| {
        let emitted = |name: &str| (agent, "emitted", Some(name.to_owned()));
        let entered = (agent, "state_entered", Some("state 2".to_owned()));
        vec![
            emitted("first"),
            emitted("again"),
            emitted("second"),
            entered,
        ]
    };
    world.step();
    assert_eq!(texts(&world), expected(1));
    world.step();
    assert_eq!(texts(&world), []);
    world.release(AgentId(2)).expect("the agent");
    world.step();
    assert_eq!(
        texts(&world),
        expected(2),
        "a driven one acts when it is released"
    );
}

#[test]
fn an_agent_returns_to_where_it_left_its_path_or_entered() {
    let preset = guard([
        state(1, seek(Goal::Reference), [when(2, [told_by_game("home")])]),
        state(
            2,
            seek(Goal::Post),
            [when(
                1,
                [Term::Near {
                    goal: Goal::Post,
                    radius: 0.1,
                }],
            )],
        ),
    ]);
    let mut scene = scene(preset);
    let ann = &mut Arc::make_mut(&mut scene.agents)[0];
    ann.target = Some(Target::Pointer);
    scene.pointer = DVec2::new(8.0, 0.0);
    let mut world = World::new(&scene);
    steps(&mut world, 60);
    world.force_event(None, "home").expect("a name");
    let events = steps(&mut world, 300);
    let [(61, "state 2", Some(0)), (back, "state 1", Some(0))] = entered(&events)[..2] else {
        panic!("{:?}", entered(&events));
    };
    assert!((100..140).contains(&back), "{back}");
}

#[test]
fn states_and_rules_have_names_for_games() {
    let mut preset = guard([state(1, steered([]), []), state(5, steered([]), [])]);
    preset.state = StateRules {
        name: "Patrol".into(),
        ..rules(1, [when(5, [])])
    };
    let mut world = World::new(&scene(preset));
    let state = world.state(ANN).expect("Ann");
    assert_eq!(
        (state.name, state.index, state.id),
        ("Patrol", 0, StateId(1))
    );
    world.step();
    let state = world.state(ANN).expect("Ann");
    assert_eq!(
        (state.name, state.index, state.id),
        ("state 5", 1, StateId(5))
    );
}
