//! Verdicts compared with a long simulation that shares no code with them: the formulas of the
//! motion contract along a line.

mod critical_radius;

use std::sync::Arc;
use steerwright_analysis::measure::MetricsReader;
use steerwright_analysis::probe::{
    Budget, MAX_TICKS, NoRadius, Settling, StraightApproach, critical_slow_radius, own_approach,
    straight_approach,
};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Preset, PresetId, Scene, State,
    StateId, StateRules, Target, Term, Transition,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::{Arrive, BlendMode, Body, Goal};

/// What an agent does on a line toward 0, in scalars.
#[derive(Clone, Copy, Debug)]
struct Setting {
    ramp: Ramp,
    stop: Stop,
    target_radius: f64,
    slow_radius: f64,
    own_time: Option<f64>,
    body: Body,
    ticks_per_second: f64,
}

/// A long simulation: how far it went past, and when it came to rest, s after it entered the slow
/// radius.
#[derive(Clone, Copy, Debug)]
struct Simulated {
    overshoot: f64,
    settled_after: Option<f64>,
    peak_force: f64,
}

impl Setting {
    fn preset(&self) -> Preset {
        let mut preset = Preset::steered(
            PresetId(1),
            "Guard",
            [Behavior::Arrive(Arrive {
                target_radius: self.target_radius,
                slow_radius: self.slow_radius,
                ramp: self.ramp,
                stop: self.stop,
                time_to_target: self.own_time,
            })],
        );
        preset.body = self.body;
        preset
    }

    /// What is wrong by less is right: 0.01 u, or 1 % of the slow radius.
    fn tolerance(&self) -> f64 {
        (0.01 * self.slow_radius).max(0.01)
    }

    /// Long simulations from `count` starts within the length of a tick's move.
    fn simulations(&self, count: u32) -> Vec<Simulated> {
        let stride = self.body.max_speed / self.ticks_per_second;
        (0..count)
            .map(|k| {
                let lead = stride * (3.0 + f64::from(k) / f64::from(count));
                let simulated = self.simulated(lead, 60.0);
                match simulated.settled_after {
                    Some(_) => simulated,
                    // As long as a verdict may take.
                    None => self.simulated(lead, MAX_TICKS as f64 / self.ticks_per_second + 60.0),
                }
            })
            .collect()
    }

    fn verdict(&self) -> StraightApproach {
        straight_approach(
            &self.preset(),
            0,
            self.ticks_per_second,
            &mut Budget::of_preset(),
        )
        .expect("measured")
        .expect("it moves")
    }

    /// Starts `lead` u before the slow radius.
    fn simulated(&self, lead: f64, seconds: f64) -> Simulated {
        let Body {
            mass,
            max_speed: top,
            max_force,
            time_to_target,
            ..
        } = self.body;
        let tau = self.own_time.unwrap_or(time_to_target);
        let dt = 1.0 / self.ticks_per_second;
        let outer = self.slow_radius.max(self.target_radius);
        let (mut x, mut v) = (-outer - lead, top);
        let mut found = Simulated {
            overshoot: 0.0,
            settled_after: None,
            peak_force: 0.0,
        };
        let mut entered = None;
        for tick in 0..(seconds / dt) as u64 {
            let d = x.abs();
            let toward = -x.signum();
            let force = if d < self.target_radius {
                match self.stop {
                    Stop::Brake => -v / tau,
                    Stop::Coast => 0.0,
                }
            } else {
                let part = d / self.slow_radius;
                let speed = if d > self.slow_radius {
                    top
                } else {
                    match self.ramp {
                        Ramp::Linear => top * part,
                        Ramp::Sqrt => top * part.sqrt(),
                        Ramp::Quadratic => top * part * part,
                    }
                };
                (toward * speed - v) / tau
            };
            let force = force.clamp(-max_force, max_force);
            v = (v + force / mass * dt).clamp(-top, top);
            x += v * dt;
            let entered = *entered.get_or_insert(tick);
            let past = match self.stop {
                Stop::Brake => x,
                Stop::Coast => x - self.target_radius,
            };
            found.overshoot = found.overshoot.max(past);
            found.peak_force = found.peak_force.max(force.abs());
            let rests = v.abs() < 0.01 * top && x.abs() < self.target_radius;
            found.settled_after =
                rests.then(|| found.settled_after.unwrap_or((tick - entered) as f64 * dt));
        }
        found
    }
}

/// Numbers from 0 to 1 (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Between `low` and `high`, as many small as large ones.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.next())
    }

    fn setting(&mut self) -> Setting {
        let ramp = [Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic][(self.next() * 3.0) as usize];
        let stop = if self.next() < 0.8 {
            Stop::Brake
        } else {
            Stop::Coast
        };
        Setting {
            ramp,
            stop,
            target_radius: self.between(0.05, 0.6),
            slow_radius: self.between(0.3, 8.0),
            own_time: (self.next() < 0.3).then(|| self.between(0.02, 1.0)),
            body: Body {
                mass: self.between(0.3, 5.0),
                max_speed: self.between(0.5, 12.0),
                max_force: self.between(2.0, 100.0),
                time_to_target: self.between(0.02, 1.0),
                ..Body::default()
            },
            ticks_per_second: [30.0, 60.0, 120.0, 240.0][(self.next() * 4.0) as usize],
        }
    }
}

