//! Taking an agent over in the window: keys, pointer, the track that it records, replaying and
//! branching.

use crate::sample_scene::{GUARD, SEEKER, sample_scene};
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Context, Event, Key, Modifiers};
use std::sync::Arc;
use steerwright::editor::checks::tracks::TrackChecks;
use steerwright_analysis::lint::{Rule, diagnostics};
use steerwright_authoring::Item;
use steerwright_format::read_scene;
use steerwright_runtime::scene::editor::{
    Expectation, Gait, GaitSpeeds, Movement, Track, TrackInput,
};
use steerwright_runtime::scene::{Agent, AgentId, Scene, TrackId};
use steerwright_runtime::steering::Body;

fn set_key(window: &mut Window, key: Key, pressed: bool, modifiers: Modifiers) {
    window.harness.event(Event::ModifiersChanged(modifiers));
    window.harness.event(Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers,
    });
}

/// Holds a key for some frames.
fn hold(window: &mut Window, key: Key, modifiers: Modifiers, frames: usize) {
    set_key(window, key, true, modifiers);
    window.frames(frames);
    set_key(window, key, false, Modifiers::NONE);
    window.frames(1);
}

/// The sample scene with the seeker selected and taken over.
fn taken_over(scene: &Scene) -> Window {
    let mut window = Window::of(scene);
    let seeker = window.pos(at(-4.0, 8.0));
    window.click(seeker);
    assert_eq!(window.selection().primary(), Some(Item::Agent(SEEKER)));
    window.key(Key::F8);
    assert!(window.playback().is_taken_over());
    window
}

fn only_track(window: &Window) -> Track {
    let tracks = &window.scene().editor.tracks;
    assert_eq!(tracks.len(), 1);
    Track::clone(&tracks[0])
}

/// The bits of the places of an agent up to a tick.
fn bits(window: &Window, agent: AgentId, until: u64) -> Vec<[u64; 2]> {
    let samples = window.playback().recording().history(agent, 0);
    samples
        .take_while(|(tick, _)| *tick <= until)
        .map(|(_, sample)| [sample.position.x, sample.position.y].map(f64::to_bits))
        .collect()
}

/// Plays from the start until a tick.
fn replay(window: &mut Window, until: u64) {
    window.key(Key::Home);
    window.key(Key::Space);
    while window.playback().tick() < until {
        window.frames(1);
    }
    window.key(Key::Space);
}

#[test]
fn keys_move_the_agent_and_become_a_track_that_replays_to_the_bit() {
    let mut window = taken_over(&sample_scene());
    assert!(window.says("Recording Seeker"));
    assert!(window.says("WASD"));
    hold(&mut window, Key::D, Modifiers::NONE, 20);
    hold(&mut window, Key::ArrowUp, Modifiers::SHIFT, 15);
    set_key(&mut window, Key::C, true, Modifiers::NONE);
    hold(&mut window, Key::S, Modifiers::NONE, 10);
    set_key(&mut window, Key::C, false, Modifiers::NONE);
    window.key(Key::Escape);
    assert!(!window.playback().is_taken_over());
    assert!(!window.says("Recording Seeker"));
    assert!(!window.playback().is_playing());
    let track = only_track(&window);
    assert_eq!((track.agent, track.start_tick), (SEEKER, 0));
    let played: Vec<(Movement, Gait)> = track
        .inputs
        .iter()
        .filter(|input| input.ticks > 5)
        .map(|input| (input.movement, input.gait))
        .collect();
    let toward = |x, y| Movement::Direction { x, y };
    assert_eq!(
        played,
        [
            (toward(1, 0), Gait::Walk),
            (toward(0, 1), Gait::Run),
            (toward(0, -1), Gait::Sneak)
        ]
    );
    let end = track.end_tick();
    assert_eq!(window.playback().tick(), end);
    let before = [SEEKER, GUARD].map(|agent| bits(&window, agent, end));
    replay(&mut window, end + 5);
    assert_eq!(
        before,
        [SEEKER, GUARD].map(|agent| bits(&window, agent, end))
    );
}

