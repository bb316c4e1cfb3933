//! The figures of a run beside the plots.

use super::*;

#[test]
fn the_ghost_is_compared_in_metrics() {
    let mut app = TestApp::new(&[GUARD], 1500, 60);
    app.ghost = Some(run_of(&scene(7.0), 1500));
    let mut harness = harness(app);
    for label in [
        "Lap time",
        "Path deviation",
        "Peak force",
        "14.00 m/s²",
        "7.00",
        "+7.00",
    ] {
        harness.get_by_label(label);
    }
    harness.get_by_role_and_label(Role::Button, "Ghost").click();
    harness.run();
    assert_eq!(harness.state().state.shown_runs, ShownRuns::Ghost);
    harness.state_mut().ghost = None;
    harness.run();
    assert!(harness.query_by_label("+7.00").is_none());
}

#[test]
fn the_figures_of_one_run_stand_beside_the_plots_without_a_ghost() {
    let harness = harness(TestApp::new(&[GUARD], 1500, 60));
    for label in ["Lap time", "Path deviation", "Peak force", "14.00 m/s²"] {
        harness.get_by_label(label);
    }
}

#[test]
fn metrics_are_updated_after_a_resimulation() {
    let mut app = TestApp::new(&[GUARD], 1500, 60);
    app.ghost = Some(run_of(&scene(7.0), 1500));
    let mut harness = harness(app);
    harness.get_by_label("+7.00");
    harness.state_mut().run = run_of(&scene(10.0), 1500);
    harness.run();
    harness.get_by_label("+3.00");
}
