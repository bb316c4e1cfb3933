//! Selecting several things of every kind, and moving, turning, scaling, mirroring, aligning and spreading them.

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

fn selected(hand: &ToolHarness) -> Vec<Item> {
    hand.session.selection.iter().collect()
}

fn places(scene: &Scene, selection: &Selection) -> Vec<DVec2> {
    transform::TransformSnapshot::of(scene, selection, &[])
        .places()
        .collect()
}

#[test]
fn shift_and_ctrl_click_add_and_take_out_across_kinds() {
    for held in [SHIFT, CTRL] {
        let mut hand = ToolHarness::on(sample_scene());
        hand.click(at(4.0, 0.0));
        hand.holding(held, |hand| {
            hand.click(at(0.0, 3.0));
            hand.click(at(0.0, 20.0));
        });
        assert_eq!(
            selected(&hand),
            [node(2), Item::Agent(GUARD), Item::Marker(TARGET)]
        );
        hand.holding(held, |hand| hand.click(at(0.0, 3.0)));
        assert_eq!(selected(&hand), [node(2), Item::Marker(TARGET)]);
        // A whole path by its line.
        hand.holding(held, |hand| hand.click(at(6.0, 0.0)));
        assert!(hand.session.selection.contains(Item::Path(PATH)));
        assert_eq!(
            hand.session.scene.path(PATH).unwrap().nodes.len(),
            4,
            "and no node is put in"
        );
    }
}

#[test]
fn dragging_any_selected_item_moves_all_and_back_is_exact() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.snap = NO_SNAP;
    hand.session.selection = mixed();
    let before = places(&hand.session.scene, &mixed());
    hand.drag(at(0.0, 3.0), at(1.25, 4.5));
    hand.release(at(1.25, 4.5));
    let moved = places(&hand.session.scene, &mixed());
    assert!(
        before
            .iter()
            .zip(&moved)
            .all(|(a, b)| (*b - *a - at(1.25, 1.5)).length() < 1e-9)
    );
    assert_eq!(hand.steps(), ["Move 4 items"]);
    assert_eq!(selected(&hand).len(), 4, "and they stay selected");
    hand.session.undo();
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
}

#[test]
fn a_path_and_its_own_nodes_move_once() {
    let mut scene = sample_scene();
    let selection = Selection::of([Item::Path(PATH), node(2)]);
    transform::apply(&mut scene, &selection, &Transform::Move(at(1.0, 0.0)));
    let nodes: Vec<f64> = scene
        .path(PATH)
        .unwrap()
        .nodes
        .iter()
        .map(|node| node.x)
        .collect();
    assert_eq!(nodes, [1.0, 5.0, 9.0, 13.0]);
}

#[test]
fn ctrl_drag_moves_without_toggling_and_shift_drag_draws_a_box_over_an_item() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.holding(CTRL, |hand| {
        hand.drag(at(4.0, 0.0), at(4.37, 1.41));
        hand.release(at(4.37, 1.41));
    });
    assert!((hand.node(1) - at(4.37, 1.41)).length() < 1e-9);
    let mut hand = ToolHarness::on(sample_scene());
    hand.click(at(12.0, 0.0));
    hand.holding(SHIFT, |hand| {
        hand.drag(at(4.0, 0.0), at(-1.0, 3.5));
        assert!(matches!(hand.tool.preview(), Some(Preview::Marquee(..))));
        hand.release(at(-1.0, 3.5));
    });
    assert_eq!(
        selected(&hand),
        [node(1), node(2), node(4), Item::Agent(GUARD)]
    );
    assert_eq!(
        bits(&hand.session.scene),
        bits(&sample_scene()),
        "nothing has moved"
    );
}

#[test]
fn alt_click_goes_through_what_lies_below_and_round_again() {
    let mut scene = sample_scene();
    scene.agent_mut(GUARD).unwrap().x = 4.0;
    scene.agent_mut(GUARD).unwrap().y = 0.0;
    let mut hand = ToolHarness::on(scene.clone());
    let mut seen = Vec::new();
    for _ in 0..4 {
        hand.holding(ALT, |hand| hand.click(at(4.0, 0.0)));
        seen.extend(hand.session.selection.primary());
    }
    assert_eq!(
        seen,
        [node(2), Item::Agent(GUARD), Item::Path(PATH), node(2)]
    );
    assert_eq!(bits(&hand.session.scene), bits(&scene));
}

#[test]
fn alt_drag_moves_what_is_selected_from_anywhere() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.snap = NO_SNAP;
    hand.session.selection.set(Item::Path(PATH));
    for (from, by) in [
        (at(6.0, 0.0), at(1.0, 1.0)),
        (at(-5.0, -5.0), at(-1.0, -1.0)),
    ] {
        hand.holding(ALT, |hand| {
            hand.drag(from, from + by);
            hand.release(from + by);
        });
    }
    assert_eq!(hand.steps(), ["Move path"; 2]);
    assert_eq!(
        bits(&hand.session.scene),
        bits(&sample_scene()),
        "there and back"
    );
}

