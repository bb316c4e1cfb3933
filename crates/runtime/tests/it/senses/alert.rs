use super::*;
use steerwright_runtime::scene::Alert;

fn alerted(alert: Alert) -> Preset {
    Preset {
        alert: Some(alert),
        ..guard()
    }
}

const ALERT: Alert = Alert {
    rise_near: 6.0,
    rise_far: 1.2,
    fall: 3.0,
    noise_rise: 0.5,
};

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
}

#[test]
fn the_meter_rises_faster_the_nearer_the_one_is_that_is_seen() {
    // The near distance is 1, the range 8.
    for (x, rise) in [(1.0, 6.0), (4.5, 3.6), (8.0, 1.2)] {
        let mut world = World::new(&scene(alerted(ALERT), &[(x, 0.0)]));
        world.step();
        near(meter(&world), rise / 60.0);
        world.step();
        near(meter(&world), 2.0 * rise / 60.0);
        (0..60).for_each(|_| world.step());
        assert_eq!(meter(&world), 1.0, "at most");
    }
}

#[test]
fn it_rises_before_anyone_is_noticed_and_falls_to_0() {
    let mut slow = alerted(ALERT);
    slow.sight = Some(Sight {
        notice_ticks: 100,
        ..Sight::default()
    });
    let mut world = World::new(&scene(slow, &[(1.0, 0.0)]));
    assert_eq!(events(&mut world, 3), []);
    near(meter(&world), 0.3);
    put(&mut world, THIEF, -3.0, 0.0);
    world.step();
    near(meter(&world), 0.25);
    (0..6).for_each(|_| world.step());
    assert_eq!(meter(&world), 0.0);
}

#[test]
fn noises_raise_it_and_without_sight_nothing_else_does() {
    let mut listener = listener();
    listener.alert = Some(ALERT);
    let mut world = World::new(&scene(listener, &[(1.0, 0.0)]));
    world.step();
    assert_eq!(meter(&world), 0.0);
    world.noise(DVec2::X, 3.0).expect("a noise");
    world.step();
    assert_eq!(meter(&world), 0.5);
    world.noise(DVec2::X, 3.0).expect("a noise");
    world.step();
    near(meter(&world), 0.95);
    world.noise(DVec2::X, 3.0).expect("a noise");
    world.step();
    assert_eq!(meter(&world), 1.0);
}

#[test]
fn without_a_meter_it_stays() {
    let mut world = World::new(&scene(guard(), &[(1.0, 0.0)]));
    world.noise(DVec2::X, 3.0).expect("a noise");
    world.step();
    assert_eq!(meter(&world), 0.0);
    let alerted = alerted(ALERT);
    world.replace_preset(alerted).expect("a preset");
    world.step();
    near(meter(&world), 0.1);
    world.replace_preset(guard()).expect("a preset");
    world.step();
    near(meter(&world), 0.1);
}
