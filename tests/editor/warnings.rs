//! Warnings lead to what they are about.

use crate::sample_scene::{PATH, sample_scene};
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, Rect, Shape, vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use std::sync::Arc;
use steerwright::editor::theme;
use steerwright_analysis::lint::{Rule, Subject, diagnostics};
use steerwright_authoring::{Item, Line};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Node, NodeId, PathId, PatrolPath, PresetId, Scene, Wall,
    WallId,
};

/// The sample scene with a mistake of each kind, far from one another.
fn with_mistakes() -> Scene {
    let mut scene = sample_scene();
    Arc::make_mut(&mut scene.paths[0]).nodes[1].radius = Some(9.0);
    let agents = Arc::make_mut(&mut scene.agents);
    agents[2].target = None;
    agents[2].position = at(-500.0, 400.0);
    agents.push(Agent::at(
        AgentId(9),
        "Statue",
        PresetId(9),
        at(700.0, -300.0),
    ));
    let mut still = (*scene.presets[1]).clone();
    (still.id, still.name, still.body.max_speed) = (PresetId(9), "Still".into(), 0.0);
    scene.presets.push(Arc::new(still));
    let mut spare = PatrolPath::new(PathId(9), "Spare");
    spare.nodes = vec![
        Node::at(NodeId(1), at(-600.0, -600.0)),
        Node::at(NodeId(2), at(-610.0, -600.0)),
    ];
    scene.paths.push(Arc::new(spare));
    let post = Wall::through(WallId(1), "Post", [at(900.0, 900.0)]);
    scene.walls.push(Arc::new(post));
    scene
}

/// The item of a subject, and where it is.
fn place_of(window: &Window, subject: Subject) -> (Item, DVec2) {
    let scene = window.scene();
    let agent_at = |agent: &Agent| {
        let positions = window.playback().positions();
        let found = positions.into_iter().find(|(id, _)| *id == agent.id);
        found.expect("it is in the run").1
    };
    match subject {
        Subject::Path(id) => (Item::Path(id), scene.path(id).unwrap().nodes[0].position),
        Subject::Node(path, node) => (
            Item::Node(Line::Path(path), node),
            scene.node(path, node).unwrap().position,
        ),
        Subject::Agent(id) => (Item::Agent(id), agent_at(scene.agent(id).unwrap())),
        Subject::Preset(id, _) => {
            let user = scene.agents.iter().find(|agent| agent.preset == id);
            (Item::Preset(id), agent_at(user.expect("an agent has it")))
        }
        Subject::Wall(id) => (Item::Wall(id), scene.wall(id).unwrap().nodes[0].position),
        Subject::Marker(id) => (Item::Marker(id), scene.marker(id).unwrap().position),
        Subject::Area(_) | Subject::Picture(_) | Subject::Track(_) => {
            panic!("no {subject:?} has a mistake")
        }
    }
}

#[test]
fn every_warning_selects_and_shows_its_item() {
    let scene = with_mistakes();
    let found = diagnostics(&scene);
    let has = |is: fn(&Subject) -> bool| found.iter().any(|warning| is(&warning.subject));
    assert!(has(|subject| matches!(subject, Subject::Path(_))));
    assert!(has(|subject| matches!(subject, Subject::Node(PATH, _))));
    assert!(has(|subject| matches!(subject, Subject::Agent(_))));
    assert!(has(|subject| matches!(subject, Subject::Preset(..))));
    assert!(has(|subject| matches!(subject, Subject::Wall(_))));
    let mut window = Window::of(&scene);
    for warning in found {
        // The view is at the seeker before.
        window.click_row("Seeker");
        window.key_with(Key::F, Modifiers::SHIFT);
        window.ctrl_shift(Key::A);
        window.frames(3);
        let mut buttons = window
            .harness
            .query_all_by_role_and_label(Role::Button, &warning.message);
        let button = buttons.next().expect("the warning is listed");
        let button = button.rect().center();
        drop(buttons);
        window.click(button);
        window.frames(3);
        let (item, place) = place_of(&window, warning.subject);
        let message = &warning.message;
        assert_eq!(window.selection().primary(), Some(item), "{message}");
        let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
        let canvas = canvas.rect();
        assert!(canvas.contains(window.pos(place)), "{message}");
    }
}