#[test]
fn canceling_restores_the_selection_too() {
    let gestures: [(&str, DVec2); 4] = [
        ("another node", at(8.0, 0.0)),
        ("an agent", at(0.0, 3.0)),
        ("a box", at(-4.0, -4.0)),
        ("a path", at(6.0, 0.0)),
    ];
    for (what, from) in gestures {
        for by_key in [true, false] {
            let mut hand = ToolHarness::on(sample_scene());
            hand.session
                .selection
                .set_all([Item::Marker(MarkerId(2)), Item::Agent(SEEKER)]);
            let before = hand.session.selection.clone();
            hand.drag(from, from + at(2.0, 1.0));
            assert_ne!(hand.session.selection, before, "{what}");
            if by_key {
                assert!(hand.key(ToolKey::Escape), "{what}");
            } else {
                hand.right(from + at(2.0, 1.0));
            }
            assert_eq!(hand.session.selection, before, "{what}");
            assert_eq!(bits(&hand.session.scene), bits(&sample_scene()), "{what}");
        }
    }
}

/// The place of a handle of the selection's box.
fn handle(hand: &mut ToolHarness, wanted: Handle) -> DVec2 {
    hand.work(|_, bench| {
        let handles = bench.frame().expect("a box").handles(bench.unit_per_point);
        handles
            .into_iter()
            .find(|(handle, _)| *handle == wanted)
            .expect("a handle")
            .1
    })
}

#[test]
fn a_corner_handle_scales_about_the_opposite_corner() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.snap = NO_SNAP;
    hand.session.selection = mixed();
    let from = handle(&mut hand, Handle::Scale(1, 1));
    hand.move_to(from);
    assert_eq!(
        hand.tool.preview(),
        Some(&Preview::Handle(Handle::Scale(1, 1), None))
    );
    // The box is 8 wide and 20 high.
    let to = from + at(8.0, -10.0);
    hand.drag(from, to);
    hand.release(to);
    assert_eq!(hand.steps(), ["Scale"]);
    assert_eq!((hand.node(1), hand.node(2)), (at(8.0, 0.0), at(16.0, 0.0)));
    assert_eq!(
        hand.session.scene.agent(GUARD).unwrap().position(),
        at(0.0, 1.5)
    );
    assert_eq!(
        hand.session.scene.marker(TARGET).unwrap().position(),
        at(0.0, 10.0)
    );
    hand.session.undo();
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
}

#[test]
fn shift_keeps_the_proportions_and_alt_the_middle() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.snap = NO_SNAP;
    hand.session.selection = mixed();
    let from = handle(&mut hand, Handle::Scale(1, 1));
    hand.press(from);
    // The hand is nearly as far to the right as it is up; the box is 8 wide and 20 high.
    hand.holding(SHIFT, |hand| hand.move_to(from + at(8.0, 5.0)));
    hand.release(from + at(8.0, 5.0));
    let (width, height) = (hand.node(2).x, hand.session.scene.marker(TARGET).unwrap().y);
    assert!(
        (height / width - 2.5).abs() < 1e-6 && width > 10.0,
        "{width} by {height}"
    );
    hand.session.undo();
    let from = handle(&mut hand, Handle::Scale(1, 0));
    hand.press(from);
    hand.holding(ALT, |hand| hand.move_to(from + at(4.0, 3.0)));
    hand.release(from + at(4.0, 3.0));
    assert_eq!(
        (hand.node(1), hand.node(2)),
        (at(4.0, 0.0), at(12.0, 0.0)),
        "twice as wide about the middle, as high as before"
    );
}

#[test]
fn the_handle_above_turns_and_shift_turns_in_steps() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.session.selection = mixed();
    let from = handle(&mut hand, Handle::Turn);
    let middle = at(4.0, 10.0);
    hand.press(from);
    hand.move_to(middle + at(-5.0, 0.2));
    hand.holding(SHIFT, |hand| hand.move_to(middle + at(-5.0, 0.2)));
    let Some(Preview::Handle(Handle::Turn, Some(Transform::Turn { about, degrees }))) =
        hand.tool.preview()
    else {
        panic!("it turns")
    };
    assert_eq!((*about, *degrees), (middle, 90.0));
    hand.release(middle + at(-5.0, 0.2));
    assert_eq!(hand.steps(), ["Turn"]);
    assert_eq!(
        (hand.node(1), hand.node(2)),
        (at(14.0, 10.0), at(14.0, 14.0))
    );
}

#[test]
fn turning_and_scaling_are_canceled_exactly() {
    for grip in [Handle::Turn, Handle::Scale(-1, -1), Handle::Scale(0, 1)] {
        for by_key in [true, false] {
            let mut hand = ToolHarness::on(sample_scene());
            hand.session.selection = mixed();
            let from = handle(&mut hand, grip);
            hand.drag(from, from + at(3.0, -2.0));
            assert_ne!(bits(&hand.session.scene), bits(&sample_scene()));
            if by_key {
                hand.key(ToolKey::Escape);
            } else {
                hand.right(from);
            }
            assert_eq!(
                (bits(&hand.session.scene), &hand.session.selection),
                (bits(&sample_scene()), &mixed()),
                "{grip:?}"
            );
            hand.release(from + at(9.0, 9.0));
            assert!(hand.steps().is_empty(), "{grip:?}");
        }
    }
}

