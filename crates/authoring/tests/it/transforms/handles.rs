//! The handles of the transform box.

use super::*;
use steerwright_authoring::canvas::handles::DRAWN_POINTS;

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
    let bounds = transform::TransformSnapshot::of(&harness.session.scene, &mixed(), &[])
        .bounds()
        .unwrap();
    assert!(
        bounds.size().cmpgt(DVec2::ZERO).all(),
        "it can be scaled back"
    );
}

#[test]
fn a_handle_is_grabbed_where_it_is_drawn_and_a_node_below_it_beside_that() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.selection = mixed();
    let from = handle(&mut harness, Handle::Scale(-1, -1));
    let mut scene = sample_scene();
    line::insert_node(&mut scene, PATH, 0, from);
    harness = ToolHarness::on(scene);
    harness.session.selection = mixed();
    harness.move_to(from);
    assert!(matches!(harness.tool.preview(), Some(Preview::Handle(..))));
    // Within the click tolerance of both.
    harness.move_to(from - at(1.2 * DRAWN_POINTS * 0.025, 0.0));
    assert!(!matches!(harness.tool.preview(), Some(Preview::Handle(..))));
}
