//! Tuning to goals: what is reported was measured, and changes no more than the goals need.

use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_analysis::measure::Metric;
use steerwright_analysis::seeds::{Progress, metrics_of_run, with_seed};
use steerwright_analysis::tune::{
    Ending, Goal, ParameterPlace, TuneOptions, TuneProgress, Tuned, TunedParameter, max_trials,
    tunable_parameters, tune,
};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Preset, PresetId, Scatter,
    Scene, Target, WeightedBehavior,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::{Arrive, Body, FollowPath, Separation};
use steerwright_testing::shipped;

const COURIER: AgentId = AgentId(1);
const PRESET: PresetId = PresetId(1);
const TICKS: u64 = 480;
const SLOW_RADIUS: ParameterPlace = ParameterPlace::Behavior(0, "slow_radius");
const TARGET_RADIUS: ParameterPlace = ParameterPlace::Behavior(0, "target_radius");
const TIME_TO_TARGET: ParameterPlace = ParameterPlace::Body("time_to_target");
const MAX_FORCE: ParameterPlace = ParameterPlace::Body("max_force");

/// An agent that brakes too late, 6 u from its target.
fn late_braker() -> Scene {
    let mut preset = Preset::steered(
        PRESET,
        "Courier",
        [Behavior::Arrive(Arrive {
            target_radius: 0.1,
            slow_radius: 0.4,
            ..Arrive::default()
        })],
    );
    preset.body = Body {
        max_speed: 4.0,
        max_force: 6.0,
        ..Body::default()
    };
    let mut agent = Agent::at(COURIER, "Scout", PRESET, DVec2::new(-6.0, 0.0));
    agent.target = Some(Target::Marker(MarkerId(1)));
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new(vec![agent]),
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Post",
            MarkerKind::Target,
            DVec2::ZERO,
        )]),
        ..Scene::default()
    }
}

fn options(goals: &[(Metric, f64)], parameters: &[(ParameterPlace, f64, f64)]) -> TuneOptions {
    TuneOptions {
        preset: PRESET,
        agents: vec![COURIER],
        goals: goals
            .iter()
            .map(|&(metric, limit)| Goal { metric, limit })
            .collect(),
        parameters: parameters
            .iter()
            .map(|&(place, low, high)| TunedParameter {
                place,
                range: (low, high),
            })
            .collect(),
        seeds: 30,
        ticks: TICKS,
        threads: 2,
    }
}

fn tuned(scene: &Scene, options: &TuneOptions) -> Tuned {
    tune(scene, options, &TuneProgress::default()).expect("it was not canceled")
}

/// The worst value of a metric with the preset that was found, measured apart from the search.
fn worst(scene: &Scene, found: &Tuned, metric: Metric, seeds: u64) -> Option<f64> {
    let mut scene = scene.clone();
    scene.presets = vec![Arc::new(found.preset.clone())];
    let mut worst = f64::NEG_INFINITY;
    for seed in 1..=seeds {
        let scene = with_seed(&scene, seed);
        let metrics = metrics_of_run(&scene, &[COURIER], TICKS, &Progress::default())
            .expect("not canceled")[0]
            .expect("it is there");
        worst = worst.max(metric.of(&metrics)?);
    }
    Some(worst)
}

#[test]
fn overshoot_is_tuned_away_by_the_slow_radius() {
    let scene = late_braker();
    let found = tuned(
        &scene,
        &options(&[(Metric::Overshoot, 0.05)], &[(SLOW_RADIUS, 0.1, 6.0)]),
    );
    assert_eq!(found.ending, Ending::Met, "{found:?}");
    let before = found.before.goals[0].worst.expect("measured");
    assert!(before > 0.3, "it overshoots by {before} u before");
    let after = worst(&scene, &found, Metric::Overshoot, 1).expect("measured");
    assert_eq!(found.best.goals[0].worst, Some(after));
    assert!(after <= 0.05);
    // No farther from the present value than needed: a tenth less does not do.
    let radius = found.best.values[0];
    let less = options(
        &[(Metric::Overshoot, 0.05)],
        &[(SLOW_RADIUS, 0.1, 0.9 * radius)],
    );
    assert_eq!(tuned(&scene, &less).ending, Ending::NotMet, "{radius}");
}

#[test]
fn several_goals_are_met_by_several_parameters_in_every_seed() {
    let mut scene = late_braker();
    Arc::make_mut(&mut scene.agents)[0].scatter = Some(Scatter { min: 0.0, max: 2.0 });
    let goals = [
        (Metric::ArrivalTime, 3.5),
        (Metric::Overshoot, 0.05),
        (Metric::PeakForce, 7.5),
    ];
    let parameters = [(SLOW_RADIUS, 0.1, 6.0), (MAX_FORCE, 1.0, 20.0)];
    let found = tuned(&scene, &options(&goals, &parameters));
    assert_eq!(found.ending, Ending::Met, "{found:?}");
    assert_eq!((found.best.runs, found.best.met), (30, 30));
    for (metric, limit) in goals {
        let value = worst(&scene, &found, metric, 30).expect("it happens in every run");
        assert!(value <= limit, "{metric:?} is {value}");
    }
}

