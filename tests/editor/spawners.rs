//! Spawners and contact rules in the window, and what they wait for while a scene plays.

use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton};
use std::sync::Arc;
use steerwright_authoring::edit;
use steerwright_authoring::{Item, sample, spawners};
use steerwright_runtime::scene::{
    AgentId, ContactId, Despawn, PresetId, Scene, SpawnEdge, SpawnPlace, SpawnWhen, SpawnerId,
};
use steerwright_runtime::simulation::EventKind;

const SPAWNER: SpawnerId = SpawnerId(1);

/// The sample scene with a spawner of seekers that fires once per press.
fn with_press() -> Scene {
    let mut scene = sample_scene();
    let preset = scene.presets[0].id;
    spawners::add(&mut scene, preset, SpawnPlace::Point(at(-3.0, 5.0)));
    let spawner = scene.spawner_mut(SPAWNER).unwrap();
    (spawner.when, spawner.every) = (SpawnWhen::Press, None);
    scene
}

fn squad() -> Scene {
    let mut scenes = sample::scenes().into_iter().map(|(_, scene)| scene);
    scenes.find(|scene| scene.name == "Squad").unwrap()
}

fn spawned(window: &Window, by: SpawnerId) -> usize {
    let events = window.playback().recording().events().iter();
    events
        .filter(|event| event.kind == EventKind::Spawned(by))
        .count()
}

#[test]
fn a_spawner_is_placed_listed_renamed_and_undone() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::E);
    let p = window.pos(at(-3.0, 5.0));
    window.hover(p);
    window.click(p);
    assert_eq!(window.selection().primary(), Some(Item::Spawner(SPAWNER)));
    window.frames(3);
    assert!(window.has_item("Spawner Spawner"));
    assert!(window.has(Role::ListItem, "Spawner"));
    window.key(Key::F2);
    window.frames(2);
    window.ctrl(Key::A);
    window.text("Nest");
    window.key(Key::Enter);
    window.frames(3);
    assert_eq!(window.scene().spawners[0].name, "Nest");
    assert!(window.has(Role::ListItem, "Nest"));
    window.key(Key::V);
    window.ctrl(Key::Z);
    window.ctrl(Key::Z);
    window.frames(2);
    assert!(window.scene().spawners.is_empty());
    assert!(!window.has_item("Spawner Nest"));
}

#[test]
fn a_drag_draws_an_edge_whose_corners_are_handles() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::E);
    window.drag_and_drop(window.pos(at(-4.0, 4.0)), window.pos(at(-1.0, 6.0)));
    window.key(Key::V);
    let edge = |window: &Window| match window.scene().spawners[0].place {
        SpawnPlace::Edge(SpawnEdge { from, to }) => (from, to),
        place => panic!("{place:?}"),
    };
    let (from, to) = edge(&window);
    assert!((from - at(-4.0, 4.0)).length() < 0.2 && (to - at(-1.0, 6.0)).length() < 0.2);
    let corner = window.item("Scale handle, top right");
    window.drag_and_drop(corner, corner + egui::vec2(60.0, -40.0));
    let (same, moved) = edge(&window);
    assert_eq!(same, from);
    assert!(moved.x > to.x + 0.1 && moved.y > to.y + 0.1);
    assert!(!window.has_item("Rotate handle"));
    window.click_button("Set to view");
    let shown = window.app().canvas().viewport.bounds();
    let (from, to) = edge(&window);
    assert!((from - shown.min).length() < 0.1 && (to - shown.max).length() < 0.1);
}

#[test]
fn the_inspector_sets_where_when_and_how_many() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::E);
    let p = window.pos(at(-3.0, 5.0));
    window.click(p);
    window.key(Key::V);
    window.choose("Place", "Agent");
    assert!(matches!(
        window.scene().spawners[0].place,
        SpawnPlace::Agent(_)
    ));
    window.choose("Place", "Marker");
    assert!(matches!(
        window.scene().spawners[0].place,
        SpawnPlace::Marker(_)
    ));
    window.choose("Fires", "On event");
    assert_eq!(
        window.scene().spawners[0].when,
        SpawnWhen::Trigger("wave".into())
    );
    window.enter(Role::TextInput, "Event", "boss");
    assert_eq!(
        window.scene().spawners[0].when,
        SpawnWhen::Trigger("boss".into())
    );
    window.choose("Fires", "On press");
    window.choose("Fires", "At intervals");
    window.enter(Role::SpinButton, "Interval", "2.5");
    window.enter(Role::SpinButton, "Jitter", "0.5");
    window.enter(Role::SpinButton, "Delay", "3");
    window.enter(Role::SpinButton, "At once", "4");
    let spawner = &window.scene().spawners[0];
    assert_eq!(
        (spawner.every, spawner.jitter, spawner.delay, spawner.count),
        (Some(2.5), 0.5, 3.0, 4)
    );
    let toggle = |window: &mut Window, name: &str| {
        let position = window.position_of(Role::CheckBox, name);
        window.click(position);
        window.frames(2);
    };
    toggle(&mut window, "Scatter");
    assert!(window.has_item("Max distance handle"));
    for (name, number) in [("Firings", "7"), ("Most alive", "5"), ("Lifetime", "1.5")] {
        window.enter(Role::SpinButton, name, number);
    }
    let spawner = &window.scene().spawners[0];
    assert_eq!(
        (spawner.times, spawner.max_alive, spawner.lifetime),
        (Some(7), Some(5), Some(1.5))
    );
    assert!(spawner.scatter.is_some());
    assert_eq!(
        steerwright_format::validate::scene_errors(window.scene()),
        []
    );
}

