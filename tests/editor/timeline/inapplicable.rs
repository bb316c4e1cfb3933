//! Plots that say nothing about the shown agents: the panel says what they need.

use super::*;
use steerwright::editor::timeline::Plots;

const NONE: Plots = Plots {
    speed: false,
    steering: false,
    fov: false,
    sees_target: false,
    alert: false,
    states: false,
};

fn with_plots(plots: Plots) -> Harness<'static, TestApp> {
    let mut app = TestApp::new(&[GUARD], 120, 60);
    app.state.plots = plots;
    harness(app)
}

#[test]
fn a_plot_that_does_not_apply_says_what_it_needs() {
    let cases = [
        (
            Plots { fov: true, ..NONE },
            "The field of view plot needs an agent with a homing walk.",
        ),
        (
            Plots {
                sees_target: true,
                ..NONE
            },
            "The sees target plot needs an agent with sight, and a target or teams to watch.",
        ),
        (
            Plots {
                alert: true,
                ..NONE
            },
            "The alert meter plot needs an agent with an alert meter.",
        ),
        (
            Plots {
                states: true,
                ..NONE
            },
            "States need an agent with several states.",
        ),
        (NONE, "No plot is chosen. Choose one in the menu \"Plots\"."),
    ];
    for (plots, text) in cases {
        let harness = with_plots(plots);
        let notice = harness.get_by_label(text).rect();
        assert!(notice.width() > 100.0, "{notice}");
    }
}

#[test]
fn all_that_is_needed_is_said_where_no_chosen_plot_applies() {
    let harness = with_plots(Plots {
        fov: true,
        alert: true,
        ..NONE
    });
    let text = "The field of view plot needs an agent with a homing walk. \
        The alert meter plot needs an agent with an alert meter.";
    harness.get_by_label(text);
}

/// By default all plots are chosen: those that do not apply are left out without a word.
#[test]
fn nothing_is_said_while_a_plot_is_shown() {
    let harness = with_plots(Plots::default());
    harness.get_by_label("Speed plot");
    assert!(harness.query_by_label_contains("needs an agent").is_none());
}
