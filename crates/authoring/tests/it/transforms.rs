//! Selecting items of every kind, and moving, rotating, scaling, flipping, aligning and
//! distributing them.

use crate::tool_harness::{
    ALT, CTRL, GUARD, PATH, SEEKER, SHIFT, TARGET, ToolHarness, at, bits, sample_scene,
};
use steerwright_authoring::align;
use steerwright_authoring::align::{Axis, Edge};
use steerwright_authoring::arithmetic::evaluate;
use steerwright_authoring::handles::Handle;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool::{Preview, ToolKey};
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Item, Selection, duplicate, edit};
use steerwright_format::rounding;
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, MarkerId, NodeId, PathId, Scene};

const NO_SNAP: Snap = Snap {
    to_grid: false,
    to_nodes: false,
    to_segments: false,
    to_guides: false,
    to_angles: false,
    step: 0.5,
};

fn node(id: u32) -> Item {
    Item::Node(PATH, NodeId(id))
}

/// Two nodes, an agent and a marker.
fn mixed() -> Selection {
    Selection::of([node(2), node(3), Item::Agent(GUARD), Item::Marker(TARGET)])
}

fn selected(harness: &ToolHarness) -> Vec<Item> {
    harness.session.selection.iter().collect()
}

fn places(scene: &Scene, selection: &Selection) -> Vec<DVec2> {
    transform::TransformSnapshot::of(scene, selection, &[])
        .places()
        .collect()
}

#[test]
fn shift_click_and_ctrl_click_toggle_items_of_all_kinds() {
    for modifiers in [SHIFT, CTRL] {
        let mut harness = ToolHarness::on(sample_scene());
        harness.click(at(4.0, 0.0));
        harness.holding(modifiers, |harness| {
            harness.click(at(0.0, 3.0));
            harness.click(at(0.0, 20.0));
        });
        assert_eq!(
            selected(&harness),
            [node(2), Item::Agent(GUARD), Item::Marker(TARGET)]
        );
        harness.holding(modifiers, |harness| harness.click(at(0.0, 3.0)));
        assert_eq!(selected(&harness), [node(2), Item::Marker(TARGET)]);
        // A whole path by its line.
        harness.holding(modifiers, |harness| harness.click(at(6.0, 0.0)));
        assert!(harness.session.selection.contains(Item::Path(PATH)));
        assert_eq!(
            harness.session.scene.path(PATH).unwrap().nodes.len(),
            4,
            "and no node is inserted"
        );
    }
}

#[test]
fn dragging_a_selected_item_moves_all_and_back_exactly() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.snap = NO_SNAP;
    harness.session.selection = mixed();
    let before = places(&harness.session.scene, &mixed());
    harness.drag(at(0.0, 3.0), at(1.25, 4.5));
    harness.release(at(1.25, 4.5));
    let moved = places(&harness.session.scene, &mixed());
    assert!(
        before
            .iter()
            .zip(&moved)
            .all(|(a, b)| (*b - *a - at(1.25, 1.5)).length() < 1e-9)
    );
    assert_eq!(harness.steps(), ["Move 4 items"]);
    assert_eq!(selected(&harness).len(), 4, "and they stay selected");
    harness.session.undo();
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
}

#[test]
fn a_path_selected_with_its_nodes_moves_once() {
    let mut scene = sample_scene();
    let selection = Selection::of([Item::Path(PATH), node(2)]);
    transform::apply(&mut scene, &selection, &Transform::Move(at(1.0, 0.0)));
    let nodes: Vec<f64> = scene
        .path(PATH)
        .unwrap()
        .nodes
        .iter()
        .map(|node| node.position.x)
        .collect();
    assert_eq!(nodes, [1.0, 5.0, 9.0, 13.0]);
}

