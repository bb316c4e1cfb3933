//! Numbers that can be absent: the field shows what applies, typing sets a number, and a button
//! removes it.

use crate::sample_scene::{PATH, sample_scene};
use crate::window::Window;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};

/// The sample with the first node of its path selected.
fn with_node() -> Window {
    let mut window = Window::of(&sample_scene());
    window.click_row("Path");
    window.click_button("Select node 1");
    window.frames(4);
    window
}

fn radius(window: &Window) -> Option<f64> {
    window.scene().path(PATH).expect("the path").nodes[0].radius
}

#[test]
fn a_node_shows_the_radius_of_its_path_until_it_has_its_own() {
    let mut window = with_node();
    let of_path = window.scene().path(PATH).expect("the path").radius;
    assert_eq!(radius(&window), None);
    let field = window
        .harness
        .get_by_role_and_label(Role::SpinButton, "Radius");
    let node = field.accesskit_node();
    let (value, description) = (node.value(), node.data().description().map(str::to_owned));
    assert_eq!(value, Some(format!("{of_path:.1} m")));
    assert_eq!(description.as_deref(), Some("same as path"));
    assert!(!window.has(Role::CheckBox, "Radius"));
    assert!(!window.has(Role::Button, "Revert radius"));

    window.enter(Role::SpinButton, "Radius", "0.75");
    assert_eq!(radius(&window), Some(0.75));
    assert!(window.has(Role::Slider, "Radius"));
    window.click_button("Revert radius");
    window.frames(3);
    assert_eq!(radius(&window), None);
    assert_eq!(window.steps(), ["Set radius", "Set radius"]);
}

#[test]
fn an_edit_that_is_left_without_typing_sets_nothing() {
    let mut window = with_node();
    for key in [Key::Enter, Key::Escape, Key::Tab] {
        let field = window.position_of(Role::SpinButton, "Radius");
        window.click(field);
        window.frames(2);
        window.key(key);
        window.frames(4);
        assert_eq!(radius(&window), None, "{key:?}");
    }
    assert!(window.steps().is_empty(), "{:?}", window.steps());
}

/// What the fields show of such a radius is rounded.
#[test]
fn fields_of_a_radius_with_many_digits_that_are_left_without_typing_set_nothing() {
    let mut scene = sample_scene();
    scene.path_mut(PATH).expect("the path").radius = 0.304_81;
    let mut window = Window::of(&scene);
    window.click_row("Path");
    window.click_button("Select node 1");
    window.frames(4);
    for name in ["Radius", "Node 1 radius"] {
        let field = window.position_of(Role::SpinButton, name);
        for key in [Key::Enter, Key::Tab] {
            window.click(field);
            window.frames(2);
            window.key(key);
            window.frames(4);
            assert_eq!(radius(&window), None, "{name}, {key:?}");
        }
    }
    assert!(window.steps().is_empty(), "{:?}", window.steps());
}

#[test]
fn a_value_is_dragged_out_of_a_field_without_one_in_one_step() {
    let mut window = with_node();
    let of_path = window.scene().path(PATH).expect("the path").radius;
    let field = window.position_of(Role::SpinButton, "Radius");
    window.drag_and_drop(field, field + egui::vec2(40.0, 0.0));
    window.frames(4);
    let dragged = radius(&window).expect("its own");
    // Farther than the first event of the drag alone: the field stays the same one.
    assert!(dragged > of_path + 0.8, "{dragged}");
    assert_eq!(window.steps(), ["Set radius"]);
}

#[test]
fn a_position_has_two_fields_of_the_same_width() {
    let window = with_node();
    let both = window
        .harness
        .get_all_by_role_and_label(Role::SpinButton, "Position");
    let widths: Vec<f32> = both.map(|field| field.rect().width()).collect();
    assert_eq!(widths.len(), 2);
    assert!((widths[0] - widths[1]).abs() < 1.0, "{widths:?}");
}
