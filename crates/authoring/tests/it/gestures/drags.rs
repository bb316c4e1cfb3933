//! Drags of items.

use super::*;

#[test]
fn a_drag_is_one_step() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.drag(at(4.0, 0.0), at(5.0, 2.0));
    assert!(
        (harness.node(1) - at(5.0, 2.0)).length() < 1e-9,
        "the node is moved while the button is down"
    );
    assert!(
        harness.steps().is_empty(),
        "and no step is open before it is up"
    );
    harness.release(at(5.0, 2.0));
    assert_eq!(harness.steps(), ["Move node 2"]);
    let after = bits(&harness.session.scene);
    assert_eq!(harness.session.undo().as_deref(), Some("Move node 2"));
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
    harness.session.redo();
    assert_eq!(bits(&harness.session.scene), after);
}

#[test]
fn a_drag_back_to_its_start_is_not_a_step() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.drag(at(4.0, 0.0), at(5.0, 2.0));
    harness.move_to(at(4.0, 0.0));
    harness.release(at(4.0, 0.0));
    assert!(harness.steps().is_empty());
}

#[test]
fn a_click_with_a_small_movement_moves_nothing() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.press(at(4.0, 0.0));
    harness.move_to(at(4.05, 0.05));
    harness.release(at(4.05, 0.05));
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
    assert_eq!(
        harness.session.selection.primary(),
        Some(Item::Node(Line::Path(PATH), NodeId(2)))
    );
}

#[test]
fn the_secondary_button_and_escape_cancel_every_drag() {
    let selected_target =
        |harness: &mut ToolHarness| harness.session.selection.set(Item::Agent(SEEKER));
    let ring = {
        let mut harness = ToolHarness::on(sample_scene());
        selected_target(&mut harness);
        harness.work(|_, context| {
            context
                .rings()
                .into_iter()
                .find(|ring| ring.label == "Slow radius")
                .unwrap()
        })
    };
    type Prepare<'a> = &'a dyn Fn(&mut ToolHarness);
    let gestures: [(&str, Prepare<'_>, DVec2); 5] = [
        ("a node", &|_| {}, at(8.0, 0.0)),
        ("an agent", &|_| {}, at(0.0, 3.0)),
        ("a marker", &|_| {}, at(0.0, 20.0)),
        ("a ring", &selected_target, ring.handle()),
        (
            "an inserted node",
            &|harness| harness.session.selection.set(Item::Path(PATH)),
            at(6.0, 0.0),
        ),
    ];
    for (what, prepare, from) in gestures {
        for by_key in [false, true] {
            let mut harness = ToolHarness::on(sample_scene());
            prepare(&mut harness);
            harness.drag(from, from + at(3.0, 1.0));
            assert_ne!(
                bits(&harness.session.scene),
                bits(&sample_scene()),
                "{what} was dragged"
            );
            if by_key {
                assert!(harness.key(ToolKey::Escape));
            } else {
                harness.right(from + at(3.0, 1.0));
            }
            assert_eq!(
                bits(&harness.session.scene),
                bits(&sample_scene()),
                "{what}"
            );
            // The button is still down, but the drag was canceled.
            harness.move_to(from + at(5.0, 5.0));
            harness.release(from + at(5.0, 5.0));
            assert_eq!(
                bits(&harness.session.scene),
                bits(&sample_scene()),
                "{what}, afterward"
            );
            assert!(harness.steps().is_empty(), "{what}");
        }
    }
}

#[test]
fn dragging_a_selected_item_moves_the_selection_and_an_unselected_one_only_itself() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(at(4.0, 0.0));
    harness.shift_click(at(8.0, 0.0));
    harness.drag(at(8.0, 0.0), at(8.0, 3.0));
    harness.release(at(8.0, 3.0));
    assert_eq!(
        (harness.node(1), harness.node(2)),
        (at(4.0, 3.0), at(8.0, 3.0))
    );
    assert_eq!(harness.steps(), ["Move 2 items"]);
    harness.drag(at(12.0, 0.0), at(12.0, 5.0));
    harness.release(at(12.0, 5.0));
    assert_eq!(
        (harness.node(1), harness.node(3)),
        (at(4.0, 3.0), at(12.0, 5.0))
    );
}