#[test]
fn of_two_hundred_random_settings_no_verdict_is_wrong() {
    let mut numbers = Numbers(7);
    let (mut none, mut some, mut restless) = (0, 0, 0);
    for round in 0..200 {
        let setting = numbers.setting();
        let verdict = setting.verdict();
        let tolerance = setting.tolerance();
        for simulated in setting.simulations(3) {
            let (low, high) = (verdict.least_overshoot, verdict.worst.overshoot);
            assert!(
                simulated.overshoot > low - tolerance && simulated.overshoot < high + tolerance,
                "{round}: {simulated:?}, said {low} to {high}: {setting:?}"
            );
            assert!(
                verdict.worst.overshoots() || simulated.overshoot < tolerance,
                "{round}: {simulated:?}, said none: {setting:?}"
            );
            // What is in its target radius at the end and coasts is about to leave it.
            let rests = simulated.settled_after.is_some() && setting.stop == Stop::Brake;
            match verdict.worst.settling {
                Settling::After(_) => assert!(rests, "{round}: never rests: {setting:?}"),
                Settling::Never | Settling::NotWithin(_) => restless += u32::from(!rests),
            }
            assert!(
                simulated.peak_force < verdict.worst.peak_force * 1.1 + 1e-9,
                "{round}: {simulated:?}, said {}: {setting:?}",
                verdict.worst.peak_force
            );
        }
        if verdict.worst.overshoots() {
            some += 1;
        } else {
            none += 1;
        }
    }
    assert!(
        none >= 50 && some >= 50 && restless >= 20,
        "{none} {some} {restless}"
    );
}

/// Where a tick ends decides whether it rests or oscillates: the largest overshoot is of an
/// approach that rests.
#[test]
fn an_agent_that_rests_after_some_approaches_only_never_rests() {
    let setting = Setting {
        ramp: Ramp::Sqrt,
        stop: Stop::Brake,
        target_radius: 0.05076262743059027,
        slow_radius: 0.4635749438571044,
        own_time: None,
        body: Body {
            mass: 0.3185040424442356,
            max_speed: 11.24702919842643,
            max_force: 38.472184065642395,
            time_to_target: 0.18601780049816263,
            ..Body::default()
        },
        ticks_per_second: 30.0,
    };
    let simulations = setting.simulations(3);
    let rest = (simulations.iter()).filter(|simulated| simulated.settled_after.is_some());
    assert_eq!(rest.count(), 2);
    let worst = setting.verdict().worst;
    assert!(!matches!(worst.settling, Settling::After(_)), "{worst:?}");
    assert_eq!(worst.stop, None);
}

/// An agent that slows down too late and keeps its velocity at the target.
fn coasting() -> Setting {
    Setting {
        ramp: Ramp::Linear,
        stop: Stop::Coast,
        target_radius: 0.3,
        slow_radius: 2.0,
        own_time: None,
        body: Body {
            max_speed: 4.0,
            time_to_target: 0.1,
            ..Body::default()
        },
        ticks_per_second: 60.0,
    }
}

#[test]
fn an_agent_that_coasts_through_its_target_never_stops_and_no_radius_changes_that() {
    let setting = coasting();
    let verdict = setting.verdict().worst;
    assert!(verdict.overshoot > 0.03, "{verdict:?}");
    assert!(
        !matches!(verdict.settling, Settling::After(_)),
        "{verdict:?}"
    );
    assert_eq!(verdict.stop, None);
    assert!(matches!(
        critical_slow_radius(&setting.preset(), 0, 60.0, &mut Budget::of_preset()),
        Err(NoRadius::Coasts)
    ));
}

#[test]
fn what_cannot_move_or_does_not_stop_has_no_verdict() {
    let mut setting = coasting();
    setting.body.max_speed = 0.0;
    assert_eq!(
        straight_approach(&setting.preset(), 0, 60.0, &mut Budget::of_preset()),
        Ok(None)
    );
    assert_eq!(
        critical_slow_radius(&setting.preset(), 0, 60.0, &mut Budget::of_preset()),
        Err(NoRadius::CannotMove)
    );
    let seeker = Preset::steered(PresetId(1), "Dog", [Behavior::Seek {}]);
    assert_eq!(
        straight_approach(&seeker, 0, 60.0, &mut Budget::of_preset()),
        Ok(None)
    );
    assert_eq!(
        straight_approach(&seeker, 1, 60.0, &mut Budget::of_preset()),
        Ok(None)
    );
    assert_eq!(
        critical_slow_radius(&seeker, 0, 60.0, &mut Budget::of_preset()),
        Err(NoRadius::DoesNotStop)
    );
}

