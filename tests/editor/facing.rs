//! Where agents look: set in the inspector, and turned on the canvas.

use crate::sample_scene::{GUARD, sample_scene};
use crate::window::Window;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use steerwright_runtime::glam::DVec2;
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
