//! The menu that adds an expectation to a track.

use crate::editor::checks::tracks::TrackChecks;
use crate::editor::inspector::field::Changed;
use egui::Ui;
use steerwright_authoring::tracks;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::{Expectation, Track};

/// How much earlier or later an agent may be seen, s, until that is changed.
const TOLERANCE: f64 = 0.5;

/// The menu that adds an expectation, with what is measured now. What was measured before an edit
/// is not taken.
pub(super) fn add_ui(
    ui: &mut Ui,
    scene: &Scene,
    track: &mut Track,
    checks: &TrackChecks,
) -> Changed {
    let report = checks.report(track.id).filter(|_| checks.is_current());
    let figures = report.and_then(|report| report.figures.as_ref());
    let end = figures.and_then(|figures| figures.places.1);
    let seen = figures.and_then(|figures| figures.first_sighting(None));
    let why_unknown = match report {
        Some(_) => "The agent is not there at the end of the track.",
        None => "The track has not been checked since the last edit.",
    };
    let mut added = None;
    ui.menu_button("Add expectation", |ui| {
        let help = "The agent ends where it ends now.";
        if entry_ui(ui, "Stays possible", help, end.is_some(), why_unknown)
            && let Some(end) = end
        {
            added = Some(tracks::ends_here(end));
        }
        let marker = scene.markers.first();
        let (help, why) = ("The agent comes near a marker.", "There is no marker.");
        if entry_ui(ui, "Reaches a marker", help, marker.is_some(), why)
            && let Some(marker) = marker
        {
            added = Some(Expectation::Reaches {
                marker: marker.id,
                within: 1.0,
                before: None,
            });
        }
        let help = if seen.is_some() {
            "Someone notices the agent at the time at which it is noticed now."
        } else {
            "Someone notices the agent at a time that you set."
        };
        if entry_ui(ui, "Is seen at", help, report.is_some(), why_unknown) {
            added = Some(Expectation::SeenAt {
                seconds: seen.map_or(0.0, |seen| rounded((seen.seconds * 100.0).round() / 100.0)),
                tolerance: TOLERANCE,
                by: None,
            });
        }
        if entry_ui(ui, "Is never seen", "No one notices the agent.", true, "") {
            added = Some(Expectation::NeverSeen);
        }
    });
    track.expectations.push(added?);
    Some("Add expectation".into())
}

/// An entry of a menu, and why it is disabled if it is. Returns whether it was chosen.
fn entry_ui(ui: &mut Ui, label: &str, help: &str, enabled: bool, why_not: &str) -> bool {
    let button = ui.add_enabled(enabled, egui::Button::new(label));
    let button = button.on_hover_text(help).on_disabled_hover_text(why_not);
    let clicked = button.clicked();
    if clicked {
        ui.close();
    }
    clicked
}
