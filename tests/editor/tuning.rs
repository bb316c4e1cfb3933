//! Tuning in the window: the scorecard, tuning to a goal, and comparing versions A and B.

use crate::sample_scene::{SEEKER, sample_scene, slow_radius};
use crate::window::Window;
use egui::Key;
use egui::accesskit::{Role, Toggled};
use egui_kittest::kittest::{By, NodeT, Queryable};
use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_authoring::playback::Variant;
use steerwright_runtime::scene::{Behavior, Motion, Preset, Scatter, Scene};

/// The sample scene with random starts.
fn scattered() -> Scene {
    let mut scene = sample_scene();
    for agent in Arc::make_mut(&mut scene.agents) {
        agent.scatter = Some(Scatter { min: 0.0, max: 2.0 });
    }
    scene
}

/// The sample scene with seekers that brake too late.
fn late_braker() -> Scene {
    let mut scene = scattered();
    let preset: &mut Preset = Arc::make_mut(&mut scene.presets[1]);
    preset.body.max_force = 8.0;
    if let Motion::Steered(steered) = &mut preset.motion
        && let Behavior::Arrive(arrive) = &mut steered.behaviors[0].behavior
    {
        arrive.slow_radius = 0.5;
    }
    scene
}

fn button_names(window: &Window) -> Vec<String> {
    let buttons = window.harness.query_all(By::new().role(Role::Button));
    buttons
        .filter_map(|button| button.accesskit_node().label())
        .collect()
}

fn check(window: &mut Window, label: &str) {
    let place = window.position_of(Role::CheckBox, label);
    window.click(place);
}

/// Unchecks the checked one of the boxes with this label. The inspector has boxes with the same
/// names.
pub fn uncheck(window: &mut Window, label: &str) {
    let boxes = window
        .harness
        .query_all_by_role_and_label(Role::CheckBox, label);
    let checked = boxes
        .filter(|node| node.accesskit_node().toggled() == Some(Toggled::True))
        .map(|node| node.rect().center())
        .next();
    window.click(checked.expect("it is checked"));
}

