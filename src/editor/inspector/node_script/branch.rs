//! What is known of the time on a branch of a junction, in words.

use crate::editor::checks::branches::BranchChecks;
use egui::Ui;
use steerwright_analysis::branches::{NoTimes, Stop};
use steerwright_authoring::words::reason::name_of;
use steerwright_runtime::scene::{Scene, Target};

/// Draws the expected and the measured share of the time on the branch to a node.
pub(super) fn share_ui(ui: &mut Ui, checks: &BranchChecks, junction: Stop, to: Stop) {
    let Some((Ok(times), is_outdated)) = checks.times(junction) else {
        return;
    };
    let Some(branch) = times.branches.iter().find(|branch| branch.to == to) else {
        return;
    };
    let text = format!(
        "Time: expected {:.1} %, measured {:.1} %",
        branch.expected * 100.0,
        branch.measured * 100.0,
    );
    let help = format!(
        "The share of the time between this junction and the next, waits on the way included. Expected by the choices at all junctions, \
         which take this branch {:.1} % of the times, and by how long a passage takes: {:.1} s on average.",
        branch.choices * 100.0,
        branch.seconds,
    );
    ui.add_enabled_ui(!is_outdated, |ui| {
        crate::editor::inspector::node_script::hint_ui(ui, &text).on_hover_text(help);
    });
}

/// Draws what the shares of time are of, or why there are none.
pub(super) fn summary_ui(ui: &mut Ui, scene: &Scene, checks: &BranchChecks, junction: Stop) {
    checks.progress_ui(ui);
    let Some((times, is_outdated)) = checks.times(junction) else {
        return;
    };
    if is_outdated {
        return;
    }
    let text = match times {
        Ok(times) => {
            format!(
                "Measured in {} of simulated time: {} walks alone, and leaves this junction {} times.",
                simulated(times.seconds),
                name_of(scene, Target::Agent(times.agent)),
                times.passages,
            )
        }
        Err(why) => no_times(*why).to_owned(),
    };
    crate::editor::inspector::node_script::hint_ui(ui, &text);
}

/// A time in hours or minutes.
fn simulated(seconds: f64) -> String {
    let minutes = seconds / 60.0;
    if minutes < 120.0 {
        format!("{minutes:.0} min")
    } else {
        format!("{:.0} h", minutes / 60.0)
    }
}

/// Why there are no shares of time.
fn no_times(why: NoTimes) -> &'static str {
    match why {
        NoTimes::NoAgent => "No agent gets here by its path, so there are no shares of time.",
        NoTimes::NotForLong => {
            "Agents do not come back here again and again, so there are no shares of time."
        }
        NoTimes::Meeting => {
            "Agents meet on the way, so the shares of time depend on the other agents."
        }
        NoTimes::TooMany => {
            "The junctions depend on one another in too many ways to compute shares of time."
        }
        NoTimes::TooSlow => "Agents come here too rarely to measure shares of time.",
        NoTimes::RareBranch => {
            "A branch is chosen too rarely to measure how long it takes, so there are no shares of time."
        }
    }
}
