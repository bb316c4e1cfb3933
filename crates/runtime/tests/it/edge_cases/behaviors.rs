//! Steering at the edges of its parameters.

use super::*;

#[test]
fn at_the_target_itself_seek_flee_pursue_and_evade_only_brake() {
    let body = Body::default();
    let velocity = DVec2::new(1.0, -2.0);
    let agent = steering::Kinematic {
        position: DVec2::ONE,
        velocity,
        body: &body,
    };
    let braking = -velocity / body.time_to_target;
    assert_eq!(seek::seek(&agent, DVec2::ONE), braking);
    assert_eq!(
        seek::flee(&agent, DVec2::ONE, &Flee::default()),
        Some(braking)
    );
    assert_eq!(
        pursue::pursue(&agent, DVec2::ONE, DVec2::X, &Pursue::default()),
        braking
    );
    assert_eq!(
        pursue::evade(&agent, DVec2::ONE, DVec2::X, &Pursue::default()),
        braking
    );
    assert_eq!(
        arrive::arrive(&agent, DVec2::ONE, &Arrive::default()),
        braking
    );
    assert_eq!(
        arrive::arrive(
            &agent,
            DVec2::ONE,
            &Arrive {
                stop: Stop::Coast,
                ..Arrive::default()
            }
        ),
        DVec2::ZERO
    );
    assert_eq!(
        arrive::arrive(
            &agent,
            DVec2::ONE,
            &Arrive {
                target_radius: 0.0,
                ..Arrive::default()
            }
        ),
        braking
    );
    assert_eq!(
        leave::leave(&agent, DVec2::ONE, &Leave::default()),
        Some(braking)
    );
}

#[test]
fn agents_at_one_position_push_only_by_their_ids_and_do_not_stop_others_from_pushing() {
    for falloff in [Falloff::None, Falloff::InverseSquare] {
        let parameters = Separation {
            radius: 2.0,
            max_separation: 6.0,
            falloff,
        };
        let mut crowd = SeparationAccumulator::new(&parameters);
        assert_eq!(crowd.force(), None);
        crowd.add(DVec2::ONE, DVec2::ONE);
        assert_eq!(crowd.force(), Some(DVec2::ZERO));
        crowd.add(DVec2::ONE, DVec2::new(2.0, 1.0));
        assert!(
            crowd
                .force()
                .is_some_and(|force| force.x < 0.0 && force.y == 0.0)
        );
        // Two on either side leave nothing.
        crowd.add(DVec2::ONE, DVec2::new(0.0, 1.0));
        assert_eq!(crowd.force(), Some(DVec2::ZERO));
    }
    for (radius, expected) in [
        (0.0, None),
        (5e-324, Some(DVec2::ZERO)),
        (1e-200, Some(DVec2::ZERO)),
    ] {
        let mut crowd = SeparationAccumulator::new(&Separation {
            radius,
            max_separation: 6.0,
            falloff: Falloff::InverseSquare,
        });
        crowd.add(DVec2::ONE, DVec2::ONE);
        assert_eq!(crowd.force(), expected);
    }
}

#[test]
fn the_separation_radius_counts_its_edge() {
    let mut crowd = SeparationAccumulator::new(&Separation {
        radius: 2.0,
        max_separation: 6.0,
        falloff: Falloff::None,
    });
    crowd.add(DVec2::ZERO, DVec2::new(2.0 + 1e-9, 0.0));
    assert_eq!(crowd.force(), None);
    crowd.add(DVec2::ZERO, DVec2::new(2.0, 0.0));
    assert_eq!(crowd.force(), Some(DVec2::new(-6.0, 0.0)));
}

#[test]
fn an_inverse_square_push_stops_growing_below_a_thousandth_of_the_radius() {
    let push = |distance| {
        let mut crowd = SeparationAccumulator::new(&Separation {
            radius: 1.0,
            max_separation: 1.0,
            falloff: Falloff::InverseSquare,
        });
        crowd.add(DVec2::ZERO, DVec2::new(distance, 0.0));
        -crowd.force().expect("a neighbor").x
    };
    assert_eq!(push(1.0), 1.0);
    assert_eq!(push(1.0 / 1024.0), 1024.0);
    assert!(push(1.0 / 4096.0) < 1024.0 && push(1e-12) < 1e-3);
}

/// Two agents with a push of 1 + 2^-32 each: where doubles are 2^-31 apart, adding them one after
/// the other loses both fractions.
#[test]
fn a_sum_of_pushes_beyond_2_to_the_21_is_rounded_once() {
    let mut crowd = SeparationAccumulator::new(&Separation {
        radius: 2.0,
        max_separation: 2.0,
        falloff: Falloff::InverseSquare,
    });
    for _ in 0..2049 {
        crowd.add(DVec2::ZERO, DVec2::new(-2.0 / 1024.0, 0.0));
    }
    let near = crowd.force().expect("neighbors").x;
    assert_eq!(near, 2049.0 * 1024.0);
    let step = f64::from(2_u32.pow(31)).recip();
    for _ in 0..2 {
        crowd.add(DVec2::ZERO, DVec2::new(-2.0 / (1.0 + step / 2.0), 0.0));
    }
    assert_eq!(crowd.force(), Some(DVec2::new(near + 2.0 + step, 0.0)));
}

