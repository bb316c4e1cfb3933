//! Groups, hidden and locked items, and the order of rows do not affect the simulation.

use std::sync::Arc;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::outline;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::reordering;
use steerwright_authoring::outline::{Entry, Flag};
use steerwright_authoring::session::same_simulation;
use steerwright_authoring::{
    CanvasContext, CanvasView, Item, Line, Playback, Routes, Session, ToolSettings,
};
use steerwright_format::{read_scene, write_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Color, GroupId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::{FollowPath, Separation};

fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// Three paths above each other, each with an agent that separates from the others, and a marker.
fn sample_scene() -> Scene {
    let path = |i: u32| {
        let mut path = PatrolPath::new(PathId(i), format!("Path {i}"));
        path.nodes = (0..3)
            .map(|n| Node::at(NodeId(n + 1), at(4.0 * f64::from(n), f64::from(i))))
            .collect();
        Arc::new(path)
    };
    let behaviors = [
        Behavior::FollowPath(FollowPath::default()),
        Behavior::Separation(Separation::default()),
    ];
    let agent = |i: u32| Agent {
        path: Some(PathId(i)),
        ..Agent::at(
            AgentId(i),
            format!("Guard {i}"),
            PresetId(1),
            at(0.0, f64::from(i)),
        )
    };
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "Walks", behaviors))],
        paths: (1..=3).map(path).collect(),
        agents: Arc::new((1..=3).map(agent).collect()),
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            at(20.0, 0.0),
        )]),
        ..Scene::default()
    }
}

fn path(i: u32) -> Item {
    Item::Path(PathId(i))
}

fn guard(i: u32) -> Item {
    Item::Agent(AgentId(i))
}

fn order(scene: &Scene) -> Vec<u32> {
    scene.paths.iter().map(|path| path.id.0).collect()
}

/// Everything under a point and in a box around the scene.
fn found(scene: &Scene, p: DVec2) -> (Option<Item>, Option<Item>, Vec<Item>) {
    let mut routes = Routes::default();
    routes.update(scene);
    let playback = Playback::new(scene);
    let visible = Bounds {
        min: DVec2::splat(-100.0),
        max: DVec2::splat(100.0),
    };
    let mut session = Session::new(scene.clone());
    let view = CanvasView {
        routes: &routes,
        agents: playback.positions(),
        directions: vec![],
        pointer: DVec2::ZERO,
        unit_per_point: 0.02,
        visible,
        handles: Default::default(),
    };
    let context = CanvasContext::new(&mut session, view, ToolSettings::default());
    (
        context.item_at(p),
        context.segment_at(p).map(|hit| hit.line.into()),
        context.items_within(visible.min, visible.max),
    )
}

/// All positions after ten seconds.
fn motion(scene: &Scene) -> Vec<(AgentId, DVec2)> {
    let mut playback = Playback::new(scene);
    playback.play();
    playback.advance(10.0);
    playback.positions()
}

#[test]
fn hidden_and_locked_items_cannot_be_selected_on_the_canvas() {
    let scene = sample_scene();
    let (node, line, all) = found(&scene, at(4.0, 2.0));
    assert_eq!(
        (node, line),
        (
            Some(Item::Node(Line::Path(PathId(2)), NodeId(2))),
            Some(path(2))
        )
    );
    assert_eq!(all.len(), 9 + 3 + 1);
    for flag in [Flag::Hidden, Flag::Locked] {
        let mut by_itself = sample_scene();
        outline::set_flag(&mut by_itself, Entry::Item(path(2)), flag, true);
        let mut by_group = sample_scene();
        let group = grouping::group(&mut by_group, &[path(2)]).unwrap();
        outline::set_flag(&mut by_group, Entry::Group(group), flag, true);
        for scene in [by_itself, by_group] {
            let (node, line, all) = found(&scene, at(4.0, 2.0));
            assert_eq!((node, line), (None, None), "{flag:?}");
            assert_eq!(all.len(), 6 + 3 + 1);
        }
        let mut scene = sample_scene();
        outline::set_flag(&mut scene, Entry::Item(guard(1)), flag, true);
        outline::set_flag(
            &mut scene,
            Entry::Item(Item::Marker(MarkerId(1))),
            flag,
            true,
        );
        assert!(found(&scene, at(20.0, 0.0)).0.is_none());
        assert_eq!(found(&scene, at(4.0, 2.0)).2.len(), 9 + 2);
    }
}

