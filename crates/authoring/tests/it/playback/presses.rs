//! Presses and events of the game while a scene plays.

use super::*;
use steerwright_authoring::command::PlaybackCommand;
use steerwright_runtime::scene::{SpawnPlace, SpawnWhen, Spawner, SpawnerId};
use steerwright_runtime::simulation::EventKind;

/// The scene with a spawner that fires on press, and one that waits for "wave".
fn with_spawners() -> Scene {
    let spawner = |id, when| {
        let place = SpawnPlace::Point(DVec2::new(1.0, f64::from(id)));
        Arc::new(Spawner {
            when,
            every: None,
            target: Some(Target::Pointer),
            ..Spawner::at(SpawnerId(id), "", PresetId(3), place)
        })
    };
    Scene {
        spawners: vec![
            spawner(1, SpawnWhen::Press),
            spawner(2, SpawnWhen::Trigger("wave".into())),
        ],
        ..scene()
    }
}

fn spawned(playback: &Playback) -> Vec<(u64, u32)> {
    let events = playback.recording().events().iter();
    events
        .filter_map(|event| {
            if let EventKind::Spawned(SpawnerId(by)) = event.kind {
                Some((event.tick, by))
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn presses_and_events_are_kept_when_a_paused_run_is_edited() {
    let mut scene = with_spawners();
    let mut playback = playing(&scene, 30);
    playback.set_pressed(true);
    ticks(&mut playback, 10);
    playback.set_pressed(false);
    playback.trigger("wave");
    ticks(&mut playback, 20);
    playback.pause();
    let before = spawned(&playback);
    assert_eq!(before, [(31, 1), (41, 2)]);
    Arc::make_mut(&mut scene.agents)[0].position.y += 1.0;
    playback.apply_scene(&scene, false);
    assert_eq!(playback.tick(), 60);
    assert_eq!(spawned(&playback), before);
    // Played on from an earlier tick, only what was before it is kept.
    playback.seek(35);
    playback.play();
    ticks(&mut playback, 10);
    assert_eq!(spawned(&playback), [(31, 1)]);
}

#[test]
fn an_event_plays_from_the_shown_tick() {
    let mut playback = paused(&with_spawners(), 60);
    playback.seek(20);
    playback.trigger("wave");
    assert!(playback.is_playing());
    ticks(&mut playback, 5);
    assert_eq!(spawned(&playback), [(21, 2)]);
}

#[test]
fn a_command_holds_the_pointer_pressed() {
    let mut playback = playing(&with_spawners(), 5);
    playback.perform(PlaybackCommand::HoldPointer);
    assert!(playback.is_held());
    for _ in 0..3 {
        playback.set_pressed(false);
        ticks(&mut playback, 2);
    }
    playback.perform(PlaybackCommand::HoldPointer);
    playback.set_pressed(false);
    ticks(&mut playback, 2);
    assert_eq!(spawned(&playback), [(6, 1)]);
}

#[test]
fn the_version_that_is_compared_gets_the_same_presses() {
    use steerwright_authoring::playback::Variant;
    let scene = with_spawners();
    let mut playback = playing(&scene, 5);
    assert!(playback.compare(Variant::kept(&scene, scene.presets[0].id).expect("it is there")));
    playback.set_pressed(true);
    ticks(&mut playback, 5);
    playback.trigger("wave");
    ticks(&mut playback, 5);
    assert!(playback.catch_up(|| true));
    let a = playback.comparison().expect("A").recording();
    let count = |kind: EventKind| a.events().iter().filter(|event| event.kind == kind).count();
    assert_eq!(count(EventKind::Spawned(SpawnerId(1))), 1);
    assert_eq!(count(EventKind::Spawned(SpawnerId(2))), 1);
}
