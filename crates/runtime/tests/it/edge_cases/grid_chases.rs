//! Grid chases with blocked cells and extreme steps.

use super::*;

#[test]
fn a_cell_step_shorter_than_a_tick_takes_a_tick() {
    for method in [Method::Axis, Method::LineOfSight] {
        let chase = GridChase {
            method,
            step_interval: 1e-3,
            ..GridChase::default()
        };
        let scene = hunter(chase, DVec2::new(6.5, 0.5), vec![]);
        assert_eq!(ann(&scene, 3).position, DVec2::new(3.5, 0.5));
        assert_eq!(ann(&scene, 60).position, DVec2::new(6.5, 0.5));
    }
}

#[test]
fn a_prey_in_a_blocked_cell_is_waited_for_beside_it() {
    for method in [Method::Axis, Method::LineOfSight] {
        let chase = GridChase {
            method,
            step_interval: 0.1,
            ..GridChase::default()
        };
        let scene = hunter(chase, DVec2::new(4.5, 0.5), vec![[4, 0]]);
        assert_eq!(
            ann(&scene, 300).position,
            DVec2::new(3.5, 0.5),
            "{method:?}"
        );
    }
}

#[test]
fn an_enclosed_hunter_stays_and_one_in_a_blocked_cell_can_leave() {
    let wall = vec![[1, 0], [-1, 0], [0, 1], [0, -1]];
    for method in [Method::Axis, Method::LineOfSight] {
        for mode in [ChaseMode::Chase, ChaseMode::Evade] {
            let chase = GridChase {
                method,
                mode,
                ..GridChase::default()
            };
            // Only corners are open, and no corner is cut.
            for prey in [
                DVec2::new(5.5, 5.5),
                DVec2::new(5.5, 0.5),
                DVec2::new(-3.5, 2.5),
            ] {
                assert_eq!(
                    ann(&hunter(chase, prey, wall.clone()), 120).position,
                    DVec2::splat(0.5)
                );
            }
        }
        let chase = GridChase {
            method,
            ..GridChase::default()
        };
        assert_eq!(
            ann(&hunter(chase, DVec2::new(3.5, 0.5), vec![[0, 0]]), 300).position,
            DVec2::new(3.5, 0.5)
        );
    }
}

#[test]
fn a_hunter_in_its_preys_cell_stays() {
    for method in [Method::Axis, Method::LineOfSight] {
        for mode in [ChaseMode::Chase, ChaseMode::Evade] {
            let scene = hunter(
                GridChase {
                    method,
                    mode,
                    ..GridChase::default()
                },
                DVec2::splat(0.2),
                vec![],
            );
            assert_eq!(ann(&scene, 120).position, DVec2::splat(0.5));
        }
    }
}

#[test]
fn a_line_has_at_most_a_million_cells_whatever_a_game_allows() {
    let chase = GridChase {
        method: Method::LineOfSight,
        max_path_length: u32::MAX,
        ..GridChase::default()
    };
    let mut world = World::new(&hunter(chase, DVec2::new(1e8, 0.5), vec![]));
    for _ in 0..60 {
        world.step();
    }
    let line = world.planned_path(ANN).expect("a line");
    assert!((900_000..=1_000_001).contains(&line.points.len()));
}

#[test]
fn a_longest_line_of_none_means_no_step() {
    let chase = GridChase {
        max_path_length: 0,
        ..GridChase::default()
    };
    assert_eq!(
        ann(&hunter(chase, DVec2::new(6.5, 0.5), vec![]), 120).position,
        DVec2::splat(0.5)
    );
    let short = GridChase {
        max_path_length: 2,
        step_interval: 0.1,
        ..GridChase::default()
    };
    assert_eq!(
        ann(&hunter(short, DVec2::new(6.5, 0.5), vec![]), 300).position,
        DVec2::new(2.5, 0.5),
        "a line is drawn again only for a prey that moves"
    );
}
