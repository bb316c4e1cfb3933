//! Drawing, editing, copying and grouping walls.

use crate::tool_harness::{CTRL, SHIFT, ToolHarness, at, bits, sample_scene};
use std::sync::Arc;
use steerwright_authoring::clipboard::{self, Clip};
use steerwright_authoring::edit;
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::line::LineKind;
use steerwright_authoring::outline::{self, Entry, Flag};
use steerwright_authoring::tool::{Pen, Preview, Rectangle, Select, Tool, ToolKey};
use steerwright_authoring::{Item, Line, Selection, line};
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{NodeId, Scene, Wall, WallId};

const WALL: WallId = WallId(1);

fn wall_tool() -> Tool {
    Tool::Pen(Pen::new(LineKind::Wall))
}

fn node(id: u32) -> Item {
    Item::Node(Line::Wall(WALL), NodeId(id))
}

/// A wall with a corner below the path of the sample scene.
fn with_wall() -> Scene {
    let points = [at(0.0, -6.0), at(6.0, -6.0), at(6.0, -10.0)];
    Scene {
        walls: vec![Arc::new(Wall::through(WALL, "Fence", points))],
        ..sample_scene()
    }
}

fn points(scene: &Scene, wall: usize) -> Vec<DVec2> {
    let nodes = scene.walls[wall].nodes.iter();
    nodes.map(|node| node.position).collect()
}

#[test]
fn clicks_draw_a_wall_and_enter_finishes_it() {
    let mut harness = ToolHarness::with(Scene::default(), wall_tool());
    for (x, y) in [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        harness.click(at(x, y));
    }
    assert!(harness.key(ToolKey::Enter));
    let scene = &harness.session.scene;
    assert_eq!(points(scene, 0), [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 4.0)]);
    let wall = &scene.walls[0];
    assert!(wall.blocks_motion && wall.blocks_sight && !wall.closed && wall.open.is_none());
    assert!(scene.agents.is_empty() && scene.paths.is_empty());
    assert_eq!(validate::scene_errors(scene), []);
    assert_eq!(harness.session.selection.primary(), Some(Item::Wall(WALL)));
    harness.undo_all();
    assert_eq!(bits(&harness.session.scene), bits(&Scene::default()));
}

#[test]
fn clicking_the_first_node_closes_a_wall() {
    let mut harness = ToolHarness::with(Scene::default(), wall_tool());
    for (x, y) in [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        harness.click(at(x, y));
    }
    harness.move_to(at(0.1, 0.0));
    assert_eq!(harness.tool.preview(), Some(&Preview::Close(at(0.0, 0.0))));
    harness.click(at(0.1, 0.0));
    assert!(harness.session.scene.walls[0].closed);
    assert_eq!(
        harness.steps().last().map(String::as_str),
        Some("Close wall")
    );
    harness.click(at(9.0, 9.0));
    assert_eq!(
        harness.session.scene.walls.len(),
        2,
        "the next click begins another"
    );
}

#[test]
fn a_wall_of_a_single_node_is_not_kept() {
    let mut harness = ToolHarness::with(Scene::default(), wall_tool());
    harness.click(at(0.0, 0.0));
    harness.key(ToolKey::Enter);
    assert!(harness.session.scene.walls.is_empty());
}

#[test]
fn clicking_an_end_extends_that_wall_but_not_a_path() {
    let mut harness = ToolHarness::with(with_wall(), wall_tool());
    harness.click(at(0.0, -6.0));
    harness.click(at(-3.0, -6.0));
    harness.key(ToolKey::Enter);
    assert_eq!(points(&harness.session.scene, 0)[0], at(-3.0, -6.0));
    assert_eq!(harness.session.scene.walls.len(), 1);
    harness.click(at(0.0, 0.0));
    harness.click(at(0.0, 5.0));
    harness.key(ToolKey::Enter);
    assert_eq!(harness.session.scene.paths, with_wall().paths);
    assert_eq!(harness.session.scene.walls.len(), 2);
}

