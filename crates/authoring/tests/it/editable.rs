//! Hidden and locked items cannot be changed on the canvas or by commands.

use crate::tool_harness::{ALT, PATH, SEEKER, TARGET, ToolHarness, at, bits, sample_scene};
use std::sync::Arc;
use steerwright_authoring::canvas::handles::TransformBox;
use steerwright_authoring::edit::align;
use steerwright_authoring::edit::align::Edge;
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::edit::editable;
use steerwright_authoring::line::End;
use steerwright_authoring::outline;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::{Entry, Flag};
use steerwright_authoring::paths::ops;
use steerwright_authoring::snap::SnapTarget;
use steerwright_authoring::tool::{Freehand, Pen, PointerKind, Tool};
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Item, Line, Selection, line};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{MarkerId, Node, NodeId, PathId, PatrolPath, Scene};

const OTHER: PathId = PathId(2);
const FLAGS: [Flag; 2] = [Flag::Hidden, Flag::Locked];

/// The sample scene with a second path of four nodes above the first one.
fn two_paths() -> Scene {
    let mut scene = sample_scene();
    let mut path = PatrolPath::new(OTHER, "Other");
    path.nodes = (0..4)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 6.0)))
        .collect();
    scene.paths.push(Arc::new(path));
    scene
}

/// The scene with some items hidden or locked, directly or through a group.
fn with(flag: Flag, items: &[Item], grouped: bool) -> Scene {
    let mut scene = two_paths();
    if grouped {
        let group = grouping::group(&mut scene, items).unwrap();
        outline::set_flag(&mut scene, Entry::Group(group), flag, true);
    } else {
        items
            .iter()
            .for_each(|&item| outline::set_flag(&mut scene, Entry::Item(item), flag, true));
    }
    scene
}

/// The second path, the seeker and the target hidden or locked in all four ways.
fn guarded() -> impl Iterator<Item = Scene> {
    FLAGS
        .into_iter()
        .flat_map(|flag| [false, true].map(|grouped| with(flag, &out(), grouped)))
}

fn out() -> [Item; 3] {
    [Item::Path(OTHER), Item::Agent(SEEKER), Item::Marker(TARGET)]
}

fn node(path: PathId, id: u32) -> Item {
    Item::Node(Line::Path(path), NodeId(id))
}

#[test]
fn box_select_select_all_and_select_next_skip_hidden_and_locked_items() {
    let is_out = |item: &Item| item.path() == Some(OTHER) || out().contains(item);
    assert_eq!(editable::all_items(&two_paths()).len(), 8 + 3 + 2);
    for scene in guarded() {
        let all = editable::all_items(&scene);
        assert_eq!(all.len(), 4 + 2 + 1);
        assert!(!all.iter().any(is_out), "{all:?}");
        let mut harness = ToolHarness::on(scene.clone());
        harness.drag(at(-30.0, -30.0), at(50.0, 50.0));
        harness.release(at(50.0, 50.0));
        assert_eq!(harness.session.selection.len(), all.len());
        assert!(!harness.session.selection.iter().any(|item| is_out(&item)));
        for forward in [true, false] {
            let mut selection = Selection::default();
            let mut seen = Vec::new();
            for _ in 0..all.len() {
                selection.set(editable::neighbor(&scene, &selection, forward).unwrap());
                seen.extend(selection.primary());
            }
            assert!(!seen.iter().any(is_out));
            assert_eq!(
                Selection::of(seen).len(),
                all.len(),
                "all the others, each once"
            );
        }
        // From an item selected in the outliner, stepping goes to an editable item.
        let next = editable::neighbor(&scene, &Selection::of([node(OTHER, 2)]), true);
        assert_eq!(next, Some(node(PATH, 1)));
        assert_eq!(
            editable::nodes_of_lines(
                &scene,
                &Selection::of([Item::Path(PATH), Item::Path(OTHER)])
            )
            .len(),
            4
        );
    }
    assert_eq!(
        editable::neighbor(&Scene::default(), &Selection::default(), true),
        None
    );
    assert_eq!(
        editable::neighbor(&Scene::default(), &Selection::default(), false),
        None
    );
}

#[test]
fn alt_click_skips_hidden_and_locked_items() {
    for scene in guarded() {
        let mut harness = ToolHarness::on(scene);
        // Move the first path's node under the other's.
        harness
            .session
            .scene
            .node_mut(PATH, NodeId(2))
            .unwrap()
            .position
            .y = 6.0;
        harness.session.commit();
        harness.routes.update(&harness.session.scene);
        for _ in 0..4 {
            harness.holding(ALT, |harness| harness.click(at(4.0, 6.0)));
            let taken: Vec<Item> = harness.session.selection.iter().collect();
            assert!(
                taken.iter().all(|item| item.path() == Some(PATH)),
                "{taken:?}"
            );
        }
    }
}