#[test]
fn a_contact_rule_is_added_and_edited() {
    let mut window = Window::of(&sample_scene());
    window.menu("Tools", "Add contact rule");
    assert_eq!(
        window.selection().primary(),
        Some(Item::Contact(ContactId(1)))
    );
    window.frames(3);
    assert!(window.has(Role::ListItem, "Contact"));
    window.choose("Removes", "Both");
    window.enter(Role::SpinButton, "Margin", "0.5");
    let rule = &window.scene().contacts[0];
    assert_eq!((rule.despawn, rule.margin), (Despawn::Both, 0.5));
    window.enter(Role::SpinButton, "Distance", "1");
    assert_eq!(window.scene().contacts[0].distance, Some(1.0));
    assert!(!window.has(Role::SpinButton, "Margin"));
    window.key(Key::Delete);
    assert!(window.scene().contacts.is_empty());
    assert_eq!(window.steps().last().unwrap(), "Delete contact rule");
}

#[test]
fn a_spawner_stays_where_what_it_was_at_is_deleted() {
    let mut scene = sample_scene();
    let agent = scene.agents[0].id;
    let preset = scene.presets[0].id;
    spawners::add(&mut scene, preset, SpawnPlace::Agent(agent));
    let mut window = Window::of(&scene);
    let name = window.scene().agents[0].name.clone();
    window.click_row(&name);
    window.key(Key::Delete);
    window.frames(2);
    assert!(window.scene().agent(agent).is_none());
    assert!(matches!(
        window.scene().spawners[0].place,
        SpawnPlace::Point(_)
    ));
}

#[test]
fn a_press_on_the_empty_canvas_belongs_to_the_game_while_it_plays() {
    let mut window = Window::of(&with_press());
    let p = window.pos(at(-4.0, 7.0));
    window.hover(p);
    // Paused, it selects as ever.
    window.click(p);
    assert_eq!(spawned(&window, SPAWNER), 0);
    window.key(Key::Space);
    window.frames(3);
    let selection = window.selection().clone();
    window.press(p);
    window.frames(20);
    window.drag(p, p + egui::vec2(80.0, 60.0));
    assert!(window.playback().run().world().is_pressed());
    window.release(p + egui::vec2(80.0, 60.0));
    window.frames(3);
    assert!(!window.playback().run().world().is_pressed());
    assert_eq!(spawned(&window, SPAWNER), 1);
    assert_eq!(*window.selection(), selection, "nothing was selected");
    // A press on an item selects it, and Shift draws a box.
    window.click(window.item("Spawner Spawner"));
    assert_eq!(window.selection().primary(), Some(Item::Spawner(SPAWNER)));
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::SHIFT,
    };
    window
        .harness
        .event_modifiers(button(p, true), Modifiers::SHIFT);
    window.frames(2);
    window
        .harness
        .event_modifiers(button(p, false), Modifiers::SHIFT);
    window.frames(2);
    assert_eq!(spawned(&window, SPAWNER), 1);
}

#[test]
fn what_a_press_of_the_game_does_not_do_is_not_offered() {
    let mut window = Window::of(&squad());
    window.click_row("Follower 1");
    let handle = "Slow radius handle";
    window.hover(window.item(handle));
    window.frames(2);
    assert!(window.says("Set radius") && !window.says("Fire spawners"));
    window.key(Key::Space);
    window.frames(5);
    window.hover(window.item(handle));
    window.frames(1);
    assert!(window.says("Fire spawners") && !window.says("Set radius"));
    // A spawner at a marker or a point is still selected by a press.
    let mut window = Window::of(&with_press());
    window.key(Key::Space);
    window.hover(window.pos(at(-4.0, 7.0)));
    window.frames(2);
    assert!(window.says("Fire spawners"));
    window.hover(window.item("Spawner Spawner"));
    window.frames(2);
    assert!(!window.says("Fire spawners"));
}

