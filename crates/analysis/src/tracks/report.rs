//! The tracks of a scene, run and checked, in sentences.

use super::words::{agent_name, measured, sighting_text};
use super::{TrackFigures, check_track, expectation_text, track_name};
use crate::seeds::{Progress, in_order};
use std::sync::Arc;
use steerwright_runtime::geometry::vector::distance;
use steerwright_runtime::scene::editor::Track;
use steerwright_runtime::scene::{Scene, TrackId};

/// An agent that starts a track farther than this from where it was recorded, u, is said to start
/// elsewhere.
const SAME_PLACE: f64 = 1e-6;

/// A track, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackReport {
    /// The track.
    pub track: TrackId,
    /// What happened, as "never seen; ends at 3.00,4.00", or why the track could not be run.
    pub summary: String,
    /// A sentence with the name of the track and all of this.
    pub message: String,
    /// What was expected, in the order of the track.
    pub expectations: Vec<ExpectationReport>,
    /// The figures. `None` if the track could not be run.
    pub figures: Option<TrackFigures>,
}

/// What was expected of a track, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectationReport {
    /// Whether it is met.
    pub holds: bool,
    /// What was expected, as "seen at 12.4 s ± 0.5 s".
    pub expected: String,
    /// What was measured, as "seen at 12.70 s by Ann".
    pub measured: String,
    /// A sentence with the name of the track and all of this.
    pub message: String,
}

impl TrackReport {
    /// Whether everything is as expected.
    pub fn holds(&self) -> bool {
        self.expectations.iter().all(|report| report.holds)
    }
}

/// Runs all tracks of a scene, each from the start, and checks what is expected of them. Muted
/// tracks are checked too. `None` if it was canceled.
pub fn check_tracks(
    scene: &Scene,
    threads: usize,
    progress: &Progress,
) -> Option<Vec<TrackReport>> {
    let tracks = &scene.editor.tracks;
    in_order(tracks.len(), threads, progress, |index| {
        let track = &tracks[index];
        let figures = check_track(scene, track, progress);
        if progress.is_canceled() {
            return None;
        }
        progress.advance();
        Some(match figures {
            Some(figures) => report(scene, track, figures),
            None => unmeasured(scene, track),
        })
    })
}

fn report(scene: &Scene, track: &Arc<Track>, figures: TrackFigures) -> TrackReport {
    let name = track_name(track);
    let expectations = track.expectations.iter().enumerate();
    let expectations = expectations.map(|(index, expectation)| {
        let expected = expectation_text(scene, expectation);
        let (holds, measured) = measured(scene, index, expectation, &figures);
        let message = if holds && expected == measured {
            format!("{name}: {expected}, as expected")
        } else if holds {
            format!("{name}: {expected}, as expected: {measured}")
        } else {
            format!("{name}: {expected} is expected, but {measured}")
        };
        ExpectationReport {
            holds,
            expected,
            measured,
            message,
        }
    });
    let expectations = expectations.collect();
    let summary = summary(scene, track, &figures);
    let (from, to) = figures.seconds;
    let agent = agent_name(scene, track.agent);
    TrackReport {
        track: track.id,
        message: format!("{name} ({agent}, {from:.2} s to {to:.2} s): {summary}"),
        summary,
        expectations,
        figures: Some(figures),
    }
}

fn summary(scene: &Scene, track: &Track, figures: &TrackFigures) -> String {
    let seen = match figures.first_sighting(None) {
        Some(sighting) => sighting_text(scene, sighting),
        None => "never seen".into(),
    };
    let end = match figures.places.1 {
        Some(end) => format!("ends at {:.2}, {:.2}", end.x, end.y),
        None => "the agent is gone before the end".into(),
    };
    let away = figures.places.0.map(|began| distance(began, track.from));
    match away.filter(|away| *away > SAME_PLACE) {
        Some(away) => {
            let unit = &scene.unit;
            format!("{seen}; {end}; starts {away:.2} {unit} from where it was recorded")
        }
        None => format!("{seen}; {end}"),
    }
}

/// A track whose agent does not exist: nothing that is expected of it is met.
fn unmeasured(scene: &Scene, track: &Track) -> TrackReport {
    let name = track_name(track);
    let summary = format!(
        "cannot be run, because agent {} does not exist",
        track.agent
    );
    let expectations = track.expectations.iter().map(|expectation| {
        let expected = expectation_text(scene, expectation);
        ExpectationReport {
            holds: false,
            message: format!(
                "{name}: {expected} is expected, but agent {} does not exist",
                track.agent
            ),
            expected,
            measured: "not measured".into(),
        }
    });
    TrackReport {
        track: track.id,
        expectations: expectations.collect(),
        message: format!("{name} {summary}"),
        summary,
        figures: None,
    }
}
