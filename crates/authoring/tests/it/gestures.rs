//! Tools as state machines, without a window: what a hand does to a scene, and that it can always be taken back.

use crate::tool_harness::{CTRL, GUARD, PATH, SEEKER, TARGET, ToolHarness, at, bits, sample_scene};
use steerwright_authoring::command::Command;
use steerwright_authoring::ring::RingId;
use steerwright_authoring::sample;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool::place::What;
use steerwright_authoring::tool::{
    Modifiers, Pen, Place, PointerEvent, PointerKind, Preview, Tool, ToolContext, ToolKey,
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
fn a_drag_is_one_step_however_many_moves() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.drag(at(4.0, 0.0), at(5.0, 2.0));
    assert!(
        (hand.node(1) - at(5.0, 2.0)).length() < 1e-9,
        "the node is moved while the button is down"
    );
    assert!(
        hand.steps().is_empty(),
        "and no step is open before it is up"
    );
    hand.release(at(5.0, 2.0));
    assert_eq!(hand.steps(), ["Move node 2"]);
    let after = bits(&hand.session.scene);
    assert_eq!(hand.session.undo().as_deref(), Some("Move node 2"));
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
    hand.session.redo();
    assert_eq!(bits(&hand.session.scene), after);
}

#[test]
fn a_drag_back_to_where_it_began_is_no_step() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.drag(at(4.0, 0.0), at(5.0, 2.0));
    hand.move_to(at(4.0, 0.0));
    hand.release(at(4.0, 0.0));
    assert!(hand.steps().is_empty());
}

#[test]
fn a_click_that_trembles_moves_nothing() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.press(at(4.0, 0.0));
    hand.move_to(at(4.05, 0.05));
    hand.release(at(4.05, 0.05));
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
    assert_eq!(
        hand.session.selection.primary(),
        Some(Item::Node(PATH, NodeId(2)))
    );
}

#[test]
fn the_second_button_and_escape_cancel_every_drag_exactly() {
    let selected_target = |hand: &mut ToolHarness| hand.session.selection.set(Item::Agent(SEEKER));
    let ring = {
        let mut hand = ToolHarness::on(sample_scene());
        selected_target(&mut hand);
        hand.work(|_, bench| {
            bench
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
            "a node put in",
            &|hand| hand.session.selection.set(Item::Path(PATH)),
            at(6.0, 0.0),
        ),
    ];
    for (what, prepare, from) in gestures {
        for by_key in [false, true] {
            let mut hand = ToolHarness::on(sample_scene());
            prepare(&mut hand);
            hand.drag(from, from + at(3.0, 1.0));
            assert_ne!(
                bits(&hand.session.scene),
                bits(&sample_scene()),
                "{what} was dragged"
            );
            if by_key {
                assert!(hand.key(ToolKey::Escape));
            } else {
                hand.right(from + at(3.0, 1.0));
            }
            assert_eq!(bits(&hand.session.scene), bits(&sample_scene()), "{what}");
            // The button is still down; what it does now is nothing.
            hand.move_to(from + at(5.0, 5.0));
            hand.release(from + at(5.0, 5.0));
            assert_eq!(
                bits(&hand.session.scene),
                bits(&sample_scene()),
                "{what}, afterward"
            );
            assert!(hand.steps().is_empty(), "{what}");
        }
    }
}

#[test]
fn a_selected_item_takes_the_others_along_and_an_unselected_one_goes_alone() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.click(at(4.0, 0.0));
    hand.shift_click(at(8.0, 0.0));
    hand.drag(at(8.0, 0.0), at(8.0, 3.0));
    hand.release(at(8.0, 3.0));
    assert_eq!((hand.node(1), hand.node(2)), (at(4.0, 3.0), at(8.0, 3.0)));
    assert_eq!(hand.steps(), ["Move 2 items"]);
    hand.drag(at(12.0, 0.0), at(12.0, 5.0));
    hand.release(at(12.0, 5.0));
    assert_eq!((hand.node(1), hand.node(3)), (at(4.0, 3.0), at(12.0, 5.0)));
}

#[test]
fn shift_click_takes_out_what_is_in() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.click(at(4.0, 0.0));
    hand.shift_click(at(8.0, 0.0));
    hand.shift_click(at(4.0, 0.0));
    assert_eq!(
        hand.session.selection.iter().collect::<Vec<_>>(),
        [Item::Node(PATH, NodeId(3))]
    );
}

