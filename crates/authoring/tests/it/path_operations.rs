//! Operations on paths: insert, extend, split, join, reverse, close, set start, simplify.

use crate::tool_harness::{GUARD, PATH, ToolHarness, at, bits, sample_scene};
use std::sync::Arc;
use steerwright_authoring::line::End;
use steerwright_authoring::paths::ops;
use steerwright_authoring::paths::simplify;
use steerwright_authoring::tool::{Pen, Preview, Tool, ToolKey};
use steerwright_authoring::{Item, Line, Selection, line};
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, Node, NodeId, PathId, PatrolPath, Scene};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};

const OTHER: PathId = PathId(2);

fn path_of(id: PathId, places: &[(f64, f64)]) -> PatrolPath {
    let mut path = PatrolPath::new(id, format!("Path {id}"));
    path.nodes = places
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), at(x, y)))
        .collect();
    path
}

/// The sample scene, whose path goes from (0, 0) to (12, 0), with another path.
fn with_other(places: &[(f64, f64)]) -> Scene {
    let mut scene = sample_scene();
    scene.paths.push(Arc::new(path_of(OTHER, places)));
    scene
}

fn looped() -> Scene {
    let mut scene = sample_scene();
    let path = scene.path_mut(PATH).unwrap();
    path.traversal = Traversal::Loop;
    path.nodes[3].position.y = 8.0;
    scene
}

fn ids(scene: &Scene, path: PathId) -> Vec<u32> {
    scene
        .path(path)
        .unwrap()
        .nodes
        .iter()
        .map(|node| node.id.0)
        .collect()
}

fn xs(scene: &Scene, path: PathId) -> Vec<f64> {
    scene
        .path(path)
        .unwrap()
        .nodes
        .iter()
        .map(|node| node.position.x)
        .collect()
}

#[test]
fn an_inserted_node_snaps_and_follows_the_pointer_until_release() {
    // Near the middle of the segment, a node of another path is next to the line.
    let mut harness = ToolHarness::on(with_other(&[(6.0, 0.1), (6.0, 9.0)]));
    harness.session.selection.set(Item::Path(PATH));
    harness.move_to(at(5.84, -0.14));
    assert_eq!(
        harness.tool.preview(),
        Some(&Preview::Insert(at(6.0, 0.1))),
        "the sign is where the node will be"
    );
    harness.press(at(5.84, -0.14));
    assert_eq!(harness.node(2), at(6.0, 0.1));
    harness.move_to(at(5.5, 2.5));
    harness.move_to(at(5.5, 3.5));
    assert!(harness.steps().is_empty());
    harness.release(at(5.5, 3.5));
    assert_eq!(harness.steps(), ["Insert node"]);
    assert!(
        (harness.node(2) - at(5.66, 3.74)).length() < 1e-9,
        "{}",
        harness.node(2)
    );
}

#[test]
fn on_a_self_crossing_path_the_node_is_inserted_into_the_segment_under_the_pointer() {
    // A figure eight through (0, 0): the third segment crosses the first in the middle.
    let eight = [(-4.0, -4.0), (4.0, 4.0), (4.0, -4.0), (-4.0, 4.0)];
    let mut scene = Scene::default();
    scene.paths.push(Arc::new(path_of(PATH, &eight)));
    for (p, index) in [
        (at(-1.0, -1.0), 1),
        (at(1.0, 1.0), 1),
        (at(1.0, -1.0), 3),
        (at(-1.0, 1.0), 3),
        (at(4.0, 1.0), 2),
    ] {
        let mut harness = ToolHarness::on(scene.clone());
        harness.session.selection.set(Item::Path(PATH));
        harness.click(p);
        assert!((harness.node(index) - p).length() < 1e-9, "at {p}");
        let others: Vec<DVec2> = (0..5)
            .filter(|&i| i != index)
            .map(|i| harness.node(i))
            .collect();
        assert_eq!(others, eight.map(|(x, y)| at(x, y)));
    }
    // Two overlapping segments: the second one is slightly nearer.
    let mut scene = Scene::default();
    scene.paths.push(Arc::new(path_of(
        PATH,
        &[(0.0, 0.0), (8.0, 0.0), (0.0, 0.05)],
    )));
    let mut harness = ToolHarness::on(scene);
    harness.session.selection.set(Item::Path(PATH));
    harness.click(at(2.0, 0.04));
    assert!(
        (harness.node(2).x - 2.0).abs() < 0.1,
        "it is on the way back: {}",
        harness.node(2)
    );
}

