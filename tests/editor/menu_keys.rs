//! The menus by keys.

use crate::window::Window;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

/// Which menus are open, by an entry of each.
fn open(window: &Window) -> Vec<&'static str> {
    let entries = [
        ("File", "New scene"),
        ("Edit", "Select all"),
        ("Help", "Getting started"),
    ];
    entries
        .into_iter()
        .filter(|(_, entry)| window.says(entry))
        .map(|(menu, _)| menu)
        .collect()
}

fn press(window: &mut Window, key: Key) {
    window.key(key);
    window.frames(4);
}

#[test]
fn left_and_right_open_the_menu_beside_the_open_one() {
    let mut window = Window::first();
    window.click_button("File");
    window.frames(3);
    assert_eq!(open(&window), ["File"]);
    press(&mut window, Key::ArrowRight);
    assert_eq!(open(&window), ["Edit"]);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowLeft);
    assert_eq!(open(&window), ["File"], "also from an entry");
    press(&mut window, Key::ArrowLeft);
    assert_eq!(open(&window), ["Help"], "from the first to the last");
    press(&mut window, Key::ArrowRight);
    assert_eq!(open(&window), ["File"]);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert_eq!(open(&window), [""; 0], "its first entry was chosen");
}

#[test]
fn right_opens_a_submenu_and_left_closes_it_before_menus_change() {
    let mut window = Window::first();
    window.click_button("File");
    window.frames(3);
    for _ in 0..30 {
        press(&mut window, Key::ArrowDown);
        if window.has(Role::Button, "Guarded yard") {
            break;
        }
    }
    press(&mut window, Key::ArrowRight);
    assert_eq!(open(&window), ["File"]);
    press(&mut window, Key::ArrowLeft);
    assert_eq!(open(&window), ["File"]);
    assert!(!window.has(Role::Button, "Guarded yard"), "closed");
    press(&mut window, Key::ArrowLeft);
    assert_eq!(open(&window), ["Help"]);
}

#[test]
fn an_entry_chosen_by_keys_closes_its_list_which_has_the_focus_again() {
    let mut window = Window::first();
    let row = window.harness.get_all_by_role(Role::ListItem).next();
    let row = row.map(|row| row.rect()).expect("a path");
    window.click(row.center());
    let list = |window: &Window| {
        let list = window
            .harness
            .get_by_role_and_label(Role::ComboBox, "Traversal");
        (
            list.accesskit_node().value().unwrap_or_default(),
            list.accesskit_node().is_focused(),
            window.has(Role::Button, "Once"),
        )
    };
    let value = |name: &str, is_focused: bool, is_open: bool| (name.into(), is_focused, is_open);
    window
        .harness
        .get_by_role_and_label(Role::ComboBox, "Traversal")
        .focus();
    window.frames(2);
    assert_eq!(list(&window), value("Ping-pong", true, false));
    press(&mut window, Key::Enter);
    press(&mut window, Key::ArrowDown);
    assert!(list(&window).2, "it is open");
    press(&mut window, Key::Enter);
    assert_eq!(list(&window), value("Loop", true, false));
    press(&mut window, Key::Enter);
    assert!(list(&window).2, "it is open again");
    press(&mut window, Key::Escape);
    assert_eq!(list(&window), value("Loop", true, false));
}

#[test]
fn arrow_keys_in_a_list_opened_by_the_mouse_go_on_from_its_present_entry() {
    let mut window = Window::first();
    let row = window.harness.get_all_by_role(Role::ListItem).next();
    let row = row.map(|row| row.rect()).expect("a path");
    window.click(row.center());
    let value = |window: &Window| {
        let list = window
            .harness
            .get_by_role_and_label(Role::ComboBox, "Traversal");
        list.accesskit_node().value().unwrap_or_default()
    };
    let list = window.position_of(Role::ComboBox, "Traversal");
    let mut values = vec![value(&window)];
    for key in [Key::ArrowDown, Key::ArrowUp] {
        window.click(list);
        window.frames(4);
        press(&mut window, key);
        press(&mut window, Key::Enter);
        values.push(value(&window));
    }
    assert_eq!(values, ["Ping-pong", "Loop", "Ping-pong"]);
}