#[test]
fn a_press_and_a_release_in_one_frame_count() {
    let mut window = Window::of(&with_press());
    let p = window.pos(at(-4.0, 7.0));
    window.hover(p);
    window.key(Key::Space);
    window.frames(3);
    for pressed in [true, false] {
        window.harness.event(Event::PointerButton {
            pos: p,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    window.frames(4);
    assert_eq!(spawned(&window, SPAWNER), 1);
}

#[test]
fn the_soldiers_of_the_squad_shoot_while_the_pointer_is_pressed() {
    let mut window = Window::of(&squad());
    let leader = AgentId(1);
    window.hover(window.pos(at(0.0, 0.0)));
    window.key(Key::Space);
    window.frames(200);
    // The leader is at the pointer by now, and does not take the press.
    let p = window.pos(at(0.0, 0.0));
    window.press(p);
    window.frames(60);
    window.release(p);
    window.frames(60);
    let shots: usize = (2..=6).map(|id| spawned(&window, SpawnerId(id))).sum();
    assert!(shots >= 15, "{shots}");
    let shown = window.playback().positions();
    assert!(shown.iter().any(|(id, _)| *id == leader));
    assert_eq!(window.steps(), [""; 0], "nothing was edited");
    assert_eq!(window.selection().len(), 0);
}

#[test]
fn agents_of_spawners_have_curves_and_figures() {
    let mut scene = Scene::default();
    let seeker = sample_scene().presets[0].as_ref().clone();
    let preset = edit::add_preset(&mut scene, seeker);
    let hint = "Place an agent to see its speed, steering and field of view";
    assert!(Window::of(&scene).says(hint));
    spawners::add(&mut scene, preset, SpawnPlace::Point(at(0.0, 0.0)));
    let mut window = Window::of(&scene);
    assert!(window.says("Play, or place an agent, to see speed, steering and field of view"));
    window.key(Key::Space);
    window.frames(150);
    assert!(spawned(&window, SPAWNER) > 0);
    // Nothing else is there to be plotted.
    assert!(window.says("Spawner 1") && window.says("Peak speed"));
    // Beside agents of the scene, they are plotted while their spawner is selected.
    let mut window = Window::of(&with_press());
    window.key(Key::Space);
    window.click(window.pos(at(-4.0, 7.0)));
    window.frames(3);
    let spawned = window
        .playback()
        .run()
        .world()
        .scene()
        .agents
        .iter()
        .map(|agent| agent.id.0)
        .max();
    let name = format!("Spawner {}", spawned.expect("an agent"));
    assert!(!window.says(&name));
    window.click_row("Spawner");
    assert!(window.says(&name));
}

#[test]
fn an_event_has_a_button_and_is_in_the_palette() {
    let mut window = Window::of(&squad());
    assert!(!window.playback().is_playing());
    if window.has(Role::Button, "Game events") {
        window.click_button("Game events");
        window.frames(2);
    }
    window.click_button("Trigger wave");
    window.frames(5);
    assert!(window.playback().is_playing());
    assert_eq!(spawned(&window, SpawnerId(7)), 6);
    window.ctrl_shift(Key::P);
    window.text("trigger wave");
    window.key(Key::Enter);
    window.frames(5);
    assert_eq!(spawned(&window, SpawnerId(7)), 12);
    // What has come is kept when the paused scene is edited.
    window.key(Key::Space);
    window.frames(2);
    let tick = window.playback().tick();
    window.click_row("Monsters");
    window.enter(Role::SpinButton, "Interval", "5");
    window.frames(3);
    assert_eq!(window.playback().tick(), tick);
    assert_eq!(spawned(&window, SpawnerId(7)), 12);
}

#[test]
fn the_pointer_is_held_by_a_command() {
    let mut window = Window::of(&with_press());
    window.key(Key::Space);
    window.frames(3);
    window.menu("Simulate", "Hold pointer pressed");
    window.frames(3);
    assert!(window.playback().run().world().is_pressed());
    window.menu("Simulate", "Hold pointer pressed");
    window.frames(3);
    assert!(!window.playback().run().world().is_pressed());
    assert_eq!(spawned(&window, SPAWNER), 1);
}

#[test]
fn a_preset_of_a_spawner_cannot_be_deleted() {
    let mut scene = with_press();
    let extra = edit::duplicate_preset(&mut scene, PresetId(1)).unwrap();
    scene.spawner_mut(SPAWNER).unwrap().preset = extra;
    let mut window = Window::of(&scene);
    let name = Arc::clone(&window.scene().presets[2]).name.clone();
    window.click_row(&name);
    window.key(Key::Delete);
    window.frames(2);
    assert!(window.scene().preset(extra).is_some());
    assert_eq!(window.scene().spawners.len(), 1);
}
