//! The part of a scene that only the editor uses.

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{Group, OutlinerProps};
use steerwright_runtime::scene::{
    Agent, AgentId, GroupId, Marker, MarkerId, MarkerKind, PathId, PatrolPath, PresetId, Scene,
    Wall, WallId,
};
use steerwright_runtime::simulation::World;

const IN_GROUP: OutlinerProps = OutlinerProps {
    group: Some(GroupId(1)),
    hidden: false,
    locked: false,
};

/// A path, a wall, an agent and a marker, all with the id 1 and in group 1, which is in group 2.
fn grouped() -> Scene {
    let mut scene = Scene {
        paths: vec![PatrolPath::new(PathId(1), "Round").into()],
        walls: vec![Wall::through(WallId(1), "Fence", [DVec2::ZERO, DVec2::X]).into()],
        agents: vec![Agent::at(AgentId(1), "Guard", PresetId(1), DVec2::ZERO)].into(),
        markers: vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            DVec2::ONE,
        )]
        .into(),
        ..Scene::default()
    };
    let editor = scene.editor_mut();
    editor.groups = [(1, Some(GroupId(2))), (2, None)]
        .map(|(id, parent)| Group {
            id: GroupId(id),
            name: String::new(),
            parent,
            hidden: false,
            locked: false,
            color: None,
        })
        .into();
    editor.set_props(PathId(1), IN_GROUP);
    editor.set_props(WallId(1), IN_GROUP);
    editor.set_props(AgentId(1), IN_GROUP);
    editor.set_props(MarkerId(1), IN_GROUP);
    scene
}

#[test]
fn each_kind_of_item_has_its_own_properties() {
    let mut scene = grouped();
    let hidden = OutlinerProps {
        hidden: true,
        ..IN_GROUP
    };
    scene.editor_mut().set_props(AgentId(1), hidden);
    let editor = &scene.editor;
    assert_eq!(editor.props(AgentId(1)), hidden);
    assert_eq!(editor.props(PathId(1)), IN_GROUP);
    assert_eq!(editor.props(WallId(1)), IN_GROUP);
    assert_eq!(editor.props(MarkerId(1)), IN_GROUP);
    assert_eq!(editor.props(MarkerId(2)), OutlinerProps::default());
    assert!(editor.is_hidden(AgentId(1)) && !editor.is_hidden(PathId(1)));
}

#[test]
fn a_flag_of_an_outer_group_applies_to_the_item() {
    type Set = fn(&mut Group);
    let flags: [(Set, bool, bool); 2] = [
        (|group| group.hidden = true, true, false),
        (|group| group.locked = true, false, true),
    ];
    for (set, hidden, locked) in flags {
        for id in [1, 2] {
            let mut scene = grouped();
            assert!(scene.editor.is_editable(PathId(1)));
            set(scene.editor_mut().group_mut(GroupId(id)).unwrap());
            let editor = &scene.editor;
            assert_eq!(
                (editor.is_hidden(PathId(1)), editor.is_locked(PathId(1))),
                (hidden, locked)
            );
            assert!(!editor.is_editable(PathId(1)));
            assert_eq!(editor.props(PathId(1)), IN_GROUP);
        }
    }
}

#[test]
fn pruning_removes_only_what_refers_to_nothing() {
    let mut scene = grouped();
    let before = Arc::clone(&scene.editor);
    scene.prune_editor_data();
    assert!(Arc::ptr_eq(&before, &scene.editor), "still shared");

    scene.agents = Arc::default();
    scene.prune_editor_data();
    assert_eq!(scene.editor.props(AgentId(1)), OutlinerProps::default());
    assert_eq!(scene.editor.props(PathId(1)), IN_GROUP);

    scene.editor_mut().groups.remove(1);
    scene.prune_editor_data();
    assert_eq!(scene.editor.groups[0].parent, None);
    assert_eq!(scene.editor.props(PathId(1)), IN_GROUP);

    scene.editor_mut().groups.clear();
    scene.prune_editor_data();
    assert!(scene.editor.is_empty());
}

#[test]
fn editor_data_does_not_change_the_run() {
    let plain = Scene {
        editor: Arc::default(),
        ..grouped()
    };
    let (mut a, mut b) = (World::new(&grouped()), World::new(&plain));
    for _ in 0..10 {
        a.step();
        b.step();
    }
    assert!(a.agents().eq(b.agents()));
}
