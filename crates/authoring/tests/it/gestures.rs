//! Tools without a window: what gestures do and that they can be canceled.

use crate::tool_harness::{
    CTRL, GUARD, PATH, SEEKER, TARGET, ToolHarness, at, bits, context_of, sample_scene,
};
use steerwright_authoring::command::Command;
use steerwright_authoring::ring::RingId;
use steerwright_authoring::sample;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool::place::Placeable;
use steerwright_authoring::tool::{
    Modifiers, Pen, Place, PointerEvent, PointerKind, Preview, Tool, ToolKey,
};
use steerwright_authoring::{Item, Selection, edit, path_ops};
use steerwright_format::parameter::MAX_COORDINATE;
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, Behavior, MarkerKind, Motion, NodeId, PresetId, Scene};

fn pen() -> Tool {
    Tool::Pen(Pen::default())
}

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
        Some(Item::Node(PATH, NodeId(2)))
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
fn shift_click_deselects_a_selected_item() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(at(4.0, 0.0));
    harness.shift_click(at(8.0, 0.0));
    harness.shift_click(at(4.0, 0.0));
    assert_eq!(
        harness.session.selection.iter().collect::<Vec<_>>(),
        [Item::Node(PATH, NodeId(3))]
    );
}

#[test]
fn a_box_selects_nodes_agents_and_markers() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.drag(at(-1.0, -1.0), at(5.0, 21.0));
    assert!(matches!(
        harness.tool.preview(),
        Some(Preview::SelectionBox(..))
    ));
    harness.release(at(5.0, 21.0));
    let selected: Vec<Item> = harness.session.selection.iter().collect();
    assert_eq!(
        selected,
        [
            Item::Node(PATH, NodeId(1)),
            Item::Node(PATH, NodeId(2)),
            Item::Agent(GUARD),
            Item::Marker(TARGET)
        ]
    );
    harness.click(at(-4.0, -4.0));
    assert!(harness.session.selection.is_empty());
}

#[test]
fn clicking_a_segment_selects_the_path_and_clicking_again_inserts_a_node() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(at(6.0, 0.0));
    assert_eq!(harness.session.selection.primary(), Some(Item::Path(PATH)));
    assert!(harness.steps().is_empty());
    harness.move_to(at(6.0, 0.05));
    assert_eq!(harness.tool.preview(), Some(&Preview::Insert(at(6.0, 0.0))));
    harness.drag(at(6.0, 0.0), at(6.0, 2.0));
    harness.release(at(6.0, 2.0));
    assert_eq!(harness.steps(), ["Insert node"]);
    assert_eq!(
        harness.node(2),
        at(6.0, 2.0),
        "between the nodes it was put between"
    );
    assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 5);
}