/// One step of the history, which undo takes away and redo brings back, also in the run.
#[test]
fn a_track_is_one_step_to_undo_and_is_saved() {
    let mut window = taken_over(&sample_scene());
    let steps = window.steps().len();
    hold(&mut window, Key::S, Modifiers::NONE, 30);
    window.click_button("Stop");
    let track = only_track(&window);
    assert_eq!(window.steps().len(), steps + 1);
    assert_eq!(
        window.steps().last().map(String::as_str),
        Some("Record track")
    );
    let played = bits(&window, SEEKER, track.end_tick());
    window.ctrl(Key::Z);
    window.frames(3);
    assert!(window.scene().editor.tracks.is_empty());
    assert_ne!(bits(&window, SEEKER, track.end_tick()), played);
    window.ctrl_shift(Key::Z);
    window.frames(3);
    assert_eq!(bits(&window, SEEKER, track.end_tick()), played);
    window.ctrl(Key::S);
    window.frames(3);
    let file = window.folder.path().join("sample.scene.json");
    let text = std::fs::read_to_string(file).expect("saved");
    let saved = read_scene(&text).expect("valid").value;
    assert_eq!(*saved.editor.tracks[0], track);
}

/// Keys that are commands otherwise do nothing else, and none of them edits the scene.
#[test]
fn keys_of_the_player_are_no_commands() {
    let scene = sample_scene();
    let mut window = taken_over(&scene);
    for key in [Key::W, Key::A, Key::S, Key::D, Key::C, Key::ArrowLeft] {
        window.key(key);
    }
    window.key(Key::Escape);
    let mut after = window.scene().clone();
    after.editor_mut().tracks.clear();
    assert_eq!(after, scene);
    assert!(matches!(
        window.app().tool(),
        steerwright_authoring::tool::Tool::Select(_)
    ));
}

#[test]
fn the_agent_walks_to_the_pointer_while_the_button_is_down() {
    let mut window = taken_over(&sample_scene());
    let goal = window.pos(at(-3.0, 7.0));
    window.press(goal);
    window.frames(90);
    window.release(goal);
    window.key(Key::Escape);
    let track = only_track(&window);
    let toward = track.inputs.iter().find(|input| input.ticks > 50);
    let Some(Movement::Toward { x, y }) = toward.map(|input| input.movement) else {
        panic!("{:?}", track.inputs);
    };
    assert!((x + 3.0).abs() < 0.05 && (y - 7.0).abs() < 0.05);
    let end = window
        .playback()
        .recording()
        .sample(track.end_tick(), SEEKER);
    let end = end.expect("the seeker").position;
    assert!(end.distance(at(x, y)) < 1e-6, "{end}");
    // The selection was not changed by the press.
    assert_eq!(window.selection().primary(), Some(Item::Agent(SEEKER)));
}

#[test]
fn taking_over_in_the_middle_of_a_track_branches_and_loses_nothing() {
    let mut window = taken_over(&sample_scene());
    hold(&mut window, Key::S, Modifiers::NONE, 60);
    window.key(Key::Escape);
    let first = only_track(&window);
    let before = bits(&window, SEEKER, 30);
    // Step back to tick 30.
    let back = window.playback().tick() - 30;
    for _ in 0..back {
        window.key_with(Key::Comma, Modifiers::SHIFT);
    }
    assert_eq!(window.playback().tick(), 30);
    window.key(Key::F8);
    hold(&mut window, Key::D, Modifiers::SHIFT, 20);
    window.key(Key::F8);
    let tracks = window.scene().editor.tracks.clone();
    assert_eq!(tracks.len(), 2);
    assert_eq!(tracks[0].inputs, first.inputs, "the first one is kept");
    assert!(tracks[0].muted && !tracks[1].muted);
    let mut prefix = Track::clone(&tracks[1]);
    prefix.truncate(30);
    let mut expected = first.clone();
    expected.truncate(30);
    assert_eq!(prefix.inputs, expected.inputs);
    let end = tracks[1].end_tick();
    let branch = bits(&window, SEEKER, end);
    assert_eq!(branch[..=30], before[..]);
    replay(&mut window, end);
    assert_eq!(bits(&window, SEEKER, end), branch);
}

