//! The shortest slow radius that does not overshoot.

use super::*;

#[test]
fn the_critical_slow_radius_is_the_shortest_that_does_not_overshoot() {
    let mut numbers = Numbers(11);
    let mut found = 0;
    for round in 0..60 {
        let mut setting = numbers.setting();
        setting.stop = Stop::Brake;
        let radius = match critical_slow_radius(
            &setting.preset(),
            0,
            setting.ticks_per_second,
            &mut Budget::of_preset(),
        ) {
            Ok(radius) => radius,
            Err(reason) => panic!("{round}: {reason:?} for {setting:?}"),
        };
        found += 1;
        assert!(radius >= setting.target_radius, "{round}");
        setting.slow_radius = radius;
        for simulated in setting.simulations(5) {
            assert!(
                simulated.overshoot < 0.5 * setting.tolerance(),
                "{round}: {simulated:?} with {radius}: {setting:?}"
            );
        }
        if radius > 1.1 * setting.target_radius {
            setting.slow_radius = 0.95 * radius;
            assert!(
                !setting.verdict().worst.stops_in_time(),
                "{round}: {} is enough, said {radius}: {setting:?}",
                setting.slow_radius
            );
        }
    }
    assert_eq!(found, 60);
}

/// With this radius the approach takes 16 minutes, and with twice of it longer than is measured.
#[test]
#[ignore = "takes minutes"]
fn a_critical_slow_radius_near_the_longest_measured_approach_is_found() {
    let mut setting = Setting {
        ramp: Ramp::Sqrt,
        stop: Stop::Brake,
        target_radius: 0.193,
        slow_radius: 3.8,
        own_time: None,
        body: Body {
            mass: 4.69,
            max_speed: 9.86,
            max_force: 75.5,
            time_to_target: 0.464,
            ..Body::default()
        },
        ticks_per_second: 120.0,
    };
    let radius = critical_slow_radius(&setting.preset(), 0, 120.0, &mut Budget::of_preset())
        .expect("a radius");
    setting.slow_radius = radius;
    for simulated in setting.simulations(3) {
        assert!(simulated.overshoot < 0.01, "{simulated:?} with {radius}");
        assert!(simulated.settled_after.is_some());
    }
    setting.slow_radius = 0.8 * radius;
    assert!(setting.verdict().worst.overshoots());
}

/// Behind Seek no slow radius is long enough, and somewhat longer ones overshoot again and again.
#[test]
fn a_search_without_an_end_is_given_up_when_its_budget_is_used_up() {
    let behaviors = [Behavior::Arrive(Arrive::default()), Behavior::Seek {}];
    let mut preset = Preset::steered(PresetId(1), "", behaviors);
    if let Motion::Steered(steered) = &mut preset.motion {
        steered.blend_mode = BlendMode::Priority;
    }
    assert_eq!(
        critical_slow_radius(&preset, 0, 60.0, &mut Budget::of_file()),
        Err(NoRadius::NotMeasured)
    );
}