#[test]
fn a_node_inserted_into_the_closing_segment_is_the_last_one() {
    let mut scene = sample_scene();
    path_ops::set_closed(&mut scene, PATH, true);
    scene.path_mut(PATH).unwrap().nodes[3].position.y = 8.0;
    let mut harness = ToolHarness::on(scene);
    harness.session.selection.set(Item::Path(PATH));
    let mark = at(6.0, 4.0);
    harness.click(mark);
    assert!((harness.node(4) - mark).length() < 1e-9);
}

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
        RingId::Behavior(PresetId(2), 0, "slow_radius")
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
            .map(|id| Item::Node(PATH, NodeId(id)))
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
fn ctrl_on_a_segment_selects_and_moves_both_ends() {
    let end = |id| Item::Node(PATH, NodeId(id));
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
    path_ops::set_closed(&mut scene, PATH, true);
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
fn items_are_placed_where_the_button_is_released() {
    for (what, step) in [
        (Placeable::Agent, "Place agent"),
        (Placeable::Marker(MarkerKind::Target), "Place target"),
        (Placeable::Marker(MarkerKind::Danger), "Place danger"),
    ] {
        let mut harness = ToolHarness::with(sample_scene(), Tool::Place(Place::new(what)));
        harness.drag(at(-5.0, -5.0), at(-6.0, -7.0));
        assert!(harness.steps().is_empty());
        harness.release(at(-6.0, -7.0));
        assert_eq!(harness.steps(), [step]);
        let place = match harness.session.selection.primary() {
            Some(Item::Agent(id)) => harness.session.scene.agent(id).unwrap().position,
            Some(Item::Marker(id)) => harness.session.scene.marker(id).unwrap().position,
            other => panic!("{other:?} is selected"),
        };
        assert_eq!(place, at(-6.0, -7.0));
        harness.session.undo();
        assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
    }
}

#[test]
fn the_secondary_button_and_escape_cancel_placing() {
    for what in [
        Placeable::Agent,
        Placeable::Marker(MarkerKind::Danger),
        Placeable::Cells,
    ] {
        for by_key in [false, true] {
            let mut harness = ToolHarness::with(sample_scene(), Tool::Place(Place::new(what)));
            harness.drag(at(-5.5, -5.5), at(-8.5, -5.5));
            if by_key {
                assert!(harness.key(ToolKey::Escape), "{what:?}");
            } else {
                harness.right(at(-8.5, -5.5));
            }
            harness.release(at(-8.5, -5.5));
            assert_eq!(
                bits(&harness.session.scene),
                bits(&sample_scene()),
                "{what:?}"
            );
            assert!(harness.steps().is_empty(), "{what:?}");
        }
    }
}

#[test]
fn a_fast_stroke_blocks_every_cell_and_a_second_one_unblocks_them() {
    let mut harness = ToolHarness::with(sample_scene(), Tool::Place(Place::new(Placeable::Cells)));
    for step in ["Block cells", "Unblock cells"] {
        harness.press(at(0.5, 10.5));
        harness.move_to(at(6.5, 10.5));
        harness.release(at(6.5, 10.5));
        let row: Vec<i32> = harness
            .session
            .scene
            .cells
            .blocked
            .iter()
            .filter(|cell| cell.row == 10)
            .map(|cell| cell.column)
            .collect();
        assert_eq!(
            row,
            if step == "Block cells" {
                (0..=6).collect::<Vec<_>>()
            } else {
                vec![]
            }
        );
        assert_eq!(harness.steps().last().map(String::as_str), Some(step));
    }
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
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

#[test]
fn deleting_an_item_unbinds_references_to_it() {
    let everything = |scene: &Scene| -> Vec<Item> {
        let paths = scene.paths.iter().map(|path| Item::Path(path.id));
        let nodes = scene
            .paths
            .iter()
            .flat_map(|path| path.nodes.iter().map(|node| Item::Node(path.id, node.id)));
        let agents = scene.agents.iter().map(|agent| Item::Agent(agent.id));
        let presets = scene.presets.iter().map(|preset| Item::Preset(preset.id));
        let markers = scene.markers.iter().map(|marker| Item::Marker(marker.id));
        paths
            .chain(nodes)
            .chain(agents)
            .chain(presets)
            .chain(markers)
            .collect()
    };
    for scene in
        std::iter::once(sample_scene()).chain(sample::scenes().into_iter().map(|(_, scene)| scene))
    {
        for item in everything(&scene) {
            let mut scene = scene.clone();
            edit::delete(&mut scene, &[item]);
            assert_eq!(
                validate::scene_errors(&scene),
                [],
                "{item:?} of {}",
                scene.name
            );
        }
        let mut scene = scene;
        let all = everything(&scene);
        edit::delete(&mut scene, &all);
        assert!(
            scene.paths.is_empty()
                && scene.agents.is_empty()
                && scene.markers.is_empty()
                && scene.presets.is_empty()
        );
    }
}

#[test]
fn commands_have_unique_labels_and_shortcuts() {
    let commands: Vec<Command> = Command::all().collect();
    for (i, command) in commands.iter().enumerate() {
        assert!(
            !command.label().is_empty() && command.tooltip().ends_with('.'),
            "{command:?}"
        );
        for other in &commands[i + 1..] {
            assert!(command != other, "{command:?} is in the menus twice");
            let shared = command
                .default_shortcuts()
                .into_iter()
                .find(|keys| other.default_shortcuts().contains(keys));
            assert_eq!(shared, None, "{command:?} and {other:?}");
        }
    }
}
