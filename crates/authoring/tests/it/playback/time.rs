//! Scrubbing, steps, restarts and speed.

use super::*;

#[test]
fn scrubbing_shows_the_past_and_playing_discards_what_followed() {
    let scene = scene();
    let mut playback = paused(&scene, 300);
    let at_100: Vec<_> = playback
        .recording()
        .at(100)
        .iter()
        .map(|s| (s.agent, s.position))
        .collect();
    playback.seek(100);
    assert_eq!(
        (playback.tick(), playback.positions()),
        (100, at_100.clone())
    );
    assert_eq!(
        playback.recording().last_tick(),
        300,
        "looking back drops nothing"
    );
    playback.play();
    assert_eq!((playback.tick(), playback.positions()), (100, at_100));
    assert_eq!(playback.recording().last_tick(), 100);
    ticks(&mut playback, 200);
    assert_same_bits(playback.recording(), fresh(&scene, 300).recording());
}

#[test]
fn seeking_stays_within_the_recording_and_pauses() {
    let mut playback = playing(&scene(), 50);
    playback.seek(10_000);
    assert_eq!(playback.tick(), 50);
    assert!(!playback.is_playing());
    assert_eq!(playback.time(), 50.0 * playback.recording().dt());
    playback.seek(0);
    assert_eq!(playback.tick(), 0);
    playback.step_back();
    assert_eq!(playback.tick(), 0);
}

#[test]
fn steps_move_through_the_recording_and_extend_it() {
    let scene = scene();
    let mut playback = paused(&scene, 20);
    playback.step_back();
    playback.step_back();
    assert_eq!(playback.tick(), 18);
    for tick in 19..=23 {
        playback.step_forward();
        assert_eq!(playback.tick(), tick);
    }
    assert_same_bits(playback.recording(), fresh(&scene, 23).recording());
}

#[test]
fn a_restart_gives_an_identical_run() {
    let scene = sample::scenes()
        .into_iter()
        .find(|(file, _)| file.starts_with("homing"))
        .unwrap()
        .1;
    let mut playback = playing(&scene, 300);
    let first = playback.recording().clone();
    playback.restart();
    assert_eq!(playback.tick(), 0);
    assert!(playback.is_playing());
    ticks(&mut playback, 300);
    assert_same_bits(playback.recording(), &first);
}

#[test]
fn a_different_seed_gives_a_different_run() {
    let mut scene = scene();
    let playback = paused(&scene, 60);
    scene.seed += 1;
    let other = paused(&scene, 60);
    assert_ne!(
        playback.recording().sample(0, FOLLOWER),
        other.recording().sample(0, FOLLOWER)
    );
}

#[test]
fn a_seed_that_is_set_or_undone_starts_the_run_again() {
    let before = scene();
    let mut after = before.clone();
    after.seed = 42;
    for is_playing in [true, false] {
        let mut playback = Playback::new(&before);
        // Setting it, and undoing that.
        for seeded in [&after, &before] {
            ticks(&mut playback, 30);
            if !is_playing {
                playback.pause();
            }
            playback.apply_scene(seeded, false);
            assert_eq!((playback.tick(), playback.is_playing()), (0, is_playing));
            ticks(&mut playback, 30);
            assert_same_bits(playback.recording(), fresh(seeded, 30).recording());
        }
    }
}

#[test]
fn pointer_movement_is_recorded_and_replayed() {
    let mut scene = scene();
    let mut playback = playing(&scene, 30);
    playback.set_pointer(DVec2::new(30.0, -5.0));
    ticks(&mut playback, 60);
    playback.set_pointer(DVec2::new(-30.0, -5.0));
    ticks(&mut playback, 60);
    let seeker =
        |playback: &Playback, tick| playback.recording().sample(tick, SEEKER).unwrap().position;
    assert!(seeker(&playback, 90).x > seeker(&playback, 30).x + 1.0);
    playback.pause();
    let old = playback.recording().clone();
    // An edit that does not concern the seeker: it moves the same way with the same pointer.
    set_max_speed(&mut scene, 1, 2.0);
    playback.apply_scene(&scene, false);
    for tick in 0..=150 {
        assert_eq!(
            seeker(&playback, tick),
            old.sample(tick, SEEKER).unwrap().position,
            "at tick {tick}"
        );
    }
}

#[test]
fn the_speed_is_clamped_and_scales_time() {
    let mut playback = Playback::new(&scene());
    for (wanted, got) in [
        (100.0, SPEEDS.1),
        (0.0, SPEEDS.0),
        (-3.0, SPEEDS.0),
        (2.0, 2.0),
        (f64::NAN, 2.0),
        (f64::INFINITY, 2.0),
    ] {
        playback.set_speed(wanted);
        assert_eq!(playback.speed(), got, "{wanted}");
    }
    playback.play();
    playback.advance(0.5 + 1e-9);
    assert_eq!(playback.tick(), 60);
}

#[test]
fn time_does_not_advance_while_paused() {
    let mut playback = Playback::new(&scene());
    assert!(!playback.advance(1.0));
    assert_eq!(playback.tick(), 0);
    playback.play();
    assert!(!playback.advance(-1.0) && !playback.advance(f64::NAN));
    assert_eq!(playback.tick(), 0);
}

#[test]
fn a_kept_ghost_survives_a_restart() {
    let scene = scene();
    let mut playback = playing(&scene, 30);
    playback.keep_ghost();
    playback.restart();
    assert_eq!(playback.ghost().unwrap().last_tick(), 30);
}