/// Clicks a warning about something in the inspector of the scene. Returns its message.
fn click_warning(window: &mut Window, about: &str) -> String {
    window.ctrl_shift(Key::A);
    window.frames(3);
    let warnings = By::new().role(Role::Button).label_contains(about);
    let warning = window.harness.get_all(warnings).next().expect("a warning");
    let text = warning.accesskit_node().label().unwrap_or_default();
    let place = warning.rect().center();
    window.click(place);
    window.frames(30);
    text
}

/// The sample scene with seekers that brake too late.
fn late_brakers() -> Scene {
    let mut scene = sample_scene();
    let preset = Arc::make_mut(&mut scene.presets[1]);
    preset.body.max_force = 6.0;
    let Motion::Steered(steered) = &mut preset.motion else {
        panic!("steered")
    };
    let Behavior::Arrive(arrive) = &mut steered.behaviors[0].behavior else {
        panic!("arrive")
    };
    arrive.slow_radius = 0.4;
    scene
}

#[test]
fn a_warning_about_a_number_shows_its_field_and_its_ring() {
    let mut window = Window::of(&late_brakers());
    click_warning(&mut window, "overshoots its target");
    let slow = window
        .harness
        .get_all_by_role_and_label(Role::Slider, "Slow radius")
        .next()
        .expect("its field")
        .rect();
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(1600.0, 1000.0));
    assert!(screen.shrink(30.0).contains_rect(slow), "{slow}");
    let accent = theme::colors(&window.harness.ctx).accent;
    let is_outline = |shape: &Shape| match shape {
        Shape::Rect(rect) => {
            rect.stroke.color == accent && rect.rect.contains(slow.center()) && rect.fill.a() == 0
        }
        _ => false,
    };
    let outlined = |window: &Window| {
        let shapes = &window.harness.output().shapes;
        shapes.iter().any(|clipped| is_outline(&clipped.shape))
    };
    assert!(outlined(&window));
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    let canvas = canvas.rect();
    for place in [at(8.0, 6.0), at(8.0, 6.4), at(-4.0, 8.0)] {
        assert!(canvas.contains(window.pos(place)), "{place}");
    }
    window.frames(240);
    assert!(!outlined(&window), "only for a moment");
}

#[test]
fn a_warning_about_a_missing_reference_shows_its_field() {
    let mut scene = sample_scene();
    Arc::make_mut(&mut scene.agents)[2].target = None;
    let mut window = Window::of(&scene);
    click_warning(&mut window, "has no target");
    assert!(matches!(
        window.selection().primary(),
        Some(Item::Agent(AgentId(3)))
    ));
    let target = window.position_of(Role::ComboBox, "Target");
    let accent = theme::colors(&window.harness.ctx).accent;
    let shapes = &window.harness.output().shapes;
    assert!(shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Rect(rect) => rect.stroke.color == accent && rect.rect.contains(target),
        _ => false,
    }));
}

#[test]
fn a_warning_about_an_overlap_goes_to_its_time_with_both_agents() {
    let mut scene = sample_scene();
    // Both go to the same target.
    let agents = Arc::make_mut(&mut scene.agents);
    agents[1].position = at(0.0, 6.0);
    agents[2].position = at(-3.0, 6.0);
    let found = diagnostics(&scene);
    let overlap = found.iter().find(|own| own.rule == Rule::BodiesOverlap);
    let moment = overlap.and_then(|own| own.moment).expect("they overlap");
    assert!(moment.tick > 0);
    let mut window = Window::of(&scene);
    click_warning(&mut window, "overlap by up to");
    assert_eq!(window.playback().tick(), moment.tick);
    assert!(!window.playback().is_playing());
    for agent in [AgentId(2), AgentId(3)] {
        assert!(window.selection().contains(Item::Agent(agent)));
    }
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    let canvas = canvas.rect();
    for (id, place) in window.playback().positions() {
        if id != AgentId(1) {
            assert!(canvas.contains(window.pos(place)), "{id:?}");
        }
    }
}
