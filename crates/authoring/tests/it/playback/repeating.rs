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
    slower(&mut playback, 2.0);
    assert_eq!(playback.recording().last_tick(), 0);
    assert!(playback.is_playing());
    ticks(&mut playback, 30);
    slower(&mut playback, 1.0);
    assert_eq!(playback.recording().last_tick(), 30, "it is on its way");
}
