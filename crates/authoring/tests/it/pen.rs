//! The Pen tool: what clicks, keys and the secondary button do to a path being drawn.

use crate::tool_harness::{PATH, ToolHarness, at, bits, sample_scene};
use steerwright_authoring::tool::{Outcome, Pen, Preview, Tool, ToolKey};
use steerwright_format::validate;
use steerwright_runtime::scene::Scene;

fn pen() -> Tool {
    Tool::Pen(Pen::default())
}

#[test]
fn clicks_add_nodes_and_enter_finishes_the_path_with_an_agent() {
    let mut harness = ToolHarness::with(Scene::default(), pen());
    for (x, y) in [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        harness.click(at(x, y));
    }
    assert_eq!(harness.steps(), ["Add node"; 3]);
    assert!(harness.key(ToolKey::Enter));
    assert_eq!(harness.outcome, Some(Outcome::FirstAgentAdded));
    let scene = &harness.session.scene;
    assert_eq!(scene.paths[0].nodes.len(), 3);
    assert_eq!(scene.agents.len(), 1);
    assert_eq!(
        (scene.agents[0].path, scene.agents[0].position),
        (Some(scene.paths[0].id), at(0.0, 0.0))
    );
    assert_eq!(validate::scene_errors(scene), []);
    harness.undo_all();
    assert_eq!(bits(&harness.session.scene), bits(&Scene::default()));
}

#[test]
fn clicking_the_first_node_closes_the_loop() {
    let mut harness = ToolHarness::with(Scene::default(), pen());
    for (x, y) in [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        harness.click(at(x, y));
    }
    harness.move_to(at(0.1, 0.0));
    assert_eq!(harness.tool.preview(), Some(&Preview::Close(at(0.0, 0.0))));
    harness.click(at(0.1, 0.0));
    let path = &harness.session.scene.paths[0];
    assert!(path.is_closed());
    assert_eq!(path.nodes.len(), 3);
    assert_eq!(harness.outcome, Some(Outcome::FirstAgentAdded));
    assert_eq!(
        harness.steps().last().map(String::as_str),
        Some("Close path")
    );
}

#[test]
fn the_secondary_button_cancels_the_node_being_dragged() {
    let mut harness = ToolHarness::with(sample_scene(), pen());
    harness.drag(at(-8.0, -8.0), at(-6.0, -9.0));
    harness.right(at(-6.0, -9.0));
    harness.release(at(-6.0, -9.0));
    assert_eq!(
        (harness.steps(), bits(&harness.session.scene)),
        (vec![], bits(&sample_scene())),
        "the first node"
    );
    harness.click(at(-8.0, -8.0));
    harness.click(at(-4.0, -8.0));
    harness.drag(at(-4.0, -4.0), at(-5.0, -3.0));
    harness.right(at(-5.0, -3.0));
    harness.release(at(-5.0, -3.0));
    assert_eq!(
        (harness.steps(), harness.session.scene.paths[1].nodes.len()),
        (vec!["Add node".to_owned(); 2], 2)
    );
    harness.click(at(-4.0, -4.0));
    assert_eq!(
        harness.session.scene.paths[1].nodes.len(),
        3,
        "and drawing continues"
    );
}

#[test]
fn the_secondary_button_finishes_a_path() {
    let mut harness = ToolHarness::with(Scene::default(), pen());
    harness.click(at(0.0, 0.0));
    harness.click(at(4.0, 0.0));
    harness.right(at(9.0, 9.0));
    assert_eq!(harness.outcome, Some(Outcome::FirstAgentAdded));
    assert_eq!(harness.session.scene.paths[0].nodes.len(), 2);
    harness.click(at(20.0, 0.0));
    assert_eq!(
        harness.session.scene.paths.len(),
        2,
        "the next click begins another"
    );
}

#[test]
fn backspace_removes_the_last_node_and_escape_the_path() {
    let mut harness = ToolHarness::with(sample_scene(), pen());
    for x in [0.0, 4.0, 8.0] {
        harness.click(at(x, -9.0));
    }
    assert!(harness.key(ToolKey::Backspace));
    assert_eq!(harness.session.scene.paths[1].nodes.len(), 2);
    harness.move_to(at(8.0, -7.0));
    assert_eq!(
        harness.tool.preview(),
        Some(&Preview::Segment(at(4.0, -9.0), at(8.0, -7.0)))
    );
    assert!(harness.key(ToolKey::Escape));
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
    assert!(
        !harness.key(ToolKey::Escape),
        "nothing is being drawn any more"
    );
}

#[test]
fn canceling_an_extension_restores_the_path() {
    let mut harness = ToolHarness::with(sample_scene(), pen());
    harness.click(at(12.0, 0.0));
    harness.click(at(16.0, 0.0));
    assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 5);
    // One more than was drawn: earlier nodes stay.
    harness.key(ToolKey::Backspace);
    harness.key(ToolKey::Backspace);
    harness.key(ToolKey::Escape);
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
}

#[test]
fn extending_a_path_adds_no_second_agent() {
    let mut harness = ToolHarness::with(sample_scene(), pen());
    harness.click(at(12.0, 0.0));
    harness.click(at(16.0, 0.0));
    harness.key(ToolKey::Enter);
    assert_eq!(harness.session.scene.agents.len(), 3);
    assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 5);
}

#[test]
fn only_the_first_path_of_a_scene_without_agents_gets_one() {
    let mut harness = ToolHarness::with(Scene::default(), pen());
    for y in [0.0, 8.0] {
        harness.outcome = None;
        harness.click(at(0.0, y));
        harness.click(at(6.0, y));
        harness.key(ToolKey::Enter);
    }
    let scene = &harness.session.scene;
    assert_eq!((scene.paths.len(), scene.agents.len()), (2, 1));
    assert_eq!(scene.agents[0].path, Some(scene.paths[0].id));
    assert_eq!(harness.outcome, None, "and the run does not start again");
}

#[test]
fn undo_while_drawing_removes_the_last_node() {
    let mut harness = ToolHarness::with(Scene::default(), pen());
    harness.click(at(0.0, 0.0));
    harness.click(at(4.0, 0.0));
    harness.session.undo();
    assert_eq!(harness.session.scene.paths[0].nodes.len(), 1);
    harness.click(at(5.0, 5.0));
    assert_eq!(
        harness.session.scene.paths[0].nodes.len(),
        2,
        "and drawing continues"
    );
    for _ in 0..2 {
        harness.session.undo();
    }
    harness.move_to(at(7.0, 7.0));
    assert_eq!(harness.tool.preview(), None, "the path is gone");
    harness.click(at(7.0, 7.0));
    assert_eq!(
        harness.session.scene.paths[0].nodes.len(),
        1,
        "the next click begins one"
    );
}

#[test]
fn switching_tools_finishes_the_path() {
    let mut harness = ToolHarness::with(Scene::default(), pen());
    harness.click(at(0.0, 0.0));
    harness.click(at(4.0, 0.0));
    let outcome = harness.work(|tool, context| tool.finish(context.session));
    assert_eq!(outcome, Some(Outcome::FirstAgentAdded));
    assert_eq!(harness.session.scene.agents.len(), 1);
}
