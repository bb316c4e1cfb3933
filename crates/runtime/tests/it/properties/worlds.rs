//! Worlds of any valid scene.

use super::*;

fn run(scene: &Scene, ticks: u32) -> String {
    let mut world = World::new(scene);
    let mut text = trace::rows(&world);
    for _ in 0..ticks {
        world.step();
        text.push_str(&trace::rows(&world));
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_world_of_any_valid_scene_stays_finite_and_within_its_limits(scene in scene()) {
        prop_assert_eq!(validate::scene_errors(&scene), vec![]);
        let mut world = World::new(&scene);
        for _ in 0..60 {
            world.step();
            for agent in world.agents() {
                let finite = agent.position.is_finite() && agent.velocity.is_finite() && agent.heading.is_finite() && agent.steering.is_finite();
                prop_assert!(finite && agent.fov_deg.is_none_or(f64::is_finite), "{agent:?}");
                prop_assert!((vector::length(agent.heading) - 1.0).abs() < 1e-9);
                let preset = scene.agent(agent.id).and_then(|a| scene.preset(a.preset)).expect("a preset");
                // A state has limits of its own; one that was just entered acts from the next tick
                // on.
                let in_state = world.state(agent.id).expect("the agent");
                let state = preset.all_states().find(|state| state.rules.id == in_state.id).expect("a state");
                let has_acted = in_state.ticks > 0 || !preset.has_states();
                if has_acted && matches!(state.motion, Motion::Steered(_)) {
                    let max_speed = state.rules.max_speed.unwrap_or(preset.body.max_speed);
                    let max_force = state.rules.max_force.unwrap_or(preset.body.max_force);
                    prop_assert!(vector::length(agent.velocity) <= max_speed * ROUNDING, "{agent:?}");
                    prop_assert!(agent.steering <= max_force * ROUNDING, "{agent:?}");
                }
            }
        }
    }

    #[test]
    fn the_order_of_agents_presets_and_paths_in_a_scene_does_not_change_the_bits(scene in scene(), by in 0..9_usize) {
        let mut other = scene.clone();
        let agents = Arc::make_mut(&mut other.agents);
        agents.reverse();
        if !agents.is_empty() {
            let by = by % agents.len();
            agents.rotate_left(by);
        }
        other.presets.reverse();
        other.paths.reverse();
        Arc::make_mut(&mut other.markers).reverse();
        prop_assert_eq!(run(&scene, 40), run(&other, 40));
    }

    #[test]
    fn an_unrelated_agent_does_not_change_the_bits_of_others(mut scene in scene(), at in place(), id in prop::sample::select(vec![2_u32, 5, 4000])) {
        // Those who keep off everyone know no strangers; leave them out.
        for preset in &mut scene.presets {
            let preset = Arc::make_mut(preset);
            let others = preset.states.iter_mut().map(|state| &mut state.motion);
            for motion in std::iter::once(&mut preset.motion).chain(others) {
                if let Motion::Steered(steered) = motion {
                    steered.behaviors.retain(|weighted| weighted.behavior.description().neighbors != Neighbors::Near);
                }
            }
        }
        let walker = scene.presets.len() as u32;
        let alone = run(&scene, 40);
        scene.presets.push(Arc::new(Preset::steered(PresetId(walker), "", [Behavior::HomingWalk(HomingWalk::default())])));
        let stranger = Agent { target: Some(Target::Pointer), ..Agent::at(AgentId(id), "", PresetId(walker), DVec2::new(at.0, at.1)) };
        Arc::make_mut(&mut scene.agents).insert(0, stranger);
        let together = run(&scene, 40);
        let others: String = together.split_inclusive('\n').filter(|row| row.split(',').nth(2) != Some(id.to_string().as_str())).collect();
        prop_assert_eq!(alone, others);
    }

    #[test]
    fn one_seed_gives_one_walk_and_another_seed_another(seed in 0..1_000_000_u64, other in 1..1000_u64) {
        let scene = |seed| {
            let preset = Preset::steered(PresetId(1), "", [Behavior::HomingWalk(HomingWalk::default())]);
            let agent = Agent { target: Some(Target::Pointer), ..Agent::at(AgentId(1), "", PresetId(1), DVec2::new(20.0, 7.0)) };
            Scene { seed, presets: vec![Arc::new(preset)], agents: Arc::new(vec![agent]), ..Scene::default() }
        };
        prop_assert_eq!(run(&scene(seed), 30), run(&scene(seed), 30));
        prop_assert_ne!(run(&scene(seed), 30), run(&scene(seed + other), 30));
    }

    #[test]
    fn cell_movers_never_enter_a_blocked_cell_nor_cut_a_corner(
        chase in chase(),
        start in (-4..6_i32, -4..6_i32),
        prey in prop::collection::vec((-6..8_i32, -6..8_i32), 30),
        blocked in prop::collection::vec((-4..6_i32, -4..6_i32), 0..40),
    ) {
        let grid = CellGrid::new(1.0, blocked.into_iter().map(|(column, row)| Cell::new(column, row)).collect());
        let mut mover = CellMover::new(Cell::new(start.0, start.1));
        for (column, row) in prey {
            let from = mover.cell();
            let mut entered = None;
            for _ in 0..steering::grid_chase::ticks_per_step(&chase, 0.1) {
                entered = entered.or(mover.advance(Some(Cell::new(column, row)), &grid, &chase, 0.1));
            }
            let to = mover.cell();
            prop_assert_eq!(entered, (to != from).then_some(to));
            prop_assert_eq!(mover.position(&grid, &chase, 0.1), grid.center(to));
            if to != from {
                prop_assert!((to.column - from.column).abs() <= 1 && (to.row - from.row).abs() <= 1, "one cell a step");
                prop_assert!(!grid.is_blocked(to), "{to:?} is blocked");
                prop_assert!(grid.can_step(from, to));
                let beside = [Cell::new(to.column, from.row), Cell::new(from.column, to.row)];
                let diagonal = !beside.contains(&to);
                prop_assert!(!diagonal || !beside.iter().any(|&cell| grid.is_blocked(cell)), "a corner is cut");
            }
        }
    }
}
