//! Edits while playing and while paused.

use super::*;

#[test]
fn an_edit_while_playing_takes_effect_without_a_jump() {
    let mut scene = scene();
    let mut playback = playing(&scene, 90);
    let before = playback.positions();
    let old = playback.recording().clone();
    set_max_speed(&mut scene, 1, 1.5);
    transform::apply(
        &mut scene,
        &Selection::of([Item::Node(Line::Path(PATH), NodeId(3))]),
        &Transform::Move(DVec2::new(5.0, 5.0)),
    );
    playback.apply_scene(&scene, true);
    assert_eq!(
        playback.positions(),
        before,
        "the edit itself moves no agent"
    );
    assert!(playback.is_playing());
    ticks(&mut playback, 1);
    let dt = playback.recording().dt();
    for ((id, was), (_, is)) in before.iter().zip(playback.positions()) {
        assert!((is - *was).length() <= 4.0 * dt + 1e-12, "{id} jumped");
    }
    ticks(&mut playback, 60);
    let speed = playback
        .recording()
        .sample(playback.tick(), GUARD)
        .unwrap()
        .speed();
    assert!(speed <= 1.5 + 1e-9, "{speed}");
    assert_same_bits(playback.ghost().expect("the run before"), &old);
}

#[test]
fn edits_while_playing_keep_the_run_before_the_first_one_as_the_ghost() {
    let mut scene = scene();
    let mut playback = playing(&scene, 90);
    let old = playback.recording().clone();
    // A drag: an edit in each frame.
    for step in 0..20 {
        set_max_speed(&mut scene, 1, 3.0 - 0.1 * f64::from(step));
        playback.apply_scene(&scene, true);
        ticks(&mut playback, 1);
    }
    playback.apply_scene(&scene, false);
    assert_same_bits(playback.ghost().expect("the run before"), &old);
    ticks(&mut playback, 60);
    set_max_speed(&mut scene, 1, 2.5);
    playback.apply_scene(&scene, false);
    assert_same_bits(playback.ghost().unwrap(), &old);

    // Once it is cleared, the next edit keeps the run up to it.
    playback.clear_ghost();
    ticks(&mut playback, 10);
    let later = playback.recording().clone();
    set_max_speed(&mut scene, 1, 2.0);
    playback.apply_scene(&scene, false);
    assert_same_bits(playback.ghost().unwrap(), &later);
}

#[test]
fn what_changes_no_motion_and_what_starts_another_run_keeps_no_ghost_while_playing() {
    let mut scene = scene();
    let mut playback = playing(&scene, 90);
    scene.agent_mut(GUARD).unwrap().name = "Watchman".into();
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_none(), "a name moves no agent");
    scene.seed += 1;
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_none(), "another seed is another run");

    let mut playback = playing(&Scene::default(), 90);
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_none(), "there were no agents");
}

/// A ghost of a few ticks says nothing.
#[test]
fn a_whole_run_replaces_the_ghost_of_the_part_before_an_edit_while_playing() {
    let mut scene = scene();
    let mut playback = playing(&scene, 2);
    set_max_speed(&mut scene, 1, 1.5);
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_some_and(|ghost| ghost.last_tick() <= 2));
    ticks(&mut playback, 100);
    playback.pause();
    let whole = playback.recording().clone();
    set_max_speed(&mut scene, 1, 2.0);
    playback.apply_scene(&scene, false);
    assert_same_bits(playback.ghost().unwrap(), &whole);
    playback.keep_ghost();
    let kept = playback.ghost().unwrap().clone();
    set_max_speed(&mut scene, 1, 3.0);
    playback.apply_scene(&scene, false);
    assert_same_bits(playback.ghost().unwrap(), &kept);
}

#[test]
fn an_agent_moved_while_playing_continues_from_its_new_position() {
    let mut scene = scene();
    let mut playback = playing(&scene, 90);
    let before = playback.positions();
    scene.agent_mut(GUARD).unwrap().position.x = 20.0;
    playback.apply_scene(&scene, false);
    ticks(&mut playback, 1);
    let after = playback.positions();
    assert!((after[0].1 - DVec2::new(20.0, 0.0)).length() < 4.0 / 60.0 + 1e-12);
    assert!(
        (after[2].1 - before[2].1).length() < 4.0 / 60.0 + 1e-12,
        "the others continue"
    );
}

#[test]
fn an_edit_while_paused_resimulates_and_keeps_a_ghost() {
    let mut scene = scene();
    let mut playback = paused(&scene, 240);
    let old = playback.recording().clone();
    set_max_speed(&mut scene, 1, 2.0);
    playback.apply_scene(&scene, false);
    assert_eq!(playback.tick(), 240);
    assert!(!playback.is_playing());
    assert_same_bits(playback.recording(), fresh(&scene, 240).recording());
    assert_same_bits(playback.ghost().unwrap(), &old);
    // The ghost stays the run before the first edit, so that slider values can be compared with it.
    set_max_speed(&mut scene, 1, 3.0);
    playback.apply_scene(&scene, false);
    assert_same_bits(playback.ghost().unwrap(), &old);
    playback.clear_ghost();
    assert!(playback.ghost().is_none());
}

#[test]
fn an_edit_at_the_start_keeps_no_ghost() {
    let mut scene = scene();
    let mut playback = Playback::new(&scene);
    set_max_speed(&mut scene, 1, 2.0);
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_none());
    playback.play();
    ticks(&mut playback, 60);
    assert_same_bits(playback.recording(), fresh(&scene, 60).recording());
}