#[test]
fn without_speed_or_force_an_agent_stays() {
    let still = [
        Body {
            max_speed: 0.0,
            ..Body::default()
        },
        Body {
            max_force: 0.0,
            ..Body::default()
        },
    ];
    for body in still {
        for behavior in Behavior::all() {
            let mut scene = alone(DVec2::ZERO, [behavior], body);
            scene.paths = walker(Traversal::Loop, &[(3.0, 0.0), (3.0, 3.0)]).paths;
            scene.agent_mut(ANN).expect("Ann").path = Some(PathId(1));
            let agent = ann(&scene, 120);
            assert_eq!(
                (agent.position, agent.velocity),
                (DVec2::ZERO, DVec2::ZERO),
                "{behavior:?}"
            );
        }
    }
}

#[test]
fn a_slow_radius_of_zero_or_inside_the_target_radius_is_a_sharp_stop() {
    for ramp in [Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic] {
        let sharp = Arrive {
            target_radius: 0.0,
            slow_radius: 0.0,
            ramp,
            ..Arrive::default()
        };
        assert_eq!(arrive::speed_at(&sharp, 3.0, 1e-9), 3.0);
        assert_eq!(arrive::speed_at(&sharp, 3.0, 0.0), 3.0);
        let scene = alone(
            DVec2::ZERO,
            [Behavior::Arrive(Arrive {
                target_radius: 1.0,
                slow_radius: 0.0,
                ramp,
                ..Arrive::default()
            })],
            Body::default(),
        );
        let agent = ann(&scene, 600);
        assert!(
            agent.velocity.length() < 1e-3 && agent.position.distance(DVec2::new(5.0, 0.0)) < 1.0
        );
    }
}

#[test]
fn at_the_edges_of_its_radii_arrive_goes_by_the_contract() {
    let arrive = Arrive {
        target_radius: 1.0,
        slow_radius: 4.0,
        ..Arrive::default()
    };
    assert_eq!(arrive::speed_at(&arrive, 2.0, 4.0), 2.0);
    assert_eq!(arrive::speed_at(&arrive, 2.0, 1.0), 0.5);
    let body = Body {
        time_to_target: 1.0,
        max_speed: 2.0,
        ..Body::default()
    };
    let agent = steering::Kinematic {
        position: DVec2::ZERO,
        velocity: DVec2::ZERO,
        body: &body,
    };
    // At the target radius exactly it has not arrived yet.
    assert_eq!(
        arrive::arrive(&agent, DVec2::X, &arrive),
        DVec2::new(0.5, 0.0)
    );
}

#[test]
fn leave_with_one_radius_for_both_and_with_none() {
    for ramp in [LeaveRamp::Stepped, LeaveRamp::Smooth] {
        let one = Leave {
            escape_radius: 3.0,
            danger_radius: 3.0,
            ramp,
            ..Leave::default()
        };
        assert_eq!(leave::speed_at(&one, 2.0, 2.999), 2.0);
        assert_eq!(leave::speed_at(&one, 2.0, 3.001), 0.0);
        assert!((0.0..=2.0).contains(&leave::speed_at(&one, 2.0, 3.0)));
        let none = Leave {
            escape_radius: 0.0,
            danger_radius: 0.0,
            ramp,
            ..Leave::default()
        };
        assert!(leave::speed_at(&none, 2.0, 0.0).is_finite());
        assert_eq!(leave::speed_at(&none, 2.0, 0.001), 0.0);
    }
    let stepped = Leave {
        escape_radius: 2.0,
        danger_radius: 8.0,
        ramp: LeaveRamp::Stepped,
        ..Leave::default()
    };
    assert_eq!(
        (
            leave::speed_at(&stepped, 4.0, 2.0),
            leave::speed_at(&stepped, 4.0, 8.0)
        ),
        (3.0, 0.0)
    );
}

#[test]
fn a_panic_distance_of_zero_never_panics() {
    let scene = alone(
        DVec2::ZERO,
        [Behavior::Flee(Flee {
            panic_distance: Some(0.0),
        })],
        Body::default(),
    );
    assert_eq!(ann(&scene, 60).position, DVec2::ZERO);
}

#[test]
fn agents_at_the_largest_coordinates_stay_finite() {
    for behavior in Behavior::all() {
        for at in [DVec2::splat(1e9), DVec2::new(-1e9, 1e9)] {
            let mut scene = alone(
                at,
                [behavior],
                Body {
                    max_speed: 1e6,
                    max_force: 1e9,
                    ..Body::default()
                },
            );
            scene.agents = Arc::new(
                (1..5)
                    .map(|i| Agent {
                        id: AgentId(i),
                        ..scene.agents[0].clone()
                    })
                    .collect(),
            );
            after(&scene, 120);
        }
    }
}
