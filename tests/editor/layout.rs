//! Themes, small windows, the command palette, the welcome page, notes and the preset chooser.

use crate::sample_scene::{GUARD, sample_scene};
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, Rect, Theme, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable};
use std::sync::Arc;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{Item, sample};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::Scene;

fn theme(window: &Window) -> Theme {
    window.harness.ctx.theme()
}

#[test]
fn the_theme_is_chosen_in_the_menu_and_stays_so_after_a_restart() {
    let settings = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    assert_eq!(
        theme(&window),
        Theme::Dark,
        "without a choice of the system"
    );
    window.menu("View", "\u{2003} Theme");
    window.frames(2);
    window.click_last("Light theme");
    window.frames(2);
    assert_eq!(theme(&window), Theme::Light);
    let mut window = Window::with_settings(&sample_scene(), settings.path());
    window.frames(2);
    assert_eq!(theme(&window), Theme::Light, "after a restart");
}

fn canvas(window: &Window) -> Rect {
    window
        .harness
        .get_by_role_and_label(Role::Canvas, "Canvas")
        .rect()
}

#[test]
fn the_canvas_has_half_of_a_small_window_and_all_panels_are_in_it() {
    let mut window = Window::of(&sample::first_scene());
    // A screen of 1280x800 with a title bar.
    window.harness.set_size(vec2(1280.0, 778.0));
    window.frames(4);
    let area = canvas(&window).area();
    assert!(area >= 0.5 * 1280.0 * 800.0, "{area}");
    assert!(window.has(Role::SearchInput, "Filter by name"));
    assert!(window.has(Role::Button, "Restart"));
    assert!(window.has(Role::TextInput, "Name"));
}

#[test]
fn nothing_leaves_the_smallest_window() {
    for size in [vec2(960.0, 578.0), vec2(480.0, 289.0)] {
        let mut window = Window::of(&sample::first_scene());
        window.harness.set_size(size);
        window.frames(4);
        let canvas = canvas(&window);
        assert!(
            canvas.width() >= 180.0 && canvas.height() >= 120.0,
            "{canvas:?}"
        );
        let mut seen = 0;
        for name in [
            "Restart",
            "Play",
            "Pause",
            "Keep as ghost",
            "Command palette",
            "Select",
        ] {
            for node in window
                .harness
                .query_all_by_role_and_label(Role::Button, name)
            {
                seen += 1;
                let rect = node.rect();
                assert!(
                    Rect::from_min_size(Default::default(), size).contains_rect(rect),
                    "{name}: {rect:?}"
                );
                assert!(
                    !canvas.shrink(1.0).intersects(rect),
                    "{name} covers the canvas"
                );
            }
        }
        assert!(seen >= 4, "{seen} buttons in a window of {size}");
    }
}

#[test]
fn the_palette_finds_items_of_the_scene() {
    let mut window = Window::of(&sample_scene());
    window.ctrl_shift(Key::P);
    window.frames(2);
    window.text("guard agent");
    window.frames(2);
    window.key(Key::Enter);
    window.frames(2);
    assert_eq!(window.selection().primary(), Some(Item::Agent(GUARD)));
}

#[test]
fn the_palette_opens_samples() {
    let mut window = Window::of(&sample_scene());
    let (_, squad) = sample::scenes().into_iter().nth(3).unwrap();
    window.ctrl_shift(Key::P);
    window.frames(2);
    window.text(&format!("sample {}", squad.name));
    window.frames(2);
    window.key(Key::Enter);
    window.frames(3);
    assert_eq!(window.scene().name, squad.name);
}

/// The shortcut of the palette, then "guard agent" and Enter, as the events of a slow frame.
fn shortcut_and_search() -> [Vec<Event>; 2] {
    let press = |key, modifiers| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    };
    let shortcut = press(Key::P, Modifiers::COMMAND | Modifiers::SHIFT);
    let mut search = Vec::new();
    for letter in "guard agent".chars() {
        search.extend(
            Key::from_name(&letter.to_uppercase().to_string())
                .map(|key| press(key, Modifiers::NONE)),
        );
        search.push(Event::Text(letter.into()));
    }
    search.push(press(Key::Enter, Modifiers::NONE));
    [vec![shortcut], search]
}

