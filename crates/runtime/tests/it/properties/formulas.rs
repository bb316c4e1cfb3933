//! Lines of cells, curves, vectors and steering functions of any input.

use super::*;

/// The cell of the ideal line after `i` of `long` steps, by exact rational rounding: short * i /
/// long, a half rounded up, away from the start.
fn ideal(short: i64, long: i64, i: i64) -> i64 {
    (2 * short * i + long).div_euclid(2 * long)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_line_of_cells_is_the_exact_line_rounded_with_halves_away_from_the_start(
        from in (-1000..1000_i32, -1000..1000_i32),
        to in (-60..60_i32, -60..60_i32),
        max in 0..150_usize,
    ) {
        let start = Cell::new(from.0, from.1);
        let cells: Vec<Cell> = line(start, start.offset(to.0, to.1)).take(max).collect();
        let (dx, dy) = (i64::from(to.0), i64::from(to.1));
        let long = dx.abs().max(dy.abs());
        prop_assert_eq!(cells.len() as i64, long.min(max as i64));
        for (i, cell) in (1..).zip(&cells) {
            let along = |d: i64| d.signum() * ideal(d.abs(), long, i);
            let got = (i64::from(cell.column - start.column), i64::from(cell.row - start.row));
            prop_assert_eq!(got, (along(dx), along(dy)), "step {}", i);
        }
    }

    #[test]
    fn a_mirrored_or_turned_line_is_the_mirror_image(to in (-40..40_i32, -40..40_i32)) {
        let origin = Cell::default();
        let cells = || line(origin, Cell::new(to.0, to.1));
        let maps: [fn(Cell) -> Cell; 3] =
            [|c| Cell::new(-c.column, c.row), |c| Cell::new(c.column, -c.row), |c| Cell::new(c.row, c.column)];
        for map in maps {
            let (got, wanted): (Vec<Cell>, Vec<Cell>) = (line(origin, map(Cell::new(to.0, to.1))).collect(), cells().map(map).collect());
            prop_assert_eq!(got, wanted);
        }
    }

    #[test]
    fn a_curve_passes_its_controls_in_order_and_stays_finite(
        controls in prop::collection::vec(any_point(), 0..7), closed in any::<bool>(), tolerance in any_size(),
    ) {
        let points = catmull_rom::flatten(&controls, closed, tolerance);
        let passed: Vec<(usize, DVec2)> = points.iter().filter_map(|point| point.control.map(|i| (i, point.position))).collect();
        let wanted: Vec<(usize, DVec2)> = controls.iter().copied().enumerate().collect();
        prop_assert_eq!(passed, wanted);
        prop_assert!(points.iter().all(|point| point.position.is_finite()), "{points:?}");
    }

    #[test]
    fn vectors_keep_their_limits_and_stay_numbers(a in any_point(), b in any_point(), c in any_point(), limit in any_size(), angle in any_number()) {
        let cut = vector::truncate(a, limit);
        prop_assert!(cut.is_finite() && cut.x.hypot(cut.y) <= limit * ROUNDING + LOST, "{cut}");
        let direction = vector::direction(a);
        prop_assert!(direction.is_finite() && vector::length(direction) <= 2.0, "{direction}");
        let part = vector::nearest_fraction(a, b, c);
        prop_assert!((0.0..=1.0).contains(&part));
        prop_assert!(!vector::segment_distance(a, b, c).is_nan());
        prop_assert!((vector::length(rotation::direction_at(angle)) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn steering_functions_give_numbers_within_the_bodys_limits_for_all_finite_input(
        (position, velocity, target, moving) in (any_point(), any_point(), any_point(), any_point()),
        body in any_body(),
        (r, s, t, u) in (any_size(), any_size(), any_size(), any_size()),
        (ramp, falloff, coast, smooth) in (ramp(), falloff(), any::<bool>(), any::<bool>()),
        (weight, dt) in (any_number(), 1e-3..1.0),
    ) {
        let agent = steering::Kinematic { position, velocity, body: &body };
        let arriving = Arrive { target_radius: r, slow_radius: s, ramp, stop: if coast { Stop::Coast } else { Stop::Brake }, time_to_target: smooth.then_some(t) };
        let leaving = Leave { escape_radius: r, danger_radius: s, ramp: if smooth { LeaveRamp::Smooth } else { LeaveRamp::Stepped }, time_to_target: coast.then_some(u) };
        let capped = Pursue { max_prediction: coast.then_some(t) };
        let mut crowd = SeparationAccumulator::new(&Separation { radius: r, max_separation: s, falloff });
        crowd.add(position, target);
        crowd.add(position, moving);
        crowd.add(position, position);
        let following = FollowLeader { behind_distance: r, sight_radius: s, slow_radius: t, separation_radius: u, max_separation: s, falloff };
        let leader = Leader { position: target, velocity: moving, heading: vector::direction(moving) };
        let walking = HomingWalk {
            step_fraction: if r <= 1.0 { r } else { 0.5 }, min_step: s, max_step: t, aggro_radius: u, max_fov_deg: 200.0, reach_radius: r, smooth, step_jitter: if coast { 1.0 } else { 0.0 }, repick_interval: s,
        };
        let mut walk = HomingWalkState::default();
        let mut state = 1_u32;
        walk.advance(position, target, &walking, dt, &mut || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        });
        let node = |position, radius| RouteNode { position, radius, wait: t, speed_limit: u };
        let shape = if smooth { Shape::CatmullRom } else { Shape::Straight };
        let route = Route::new(vec![node(target, r), node(moving, s), node(position, t)], Traversal::Once, shape, r, s);
        let mut progress = route.start(position, Start::Nearest);
        progress.advance(&route, position, position + velocity, dt);
        let push = crowd.force().unwrap_or(DVec2::ZERO);
        let forces = [
            ("seek", Some(seek::seek(&agent, target))),
            ("flee", seek::flee(&agent, target, &Flee { panic_distance: coast.then_some(r) })),
            ("arrive", Some(arrive::arrive(&agent, target, &arriving))),
            ("leave", leave::leave(&agent, target, &leaving)),
            ("pursue", Some(pursue::pursue(&agent, target, moving, &capped))),
            ("evade", Some(pursue::evade(&agent, target, moving, &capped))),
            ("separation", crowd.force()),
            ("follow leader", Some(follow_leader::follow(&agent, &leader, push, &following))),
            ("follow path", follow_path::follow(&agent, &route, &progress, &FollowPath::default())),
            ("homing walk", Some(homing_walk::walk(&agent, target, &walk, &walking))),
        ];
        for (name, requested) in forces {
            let force = requested.unwrap_or(DVec2::ZERO);
            // The sum of three forces may be too long for a number; it never is no number at all.
            prop_assert!(force.is_finite() || (name == "follow leader" && !force.is_nan()), "{name}: {force}");
            // What the world does with it.
            let combined = combine::combine(BlendMode::WeightedSum, [(weight, requested), (1.0, requested)]);
            prop_assert_eq!(combined.is_some(), requested.is_some(), "{}", name);
            let cut = vector::truncate(combined.unwrap_or(DVec2::ZERO), body.max_force);
            prop_assert!(cut.is_finite() && cut.x.hypot(cut.y) <= body.max_force * ROUNDING + LOST, "{name}: {cut}");
            let (to, speed) = body::integrate(position, velocity, cut, &body, dt);
            prop_assert!(to.is_finite() && speed.is_finite() && speed.x.hypot(speed.y) <= body.max_speed * ROUNDING + LOST, "{name}: {to} {speed}");
        }
    }
}
