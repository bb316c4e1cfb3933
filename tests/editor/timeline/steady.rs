//! What must not move or vanish while time passes.

use super::*;

/// Otherwise the beginning of the curves is missing, and they seem to begin with speed.
#[test]
fn a_run_that_starts_again_is_shown_from_its_start() {
    let mut app = TestApp::new(&[GUARD], 725, 725);
    app.playing = true;
    let mut harness = harness(app);
    // The window has moved on by then. In the first frame of the next run some ticks are over.
    harness.state_mut().run = run_of(&scene(14.0), 10);
    harness.state_mut().tick = 10;
    harness.run();
    let rect = harness.get_by_label("Speed plot").rect();
    click_at(&mut harness, pos2(rect.left() + 1.0, rect.center().y));
    assert!(harness.state().tick <= 2, "{}", harness.state().tick);
}

#[test]
fn what_follows_the_clock_keeps_its_place_while_time_passes() {
    let place = |ticks: u32| {
        let harness = harness(TestApp::new(&[GUARD], ticks, u64::from(ticks)));
        let seed = harness
            .get_by_role_and_label(Role::Button, "Next seed")
            .rect();
        let speed = harness.get_by_role_and_label(Role::Slider, "Speed").rect();
        (seed.left(), speed.left())
    };
    assert_eq!(place(10), place(12_345));
}
