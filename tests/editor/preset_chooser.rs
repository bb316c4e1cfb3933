//! The chooser of the agent tool.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Vec2, vec2};
use egui_kittest::kittest::Queryable;

const SEARCH: &str = "Search presets";
/// A window of 1280x800 pixels at 200 %, where the open chooser covers most of the canvas.
const SMALL: Vec2 = vec2(640.0, 389.0);

fn is_open(window: &Window) -> bool {
    window.has(Role::SearchInput, SEARCH)
}

#[test]
fn a_choice_closes_the_chooser_and_the_next_click_places_the_agent() {
    for size in [SMALL, vec2(1600.0, 978.0)] {
        let mut window = Window::of(&sample_scene());
        window.harness.set_size(size);
        window.key(Key::A);
        window.frames(3);
        if !is_open(&window) {
            window.click_last("Preset to place: ");
            window.frames(3);
        }
        window.click_button("Seeks");
        window.frames(3);
        assert!(!is_open(&window), "{size:?}");
        let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
        let middle = canvas.rect().center();
        window.click(middle);
        window.frames(2);
        let agents = &window.scene().agents;
        assert_eq!(agents.len(), 4, "{size:?}");
        assert_eq!(agents[3].preset, agents[1].preset, "{size:?}");
    }
}

#[test]
fn the_key_of_the_active_tool_starts_a_new_search() {
    let mut window = Window::of(&sample_scene());
    window.harness.set_size(SMALL);
    window.key(Key::A);
    window.frames(3);
    assert!(!is_open(&window));
    for text in ["courier", "guard"] {
        window.key(Key::A);
        window.frames(3);
        window.text(text);
        window.frames(2);
        assert_eq!(window.value(Role::SearchInput, SEARCH), text);
        window.click_last("Preset to place: ");
        window.frames(3);
        assert!(!is_open(&window));
    }
}

#[test]
fn another_scene_has_no_search_of_the_one_before() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::A);
    window.key(Key::A);
    window.frames(3);
    window.text("courier");
    window.frames(2);
    window.key(Key::Escape);
    window.ctrl(Key::N);
    window.frames(3);
    window.key(Key::A);
    window.frames(3);
    assert_eq!(window.value(Role::SearchInput, SEARCH), "");
}

#[test]
fn a_search_finds_behaviors_and_says_if_it_finds_nothing() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::A);
    window.key(Key::A);
    window.frames(3);
    window.text("arr");
    window.frames(3);
    assert!(window.has(Role::Button, "Courier"), "it arrives");
    assert!(!window.says("No preset matches"));
    window.text("xyz");
    window.frames(3);
    assert!(window.says("No preset matches"));
    assert!(!window.has(Role::Button, "Courier"));
}
