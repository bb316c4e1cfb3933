use super::*;
use steerwright_runtime::scene::{Alert, State, StateId, StateRules, Term, Transition};
use steerwright_runtime::simulation::{Fact, Reason, ReasonOf};
use steerwright_runtime::steering::Noise;

/// The preset with a second state that it enters if these terms hold.
fn changing(mut preset: Preset, any: bool, terms: impl IntoIterator<Item = Term>) -> Preset {
    let rules = StateRules {
        id: StateId(2),
        name: "Alarmed".into(),
        ..StateRules::default()
    };
    preset.states = vec![State {
        rules,
        ..State::default()
    }];
    preset.state.transitions = vec![Transition {
        to: StateId(2),
        any,
        terms: terms.into_iter().collect(),
    }];
    preset
}

/// The facts of why the guard did something in the next tick.
fn facts(world: &mut World, of: ReasonOf) -> Vec<Fact> {
    world.step();
    let is_own = |reason: &&Reason| reason.agent == GUARD && reason.of == of;
    let own = world.reasons().iter().filter(is_own);
    own.map(|reason| reason.fact.clone()).collect()
}

#[test]
fn someone_seen_is_named_with_the_time_and_the_distance_of_that_tick() {
    let mut watcher = changing(guard(), false, [Term::Sees]);
    watcher.sight = Some(Sight {
        notice_ticks: 3,
        ..Sight::default()
    });
    let mut world = World::new(&scene(watcher, &[(-3.0, 0.0)]));
    world.step();
    for x in [5.0, 4.5] {
        put(&mut world, THIEF, x, 0.0);
        assert_eq!(facts(&mut world, ReasonOf::State), []);
    }
    put(&mut world, THIEF, 4.0, 3.0);
    let expected = Fact::Sees {
        who: Some(Target::Agent(THIEF)),
        distance: Some(5.0),
        ticks: Some(3),
    };
    assert_eq!(
        facts(&mut world, ReasonOf::State),
        std::slice::from_ref(&expected)
    );
    let noticed = world.reasons().iter();
    let mut noticed = noticed.filter(|reason| reason.of == ReasonOf::Sight);
    assert_eq!(noticed.next().expect("noticed").fact, expected);
    world.step();
    assert_eq!(world.reasons(), [], "those of the last step");
}

#[test]
fn the_time_of_one_who_is_seen_begins_again_with_another_one() {
    let mut world = World::new(&scene(
        changing(guard(), false, [Term::MeterAtLeast { meter: 0.5 }]),
        &[(3.0, 0.0), (-3.0, 0.0)],
    ));
    world.step();
    put(&mut world, THIEF, -3.0, 0.0);
    put(&mut world, OTHER, 4.0, 0.0);
    world.step();
    let mut quick = changing(guard(), false, [Term::Sees, Term::Hears]);
    quick.hearing = Some(Hearing::default());
    let mut edited = world.scene().clone();
    edited.presets[0] = Arc::new(quick);
    world.apply_scene(&edited);
    world.noise(DVec2::new(0.0, 1.0), 2.0).expect("a noise");
    let facts = facts(&mut world, ReasonOf::State);
    let expected = [
        Fact::Sees {
            who: Some(Target::Agent(OTHER)),
            distance: Some(4.0),
            ticks: Some(2),
        },
        Fact::Hears {
            who: None,
            distance: 1.0,
        },
    ];
    assert_eq!(facts, expected);
}

#[test]
fn a_noise_is_that_of_the_agent_that_made_it() {
    let mut scene = scene(changing(listener(), false, [Term::Hears]), &[(0.0, 0.0)]);
    let mut runner = scene.presets[1].as_ref().clone();
    runner.body.noise = Some(Noise {
        speed: 1.0,
        radius: 9.0,
    });
    scene.presets[1] = Arc::new(runner);
    let mut world = World::new(&scene);
    put(&mut world, THIEF, 3.0, 0.0);
    let heard = Fact::Hears {
        who: Some(THIEF),
        distance: 3.0,
    };
    world.noise(DVec2::new(4.0, 0.0), 5.0).expect("a noise");
    assert_eq!(
        facts(&mut world, ReasonOf::State),
        std::slice::from_ref(&heard)
    );
    // The event of the sense has it too.
    let of_noise = world.reasons().iter();
    let mut of_noise = of_noise.filter(|reason| reason.of == ReasonOf::Noise);
    assert_eq!(of_noise.next().expect("heard").fact, heard);
}