#[test]
fn hidden_and_locked_items_have_no_transform_box_or_extend_dots() {
    for scene in guarded() {
        let mut harness = ToolHarness::on(scene);
        for selected in [
            vec![Item::Path(OTHER)],
            vec![node(OTHER, 4)],
            vec![node(OTHER, 1), node(OTHER, 4)],
        ] {
            harness.session.selection.set_all(selected);
            let (dots, frame) =
                harness.work(|_, context| (context.end_dots(), context.transform_box()));
            assert_eq!((dots, frame), (vec![], None));
        }
        // The transform box of a mixed selection surrounds the editable items.
        harness
            .session
            .selection
            .set_all([Item::Path(PATH), Item::Path(OTHER)]);
        assert_eq!(
            harness.work(|_, context| context.transform_box()),
            Some(TransformBox {
                min: at(0.0, 0.0),
                max: at(12.0, 0.0),
                keeps_proportions: false,
                rotates: true,
                nose: None,
            })
        );
    }
}

#[test]
fn transforms_do_not_move_hidden_and_locked_items() {
    let all = |scene: &Scene| {
        let paths = scene.paths.iter().map(|path| Item::Path(path.id));
        let agents = scene.agents.iter().map(|agent| Item::Agent(agent.id));
        Selection::of(
            paths
                .chain(agents)
                .chain(scene.markers.iter().map(|marker| Item::Marker(marker.id))),
        )
    };
    let places = |scene: &Scene| {
        let nodes = scene
            .path(OTHER)
            .unwrap()
            .nodes
            .iter()
            .map(|node| node.position);
        let seeker = scene.agent(SEEKER).unwrap();
        nodes
            .chain([
                seeker.position,
                seeker.velocity,
                scene.marker(TARGET).unwrap().position,
            ])
            .collect::<Vec<DVec2>>()
    };
    let acts: [fn(&mut Scene, &Selection); 6] = [
        |scene, selection| transform::apply(scene, selection, &Transform::Move(at(1.0, 2.0))),
        |scene, selection| {
            transform::apply(
                scene,
                selection,
                &Transform::Scale {
                    about: DVec2::ZERO,
                    factors: at(3.0, -2.0),
                },
            )
        },
        |scene, selection| transform::rotate(scene, selection, 30.0),
        |scene, selection| transform::flip(scene, selection, at(1.0, -1.0)),
        |scene, selection| align::align(scene, selection, Edge::Bottom),
        |scene, selection| align::distribute(scene, selection, align::Axis::X),
    ];
    for before in guarded() {
        for (i, act) in acts.iter().enumerate() {
            let mut scene = before.clone();
            act(&mut scene, &all(&before));
            assert_eq!(places(&scene), places(&before), "act {i}");
            assert_ne!(scene, before, "act {i}: the others move");
        }
        let mut harness = ToolHarness::on(before.clone());
        harness.session.selection = all(&before);
        harness.drag(at(6.0, 0.0), at(11.0, -7.0));
        harness.release(at(11.0, -7.0));
        assert_eq!(places(&harness.session.scene), places(&before));
        assert_ne!(harness.node(0), at(0.0, 0.0));
        // Without editable items there is nothing to undo.
        let mut harness = ToolHarness::on(before.clone());
        harness.session.selection = Selection::of(out());
        harness.holding(ALT, |harness| harness.drag(at(50.0, 50.0), at(60.0, 60.0)));
        harness.release(at(60.0, 60.0));
        assert_eq!(
            (harness.steps(), bits(&harness.session.scene)),
            (vec![], bits(&before))
        );
        assert!(!align::has_at_least(&before, &Selection::of(out()), 1));
    }
}