#[test]
fn ctrl_drag_moves_and_shift_drag_draws_a_box_over_an_item() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.holding(CTRL, |harness| {
        harness.drag(at(4.0, 0.0), at(4.37, 1.41));
        harness.release(at(4.37, 1.41));
    });
    assert!((harness.node(1) - at(4.37, 1.41)).length() < 1e-9);
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(at(12.0, 0.0));
    harness.holding(SHIFT, |harness| {
        harness.drag(at(4.0, 0.0), at(-1.0, 3.5));
        assert!(matches!(
            harness.tool.preview(),
            Some(Preview::SelectionBox(..))
        ));
        harness.release(at(-1.0, 3.5));
    });
    assert_eq!(
        selected(&harness),
        [node(1), node(2), node(4), Item::Agent(GUARD)]
    );
    assert_eq!(
        bits(&harness.session.scene),
        bits(&sample_scene()),
        "nothing has moved"
    );
}

#[test]
fn alt_click_cycles_through_the_items_below() {
    let mut scene = sample_scene();
    scene.agent_mut(GUARD).unwrap().position.x = 4.0;
    scene.agent_mut(GUARD).unwrap().position.y = 0.0;
    let mut harness = ToolHarness::on(scene.clone());
    let mut seen = Vec::new();
    for _ in 0..4 {
        harness.holding(ALT, |harness| harness.click(at(4.0, 0.0)));
        seen.extend(harness.session.selection.primary());
    }
    assert_eq!(
        seen,
        [node(2), Item::Agent(GUARD), Item::Path(PATH), node(2)]
    );
    assert_eq!(bits(&harness.session.scene), bits(&scene));
}

#[test]
fn alt_drag_moves_the_selection_from_anywhere() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.snap = NO_SNAP;
    harness.session.selection.set(Item::Path(PATH));
    for (from, by) in [
        (at(6.0, 0.0), at(1.0, 1.0)),
        (at(-5.0, -5.0), at(-1.0, -1.0)),
    ] {
        harness.holding(ALT, |harness| {
            harness.drag(from, from + by);
            harness.release(from + by);
        });
    }
    assert_eq!(harness.steps(), ["Move path"; 2]);
    assert_eq!(
        bits(&harness.session.scene),
        bits(&sample_scene()),
        "there and back"
    );
}

#[test]
fn canceling_a_drag_restores_the_selection() {
    let gestures: [(&str, DVec2); 4] = [
        ("another node", at(8.0, 0.0)),
        ("an agent", at(0.0, 3.0)),
        ("a box", at(-4.0, -4.0)),
        ("a path", at(6.0, 0.0)),
    ];
    for (what, from) in gestures {
        for by_key in [true, false] {
            let mut harness = ToolHarness::on(sample_scene());
            harness
                .session
                .selection
                .set_all([Item::Marker(MarkerId(2)), Item::Agent(SEEKER)]);
            let before = harness.session.selection.clone();
            harness.drag(from, from + at(2.0, 1.0));
            assert_ne!(harness.session.selection, before, "{what}");
            if by_key {
                assert!(harness.key(ToolKey::Escape), "{what}");
            } else {
                harness.right(from + at(2.0, 1.0));
            }
            assert_eq!(harness.session.selection, before, "{what}");
            assert_eq!(
                bits(&harness.session.scene),
                bits(&sample_scene()),
                "{what}"
            );
        }
    }
}

/// The position of a handle of the transform box.
fn handle(harness: &mut ToolHarness, wanted: Handle) -> DVec2 {
    harness.work(|_, context| {
        let handles = context
            .transform_box()
            .expect("a box")
            .handles(context.view.unit_per_point);
        handles
            .into_iter()
            .find(|(handle, _)| *handle == wanted)
            .expect("a handle")
            .1
    })
}

#[test]
fn a_corner_handle_scales_about_the_opposite_corner() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.snap = NO_SNAP;
    harness.session.selection = mixed();
    let from = handle(&mut harness, Handle::Scale(1, 1));
    harness.move_to(from);
    assert_eq!(
        harness.tool.preview(),
        Some(&Preview::Handle(Handle::Scale(1, 1), None))
    );
    // The box is 8 wide and 20 high.
    let to = from + at(8.0, -10.0);
    harness.drag(from, to);
    harness.release(to);
    assert_eq!(harness.steps(), ["Scale"]);
    assert_eq!(
        (harness.node(1), harness.node(2)),
        (at(8.0, 0.0), at(16.0, 0.0))
    );
    assert_eq!(
        harness.session.scene.agent(GUARD).unwrap().position,
        at(0.0, 1.5)
    );
    assert_eq!(
        harness.session.scene.marker(TARGET).unwrap().position,
        at(0.0, 10.0)
    );
    harness.session.undo();
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
}

