//! Overriding single numbers of a preset for one agent.

use crate::window::{Window, at};
use egui::accesskit::Role;
use std::sync::Arc;
use steerwright_runtime::scene::{Agent, AgentId, Behavior, Preset, PresetId, Scene};
use steerwright_runtime::steering::Arrive;

/// Two agents that share the preset "Guard".
fn sample_scene() -> Scene {
    let preset = Preset::steered(PresetId(1), "Guard", [Behavior::Arrive(Arrive::default())]);
    let agent = |id, name: &str, x| Agent::at(AgentId(id), name, PresetId(1), at(x, 0.0));
    Scene {
        name: "Overrides".into(),
        presets: vec![Arc::new(preset)],
        agents: Arc::new(vec![
            agent(1, "Gate guard", 0.0),
            agent(2, "Keep guard", 6.0),
        ]),
        ..Scene::default()
    }
}

fn speeds(window: &Window) -> Vec<f64> {
    let scene = window.scene();
    let of = |agent: &Agent| scene.preset(agent.preset).unwrap().body.max_speed;
    scene.agents.iter().map(of).collect()
}

#[test]
fn an_agent_overrides_a_number_that_is_shown_and_can_be_reverted() {
    let mut window = Window::of(&sample_scene());
    let usual = speeds(&window)[0];
    window.click_row("Keep guard");
    window.frames(2);
    window.click_button("Override");
    window.frames(3);
    assert!(window.says("Variant of Guard"));
    assert!(window.says("Nothing is overridden yet"));
    let field = window.numbers("Max speed")[0];
    window.type_into(field, "7.5");
    window.frames(3);
    assert_eq!(speeds(&window), [usual, 7.5]);
    assert!(window.says(&format!("7.5 m/s instead of {usual} m/s")));

    // Everything else follows the preset.
    window.click_row("Gate guard");
    window.frames(2);
    let force = window.numbers("Max force")[0];
    window.type_into(force, "33");
    window.frames(3);
    let force = |window: &Window, agent: usize| {
        let preset = window.scene().agents[agent].preset;
        window.scene().preset(preset).unwrap().body.max_force
    };
    assert_eq!((force(&window, 0), force(&window, 1)), (33.0, 33.0));
    assert_eq!(speeds(&window), [usual, 7.5]);

    window.click_row("Keep guard");
    window.frames(2);
    window.click_button("Revert Max speed");
    window.frames(3);
    assert_eq!(speeds(&window), [usual, usual]);
    assert!(
        !window.has(Role::Button, "Revert all"),
        "it says what it does"
    );
    window.click_button("Use Guard again");
    window.frames(3);
    assert!(!window.says("Variant of Guard"));
    assert_eq!(window.scene().presets.len(), 1);
    assert!(window.has(Role::Button, "Override"));
}