/// An edit belongs to the time after what was recorded: it ends the recording, and both are kept.
#[test]
fn an_edit_ends_taking_over_and_keeps_the_track() {
    let mut window = taken_over(&sample_scene());
    hold(&mut window, Key::S, Modifiers::NONE, 30);
    window.key(Key::Delete);
    window.frames(2);
    assert!(!window.playback().is_taken_over());
    assert!(window.scene().agent(SEEKER).is_none());
    assert_eq!(only_track(&window).agent, SEEKER);
    // Its agent is gone: the warning says so, and the run goes on.
    for _ in 0..200 {
        window.frames(1);
    }
    window.ctrl(Key::Z);
    window.frames(2);
    assert!(window.scene().agent(SEEKER).is_some());
}

#[test]
fn a_click_on_a_warning_with_a_time_keeps_the_track() {
    let mut scene = sample_scene();
    // Both go to the same target.
    let agents = Arc::make_mut(&mut scene.agents);
    agents[1].position = at(-4.0, 8.0);
    agents[2].position = at(-7.0, 8.0);
    let found = diagnostics(&scene);
    let overlap = found.iter().find(|own| own.rule == Rule::BodiesOverlap);
    let overlap = &overlap.expect("they overlap").message;
    let mut window = taken_over(&scene);
    hold(&mut window, Key::S, Modifiers::NONE, 30);
    window.scroll_to(overlap);
    window.click_button(overlap);
    window.frames(4);
    assert!(!window.playback().is_taken_over());
    assert_eq!(only_track(&window).agent, SEEKER);
}

#[test]
fn going_back_in_the_history_keeps_the_track_as_a_step() {
    let mut window = Window::of(&sample_scene());
    window.click_button("Next seed");
    window.menu("View", "History");
    let seeker = window.pos(at(-4.0, 8.0));
    window.click(seeker);
    window.key(Key::F8);
    hold(&mut window, Key::S, Modifiers::NONE, 30);
    window.click_row("Step 0, Opened");
    window.frames(4);
    assert!(!window.playback().is_taken_over());
    assert!(window.scene().editor.tracks.is_empty());
    assert!(window.has(Role::ListItem, "Step 1, Set seed, undone"));
    assert!(window.has(Role::ListItem, "Step 2, Record track, undone"));
}

#[test]
fn going_forward_in_the_history_while_recording_keeps_the_step_and_the_track() {
    let mut window = Window::of(&sample_scene());
    window.click_button("Next seed");
    window.ctrl(Key::Z);
    window.menu("View", "History");
    let seeker = window.pos(at(-4.0, 8.0));
    window.click(seeker);
    window.key(Key::F8);
    hold(&mut window, Key::S, Modifiers::NONE, 30);
    window.click_row("Step 1, Set seed, undone");
    window.frames(4);
    assert!(!window.playback().is_taken_over());
    assert_eq!(window.steps(), ["Set seed", "Record track"]);
    assert_eq!(only_track(&window).agent, SEEKER);
}

#[test]
fn undo_while_recording_takes_back_the_track_alone_and_redo_brings_it_back() {
    let mut window = Window::of(&sample_scene());
    window.click_button("Next seed");
    let seeker = window.pos(at(-4.0, 8.0));
    window.click(seeker);
    window.key(Key::F8);
    hold(&mut window, Key::S, Modifiers::NONE, 30);
    window.click_button("Undo");
    window.frames(4);
    assert!(!window.playback().is_taken_over());
    assert!(window.scene().editor.tracks.is_empty());
    assert_eq!(window.steps(), ["Set seed"]);
    window.ctrl_shift(Key::Z);
    window.frames(4);
    assert_eq!(only_track(&window).agent, SEEKER);
}

