//! Tracks, what is expected of them, and what was measured, in words.

use super::{Sighting, TrackFigures};
use crate::reasons::name_of;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::{Expectation, Track};
use steerwright_runtime::scene::{AgentId, MarkerId, Scene, Target};

/// The name of a track, or its number if it has none.
pub fn track_name(track: &Track) -> String {
    if track.name.trim().is_empty() {
        format!("track {}", track.id)
    } else {
        format!("track \"{}\"", sanitize_for_display(&track.name))
    }
}

/// What is expected, as "seen at 12.4 s ± 0.5 s".
pub fn expectation_text(scene: &Scene, expectation: &Expectation) -> String {
    let unit = sanitize_for_display(&scene.unit);
    match *expectation {
        Expectation::EndsNear { x, y, within } => {
            format!(
                "ends within {within} {unit} of {},{}",
                rounded(x),
                rounded(y)
            )
        }
        Expectation::Reaches {
            marker,
            within,
            before,
        } => {
            let before = before.map_or(String::new(), |before| format!(" before {before} s"));
            let marker = marker_name(scene, marker);
            format!("reaches {marker} within {within} {unit}{before}")
        }
        Expectation::SeenAt {
            seconds,
            tolerance,
            by,
        } => {
            let by = by.map_or(String::new(), |by| format!(" by {}", agent_name(scene, by)));
            format!("seen at {seconds} s ± {tolerance} s{by}")
        }
        Expectation::NeverSeen => "never seen".into(),
    }
}

/// What was measured of an expectation, which has this place in the list of its track, and whether
/// it is met.
pub(super) fn measured(
    scene: &Scene,
    index: usize,
    expectation: &Expectation,
    figures: &TrackFigures,
) -> (bool, String) {
    let unit = sanitize_for_display(&scene.unit);
    match *expectation {
        Expectation::EndsNear { x, y, within } => match figures.places.1 {
            None => (false, "the agent is gone before the end".into()),
            Some(end) => {
                let away = glam::DVec2::new(x, y).distance(end);
                (away <= within, format!("ends {away:.2} {unit} from it"))
            }
        },
        Expectation::Reaches { marker, .. } => {
            match figures.targets.get(index).copied().flatten() {
                None if scene.marker(marker).is_none() => (false, "there is no such marker".into()),
                None => (false, "the agent is gone, or it is too late".into()),
                Some(target) if target.is_reached => {
                    (true, format!("reached at {:.2} s", target.seconds))
                }
                Some(target) => (
                    false,
                    format!(
                        "nearest {:.2} {unit} at {:.2} s",
                        target.distance, target.seconds
                    ),
                ),
            }
        }
        Expectation::SeenAt {
            seconds,
            tolerance,
            by,
        } => match figures.first_sighting(by) {
            None => (false, "never seen".into()),
            Some(sighting) => {
                let apart = (sighting.seconds - seconds).abs();
                // Times in files have nine decimals.
                let holds = rounded(apart) <= tolerance;
                (holds, sighting_text(scene, sighting))
            }
        },
        Expectation::NeverSeen => match figures.first_sighting(None) {
            None => (true, "never seen".into()),
            Some(sighting) => (false, sighting_text(scene, sighting)),
        },
    }
}

/// Who noticed the agent and when, as "seen at 12.40 s by Ann".
pub(super) fn sighting_text(scene: &Scene, sighting: Sighting) -> String {
    let by = agent_name(scene, sighting.by);
    format!("seen at {:.2} s by {by}", sighting.seconds)
}

/// The name of an agent, or its id if it has none.
pub(super) fn agent_name(scene: &Scene, id: AgentId) -> String {
    sanitize_for_display(&name_of(scene, Target::Agent(id)))
}

fn marker_name(scene: &Scene, id: MarkerId) -> String {
    sanitize_for_display(&name_of(scene, Target::Marker(id)))
}
