//! Verdicts about the selection: in words in the inspector, and never older than the numbers.

use crate::sample_scene::{PATH, sample_scene, slow_radius};
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, pos2, vec2};
use egui_kittest::kittest::Queryable;
use steerwright_analysis::probe::{Budget, straight_approach, with_slow_radius};
use steerwright_runtime::scene::{Behavior, Motion, PresetId, Scene, Target};
use steerwright_runtime::steering::follow_path::Traversal;

/// Frames until the measurement under way has ended.
fn measured(window: &mut Window) {
    for _ in 0..600 {
        window.frames(1);
        if !window.says("Measuring") && window.has(Role::Button, "Critically damped") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it is still being measured");
}

/// Clicks the button until the radius has been found, and it reacts.
fn critically_damp(window: &mut Window) {
    let before = slow_radius(window);
    for _ in 0..600 {
        // It may be scrolled out of view.
        window
            .harness
            .get_by_role_and_label(Role::Button, "Critically damped")
            .click_accesskit();
        window.frames(2);
        if slow_radius(window) != before {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("no radius was found");
}

#[test]
fn a_verdict_follows_the_numbers_and_the_button_ends_the_overshoot() {
    let mut scene = sample_scene();
    scene.presets.truncate(2);
    let mut window = Window::of(&scene);
    window.click_row("Seeker");
    measured(&mut window);
    assert!(window.says("No overshoot, settles in"), "3 m are enough");

    let mass = window.numbers("Mass")[0];
    window.type_into(mass, "6");
    measured(&mut window);
    assert!(window.says("Overshoots by"), "6 times the mass");
    assert!(!window.says("No overshoot"));

    critically_damp(&mut window);
    measured(&mut window);
    assert!(window.says("No overshoot, settles in"));
    assert!(slow_radius(&window) > 3.0);
    assert_eq!(
        window.steps().last().map(String::as_str),
        Some("Critically damped")
    );
    window.ctrl(Key::Z);
    measured(&mut window);
    assert_eq!(slow_radius(&window), 3.0);
    assert!(window.says("Overshoots by"));
}

#[test]
fn an_agent_that_coasts_has_no_critical_radius_and_says_why() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Seeker");
    window.scroll(pos2(1480.0, 600.0), vec2(0.0, -200.0));
    window.choose("At the target", "Coast");
    measured(&mut window);
    for _ in 0..200 {
        if window.says("It coasts through the target") {
            break;
        }
        window.frames(1);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(window.says("It coasts through the target"));
    assert!(!window.says("settles in"));
}

/// The sample scene with a guard that walks its path once, and is too heavy to stop at its end.
fn scene_with_an_end() -> Scene {
    let mut scene = sample_scene();
    scene.presets.truncate(2);
    scene.path_mut(PATH).unwrap().traversal = Traversal::Once;
    scene.preset_mut(PresetId(1)).unwrap().body.mass = 6.0;
    scene
}

fn slow_radius_of_path(window: &Window) -> f64 {
    let Motion::Steered(steered) = &window.scene().preset(PresetId(1)).unwrap().motion else {
        panic!("steered")
    };
    let Behavior::FollowPath(follow) = steered.behaviors[0].behavior else {
        panic!("a path")
    };
    follow.slow_radius
}

#[test]
fn the_button_ends_the_overshoot_at_the_end_of_a_path_in_one_step() {
    let mut window = Window::of(&scene_with_an_end());
    window.click_row("Guard");
    measured(&mut window);
    assert!(window.says("At the end") && window.says("Overshoots by"));
    let before = slow_radius_of_path(&window);
    for _ in 0..600 {
        if window.is_enabled("Critically damped") {
            break;
        }
        window.frames(1);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    window
        .harness
        .get_by_role_and_label(Role::Button, "Critically damped")
        .click_accesskit();
    window.frames(2);
    let radius = slow_radius_of_path(&window);
    assert!(radius > before, "{radius}");
    assert_eq!(window.steps(), ["Critically damped"]);
    // Measured with the radius, and with one that is a little shorter.
    let overshoots = |part: f64| {
        let mut preset = window.scene().preset(PresetId(1)).unwrap().clone();
        if let Motion::Steered(steered) = &mut preset.motion {
            let own = &mut steered.behaviors[0].behavior;
            *own = with_slow_radius(*own, part * radius);
        }
        let rate = window.scene().ticks_per_second;
        let measured = straight_approach(&preset, 0, rate, &mut Budget::of_preset())
            .unwrap()
            .unwrap();
        measured.worst.overshoots()
    };
    assert!(!overshoots(1.0) && overshoots(0.97));
    measured(&mut window);
    assert!(!window.says("Overshoots by"));
    window.ctrl(Key::Z);
    window.frames(2);
    assert_eq!(slow_radius_of_path(&window), before);
}

#[test]
fn a_path_without_an_end_has_no_critical_radius() {
    let mut scene = scene_with_an_end();
    scene.path_mut(PATH).unwrap().traversal = Traversal::Loop;
    let mut window = Window::of(&scene);
    window.click_row("Guard");
    for _ in 0..600 {
        window.frames(1);
        if window.says("In this scene") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    window.frames(5);
    assert!(window.says("In this scene"));
    assert!(!window.has(Role::Button, "Critically damped"));
}

/// What was measured at the pointer's place in the scene says nothing about a run in which the
/// pointer is elsewhere.
#[test]
fn the_verdict_on_the_canvas_is_hidden_while_the_pointer_is_elsewhere() {
    let mut scene = sample_scene();
    scene.presets.truncate(2);
    for agent in std::sync::Arc::make_mut(&mut scene.agents) {
        agent.target = agent.target.map(|_| Target::Pointer);
    }
    let mut window = Window::of(&scene);
    window.click_row("Seeker");
    measured(&mut window);
    // The inspector says it too.
    let inspector = window.position_of(Role::DisclosureTriangle, "Arrive").x - 150.0;
    let on_canvas = |window: &Window| {
        window.harness.output().shapes.iter().any(|clipped| {
            matches!(&clipped.shape, egui::Shape::Text(text) if text.pos.x < inspector && text.galley.text().contains("settles at"))
        })
    };
    assert!(on_canvas(&window), "the pointer is where the scene has it");
    window.hover(window.pos(at(3.0, 3.0)));
    window.key(Key::Space);
    window.frames(5);
    assert_ne!(window.playback().pointer(), window.scene().pointer);
    assert!(!on_canvas(&window));
}