#[test]
fn expectations_are_added_measured_and_become_warnings() {
    let mut window = taken_over(&sample_scene());
    hold(&mut window, Key::S, Modifiers::NONE, 30);
    window.key(Key::Escape);
    let until = |window: &mut Window, text: &str| {
        for _ in 0..1500 {
            window.frames(1);
            if window.says(text) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("it never says {text:?}");
    };
    until(&mut window, "never seen; ends at");
    window.click_button("Add expectation");
    window.click_last("Is never seen");
    window.frames(3);
    window.click_button("Add expectation");
    // Where the agent ends is measured again after the edit.
    let mut waited = 0;
    while !window.is_enabled("Stays possible") {
        window.frames(1);
        std::thread::sleep(std::time::Duration::from_millis(10));
        waited += 1;
        assert!(waited < 1500, "the track is never checked");
    }
    window.click_last("Stays possible");
    window.frames(3);
    let track = only_track(&window);
    assert_eq!(track.expectations[0], Expectation::NeverSeen);
    assert!(matches!(
        track.expectations[1],
        Expectation::EndsNear { .. }
    ));
    until(&mut window, "ends 0.00 m from it");
    window.click_button("Add expectation");
    window.click_last("Is seen at");
    until(&mut window, "Track \"Track 1\": seen at");
    // Without replay the track has no effect. Turning it off is one step.
    let played = bits(&window, SEEKER, 20);
    let replay = window.position_of(Role::CheckBox, "Replay");
    window.click(replay);
    window.frames(3);
    assert!(only_track(&window).muted);
    assert_ne!(bits(&window, SEEKER, 20), played);
    assert_eq!(
        window.steps().last().map(String::as_str),
        Some("Turn off replay")
    );
}

/// A track of an agent that stands for half a second.
fn standing(agent: AgentId, expectations: Vec<Expectation>) -> Arc<Track> {
    Arc::new(Track {
        id: TrackId(agent.0),
        name: format!("Track {agent}"),
        agent,
        start_tick: 0,
        ticks_per_second: Scene::default().ticks_per_second,
        from: at(-4.0, 8.0),
        speeds: GaitSpeeds::of(&Body::default()),
        muted: false,
        with: Vec::new(),
        inputs: vec![TrackInput {
            ticks: 30,
            movement: Movement::Stand,
            gait: Gait::Walk,
        }],
        expectations,
    })
}

/// There is not room for a lane of each agent with a track.
#[test]
fn the_agent_that_is_taken_over_has_a_lane_however_many_others_have_tracks() {
    let mut scene = sample_scene();
    let late = Agent {
        id: AgentId(9),
        name: "Late".into(),
        position: at(2.0, 9.0),
        ..scene.agents[1].clone()
    };
    Arc::make_mut(&mut scene.agents).push(late);
    let others = [GUARD, SEEKER, AgentId(3)];
    scene.editor_mut().tracks = others.map(|agent| standing(agent, Vec::new())).to_vec();
    let mut window = Window::of(&scene);
    let place = window.pos(at(2.0, 9.0));
    window.click(place);
    window.key(Key::F8);
    assert!(window.says("Recording Late"));
    hold(&mut window, Key::D, Modifiers::NONE, 20);
    assert!(window.says("Recording, 0.00 s to"));
}

/// The sample scene with a track of the seeker.
fn with_expectations(expectations: Vec<Expectation>) -> Scene {
    let mut scene = sample_scene();
    scene.editor_mut().tracks = vec![standing(SEEKER, expectations)];
    scene
}

/// What was measured of the first expectation of a scene.
fn first_measured(checks: &TrackChecks, scene: &Scene) -> Option<String> {
    let track = scene.editor.track(TrackId(SEEKER.0)).expect("a track");
    let measured = checks.measured(scene, track.id, 0, &track.expectations[0]);
    measured.map(|report| report.measured.clone())
}

#[test]
fn what_was_measured_of_an_expectation_is_not_shown_for_another_one_or_as_current() {
    let never = Expectation::NeverSeen;
    let near = Expectation::EndsNear {
        x: -4.0,
        y: 8.0,
        within: 1.0,
    };
    let ctx = Context::default();
    let scene = with_expectations(vec![never, near]);
    let mut checks = TrackChecks::default();
    assert!(!checks.is_current());
    for _ in 0..1500 {
        checks.update(&ctx, &scene);
        if checks.is_current() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(checks.is_current(), "the track is never checked");
    assert_eq!(
        first_measured(&checks, &scene).as_deref(),
        Some("never seen")
    );
    // The other one has the place of the first one now.
    let removed = with_expectations(vec![near]);
    assert_eq!(first_measured(&checks, &removed), None);
    checks.update(&ctx, &removed);
    assert!(!checks.is_current());
    // Nothing is expected of a scene without tracks.
    checks.update(&ctx, &sample_scene());
    assert!(checks.report(TrackId(SEEKER.0)).is_none());
}
