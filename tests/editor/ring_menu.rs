//! The context menu of a ring on the canvas.

use crate::sample_scene::{SEEKER, sample_scene, slow_radius};
use crate::tuning::{uncheck, until};
use crate::window::{Window, at};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_runtime::scene::{Behavior, Preset, Scene};
use steerwright_runtime::steering::Leave;

/// The sample scene with a seeker that leaves the gate instead.
fn leaver() -> Scene {
    let mut scene = sample_scene();
    let preset: &mut Preset = Arc::make_mut(&mut scene.presets[1]);
    preset.motion = Preset::steered(preset.id, "", [Behavior::Leave(Leave::default())]).motion;
    for agent in Arc::make_mut(&mut scene.agents) {
        agent.danger = agent.target;
    }
    scene
}

/// A place on the ring around the gate with this radius, where nothing else is.
fn on_ring(window: &Window, radius: f64) -> Pos2 {
    window.pos(at(8.0, 6.0) + radius * at(0.6, -0.8))
}

#[test]
fn the_ring_of_an_approach_leads_to_a_goal_for_its_overshoot() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Seeker");
    window.ctrl_shift(Key::T);
    until(&mut window, "Tunes the preset Seeks");
    // The author tunes something else first.
    uncheck(&mut window, "Overshoot under");
    window.key(Key::Escape);
    window.frames(2);
    assert!(!window.says("Tunes the preset Seeks"));
    let ring = on_ring(&window, slow_radius(&window));
    window.right_click(ring);
    window.click_button("Tune overshoot to a goal…");
    until(&mut window, "Tunes the preset Seeks until Seeker meets");
    assert!(window.selection().contains(Item::Agent(SEEKER)));
    let is_checked = |window: &Window| {
        let boxes = window
            .harness
            .query_all_by_role_and_label(Role::CheckBox, "Overshoot under");
        boxes
            .map(|node| node.accesskit_node().toggled())
            .collect::<Vec<_>>()
    };
    assert_eq!(is_checked(&window), [Some(Toggled::True)]);
    assert_eq!(window.value(Role::SpinButton, "Overshoot under"), "0.05 m");
    // Open already, it stays open.
    window.menu("Simulate", "Tune overshoot");
    window.frames(2);
    assert!(window.says("Tunes the preset Seeks"));
}

#[test]
fn the_ring_of_a_flight_leads_to_the_goals_that_it_can_have() {
    let mut window = Window::of(&leaver());
    window.click_row("Seeker");
    let radius = Leave::default().danger_radius;
    window.right_click(on_ring(&window, radius));
    assert!(!window.says("Tune overshoot"));
    // The inspector has a button with the same name.
    window.click_last("Tune to a goal…");
    until(&mut window, "Tunes the preset Seeks until Seeker meets");
    // Beside rings, the menu is that of the canvas.
    window.key(Key::Escape);
    window.frames(2);
    window.right_click(window.pos(at(6.0, 3.0)));
    assert!(window.selection().is_empty() && window.says("Paste in place"));
    assert!(!window.says("Tune to a goal…"));
}
