//! Numbers with more digits than their fields show: only what is typed changes them.

use crate::sample_scene::{GUARD, PATH, sample_scene};
use crate::window::{Window, at};
use egui::Key;
use egui::accesskit::Role;
use std::sync::Arc;
use steerwright_runtime::scene::Scene;

const POSITION: (f64, f64) = (1.000_123_456, -2.345_678_901);
const RADIUS: f64 = 0.304_812_3;

/// The sample scene, with such a place and radius of the first node, and such a max speed.
fn with_many_digits() -> Scene {
    let mut scene = sample_scene();
    let path = scene.path_mut(PATH).expect("the path");
    path.nodes[0].position = at(POSITION.0, POSITION.1);
    path.nodes[0].radius = Some(RADIUS);
    for preset in &mut scene.presets {
        Arc::make_mut(preset).body.max_speed = 2.123_456_7;
    }
    scene
}

fn leave_each(window: &mut Window, names: &[&str]) {
    for name in names {
        for key in [Key::Tab, Key::Enter, Key::Escape] {
            let field = window.numbers(name)[0];
            window.click(field);
            window.frames(2);
            window.key(key);
            window.frames(4);
        }
    }
}

#[test]
fn a_field_that_is_left_without_typing_keeps_the_digits_it_does_not_show() {
    let scene = with_many_digits();
    let mut window = Window::of(&scene);
    window.click_row("Path");
    window.click_button("Select node 1");
    window.frames(4);
    leave_each(
        &mut window,
        &[
            "Position",
            "Radius",
            "Node 1 x",
            "Node 1 y",
            "Node 1 radius",
        ],
    );
    let agent = scene.agent(GUARD).expect("the guard").name.clone();
    window.click_row(&agent);
    window.frames(4);
    leave_each(&mut window, &["Max speed"]);
    assert_eq!(window.scene(), &scene);
    assert!(window.steps().is_empty(), "{:?}", window.steps());
}

#[test]
fn what_is_typed_replaces_all_digits_and_arithmetic_keeps_them() {
    let mut window = Window::of(&with_many_digits());
    window.click_row("Path");
    window.click_button("Select node 1");
    window.frames(4);
    window.enter(Role::SpinButton, "Node 1 x", "+1");
    window.enter(Role::SpinButton, "Node 1 y", "-2.34");
    let node = &window.scene().path(PATH).expect("the path").nodes[0];
    assert_eq!(node.position, at(POSITION.0 + 1.0, -2.34));
    assert_eq!(node.radius, Some(RADIUS));
}
