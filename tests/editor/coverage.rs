//! The coverage over the canvas: what agents see of the level, and what they never see.

use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright_analysis::coverage::{Coverage, CoverageOptions};
use steerwright_analysis::seeds::Progress;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{Scene, Wall, WallId};

/// The sample scene with a guard that sees, and a wall across its path's left side.
fn watched() -> Scene {
    let mut scene = sample_scene();
    Arc::make_mut(&mut scene.presets[0]).sight = Some(Sight {
        range: 5.0,
        ..Sight::default()
    });
    let ends = [at(-2.0, 1.0), at(14.0, 1.0)];
    let mut wall = Wall::through(WallId(1), "Fence", ends);
    // The guard starts behind it.
    wall.blocks_motion = false;
    scene.walls.push(Arc::new(wall));
    scene
}

/// Frames until the window says `text`.
fn until(window: &mut Window, text: &str) {
    for _ in 0..1500 {
        window.frames(1);
        if window.says(text) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it never says {text:?}");
}

fn measured(scene: &Scene) -> Coverage {
    let options = CoverageOptions::default();
    let result = Coverage::measure(scene, &options, None, &Progress::default());
    result.expect("a coverage").expect("not canceled")
}

fn never(scene: &Scene) -> String {
    let share = measured(scene).never_watched_share() * 100.0;
    format!("Never watched: {share:.1}% of the level")
}

#[test]
fn the_coverage_follows_edits() {
    let mut window = Window::of(&watched());
    window.key(Key::Num6);
    let before = never(window.scene());
    until(&mut window, &before);
    // The guard turns round at the ends of its path.
    until(&mut window, "Repeats every ");
    window.click_row("Fence");
    window.key(Key::Delete);
    let after = never(window.scene());
    assert_ne!(before, after);
    until(&mut window, &after);
    window.ctrl(Key::Z);
    until(&mut window, &before);
    // Hidden, it is not measured; the button shows it again.
    window.click_button("Hide coverage");
    window.frames(2);
    assert!(!window.says("Never watched: "));
    let button = window.position_of(Role::Button, "Coverage");
    window.click(button);
    until(&mut window, &before);
}

#[test]
fn the_figures_at_the_pointer_are_those_of_its_cell() {
    let mut window = Window::of(&watched());
    window.key(Key::Num6);
    until(&mut window, "Never watched: ");
    let coverage = measured(window.scene());
    let grid = coverage.grid();
    for p in [at(6.0, -1.0), at(2.0, 0.5)] {
        let pos = window.pos(p);
        window.hover(pos);
        window.frames(2);
        let (column, row) = grid.cell_at(p).expect("a cell");
        let share = coverage.share(column, row) * 100.0;
        let gap = coverage.longest_gap(column, row);
        let text = format!("watched {share:.1}% of the time, longest gap {gap:.1} s");
        assert!(share > 0.0 && window.says(&text), "{text}");
    }
    // Behind the fence.
    let behind = at(11.0, 2.0);
    let (column, row) = grid.cell_at(behind).expect("a cell");
    assert!(coverage.is_never_watched(column, row));
    let pos = window.pos(behind);
    window.hover(pos);
    window.frames(2);
    assert!(window.says("At the pointer: never watched"));
}

#[test]
fn without_sight_the_card_says_what_to_do() {
    let mut window = Window::of(&sample_scene());
    assert!(!window.has(Role::Button, "Coverage"));
    window.menu("View", "Coverage");
    window.frames(3);
    assert!(window.says("No agent has sight."));
    window.click_button("Add sight to Walks");
    assert!(window.scene().presets[0].sight.is_some());
    assert_eq!(window.steps(), ["Set sight"]);
    let text = never(window.scene());
    until(&mut window, &text);
}

#[test]
fn agents_and_cells_are_chosen_in_the_options() {
    let mut window = Window::of(&watched());
    window.key(Key::Num6);
    until(&mut window, "Never watched: ");
    let options = window.harness.get_by_label("Options").rect().center();
    window.click(options);
    window.frames(30);
    let agent = window.scene().agents[0].name.clone();
    let boxes = |window: &Window| window.position_of(Role::CheckBox, &agent);
    let place = boxes(&window);
    window.click(place);
    until(&mut window, "Check an agent in the options");
    let place = boxes(&window);
    window.click(place);
    until(&mut window, "Never watched: ");
    let field = window.numbers("Cells")[0];
    window.type_into(field, "0.002");
    until(&mut window, "coverage cells");
    window.click_button("Automatic");
    let text = never(window.scene());
    until(&mut window, &text);
}

#[test]
fn the_coverage_is_saved_as_picture_and_as_table() {
    let mut window = Window::of(&watched());
    window.key(Key::Num6);
    until(&mut window, "Never watched: ");
    window.choose("Shown coverage", "Longest gap");
    for (button, name) in [("Save table…", "yard.csv"), ("Save picture…", "yard.png")] {
        window.click_button(button);
        window.frames(3);
        let path = window.folder.path().join(name);
        window.ctrl(Key::A);
        window.text(&path.to_string_lossy());
        window.key(Key::Enter);
        for _ in 0..1500 {
            window.frames(1);
            if path.exists() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert!(std::fs::metadata(&path).expect("a file").len() > 1000);
    }
    let picture = window.folder.path().join("yard.png");
    let picture = image::open(picture).expect("a PNG");
    let grid = *measured(window.scene()).grid();
    assert_eq!(picture.width() as usize % grid.columns, 0);
    assert_eq!(picture.height() as usize % grid.rows, 0);
}

#[test]
fn all_layers_are_drawn() {
    let mut window = Window::of(&watched());
    window.key(Key::Num6);
    until(&mut window, "Never watched: ");
    for layer in ["Longest gap", "Time since watched", "Never watched"] {
        window.choose("Shown coverage", layer);
        window.frames(2);
        assert_eq!(window.value(Role::ComboBox, "Shown coverage"), layer);
    }
    let middle = window.pos(DVec2::ZERO);
    window.hover(middle);
    window.key(Key::Space);
    window.frames(20);
    assert!(window.playback().tick() > 0);
}

#[test]
fn the_open_scene_is_never_replaced_by_its_coverage() {
    let mut window = Window::of(&watched());
    let scene = window.folder.path().join("sample.scene.json");
    let linked = window.folder.path().join("yard.csv");
    std::fs::hard_link(&scene, &linked).unwrap();
    let before = std::fs::read(&scene).unwrap();
    window.key(Key::Num6);
    until(&mut window, "Never watched: ");
    window.click_button("Save table…");
    window.frames(3);
    window.ctrl(Key::A);
    window.text(&linked.to_string_lossy());
    window.key(Key::Enter);
    window.frames(3);
    // The dialog asks before it replaces a file.
    if window.has(Role::Button, "Replace") {
        window.click_button("Replace");
    }
    until(&mut window, "the output would replace it");
    assert_eq!(std::fs::read(&scene).unwrap(), before);
    assert_eq!(std::fs::read(&linked).unwrap(), before);
}