#[test]
fn a_drag_draws_a_rectangle_and_a_click_nothing() {
    let tool = Tool::Rectangle(Rectangle::new(LineKind::Wall));
    let mut harness = ToolHarness::with(Scene::default(), tool);
    harness.drag(at(1.0, 1.0), at(5.0, 3.0));
    harness.release(at(5.0, 3.0));
    let corners = [at(1.0, 1.0), at(5.0, 1.0), at(5.0, 3.0), at(1.0, 3.0)];
    assert_eq!(points(&harness.session.scene, 0), corners);
    assert!(harness.session.scene.walls[0].closed);
    assert_eq!(harness.steps(), ["Draw wall"]);
    harness.click(at(20.0, 20.0));
    assert_eq!(harness.session.scene.walls.len(), 1);
    assert_eq!(harness.steps(), ["Draw wall"]);
    harness.holding(SHIFT, |harness| {
        harness.drag(at(20.0, 20.0), at(23.0, 15.0));
        harness.release(at(23.0, 15.0));
    });
    assert_eq!(
        points(&harness.session.scene, 1)[2],
        at(25.0, 15.0),
        "a square"
    );
}

#[test]
fn escape_cancels_a_rectangle() {
    let tool = Tool::Rectangle(Rectangle::new(LineKind::Wall));
    let mut harness = ToolHarness::with(Scene::default(), tool);
    harness.drag(at(1.0, 1.0), at(5.0, 3.0));
    assert!(harness.key(ToolKey::Escape));
    assert_eq!(bits(&harness.session.scene), bits(&Scene::default()));
}

#[test]
fn a_click_on_the_line_selects_the_wall_and_another_inserts_a_node() {
    let mut harness = ToolHarness::on(with_wall());
    harness.click(at(3.0, -6.0));
    assert_eq!(harness.session.selection.primary(), Some(Item::Wall(WALL)));
    harness.click(at(2.0, -6.0));
    assert_eq!(points(&harness.session.scene, 0)[1], at(2.0, -6.0));
    assert_eq!(harness.steps(), ["Insert node"]);
    assert_eq!(harness.session.selection.primary(), Some(node(4)));
}

#[test]
fn nodes_and_whole_walls_are_dragged() {
    let mut harness = ToolHarness::on(with_wall());
    harness.drag(at(6.0, -6.0), at(7.5, -7.0));
    harness.release(at(7.5, -7.0));
    assert_eq!(points(&harness.session.scene, 0)[1], at(7.5, -7.0));
    assert_eq!(harness.steps(), ["Move node 2"]);
    harness.session.undo();
    harness.session.selection.clear();
    harness.tool = Tool::Select(Select::default());
    harness.drag(at(3.0, -6.0), at(3.0, -9.5));
    harness.release(at(3.0, -9.5));
    assert_eq!(
        points(&harness.session.scene, 0),
        [at(0.0, -9.5), at(6.0, -9.5), at(6.0, -13.5)]
    );
    assert_eq!(harness.steps(), ["Move wall"]);
}

#[test]
fn ctrl_click_selects_both_ends_of_an_edge_which_then_move_together() {
    let mut harness = ToolHarness::on(with_wall());
    harness.session.selection.set(Item::Wall(WALL));
    harness.holding(CTRL, |harness| harness.click(at(6.0, -8.0)));
    assert_eq!(harness.session.selection, Selection::of([node(2), node(3)]));
    harness.drag(at(6.0, -8.0), at(8.0, -8.0));
    harness.release(at(8.0, -8.0));
    assert_eq!(
        points(&harness.session.scene, 0),
        [at(0.0, -6.0), at(8.0, -6.0), at(8.0, -10.0)]
    );
}

#[test]
fn a_new_node_snaps_to_a_wall() {
    let mut harness = ToolHarness::with(with_wall(), Tool::Pen(Pen::default()));
    harness.click(at(3.0, -6.05));
    assert_eq!(
        harness.session.scene.paths[1].nodes[0].position,
        at(3.0, -6.0)
    );
}

#[test]
fn hidden_and_locked_walls_stay_as_they_are() {
    for flag in [Flag::Hidden, Flag::Locked] {
        let mut scene = with_wall();
        outline::set_flag(&mut scene, Entry::Item(Item::Wall(WALL)), flag, true);
        let mut harness = ToolHarness::on(scene.clone());
        harness.drag(at(6.0, -6.0), at(7.5, -7.0));
        harness.release(at(7.5, -7.0));
        harness.click(at(3.0, -6.0));
        assert!(harness.session.selection.is_empty());
        assert_eq!(harness.session.scene, scene);
    }
}