#[test]
fn nothing_is_scaled_away() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.session.selection = mixed();
    let from = handle(&mut hand, Handle::Scale(1, 1));
    hand.drag(from, from - at(8.0, 20.0));
    hand.release(from - at(8.0, 20.0));
    let (min, max) = transform::TransformSnapshot::of(&hand.session.scene, &mixed(), &[])
        .bounds()
        .unwrap();
    assert!(
        (max - min).cmpgt(DVec2::ZERO).all(),
        "something is left to be scaled back"
    );
}

#[test]
fn nodes_come_before_handles() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.session.selection = mixed();
    let from = handle(&mut hand, Handle::Scale(-1, -1));
    let mut scene = sample_scene();
    edit::insert_node(&mut scene, PATH, 0, from);
    hand = ToolHarness::on(scene);
    hand.session.selection = mixed();
    hand.move_to(from);
    assert!(!matches!(hand.tool.preview(), Some(Preview::Handle(..))));
}

#[test]
fn mirroring_and_turning_keep_the_box_and_come_back() {
    let mut scene = sample_scene();
    scene.agent_mut(GUARD).unwrap().vx = 2.0;
    let first = bits(&scene);
    transform::mirror(&mut scene, &mixed(), DVec2::new(-1.0, 1.0));
    assert_eq!(
        scene.node(PATH, NodeId(2)).unwrap().position(),
        at(4.0, 0.0)
    );
    assert_eq!(
        scene.node(PATH, NodeId(3)).unwrap().position(),
        at(0.0, 0.0)
    );
    assert_eq!(scene.agent(GUARD).unwrap().position(), at(8.0, 3.0));
    assert_eq!(
        scene.agent(GUARD).unwrap().velocity(),
        at(-2.0, 0.0),
        "it walks the other way"
    );
    transform::mirror(&mut scene, &mixed(), DVec2::new(-1.0, 1.0));
    transform::mirror(&mut scene, &mixed(), DVec2::new(1.0, -1.0));
    assert_eq!(scene.marker(TARGET).unwrap().position(), at(0.0, 0.0));
    transform::mirror(&mut scene, &mixed(), DVec2::new(1.0, -1.0));
    for degrees in [90.0, 90.0, 180.0] {
        transform::turn(&mut scene, &mixed(), degrees);
    }
    validate::round_numbers(&mut scene);
    assert_eq!(bits(&scene), first);
}

#[test]
fn what_stands_still_has_no_sign_however_it_is_turned() {
    for turn in [
        Transform::Turn {
            about: DVec2::ZERO,
            degrees: 90.0,
        },
        Transform::Turn {
            about: DVec2::ZERO,
            degrees: 180.0,
        },
        Transform::Turn {
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
fn aligning_brings_everything_to_an_edge_of_the_box_and_a_path_goes_as_one() {
    let second = |scene: &Scene| scene.path(PATH).unwrap().nodes[1].position();
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
            scene.marker(MarkerId(2)).unwrap().position(),
            marker,
            "{edge:?}"
        );
    }
}

#[test]
fn distributing_spreads_the_middles_and_leaves_the_outermost() {
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
        align::has(&scene, &one, 1) && !align::has(&scene, &one, 2),
        "a path's nodes are part of it"
    );
}

#[test]
fn delete_takes_nodes_first_and_whole_things_if_there_are_none() {
    let mut selection = mixed();
    selection.toggle(Item::Path(PATH));
    assert_eq!(edit::deleted_first(&selection), [node(2), node(3)]);
    let whole = Selection::of([Item::Path(PATH), Item::Agent(GUARD)]);
    assert_eq!(
        edit::deleted_first(&whole),
        [Item::Path(PATH), Item::Agent(GUARD)]
    );
}

#[test]
fn nodes_are_duplicated_as_a_run_and_a_walker_goes_with_its_path() {
    let mut scene = sample_scene();
    let mut selection = Selection::of([node(2), node(3)]);
    duplicate::duplicate(&mut scene, &mut selection, at(0.5, -0.5));
    let xs: Vec<f64> = scene
        .path(PATH)
        .unwrap()
        .nodes
        .iter()
        .map(|node| node.x)
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
        "the copy walks the copy"
    );
    assert_eq!(scene.agent(AgentId(4)).unwrap().position(), at(0.5, 2.5));
    let mut alone = Selection::of([Item::Agent(GUARD)]);
    duplicate::duplicate(&mut scene, &mut alone, at(0.5, -0.5));
    assert_eq!(
        scene.agent(AgentId(5)).unwrap().path,
        Some(PATH),
        "alone, it walks the same path"
    );
    assert_eq!(scene.presets.len(), 3, "and no preset is doubled");
    assert_eq!(validate::scene_errors(&scene), []);
}

#[test]
fn sums_are_read_as_they_are_meant() {
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