#[test]
fn what_is_not_needed_stays_as_it_is() {
    let scene = late_braker();
    let parameters = [
        (ParameterPlace::Body("radius"), 0.1, 1.0),
        (SLOW_RADIUS, 0.1, 6.0),
    ];
    let found = tuned(&scene, &options(&[(Metric::Overshoot, 0.05)], &parameters));
    assert_eq!(found.ending, Ending::Met);
    assert_eq!(found.best.values[0], found.before.values[0]);
}

/// A speed near 0 would meet any limit of the force, and is not what the author wants.
#[test]
fn a_limit_of_the_force_does_not_stop_a_crowd() {
    let scene = shipped::scene("crowd");
    let agent = &scene.agents[0];
    let max_speed = ParameterPlace::Body("max_speed");
    let options = TuneOptions {
        preset: agent.preset,
        agents: vec![agent.id],
        ticks: 600,
        ..options(
            &[(Metric::PeakForce, 5.0)],
            &[
                (MAX_FORCE, 0.0, 60.0),
                (ParameterPlace::Body("time_to_target"), 0.01, 1.0),
                (SLOW_RADIUS, 0.0, 12.0),
                (max_speed, 0.0, 12.0),
            ],
        )
    };
    let found = tuned(&scene, &options);
    assert_eq!(found.ending, Ending::Met);
    let before = max_speed.get(scene.preset(agent.preset).expect("it"));
    let after = max_speed.get(&found.preset);
    assert!(
        after >= before.map(|speed| 0.5 * speed),
        "{before:?} {after:?} {:?}",
        found.best.values
    );
    let force = found.best.goals[0].worst.expect("measured");
    assert!(force > 2.5, "the limit is used: {force}");
}

#[test]
fn a_goal_that_cannot_be_met_ends_with_the_closest_values() {
    let scene = late_braker();
    let goals = [(Metric::ArrivalTime, 0.5), (Metric::PeakForce, 20.0)];
    let parameters = [(SLOW_RADIUS, 0.1, 6.0), (MAX_FORCE, 1.0, 20.0)];
    let options = options(&goals, &parameters);
    let found = tuned(&scene, &options);
    assert_eq!(found.ending, Ending::NotMet);
    assert_eq!(found.best.met, 0);
    // 6 u at 4 u/s take more than 1.4 s, and no values in the ranges are much faster than those
    // found.
    let [arrival, force] = found.best.goals[..] else {
        panic!("two goals");
    };
    let before = found.before.goals[0].worst.expect("it arrives");
    let best = arrival.worst.expect("it arrives");
    assert!(best > 1.4 && best < before, "{best} s, before {before} s");
    assert_eq!((arrival.met, force.met), (0, 1));
    assert!(found.trials > 20 && found.trials <= max_trials(&scene, &options));
}

/// Few values within the ranges meet these goals: time, overshoot and force work against one
/// another, and 400 sets of values do not find them.
#[test]
fn the_search_finds_the_few_values_that_meet_conflicting_goals() {
    let mut scene = late_braker();
    let preset = Arc::make_mut(&mut scene.presets[0]);
    preset.body.max_speed = 8.0;
    Arc::make_mut(&mut scene.agents)[0].position = DVec2::new(-18.0, 0.0);
    let goals = [
        (Metric::Overshoot, 0.05),
        (Metric::SettledAt, 3.24),
        (Metric::PeakForce, 8.0),
    ];
    let parameters = [
        (SLOW_RADIUS, 0.1, 12.0),
        (TIME_TO_TARGET, 0.02, 1.0),
        (MAX_FORCE, 1.0, 20.0),
    ];
    let options = options(&goals, &parameters);
    let found = tuned(&scene, &options);
    assert_eq!(found.ending, Ending::Met, "{:?}", found.best);
}

#[test]
fn present_values_that_meet_the_goals_are_kept() {
    let scene = late_braker();
    let found = tuned(
        &scene,
        &options(&[(Metric::Overshoot, 5.0)], &[(SLOW_RADIUS, 0.1, 6.0)]),
    );
    assert_eq!((found.ending, found.trials), (Ending::AlreadyMet, 1));
    assert_eq!(*scene.presets[0], found.preset);
}

#[test]
fn the_result_is_the_same_with_any_number_of_threads() {
    let mut scene = late_braker();
    Arc::make_mut(&mut scene.agents)[0].scatter = Some(Scatter { min: 0.0, max: 2.0 });
    let goals = [(Metric::SettledAt, 3.0), (Metric::Overshoot, 0.02)];
    let parameters = [(SLOW_RADIUS, 0.1, 6.0), (MAX_FORCE, 1.0, 20.0)];
    let with = |threads| {
        let options = options(&goals, &parameters);
        tuned(&scene, &TuneOptions { threads, ..options })
    };
    assert_eq!(with(1), with(5));
}