#[test]
fn a_box_selects_nodes_agents_and_markers() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.drag(at(-1.0, -1.0), at(5.0, 21.0));
    assert!(matches!(hand.tool.preview(), Some(Preview::Marquee(..))));
    hand.release(at(5.0, 21.0));
    let selected: Vec<Item> = hand.session.selection.iter().collect();
    assert_eq!(
        selected,
        [
            Item::Node(PATH, NodeId(1)),
            Item::Node(PATH, NodeId(2)),
            Item::Agent(GUARD),
            Item::Marker(TARGET)
        ]
    );
    hand.click(at(-4.0, -4.0));
    assert!(hand.session.selection.is_empty());
}

#[test]
fn a_click_on_a_segment_selects_the_path_and_the_next_inserts_a_node() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.click(at(6.0, 0.0));
    assert_eq!(hand.session.selection.primary(), Some(Item::Path(PATH)));
    assert!(hand.steps().is_empty());
    hand.move_to(at(6.0, 0.05));
    assert_eq!(hand.tool.preview(), Some(&Preview::Insert(at(6.0, 0.0))));
    hand.drag(at(6.0, 0.0), at(6.0, 2.0));
    hand.release(at(6.0, 2.0));
    assert_eq!(hand.steps(), ["Insert node"]);
    assert_eq!(
        hand.node(2),
        at(6.0, 2.0),
        "between the nodes it was put between"
    );
    assert_eq!(hand.session.scene.path(PATH).unwrap().nodes.len(), 5);
}

#[test]
fn a_node_put_into_the_closing_segment_comes_last() {
    let mut scene = sample_scene();
    path_ops::set_closed(&mut scene, PATH, true);
    scene.path_mut(PATH).unwrap().nodes[3].y = 8.0;
    let mut hand = ToolHarness::on(scene);
    hand.session.selection.set(Item::Path(PATH));
    let mark = at(6.0, 4.0);
    hand.click(mark);
    assert!((hand.node(4) - mark).length() < 1e-9);
}

#[test]
fn a_ring_is_dragged_to_a_radius_that_can_be_read() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.session.selection.set(Item::Agent(SEEKER));
    let ring = hand.work(|_, bench| {
        bench
            .rings()
            .into_iter()
            .find(|ring| ring.label == "Slow radius")
            .unwrap()
    });
    assert!(matches!(
        ring.id,
        RingId::Behavior(PresetId(2), 0, "slow_radius")
    ));
    let to = ring.center + ring.toward * 4.567;
    hand.drag(ring.handle(), to);
    hand.release(to);
    let Motion::Steered(steered) = &hand.session.scene.preset(PresetId(2)).unwrap().motion else {
        panic!("steered")
    };
    let Behavior::Arrive(arrive) = steered.behaviors[0].behavior else {
        panic!("arrive")
    };
    assert_eq!(arrive.slow_radius, 4.57);
    assert_eq!(hand.steps(), ["Drag slow radius"]);
}