#[test]
fn hidden_items_are_not_snap_targets_but_locked_items_are() {
    for flag in FLAGS {
        for grouped in [false, true] {
            let mut harness =
                ToolHarness::with(with(flag, &out(), grouped), Tool::Pen(Pen::default()));
            let mut marks = |p: DVec2| {
                harness.event(PointerKind::Press, p);
                let marks = harness
                    .snapped
                    .take()
                    .map_or(vec![], |snapped| snapped.targets);
                harness.release(p);
                marks
            };
            let near = [
                at(4.05, 6.05),
                at(6.0, 6.05),
                at(0.05, 20.05),
                at(-8.95, 20.05),
                at(30.0, 6.02),
            ];
            for (i, p) in near.into_iter().enumerate() {
                let found = marks(p);
                let about = |mark: &SnapTarget| match *mark {
                    SnapTarget::Item(item)
                    | SnapTarget::VerticalGuide(item, _)
                    | SnapTarget::HorizontalGuide(item, _) => {
                        out().contains(&item) || item.path() == Some(OTHER)
                    }
                    SnapTarget::Segment(path, _) => path == Item::Path(OTHER),
                    _ => false,
                };
                assert_eq!(
                    found.iter().any(about),
                    flag == Flag::Locked,
                    "{flag:?}, place {i}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn path_commands_do_not_change_hidden_and_locked_paths() {
    for scene in guarded() {
        let both = Selection::of([Item::Path(PATH), Item::Path(OTHER)]);
        assert_eq!(line::ends_to_join(&scene, &both), None);
        assert_eq!(
            line::ends_to_join(&scene, &Selection::of([Item::Path(OTHER)])),
            None
        );
        let own = Some((
            End {
                line: PATH.into(),
                at_start: false,
            },
            End {
                line: PATH.into(),
                at_start: true,
            },
        ));
        assert_eq!(
            line::ends_to_join(&scene, &Selection::of([Item::Path(PATH)])),
            own
        );
        assert!(
            !line::can_split_at(&scene, OTHER, NodeId(2))
                && line::can_split_at(&scene, PATH, NodeId(2))
        );
        assert!(
            !ops::can_start_at(&scene, OTHER, NodeId(4))
                && ops::can_start_at(&scene, PATH, NodeId(4))
        );
        assert_eq!(editable::paths(&scene, &both), [PATH]);
        let mut doubled = scene.clone();
        duplicate::duplicate(
            &mut doubled,
            &mut Selection::of([node(OTHER, 1), node(PATH, 1)]),
            at(1.0, 1.0),
        );
        assert_eq!(
            (doubled.path(OTHER), doubled.path(PATH).unwrap().nodes.len()),
            (scene.path(OTHER), 5)
        );
        // The Pen only extends an editable end; over another it begins a new path.
        let mut harness = ToolHarness::with(scene, Tool::Pen(Pen::default()));
        harness.click(at(12.0, 6.0));
        assert_eq!(
            (
                harness.session.scene.paths.len(),
                harness.session.scene.path(OTHER).unwrap().nodes.len()
            ),
            (3, 4)
        );
        harness.tool = Tool::Freehand(Freehand::default());
        harness.drag(at(0.0, 6.0), at(-5.0, 9.0));
        harness.release(at(-5.0, 9.0));
        assert_eq!(harness.session.scene.path(OTHER).unwrap().nodes.len(), 4);
    }
}

#[test]
fn locked_items_are_not_deleted_and_hidden_items_only_as_a_whole() {
    for before in [
        with(Flag::Locked, &out(), false),
        with(Flag::Locked, &out(), true),
    ] {
        let all: Vec<Item> = out()
            .into_iter()
            .chain([Item::Path(PATH), node(OTHER, 2), node(PATH, 2)])
            .collect();
        let (go, stay) = editable::deletable(&before, &all);
        assert_eq!(go, [Item::Path(PATH), node(PATH, 2)]);
        assert_eq!(
            stay,
            [
                Item::Path(OTHER),
                Item::Agent(SEEKER),
                Item::Marker(TARGET),
                node(OTHER, 2)
            ]
        );
        assert_eq!(
            editable::kept_message(&before, &stay).unwrap(),
            "3 items are locked or hidden and were not deleted"
        );
        assert_eq!(
            editable::kept_message(&before, &[node(OTHER, 2)]).unwrap(),
            "path Other is locked; unlock it first"
        );
    }
    let hidden = with(Flag::Hidden, &out(), false);
    assert_eq!(
        editable::deletable(&hidden, &[Item::Path(OTHER), node(OTHER, 1)]),
        (vec![Item::Path(OTHER)], vec![node(OTHER, 1)])
    );
    assert_eq!(
        editable::kept_message(&hidden, &[node(OTHER, 1)]).unwrap(),
        "path Other is hidden; show it before deleting its nodes"
    );
    assert_eq!(editable::kept_message(&hidden, &[]), None);
}

#[test]
fn hidden_and_locked_agents_have_no_rings() {
    let rings_of = |scene: &Scene, item: Item| {
        let mut harness = ToolHarness::on(scene.clone());
        harness.session.selection.set(item);
        harness.work(|_, context| context.rings().len())
    };
    let preset = two_paths().agent(SEEKER).unwrap().preset;
    for item in [
        Item::Agent(SEEKER),
        Item::Preset(preset),
        Item::Marker(MarkerId(2)),
    ] {
        assert!(rings_of(&two_paths(), item) > 0);
        for scene in guarded() {
            assert_eq!(rings_of(&scene, item), 0, "{item:?}");
        }
    }
}
