//! Nested groups: created, filled, removed, hidden, locked, saved, repaired, pasted.

use std::sync::Arc;
use steerwright_authoring::clipboard::{Clip, paste};
use steerwright_authoring::edit;
use steerwright_authoring::line::{self, End, LineKind};
use steerwright_authoring::outline;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::reordering;
use steerwright_authoring::outline::{Entry, Flag};
use steerwright_authoring::{Item, Selection, Session};
use steerwright_format::{read_scene, write_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{Group, MAX_GROUP_DEPTH, OutlinerProps};
use steerwright_runtime::scene::{GroupId, Node, NodeId, PathId, PatrolPath, Scene};

fn path(id: u32) -> Item {
    Item::Path(PathId(id))
}

fn group(id: u32) -> Entry {
    Entry::Group(GroupId(id))
}

fn sample_scene(paths: u32) -> Scene {
    let path = |i: u32| {
        let mut path = PatrolPath::new(PathId(i), format!("Path {i}"));
        path.nodes = vec![
            Node::at(NodeId(1), DVec2::new(f64::from(i), 0.0)),
            Node::at(NodeId(2), DVec2::new(f64::from(i), 9.0)),
        ];
        Arc::new(path)
    };
    Scene {
        paths: (1..=paths).map(path).collect(),
        ..Scene::default()
    }
}

/// Four paths: the second and third in group 2, which is in group 1 with the first; the fourth is
/// not grouped.
fn nested() -> Scene {
    let mut scene = sample_scene(4);
    grouping::group(&mut scene, &[path(1), path(2), path(3)]).unwrap();
    grouping::group(&mut scene, &[path(2), path(3)]).unwrap();
    scene
}

fn parents(scene: &Scene) -> Vec<(u32, Option<u32>)> {
    scene
        .editor
        .groups
        .iter()
        .map(|group| (group.id.0, group.parent.map(|id| id.0)))
        .collect()
}

/// The group of each path.
fn places(scene: &Scene) -> Vec<Option<u32>> {
    scene
        .paths
        .iter()
        .map(|path| scene.editor.props(path.id).group.map(|id| id.0))
        .collect()
}

#[test]
fn a_group_is_created_in_the_common_group_of_its_items() {
    let scene = nested();
    assert_eq!(parents(&scene), [(1, None), (2, Some(1))]);
    assert_eq!(places(&scene), [Some(1), Some(2), Some(2), None]);
    assert_eq!(
        grouping::contents(&scene, GroupId(1)),
        [path(1), path(2), path(3)]
    );
    assert_eq!(
        grouping::members(&scene, GroupId(1)).collect::<Vec<_>>(),
        [path(1)]
    );
    // A group whose whole contents are included moves as a group.
    let mut whole = nested();
    grouping::group(&mut whole, &[path(1), path(2), path(3), path(4)]).unwrap();
    assert_eq!(parents(&whole), [(1, Some(3)), (2, Some(1)), (3, None)]);
    let mut part = nested();
    grouping::group(&mut part, &[path(3), path(4)]).unwrap();
    assert_eq!(
        (parents(&part), places(&part)),
        (
            vec![(1, None), (2, Some(1)), (3, None)],
            vec![Some(1), Some(2), Some(3), Some(3)]
        )
    );
}

#[test]
fn ungroup_moves_items_to_the_parent_group() {
    let mut scene = nested();
    grouping::ungroup(&mut scene, &[path(2)]);
    assert_eq!(places(&scene), [Some(1), Some(1), Some(2), None]);
    grouping::ungroup(&mut scene, &[path(3)]);
    assert_eq!(
        (places(&scene), parents(&scene)),
        (vec![Some(1), Some(1), Some(1), None], vec![(1, None)]),
        "an empty group goes"
    );
    // Ungrouping a whole group removes only the group around it.
    let mut scene = nested();
    grouping::ungroup(&mut scene, &[path(1), path(2), path(3)]);
    assert_eq!(
        (places(&scene), parents(&scene)),
        (vec![None, Some(2), Some(2), None], vec![(2, None)])
    );
    let mut scene = nested();
    grouping::remove_group(&mut scene, GroupId(1));
    assert_eq!(
        (places(&scene), parents(&scene)),
        (vec![None, Some(2), Some(2), None], vec![(2, None)])
    );
}

#[test]
fn a_group_cannot_contain_itself() {
    let mut scene = nested();
    for (inner, outer) in [(1, 1), (1, 2)] {
        assert!(!grouping::can_move_to_group(
            &scene,
            group(inner),
            Some(GroupId(outer))
        ));
        grouping::move_to_group(&mut scene, &[group(inner)], Some(GroupId(outer)));
        assert_eq!(scene, nested());
    }
    grouping::move_to_group(&mut scene, &[group(2)], None);
    grouping::move_to_group(&mut scene, &[group(1)], Some(GroupId(2)));
    assert_eq!(parents(&scene), [(1, Some(2)), (2, None)]);
    // Moving next to a row moves into its group.
    let mut scene = nested();
    reordering::move_beside(&mut scene, &[group(2)], Entry::Item(path(4)), true);
    assert_eq!(parents(&scene), [(1, None), (2, None)]);
    reordering::move_beside(&mut scene, &[group(2)], group(1), false);
    assert_eq!(parents(&scene), [(2, None), (1, None)]);
}

#[test]
fn a_hidden_or_locked_group_applies_to_its_contents() {
    for flag in [Flag::Hidden, Flag::Locked] {
        let mut scene = nested();
        outline::set_flag(&mut scene, group(1), flag, true);
        let out: Vec<bool> = (1..=4)
            .map(|id| !outline::is_editable(&scene, path(id)))
            .collect();
        assert_eq!(out, [true, true, true, false]);
        assert_eq!(scene.editor.is_hidden(PathId(2)), flag == Flag::Hidden);
        assert!(
            !outline::flag(&scene, group(2), flag),
            "its own flag is its own"
        );
    }
}

#[test]
fn empty_groups_are_removed_with_their_empty_parents() {
    let mut scene = nested();
    edit::delete(&mut scene, &[path(1), path(2)]);
    assert_eq!(parents(&scene), [(1, None), (2, Some(1))]);
    edit::delete(&mut scene, &[path(3)]);
    assert!(scene.editor.groups.is_empty());
}

#[test]
fn nested_groups_are_saved_and_undone() {
    let mut session = Session::new(sample_scene(4));
    session.scene = nested();
    session.name_step("Group");
    session.commit();
    let text = write_scene(&session.scene).unwrap();
    assert_eq!(text.matches("\"parent\"").count(), 1);
    assert_eq!(read_scene(&text).unwrap().value, nested());
    session.undo();
    assert_eq!(session.scene, sample_scene(4));
}

/// Groups with the given parents, each containing a path.
fn with_parents(parents: &[Option<u32>]) -> Scene {
    let mut scene = sample_scene(parents.len() as u32);
    let groups = parents.iter().zip(1..).map(|(parent, id)| Group {
        id: GroupId(id),
        name: format!("G{id}"),
        parent: parent.map(GroupId),
        hidden: false,
        locked: false,
        color: None,
    });
    scene.editor_mut().groups = groups.collect();
    for id in 1..=parents.len() as u32 {
        let props = OutlinerProps {
            group: Some(GroupId(id)),
            ..OutlinerProps::default()
        };
        scene.editor_mut().set_props(PathId(id), props);
    }
    scene
}

#[test]
fn cyclic_and_missing_parents_in_a_file_are_repaired() {
    for (written, read) in [
        (vec![Some(1)], vec![None]),
        (vec![Some(2), Some(1)], vec![None, Some(1)]),
        (
            vec![Some(2), Some(3), Some(1), Some(1)],
            vec![None, Some(3), Some(1), Some(1)],
        ),
        (vec![Some(77), Some(1)], vec![None, Some(1)]),
        (vec![None, Some(1), Some(2)], vec![None, Some(1), Some(2)]),
    ] {
        let scene = read_scene(&write_scene(&with_parents(&written)).unwrap())
            .unwrap()
            .value;
        assert_eq!(scene, with_parents(&read), "{written:?}");
    }
    // A cycle in a scene that was not read from a file does not cause a hang.
    let circle = with_parents(&[Some(2), Some(1)]);
    assert_eq!(
        circle.editor.groups_around(Some(GroupId(1))).count(),
        MAX_GROUP_DEPTH
    );
    assert!(outline::is_editable(&circle, path(1)));
}

#[test]
fn the_nesting_depth_of_groups_is_limited() {
    let deep: Vec<Option<u32>> = (0..3000).map(|id| (id > 0).then_some(id)).collect();
    let mut scene = with_parents(&deep);
    scene.prune_editor_data();
    let depth = |scene: &Scene, id| {
        let mut around = scene.editor.group(id).and_then(|group| group.parent);
        let mut depth = 1;
        while let Some(group) = around.and_then(|id| scene.editor.group(id)) {
            (around, depth) = (group.parent, depth + 1);
        }
        depth
    };
    let depths: Vec<usize> = (1..=40).map(|id| depth(&scene, GroupId(id))).collect();
    assert_eq!(depths.iter().max(), Some(&MAX_GROUP_DEPTH));
    assert_eq!(
        (scene.editor.groups[0].parent, scene.editor.groups[1].parent),
        (None, Some(GroupId(1)))
    );
    // Moves are limited too: the deepest allowed level works, one more does not.
    let mut scene = sample_scene(1);
    for _ in 0..MAX_GROUP_DEPTH {
        assert!(grouping::group(&mut scene, &[path(1)]).is_some());
    }
    assert_eq!(grouping::group(&mut scene, &[path(1)]), None);
    assert_eq!(scene.editor.groups.len(), MAX_GROUP_DEPTH);
}

#[test]
fn nested_groups_are_copied_and_pasted() {
    let clip = Clip::of(&nested(), &Selection::of([path(2)])).unwrap();
    let clip = Clip::read(&clip.text().unwrap()).unwrap();
    let mut other = sample_scene(0);
    paste(&mut other, &clip, DVec2::ZERO);
    assert_eq!(
        (parents(&other), places(&other)),
        (vec![(1, None), (2, Some(1))], vec![Some(2)])
    );
    paste(&mut other, &clip, DVec2::ONE);
    assert_eq!(
        (other.editor.groups.len(), places(&other)),
        (2, vec![Some(2); 2]),
        "they are found again"
    );
    // A group of the same name elsewhere is a different one.
    let mut flat = sample_scene(1);
    let own = grouping::group(&mut flat, &[path(1)]).unwrap();
    outline::rename(&mut flat, Entry::Group(own), "Group 2");
    paste(&mut flat, &clip, DVec2::ZERO);
    assert_eq!(parents(&flat), [(1, None), (2, None), (3, Some(2))]);
    // Items are not pasted into a group below a locked group.
    let mut locked = nested();
    outline::set_flag(&mut locked, group(1), Flag::Locked, true);
    paste(&mut locked, &clip, DVec2::ZERO);
    assert_eq!(places(&locked)[4], None);
}

#[test]
fn a_new_item_with_the_id_of_a_deleted_one_starts_without_outliner_properties() {
    let scene = || {
        let mut scene = sample_scene(2);
        let grouped = [path(1), path(2)];
        grouping::group(&mut scene, &grouped).unwrap();
        outline::set_flag(&mut scene, Entry::Item(path(2)), Flag::Locked, true);
        scene
    };
    let mut deleted = scene();
    edit::delete(&mut deleted, &[path(2)]);
    let mut joined = scene();
    let [first, second] = [1, 2].map(|id| End {
        line: PathId(id).into(),
        at_start: true,
    });
    assert_eq!(
        line::join(&mut joined, first, second),
        Some(PathId(1).into())
    );
    for mut scene in [deleted, joined] {
        assert_eq!(scene.paths.len(), 1);
        let added = line::add(&mut scene, LineKind::Path);
        assert_eq!(added.path(), Some(PathId(2)));
        assert_eq!(scene.editor.props(PathId(2)), OutlinerProps::default());
        assert_eq!(places(&scene), [Some(1), None]);
    }
}

#[test]
fn both_parts_of_a_split_path_stay_in_its_group() {
    let mut scene = nested();
    let nodes = &mut scene.path_mut(PathId(2)).unwrap().nodes;
    nodes.push(Node::at(NodeId(3), DVec2::new(5.0, 5.0)));
    let rest = line::split(&mut scene, PathId(2), NodeId(2)).unwrap();
    assert_eq!(scene.editor.props(rest).group, Some(GroupId(2)));
}
