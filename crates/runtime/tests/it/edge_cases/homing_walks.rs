//! Homing walks with extreme parameters, and scattered starts.

use super::*;

#[test]
fn walks_with_extreme_parameters_stay_finite() {
    let base = HomingWalk::default();
    let cases = [
        HomingWalk {
            min_step: 0.0,
            ..base
        },
        HomingWalk {
            aggro_radius: 0.0,
            ..base
        },
        HomingWalk {
            min_step: 9.0,
            max_step: 1.0,
            ..base
        },
        HomingWalk {
            min_step: 0.0,
            max_step: 0.0,
            ..base
        },
        HomingWalk {
            step_fraction: 0.0,
            ..base
        },
        HomingWalk {
            max_fov_deg: 0.0,
            ..base
        },
        HomingWalk {
            max_fov_deg: 360.0,
            aggro_radius: 0.0,
            ..base
        },
        HomingWalk {
            reach_radius: 0.0,
            ..base
        },
        HomingWalk {
            reach_radius: 1e9,
            ..base
        },
    ];
    for walk in cases {
        for smooth in [false, true] {
            for at in [DVec2::ZERO, DVec2::new(5.0, 0.0), DVec2::new(-9e8, 9e8)] {
                after(
                    &alone(
                        at,
                        [Behavior::HomingWalk(HomingWalk { smooth, ..walk })],
                        Body::default(),
                    ),
                    200,
                );
            }
        }
    }
    assert_eq!(
        HomingWalk {
            aggro_radius: 0.0,
            max_fov_deg: 90.0,
            ..base
        }
        .half_fov(0.0)
        .to_degrees()
        .round(),
        45.0
    );
}

#[test]
fn a_walk_without_a_view_is_straight() {
    let scene = alone(
        DVec2::ZERO,
        [Behavior::HomingWalk(HomingWalk {
            max_fov_deg: 0.0,
            ..HomingWalk::default()
        })],
        Body::default(),
    );
    let agent = ann(&scene, 600);
    assert!(agent.position.y.abs() < 1e-9 && agent.position.distance(DVec2::new(5.0, 0.0)) < 0.3);
}

#[test]
fn scatter_of_one_distance_is_at_that_distance_and_of_zero_at_the_start() {
    for seed in 0..50 {
        let mut scene = alone(DVec2::ONE, [], Body::default());
        scene.seed = seed;
        scene.agent_mut(ANN).expect("Ann").scatter = Some(Scatter { min: 2.0, max: 2.0 });
        assert!(
            (World::new(&scene)
                .agent(ANN)
                .expect("Ann")
                .position
                .distance(DVec2::ONE)
                - 2.0)
                .abs()
                < 1e-12
        );
        scene.agent_mut(ANN).expect("Ann").scatter = Some(Scatter { min: 1.0, max: 3.0 });
        let distance = World::new(&scene)
            .agent(ANN)
            .expect("Ann")
            .position
            .distance(DVec2::ONE);
        assert!((1.0 - 1e-12..=3.0 + 1e-12).contains(&distance));
        scene.agent_mut(ANN).expect("Ann").scatter = Some(Scatter { min: 0.0, max: 0.0 });
        assert_eq!(
            World::new(&scene).agent(ANN).expect("Ann").position,
            DVec2::ONE
        );
    }
}
