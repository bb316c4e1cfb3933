//! Labels of handles and of measured places on the canvas: near their places, and still while the
//! pointer is at them.

use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Shape};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright_authoring::sample;
use steerwright_runtime::scene::{Agent, AgentId, Scene, Target};

/// Every text on the canvas with such a beginning, with its place.
fn texts(window: &Window, start: &str) -> Vec<(String, Rect)> {
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    let canvas = canvas.rect();
    let shapes = window.harness.output().shapes.iter();
    let texts = shapes.filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text().starts_with(start) => {
            let rect = Rect::from_min_size(text.pos, text.galley.size());
            Some((text.galley.text().to_owned(), rect))
        }
        _ => None,
    });
    texts
        .filter(|(_, rect)| canvas.contains_rect(*rect))
        .collect()
}

/// The sample scene with an agent that arrives at the pointer.
fn arriving_at_pointer() -> Scene {
    let mut scene = sample_scene();
    for agent in Arc::make_mut(&mut scene.agents) {
        agent.target = agent.target.map(|_| Target::Pointer);
    }
    scene
}

#[test]
fn the_pointer_is_not_drawn_on_a_handle_under_it_and_labels_do_not_move() {
    let mut window = Window::of(&arriving_at_pointer());
    window.click_row("Seeker");
    window.frames(30);
    assert_eq!(texts(&window, "Pointer").len(), 1);
    let handle = window.item("Slow radius handle");
    let before = texts(&window, "Slow radius");
    assert_eq!(before.len(), 1, "{before:?}");
    let distance = before[0].1.distance_to_pos(handle);
    assert!(distance <= 16.0, "{distance} from its handle");
    window.hover(handle);
    window.frames(3);
    assert_eq!(texts(&window, "Slow radius"), before);
    assert_eq!(texts(&window, "Pointer").len(), 1, "it is elsewhere");

    // While the scene plays, it is where the mouse is.
    let mut window = Window::of(&steerwright_testing::shipped::scene("arrive-and-leave"));
    window.click_row("Linear");
    window.frames(30);
    let handle = window.item("Slow radius handle");
    window.hover(handle);
    window.key(Key::Space);
    window.frames(5);
    assert_eq!(texts(&window, "Pointer"), []);
    window.hover(handle + egui::vec2(60.0, 60.0));
    window.frames(3);
    assert_eq!(texts(&window, "Pointer").len(), 1);
}

/// A courier that has arrived, with rings smaller than its body.
#[test]
fn a_handle_of_a_ring_within_a_body_is_dragged_without_the_body() {
    let mut scene = sample_scene();
    let seeker = scene.agents.iter().position(|agent| agent.name == "Seeker");
    let seeker = seeker.expect("the agent");
    let marker = scene.markers[0].position;
    Arc::make_mut(&mut scene.agents)[seeker].position = marker;
    let preset = scene.agents[seeker].preset;
    Arc::make_mut(
        scene
            .presets
            .iter_mut()
            .find(|own| own.id == preset)
            .unwrap(),
    )
    .body
    .radius = 0.5;
    let mut window = Window::of(&scene);
    window.click_row("Seeker");
    window.frames(10);
    let handle = window.item("Target radius handle");
    let body = window
        .pos(marker)
        .distance(window.pos(marker + at(0.5, 0.0)));
    assert!(
        handle.distance(window.pos(marker)) > body,
        "beside the body"
    );
    window.drag_and_drop(
        handle,
        handle + (handle - window.pos(marker)).normalized() * 30.0,
    );
    window.frames(3);
    assert_eq!(window.scene().agents[seeker].position, marker);
    assert_eq!(window.steps(), ["Set target radius"]);
}

fn couriers() -> Scene {
    let mut samples = sample::scenes().into_iter();
    let found = samples.find(|(file, _)| file.starts_with("arrive-and-leave"));
    found.expect("the sample").1
}

/// The verdict on the canvas, when it has been measured.
fn verdict(window: &mut Window, start: &str) -> (String, Rect) {
    for _ in 0..600 {
        window.frames(1);
        if let Some(found) = texts(window, start).pop() {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("no verdict is shown");
}

#[test]
fn a_verdict_names_its_agent_if_several_are_selected_and_stays_while_the_scene_plays() {
    let mut window = Window::of(&couriers());
    window.click_row("Linear");
    let (words, place) = verdict(&mut window, "in this scene: no overshoot");
    assert!(words.contains("settles at"), "{words}");
    window.key(Key::Space);
    for _ in 0..40 {
        window.frames(3);
        let (_, now) = texts(&window, "in this scene: no overshoot")
            .pop()
            .expect("the verdict");
        assert_eq!(now, place, "at tick {}", window.playback().tick());
    }
    window.key(Key::Space);
    let other = window.position_of(Role::ListItem, "Square root");
    window.click_with(
        other,
        PointerButton::Primary,
        Modifiers::CTRL | Modifiers::COMMAND,
    );
    let primary = window.selection().len();
    assert_eq!(primary, 2);
    let (words, _) = verdict(&mut window, "Square root, in this scene: ");
    assert!(words.contains("settles at"), "{words}");
}

/// Agents in rows, a step apart.
fn crowd(count: u32, step: f64) -> Scene {
    let mut scene = sample_scene();
    let preset = scene.agents[0].preset;
    let agent = |i: u32| {
        let place = at(f64::from(i % 5) * step, f64::from(i / 5) * step);
        Agent::at(AgentId(i + 1), format!("Crow {}", i + 1), preset, place)
    };
    scene.agents = Arc::new((0..count).map(agent).collect());
    scene.paths.clear();
    scene.markers = Arc::default();
    scene
}

#[test]
fn in_a_crowd_only_selected_and_hovered_agents_have_names() {
    let mut window = Window::of(&crowd(40, 0.8));
    window.frames(5);
    // The pointer is at none of them.
    assert_eq!(texts(&window, "Crow "), []);
    window.click_row("Crow 7");
    window.frames(3);
    let names = |window: &Window| {
        let found = texts(window, "Crow ").into_iter();
        found.map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(names(&window), ["Crow 7"]);
    let place: Pos2 = window.item("Agent Crow 20");
    window.hover(place);
    window.frames(3);
    assert!(names(&window).contains(&"Crow 20".to_owned()));

    let mut few = Window::of(&crowd(10, 3.0));
    few.frames(5);
    assert_eq!(names(&few).len(), 10);
}
