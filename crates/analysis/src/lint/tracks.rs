//! Tracks that have no effect, or another one than when they were recorded.

use super::{Diagnostic, Rule, Severity, Subject, short, unit_of};
use crate::tracks::track_name;
use steerwright_runtime::geometry::vector::distance;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::{Expectation, Track};

/// An agent that starts this far from where a track was recorded, u, starts elsewhere.
const ELSEWHERE: f64 = 1e-6;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let tracks = &scene.editor.tracks;
    for (index, track) in tracks.iter().enumerate() {
        let mut name = track_name(track);
        name[..1].make_ascii_uppercase();
        let mut push = |rule, severity, place: String, message: String, help: String| {
            found.push(Diagnostic {
                rule,
                severity,
                subject: Subject::Track(track.id),
                moment: None,
                pointer: format!("/editor/tracks/{index}/{place}"),
                message: format!("{name} {message}"),
                help,
            });
        };
        let Some(agent) = scene.agent(track.agent) else {
            push(
                Rule::TrackWithoutAgent,
                Severity::Warning,
                "agent".into(),
                format!(
                    "moves agent {}, which does not exist. It has no effect.",
                    track.agent
                ),
                "Choose another agent for it, or delete it. It may be of another scene.".into(),
            );
            continue;
        };
        let away = distance(agent.position, track.from);
        if track.start_tick == 0 && agent.scatter.is_none() && away > ELSEWHERE {
            push(
                Rule::TrackElsewhere,
                Severity::Warning,
                "from".into(),
                format!(
                    "was recorded from another place: its agent starts {} {} from there.",
                    short(away),
                    unit_of(scene)
                ),
                "Move the agent back, or delete the track and record a new one.".into(),
            );
        }
        if track.ticks_per_second != scene.ticks_per_second {
            push(
                Rule::TrackTickRate,
                Severity::Warning,
                "ticks_per_second".into(),
                format!(
                    "was recorded at {} ticks per second, but the scene has {}. It takes another time and way.",
                    track.ticks_per_second, scene.ticks_per_second
                ),
                format!(
                    "Set the ticks per second of the scene back to {}, or delete the track and record a new one.",
                    track.ticks_per_second
                ),
            );
        }
        for (at, with) in track.with.iter().enumerate() {
            if scene.editor.track(*with).is_none() {
                push(
                    Rule::TrackReference,
                    Severity::Warning,
                    format!("with/{at}"),
                    format!("was recorded while track {with} was replayed, which does not exist."),
                    "If its agent meets the agent of that track, delete it and record a new one."
                        .into(),
                );
            }
        }
        for (at, expectation) in track.expectations.iter().enumerate() {
            let missing = match *expectation {
                Expectation::Reaches { marker, .. } if scene.marker(marker).is_none() => {
                    Some(format!("marker {marker}"))
                }
                Expectation::SeenAt { by: Some(by), .. } if scene.agent(by).is_none() => {
                    Some(format!("agent {by}"))
                }
                Expectation::EndsNear { .. }
                | Expectation::Reaches { .. }
                | Expectation::SeenAt { .. }
                | Expectation::NeverSeen => None,
            };
            if let Some(missing) = missing {
                push(
                    Rule::TrackReference,
                    Severity::Warning,
                    format!("expectations/{at}"),
                    format!("is expected to meet {missing}, which does not exist."),
                    "Change or remove what is expected.".into(),
                );
            }
        }
        let earlier: Vec<&Track> = tracks
            .iter()
            .take(index)
            .map(AsRef::as_ref)
            .filter(|earlier| !earlier.muted && earlier.overlaps(track))
            .collect();
        if let Some(first) = earlier.first().filter(|_| !track.muted) {
            push(
                Rule::TracksOverlap,
                Severity::Hint,
                "muted".into(),
                format!(
                    "moves its agent while {} does. The other one counts.",
                    track_name(first)
                ),
                match earlier.len() {
                    1 => "Disable \"Replay\" of one of them.".into(),
                    _ => "Disable its \"Replay\".".into(),
                },
            );
        }
    }
}