#[test]
fn copies_of_walls_and_of_their_nodes_have_ids_of_their_own() {
    let mut scene = with_wall();
    let clip = Clip::of(&scene, &Selection::of([Item::Wall(WALL)])).expect("a wall is copied");
    let clip = Clip::read(&clip.text().expect("as text")).expect("read back");
    let pasted = clipboard::paste(&mut scene, &clip, at(1.0, 1.0));
    assert_eq!(pasted, [Item::Wall(WallId(2))]);
    assert_eq!(points(&scene, 1)[0], at(1.0, -5.0));
    assert_eq!(scene.walls[1].name, "Fence 2");

    let part = Clip::of(&scene, &Selection::of([node(1), node(2)])).expect("an edge is copied");
    let pasted = clipboard::paste(&mut scene, &part, DVec2::ZERO);
    assert_eq!(pasted, [Item::Wall(WallId(3))]);
    assert_eq!(points(&scene, 2), [at(0.0, -6.0), at(6.0, -6.0)]);

    let mut selection = Selection::of([node(2), node(3)]);
    duplicate::duplicate(&mut scene, &mut selection, at(0.0, -1.0));
    assert_eq!(selection, Selection::of([node(4), node(5)]));
    assert_eq!(points(&scene, 0)[3..], [at(6.0, -7.0), at(6.0, -11.0)]);
    assert_eq!(validate::scene_errors(&scene), []);
}

#[test]
fn deleting_the_nodes_of_a_wall_deletes_the_wall() {
    let mut scene = with_wall();
    edit::delete(&mut scene, &[node(2)]);
    assert_eq!(points(&scene, 0), [at(0.0, -6.0), at(6.0, -10.0)]);
    edit::delete(&mut scene, &[node(1), node(3)]);
    assert!(scene.walls.is_empty());
}

#[test]
fn a_wall_splits_at_a_node_and_two_walls_join_at_their_nearest_ends() {
    let mut scene = with_wall();
    let new = line::split(&mut scene, WALL, NodeId(2)).expect("an inner node");
    assert_eq!(points(&scene, 0), [at(0.0, -6.0), at(6.0, -6.0)]);
    assert_eq!(points(&scene, 1), [at(6.0, -6.0), at(6.0, -10.0)]);
    assert_eq!(validate::scene_errors(&scene), []);
    let both = Selection::of([Item::Wall(WALL), new.into()]);
    let pair = line::ends_to_join(&scene, &both).expect("two open walls");
    assert_eq!(line::join(&mut scene, pair.0, pair.1), Some(WALL.into()));
    assert_eq!(points(&scene, 0), points(&with_wall(), 0));
    let one = Selection::of([Item::Wall(WALL)]);
    let pair = line::ends_to_join(&scene, &one).expect("an open wall");
    line::join(&mut scene, pair.0, pair.1);
    assert!(scene.walls[0].closed);
    line::split(&mut scene, WALL, NodeId(2));
    assert!(!scene.walls[0].closed);
    assert_eq!(points(&scene, 0).first(), points(&scene, 0).last());
}

#[test]
fn with_ctrl_a_click_on_an_end_begins_another_wall_there() {
    let mut harness = ToolHarness::with(Scene::default(), wall_tool());
    for (x, y) in [(0.0, 0.0), (4.0, 0.0)] {
        harness.click(at(x, y));
    }
    harness.key(ToolKey::Enter);
    harness.holding(CTRL, |harness| harness.click(at(4.03, 0.02)));
    harness.click(at(6.0, 0.0));
    harness.key(ToolKey::Enter);
    let walls = &harness.session.scene.walls;
    assert_eq!(walls.len(), 2);
    assert_eq!(walls[0].nodes.len(), 2);
    let places: Vec<_> = walls[1].nodes.iter().map(|node| node.position).collect();
    assert_eq!(places, [at(4.0, 0.0), at(6.0, 0.0)]);
}