#[test]
fn extend_dots_extend_a_path() {
    for (at_start, index, before) in [(true, 0, at(0.0, 0.0)), (false, 4, at(12.0, 0.0))] {
        let mut harness = ToolHarness::on(sample_scene());
        harness.session.selection.set(Item::Path(PATH));
        let dots = harness.work(|_, context| context.end_dots());
        let dot = dots
            .into_iter()
            .find(|dot| dot.at_start == at_start)
            .unwrap();
        assert_eq!(dot.end, before);
        harness.move_to(dot.position);
        assert_eq!(
            harness.tool.preview(),
            Some(&Preview::Extend(dot.end, dot.position))
        );
        let to = before + at(0.0, 5.0);
        harness.drag(dot.position, to);
        harness.release(to);
        assert_eq!(harness.steps(), ["Extend path"]);
        assert!((harness.node(index) - to).length() < 1e-9);
        assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 5);
        harness.session.undo();
        assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
    }
    let mut harness = ToolHarness::on(looped());
    harness.session.selection.set(Item::Path(PATH));
    assert_eq!(
        harness.work(|_, context| context.end_dots()),
        [],
        "a loop has no ends"
    );
}

#[test]
fn the_pen_extends_a_path_from_either_end() {
    for (end, xs_after) in [
        (at(12.0, 0.0), [0.0, 4.0, 8.0, 12.0, 16.0, 20.0]),
        (at(0.0, 0.0), [-8.0, -4.0, 0.0, 4.0, 8.0, 12.0]),
    ] {
        let mut harness = ToolHarness::with(sample_scene(), Tool::Pen(Pen::default()));
        let away = if end.x > 0.0 {
            at(4.0, 0.0)
        } else {
            at(-4.0, 0.0)
        };
        harness.click(end);
        harness.click(end + away);
        harness.click(end + away * 2.0);
        assert_eq!(xs(&harness.session.scene, PATH), xs_after);
        harness.key(ToolKey::Backspace);
        assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 5);
        harness.click(end + away * 2.0);
        // The far end closes the loop.
        let far = at(12.0 - end.x, 0.0);
        harness.move_to(far);
        assert_eq!(harness.tool.preview(), Some(&Preview::Close(far)));
        harness.key(ToolKey::Escape);
        assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
    }
}

#[test]
fn canceling_a_drawing_restores_the_selection() {
    let mut harness = ToolHarness::with(sample_scene(), Tool::Pen(Pen::default()));
    harness.session.selection.set(Item::Agent(GUARD));
    harness.click(at(-5.0, -5.0));
    harness.click(at(-9.0, -5.0));
    harness.key(ToolKey::Escape);
    assert_eq!(
        harness.session.selection.iter().collect::<Vec<_>>(),
        [Item::Agent(GUARD)]
    );
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
}

#[test]
fn splitting_an_open_path_duplicates_the_node() {
    let mut scene = sample_scene();
    let other = line::split(&mut scene, PATH, NodeId(3));
    assert_eq!(other, Some(PathId(2).into()));
    assert_eq!(
        (xs(&scene, PATH), xs(&scene, PathId(2))),
        (vec![0.0, 4.0, 8.0], vec![8.0, 12.0])
    );
    assert_eq!(scene.paths[1].name, "Path 2");
    assert_eq!(
        scene.agent(GUARD).unwrap().path,
        Some(PATH),
        "its agent keeps the first part"
    );
    assert_eq!(validate::scene_errors(&scene), []);
    for end in [NodeId(1), NodeId(4)] {
        let mut scene = sample_scene();
        assert!(!line::can_split_at(&scene, PATH, end));
        assert_eq!(line::split(&mut scene, PATH, end), None);
        assert_eq!(bits(&scene), bits(&sample_scene()));
    }
}

#[test]
fn splitting_a_loop_opens_it_at_the_node() {
    let mut scene = looped();
    assert_eq!(line::split(&mut scene, PATH, NodeId(3)), None);
    let path = scene.path(PATH).unwrap();
    assert!(!path.is_closed());
    assert_eq!(ids(&scene, PATH), [3, 4, 1, 2, 5]);
    assert_eq!(path.nodes[0].position, path.nodes[4].position);
    assert_eq!(validate::scene_errors(&scene), []);
}

#[test]
fn any_two_ends_can_be_joined() {
    let other = [(20.0, 5.0), (30.0, 5.0)];
    let join = |a: bool, b: bool| {
        let mut scene = with_other(&other);
        scene.agent_mut(AgentId(2)).unwrap().path = Some(OTHER);
        let ends = (
            End {
                line: PATH.into(),
                at_start: a,
            },
            End {
                line: OTHER.into(),
                at_start: b,
            },
        );
        assert_eq!(line::join(&mut scene, ends.0, ends.1), Some(PATH.into()));
        assert_eq!(scene.paths.len(), 1);
        assert_eq!(
            scene.agent(AgentId(2)).unwrap().path,
            Some(PATH),
            "agents of the other path follow this one"
        );
        assert_eq!(validate::scene_errors(&scene), []);
        xs(&scene, PATH)
    };
    assert_eq!(join(false, true), [0.0, 4.0, 8.0, 12.0, 20.0, 30.0]);
    assert_eq!(join(false, false), [0.0, 4.0, 8.0, 12.0, 30.0, 20.0]);
    assert_eq!(join(true, true), [30.0, 20.0, 0.0, 4.0, 8.0, 12.0]);
    assert_eq!(join(true, false), [20.0, 30.0, 0.0, 4.0, 8.0, 12.0]);
}