#[test]
fn no_letter_is_lost_that_is_typed_while_the_palette_opens() {
    for name_has_focus in [false, true] {
        for same_frame in [true, false] {
            let mut window = Window::of(&sample_scene());
            let name = window.scene().name.clone();
            if name_has_focus {
                window.click(window.position_of(Role::TextInput, "Name"));
                window.frames(2);
            }
            for events in shortcut_and_search() {
                window.harness.input_mut().events.extend(events);
                if !same_frame {
                    window.frames(1);
                }
            }
            window.frames(4);
            let case = format!("same frame: {same_frame}, typing a name: {name_has_focus}");
            let selected = window.selection().primary();
            assert_eq!(selected, Some(Item::Agent(GUARD)), "{case}");
            assert!(matches!(window.app().tool(), Tool::Select(_)), "{case}");
            assert_eq!(window.scene().name, name, "{case}");
        }
    }
}

#[test]
fn the_welcome_page_opens_samples_by_their_pictures() {
    let mut window = Window::of(&Scene::default());
    let (_, first) = sample::scenes().into_iter().next().unwrap();
    window.click_button(&first.name);
    window.frames(3);
    assert_eq!(window.scene().name, first.name);
}

#[test]
fn notes_of_a_sample_are_shown_and_can_be_hidden() {
    let mut window = Window::of(&sample::first_scene());
    window.frames(2);
    window.click_button("Hide notes");
    window.frames(2);
    assert!(!window.has(Role::Button, "Hide notes"));
    window.click_button("Notes");
    window.frames(2);
    assert!(window.has(Role::Button, "Hide notes"));
}

#[test]
fn the_agent_tool_offers_presets_of_the_scene_and_of_the_library() {
    let mut window = Window::of(&sample_scene());
    let before = window.scene().presets.len();
    window.key(Key::A);
    window.frames(2);
    let search = window.position_of(Role::SearchInput, "Search presets");
    window.click(search);
    window.text("courier");
    window.frames(2);
    window.click_button("Courier");
    window.frames(2);
    assert_eq!(window.scene().presets.len(), before + 1);
    assert_eq!(window.steps(), ["Add preset"]);
    let chosen = window.app().session().agent_preset.unwrap();
    assert_eq!(window.scene().preset(chosen).unwrap().name, "Courier");
}

#[test]
fn the_chooser_gives_way_to_what_is_placed() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::A);
    window.frames(3);
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    let middle = canvas.rect().center();
    let free = canvas.rect().right_top() + vec2(-60.0, 60.0);
    assert!(window.has(Role::SearchInput, "Search presets"));
    window.click(free);
    window.frames(3);
    assert!(!window.has(Role::SearchInput, "Search presets"));
    window.click_last("Preset to place: ");
    window.frames(3);
    assert!(window.has(Role::SearchInput, "Search presets"));
    // It never covers the middle.
    let agents = window.scene().agents.len();
    window.click(middle);
    assert_eq!(window.scene().agents.len(), agents + 1);
    // On a small canvas, it opens only on request.
    window.key(Key::V);
    window.harness.set_size(vec2(960.0, 600.0));
    window.frames(4);
    window.key(Key::A);
    window.frames(3);
    assert!(!window.has(Role::SearchInput, "Search presets"));
}

#[test]
fn a_library_preset_that_the_scene_has_unchanged_is_not_added_again() {
    let mut window = Window::of(&sample::first_scene());
    let before = window.scene().presets.clone();
    window.key(Key::A);
    window.frames(2);
    // The first one is that of the scene, the second that of the library.
    let guards = window.harness.query_all_by_label("Guard");
    let guards: Vec<_> = guards
        .filter(|node| node.accesskit_node().role() == Role::Button)
        .map(|node| node.rect().center())
        .collect();
    assert_eq!(guards.len(), 2);
    window.click(guards[1]);
    window.frames(2);
    assert_eq!(window.scene().presets, before);
    assert_eq!(window.app().session().agent_preset, Some(before[0].id));
}

