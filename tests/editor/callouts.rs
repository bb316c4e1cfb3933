//! Callouts and labels of rings on the canvas while a scene plays: off the way of the agent, off
//! one another, and in the color of what they say.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Color32, Key, Rect, Shape, vec2};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Scene, Target,
};
use steerwright_runtime::steering::Idle;
use steerwright_testing::shipped;

/// A text on the canvas.
#[derive(Debug)]
struct Text {
    words: String,
    place: Rect,
    /// The colors of its words, in order.
    colors: Vec<Color32>,
}

/// Every text on the canvas with one of these parts.
fn texts(window: &Window, parts: &[&str]) -> Vec<Text> {
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    let canvas = canvas.rect();
    let shapes = window.harness.output().shapes.iter();
    let texts = shapes.filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) if parts.iter().any(|part| text.galley.text().contains(part)) => {
            let sections = text.galley.job.sections.iter();
            Some(Text {
                words: text.galley.text().to_owned(),
                place: Rect::from_min_size(text.pos, text.galley.size()),
                colors: sections.map(|section| section.format.color).collect(),
            })
        }
        _ => None,
    });
    texts
        .filter(|text| canvas.contains_rect(text.place))
        .collect()
}

/// The callout with such words, when it has been measured.
fn callout(window: &mut Window, part: &str) -> Text {
    for _ in 0..600 {
        window.frames(1);
        let found = texts(window, &["in this scene: "]).into_iter();
        if let Some(found) = found.rev().find(|text| text.words.contains(part)) {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("no verdict: {:?}", texts(window, &[""]));
}

fn play_on(window: &mut Window) {
    window.frames(4);
}

#[test]
fn a_callout_is_not_where_the_agent_goes() {
    for name in ["Linear", "Square root"] {
        let mut window = Window::of(&shipped::scene("arrive-and-leave"));
        window.click_row(name);
        let start = callout(&mut window, "settles at").place;
        window.key(Key::Space);
        let mut nearest = f32::MAX;
        for _ in 0..90 {
            play_on(&mut window);
            let now = callout(&mut window, "settles at").place;
            assert_eq!(now, start, "at tick {}", window.playback().tick());
            let body = window.item(&format!("Agent {name}"));
            nearest = nearest.min(now.distance_to_pos(body));
        }
        // Half the least size of a body.
        assert!(nearest >= 8.0, "{name} comes {nearest} near");
    }
}

/// An agent that leaves a danger, of the preset Skittish animal.
fn skittish(idle: Idle, escape_radius: f64) -> Scene {
    let mut scene = Scene {
        name: "Leave".into(),
        ..Scene::default()
    };
    let mut every = shipped::every_agent_preset().into_iter();
    let mut preset = every
        .find(|preset| preset.name == "Skittish animal")
        .expect("the preset");
    preset.body.idle = idle;
    let Motion::Steered(steered) = &mut preset.motion else {
        panic!("it is steered");
    };
    for weighted in &mut steered.behaviors {
        if let Behavior::Leave(leave) = &mut weighted.behavior {
            leave.escape_radius = escape_radius;
        }
    }
    let danger = Marker::at(MarkerId(1), "Danger", MarkerKind::Danger, at(0.0, 0.0));
    let mut agent = Agent::at(AgentId(2), "Animal", preset.id, at(1.95, 0.74));
    agent.danger = Some(Target::Marker(danger.id));
    scene.presets = vec![Arc::new(preset)];
    scene.markers = Arc::new(vec![danger]);
    scene.agents = Arc::new(vec![agent]);
    scene
}

#[test]
fn a_leave_that_never_stops_is_told_also_when_the_agent_is_out_of_view() {
    let mut window = Window::of(&skittish(Idle::Coast, 5.84));
    window.click_row("Animal");
    let warned = callout(&mut window, "never stops").colors;
    window.key(Key::Space);
    for _ in 0..60 {
        window.frames(10);
        callout(&mut window, "never stops");
    }
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    let canvas = canvas.rect();
    assert!(
        !window.has_item("Agent Animal") || !canvas.contains(window.item("Agent Animal")),
        "it has left the view"
    );

    let mut window = Window::of(&skittish(Idle::Brake, 2.0));
    window.click_row("Animal");
    let good = callout(&mut window, "from the danger after").colors;
    assert_ne!(good, warned, "what is good has another color");
    let of_rings = texts(&window, &["Danger radius"]);
    assert!(!of_rings.is_empty());
    for ring in of_rings {
        assert!(!good.contains(&ring.colors[0]), "it is not a danger");
    }
}

#[test]
fn labels_of_rings_do_not_lie_on_one_another_while_the_scene_plays() {
    let mut window = Window::of(&shipped::scene("convoy"));
    window.harness.set_size(vec2(960.0, 578.0));
    window.frames(6);
    window.key(Key::F);
    window.frames(3);
    window.click_row("Vehicle 1");
    callout(&mut window, "its position");
    window.key(Key::Space);
    for _ in 0..240 {
        play_on(&mut window);
        let labels = texts(&window, &["radius ", "distance "]);
        assert!(labels.len() >= 2, "{labels:?}");
        for (index, label) in labels.iter().enumerate() {
            for other in &labels[..index] {
                let shared = label.place.intersect(other.place);
                let is_clear = !shared.is_positive() || shared.height() < 3.0;
                let tick = window.playback().tick();
                assert!(is_clear, "tick {tick}: {label:?} is on {other:?}");
            }
        }
    }
}
