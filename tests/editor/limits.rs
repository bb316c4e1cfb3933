//! Sliders and typed values have the limits of rings: an outer radius is never smaller than the
//! inner one.

use crate::sample_scene::{sample_scene, slow_radius};
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Pos2};
use steerwright_runtime::scene::{Behavior, Motion, PresetId};

fn target_radius(window: &Window) -> f64 {
    let Motion::Steered(steered) = &window.scene().preset(PresetId(2)).unwrap().motion else {
        panic!("steered")
    };
    let Behavior::Arrive(arrive) = steered.behaviors[0].behavior else {
        panic!("arrive")
    };
    arrive.target_radius
}

/// A seeker with a slow radius of 3 u and a target radius of 0.2 u is selected.
fn window() -> Window {
    let mut window = Window::of(&sample_scene());
    window.click_row("Seeker");
    window
}

/// Types a number into the value next to a slider.
fn type_number(window: &mut Window, label: &str, text: &str) {
    let field = window.numbers(label)[0];
    window.type_into(field, text);
    window.key(Key::Enter);
    window.frames(2);
}

#[test]
fn a_typed_radius_stops_at_the_other_radius() {
    let mut window = window();
    type_number(&mut window, "Target radius", "5");
    assert_eq!(
        (target_radius(&window), slow_radius(&window)),
        (3.0, 3.0),
        "the target radius stops at the slow radius"
    );
    type_number(&mut window, "Target radius", "2");
    type_number(&mut window, "Slow radius", "1");
    assert_eq!((target_radius(&window), slow_radius(&window)), (2.0, 2.0));
    type_number(&mut window, "Slow radius", "7.5");
    assert_eq!(slow_radius(&window), 7.5);
    assert_eq!(window.steps(), ["Set target radius", "Set slow radius"]);
}

#[test]
fn a_dragged_slider_stops_at_the_other_radius() {
    let mut window = window();
    type_number(&mut window, "Target radius", "2");
    let slider = window.position_of(Role::Slider, "Slow radius");
    window.drag_and_drop(slider, slider - egui::vec2(400.0, 0.0));
    assert_eq!((target_radius(&window), slow_radius(&window)), (2.0, 2.0));
    type_number(&mut window, "Slow radius", "2.5");
    let slider = window.position_of(Role::Slider, "Target radius");
    let far_right = Pos2::new(slider.x + 400.0, slider.y);
    window.drag_and_drop(slider, far_right);
    assert_eq!((target_radius(&window), slow_radius(&window)), (2.5, 2.5));
}