#[test]
fn undoing_an_edit_restores_the_run() {
    let before = scene();
    let mut after = before.clone();
    set_max_speed(&mut after, 1, 2.0);
    let mut playback = paused(&before, 200);
    playback.apply_scene(&after, false);
    playback.apply_scene(&before, false);
    assert_same_bits(playback.recording(), playback.ghost().unwrap());
}

#[test]
fn a_long_run_is_resimulated_only_after_the_drag() {
    let scene = scene();
    let mut edited = scene.clone();
    set_max_speed(&mut edited, 1, 2.0);
    let mut playback = Playback::new(&scene);
    for _ in 0..21_000 {
        playback.step_forward();
    }
    let old = playback.positions();
    playback.apply_scene(&edited, true);
    assert_eq!(
        playback.positions(),
        old,
        "too long to resimulate within a frame"
    );
    playback.apply_scene(&edited, false);
    assert_same_bits(playback.recording(), fresh(&edited, 21_000).recording());
}

/// Playing during such a drag applies the scene once, not in every frame.
#[test]
fn playing_during_a_drag_applies_the_scene_once() {
    let scene = scene();
    let mut edited = scene.clone();
    set_max_speed(&mut edited, 1, 2.0);
    let mut playback = Playback::new(&scene);
    for _ in 0..21_000 {
        playback.step_forward();
    }
    playback.apply_scene(&edited, true);
    playback.play();
    playback.apply_scene(&edited, false);
    ticks(&mut playback, 30);
    playback.pause();
    let here = playback.positions();
    playback.apply_scene(&edited, false);
    assert_eq!(playback.positions(), here, "stopping it changes nothing");
    assert!(
        playback
            .recording()
            .sample(playback.tick(), GUARD)
            .unwrap()
            .speed()
            <= 2.0 + 1e-9
    );
}

#[test]
fn deleting_anything_while_playing_keeps_the_rest_running() {
    let everything = |scene: &Scene| -> Vec<Item> {
        let paths = scene.paths.iter().map(|path| Item::Path(path.id));
        let nodes = scene.paths.iter().flat_map(|path| {
            path.nodes
                .iter()
                .map(|node| Item::Node(Line::Path(path.id), node.id))
        });
        let agents = scene.agents.iter().map(|agent| Item::Agent(agent.id));
        let markers = scene.markers.iter().map(|marker| Item::Marker(marker.id));
        paths.chain(nodes).chain(agents).chain(markers).collect()
    };
    for scene in
        std::iter::once(scene()).chain(sample::scenes().into_iter().map(|(_, scene)| scene))
    {
        let mut scene = scene;
        let mut playback = playing(&scene, 40);
        for item in everything(&scene).into_iter().take(60) {
            edit::delete(&mut scene, &[item]);
            playback.apply_scene(&scene, false);
            ticks(&mut playback, 3);
            assert!(
                playback.positions().iter().all(|(_, p)| p.is_finite()),
                "{item:?} of {}",
                scene.name
            );
        }
        playback.pause();
        playback.apply_scene(&Scene::default(), false);
        assert!(playback.positions().is_empty());
    }
}

#[test]
fn a_preset_can_change_its_motion_while_playing() {
    let mut scene = scene();
    let mut playback = playing(&scene, 40);
    for motion in [
        Motion::GridChase(Default::default()),
        Motion::default(),
        Motion::GridChase(Default::default()),
    ] {
        scene.preset_mut(PresetId(1)).unwrap().motion = motion;
        playback.apply_scene(&scene, false);
        ticks(&mut playback, 5);
    }
    assert!(playback.positions().iter().all(|(_, p)| p.is_finite()));
}

#[test]
fn a_paused_run_shows_its_start_while_an_agent_is_dragged() {
    let mut scene = arrival();
    let mut playback = Playback::new(&scene);
    ticks(&mut playback, 40);
    playback.pause();
    scene.agent_mut(SEEKER).unwrap().position.y = 3.0;
    playback.show_moved_start(&scene);
    playback.apply_scene(&scene, true);
    assert_eq!(playback.tick(), 0);
    assert_eq!(playback.positions(), [(SEEKER, DVec2::new(-4.0, 3.0))]);
    assert_eq!(
        playback.recording().last_tick(),
        40,
        "the run goes as far as before"
    );

    playback.seek(20);
    scene.preset_mut(PresetId(3)).unwrap().body.max_speed = 2.0;
    playback.show_moved_start(&scene);
    assert_eq!(playback.tick(), 20, "another edit leaves the time alone");
}

#[test]
fn a_scene_whose_walls_cross_too_many_cells_stays_at_its_start_until_it_is_edited() {
    let mut scene = scene();
    let at_start = Playback::new(&scene).positions();
    let mut playback = playing(&scene, 90);
    let wall = |end: f64| Wall::through(WallId(1), "Fence", [DVec2::ZERO, DVec2::new(end, 0.5)]);
    scene.walls = vec![wall(2e6).into()];
    playback.apply_scene(&scene, false);
    let refusal = playback.refusal().expect("a reason").to_string();
    assert!(refusal.contains("limit \"crossed cells\""), "{refusal}");
    for playback in [&mut playback, &mut Playback::new(&scene)] {
        playback.play();
        ticks(playback, 10);
        playback.step_forward();
        playback.show_from_start(30);
        playback.catch_up(|| true);
        ticks(playback, 1);
        assert!(!playback.is_playing() && !playback.take_over(GUARD));
        assert_eq!(
            (playback.tick(), playback.positions()),
            (0, at_start.clone())
        );
    }
    scene.walls = vec![wall(9.0).into()];
    playback.apply_scene(&scene, false);
    playback.play();
    ticks(&mut playback, 10);
    assert_eq!((playback.refusal(), playback.tick()), (None, 10));
}
