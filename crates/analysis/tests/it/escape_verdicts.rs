//! Verdicts about random escapes compared with long simulations that share no code with them.

use crate::verdicts::Numbers;
use steerwright_analysis::probe::{Budget, Settling, leaving};
use steerwright_runtime::scene::{Behavior, Preset, PresetId};
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::{Body, Idle, Leave};

/// A random escape, and a long simulation of it: where it ends and how fast, since when it rests,
/// and the peak force.
fn random_escape(numbers: &mut Numbers) -> (Preset, f64, [f64; 3], Option<f64>) {
    let ramp = [LeaveRamp::Stepped, LeaveRamp::Smooth][(numbers.next() * 2.0) as usize];
    let idle = [Idle::Brake, Idle::Coast][(numbers.next() * 2.0) as usize];
    let danger_radius = numbers.between(0.5, 10.0);
    let leave = Leave {
        ramp,
        danger_radius,
        escape_radius: danger_radius * numbers.between(0.1, 0.9),
        time_to_target: (numbers.next() < 0.3).then(|| numbers.between(0.02, 1.0)),
    };
    let body = Body {
        mass: numbers.between(0.3, 5.0),
        max_speed: numbers.between(0.5, 12.0),
        max_force: numbers.between(2.0, 100.0),
        time_to_target: numbers.between(0.02, 1.0),
        idle,
        ..Body::default()
    };
    let rate = [30.0, 60.0, 120.0][(numbers.next() * 3.0) as usize];
    let (top, dt) = (body.max_speed, 1.0 / rate);
    let (mut x, mut v) = (leave.escape_radius, top);
    let (mut rests_since, mut peak) = (None, 0.0_f64);
    for tick in 0..(600.0 * rate) as u64 {
        let force = if x > danger_radius {
            match idle {
                Idle::Brake => -v / body.time_to_target,
                Idle::Coast => 0.0,
            }
        } else {
            let speed = match ramp {
                _ if x < leave.escape_radius => top,
                LeaveRamp::Stepped => top - top * x / danger_radius,
                LeaveRamp::Smooth => {
                    top * (danger_radius - x) / (danger_radius - leave.escape_radius)
                }
            };
            (speed - v) / leave.time_to_target.unwrap_or(body.time_to_target)
        };
        let force = force.clamp(-body.max_force, body.max_force);
        v = (v + force / body.mass * dt).clamp(-top, top);
        x += v * dt;
        peak = peak.max(force.abs());
        let rests = v.abs() < 0.01 * top;
        rests_since = rests.then(|| rests_since.unwrap_or(tick as f64 * dt));
    }
    // An agent that coasts never rests, unless it needs an hour for a centimeter.
    let drifts = idle == Idle::Coast && x > danger_radius && v * 3600.0 > 0.01;
    let rests_since = rests_since.filter(|_| !drifts);
    let mut preset = Preset::steered(PresetId(1), "Doe", [Behavior::Leave(leave)]);
    preset.body = body;
    (preset, rate, [x, v, peak], rests_since)
}

#[test]
fn of_fifty_random_escapes_no_verdict_is_wrong() {
    let mut numbers = Numbers(11);
    let (mut rest, mut go_on) = (0, 0);
    for round in 0..50 {
        let (preset, rate, [x, v, peak], rests_since) = random_escape(&mut numbers);
        let verdict = leaving(&preset, 0, rate, &mut Budget::of_preset())
            .expect("measured")
            .expect("it leaves");
        let context = format!("{round}: {x} {v} {rests_since:?}, said {verdict:?}: {preset:?}");
        match (verdict.settling, rests_since) {
            (Settling::After(said), Some(since)) => {
                rest += 1;
                assert!((said - since).abs() < 3.0 / rate, "{context}");
            }
            (Settling::Never | Settling::NotWithin(_), None) => go_on += 1,
            _ => panic!("{context}"),
        }
        if v.abs() < 1e-6 {
            let tolerance = (0.01 * x).max(0.01);
            let said = verdict.rest_distance.expect("it rests");
            assert!((said - x).abs() < tolerance, "{context}");
        }
        assert!(
            (verdict.peak_force - peak).abs() < 1e-6 * peak + 1e-9,
            "{context}"
        );
    }
    assert!(rest >= 15 && go_on >= 8, "{rest} {go_on}");
}

