//! Importing levels from maps that others made, in the window.

use crate::window::{Window, at};
use egui::Key;
use egui::accesskit::Role;
use std::time::{Duration, Instant};
use steerwright_authoring::{Item, sample};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::Scene;

const YARD: &str = r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
 <layer id="1" name="Floor" width="4" height="2"><data encoding="csv">1,1,0,0,0,0,0,0</data></layer>
 <objectgroup id="2" name="Level">
  <object id="7" name="Hedge" x="16" y="16" width="32" height="16"/>
  <object id="8" name="Round" x="0" y="0"><polyline points="0,0 32,0 32,16"/></object>
  <object id="10" name="Sign" x="8" y="24" width="9" height="9"><text>No entry</text></object>
 </objectgroup>
</map>"#;

fn import(window: &mut Window, name: &str, text: &str) {
    let path = window.folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    window.menu("File", "Import…");
    window.frames(2);
    window.ctrl(Key::A);
    window.text(&path.display().to_string());
    window.key(Key::Enter);
    window.frames(4);
    compared(window);
}

const COMPARING: &str = "Comparing the map with the scene";

/// Waits until the dialog says what an import changes.
fn compared(window: &mut Window) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while window.says(COMPARING) {
        assert!(Instant::now() < deadline);
        window.frames(5);
    }
    // A window is moved to the middle when its size is known.
    window.frames(2);
}

/// A map with so many rectangles.
fn large_map(count: usize) -> String {
    let rects: String = (0..count)
        .map(|i| {
            let (x, y) = (i % 200 * 40, i / 200 * 40);
            format!(
                r#"<object id="{}" x="{x}" y="{y}" width="32" height="16"/>"#,
                i + 1
            )
        })
        .collect();
    format!(
        r#"<map orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16"><objectgroup id="1" name="Level">{rects}</objectgroup></map>"#
    )
}

#[test]
fn a_large_map_is_compared_beside_the_window_and_can_be_canceled() {
    let scene = sample::first_scene();
    let mut window = Window::of(&scene);
    open_large_map(&mut window, 90_000);
    assert!(window.says(COMPARING));
    assert!(!window.is_enabled("Import"), "not before it is known");
    window.click_button("Cancel");
    window.frames(3);
    assert!(!window.says("Import city.tmx"));
    assert_eq!(*window.scene(), scene);
}

#[test]
fn a_large_map_is_added_as_one_step() {
    let scene = sample::first_scene();
    let mut window = Window::of(&scene);
    open_large_map(&mut window, 6_000);
    compared(&mut window);
    assert!(window.says("6000 to add") && window.is_enabled("Import"));
    window.click_button("Import");
    window.frames(3);
    assert_eq!(window.scene().walls.len(), scene.walls.len() + 6_000);
    window.ctrl(Key::Z);
    assert_eq!(*window.scene(), scene, "one step back");
}

/// Opens the import dialog for a map with so many rectangles.
fn open_large_map(window: &mut Window, count: usize) {
    let path = window.folder.path().join("city.tmx");
    std::fs::write(&path, large_map(count)).unwrap();
    window.menu("File", "Import…");
    window.frames(2);
    window.ctrl(Key::A);
    window.text(&path.display().to_string());
    window.key(Key::Enter);
    let deadline = Instant::now() + Duration::from_secs(60);
    while !window.says("Import city.tmx") {
        assert!(Instant::now() < deadline);
        window.frames(1);
    }
}

#[test]
fn a_map_is_added_to_the_scene_as_one_step() {
    let scene = sample::first_scene();
    let mut window = Window::of(&scene);
    import(&mut window, "yard.tmx", YARD);
    assert!(window.says("Import yard.tmx") && window.says("2 to add"));
    assert!(window.says("a text object in \"Level\": texts have no shape"));
    assert!(window.has(Role::CheckBox, "Hedge") && window.has(Role::CheckBox, "Round"));
    assert_eq!(*window.scene(), scene, "nothing has changed yet");
    window.click_button("Import");
    window.frames(3);
    assert!(window.says("Left out: a text object"));
    window.click_button("OK");
    assert_eq!(window.steps(), ["Import yard.tmx"]);
    assert_eq!(window.scene().walls.len(), scene.walls.len() + 1);
    assert_eq!(window.scene().paths.len(), scene.paths.len() + 1);
    let wall = window.scene().walls.last().unwrap();
    assert_eq!(wall.nodes[0].position, DVec2::new(1.0, -1.0));
    assert_eq!(window.selection().len(), 2, "what came in is selected");
    let (top, bottom) = (window.pos(at(1.0, -1.0)), window.pos(at(3.0, -2.0)));
    assert!(bottom.y - top.y > 60.0, "and in view: {top} {bottom}");
    window.ctrl(Key::Z);
    assert_eq!(*window.scene(), scene, "one step back");
}

#[test]
fn only_what_is_new_is_selected_when_a_map_is_imported_again() {
    let mut window = Window::empty();
    import(&mut window, "yard.tmx", YARD);
    window.click_button("Import");
    window.frames(3);
    window.click_button("OK");
    let shed = r#"<object id="11" name="Shed" x="0" y="16" width="16" height="16"/></objectgroup>"#;
    import(
        &mut window,
        "yard.tmx",
        &YARD.replace("</objectgroup>", shed),
    );
    assert!(window.says("1 to add"));
    window.click_button("Import");
    window.frames(3);
    let shed = window.scene().walls.last().expect("a wall");
    assert_eq!(shed.name, "Shed");
    let only: Vec<Item> = vec![Item::Wall(shed.id)];
    assert_eq!(window.selection().iter().collect::<Vec<_>>(), only);
}

