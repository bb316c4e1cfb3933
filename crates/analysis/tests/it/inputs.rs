//! Presses and events of the game are part of a recording, and are replayed to the bit.

use std::sync::Arc;
use steerwright_analysis::Run;
use steerwright_analysis::recording::Replay;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Behavior, Preset, PresetId, Scene, SpawnPlace, SpawnWhen, Spawner, SpawnerId, Target,
};
use steerwright_runtime::simulation::EventKind;

/// Spawners that wait for a press, one of which goes on while the pointer is pressed, and for an
/// event.
fn scene() -> Scene {
    let seeker = Preset::steered(PresetId(1), "Seeker", [Behavior::Seek {}]);
    let spawner = |id, when, every| {
        let place = SpawnPlace::Point(DVec2::new(f64::from(id) * 3.0, 1.0));
        Arc::new(Spawner {
            when,
            every,
            jitter: if every.is_some() { 0.05 } else { 0.0 },
            target: Some(Target::Pointer),
            ..Spawner::at(SpawnerId(id), "", PresetId(1), place)
        })
    };
    Scene {
        presets: vec![Arc::new(seeker)],
        spawners: vec![
            spawner(1, SpawnWhen::Press, None),
            spawner(2, SpawnWhen::Press, Some(0.2)),
            spawner(3, SpawnWhen::Trigger("wave".into()), None),
        ],
        ..Scene::default()
    }
}

fn press_each(run: &mut Run, presses: [bool; 2]) {
    for pressed in presses {
        run.set_pressed(pressed);
    }
}

/// A run of 3 s with presses, some shorter than a tick, and events.
fn played() -> Run {
    let mut run = Run::new(&scene());
    for tick in 0..180_u32 {
        run.set_pointer(DVec2::new(f64::from(tick) * 0.05, 2.0));
        match tick {
            20 | 100 => run.set_pressed(true),
            60 | 140 => run.set_pressed(false),
            75 => press_each(&mut run, [true, false]),
            // Released and pressed again between two ticks.
            110 => press_each(&mut run, [false, true]),
            30 => run.trigger("wave"),
            90 => {
                for name in ["wave", "no such event", "wave"] {
                    run.trigger(name);
                }
            }
            _ => {}
        }
        run.step();
    }
    run
}

fn spawned(run: &Run, by: u32) -> Vec<u64> {
    let events = run.recording().events().iter();
    events
        .filter(|event| event.kind == EventKind::Spawned(SpawnerId(by)))
        .map(|event| event.tick)
        .collect()
}

#[test]
fn presses_and_events_fire_spawners() {
    let run = played();
    assert_eq!(spawned(&run, 1), [21, 76, 101, 111]);
    assert!(spawned(&run, 2).len() > 6);
    assert_eq!(spawned(&run, 3), [31, 91, 91]);
    assert!(run.world().len() > 13);
}

#[test]
fn a_run_that_is_simulated_again_has_the_same_presses_and_events() {
    let run = played();
    let again = run.resimulated(&scene());
    assert_eq!(again.recording().events(), run.recording().events());
    for tick in 0..=180 {
        let [a, b] = [&run, &again].map(|run| run.recording().at(tick));
        assert!(a.iter().eq(b.iter()), "tick {tick}");
    }
    // And that of an edit has them too.
    let mut edited = scene();
    Arc::make_mut(&mut edited.spawners[0]).count = 2;
    let edited = run.resimulated(&edited);
    assert_eq!(spawned(&edited, 1), [21, 21, 76, 76, 101, 101, 111, 111]);
}

#[test]
fn exact_samples_of_rounded_ticks_have_the_presses_and_events() {
    let mut scene = scene();
    Arc::make_mut(&mut scene.spawners[2]).count = 400;
    let mut run = Run::new(&scene);
    let mut exact = Vec::new();
    for tick in 0..400 {
        if tick == 10 || tick == 40 {
            run.trigger("wave");
            run.set_pressed(tick == 10);
            // An edit between the call and the tick keeps the world without the event.
            run.apply_scene(&scene);
        }
        run.step();
        let row = run.recording().at(run.world().tick());
        exact.push((row.len(), row.iter().last()));
    }
    assert!(run.recording().at(60).as_exact().is_none());
    let mut replay = Replay::default();
    for tick in [5, 11, 12, 41, 60] {
        let (_, last) = &exact[tick - 1];
        let Some(last) = last else {
            continue;
        };
        let sample = replay.sample(run.recording(), tick as u64, last.agent);
        assert_eq!(sample.as_ref(), Some(last), "tick {tick}");
    }
}

#[test]
fn presses_without_end_between_two_ticks_take_no_memory() {
    let mut run = Run::new(&scene());
    for i in 0..100_001 {
        run.set_pressed(i % 2 == 0);
    }
    for _ in 0..100_000 {
        run.trigger("no such event");
    }
    run.step();
    assert_eq!(spawned(&run, 1), [1]);
    let again = run.resimulated(&scene());
    assert_eq!(spawned(&again, 1), [1]);
    assert!(again.world().is_pressed());
}
