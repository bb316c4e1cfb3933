//! Runs that repeat.

use super::*;

#[test]
fn a_repeated_stretch_starts_again_at_its_end() {
    let mut playback = Playback::new(&arrival());
    playback.play();
    playback.set_repeat(Repeat::Run { until: 30 });
    let mut ticks_seen = Vec::new();
    for _ in 0..70 {
        playback.advance(1.0 / 60.0 + 1e-9);
        ticks_seen.push(playback.recording().last_tick());
    }
    assert_eq!(
        ticks_seen.iter().max(),
        Some(&29),
        "tick 30 is tick 0 again"
    );
    assert_eq!(ticks_seen.iter().filter(|tick| **tick == 0).count(), 2);
    assert!(playback.is_playing());

    playback.set_repeat(Repeat::Between {
        from: 40,
        until: 20,
    });
    assert_eq!(playback.repeat().range(), Some((20, 40)));
    playback.restart();
    let mut starts = 0;
    for _ in 0..90 {
        playback.advance(1.0 / 60.0 + 1e-9);
        let tick = playback.recording().last_tick();
        assert!(tick < 40);
        starts += u32::from(tick == 20);
    }
    assert!(starts >= 3, "{starts}");

    playback.set_repeat(Repeat::Between { from: 5, until: 5 });
    assert_eq!(
        playback.repeat().range(),
        Some((5, 20)),
        "no shorter than 0.25 s"
    );
}

#[test]
fn a_run_repeats_once_its_agents_have_settled() {
    let mut playback = Playback::new(&arrival());
    playback.watch(&[SEEKER]);
    playback.play();
    playback.set_repeat(Repeat::UntilSettled);
    let mut longest = 0;
    for _ in 0..600 {
        playback.advance(1.0 / 60.0 + 1e-9);
        longest = longest.max(playback.recording().last_tick());
        if playback.recording().last_tick() < longest {
            break;
        }
    }
    assert_eq!(playback.recording().last_tick(), 0, "it starts again");
    assert!((60..400).contains(&longest), "{longest}");
}

#[test]
fn an_edit_after_the_arrival_runs_again_by_itself_and_one_before_goes_on() {
    let mut scene = arrival();
    let mut playback = Playback::new(&scene);
    playback.watch(&[SEEKER]);
    playback.play();
    ticks(&mut playback, 30);
    let mut slower = |playback: &mut Playback, max_speed| {
        scene.preset_mut(PresetId(3)).unwrap().body.max_speed = max_speed;
        playback.apply_scene(&scene, true);
    };
    slower(&mut playback, 3.0);
    assert_eq!(playback.recording().last_tick(), 30);
    ticks(&mut playback, 600);
    assert!(playback.has_settled());
    playback.clear_ghost();
    let whole = playback.recording().clone();
    slower(&mut playback, 2.0);
    assert_eq!(playback.recording().last_tick(), 0);
    assert!(playback.is_playing());
    assert_same_bits(playback.ghost().expect("the run before"), &whole);
    ticks(&mut playback, 30);
    slower(&mut playback, 1.0);
    assert_eq!(playback.recording().last_tick(), 30, "it is on its way");
}

#[test]
fn an_edit_of_a_repeated_stretch_is_compared_with_its_last_lap() {
    let mut scene = arrival();
    let mut playback = Playback::new(&scene);
    playback.play();
    playback.set_repeat(Repeat::Run { until: 30 });
    ticks(&mut playback, 20);
    assert!(playback.last_lap().is_none(), "no lap has ended");
    ticks(&mut playback, 20);
    let lap = playback.last_lap().expect("a lap has ended").0.clone();
    assert_eq!(lap.last_tick(), 30);
    playback.keep_ghost();
    assert_eq!(playback.ghost().unwrap().last_tick(), 30, "a whole lap");
    playback.clear_ghost();
    playback.restart();
    playback.set_repeat(Repeat::Run { until: 30 });
    ticks(&mut playback, 20);
    scene.preset_mut(PresetId(3)).unwrap().body.max_speed = 3.0;
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_none(), "half a lap is no comparison");
    ticks(&mut playback, 50);
    let lap = playback.last_lap().expect("a lap has ended").0.clone();

    let seeker = scene.preset_mut(PresetId(3)).unwrap();
    seeker.body.max_speed = 2.0;
    playback.apply_scene(&scene, false);
    assert_same_bits(playback.ghost().expect("the lap before"), &lap);
    assert!(playback.last_lap().is_none(), "it ran otherwise");
    ticks(&mut playback, 25);
    assert_eq!(playback.recording().last_tick(), 5, "the edited lap ended");
    assert!(playback.last_lap().is_none(), "it was edited on its way");
    ticks(&mut playback, 30);
    let edited = playback.last_lap().expect("a lap of the edited scene").0;
    assert_ne!(edited.at(30), lap.at(30));
    assert_same_bits(playback.ghost().unwrap(), &lap);
}