#[test]
fn a_map_given_at_start_or_opened_as_a_scene_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("yard.tmx");
    std::fs::write(&map, YARD).unwrap();
    let mut window = Window::with_data(&map, folder.path());
    compared(&mut window);
    assert!(window.says("Import yard.tmx") && window.says("2 to add"));
    let mut window = Window::of(&sample::first_scene());
    window.ctrl(Key::O);
    window.frames(2);
    window.ctrl(Key::A);
    window.text(&map.display().to_string());
    window.key(Key::Enter);
    window.frames(4);
    compared(&mut window);
    assert!(window.says("Import yard.tmx") && window.says("2 to add"));
}

#[test]
fn what_is_unchecked_is_left_out_and_remembered() {
    let mut window = Window::empty();
    import(&mut window, "yard.tmx", YARD);
    let hedge = window.position_of(Role::CheckBox, "Hedge");
    window.click(hedge);
    window.frames(2);
    compared(&mut window);
    assert!(window.says("1 to add"));
    window.click_button("Import");
    window.frames(3);
    window.click_button("OK");
    assert!(window.scene().walls.is_empty() && window.scene().paths.len() == 1);

    let moved = YARD.replace("0,0 32,0", "0,0 48,0");
    import(&mut window, "yard.tmx", &moved);
    assert!(window.says("Updates what came from this map") && window.says("1 to update"));
    window.click_button("Import");
    window.frames(3);
    assert!(window.says("Updated: path \"Round\""));
    window.click_button("OK");
    assert!(
        window.scene().walls.is_empty(),
        "the hedge is still unchecked"
    );
    assert_eq!(
        window.scene().paths[0].nodes[1].position,
        DVec2::new(3.0, 0.0)
    );
}

#[test]
fn what_was_deleted_stays_deleted_unless_it_is_restored() {
    let scene = sample::first_scene();
    let counts = |scene: &Scene| (scene.walls.len(), scene.paths.len());
    let (walls, paths) = counts(&scene);
    let mut window = Window::of(&scene);
    import(&mut window, "yard.tmx", YARD);
    assert!(!window.has(Role::CheckBox, "Restore deleted items"));
    window.click_button("Import");
    window.frames(3);
    window.click_button("OK");
    assert_eq!(window.selection().len(), 2);
    window.key(Key::Delete);
    window.frames(2);
    assert_eq!(counts(window.scene()), (walls, paths));

    import(&mut window, "yard.tmx", YARD);
    assert!(window.says("2 deleted by you"));
    let restore = window.position_of(Role::CheckBox, "Restore deleted items");
    window.click(restore);
    window.frames(2);
    compared(&mut window);
    assert!(window.says("2 to add"));
    window.click_button("Import");
    window.frames(3);
    window.click_button("OK");
    assert_eq!(counts(window.scene()), (walls + 1, paths + 1));
}

#[test]
fn files_outside_the_folder_of_the_map_are_asked_about_first() {
    let mut window = Window::empty();
    let sets = window.folder.path().join("sets");
    std::fs::create_dir_all(&sets).unwrap();
    let set = r#"<tileset name="walls" tilewidth="16" tileheight="16"><tile id="0"><objectgroup>
        <object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>"#;
    std::fs::write(sets.join("walls.tsx"), set).unwrap();
    let text = YARD.replacen(
        "<layer",
        "<tileset firstgid=\"1\" source=\"../sets/walls.tsx\"/><layer",
        1,
    );
    import(&mut window, "maps/yard.tmx", &text);
    assert!(window.says("Read files outside the map's folder?") && window.says("walls.tsx"));
    window.click_button("Import without them");
    window.frames(3);
    compared(&mut window);
    assert!(window.says("2 to add") && window.says("was not read"));
    window.click_button("Cancel");
    window.frames(2);
    import(&mut window, "maps/yard.tmx", &text);
    window.click_button("Read them");
    window.frames(4);
    compared(&mut window);
    assert!(window.says("3 to add") && !window.says("was not read"));
}

#[test]
fn a_map_that_cannot_be_read_changes_nothing() {
    let mut window = Window::empty();
    let before = window.scene().clone();
    import(
        &mut window,
        "bad.tmx",
        "<!DOCTYPE map [<!ENTITY a \"&a;\">]><map>&a;</map>",
    );
    assert!(window.says("The file was not imported") && window.says("an entity contains"));
    window.click_button("OK");
    assert_eq!(*window.scene(), before);
}

/// A window of 960x600 at 100, 200 and 300 %, with its title bar.
#[test]
fn the_buttons_of_an_import_are_in_small_windows() {
    let mut window = Window::of(&sample::first_scene());
    import(&mut window, "yard.tmx", YARD);
    for size in [[960.0, 578.0], [480.0, 289.0], [320.0, 192.0]] {
        window.harness.set_size(size.into());
        window.frames(6);
        for button in ["Import", "Cancel"] {
            let p = window.position_of(Role::Button, button);
            assert!(p.y < size[1] - 12.0, "{button} at {p} in {size:?}");
        }
    }
}

#[test]
fn a_table_says_how_it_was_read_and_a_map_without_items_that_it_has_none() {
    let mut window = Window::empty();
    import(&mut window, "walk.csv", "x;y;note\n1,5;2;a\n3;4;b\n");
    assert!(window.says("1 to add"));
    let note = "columns are separated by semicolons, and numbers have decimal commas";
    assert!(window.says(note) && window.says("the column \"note\": it is not used"));
    window.click_button("Cancel");
    window.frames(3);
    import(&mut window, "empty.svg", "<svg/>");
    assert!(window.says("Nothing to import: the map has no items"));
    assert!(!window.is_enabled("Import"));
}