/// Frames until the window says `text`.
pub fn until(window: &mut Window, text: &str) {
    for _ in 0..1500 {
        window.frames(1);
        if window.says(text) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it never says {text:?}");
}

#[test]
fn the_worst_seed_of_the_scorecard_is_one_click_and_one_step() {
    let mut window = Window::of(&scattered());
    window.ctrl_shift(Key::R);
    until(&mut window, "Seeds 1 to 1000, 30.0 s each");
    assert!(window.says("Overshoot, m"), "a row for each metric");
    let names = button_names(&window);
    let opens = names
        .iter()
        .find(|name| name.starts_with("Open seed") && name.contains("Settled at of Seeker"))
        .unwrap_or_else(|| panic!("a button in {names:?}"))
        .clone();
    let seed: u64 = opens.split([' ', ',']).nth(2).unwrap().parse().unwrap();
    let steps = window.steps().len();
    window.click_button(&opens);
    assert_eq!(window.scene().seed, seed);
    assert_eq!(window.steps()[steps..], ["Set seed"]);
    assert!(window.playback().is_playing());
    assert!(
        window
            .selection()
            .contains(steerwright_authoring::Item::Agent(SEEKER))
    );
    assert!(!window.says("has changed"), "the seed does not outdate it");

    window.key(Key::Escape);
    assert!(!window.says("Seeds 1 to 1000"), "Escape closes it");
}

#[test]
fn a_scorecard_can_be_canceled_and_says_when_it_is_outdated() {
    let mut window = Window::of(&scattered());
    window.ctrl_shift(Key::R);
    if window.has(Role::Button, "Cancel") {
        window.click_button("Cancel");
        assert!(window.says("Canceled. Run it again"));
        window.click_button("Run");
    }
    until(&mut window, "Seeds 1 to 1000");
    window.click_row("Seeker");
    let mass = window.numbers("Mass")[0];
    window.type_into(mass, "2");
    window.frames(2);
    assert!(window.says("The scene has changed"));
}

#[test]
fn another_scene_has_no_results_of_the_one_before() {
    let mut window = Window::of(&scattered());
    window.click_row("Seeker");
    window.ctrl_shift(Key::R);
    until(&mut window, "Seeds 1 to 1000, 30.0 s each");
    window.ctrl_shift(Key::T);
    window.frames(4);
    window.click_button("Search");
    until(&mut window, "the goals");
    until(&mut window, "Before");
    window.ctrl(Key::N);
    window.frames(6);
    assert!(window.scene().is_empty());
    assert!(!window.says("Seeds 1 to 1000, 30.0 s each"));
    assert!(!window.says("Before"));
    assert!(window.says("Select an agent or a preset to tune."));
}

#[test]
fn a_scene_without_chance_has_one_value_and_no_seeds() {
    let mut window = Window::of(&sample_scene());
    window.ctrl_shift(Key::R);
    until(&mut window, "nothing in this scene is random");
    let names = button_names(&window);
    assert!(!names.iter().any(|name| name.starts_with("Open seed")));
}

#[test]
fn a_goal_is_found_and_applied_as_one_step() {
    let mut window = Window::of(&late_braker());
    window.click_row("Seeker");
    window.ctrl_shift(Key::T);
    until(
        &mut window,
        "Tunes the preset Seeks until Seeker meets the goals",
    );
    assert!(window.says("This also changes 1 other agent with this preset."));
    until(&mut window, "now ");
    let before = slow_radius(&window);
    let steps = window.steps().len();
    let seeds = window.numbers("Seeds")[0];
    window.type_into(seeds, "5");
    window.click_button("Search");
    until(&mut window, "These values meet the goals in all 5 runs.");
    assert_eq!(slow_radius(&window), before, "nothing is changed yet");
    window.click_button("Apply");
    window.frames(2);
    assert_eq!(window.steps()[steps..], ["Tune to a goal"]);
    assert!(window.says("Applied. Undo reverts it."));
    let preset = window.scene().presets[1].clone();
    assert_ne!(preset.motion, late_braker().presets[1].motion);
    window.ctrl(Key::Z);
    assert_eq!(slow_radius(&window), before);
}

#[test]
fn a_goal_that_cannot_be_met_says_which_and_by_how_much() {
    let mut window = Window::of(&late_braker());
    window.click_row("Seeker");
    window.ctrl_shift(Key::T);
    until(&mut window, "now ");
    check(&mut window, "Overshoot under");
    check(&mut window, "Arrive within");
    let limit = window.numbers("Arrive within")[0];
    window.type_into(limit, "0.2");
    let seeds = window.numbers("Seeds")[0];
    window.type_into(seeds, "2");
    window.click_button("Search");
    until(
        &mut window,
        "The search found no values that meet all goals.",
    );
    assert!(window.says("Arrival time is"));
    assert!(window.says("too much."));
    assert!(window.has(Role::Button, "Apply the closest values"));
}

#[test]
fn a_search_can_be_canceled_and_changes_nothing() {
    let scene = late_braker();
    let mut window = Window::of(&scene);
    window.click_row("Seeker");
    window.ctrl_shift(Key::T);
    until(&mut window, "now ");
    let seeds = window.numbers("Seeds")[0];
    window.type_into(seeds, "10000");
    window.click_button("Search");
    window.click_button("Cancel");
    assert!(window.says("Canceled. Nothing was changed."));
    assert_eq!(window.scene().presets, scene.presets);
}

#[test]
fn without_a_goal_the_window_says_what_to_do() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Seeker");
    window.ctrl_shift(Key::T);
    assert!(window.says("Tunes the preset Seeks"));
    check(&mut window, "Overshoot under");
    assert!(window.says("Check at least one goal."));
    check(&mut window, "Overshoot under");
    assert!(!window.says("Check at least one goal."));
    for parameter in ["Max force", "Time to target", "Arrive: slow radius"] {
        uncheck(&mut window, parameter);
    }
    assert!(window.says("Check at least one parameter."));
}

