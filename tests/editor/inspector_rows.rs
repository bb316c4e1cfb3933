//! Rows of the inspector can be read, and stay where they are while they are used.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Rect, vec2};
use egui_kittest::kittest::{By, Queryable};
use std::sync::Arc;
use steerwright_runtime::scene::{Behavior, PresetId, Scene};

fn rect(window: &Window, role: Role, name: &str) -> Rect {
    let mut all = window.harness.get_all_by_role_and_label(role, name);
    all.next().expect("one of this name").rect()
}

/// The sample, whose seekers watch a team and therefore can have other goals than their target.
fn with_watchers() -> Scene {
    let mut scene = sample_scene();
    Arc::make_mut(&mut scene.presets[1]).watches = vec!["Thieves".into()];
    scene
}

#[test]
fn the_description_of_a_behavior_can_be_read_in_full() {
    let mut scene = sample_scene();
    let seek = Behavior::Seek {};
    let preset = Arc::make_mut(&mut scene.presets[1]);
    preset.motion = steerwright_runtime::scene::Preset::steered(PresetId(2), "", [seek])
        .motion
        .clone();
    for size in [vec2(1600.0, 978.0), vec2(1280.0, 778.0)] {
        let mut window = Window::of(&scene);
        window.click_row("Seeks");
        window.harness.set_size(size);
        window.frames(6);
        let text = "Moves straight toward the target at full speed, without stopping.";
        let description = rect(&window, Role::Label, text);
        let remove = rect(&window, Role::Button, "Remove Seek");
        assert!(description.height() > 20.0, "several lines: {description}");
        assert!(
            description.right() <= remove.left(),
            "{description} {remove}"
        );
    }
}

#[test]
fn a_row_stays_where_it_is_when_a_goal_is_chosen() {
    for height in [978.0, 578.0] {
        let mut window = Window::of(&with_watchers());
        window.click_row("Seeker");
        window.harness.set_size(vec2(1600.0, height));
        window.frames(4);
        let label = "Goal";
        window.scroll_to(label);
        let goal = |window: &Window| rect(window, Role::ComboBox, label);
        let before = goal(&window);
        // The agent needs no target for it, and the row of its target vanishes.
        window.choose(label, "Perceived");
        window.frames(10);
        let role = Role::ComboBox;
        assert!(
            !window.has(role, "Target"),
            "the row of the target has vanished"
        );
        let after = goal(&window);
        assert!((after.top() - before.top()).abs() < 1.0, "{before} {after}");
        window.choose(label, "Target");
        window.frames(10);
        assert!(window.has(role, "Target"));
        let again = goal(&window);
        assert!((again.top() - before.top()).abs() < 1.0, "{before} {again}");
    }
}

#[test]
fn the_button_that_adds_a_behavior_stays_where_it_is() {
    for height in [978.0, 578.0] {
        let mut window = Window::of(&sample_scene());
        window.click_row("Seeker");
        window.harness.set_size(vec2(1600.0, height));
        window.frames(4);
        let button = |window: &Window| {
            let name = By::new().role(Role::Button).label_contains("Add behavior");
            window.harness.get_all(name).next().expect("it").rect()
        };
        let far_down = button(&window).center().y > height - 60.0;
        if far_down {
            let label = egui_material_icons::icons::ICON_ADD.codepoint;
            window.scroll_to(&format!("{label} Add behavior"));
        }
        let before = button(&window);
        window.click(before.center());
        window.frames(2);
        window.click_last("Follow path");
        window.frames(20);
        let after = button(&window);
        assert!((after.top() - before.top()).abs() < 1.0, "{before} {after}");
        let remove = rect(&window, Role::Button, "Remove Follow path");
        assert!(
            remove.bottom() < after.top() && remove.top() > 60.0,
            "its card is above: {remove}"
        );
    }
}

#[test]
fn space_that_kept_a_row_in_place_is_gone_for_the_next_item() {
    let mut window = Window::of(&with_watchers());
    window.click_row("Seeker");
    window.frames(4);
    let top = rect(&window, Role::ComboBox, "Goal");
    window.choose("Goal", "Perceived");
    window.frames(10);
    window.click_row("Gate");
    window.frames(4);
    window.click_row("Seeker");
    window.frames(4);
    assert_eq!(rect(&window, Role::ComboBox, "Goal"), top);
}
