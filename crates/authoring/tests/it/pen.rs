//! The pen: what clicks, keys and the second button do to a path being drawn.

use crate::tool_harness::{PATH, ToolHarness, at, bits, sample_scene};
use steerwright_authoring::tool::{Outcome, Pen, Preview, Tool, ToolKey};
use steerwright_format::validate;
use steerwright_runtime::scene::Scene;

fn pen() -> Tool {
    Tool::Pen(Pen::default())
}

#[test]
fn the_pen_adds_a_node_a_click_and_ends_by_enter_with_a_walker() {
    let mut hand = ToolHarness::with(Scene::default(), pen());
    for (x, y) in [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        hand.click(at(x, y));
    }
    assert_eq!(hand.steps(), ["Add node"; 3]);
    assert!(hand.key(ToolKey::Enter));
    assert_eq!(hand.outcome, Some(Outcome::PathFinished));
    let scene = &hand.session.scene;
    assert_eq!(scene.paths[0].nodes.len(), 3);
    assert_eq!(scene.agents.len(), 1);
    assert_eq!(
        (scene.agents[0].path, scene.agents[0].position()),
        (Some(scene.paths[0].id), at(0.0, 0.0))
    );
    assert_eq!(validate::scene_errors(scene), []);
    hand.undo_all();
    assert_eq!(bits(&hand.session.scene), bits(&Scene::default()));
}

#[test]
fn a_click_on_the_first_node_closes_the_loop() {
    let mut hand = ToolHarness::with(Scene::default(), pen());
    for (x, y) in [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        hand.click(at(x, y));
    }
    hand.move_to(at(0.1, 0.0));
    assert_eq!(hand.tool.preview(), Some(&Preview::Close(at(0.0, 0.0))));
    hand.click(at(0.1, 0.0));
    let path = &hand.session.scene.paths[0];
    assert!(path.is_closed());
    assert_eq!(path.nodes.len(), 3);
    assert_eq!(hand.outcome, Some(Outcome::PathFinished));
    assert_eq!(hand.steps().last().map(String::as_str), Some("Close path"));
}

#[test]
fn the_second_button_takes_back_the_node_that_the_first_still_holds() {
    let mut hand = ToolHarness::with(sample_scene(), pen());
    hand.drag(at(-8.0, -8.0), at(-6.0, -9.0));
    hand.right(at(-6.0, -9.0));
    hand.release(at(-6.0, -9.0));
    assert_eq!(
        (hand.steps(), bits(&hand.session.scene)),
        (vec![], bits(&sample_scene())),
        "the first node"
    );
    hand.click(at(-8.0, -8.0));
    hand.click(at(-4.0, -8.0));
    hand.drag(at(-4.0, -4.0), at(-5.0, -3.0));
    hand.right(at(-5.0, -3.0));
    hand.release(at(-5.0, -3.0));
    assert_eq!(
        (hand.steps(), hand.session.scene.paths[1].nodes.len()),
        (vec!["Add node".to_owned(); 2], 2)
    );
    hand.click(at(-4.0, -4.0));
    assert_eq!(
        hand.session.scene.paths[1].nodes.len(),
        3,
        "and drawing goes on"
    );
}

#[test]
fn the_second_button_ends_a_path() {
    let mut hand = ToolHarness::with(Scene::default(), pen());
    hand.click(at(0.0, 0.0));
    hand.click(at(4.0, 0.0));
    hand.right(at(9.0, 9.0));
    assert_eq!(hand.outcome, Some(Outcome::PathFinished));
    assert_eq!(hand.session.scene.paths[0].nodes.len(), 2);
    hand.click(at(20.0, 0.0));
    assert_eq!(
        hand.session.scene.paths.len(),
        2,
        "the next click begins another"
    );
}

#[test]
fn backspace_takes_the_last_node_back_and_escape_the_path() {
    let mut hand = ToolHarness::with(sample_scene(), pen());
    for x in [0.0, 4.0, 8.0] {
        hand.click(at(x, -9.0));
    }
    assert!(hand.key(ToolKey::Backspace));
    assert_eq!(hand.session.scene.paths[1].nodes.len(), 2);
    hand.move_to(at(8.0, -7.0));
    assert_eq!(
        hand.tool.preview(),
        Some(&Preview::Segment(at(4.0, -9.0), at(8.0, -7.0)))
    );
    assert!(hand.key(ToolKey::Escape));
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
    assert!(
        !hand.key(ToolKey::Escape),
        "nothing is being drawn any more"
    );
}

#[test]
fn going_on_with_a_path_and_canceling_leaves_it_as_it_was() {
    let mut hand = ToolHarness::with(sample_scene(), pen());
    hand.click(at(12.0, 0.0));
    hand.click(at(16.0, 0.0));
    assert_eq!(hand.session.scene.path(PATH).unwrap().nodes.len(), 5);
    // One more than was drawn: what was there before stays.
    hand.key(ToolKey::Backspace);
    hand.key(ToolKey::Backspace);
    hand.key(ToolKey::Escape);
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
}

#[test]
fn going_on_with_a_path_adds_no_second_walker() {
    let mut hand = ToolHarness::with(sample_scene(), pen());
    hand.click(at(12.0, 0.0));
    hand.click(at(16.0, 0.0));
    hand.key(ToolKey::Enter);
    assert_eq!(hand.session.scene.agents.len(), 3);
    assert_eq!(hand.session.scene.path(PATH).unwrap().nodes.len(), 5);
}

#[test]
fn undo_in_the_middle_of_drawing_takes_the_last_node() {
    let mut hand = ToolHarness::with(Scene::default(), pen());
    hand.click(at(0.0, 0.0));
    hand.click(at(4.0, 0.0));
    hand.session.undo();
    assert_eq!(hand.session.scene.paths[0].nodes.len(), 1);
    hand.click(at(5.0, 5.0));
    assert_eq!(
        hand.session.scene.paths[0].nodes.len(),
        2,
        "and drawing goes on"
    );
    for _ in 0..2 {
        hand.session.undo();
    }
    hand.move_to(at(7.0, 7.0));
    assert_eq!(hand.tool.preview(), None, "the path is gone");
    hand.click(at(7.0, 7.0));
    assert_eq!(
        hand.session.scene.paths[0].nodes.len(),
        1,
        "the next click begins one"
    );
}

#[test]
fn another_tool_ends_the_path_being_drawn() {
    let mut hand = ToolHarness::with(Scene::default(), pen());
    hand.click(at(0.0, 0.0));
    hand.click(at(4.0, 0.0));
    let outcome = hand.work(|tool, bench| tool.finish(bench));
    assert_eq!(outcome, Some(Outcome::PathFinished));
    assert_eq!(hand.session.scene.agents.len(), 1);
}