#[test]
fn shift_keeps_proportions_and_alt_scales_from_the_center() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.snap = NO_SNAP;
    harness.session.selection = mixed();
    let from = handle(&mut harness, Handle::Scale(1, 1));
    harness.press(from);
    // The pointer is nearly as far to the right as it is up; the box is 8 wide and 20 high.
    harness.holding(SHIFT, |harness| harness.move_to(from + at(8.0, 5.0)));
    harness.release(from + at(8.0, 5.0));
    let (width, height) = (
        harness.node(2).x,
        harness.session.scene.marker(TARGET).unwrap().position.y,
    );
    assert!(
        (height / width - 2.5).abs() < 1e-6 && width > 10.0,
        "{width} by {height}"
    );
    harness.session.undo();
    let from = handle(&mut harness, Handle::Scale(1, 0));
    harness.press(from);
    harness.holding(ALT, |harness| harness.move_to(from + at(4.0, 3.0)));
    harness.release(from + at(4.0, 3.0));
    assert_eq!(
        (harness.node(1), harness.node(2)),
        (at(4.0, 0.0), at(12.0, 0.0)),
        "twice as wide about the middle, as high as before"
    );
}

#[test]
fn the_rotate_handle_rotates_and_shift_uses_steps() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.selection = mixed();
    let from = handle(&mut harness, Handle::Rotate);
    let middle = at(4.0, 10.0);
    harness.press(from);
    harness.move_to(middle + at(-5.0, 0.2));
    harness.holding(SHIFT, |harness| harness.move_to(middle + at(-5.0, 0.2)));
    let Some(Preview::Handle(Handle::Rotate, Some(Transform::Rotate { about, degrees }))) =
        harness.tool.preview()
    else {
        panic!("it turns")
    };
    assert_eq!((*about, *degrees), (middle, 90.0));
    harness.release(middle + at(-5.0, 0.2));
    assert_eq!(harness.steps(), ["Rotate"]);
    assert_eq!(
        (harness.node(1), harness.node(2)),
        (at(14.0, 10.0), at(14.0, 14.0))
    );
}

#[test]
fn rotating_and_scaling_can_be_canceled_exactly() {
    for grip in [Handle::Rotate, Handle::Scale(-1, -1), Handle::Scale(0, 1)] {
        for by_key in [true, false] {
            let mut harness = ToolHarness::on(sample_scene());
            harness.session.selection = mixed();
            let from = handle(&mut harness, grip);
            harness.drag(from, from + at(3.0, -2.0));
            assert_ne!(bits(&harness.session.scene), bits(&sample_scene()));
            if by_key {
                harness.key(ToolKey::Escape);
            } else {
                harness.right(from);
            }
            assert_eq!(
                (bits(&harness.session.scene), &harness.session.selection),
                (bits(&sample_scene()), &mixed()),
                "{grip:?}"
            );
            harness.release(from + at(9.0, 9.0));
            assert!(harness.steps().is_empty(), "{grip:?}");
        }
    }
}

#[test]
fn scaling_never_collapses_items() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.selection = mixed();
    let from = handle(&mut harness, Handle::Scale(1, 1));
    harness.drag(from, from - at(8.0, 20.0));
    harness.release(from - at(8.0, 20.0));
    let (min, max) = transform::TransformSnapshot::of(&harness.session.scene, &mixed(), &[])
        .bounds()
        .unwrap();
    assert!(
        (max - min).cmpgt(DVec2::ZERO).all(),
        "it can be scaled back"
    );
}