#[test]
fn notes_give_way_to_what_is_drawn() {
    let mut window = Window::of(&sample::first_scene());
    window.frames(2);
    let notes = window.position_of(Role::Button, "Hide notes");
    window.key(Key::P);
    window.frames(2);
    assert!(!window.has(Role::Button, "Hide notes"), "while drawing");
    for offset in [-120.0, -40.0] {
        window.click(notes + vec2(offset, 40.0));
    }
    window.key(Key::Enter);
    window.key(Key::V);
    window.frames(4);
    // In another corner, or closed if something is in each.
    let end = notes + vec2(-40.0, 40.0);
    let covers = window.has(Role::Button, "Hide notes")
        && (window.position_of(Role::Button, "Hide notes") - end).length() < 200.0;
    assert!(!covers);
    assert!(window.has(Role::Button, "Hide notes") || window.has(Role::Button, "Notes"));
}

#[test]
fn the_buttons_of_the_export_dialog_are_in_the_smallest_window() {
    let mut window = Window::first();
    window.harness.set_size(vec2(480.0, 300.0));
    window.frames(4);
    window.ctrl(Key::E);
    window.frames(6);
    let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(480.0, 300.0));
    for label in ["Export", "Cancel"] {
        let button = window.harness.get_by_role_and_label(Role::Button, label);
        assert!(
            screen.contains_rect(button.rect()),
            "{label} {}",
            button.rect()
        );
    }
}

#[test]
fn the_settings_are_as_wide_as_their_contents() {
    let mut window = Window::first();
    window.ctrl(Key::Comma);
    window.frames(30);
    let right = |role, label: &str| {
        let found = window.harness.get_by_role_and_label(role, label);
        found.rect().right()
    };
    let close = right(Role::Button, "Close");
    let sentence = right(
        Role::Label,
        "The maximum distance between a click and a node, agent or handle.",
    );
    assert!((close - sentence).abs() < 60.0, "{close} {sentence}");
}

#[test]
fn the_list_and_the_node_table_share_the_outliner_of_a_small_window() {
    let mut window = Window::first();
    window.harness.set_size(vec2(1280.0, 778.0));
    window.frames(4);
    let row = window.harness.get_all_by_role(Role::ListItem).next();
    let row = row.map(|row| row.rect()).expect("a path");
    window.click(row.center());
    window.frames(4);
    let of = |label: &str| {
        let found = window.harness.get_all_by_label_contains(label).next();
        found.map(|it| it.rect()).expect("on the screen")
    };
    let (table, inspector) = (of("Nodes of"), of("Traversal"));
    assert!(
        table.top() - row.bottom() > 40.0,
        "a list above the table: {row} {table}"
    );
    assert!(
        inspector.top() - table.bottom() > 60.0,
        "rows in the table: {table} {inspector}"
    );
}

#[test]
fn long_coordinates_do_not_widen_the_panel() {
    let width = |size: egui::Vec2, row: &str, place: DVec2| {
        let mut scene = sample_scene();
        Arc::make_mut(&mut scene.markers)[0].position = place;
        for agent in Arc::make_mut(&mut scene.agents) {
            agent.position = place;
        }
        let mut window = Window::of(&scene);
        window.click_row(row);
        window.harness.set_size(size);
        window.frames(4);
        canvas(&window).width()
    };
    for size in [vec2(1600.0, 978.0), vec2(1280.0, 778.0), vec2(960.0, 578.0)] {
        for row in ["Gate", "Seeker"] {
            let [near, far] = [at(8.0, 6.0), at(-123456.789, -98765.432)];
            assert_eq!(
                width(size, row, far),
                width(size, row, near),
                "{row} {size:?}"
            );
        }
    }
}