#[test]
fn a_kept_version_is_compared_on_the_same_seed_and_can_be_kept() {
    let mut window = Window::of(&late_braker());
    window.click_row("Seeker");
    window.key(Key::Space);
    window.frames(120);
    window.key(Key::M);
    let before = slow_radius(&window);
    let mass = window.numbers("Mass")[0];
    window.type_into(mass, "3");
    window.frames(3);
    let playback = window.playback();
    let comparison = playback.comparison().expect("A is compared");
    assert!(matches!(comparison.variant(), Variant::Kept { .. }));
    let (a, b) = (comparison.recording(), playback.recording());
    assert_eq!(a.at(0), b.at(0), "both start at the same place");
    assert!(a.last_tick() >= b.last_tick());
    assert_ne!(a.at(60), b.at(60), "and move differently");
    assert!(window.says("Seeks, as kept") && window.says("Seeks, now"));

    let steps = window.steps().len();
    window.click_button("Keep A");
    window.frames(2);
    assert_eq!(window.steps()[steps..], ["Keep A"]);
    assert_eq!(
        window.scene().presets[1].body.mass,
        late_braker().presets[1].body.mass
    );
    assert_eq!(slow_radius(&window), before);
    assert!(window.playback().comparison().is_none());
    assert!(window.playback().ghost().is_none());
    window.ctrl(Key::Z);
    assert_eq!(window.scene().presets[1].body.mass, 3.0);
}

/// How many times a text that is not outlined is drawn on the canvas.
fn drawn(window: &Window, text: &str) -> usize {
    let shapes = &window.harness.output().shapes;
    let drawn = shapes.iter().filter(|clipped| match &clipped.shape {
        egui::Shape::Text(shape) => shape.galley.text() == text,
        _ => false,
    });
    drawn.count()
}

#[test]
fn each_side_of_a_comparison_has_the_rings_of_its_own_version() {
    let mut window = Window::of(&late_braker());
    window.click_row("Seeker");
    window.key(Key::M);
    window.ctrl(Key::M);
    window.frames(3);
    assert_eq!(drawn(&window, "Slow radius 0.50 m"), 2);
    window.scroll_to("Slow radius");
    let field = window.numbers("Slow radius")[0];
    window.type_into(field, "2");
    window.frames(3);
    assert_eq!(drawn(&window, "Slow radius 0.50 m"), 1, "A");
    assert_eq!(drawn(&window, "Slow radius 2.00 m"), 1, "B");
    window.ctrl(Key::M);
    window.frames(3);
    assert_eq!(drawn(&window, "Slow radius 0.50 m"), 0);
    assert_eq!(drawn(&window, "Slow radius 2.00 m"), 1);
}

/// A is what was kept, also which preset the agent had.
#[test]
fn a_kept_version_stays_with_its_agent_when_that_gets_another_preset() {
    let mut scene = late_braker();
    let mut gentle = (*scene.presets[1]).clone();
    gentle.id = steerwright_runtime::scene::PresetId(9);
    gentle.name = "Gentle".into();
    gentle.body.max_speed = 1.0;
    scene.presets.push(Arc::new(gentle));
    let mut window = Window::of(&scene);
    window.click_row("Seeker");
    window.key(Key::M);
    window.choose("Preset", "Gentle");
    window.frames(3);
    assert!(window.says("Seeks, as kept") && window.says("Gentle"));
    let a = window.playback().comparison().expect("A").scene();
    assert_eq!(a.agent(SEEKER), scene.agent(SEEKER));
    window.click_button("Swap A and B");
    window.frames(3);
    assert_eq!(window.scene().agent(SEEKER), scene.agent(SEEKER));
    let a = window.playback().comparison().expect("A").scene();
    let other = a.agent(SEEKER).expect("it is there").preset;
    assert_eq!(a.preset(other).expect("a preset").name, "Gentle");
}