#[test]
fn nodes_take_precedence_over_handles() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.selection = mixed();
    let from = handle(&mut harness, Handle::Scale(-1, -1));
    let mut scene = sample_scene();
    edit::insert_node(&mut scene, PATH, 0, from);
    harness = ToolHarness::on(scene);
    harness.session.selection = mixed();
    harness.move_to(from);
    assert!(!matches!(harness.tool.preview(), Some(Preview::Handle(..))));
}

#[test]
fn flips_and_rotations_keep_the_box_and_are_reversible() {
    let mut scene = sample_scene();
    scene.agent_mut(GUARD).unwrap().velocity.x = 2.0;
    let first = bits(&scene);
    transform::flip(&mut scene, &mixed(), DVec2::new(-1.0, 1.0));
    assert_eq!(scene.node(PATH, NodeId(2)).unwrap().position, at(4.0, 0.0));
    assert_eq!(scene.node(PATH, NodeId(3)).unwrap().position, at(0.0, 0.0));
    assert_eq!(scene.agent(GUARD).unwrap().position, at(8.0, 3.0));
    assert_eq!(
        scene.agent(GUARD).unwrap().velocity,
        at(-2.0, 0.0),
        "its path is reversed"
    );
    transform::flip(&mut scene, &mixed(), DVec2::new(-1.0, 1.0));
    transform::flip(&mut scene, &mixed(), DVec2::new(1.0, -1.0));
    assert_eq!(scene.marker(TARGET).unwrap().position, at(0.0, 0.0));
    transform::flip(&mut scene, &mixed(), DVec2::new(1.0, -1.0));
    for degrees in [90.0, 90.0, 180.0] {
        transform::rotate(&mut scene, &mixed(), degrees);
    }
    rounding::round_numbers(&mut scene);
    assert_eq!(bits(&scene), first);
}

#[test]
fn rotating_a_zero_velocity_gives_no_negative_zero() {
    for turn in [
        Transform::Rotate {
            about: DVec2::ZERO,
            degrees: 90.0,
        },
        Transform::Rotate {
            about: DVec2::ZERO,
            degrees: 180.0,
        },
        Transform::Rotate {
            about: DVec2::ZERO,
            degrees: -90.0,
        },
        Transform::Scale {
            about: DVec2::ZERO,
            factors: at(-1.0, -1.0),
        },
    ] {
        assert!(
            turn.velocity(DVec2::ZERO)
                .to_array()
                .iter()
                .all(|v| v.is_sign_positive()),
            "{turn:?}"
        );
    }
}

#[test]
fn align_moves_items_to_an_edge_and_paths_as_a_whole() {
    let second = |scene: &Scene| scene.path(PATH).unwrap().nodes[1].position;
    let path_and_marker = Selection::of([Item::Path(PATH), Item::Marker(MarkerId(2))]);
    for (edge, path_by, marker) in [
        (Edge::Left, at(0.0, 0.0), at(0.0, 20.0)),
        (Edge::Center, at(4.0, 0.0), at(10.0, 20.0)),
        (Edge::Right, at(8.0, 0.0), at(20.0, 20.0)),
        (Edge::Top, at(0.0, 20.0), at(20.0, 20.0)),
        (Edge::Middle, at(0.0, 10.0), at(20.0, 10.0)),
        (Edge::Bottom, at(0.0, 0.0), at(20.0, 0.0)),
    ] {
        let mut scene = sample_scene();
        align::align(&mut scene, &path_and_marker, edge);
        assert_eq!(second(&scene), at(4.0, 0.0) + path_by, "{edge:?}");
        assert_eq!(
            scene.marker(MarkerId(2)).unwrap().position,
            marker,
            "{edge:?}"
        );
    }
}

