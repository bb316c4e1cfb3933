//! States and senses in the window: edited in the inspector, and shown while they run.

use crate::sample_scene::{GUARD, sample_scene};
use crate::window::Window;
use egui::{Key, accesskit::Role};
use steerwright_authoring::presets::alert_rates::AlertRate;
use steerwright_authoring::presets::thresholds;
use steerwright_authoring::sample;
use steerwright_authoring::words::reason;
use steerwright_runtime::scene::{Agent, Preset, Scene, StateId, Term};
use steerwright_runtime::simulation::{Event, EventKind};

fn night_watch() -> Scene {
    let mut scenes = sample::scenes().into_iter().map(|(_, scene)| scene);
    scenes
        .find(|scene| scene.name == "Night watch")
        .expect("the sample")
}

fn agent_named<'a>(window: &'a Window, name: &str) -> &'a Agent {
    let mut agents = window.scene().agents.iter();
    agents.find(|agent| agent.name == name).expect("the agent")
}

fn preset_of(window: &Window, name: &str) -> Preset {
    let preset = window.scene().preset(agent_named(window, name).preset);
    preset.expect("its preset").clone()
}

fn preset_of_guard(window: &Window) -> Preset {
    let scene = window.scene();
    let agent = scene.agent(GUARD).expect("the guard");
    scene.preset(agent.preset).expect("its preset").clone()
}

#[test]
fn a_state_is_added_gets_a_transition_and_is_undone() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Guard");
    let add = format!(
        "{} Add state",
        egui_material_icons::icons::ICON_ADD.codepoint
    );
    window.scroll_to(&add);
    window.click_button(&add);
    window.frames(5);
    let own = preset_of_guard(&window);
    assert_eq!((own.states.len(), own.state.name.as_str()), (1, "Start"));
    // The new state is the one that is edited.
    assert!(window.says("State · State"));
    window.scroll_to("State Start");
    window.click_button("State Start");
    window.frames(5);
    assert!(window.says("State · Start"));
    let add = format!(
        "{} Add transition",
        egui_material_icons::icons::ICON_ADD.codepoint
    );
    window.scroll_to(&add);
    window.click_button(&add);
    window.frames(5);
    window.click_button("State");
    window.frames(5);
    let own = preset_of_guard(&window);
    assert_eq!(own.state.transitions.len(), 1);
    assert_eq!(own.state.transitions[0].to, StateId(2));
    assert_eq!(own.state.transitions[0].terms, [Term::Sees]);
    window.ctrl(Key::Z);
    window.ctrl(Key::Z);
    window.frames(5);
    assert!(preset_of_guard(&window).states.is_empty());
}

#[test]
fn a_click_in_the_diagram_shows_that_state() {
    let mut window = Window::of(&night_watch());
    window.click_row("Ann");
    window.scroll_to("State Search");
    assert!(!window.says("State · Search"));
    window.click_button("State Search");
    window.frames(5);
    assert!(window.says("State · Search"));
    window.scroll_to("Search radius");
}

#[test]
fn states_of_a_running_guard_are_shown_with_what_led_to_them() {
    let mut window = Window::of(&night_watch());
    window.click_row("Ann");
    window.key(Key::Space);
    let ann = agent_named(&window, "Ann").id;
    for _ in 0..400 {
        window.frames(10);
        let recording = window.playback().recording();
        let entered = |kind: &EventKind| matches!(kind, EventKind::StateEntered { .. });
        let mut events = recording.events().iter();
        if events.any(|event| event.agent == ann && entered(&event.kind)) {
            break;
        }
    }
    window.frames(5);
    assert!(window.says("Patrol, 0.00 s"), "the state before");
    assert!(window.says("From Patrol: "), "why it was left");
    // The figures of that tick, as the world measured them.
    let recording = window.playback().recording();
    let entered = |event: &&Event| matches!(event.kind, EventKind::StateEntered { .. });
    let mut events = recording.events().iter().filter(entered);
    let event = events.find(|event| event.agent == ann).expect("an event");
    let reasons = recording.reasons(event);
    assert!(!reasons.is_empty());
    let why = reason::sentence(reasons, window.scene());
    assert!(why.chars().any(|letter| letter.is_ascii_digit()), "{why}");
    assert!(window.says(&format!("From Patrol: {why}")), "{why}");
}

#[test]
fn a_rate_of_the_alert_meter_is_dragged_in_its_plot() {
    let mut window = Window::of(&night_watch());
    window.click_row("Ann");
    window.frames(10);
    let preset = preset_of(&window, "Ann");
    let before = preset.alert.expect("an alert meter");
    let text = AlertRate::RiseFar.describe(&before);
    let name = format!("Alert rate of {}: {text}", preset.name);
    let handle = window.position_of(Role::Slider, &name);
    // To the right it takes longer.
    window.drag_and_drop(handle, handle + egui::vec2(30.0, 0.0));
    window.frames(5);
    let after = preset_of(&window, "Ann").alert.expect("an alert meter");
    assert!(after.rise_far < before.rise_far, "{after:?}");
    let same = steerwright_runtime::scene::Alert {
        rise_far: before.rise_far,
        ..after
    };
    assert_eq!(same, before, "only this rate");
    window.ctrl(Key::Z);
    window.frames(5);
    assert_eq!(preset_of(&window, "Ann").alert, Some(before));
}

#[test]
fn a_threshold_of_the_alert_meter_is_dragged_in_its_plot() {
    let mut window = Window::of(&night_watch());
    window.click_row("Ann");
    window.frames(10);
    let before = thresholds::of(&preset_of(&window, "Ann"));
    let threshold = before.first().expect("a threshold");
    let text = thresholds::describe(&preset_of(&window, "Ann"), threshold, "m").expect("a text");
    let mark = window.position_of(Role::Slider, &format!("Alert threshold: {text}"));
    window.drag_and_drop(mark, mark - egui::vec2(0.0, 12.0));
    window.frames(5);
    let after = thresholds::of(&preset_of(&window, "Ann"));
    assert!(after[0].meter > threshold.meter + 0.02, "{after:?}");
    assert_eq!(after[1..], before[1..]);
    window.ctrl(Key::Z);
    window.frames(5);
    assert_eq!(thresholds::of(&preset_of(&window, "Ann")), before);
}

#[test]
fn the_limit_in_the_speed_plot_is_that_of_the_fastest_state() {
    let mut window = Window::of(&night_watch());
    window.click_row("Ann");
    window.frames(10);
    let preset = preset_of(&window, "Ann");
    let fastest = preset
        .all_states()
        .filter_map(|state| state.rules.max_speed)
        .fold(preset.body.max_speed, f64::max);
    assert!(fastest > preset.body.max_speed);
    assert!(window.says(&format!("Max speed: {fastest} ")));
}

#[test]
fn a_new_team_is_typed_after_a_click_into_its_field() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Guard");
    window.frames(3);
    window.scroll_to("Team");
    let menu = window.position_of(Role::Button, "Team");
    window.click(menu);
    window.frames(3);
    let field = window.position_of(Role::TextInput, "New team");
    window.click(field);
    window.frames(3);
    window.text("red");
    window.key(Key::Enter);
    window.frames(3);
    assert_eq!(agent_named(&window, "Guard").team.as_deref(), Some("red"));
}