#[test]
fn another_preset_is_compared_and_kept_for_the_agent_alone() {
    let mut scene = late_braker();
    let mut gentle = (*scene.presets[1]).clone();
    gentle.id = steerwright_runtime::scene::PresetId(9);
    gentle.name = "Gentle".into();
    gentle.body.max_speed = 1.0;
    scene.presets.push(Arc::new(gentle));
    let mut window = Window::of(&scene);
    window.click_row("Seeker");
    window.key(Key::Space);
    window.frames(60);
    window.menu("Simulate", "Compare with preset…");
    assert!(window.says("Compare Seeker with"));
    window.click_button("Gentle");
    window.frames(3);
    let comparison = window.playback().comparison().expect("it is compared");
    let moved = |sample: &steerwright_analysis::Sample| sample.speed();
    let at = |recording: &steerwright_analysis::Recording| {
        recording
            .sample(50, SEEKER)
            .map(|sample| moved(&sample))
            .expect("it is there")
    };
    assert!(at(comparison.recording()) < at(window.playback().recording()));
    window.click_button("Keep A");
    window.frames(2);
    let scene = window.scene();
    let own: Vec<u32> = scene.agents.iter().map(|agent| agent.preset.0).collect();
    assert_eq!(own.iter().filter(|preset| **preset == 9).count(), 1);
}

#[test]
fn versions_side_by_side_share_the_view_and_one_is_kept() {
    let mut window = Window::of(&late_braker());
    window.click_row("Seeker");
    window.key(Key::Space);
    window.frames(90);
    window.key(Key::M);
    let mass = window.numbers("Mass")[0];
    window.type_into(mass, "3");
    window.frames(3);
    assert!(
        !window.has(Role::Canvas, "Version A"),
        "they are overlaid at first"
    );
    let whole = window.app().canvas().viewport;
    window.ctrl(Key::M);
    window.frames(3);
    let (b, a) = window.app().canvas().areas();
    let (a, b) = (a.expect("A is shown"), b.expect("B is shown"));
    assert!(a.right() <= b.left() && (a.width() - b.width()).abs() < 3.0);
    let half = window.app().canvas().viewport;
    let shown = |view: &steerwright_authoring::Viewport| view.size.x / view.scale;
    assert!(
        (shown(&half) / shown(&whole) - 1.0).abs() < 0.01,
        "the same area is shown"
    );

    // A is no place to edit: a drag there moves the view of both.
    let steps = window.steps().len();
    let center = a.center();
    window.drag_and_drop(center, center + egui::vec2(40.0, 0.0));
    window.frames(2);
    assert_eq!(window.steps().len(), steps);
    assert_ne!(window.app().canvas().viewport.center, half.center);

    let keeps = button_names(&window);
    assert!(keeps.iter().filter(|name| *name == "Keep A").count() >= 1);
    window.ctrl(Key::M);
    window.frames(3);
    assert!(!window.has(Role::Canvas, "Version A"));
    assert!((window.app().canvas().viewport.scale / whole.scale - 1.0).abs() < 1e-6);
}

#[test]
fn a_preset_of_the_library_is_compared_too_and_keeping_b_leaves_the_agent_selected() {
    let mut window = Window::of(&late_braker());
    window.click_row("Seeker");
    window.key(Key::Space);
    window.frames(60);
    let presets = window.scene().presets.len();
    window.menu("Simulate", "Compare with preset…");
    window.scroll_to("Courier");
    window.click_last("Courier");
    window.frames(3);
    assert!(window.playback().comparison().is_some());
    assert_eq!(window.scene().presets.len(), presets + 1);
    window.ctrl(Key::M);
    window.frames(5);
    let (b, _) = window.app().canvas().areas();
    let b = b.expect("B is shown");
    let buttons = window.harness.get_all_by_label("Keep B");
    let keep = buttons
        .map(|button| button.rect().center())
        .rfind(|at| b.contains(*at));
    window.click(keep.expect("a button above B"));
    window.frames(3);
    assert!(window.playback().comparison().is_none());
    assert_eq!(window.selection().primary(), Some(Item::Agent(SEEKER)));
}