#[test]
fn ctrl_on_a_segment_selects_and_moves_both_ends() {
    let end = |id| Item::Node(Line::Path(PATH), NodeId(id));
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(at(6.0, 0.0));
    harness.holding(CTRL, |harness| {
        harness.move_to(at(6.0, 0.0));
        assert_eq!(
            harness.tool.preview(),
            Some(&Preview::SegmentEnds(vec![at(4.0, 0.0), at(8.0, 0.0)]))
        );
        harness.click(at(6.0, 0.0));
        assert_eq!(harness.session.selection, Selection::of([end(2), end(3)]));
        harness.click(at(10.0, 0.0));
        assert_eq!(
            harness.session.selection.iter().collect::<Vec<_>>(),
            [end(2), end(3), end(4)]
        );
        harness.click(at(10.0, 0.0));
        assert_eq!(
            harness.session.selection.iter().collect::<Vec<_>>(),
            [end(2)],
            "both go again"
        );
        harness.drag(at(10.0, 0.0), at(10.0, 3.0));
        harness.release(at(10.0, 3.0));
    });
    assert_eq!(
        (
            harness.node(0),
            harness.node(1),
            harness.node(2),
            harness.node(3)
        ),
        (at(0.0, 0.0), at(4.0, 3.0), at(8.0, 3.0), at(12.0, 3.0))
    );
    assert_eq!(harness.steps(), ["Move 3 items"]);
    // The closing segment, and a line that crosses itself: by index, not by position.
    let mut scene = sample_scene();
    line::set_closed(&mut scene, PATH, true);
    for (node, p) in [at(0.0, 0.0), at(8.0, 8.0), at(8.0, 0.0), at(0.0, 8.0)]
        .into_iter()
        .enumerate()
    {
        let node = &mut scene.path_mut(PATH).unwrap().nodes[node];
        node.position = p;
    }
    for (p, ends) in [
        (at(0.0, 5.0), [1, 4]),
        (at(3.0, 3.0), [1, 2]),
        (at(5.0, 3.0), [3, 4]),
        (at(8.0, 5.0), [2, 3]),
    ] {
        let mut harness = ToolHarness::on(scene.clone());
        harness.session.selection.set(Item::Path(PATH));
        harness.holding(CTRL, |harness| harness.click(p));
        assert_eq!(
            harness.session.selection.iter().collect::<Vec<_>>(),
            ends.map(end),
            "at {p}"
        );
    }
    // On an unselected path, Ctrl adds the whole path.
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(at(0.0, 20.0));
    harness.holding(CTRL, |harness| harness.click(at(6.0, 0.0)));
    assert_eq!(
        harness.session.selection.iter().collect::<Vec<_>>(),
        [Item::Path(PATH), Item::Marker(TARGET)]
    );
}

#[test]
fn a_snapped_drag_puts_the_node_on_the_grid() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.snap = Snap {
        to_grid: true,
        step: 0.5,
        ..Snap::default()
    };
    harness.drag(at(4.1, 0.1), at(5.3, 2.1));
    harness.release(at(5.3, 2.1));
    assert_eq!(harness.node(1), at(5.0, 2.0));
}

#[test]
fn an_agent_is_dragged_from_where_it_is_shown() {
    let mut harness = ToolHarness::on(sample_scene());
    let agents = [
        (GUARD, at(2.0, 6.0)),
        (SEEKER, at(-9.0, 20.0)),
        (AgentId(3), at(-9.0, 9.0)),
    ];
    for (kind, p) in [
        (PointerKind::Press, at(2.0, 6.0)),
        (PointerKind::Move, at(3.0, 6.0)),
        (PointerKind::Release, at(3.0, 6.0)),
    ] {
        let event = PointerEvent {
            kind,
            at: p,
            modifiers: Modifiers::default(),
        };
        let mut context = context_of(
            &mut harness.session,
            &harness.routes,
            agents.to_vec(),
            Snap::default(),
        );
        harness.tool.pointer(event, &mut context);
    }
    harness.session.commit();
    assert_eq!(
        harness.session.scene.agent(GUARD).unwrap().position,
        at(3.0, 6.0),
        "it starts there from now on"
    );
    harness.session.undo();
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
}

#[test]
fn gestures_keep_positions_within_the_coordinate_limits() {
    let far = at(5e12, -5e12);
    let mut harness = ToolHarness::on(sample_scene());
    harness.drag(at(4.0, 0.0), far);
    harness.release(far);
    for tool in [
        pen(),
        Tool::Place(Place::new(Placeable::Agent)),
        Tool::Place(Place::new(Placeable::Marker(MarkerKind::Target))),
    ] {
        harness.tool = tool;
        harness.click(far);
    }
    harness.key(ToolKey::Enter);
    assert_eq!(validate::scene_errors(&harness.session.scene), []);
    assert_eq!(harness.node(1), at(MAX_COORDINATE, -MAX_COORDINATE));
}
