//! `steerwright check` runs the tracks of a scene as tests.

use crate::support::{code, run, scene, stderr, stdout, steerwright};
use std::path::PathBuf;
use std::process::Output;
use steerwright_format::save_scene;
use steerwright_runtime::scene::editor::{
    Expectation, Gait, GaitSpeeds, Movement, Track, TrackInput,
};
use steerwright_runtime::scene::{AgentId, MarkerId, Scene, TrackId};
use tempfile::TempDir;

/// The sample scene with a track that moves its first agent 2 u along x in a second.
fn with_track(change: impl FnOnce(&mut Track)) -> Scene {
    let mut scene = scene();
    let agent = &scene.agents[0];
    let mut track = Track {
        id: TrackId(1),
        name: "Dash".into(),
        agent: agent.id,
        start_tick: 0,
        ticks_per_second: scene.ticks_per_second,
        from: agent.position,
        speeds: GaitSpeeds {
            sneak: 0.5,
            walk: 1.0,
            run: 2.0,
        },
        muted: false,
        with: vec![],
        inputs: vec![TrackInput {
            ticks: 60,
            movement: Movement::Direction { x: 1, y: 0 },
            gait: Gait::Run,
        }],
        expectations: vec![Expectation::EndsNear {
            x: agent.position.x + 2.0,
            y: agent.position.y,
            within: 0.01,
        }],
    };
    change(&mut track);
    scene.editor_mut().tracks = vec![track.into()];
    scene
}

fn check(scene: &Scene) -> Output {
    let (_folder, file): (TempDir, PathBuf) = {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("yard.scene.json");
        save_scene(scene, &file).expect("saved");
        (folder, file)
    };
    run(steerwright().arg("check").arg(&file))
}

#[test]
fn a_track_that_does_what_is_expected_is_reported_with_figures() {
    let output = check(&with_track(|_| {}));
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("/editor/tracks/0: track \"Dash\" ("),
        "{text}"
    );
    assert!(
        text.contains("0.00 s to 1.00 s): never seen; ends at "),
        "{text}"
    );
    assert!(text.contains(", as expected: ends 0.00 "), "{text}");
    assert!(
        text.contains(": ok (") && text.contains(", 1 track)"),
        "{text}"
    );
}

#[test]
fn what_is_not_as_expected_is_an_error_with_figures() {
    let output = check(&with_track(|track| {
        track.expectations.push(Expectation::SeenAt {
            seconds: 12.4,
            tolerance: 0.5,
            by: None,
        });
    }));
    assert_eq!(code(&output), Some(1));
    let errors = stderr(&output);
    assert!(
        errors.contains(
            "/editor/tracks/0/expectations/1: track \"Dash\": seen at 12.4 s ± 0.5 s is expected, but never seen"
        ),
        "{errors}"
    );
    let text = stdout(&output);
    assert!(text.contains("expectations/0: track \"Dash\": ends within 0.01"));
    assert!(
        text.contains(": failed (") && !text.contains(": ok ("),
        "{text}"
    );
}

/// A muted track is checked like others.
#[test]
fn muted_tracks_are_checked() {
    let output = check(&with_track(|track| {
        track.muted = true;
        track.inputs.clear();
    }));
    assert_eq!(code(&output), Some(1), "{}", stdout(&output));
}

#[test]
fn tracks_of_another_scene_are_named_and_harmless() {
    let output = check(&with_track(|track| {
        track.agent = AgentId(400);
        track.expectations.clear();
    }));
    assert_eq!(code(&output), Some(0));
    let warnings = stderr(&output);
    assert!(
        warnings.contains(
            "/editor/tracks/0/agent: warning: Track \"Dash\" moves agent 400, which does not exist."
        ),
        "{warnings}"
    );
    let output = check(&with_track(|track| {
        track.from.x += 3.0;
        track.ticks_per_second = 30.0;
        track.with = vec![TrackId(9)];
        track.expectations = vec![Expectation::Reaches {
            marker: MarkerId(900),
            within: 1.0,
            before: None,
        }];
    }));
    assert_eq!(code(&output), Some(1));
    let warnings = stderr(&output);
    for words in [
        "was recorded from another place: its agent starts 3 ",
        "was recorded at 30 ticks per second, but the scene has 60.",
        "was recorded while track 9 was replayed, which does not exist.",
        "is expected to meet marker 900, which does not exist.",
        "there is no such marker",
    ] {
        assert!(warnings.contains(words), "{words}: {warnings}");
    }
}

/// A scene with so many tracks of a tick whose agent must end where it cannot, each with such a
/// name.
fn failing_tracks(count: u32, name: impl Fn(u32) -> String) -> Scene {
    let mut scene = with_track(|track| {
        track.inputs[0].ticks = 1;
        track.expectations = vec![Expectation::EndsNear {
            x: track.from.x + 50.0,
            y: track.from.y,
            within: 0.01,
        }];
    });
    let first = Track::clone(&scene.editor.tracks[0]);
    let tracks = (0..count).map(|index| Track {
        id: TrackId(index + 1),
        name: name(index),
        ..first.clone()
    });
    scene.editor_mut().tracks = tracks.map(Into::into).collect();
    scene
}

/// What is not met is listed or counted, however much it is.
#[test]
fn errors_beyond_those_listed_are_counted() {
    let unmet = |output: &Output| {
        let errors = stderr(output);
        let lines = errors.lines();
        lines.filter(|line| line.contains(", but ends ")).count()
    };
    let letter = |index: u32| char::from_u32(u32::from('a') + index).expect("a letter");
    let name = |index: u32| format!("{}{}", letter(index / 20), letter(index % 20));
    let output = check(&failing_tracks(120, name));
    assert_eq!(code(&output), Some(1));
    assert_eq!(unmet(&output), 100);
    let errors = stderr(&output);
    assert!(
        errors.contains(":/: 20 more errors; fix these first"),
        "{errors}"
    );

    let output = check(&failing_tracks(10, |_| "Dash".into()));
    assert_eq!(code(&output), Some(1));
    assert_eq!(unmet(&output), 3);
    let errors = stderr(&output);
    let more = "/editor/tracks/9/expectations/0: 7 more errors like the one before";
    assert!(errors.contains(more), "{errors}");
}