/// The sample of couriers.
fn arrive_and_leave() -> Scene {
    let mut samples = sample::scenes().into_iter();
    let found = samples.find(|(file, _)| file.starts_with("arrive-and-leave"));
    found.expect("the sample").1
}

/// Couriers, one of whose presets has the longest usual numbers, in a unit.
fn with_wide_values(unit: &str) -> Scene {
    let mut scene = arrive_and_leave();
    scene.unit = unit.into();
    let body = &mut Arc::make_mut(&mut scene.presets[0]).body;
    (body.max_speed, body.max_force, body.time_to_target) = (6.839, 21.66, 0.125);
    scene
}

#[test]
fn wide_values_do_not_widen_the_inspector() {
    let width = |size: egui::Vec2, scene: &Scene| {
        let mut window = Window::of(scene);
        window.click_row("Linear");
        window.harness.set_size(size);
        window.frames(10);
        let canvas = canvas(&window);
        for role in [Role::SpinButton, Role::Slider] {
            for field in window.harness.get_all_by_role(role) {
                let rect = field.rect();
                let is_inside = rect.left() < canvas.right() || rect.right() <= size.x;
                assert!(is_inside, "{role:?} {rect} in a window of {size:?}");
            }
        }
        canvas.width()
    };
    for size in [vec2(1600.0, 978.0), vec2(1280.0, 778.0)] {
        let usual = width(size, &arrive_and_leave());
        for unit in ["m", "very long units of length"] {
            assert_eq!(
                width(size, &with_wide_values(unit)),
                usual,
                "{unit} {size:?}"
            );
        }
    }
}

#[test]
fn typing_a_wide_value_keeps_the_panels_where_they_are() {
    let mut window = Window::of(&arrive_and_leave());
    window.click_row("Linear");
    window.frames(10);
    let before = canvas(&window);
    for (name, text) in [
        ("Max speed", "6.839"),
        ("Max force", "21.66"),
        (
            "Mass",
            "1.25+0.125+0.0625+0.03125+0.015625+0.0078125+0.00390625",
        ),
    ] {
        let field = window.position_of(Role::SpinButton, name);
        window.click(field);
        window.frames(2);
        window.ctrl(Key::A);
        window.text(text);
        window.frames(10);
        assert_eq!(canvas(&window), before, "while {name} is typed");
        window.key(Key::Enter);
        window.frames(30);
        assert_eq!(canvas(&window), before, "after {name} was typed");
    }
    assert_eq!(window.scene().presets[0].body.max_force, 21.66);
}

#[test]
fn the_playback_controls_do_not_lie_on_each_other() {
    let mut scene = arrive_and_leave();
    for seed in [1, 1_234_567_890] {
        scene.seed = seed;
        let mut window = Window::of(&scene);
        for width in [
            700.0, 960.0, 1040.0, 1100.0, 1160.0, 1220.0, 1280.0, 1400.0, 1480.0, 1560.0,
        ] {
            window.harness.set_size(vec2(width, 778.0));
            window.frames(8);
            let canvas = canvas(&window);
            let restart = window
                .harness
                .get_by_role_and_label(Role::Button, "Restart")
                .rect();
            let mut row = Vec::new();
            for role in [Role::Button, Role::SpinButton, Role::Slider, Role::Label] {
                let all = window.harness.query_all_by_role(role).map(|it| it.rect());
                row.extend(all.filter(|rect| {
                    canvas.x_range().contains(rect.center().x)
                        && restart.y_range().contains(rect.center().y)
                }));
            }
            assert!(row.len() > 6, "{row:?}");
            for (index, a) in row.iter().enumerate() {
                for b in &row[index + 1..] {
                    let (a, b) = (a.shrink(0.5), b.shrink(0.5));
                    assert!(!a.intersects(b), "{a} on {b}, {width} wide, seed {seed}");
                }
            }
        }
    }
}