#[test]
fn distribute_spaces_centers_evenly_and_keeps_the_outermost() {
    let mut scene = sample_scene();
    let agents = Selection::of([
        Item::Agent(GUARD),
        Item::Agent(SEEKER),
        Item::Agent(AgentId(3)),
        Item::Marker(MarkerId(2)),
    ]);
    align::distribute(&mut scene, &agents, Axis::Y);
    let mut heights: Vec<f64> = places(&scene, &agents).iter().map(|p| p.y).collect();
    heights.sort_by(f64::total_cmp);
    let gap = (20.0 - 3.0) / 3.0;
    for (i, height) in heights.iter().enumerate() {
        assert!((height - 3.0 - gap * i as f64).abs() < 1e-9, "{heights:?}");
    }
    align::distribute(&mut scene, &Selection::default(), Axis::X);
    let one = Selection::of([Item::Path(PATH), node(1), node(2)]);
    assert!(
        align::has_at_least(&scene, &one, 1) && !align::has_at_least(&scene, &one, 2),
        "a path's nodes are part of it"
    );
}

#[test]
fn delete_removes_nodes_first_and_otherwise_whole_items() {
    let mut selection = mixed();
    selection.toggle(Item::Path(PATH));
    assert_eq!(edit::items_to_delete(&selection), [node(2), node(3)]);
    let whole = Selection::of([Item::Path(PATH), Item::Agent(GUARD)]);
    assert_eq!(
        edit::items_to_delete(&whole),
        [Item::Path(PATH), Item::Agent(GUARD)]
    );
}

#[test]
fn duplicated_nodes_stay_in_order_and_agents_follow_duplicated_paths() {
    let mut scene = sample_scene();
    let mut selection = Selection::of([node(2), node(3)]);
    duplicate::duplicate(&mut scene, &mut selection, at(0.5, -0.5));
    let xs: Vec<f64> = scene
        .path(PATH)
        .unwrap()
        .nodes
        .iter()
        .map(|node| node.position.x)
        .collect();
    assert_eq!(xs, [0.0, 4.0, 8.0, 4.5, 8.5, 12.0]);
    assert_eq!(selection.len(), 2);

    let mut scene = sample_scene();
    let mut selection = Selection::of([Item::Path(PATH), Item::Agent(GUARD)]);
    duplicate::duplicate(&mut scene, &mut selection, at(0.5, -0.5));
    assert_eq!(
        selection.iter().collect::<Vec<_>>(),
        [Item::Path(PathId(2)), Item::Agent(AgentId(4))]
    );
    assert_eq!(
        scene.agent(AgentId(4)).unwrap().path,
        Some(PathId(2)),
        "the copied agent follows the copied path"
    );
    assert_eq!(scene.agent(AgentId(4)).unwrap().position, at(0.5, 2.5));
    let mut alone = Selection::of([Item::Agent(GUARD)]);
    duplicate::duplicate(&mut scene, &mut alone, at(0.5, -0.5));
    assert_eq!(
        scene.agent(AgentId(5)).unwrap().path,
        Some(PATH),
        "alone, it follows the same path"
    );
    assert_eq!(scene.presets.len(), 3, "and no preset is doubled");
    assert_eq!(validate::scene_errors(&scene), []);
}

#[test]
fn expressions_are_evaluated_as_expected() {
    for (text, value) in [
        ("2.5", 2.5),
        ("1e3", 1000.0),
        ("3+4/2", 5.0),
        ("(3+4)*2", 14.0),
        ("2*-3", -6.0),
        ("-(2-5)", 3.0),
        ("+0.5", 10.5),
        ("+ 2 * 3", 16.0),
        ("*2", 20.0),
        ("*2+1", 21.0),
        ("/4", 2.5),
        ("-3", -3.0),
        ("-3+1", -2.0),
        ("+=3", 13.0),
        ("-=3+1", 6.0),
        ("*=1,5", 15.0),
        ("1−3", -2.0),
        ("3×2", 6.0),
    ] {
        assert_eq!(evaluate(text, 10.0), Some(value), "{text}");
    }
    let deep = "(".repeat(10_000);
    for text in [
        "",
        " ",
        "abc",
        "1+",
        "1/0",
        "(1",
        "1)",
        "2 m",
        "1..2",
        "*",
        "+",
        "nan",
        "inf",
        "1e999",
        deep.as_str(),
    ] {
        assert_eq!(evaluate(text, 10.0), None, "{text:.20}");
    }
}
