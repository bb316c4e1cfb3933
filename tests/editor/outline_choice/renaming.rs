//! Renaming the row that is selected.

use super::*;

/// Checks that the typed name is entered and its letters run no commands.
fn renames_the_gate(window: &mut Window) {
    assert_eq!(window.selection().primary(), Some(GATE));
    window.key(Key::F2);
    window.frames(2);
    // P, A, T, D and H are tools.
    type_keys(window, "Path");
    window.key(Key::Enter);
    window.frames(2);
    let mut expected = sample_scene();
    expected.marker_mut(MarkerId(1)).unwrap().name = "Path".into();
    assert_eq!(window.scene(), &expected);
    assert!(matches!(
        window.app().tool(),
        steerwright_authoring::tool::Tool::Select(_)
    ));
    assert!(window.has(Role::ListItem, "Path"), "its row is to be seen");
}

#[test]
fn renaming_unfolds_a_folded_row() {
    let mut window = Window::of(&sample_scene());
    click(&mut window, "Gate");
    window.click_button("Markers");
    window.frames(2);
    renames_the_gate(&mut window);
}

#[test]
fn renaming_clears_a_name_filter_that_hides_the_row() {
    let mut window = Window::of(&sample_scene());
    window.ctrl(Key::F);
    window.text("Path");
    window.frames(2);
    assert_eq!(
        rows(&window, false),
        ["Path 1", "Path 2", "Path 3", "Path 4"]
    );
    let gate = window.item("Marker Gate");
    window.click(gate);
    renames_the_gate(&mut window);
    assert!(window.has(Role::ListItem, "Guard"), "the filter is off");
}

#[test]
fn renaming_clears_a_type_filter_that_hides_the_row() {
    let mut window = Window::of(&sample_scene());
    window.click_button("Filter by type");
    window.frames(2);
    let p = window.position_of(Role::CheckBox, "Markers");
    window.click(p);
    window.key(Key::Escape);
    window.frames(2);
    assert!(!window.has(Role::ListItem, "Gate"));
    let gate = window.item("Marker Gate");
    window.click(gate);
    renames_the_gate(&mut window);
}

#[test]
fn an_empty_name_is_ignored() {
    for label in ["Path 1", "Gate", "Night"] {
        for name in ["", "   "] {
            let mut window = Window::of(&grouped());
            click(&mut window, label);
            window.key(Key::F2);
            window.frames(2);
            window.ctrl(Key::A);
            window.key(Key::Backspace);
            window.text(name);
            window.key(Key::Enter);
            window.frames(2);
            assert_eq!(
                (window.scene(), window.steps().len()),
                (&grouped(), 0),
                "{label}"
            );
            assert!(window.has(Role::ListItem, label));
        }
    }
}
