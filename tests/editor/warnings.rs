//! Warnings lead to what they are about.

use crate::sample_scene::{PATH, sample_scene};
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright_analysis::lint::{Subject, diagnostics};
use steerwright_authoring::Item;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Node, NodeId, PathId, PatrolPath, PresetId, Scene, Wall, WallId,
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
            Item::Node(path, node),
            scene.node(path, node).unwrap().position,
        ),
        Subject::Agent(id) => (Item::Agent(id), agent_at(scene.agent(id).unwrap())),
        Subject::Preset(id, _) => {
            let user = scene.agents.iter().find(|agent| agent.preset == id);
            (Item::Preset(id), agent_at(user.expect("an agent has it")))
        }
        Subject::Wall(id) => (Item::Wall(id), scene.wall(id).unwrap().nodes[0].position),
        Subject::Marker(id) => (Item::Marker(id), scene.marker(id).unwrap().position),
        Subject::Area(_) | Subject::Picture(_) => panic!("no {subject:?} has a mistake"),
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
