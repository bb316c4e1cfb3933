//! Drawing, editing, copying and grouping areas.

use crate::tool_harness::{ToolHarness, at, bits, sample_scene};
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::clipboard::{self, Clip};
use steerwright_authoring::edit;
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::line::LineKind;
use steerwright_authoring::outline;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_authoring::tool::{Pen, Rectangle, Select, Tool, ToolKey};
use steerwright_authoring::transform;
use steerwright_authoring::{Item, Line, Selection, line};
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};
use steerwright_runtime::scene::{AreaId, NodeId, Scene};

const AREA: AreaId = AreaId(1);

fn area_tool() -> Tool {
    Tool::Pen(Pen::new(LineKind::Area))
}

fn node(id: u32) -> Item {
    Item::Node(Line::Area(AREA), NodeId(id))
}

/// An area below the path of the sample scene.
fn with_area() -> Scene {
    let mut scene = sample_scene();
    let corners = [at(0.0, -6.0), at(6.0, -6.0), at(6.0, -10.0)];
    let area = Area::through(AREA, "Gate", AreaRequirement::NoGapOver(8.0), corners);
    scene.editor_mut().areas.push(area);
    scene
}

fn points(scene: &Scene, area: usize) -> Vec<DVec2> {
    let nodes = scene.editor.areas[area].nodes.iter();
    nodes.map(|node| node.position).collect()
}

#[test]
fn clicks_draw_an_area_and_enter_finishes_it() {
    let mut harness = ToolHarness::with(Scene::default(), area_tool());
    for (x, y) in [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        harness.click(at(x, y));
    }
    assert!(harness.key(ToolKey::Enter));
    let scene = &harness.session.scene;
    assert_eq!(points(scene, 0), [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 4.0)]);
    assert_eq!(scene.editor.areas[0].requirement, line::DEFAULT_REQUIREMENT);
    assert_eq!(validate::scene_errors(scene), []);
    assert!(same_simulation(scene, &Scene::default()));
    assert_eq!(harness.session.selection.primary(), Some(Item::Area(AREA)));
    // The first corner ends it too.
    for (x, y) in [(10.0, 0.0), (14.0, 0.0), (14.0, 4.0), (10.0, 0.0)] {
        harness.click(at(x, y));
    }
    harness.click(at(30.0, 30.0));
    assert_eq!(harness.session.scene.editor.areas.len(), 3);
    harness.undo_all();
    assert_eq!(bits(&harness.session.scene), bits(&Scene::default()));
}

#[test]
fn an_area_of_two_corners_is_not_kept() {
    let mut harness = ToolHarness::with(Scene::default(), area_tool());
    harness.click(at(0.0, 0.0));
    harness.click(at(5.0, 0.0));
    harness.key(ToolKey::Enter);
    assert!(harness.session.scene.editor.areas.is_empty());
}

#[test]
fn a_drag_draws_a_rectangular_area_and_a_click_nothing() {
    let tool = Tool::Rectangle(Rectangle::new(LineKind::Area));
    let mut harness = ToolHarness::with(Scene::default(), tool);
    harness.drag(at(1.0, 1.0), at(5.0, 3.0));
    harness.release(at(5.0, 3.0));
    let corners = [at(1.0, 1.0), at(5.0, 1.0), at(5.0, 3.0), at(1.0, 3.0)];
    assert_eq!(points(&harness.session.scene, 0), corners);
    assert_eq!(harness.steps(), ["Draw area"]);
    harness.click(at(20.0, 20.0));
    assert_eq!(harness.session.scene.editor.areas.len(), 1);
}

#[test]
fn corners_and_edges_of_areas_are_edited_like_those_of_walls() {
    let mut harness = ToolHarness::with(with_area(), Tool::Select(Select::default()));
    harness.drag(at(6.0, -10.0), at(8.0, -12.0));
    harness.release(at(8.0, -12.0));
    assert_eq!(points(&harness.session.scene, 0)[2], at(8.0, -12.0));
    harness.click(at(30.0, 30.0));
    // A click on an edge selects the area, and a second one inserts a corner.
    harness.click(at(3.0, -6.0));
    assert_eq!(harness.session.selection.primary(), Some(Item::Area(AREA)));
    harness.click(at(3.0, -6.0));
    assert_eq!(points(&harness.session.scene, 0)[1], at(3.0, -6.0));
    // Inside, nothing is hit.
    harness.click(at(5.0, -7.0));
    assert!(harness.session.selection.is_empty());
    let scene = &mut harness.session.scene;
    edit::delete(scene, &[node(1)]);
    assert_eq!(scene.editor.areas[0].nodes.len(), 3);
    edit::delete(scene, &[Item::Area(AREA)]);
    assert!(scene.editor.areas.is_empty());
}

#[test]
fn areas_are_copied_duplicated_and_grouped() {
    let mut scene = with_area();
    let group = grouping::group(&mut scene, &[Item::Area(AREA)]).expect("a group");
    let props = outline::props_of(&scene, Item::Area(AREA)).expect("properties");
    assert_eq!(props.group, Some(group));
    let clip = Clip::of(&scene, &Selection::of([Item::Area(AREA)])).expect("a clip");
    let clip = Clip::read(&clip.text().expect("text")).expect("readable");
    let pasted = clipboard::paste(&mut scene, &clip, at(1.0, 2.0));
    assert_eq!(pasted, [Item::Area(AreaId(2))]);
    assert_eq!(points(&scene, 1)[0], at(1.0, -4.0));
    let copy = &scene.editor.areas[1];
    assert_eq!(
        (copy.name.as_str(), copy.requirement),
        ("Gate 2", AreaRequirement::NoGapOver(8.0))
    );
    let props = outline::props_of(&scene, Item::Area(AreaId(2))).expect("properties");
    assert_eq!(props.group, Some(group), "in the same group");
    let mut selection = Selection::of([node(1)]);
    duplicate::duplicate(&mut scene, &mut selection, at(-1.0, 0.0));
    assert_eq!(points(&scene, 0)[1], at(-1.0, -6.0));
    assert_eq!(validate::scene_errors(&scene), []);
    // Areas that are not selected are not in a clip.
    let path = Item::Path(scene.paths[0].id);
    let clip = Clip::of(&scene, &Selection::of([path])).expect("a clip");
    assert!(clipboard::paste(&mut Scene::default(), &clip, DVec2::ZERO).len() == 1);
    assert!(!clip.text().expect("text").contains("no_gap_over"));
}

#[test]
fn an_area_has_the_box_of_its_corners() {
    let mut scene = Scene::default();
    let area = line::add_rectangle(&mut scene, LineKind::Area, at(-1.0, 2.0), at(3.0, 5.0));
    let bounds = transform::bounds(&scene, &Selection::of([area.into()]));
    let (min, max) = (at(-1.0, 2.0), at(3.0, 5.0));
    assert_eq!(bounds, Some(Bounds { min, max }));
}
