//! Presets side by side in the window: the columns, the values, the motion and what can be taken
//! over.

use crate::sample_scene::{SEEKER, sample_scene};
use crate::window::Window;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{By, NodeT, Queryable};
use std::sync::Arc;
use steerwright_runtime::scene::{Preset, PresetId, Scene};

/// The sample scene with a heavier twin of its second preset.
fn with_twin() -> Scene {
    let mut scene = sample_scene();
    let mut twin: Preset = (*scene.presets[1]).clone();
    twin.id = PresetId(9);
    twin.name = "Twin".into();
    twin.body.mass = 3.0;
    scene.presets.push(Arc::new(twin));
    scene
}

fn open(scene: &Scene) -> Window {
    let mut window = Window::of(scene);
    window.click_row("Seeker");
    window.ctrl_shift(Key::M);
    window.frames(2);
    assert!(window.says("Compare presets"));
    window
}

fn add(window: &mut Window, name: &str) {
    window.click_button("Add preset");
    window.frames(2);
    window.click_last(name);
    window.frames(2);
}

/// Frames until the window says `text`.
fn until(window: &mut Window, text: &str) {
    for _ in 0..1500 {
        window.frames(1);
        if window.says(text) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it never says {text:?}");
}

fn button_names(window: &Window) -> Vec<String> {
    let buttons = window.harness.query_all(By::new().role(Role::Button));
    buttons
        .filter_map(|button| button.accesskit_node().label())
        .collect()
}

#[test]
fn it_opens_with_the_preset_of_the_selected_agent_and_one_of_its_kind() {
    let mut window = open(&with_twin());
    assert!(window.has(Role::Button, "Remove Seeks"));
    assert!(window.has(Role::Button, "Remove Twin"), "one of its kind");
    window.click_button("Remove Twin");
    window.frames(2);
    assert!(!window.has(Role::Button, "Remove Twin"));
    add(&mut window, "Twin");
    assert!(window.has(Role::Button, "Remove Twin"));
    until(&mut window, "Overshoot");
    assert!(window.says("Arrival time") && window.says("Peak force"));
    assert!(window.has(Role::Image, "Motion of Twin"));
    assert_eq!(window.scene().presets.len(), 3, "it stays in the scene");
    window.key(Key::Escape);
    assert!(!window.says("Only differences"));
}

#[test]
fn a_value_is_copied_over_as_one_step() {
    let mut window = open(&with_twin());
    let check = window.position_of(Role::CheckBox, "Only differences");
    window.click(check);
    assert!(window.says("Mass") && !window.says("No matching"));
    let steps = window.steps().len();
    window.click_button("Copy mass of Twin");
    window.frames(2);
    window.click_last("Copy to Seeks");
    window.frames(2);
    assert_eq!(window.steps()[steps..], ["Copy mass"]);
    let mass = |window: &Window, id| window.scene().preset(PresetId(id)).unwrap().body.mass;
    let own = window.scene().presets[1].id.0;
    assert_eq!(mass(&window, own), 3.0);
    window.ctrl(Key::Z);
    assert_ne!(mass(&window, own), 3.0);
}

#[test]
fn a_preset_of_the_library_is_used_for_the_selected_agent() {
    let mut window = open(&with_twin());
    add(&mut window, "Courier");
    until(&mut window, "Overshoot");
    let steps = window.steps().len();
    assert!(button_names(&window).contains(&"Use Courier".to_owned()));
    window.click_button("Use Courier");
    window.frames(2);
    assert_eq!(window.steps()[steps..], ["Set preset"]);
    let scene = window.scene();
    let preset = scene.preset(scene.agent(SEEKER).unwrap().preset).unwrap();
    assert_eq!(preset.name, "Courier");
    window.ctrl(Key::Z);
    window.frames(2);
    assert!(
        window
            .scene()
            .presets
            .iter()
            .all(|own| own.name != "Courier")
    );
}