#[test]
fn outliner_properties_do_not_affect_the_simulation() {
    let plain = motion(&sample_scene());
    let mut scene = sample_scene();
    grouping::group(
        &mut scene,
        &[path(1), guard(1), guard(3), Item::Marker(MarkerId(1))],
    )
    .unwrap();
    outline::set_flag(&mut scene, Entry::Group(GroupId(1)), Flag::Hidden, true);
    outline::set_flag(&mut scene, Entry::Item(guard(2)), Flag::Locked, true);
    reordering::move_beside(
        &mut scene,
        &[Entry::Item(guard(3))],
        Entry::Item(guard(1)),
        false,
    );
    reordering::move_beside(
        &mut scene,
        &[Entry::Item(path(3))],
        Entry::Item(path(1)),
        false,
    );
    scene.path_mut(PathId(1)).unwrap().color = Some(Color([1, 2, 3]));
    outline::rename(&mut scene, Entry::Item(path(1)), "Wall");
    assert!(same_simulation::same_simulation(&sample_scene(), &scene));
    assert_eq!(motion(&scene), plain);
    // A paused run is not resimulated for it.
    let mut playback = Playback::new(&sample_scene());
    playback.play();
    playback.advance(2.0);
    playback.pause();
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_none());
    scene.node_mut(PathId(1), NodeId(1)).unwrap().position.x += 1.0;
    assert!(!same_simulation::same_simulation(&sample_scene(), &scene));
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_some(), "but an edit is");
}

#[test]
fn a_group_contains_items_of_every_kind_and_is_removed_with_the_last_one() {
    let mut scene = sample_scene();
    assert_eq!(
        grouping::group(&mut scene, &[Item::Preset(PresetId(1))]),
        None,
        "presets are in no group"
    );
    let group = grouping::group(&mut scene, &[path(3), guard(2)]).unwrap();
    let other = grouping::group(&mut scene, &[Item::Marker(MarkerId(1))]).unwrap();
    assert_eq!(
        grouping::members(&scene, group).collect::<Vec<_>>(),
        [path(3), guard(2)]
    );
    assert_ne!(scene.editor.groups[0].name, scene.editor.groups[1].name);
    reordering::move_beside(
        &mut scene,
        &[Entry::Group(other)],
        Entry::Group(group),
        false,
    );
    assert_eq!(scene.editor.groups[0].id, other);
    grouping::move_to_group(
        &mut scene,
        &[path(3), guard(2)].map(Entry::Item),
        Some(other),
    );
    assert!(
        scene.editor.group(group).is_none(),
        "the empty group is gone"
    );
    grouping::remove_group(&mut scene, other);
    assert!(
        scene.editor.groups.is_empty()
            && outline::groupable_items(&scene).all(|(_, place)| place == Default::default())
    );
    assert_eq!(scene, sample_scene());
}

