//! Drags of rings and handles.

use super::*;
use steerwright_runtime::scene::StateId;

#[test]
fn dragging_a_ring_rounds_the_radius() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.selection.set(Item::Agent(SEEKER));
    let ring = harness.work(|_, context| {
        context
            .rings()
            .into_iter()
            .find(|ring| ring.label == "Slow radius")
            .unwrap()
    });
    assert!(matches!(
        ring.id,
        RingId::Behavior(PresetId(2), StateId(1), 0, "slow_radius")
    ));
    let to = ring.center + ring.handle_dir * 4.567;
    harness.drag(ring.handle(), to);
    harness.release(to);
    let Motion::Steered(steered) = &harness.session.scene.preset(PresetId(2)).unwrap().motion
    else {
        panic!("steered")
    };
    let Behavior::Arrive(arrive) = steered.behaviors[0].behavior else {
        panic!("arrive")
    };
    assert_eq!(arrive.slow_radius, 4.57);
    assert_eq!(harness.steps(), ["Set slow radius"]);
}

#[test]
fn a_ring_keeps_the_grab_offset_and_a_click_does_not_change_it() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.selection.set(Item::Agent(SEEKER));
    let ring = harness.work(|_, context| {
        context
            .rings()
            .into_iter()
            .find(|ring| ring.label == "Slow radius")
            .unwrap()
    });
    // Grabbed slightly outside its handle, it does not jump to the pointer.
    let beside = ring.handle() + ring.handle_dir * 0.12;
    harness.press(beside);
    harness.move_to(beside + ring.handle_dir * 0.05);
    harness.release(beside + ring.handle_dir * 0.05);
    assert_eq!(
        (harness.steps(), bits(&harness.session.scene)),
        (vec![], bits(&sample_scene())),
        "a click that trembles"
    );
    harness.drag(beside, beside + ring.handle_dir);
    harness.release(beside + ring.handle_dir);
    let wider = harness.work(|_, context| {
        context
            .rings()
            .into_iter()
            .find(|ring| ring.label == "Slow radius")
            .unwrap()
    });
    assert!(
        (wider.radius - ring.radius - 1.0).abs() < 1e-9,
        "{} became {}",
        ring.radius,
        wider.radius
    );
}

#[test]
fn clicking_a_handle_changes_nothing() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.selection.set_all(
        (1..=4)
            .map(|id| Item::Node(Line::Path(PATH), NodeId(id)))
            .chain([Item::Marker(TARGET)]),
    );
    let handles = harness.work(|_, context| {
        context
            .transform_box()
            .unwrap()
            .handles(context.view.unit_per_point)
    });
    for (handle, p) in handles {
        harness.press(p);
        harness.move_to(p + at(0.05, 0.05));
        assert!(
            matches!(harness.tool.preview(), Some(Preview::Handle(shown, None)) if *shown == handle)
        );
        harness.release(p + at(0.05, 0.05));
        assert_eq!(
            (harness.steps(), bits(&harness.session.scene)),
            (vec![], bits(&sample_scene())),
            "{handle:?}"
        );
    }
}

#[test]
fn an_outer_radius_is_never_smaller_than_the_inner_one() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.selection.set(Item::Agent(SEEKER));
    let ring = harness.work(|_, context| {
        context
            .rings()
            .into_iter()
            .find(|ring| ring.label == "Slow radius")
            .unwrap()
    });
    harness.drag(ring.handle(), ring.center);
    harness.release(ring.center);
    let Motion::Steered(steered) = &harness.session.scene.preset(PresetId(2)).unwrap().motion
    else {
        panic!("steered")
    };
    let Behavior::Arrive(arrive) = steered.behaviors[0].behavior else {
        panic!("arrive")
    };
    assert_eq!(arrive.slow_radius, arrive.target_radius);
}
