//! The figures of a run beside the plots.

use super::*;
use egui::accesskit::Toggled;
use egui_kittest::kittest::NodeT;

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

/// The lap that plays has only begun: nothing has happened in it.
#[test]
fn the_figures_of_a_repeated_stretch_are_those_of_its_last_lap() {
    let mut app = TestApp::new(&[GUARD], 2, 0);
    app.last_lap = Some(run_of(&scene(14.0), 1500));
    let mut harness = harness(app);
    harness.get_by_label("last lap");
    harness.get_by_label("14.00 m/s²");
    harness.state_mut().ghost = Some(run_of(&scene(7.0), 1200));
    harness.run();
    harness.get_by_label("last lap");
    harness.get_by_label("+7.00");
}

#[test]
fn figures_show_when_the_run_was_edited_while_it_played() {
    let mut app = TestApp::new(&[GUARD], 600, 60);
    app.run.apply_scene(&scene(7.0));
    let mut harness = harness(app);
    let at = 600.0 * harness.state().run.recording().dt();
    harness.get_by_label(&format!("Edited at {at:.2} s"));
    harness.state_mut().run = run_of(&scene(7.0), 600);
    harness.run();
    assert!(
        harness
            .query_by_label(&format!("Edited at {at:.2} s"))
            .is_none()
    );
}

/// Both are the same up to the edit: a comparison would hide all that happens after it.
#[test]
fn figures_go_on_while_the_ghost_is_only_the_run_before_an_edit() {
    let mut app = TestApp::new(&[GUARD], 300, 60);
    app.ghost = Some(app.run.clone());
    app.run.apply_scene(&scene(20.0));
    (0..900).for_each(|_| app.run.step());
    let mut harness = harness(app);
    harness.get_by_label("20.00 m/s²");
    assert!(harness.query_by_label("Change").is_none());
    harness.state_mut().ghost = Some(run_of(&scene(7.0), 900));
    harness.run();
    harness.get_by_label("Change");
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

/// Figures must not push each other down when a lap ends or the agent arrives.
#[test]
fn figures_that_can_come_have_their_row_from_the_start() {
    let place = |ticks: u32| {
        let harness = harness(TestApp::new(&[GUARD], ticks, 0));
        let row = |label: &str| harness.get_by_label(label).rect().top();
        [
            "Lap time",
            "Path deviation",
            "Wait time",
            "Peak force",
            "Peak speed",
        ]
        .map(row)
    };
    let early = place(2);
    assert!(early.is_sorted());
    assert_eq!(early, place(1500));
}

#[test]
fn several_agents_are_columns_of_one_table() {
    let harness = harness(TestApp::new(&[GUARD, HUNTER], 600, 60));
    let tops = |label: &str| -> Vec<f32> {
        let all = harness.query_all_by_label(label).map(|label| label.rect());
        all.map(|rect| rect.top()).collect()
    };
    assert_eq!(tops("Peak force").len(), 1, "one row for all");
    let [guard, hunter] =
        ["14.00 m/s²", "20.00 m/s²"].map(|force| harness.get_by_label(force).rect());
    assert_eq!(guard.center().y, hunter.center().y);
    assert!(guard.right() < hunter.left());
}

#[test]
fn a_click_on_its_name_hides_the_curves_of_an_agent() {
    let mut harness = harness(TestApp::new(&[GUARD, HUNTER], 600, 60));
    for button in ["Legend of Gate guard", "Curves of Gate guard"] {
        let is_shown = |harness: &Harness<'_, TestApp>| {
            let own = harness.get_by_role_and_label(Role::Button, button);
            own.accesskit_node().toggled() == Some(Toggled::True)
        };
        for shown in [false, true] {
            harness.get_by_role_and_label(Role::Button, button).click();
            harness.run();
            assert_eq!(is_shown(&harness), shown, "{button}");
        }
    }
}

#[test]
fn a_panel_without_room_for_both_shows_curves_or_figures() {
    let mut harness = harness(TestApp::new(&[GUARD], 600, 60));
    harness.get_by_label("Peak force");
    harness.set_size(egui::vec2(480.0, 180.0));
    harness.run();
    assert!(harness.query_by_label("Peak force").is_none());
    harness.get_by_label("Show figures").click();
    harness.run();
    harness.get_by_label("Peak force");
    assert!(harness.query_by_label("Speed plot").is_none());
    harness.get_by_label("Show curves").click();
    harness.run();
    harness.get_by_label("Speed plot");
}

/// In a low panel the rows that do not fit stand beside the others.
#[test]
fn a_low_panel_shows_all_figures_beside_each_other() {
    let mut app = TestApp::new(&[GUARD], 1500, 60);
    app.state.shown_runs = ShownRuns::Both;
    let mut harness = harness(app);
    harness.set_size(egui::vec2(480.0, 130.0));
    harness.run();
    harness.get_by_label("Show figures").click();
    harness.run();
    let names = [
        "Lap time",
        "Path deviation",
        "Wait time",
        "Peak force",
        "Peak speed",
    ];
    let rects = names.map(|name| harness.get_by_label(name).rect());
    for (index, rect) in rects.iter().enumerate() {
        assert!(rect.bottom() <= 130.0, "{}: {rect}", names[index]);
        for other in &rects[index + 1..] {
            assert!(!rect.intersects(*other), "{rect} {other}");
        }
    }
    let force = harness.get_by_label("14.00 m/s²").rect();
    assert_eq!(force.center().y, rects[3].center().y);
    assert!(force.right() <= 480.0 && rects[3].right() <= force.left());
}

#[test]
fn the_pointer_shows_what_a_figure_measures() {
    let mut harness = harness(TestApp::new(&[GUARD], 1500, 60));
    for label in ["Peak force", "14.00 m/s²"] {
        let place = harness.get_by_label(label).rect().center();
        harness.hover_at(place);
        (0..40).for_each(|_| harness.step());
        harness.get_by_label_contains("The largest steering force.");
        harness.hover_at(pos2(20.0, 20.0));
        (0..10).for_each(|_| harness.step());
    }
}