#[test]
fn radii_stay_in_order() {
    let scene = late_braker();
    let parameters = [(TARGET_RADIUS, 0.1, 3.0), (SLOW_RADIUS, 0.1, 3.0)];
    let found = tuned(&scene, &options(&[(Metric::SettledAt, 0.2)], &parameters));
    let [target, slow] = found.best.values[..] else {
        panic!("two values");
    };
    assert!(target <= slow, "{target} and {slow}");
}

#[test]
fn a_canceled_search_has_no_result() {
    let progress = TuneProgress::default();
    progress.progress.cancel();
    let options = options(&[(Metric::Overshoot, 0.05)], &[(SLOW_RADIUS, 0.1, 6.0)]);
    assert_eq!(tune(&late_braker(), &options, &progress), None);
}

#[test]
fn progress_shows_the_best_values_so_far() {
    let progress = TuneProgress::default();
    let options = options(&[(Metric::ArrivalTime, 0.5)], &[(MAX_FORCE, 1.0, 20.0)]);
    let found = tune(&late_braker(), &options, &progress).expect("not canceled");
    let best = progress.best().expect("some were tried");
    assert!((best.values[0] - found.best.values[0]).abs() <= 0.05 * best.values[0]);
    assert_eq!(progress.progress.done(), found.trials);
}

#[test]
fn present_numbers_of_steered_presets_can_be_tuned() {
    let preset = Preset::steered(
        PRESET,
        "Two",
        [
            Behavior::FollowPath(FollowPath::default()),
            Behavior::Separation(Separation::default()),
        ],
    );
    let places = tunable_parameters(&preset);
    assert!(places.contains(&MAX_FORCE));
    assert!(places.contains(&ParameterPlace::Weight(1)));
    for place in places {
        let value = place.get(&preset).expect("it is present");
        let (low, high) = place.limits(&preset).expect("it has limits");
        assert!((low..=high).contains(&value), "{place:?}");
    }
    let alone = &late_braker().presets[0];
    let is_weight = |place: &ParameterPlace| matches!(place, ParameterPlace::Weight(_));
    assert!(!tunable_parameters(alone).iter().any(is_weight));
}

#[test]
fn every_tunable_parameter_changes_a_shipped_motion() {
    let mut effects = BTreeMap::new();
    for (_, scene) in shipped::every_scene() {
        let before = motion(&scene);
        for (index, preset) in scene.presets.iter().enumerate() {
            for place in tunable_parameters(preset) {
                let name = match place {
                    ParameterPlace::Body(key) => format!("body: {key}"),
                    ParameterPlace::Weight(_) => "weight".to_owned(),
                    ParameterPlace::Behavior(behavior, key) => {
                        let behavior = preset.behaviors().nth(behavior).expect("a behavior");
                        format!("{}: {key}", behavior.description().key)
                    }
                };
                let changes = effects.entry(name).or_insert(false);
                for factor in [0.5, 3.0, 0.1] {
                    if !*changes {
                        let mut other = scene.clone();
                        scale(Arc::make_mut(&mut other.presets[index]), place, factor);
                        *changes = motion(&other) != before;
                    }
                }
            }
        }
    }
    assert!(effects.len() > 20);
    let without: Vec<_> = effects.iter().filter(|(_, changes)| !**changes).collect();
    assert!(without.is_empty(), "no effect: {without:?}");
}

/// Where all agents are and how they move, twice a second for ten seconds.
fn motion(scene: &Scene) -> Vec<[DVec2; 2]> {
    let mut world = World::new(scene);
    let mut samples = Vec::new();
    for tick in 1..=600 {
        world.step();
        if tick % 30 == 0 {
            samples.extend(world.agents().map(|agent| [agent.position, agent.velocity]));
        }
    }
    samples
}

/// Multiplies a parameter by `factor`. A parameter that is 0 is set to the factor.
fn scale(preset: &mut Preset, place: ParameterPlace, factor: f64) {
    let value = match place.get(preset).expect("it is present") {
        0.0 => factor,
        value => value * factor,
    };
    match place {
        ParameterPlace::Body(key) => {
            parameter::BODY.set_within_limits(&mut preset.body, key, value)
        }
        ParameterPlace::Behavior(index, key) => {
            let behavior = &mut behaviors(preset)[index].behavior;
            behavior
                .parameters()
                .set_within_limits(behavior, key, value);
        }
        ParameterPlace::Weight(index) => behaviors(preset)[index].weight = value,
    }
}

fn behaviors(preset: &mut Preset) -> &mut [WeightedBehavior] {
    match &mut preset.motion {
        Motion::Steered(steered) => &mut steered.behaviors,
        Motion::GridChase(_) => panic!("grid movers have no behaviors"),
    }
}