#[test]
fn a_ring_keeps_the_distance_it_was_grabbed_at_and_a_click_on_it_sets_nothing() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.session.selection.set(Item::Agent(SEEKER));
    let ring = hand.work(|_, bench| {
        bench
            .rings()
            .into_iter()
            .find(|ring| ring.label == "Slow radius")
            .unwrap()
    });
    // Grabbed a little outside its handle: it does not jump to the hand.
    let beside = ring.handle() + ring.toward * 0.12;
    hand.press(beside);
    hand.move_to(beside + ring.toward * 0.05);
    hand.release(beside + ring.toward * 0.05);
    assert_eq!(
        (hand.steps(), bits(&hand.session.scene)),
        (vec![], bits(&sample_scene())),
        "a click that trembles"
    );
    hand.drag(beside, beside + ring.toward);
    hand.release(beside + ring.toward);
    let wider = hand.work(|_, bench| {
        bench
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
fn a_handle_that_is_clicked_scales_and_turns_nothing() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.session.selection.set_all(
        (1..=4)
            .map(|id| Item::Node(PATH, NodeId(id)))
            .chain([Item::Marker(TARGET)]),
    );
    let handles = hand.work(|_, bench| bench.frame().unwrap().handles(bench.unit_per_point));
    for (handle, p) in handles {
        hand.press(p);
        hand.move_to(p + at(0.05, 0.05));
        assert!(
            matches!(hand.tool.preview(), Some(Preview::Handle(shown, None)) if *shown == handle)
        );
        hand.release(p + at(0.05, 0.05));
        assert_eq!(
            (hand.steps(), bits(&hand.session.scene)),
            (vec![], bits(&sample_scene())),
            "{handle:?}"
        );
    }
}

#[test]
fn ctrl_on_a_segment_takes_and_moves_both_its_ends() {
    let end = |id| Item::Node(PATH, NodeId(id));
    let mut hand = ToolHarness::on(sample_scene());
    hand.click(at(6.0, 0.0));
    hand.holding(CTRL, |hand| {
        hand.move_to(at(6.0, 0.0));
        assert_eq!(
            hand.tool.preview(),
            Some(&Preview::Ends(vec![at(4.0, 0.0), at(8.0, 0.0)]))
        );
        hand.click(at(6.0, 0.0));
        assert_eq!(hand.session.selection, Selection::of([end(2), end(3)]));
        hand.click(at(10.0, 0.0));
        assert_eq!(
            hand.session.selection.iter().collect::<Vec<_>>(),
            [end(2), end(3), end(4)]
        );
        hand.click(at(10.0, 0.0));
        assert_eq!(
            hand.session.selection.iter().collect::<Vec<_>>(),
            [end(2)],
            "both go again"
        );
        hand.drag(at(10.0, 0.0), at(10.0, 3.0));
        hand.release(at(10.0, 3.0));
    });
    assert_eq!(
        (hand.node(0), hand.node(1), hand.node(2), hand.node(3)),
        (at(0.0, 0.0), at(4.0, 3.0), at(8.0, 3.0), at(12.0, 3.0))
    );
    assert_eq!(hand.steps(), ["Move 3 items"]);
    // The closing segment, and a line that crosses itself: by index, not by place.
    let mut scene = sample_scene();
    path_ops::set_closed(&mut scene, PATH, true);
    for (node, p) in [at(0.0, 0.0), at(8.0, 8.0), at(8.0, 0.0), at(0.0, 8.0)]
        .into_iter()
        .enumerate()
    {
        let node = &mut scene.path_mut(PATH).unwrap().nodes[node];
        (node.x, node.y) = (p.x, p.y);
    }
    for (p, ends) in [
        (at(0.0, 5.0), [1, 4]),
        (at(3.0, 3.0), [1, 2]),
        (at(5.0, 3.0), [3, 4]),
        (at(8.0, 5.0), [2, 3]),
    ] {
        let mut hand = ToolHarness::on(scene.clone());
        hand.session.selection.set(Item::Path(PATH));
        hand.holding(CTRL, |hand| hand.click(p));
        assert_eq!(
            hand.session.selection.iter().collect::<Vec<_>>(),
            ends.map(end),
            "at {p}"
        );
    }
    // Of a path that is not being worked on, Ctrl adds the whole.
    let mut hand = ToolHarness::on(sample_scene());
    hand.click(at(0.0, 20.0));
    hand.holding(CTRL, |hand| hand.click(at(6.0, 0.0)));
    assert_eq!(
        hand.session.selection.iter().collect::<Vec<_>>(),
        [Item::Path(PATH), Item::Marker(TARGET)]
    );
}

#[test]
fn an_outer_ring_stays_outside_its_inner_one() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.session.selection.set(Item::Agent(SEEKER));
    let ring = hand.work(|_, bench| {
        bench
            .rings()
            .into_iter()
            .find(|ring| ring.label == "Slow radius")
            .unwrap()
    });
    hand.drag(ring.handle(), ring.center);
    hand.release(ring.center);
    let Motion::Steered(steered) = &hand.session.scene.preset(PresetId(2)).unwrap().motion else {
        panic!("steered")
    };
    let Behavior::Arrive(arrive) = steered.behaviors[0].behavior else {
        panic!("arrive")
    };
    assert_eq!(arrive.slow_radius, arrive.target_radius);
}

#[test]
fn a_snapped_drag_puts_the_node_on_the_grid() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.snap = Snap {
        to_grid: true,
        step: 0.5,
        ..Snap::default()
    };
    hand.drag(at(4.1, 0.1), at(5.3, 2.1));
    hand.release(at(5.3, 2.1));
    assert_eq!(hand.node(1), at(5.0, 2.0));
}

