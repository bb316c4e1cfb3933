//! The menus by keys.

use crate::window::Window;
use egui::Key;
use egui::accesskit::Role;

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