#[test]
fn an_agent_that_drifts_out_of_the_danger_radius_never_rests() {
    let leave = Leave {
        ramp: LeaveRamp::Smooth,
        escape_radius: 0.54,
        danger_radius: 6.16,
        time_to_target: None,
    };
    let mut preset = Preset::steered(PresetId(2), "Doe", [Behavior::Leave(leave)]);
    preset.body = Body {
        mass: 4.1,
        max_speed: 5.92,
        max_force: 13.66,
        time_to_target: 0.04,
        idle: Idle::Coast,
        ..Body::default()
    };
    let verdict = leaving(&preset, 0, 60.0, &mut Budget::of_preset())
        .expect("measured")
        .expect("it leaves");
    assert_eq!(
        (verdict.settling, verdict.rest_distance),
        (Settling::Never, None)
    );
}

/// The force of the tick in which an agent leaves the danger radius is still that of the place
/// inside.
#[test]
fn an_agent_that_brakes_outside_rests_with_any_ramp_and_radius() {
    let mut numbers = Numbers(23);
    for round in 0..60 {
        let danger_radius = numbers.between(0.5, 10.0);
        let share = if round % 2 == 0 { 1.0 } else { numbers.next() };
        let leave = Leave {
            ramp: [LeaveRamp::Stepped, LeaveRamp::Smooth][round / 2 % 2],
            danger_radius,
            escape_radius: danger_radius * share,
            time_to_target: None,
        };
        let mut preset = Preset::steered(PresetId(1), "Doe", [Behavior::Leave(leave)]);
        preset.body.max_speed = numbers.between(0.5, 12.0);
        let verdict = leaving(&preset, 0, 60.0, &mut Budget::of_preset())
            .expect("measured")
            .expect("it leaves");
        assert!(
            matches!(verdict.settling, Settling::After(_)),
            "{round}: {verdict:?} {preset:?}"
        );
    }
}

#[test]
fn an_agent_that_leaves_rests_where_a_simulation_says() {
    for (ramp, idle) in [
        (LeaveRamp::Smooth, Idle::Brake),
        (LeaveRamp::Stepped, Idle::Brake),
        (LeaveRamp::Stepped, Idle::Coast),
    ] {
        let leave = Leave {
            ramp,
            escape_radius: 2.0,
            danger_radius: 5.0,
            time_to_target: Some(0.9),
        };
        let mut preset = Preset::steered(PresetId(1), "Doe", [Behavior::Leave(leave)]);
        preset.body = Body {
            max_speed: 6.0,
            idle,
            ..Body::default()
        };
        let verdict = leaving(&preset, 0, 60.0, &mut Budget::of_preset())
            .expect("measured")
            .expect("it leaves");
        let (mut x, mut v) = (2.0, 6.0);
        for _ in 0..60 * 300 {
            let d: f64 = x;
            let force = if d > 5.0 {
                match idle {
                    Idle::Brake => -v / 0.1,
                    Idle::Coast => 0.0,
                }
            } else {
                let speed = match ramp {
                    LeaveRamp::Smooth => 6.0 * (5.0 - d) / 3.0,
                    LeaveRamp::Stepped => 6.0 - 6.0 * d / 5.0,
                };
                (speed - v) / 0.9
            };
            v += f64::clamp(force, -20.0, 20.0) / 60.0;
            x += v / 60.0;
        }
        if v.abs() < 1e-3 {
            let rest = verdict.rest_distance.expect("it rests");
            assert!((rest - x).abs() < 0.01, "{ramp:?} {idle:?}: {rest}, {x}");
            assert!(matches!(verdict.settling, Settling::After(_)));
        } else {
            assert_eq!(
                (verdict.settling, verdict.rest_distance),
                (Settling::Never, None)
            );
            assert_eq!(idle, Idle::Coast);
        }
    }
}
