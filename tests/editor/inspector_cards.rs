//! The cards of the inspector: what is tuned comes first, and what is folded stays folded.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use steerwright_authoring::sample;

/// The place of the first of those with a name.
fn rect(window: &Window, role: Role, name: &str) -> Rect {
    let mut all = window.harness.get_all_by_role_and_label(role, name);
    all.next().expect("one of this name").rect()
}

fn is_expanded(window: &Window, card: &str) -> Option<bool> {
    let title = window
        .harness
        .get_by_role_and_label(Role::DisclosureTriangle, card);
    title.accesskit_node().data().is_expanded()
}

#[test]
fn the_sliders_of_a_behavior_are_visible_without_scrolling_in_a_small_window() {
    let scenes = sample::scenes();
    let (_, scene) = scenes
        .iter()
        .find(|(_, scene)| scene.name == "Arrive and leave")
        .expect("the sample");
    let mut window = Window::of(scene);
    // A screen of 1280x800 with a title bar.
    window.harness.set_size(vec2(1280.0, 778.0));
    window.frames(6);
    window.click_row("Linear");
    window.frames(6);
    let status_bar = 778.0 - 30.0;
    for name in ["Target radius", "Slow radius"] {
        let slider = rect(&window, Role::Slider, name);
        assert!(
            slider.top() > 100.0 && slider.bottom() < status_bar,
            "{name}: {slider}"
        );
    }
    let title = |name: &str| rect(&window, Role::DisclosureTriangle, name).top();
    let order = ["Arrive", "Body", "Agent", "General"].map(title);
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn a_card_is_folded_by_its_title_and_stays_so_after_a_restart() {
    let settings = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    window.click_row("Seeker");
    window.frames(4);
    assert!(window.has(Role::Slider, "Max speed"));
    assert_eq!(is_expanded(&window, "Body"), Some(true));
    let title = window.position_of(Role::DisclosureTriangle, "Body");
    window.click(title);
    window.frames(4);
    assert!(!window.has(Role::Slider, "Max speed"));
    assert_eq!(is_expanded(&window, "Body"), Some(false));
    assert!(window.steps().is_empty(), "{:?}", window.steps());

    let mut window = Window::with_settings(&sample_scene(), settings.path());
    window.click_row("Seeker");
    window.frames(4);
    assert!(!window.has(Role::Slider, "Max speed"), "after a restart");
    // With the keyboard, as well.
    let title = window
        .harness
        .get_by_role_and_label(Role::DisclosureTriangle, "Body");
    title.focus();
    window.frames(2);
    window.key(Key::Enter);
    window.frames(2);
    assert!(window.has(Role::Slider, "Max speed"));
}

#[test]
fn what_is_seldom_changed_is_folded_at_first_and_its_commands_are_in_a_menu() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Seeker");
    window.frames(4);
    assert!(!window.has(Role::MultilineTextInput, "Description"));
    window
        .harness
        .get_by_role_and_label(Role::DisclosureTriangle, "General")
        .scroll_to_me();
    window.frames(30);
    window.click_button("Save or load the preset");
    window.frames(3);
    for command in ["Save preset…", "Add preset to library", "Load preset…"] {
        assert!(window.has(Role::Button, command), "{command}");
    }
    window.key(Key::Escape);
    window.frames(3);
    let p = window.position_of(Role::DisclosureTriangle, "General");
    window.click(p);
    window.frames(4);
    assert!(window.has(Role::MultilineTextInput, "Description"));
}