#[test]
fn things_are_placed_where_the_button_is_let_go() {
    for (what, step) in [
        (What::Agent, "Place agent"),
        (What::Marker(MarkerKind::Target), "Place target"),
        (What::Marker(MarkerKind::Danger), "Place danger"),
    ] {
        let mut hand = ToolHarness::with(sample_scene(), Tool::Place(Place::new(what)));
        hand.drag(at(-5.0, -5.0), at(-6.0, -7.0));
        assert!(hand.steps().is_empty());
        hand.release(at(-6.0, -7.0));
        assert_eq!(hand.steps(), [step]);
        let place = match hand.session.selection.primary() {
            Some(Item::Agent(id)) => hand.session.scene.agent(id).unwrap().position(),
            Some(Item::Marker(id)) => hand.session.scene.marker(id).unwrap().position(),
            other => panic!("{other:?} is selected"),
        };
        assert_eq!(place, at(-6.0, -7.0));
        hand.session.undo();
        assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
    }
}

#[test]
fn placing_is_canceled_by_the_second_button_and_by_escape() {
    for what in [What::Agent, What::Marker(MarkerKind::Danger), What::Cells] {
        for by_key in [false, true] {
            let mut hand = ToolHarness::with(sample_scene(), Tool::Place(Place::new(what)));
            hand.drag(at(-5.5, -5.5), at(-8.5, -5.5));
            if by_key {
                assert!(hand.key(ToolKey::Escape), "{what:?}");
            } else {
                hand.right(at(-8.5, -5.5));
            }
            hand.release(at(-8.5, -5.5));
            assert_eq!(bits(&hand.session.scene), bits(&sample_scene()), "{what:?}");
            assert!(hand.steps().is_empty(), "{what:?}");
        }
    }
}

#[test]
fn a_quick_stroke_blocks_every_cell_on_its_way_and_a_second_one_frees_them() {
    let mut hand = ToolHarness::with(sample_scene(), Tool::Place(Place::new(What::Cells)));
    for step in ["Block cells", "Free cells"] {
        hand.press(at(0.5, 10.5));
        hand.move_to(at(6.5, 10.5));
        hand.release(at(6.5, 10.5));
        let row: Vec<i32> = hand
            .session
            .scene
            .cells
            .blocked
            .iter()
            .filter(|[_, row]| *row == 10)
            .map(|[column, _]| *column)
            .collect();
        assert_eq!(
            row,
            if step == "Block cells" {
                (0..=6).collect::<Vec<_>>()
            } else {
                vec![]
            }
        );
        assert_eq!(hand.steps().last().map(String::as_str), Some(step));
    }
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
}

#[test]
fn an_agent_is_dragged_from_where_it_is_shown() {
    let mut hand = ToolHarness::on(sample_scene());
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
            held: Modifiers::default(),
        };
        let mut bench = ToolContext {
            session: &mut hand.session,
            routes: &hand.routes,
            agents: &agents,
            unit_per_point: 0.025,
            grab_points: steerwright_authoring::hit::GRAB_POINTS,
            drag_points: steerwright_authoring::tool::DRAG_POINTS,
            pointer: DVec2::ZERO,
            shown: (DVec2::splat(-1e9), DVec2::splat(1e9)),
            snap: Snap::default(),
            preset: None,
            snapped: None,
        };
        hand.tool.pointer(event, &mut bench);
    }
    hand.session.commit();
    assert_eq!(
        hand.session.scene.agent(GUARD).unwrap().position(),
        at(3.0, 6.0),
        "it starts there from now on"
    );
    hand.session.undo();
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene()));
}

#[test]
fn nothing_is_put_further_out_than_a_file_may_hold() {
    let far = at(5e12, -5e12);
    let mut hand = ToolHarness::on(sample_scene());
    hand.drag(at(4.0, 0.0), far);
    hand.release(far);
    for tool in [
        pen(),
        Tool::Place(Place::new(What::Agent)),
        Tool::Place(Place::new(What::Marker(MarkerKind::Target))),
    ] {
        hand.tool = tool;
        hand.click(far);
    }
    hand.key(ToolKey::Enter);
    assert_eq!(validate::scene_errors(&hand.session.scene), []);
    assert_eq!(hand.node(1), at(MAX_COORDINATE, -MAX_COORDINATE));
}

#[test]
fn deleting_what_others_refer_to_unbinds_them() {
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
fn every_command_has_words_and_no_two_share_their_keys() {
    let commands: Vec<Command> = Command::all().collect();
    for (i, command) in commands.iter().enumerate() {
        assert!(
            !command.label().is_empty() && command.tooltip().ends_with('.'),
            "{command:?}"
        );
        for other in &commands[i + 1..] {
            assert!(command != other, "{command:?} is in the menus twice");
            let shared = command
                .default_keys()
                .into_iter()
                .find(|keys| other.default_keys().contains(keys));
            assert_eq!(shared, None, "{command:?} and {other:?}");
        }
    }
}