#[test]
fn the_alert_meter_and_the_time_in_the_state_are_those_before_the_change() {
    let mut nervous = changing(
        guard(),
        true,
        [
            Term::MeterAtLeast { meter: 0.5 },
            Term::For { min: 1.0, max: 1.0 },
        ],
    );
    nervous.alert = Some(Alert {
        rise_near: 12.0,
        rise_far: 12.0,
        ..Alert::default()
    });
    let mut world = World::new(&scene(nervous, &[(3.0, 0.0)]));
    for _ in 0..2 {
        assert_eq!(facts(&mut world, ReasonOf::State), []);
    }
    let measured = facts(&mut world, ReasonOf::State);
    let meter = meter(&world);
    assert!((meter - 0.6).abs() < 1e-12, "{meter}");
    // Of two that are joined by "or", only the one that holds.
    assert_eq!(measured, [Fact::Alert { meter, ticks: 3 }]);
}

#[test]
fn waiting_getting_near_and_events_are_measured() {
    let waits = changing(blind(), false, [Term::For { min: 0.1, max: 0.1 }]);
    let mut world = World::new(&scene(waits, &[]));
    for _ in 0..5 {
        assert_eq!(facts(&mut world, ReasonOf::State), []);
    }
    assert_eq!(
        facts(&mut world, ReasonOf::State),
        [Fact::Time { ticks: 6 }]
    );

    let near = Term::Near {
        goal: Goal::Post,
        radius: 2.0,
    };
    let mut world = World::new(&scene(changing(blind(), false, [near]), &[]));
    put(&mut world, GUARD, 5.0, 0.0);
    world.step();
    put(&mut world, GUARD, 0.0, 1.5);
    world.step();
    world.release(GUARD).expect("an agent");
    let [Fact::Near { goal, distance }] = facts(&mut world, ReasonOf::State)[..] else {
        panic!("it is near its post");
    };
    let place = world.agent(GUARD).expect("the guard").position;
    assert_eq!((goal, distance), (Goal::Post, place.length()));

    let told = Term::Event {
        name: "alarm".into(),
    };
    let mut world = World::new(&scene(changing(blind(), false, [told]), &[]));
    world.force_event(None, "alarm").expect("a name");
    let expected = Fact::Event {
        name: "alarm".into(),
        by_game: true,
    };
    assert_eq!(facts(&mut world, ReasonOf::State), [expected]);
}

#[test]
fn a_state_that_the_game_sets_has_no_reason() {
    let mut world = World::new(&scene(changing(blind(), false, [Term::Hears]), &[]));
    world.set_state(GUARD, StateId(2)).expect("a state");
    assert_eq!(facts(&mut world, ReasonOf::State), []);
    assert_eq!(world.state(GUARD).expect("the guard").id, StateId(2));
}

#[test]
fn who_is_out_of_sight_and_who_was_touched_is_named() {
    let lost = Term::SeesNotFor { seconds: 0.05 };
    let mut world = World::new(&scene(changing(guard(), false, [lost]), &[(3.0, 0.0)]));
    world.step();
    put(&mut world, THIEF, -3.0, 0.0);
    for _ in 0..2 {
        assert_eq!(facts(&mut world, ReasonOf::State), []);
    }
    let unseen = Fact::Unseen {
        who: Some(Target::Agent(THIEF)),
        ticks: 3,
    };
    assert_eq!(facts(&mut world, ReasonOf::State), [unseen]);

    let touched = changing(blind(), false, [Term::Touches]);
    let mut world = World::new(&scene(touched, &[(0.3, 0.0)]));
    let expected = Fact::Touches {
        who: Some(Target::Agent(THIEF)),
    };
    assert_eq!(facts(&mut world, ReasonOf::State), [expected]);
}