#[test]
fn rows_move_next_to_others_and_into_their_group() {
    let moved = |moved: &[u32], beside: u32, after: bool| {
        let mut scene = sample_scene();
        let entries: Vec<Entry> = moved.iter().map(|&i| Entry::Item(path(i))).collect();
        reordering::move_beside(&mut scene, &entries, Entry::Item(path(beside)), after);
        order(&scene)
    };
    assert_eq!(moved(&[3], 1, false), [3, 1, 2]);
    assert_eq!(moved(&[1], 3, true), [2, 3, 1]);
    assert_eq!(moved(&[1, 2], 3, true), [3, 1, 2]);
    assert_eq!(moved(&[2], 2, true), [1, 2, 3]);
    assert_eq!(moved(&[9], 2, true), [1, 2, 3]);
    let mut scene = sample_scene();
    let group = grouping::group(&mut scene, &[path(1)]).unwrap();
    reordering::move_beside(
        &mut scene,
        &[Entry::Item(path(3)), Entry::Item(guard(1))],
        Entry::Item(path(1)),
        false,
    );
    assert_eq!(order(&scene), [3, 1, 2]);
    assert_eq!(
        grouping::members(&scene, group).collect::<Vec<_>>(),
        [path(3), path(1), guard(1)]
    );
}

#[test]
fn show_all_and_unlock_all_clear_every_flag() {
    let mut scene = sample_scene();
    let group = grouping::group(&mut scene, &[path(1)]).unwrap();
    outline::set_flag(&mut scene, Entry::Group(group), Flag::Hidden, true);
    outline::set_flag(&mut scene, Entry::Item(guard(2)), Flag::Hidden, true);
    outline::set_flag(&mut scene, Entry::Item(guard(3)), Flag::Locked, true);
    assert!(outline::clear_flag(&mut scene, Flag::Hidden));
    assert!(!outline::clear_flag(&mut scene, Flag::Hidden));
    assert!(
        !outline::flag(&scene, Entry::Group(group), Flag::Hidden)
            && outline::flag(&scene, Entry::Item(guard(3)), Flag::Locked)
    );
}

#[test]
fn outliner_properties_are_saved_and_missing_groups_ignored() {
    let mut session = Session::new(sample_scene());
    grouping::group(&mut session.scene, &[path(1), guard(1)]).unwrap();
    outline::set_flag(&mut session.scene, Entry::Item(path(2)), Flag::Hidden, true);
    session.scene.path_mut(PathId(3)).unwrap().color = Some(Color([9, 8, 7]));
    session.commit();
    let text = write_scene(&session.scene).unwrap();
    assert_eq!(read_scene(&text).unwrap().value, session.scene);
    assert!(
        !write_scene(&sample_scene()).unwrap().contains("editor"),
        "what was never arranged is not written"
    );
    let lost = read_scene(&text.replace("\"group\": 1", "\"group\": 77"))
        .unwrap()
        .value;
    assert!(
        outline::is_editable(&lost, path(1))
            && grouping::members(&lost, GroupId(1)).next().is_none()
    );
}

#[test]
fn the_nearest_ring_handle_is_hit() {
    use steerwright_authoring::canvas::ring::{Ring, RingId, RingKind};
    let ring = |radius| Ring {
        id: RingId::Path(PathId(1)),
        label: "Ring",
        kind: RingKind::Path,
        center: DVec2::ZERO,
        radius,
        follows_pointer: false,
        handle_dir: DVec2::X,
        handle_outward: 0.0,
    };
    let mut session = Session::new(sample_scene());
    let routes = Routes::default();
    let view = CanvasView {
        routes: &routes,
        agents: vec![],
        directions: vec![],
        pointer: DVec2::ZERO,
        unit_per_point: 0.1,
        visible: Bounds {
            min: DVec2::splat(-9.0),
            max: DVec2::splat(9.0),
        },
        handles: Default::default(),
    };
    let context = CanvasContext::new(&mut session, view, ToolSettings::default());
    let rings = [ring(3.0), ring(2.5)];
    assert_eq!(context.ring_handle_at(at(2.9, 0.0), &rings), Some(0));
    assert_eq!(context.ring_handle_at(at(2.6, 0.0), &rings), Some(1));
    assert_eq!(context.ring_line_at(at(0.0, 2.9), &rings), Some(0));
    assert_eq!(context.ring_handle_at(at(4.1, 0.0), &rings), None);
}
