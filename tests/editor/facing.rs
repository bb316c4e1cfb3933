//! Where agents look: set in the inspector, and turned on the canvas.

use crate::sample_scene::{GUARD, sample_scene};
use crate::window::Window;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::steering::facing::{Facing, Toward};

/// The sample scene, in which the guard watches.
fn watching() -> Scene {
    let mut scene = sample_scene();
    let preset = scene.agent(GUARD).expect("the guard").preset;
    scene.preset_mut(preset).expect("its preset").facing = Some(Facing {
        toward: Toward::Motion,
        turn_rate: Some(90.0),
    });
    scene
}

#[test]
fn a_preset_gets_a_facing_with_a_rate_in_the_inspector() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Guard");
    // The card is below the lower edge.
    window.harness.get_by_label("Own facing").scroll_to_me();
    window.frames(30);
    let position = window.position_of(Role::CheckBox, "Own facing");
    window.click(position);
    window.frames(30);
    window.enter(Role::SpinButton, "Turn rate", "45");
    let scene = window.scene();
    let preset = scene.preset(scene.agent(GUARD).expect("the guard").preset);
    let facing = preset.expect("its preset").facing.expect("a facing");
    assert_eq!(facing.turn_rate, Some(45.0));
}

#[test]
fn an_agent_is_turned_by_its_handle_as_one_step() {
    let mut window = Window::of(&watching());
    window.click_row("Guard");
    let place = window.scene().agent(GUARD).expect("the guard").position;
    let handle = window.item("Rotate handle");
    let center = window.pos(place);
    let reach = handle.x - center.x;
    assert!(
        reach > 0.0 && (handle.y - center.y).abs() < 1.0,
        "it faces right"
    );
    window.drag_and_drop(handle, center - egui::vec2(0.0, reach));
    let turned = window.scene().agent(GUARD).expect("the guard");
    assert_eq!((turned.heading, turned.position), (Some(DVec2::Y), place));
    assert_eq!(window.steps(), ["Turn agent"]);
}

#[test]
fn the_handle_that_turns_an_agent_is_above_that_of_a_ring() {
    let mut scene = watching();
    let preset = scene.agent(GUARD).expect("the guard").preset;
    scene.preset_mut(preset).expect("its preset").sight = Some(Sight::default());
    let mut window = Window::of(&scene);
    window.click_row("Guard");
    let place = window.scene().agent(GUARD).expect("the guard").position;
    let (handle, center) = (window.item("Rotate handle"), window.pos(place));
    // The handle of the near radius comes to the same place.
    let near = (handle.x - center.x) / (window.pos(place + DVec2::X).x - center.x);
    let preset = scene.agent(GUARD).expect("the guard").preset;
    scene.preset_mut(preset).expect("its preset").sight = Some(Sight {
        near: f64::from(near),
        ..Sight::default()
    });
    let mut window = Window::of(&scene);
    window.click_row("Guard");
    let handle = window.item("Rotate handle");
    let center = window.pos(place);
    window.drag_and_drop(handle, center - egui::vec2(handle.x - center.x, 0.0));
    let heading = window.scene().agent(GUARD).expect("the guard").heading;
    assert_eq!(heading, Some(DVec2::NEG_X));
    assert_eq!(*window.steps(), ["Turn agent"]);
}

#[test]
fn the_edges_of_a_field_of_view_are_dragged_to_set_its_angle() {
    let mut scene = watching();
    let preset = scene.agent(GUARD).expect("the guard").preset;
    scene.preset_mut(preset).expect("its preset").sight = Some(Sight::default());
    let mut window = Window::of(&scene);
    window.click_row("Guard");
    let place = window.scene().agent(GUARD).expect("the guard").position;
    let center = window.pos(place);
    let degrees = |window: &Window| {
        let preset = window.scene().preset(preset).expect("its preset").clone();
        preset.sight.expect("sight").fov_deg
    };
    // The guard faces right, and 90 degrees are 45 to each side.
    let left = window.item("Field of view handle, left") - center;
    assert!(left.x > 0.0 && (left.x + left.y).abs() < 1.0, "{left:?}");
    window.drag_and_drop(center + left, center - egui::vec2(0.0, left.length()));
    assert_eq!(degrees(&window), 180.0);
    let right = window.item("Field of view handle, right");
    let to = center + right_at(30.0, left.length());
    window.drag_and_drop(right, to);
    assert_eq!(degrees(&window), 60.0);
    assert_eq!(*window.steps(), ["Set field of view", "Set field of view"]);
}

/// The way to a place below the x axis, by its angle in degrees.
fn right_at(degrees: f32, length: f32) -> egui::Vec2 {
    egui::Vec2::angled(degrees.to_radians()) * length
}