#[test]
fn coinciding_ends_are_merged_into_one_node() {
    let mut scene = sample_scene();
    line::split(&mut scene, PATH, NodeId(2));
    let both = Selection::of([Item::Path(PATH), Item::Path(PathId(2))]);
    let ends = line::ends_to_join(&scene, &both).unwrap();
    assert_eq!(
        ends,
        (
            End {
                line: PATH.into(),
                at_start: false
            },
            End {
                line: PathId(2).into(),
                at_start: true
            }
        ),
        "the nearest"
    );
    line::join(&mut scene, ends.0, ends.1);
    assert_eq!(
        xs(&scene, PATH),
        [0.0, 4.0, 8.0, 12.0],
        "as before it was split"
    );
}

#[test]
fn the_selection_determines_which_ends_are_joined() {
    let scene = with_other(&[(13.0, 0.0), (30.0, 5.0)]);
    let node = |path: PathId, id: u32| Item::Node(Line::Path(path), NodeId(id));
    let far = line::ends_to_join(&scene, &Selection::of([node(PATH, 1), node(OTHER, 2)])).unwrap();
    assert_eq!(
        far,
        (
            End {
                line: PATH.into(),
                at_start: true
            },
            End {
                line: OTHER.into(),
                at_start: false
            }
        )
    );
    let own = line::ends_to_join(&scene, &Selection::of([node(PATH, 1), node(PATH, 4)])).unwrap();
    assert_eq!(
        own,
        (
            End {
                line: PATH.into(),
                at_start: false
            },
            End {
                line: PATH.into(),
                at_start: true
            }
        )
    );
    for nothing in [
        vec![node(PATH, 2), node(OTHER, 1)],
        vec![node(PATH, 1)],
        vec![Item::Agent(GUARD)],
        vec![],
    ] {
        assert_eq!(
            line::ends_to_join(&scene, &Selection::of(nothing.clone())),
            None,
            "{nothing:?}"
        );
    }
    let mut scene = scene;
    line::join(&mut scene, own.0, own.1);
    assert!(scene.path(PATH).unwrap().is_closed());
    assert_eq!(ids(&scene, PATH), [1, 2, 3, 4]);
}

#[test]
fn reversing_a_loop_keeps_its_start_node() {
    let mut scene = looped();
    ops::reverse(&mut scene, PATH);
    assert_eq!(ids(&scene, PATH), [1, 4, 3, 2]);
    let mut scene = sample_scene();
    ops::reverse(&mut scene, PATH);
    assert_eq!(ids(&scene, PATH), [4, 3, 2, 1]);
}

#[test]
fn a_loop_can_start_at_any_node_and_an_open_path_at_its_ends() {
    let mut scene = looped();
    ops::set_start(&mut scene, PATH, NodeId(3));
    assert_eq!(ids(&scene, PATH), [3, 4, 1, 2]);
    let mut scene = sample_scene();
    ops::set_start(&mut scene, PATH, NodeId(3));
    assert_eq!(bits(&scene), bits(&sample_scene()), "not in the middle");
    ops::set_start(&mut scene, PATH, NodeId(4));
    assert_eq!(ids(&scene, PATH), [4, 3, 2, 1]);
}

#[test]
fn paths_can_be_closed_opened_curved_and_straightened() {
    let mut scene = sample_scene();
    line::set_closed(&mut scene, PATH, true);
    ops::set_shape(&mut scene, PATH, Shape::CatmullRom);
    assert_eq!(
        (scene.paths[0].traversal, scene.paths[0].shape),
        (Traversal::Loop, Shape::CatmullRom)
    );
    line::set_closed(&mut scene, PATH, false);
    ops::set_shape(&mut scene, PATH, Shape::Straight);
    assert_eq!(bits(&scene), bits(&sample_scene()));
}

#[test]
fn simplifying_keeps_nodes_with_own_settings() {
    let mut scene = with_other(&[
        (0.0, 0.0),
        (1.0, 0.01),
        (2.0, 0.0),
        (3.0, -0.01),
        (4.0, 0.0),
        (5.0, 3.0),
        (6.0, 0.0),
    ]);
    scene.path_mut(OTHER).unwrap().nodes[2].wait = 1.0;
    simplify::simplify(&mut scene, OTHER, 0.1);
    assert_eq!(ids(&scene, OTHER), [1, 3, 5, 6, 7]);
    simplify::simplify(&mut scene, OTHER, 100.0);
    assert_eq!(ids(&scene, OTHER), [1, 3, 7]);
    // A loop is never reduced to nothing.
    let mut scene = looped();
    simplify::simplify(&mut scene, PATH, 100.0);
    assert_eq!(ids(&scene, PATH), [1, 4]);
    let before = bits(&scene);
    simplify::simplify(&mut scene, PATH, 100.0);
    assert_eq!(bits(&scene), before);
}
