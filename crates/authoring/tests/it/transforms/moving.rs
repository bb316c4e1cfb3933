//! Selecting and moving items of all kinds.

use super::*;

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