#[test]
fn extreme_numbers_end_within_the_budget() {
    for (mass, max_speed, max_force, time_to_target) in [
        (1e6, 1e6, 1e-9, 1000.0),
        (0.001, 1e6, 1e9, 0.001),
        (1e6, 1e-6, 1e9, 1000.0),
        (0.001, 1e-9, 1e-9, 0.001),
    ] {
        for (target_radius, slow_radius) in [(0.0, 0.0), (0.0, 1e9), (1e9, 0.0), (1e-9, 1.0)] {
            let mut setting = coasting();
            setting.body = Body {
                mass,
                max_speed,
                max_force,
                time_to_target,
                ..setting.body
            };
            (setting.target_radius, setting.slow_radius) = (target_radius, slow_radius);
            let verdict = setting.verdict().worst;
            assert!(verdict.overshoot.is_finite() && verdict.peak_force.is_finite());
        }
    }
}

/// A scene with one agent at the origin.
pub fn alone(preset: Preset) -> (Scene, Agent) {
    let agent = Agent::at(AgentId(1), "Ann", preset.id, DVec2::ZERO);
    let scene = Scene {
        presets: vec![Arc::new(preset)],
        ..Scene::default()
    };
    (scene, agent)
}

#[test]
fn the_approach_in_the_scene_is_measured_from_its_own_start() {
    let mut setting = coasting();
    setting.stop = Stop::Brake;
    setting.body.mass = 3.0;
    setting.slow_radius = 0.6;
    let (mut scene, mut agent) = alone(setting.preset());
    agent.target = Some(Target::Marker(MarkerId(1)));
    scene.agents = Arc::new(vec![agent]);
    let place = DVec2::new(3.0, 4.0);
    scene.markers = Arc::new(vec![Marker::at(
        MarkerId(1),
        "Post",
        MarkerKind::Target,
        place,
    )]);
    let verdict = own_approach(&scene, AgentId(1)).expect("a target");
    let mut world = World::new(&scene);
    let mut farthest: f64 = 0.0;
    for _ in 0..60 * 60 {
        world.step();
        let past = world.agent(AgentId(1)).expect("Ann").position - place;
        farthest = farthest.max(past.dot(place / 5.0));
    }
    assert!(farthest > 0.2, "{farthest}");
    assert!((verdict.overshoot - farthest).abs() < 1e-9, "{verdict:?}");
    let stop = verdict.stop.expect("it stops");
    let rest = world.agent(AgentId(1)).expect("Ann").position;
    assert!(stop.distance(rest) < 1e-6, "{stop} {rest}");
    assert!(verdict.path_past.len() > 2);
    assert_eq!(own_approach(&scene, AgentId(9)), None);
}

/// Both count from the start of the scene, at tick 0.
#[test]
fn the_approach_in_the_scene_settles_when_the_metrics_of_a_run_say_so() {
    let setting = Setting {
        stop: Stop::Brake,
        target_radius: 0.4,
        slow_radius: 4.0,
        ..coasting()
    };
    let (mut scene, agent) = alone(setting.preset());
    for (x, starts_there) in [(9.0, false), (0.1, true)] {
        let mut agent = agent.clone();
        agent.target = Some(Target::Marker(MarkerId(1)));
        scene.agents = Arc::new(vec![agent]);
        let place = DVec2::new(x, 0.0);
        let target = Marker::at(MarkerId(1), "Post", MarkerKind::Target, place);
        scene.markers = Arc::new(vec![target]);
        let verdict = own_approach(&scene, AgentId(1)).expect("a target");
        let mut world = World::new(&scene);
        let mut reader = MetricsReader::unrecorded(&scene, AgentId(1)).expect("Ann");
        reader.read_world(&world);
        for _ in 0..60 * 60 {
            world.step();
            reader.read_world(&world);
        }
        let settled_at = reader.metrics().and_then(|metrics| metrics.settled_at);
        let settled_at = settled_at.expect("it settles");
        assert_eq!(verdict.settling, Settling::After(settled_at));
        assert_eq!(settled_at == 0.0, starts_there);
    }
}

/// A guard returns to where it left its path, and changes its state when it arrives.
#[test]
fn where_an_agent_goes_and_what_it_does_on_arrival_does_not_change_its_straight_approach() {
    let setting = Setting {
        stop: Stop::Brake,
        target_radius: 0.4,
        slow_radius: 4.0,
        ..coasting()
    };
    let to_target = setting.preset();
    let mut returns = to_target.clone();
    if let Motion::Steered(steered) = &mut returns.motion {
        steered.behaviors[0].goal = Goal::LeftPath;
    }
    returns.state.transitions = vec![Transition {
        to: StateId(2),
        terms: vec![Term::Arrived],
        any: false,
    }];
    returns.states = vec![State {
        rules: StateRules {
            id: StateId(2),
            ..StateRules::default()
        },
        facing: None,
        motion: to_target.motion.clone(),
    }];
    let verdict = |preset: &Preset| {
        straight_approach(preset, 0, 60.0, &mut Budget::of_preset())
            .expect("measured")
            .expect("it arrives")
    };
    assert_eq!(verdict(&returns), verdict(&to_target));
}
