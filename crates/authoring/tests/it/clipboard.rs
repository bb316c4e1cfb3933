//! Copying and pasting: included references, new ids and errors.

use crate::tool_harness::{GUARD, PATH, SEEKER, TARGET, at, bits, sample_scene};
use std::sync::Arc;
use steerwright_authoring::clipboard::{Clip, PasteError, paste};
use steerwright_authoring::edit;
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::outline;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::{Entry, Flag};
use steerwright_authoring::sample;
use steerwright_authoring::{Item, Line, Selection, line};
use steerwright_format::validate;
use steerwright_format::{read_scene, write_preset, write_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    AgentId, GroupId, MarkerId, NodeId, PathId, PresetId, Scene, Target,
};

/// Copies items through the clipboard text.
fn copied(scene: &Scene, items: &[Item]) -> Clip {
    let text = Clip::of(scene, &Selection::of(items.iter().copied()))
        .and_then(|clip| clip.text())
        .expect("something to copy");
    Clip::read(&text).expect("what was just copied")
}

#[test]
fn pasting_an_agent_into_another_scene_adds_its_references() {
    let mut other = Scene::default();
    let pasted = paste(
        &mut other,
        &copied(&sample_scene(), &[Item::Agent(SEEKER)]),
        DVec2::ZERO,
    );
    assert_eq!(pasted, [Item::Agent(AgentId(1))]);
    let agent = other.agent(AgentId(1)).unwrap();
    assert_eq!(
        (agent.name.as_str(), agent.position),
        ("Seeker", at(-9.0, 20.0))
    );
    assert_eq!(other.preset(agent.preset).unwrap().name, "Seeker");
    let (Some(Target::Marker(target)), Some(Target::Marker(danger))) = (agent.target, agent.danger)
    else {
        panic!("bound to markers")
    };
    assert_eq!(other.marker(target).unwrap().position, at(0.0, 20.0));
    assert_eq!(other.marker(danger).unwrap().position, at(20.0, 20.0));
    assert!(other.paths.is_empty(), "and nothing it does not need");
    assert_eq!(validate::scene_errors(&other), []);
}

#[test]
fn pasting_a_follower_adds_its_leader_and_the_leaders_path() {
    let mut other = Scene::default();
    paste(
        &mut other,
        &copied(&sample_scene(), &[Item::Agent(AgentId(3))]),
        at(5.0, 0.0),
    );
    assert_eq!(
        (other.agents.len(), other.paths.len(), other.presets.len()),
        (2, 1, 2)
    );
    let follower = other
        .agents
        .iter()
        .find(|agent| agent.name == "Follower")
        .unwrap();
    let leader = other.agent(follower.leader.unwrap()).unwrap();
    assert_eq!(leader.path, Some(other.paths[0].id));
    assert_eq!(
        leader.position,
        at(5.0, 3.0),
        "what comes along keeps its place beside what was copied"
    );
    assert_eq!(validate::scene_errors(&other), []);
}

#[test]
fn pasting_into_the_same_scene_duplicates_only_copied_items() {
    let mut scene = sample_scene();
    let clip = copied(
        &scene,
        &[
            Item::Agent(GUARD),
            Item::Agent(AgentId(3)),
            Item::Marker(TARGET),
        ],
    );
    let pasted = paste(&mut scene, &clip, at(1.0, 1.0));
    assert_eq!(
        pasted,
        [
            Item::Marker(MarkerId(3)),
            Item::Agent(AgentId(4)),
            Item::Agent(AgentId(5))
        ]
    );
    assert_eq!(
        (
            scene.paths.len(),
            scene.presets.len(),
            scene.markers.len(),
            scene.agents.len()
        ),
        (1, 3, 3, 5)
    );
    let (guard, follower) = (
        scene.agent(AgentId(4)).unwrap(),
        scene.agent(AgentId(5)).unwrap(),
    );
    assert_eq!(
        (guard.path, guard.preset, guard.name.as_str()),
        (Some(PATH), PresetId(1), "Guard 2")
    );
    assert_eq!(follower.leader, Some(AgentId(4)), "copies follow copies");
    assert_eq!(validate::scene_errors(&scene), []);
}

#[test]
fn pasting_twice_adds_presets_and_paths_once() {
    let mut other = Scene::default();
    let clip = copied(&sample_scene(), &[Item::Agent(GUARD)]);
    paste(&mut other, &clip, DVec2::ZERO);
    paste(&mut other, &clip, DVec2::ZERO);
    assert_eq!(
        (other.agents.len(), other.paths.len(), other.presets.len()),
        (2, 1, 1)
    );
}

#[test]
fn copied_nodes_become_a_path_with_new_ids() {
    let mut scene = sample_scene();
    let clip = copied(
        &scene,
        &[
            Item::Node(Line::Path(PATH), NodeId(2)),
            Item::Node(Line::Path(PATH), NodeId(4)),
        ],
    );
    assert_eq!(clip.center(), Some(at(8.0, 0.0)));
    let pasted = paste(&mut scene, &clip, at(0.0, -5.0));
    assert_eq!(pasted, [Item::Path(PathId(2))]);
    let path = scene.path(PathId(2)).unwrap();
    assert_eq!(
        path.nodes
            .iter()
            .map(|node| (node.position.x, node.position.y))
            .collect::<Vec<_>>(),
        [(4.0, -5.0), (12.0, -5.0)]
    );
    assert_eq!(path.name, "Path 2");
}

#[test]
fn every_sample_can_be_copied_and_pasted() {
    for (file, scene) in sample::scenes() {
        let paths = scene.paths.iter().map(|path| Item::Path(path.id));
        let agents = scene.agents.iter().map(|agent| Item::Agent(agent.id));
        let markers = scene.markers.iter().map(|marker| Item::Marker(marker.id));
        let all: Vec<Item> = paths.chain(agents).chain(markers).collect();
        let clip = copied(&scene, &all);
        for mut other in [Scene::default(), scene.clone()] {
            let before = (other.paths.len(), other.agents.len(), other.markers.len());
            assert_eq!(
                paste(&mut other, &clip, DVec2::ZERO).len(),
                all.len(),
                "{file}"
            );
            let added = (
                other.paths.len() - before.0,
                other.agents.len() - before.1,
                other.markers.len() - before.2,
            );
            assert_eq!(
                added,
                (scene.paths.len(), scene.agents.len(), scene.markers.len()),
                "{file}"
            );
            assert_eq!(validate::scene_errors(&other), [], "{file}");
        }
    }
}

#[test]
fn a_whole_scene_file_can_be_pasted() {
    let clip = Clip::read(&write_scene(&sample_scene()).unwrap()).unwrap();
    let mut other = Scene::default();
    assert_eq!(paste(&mut other, &clip, DVec2::ZERO).len(), 6);
}

#[test]
fn an_empty_selection_cannot_be_copied() {
    assert_eq!(Clip::of(&sample_scene(), &Selection::default()), None);
}

#[test]
fn foreign_and_corrupt_clipboard_texts_give_helpful_errors() {
    let good = Clip::of(&sample_scene(), &Selection::of([Item::Path(PATH)]))
        .and_then(|clip| clip.text())
        .unwrap();
    for foreign in [
        "",
        "hello",
        "[1, 2]",
        "{}",
        "12",
        "{\"format\": \"else\"}",
        &write_preset(&sample_scene().presets[0]).unwrap(),
    ] {
        let error = Clip::read(foreign).unwrap_err();
        assert!(
            matches!(error, PasteError::Foreign),
            "{foreign:.20}: {error}"
        );
        assert!(error.to_string().contains("copy some items first"));
    }
    let half = &good[..good.len() / 2];
    let wrong_type = good.replace("\"nodes\": [", "\"nodes\": [7, ");
    let too_far = good.replace("\"x\": 4", "\"x\": 4e99");
    let newer = good.replace("\"format_version\": 1", "\"format_version\": 99");
    let odd_choice = good.replace("\"selected\": {", "\"selected\": \"all\", \"chosen\": {");
    for broken in [half, &wrong_type, &too_far, &newer, &odd_choice] {
        assert_ne!(broken, good, "it was broken");
        let error = Clip::read(broken).unwrap_err();
        assert!(matches!(error, PasteError::Corrupt(_)), "{error}");
        assert!(error.to_string().contains("copy them again"), "{error}");
    }
    // Selected ids that are not in the clip are ignored.
    let absent = good.replace("\"selected\": {", "\"selected\": {\"agents_too\": [9], ");
    assert!(Clip::read(&absent).is_ok());
}

#[test]
fn pasted_positions_stay_within_the_coordinate_limits() {
    let mut scene = sample_scene();
    let clip = copied(&scene, &[Item::Path(PATH)]);
    paste(&mut scene, &clip, at(1e12, -1e12));
    assert_eq!(validate::scene_errors(&scene), []);
}

#[test]
fn pasting_works_with_the_largest_ids() {
    let mut scene = sample_scene();
    scene.path_mut(PATH).unwrap().nodes[0].id = NodeId(u32::MAX);
    let clip = copied(&scene, &[Item::Path(PATH)]);
    paste(&mut scene, &clip, at(0.0, 5.0));
    let both = Selection::of([Item::Path(PATH), Item::Path(PathId(2))]);
    let ends = line::ends_to_join(&scene, &both).unwrap();
    line::join(&mut scene, ends.0, ends.1);
    assert_eq!(validate::scene_errors(&scene), []);
    assert_eq!(scene.paths[0].nodes.len(), 8);
}

#[test]
fn copying_does_not_change_the_scene() {
    let scene = sample_scene();
    let shared = Arc::clone(&scene.paths[0]);
    copied(&scene, &[Item::Path(PATH), Item::Agent(GUARD)]);
    assert!(Arc::ptr_eq(&shared, &scene.paths[0]));
    assert_eq!(bits(&scene), bits(&sample_scene()));
}

/// The sample scene with its path, guard and target in a group.
fn grouped() -> (Scene, GroupId) {
    let mut scene = sample_scene();
    let group = grouping::group(
        &mut scene,
        &[Item::Path(PATH), Item::Agent(GUARD), Item::Marker(TARGET)],
    )
    .unwrap();
    outline::rename(&mut scene, Entry::Group(group), "Gate");
    (scene, group)
}

/// Checks that every group exists and has members.
fn assert_groups_are_sound(scene: &Scene) {
    for (item, place) in outline::groupable_items(scene) {
        assert!(
            place
                .group
                .is_none_or(|id| scene.editor.group(id).is_some()),
            "{item:?} is in a group that is not there"
        );
    }
    assert!(
        scene
            .editor
            .groups
            .iter()
            .all(|group| grouping::members(scene, group.id).next().is_some()),
        "{:?}",
        scene.editor.groups
    );
    assert_eq!(validate::scene_errors(scene), []);
}

#[test]
fn pasted_items_join_the_group_of_the_same_name() {
    let (scene, group) = grouped();
    let clip = copied(&scene, &[Item::Agent(GUARD), Item::Agent(SEEKER)]);
    let mut other = Scene::default();
    paste(&mut other, &clip, DVec2::ZERO);
    assert_groups_are_sound(&other);
    assert_eq!(
        other
            .editor
            .groups
            .iter()
            .map(|group| group.name.as_str())
            .collect::<Vec<_>>(),
        ["Gate"]
    );
    let gate = other.editor.groups[0].id;
    let members: Vec<Item> = grouping::members(&other, gate).collect();
    assert_eq!(
        members.len(),
        3,
        "the guard, its path, and the seeker's target: {members:?}"
    );
    // In another scene, the group of that name is used regardless of its id.
    let mut third = sample_scene();
    grouping::group(&mut third, &[Item::Marker(MarkerId(2))]).unwrap();
    let own = grouping::group(&mut third, &[Item::Agent(AgentId(3))]).unwrap();
    outline::rename(&mut third, Entry::Group(own), "Gate");
    assert_ne!(own, group);
    let pasted = paste(&mut third, &clip, DVec2::ZERO);
    assert_groups_are_sound(&third);
    assert_eq!(third.editor.groups.len(), 2);
    assert_eq!(
        outline::props_of(&third, pasted[0]).unwrap().group,
        Some(own)
    );
    assert_eq!(
        outline::props_of(&third, pasted[1]).unwrap().group,
        None,
        "the seeker was in none"
    );
    assert_eq!(
        (third.paths.len(), third.markers.len()),
        (1, 2),
        "a group makes no other path of a path"
    );
}

#[test]
fn a_duplicate_stays_in_the_group_of_its_original() {
    let (mut scene, group) = grouped();
    let twin = grouping::group(&mut scene, &[Item::Agent(SEEKER)]).unwrap();
    outline::rename(&mut scene, Entry::Group(twin), "Gate");
    for (item, group) in [
        (Item::Path(PATH), Some(group)),
        (Item::Agent(SEEKER), Some(twin)),
        (Item::Agent(AgentId(3)), None),
    ] {
        let mut selection = Selection::of([item]);
        duplicate::duplicate(&mut scene, &mut selection, at(1.0, 1.0));
        let copy = selection.primary().unwrap();
        assert_ne!(copy, item);
        assert_eq!(
            outline::props_of(&scene, copy).unwrap().group,
            group,
            "{item:?}"
        );
    }
    assert_groups_are_sound(&scene);
}

#[test]
fn pasted_items_are_visible_and_editable() {
    for flag in [Flag::Hidden, Flag::Locked] {
        let (mut scene, group) = grouped();
        outline::set_flag(&mut scene, Entry::Item(Item::Path(PATH)), flag, true);
        outline::set_flag(&mut scene, Entry::Item(Item::Agent(SEEKER)), flag, true);
        outline::set_flag(&mut scene, Entry::Group(group), flag, true);
        let items = [Item::Path(PATH), Item::Agent(SEEKER)];
        let clip = copied(&scene, &items);
        assert_eq!(
            clip.center(),
            Some(at(1.5, 10.0)),
            "hidden and locked items have a center too"
        );
        let whole = Clip::read(&write_scene(&scene).unwrap()).unwrap();
        for mut other in [Scene::default(), scene.clone()] {
            for clip in [&clip, &whole] {
                for item in paste(&mut other, clip, at(3.0, -2.0)) {
                    assert!(outline::is_editable(&other, item), "{flag:?} {item:?}");
                }
                assert_groups_are_sound(&other);
            }
        }
        let mut selection = Selection::of(items);
        duplicate::duplicate(&mut scene, &mut selection, at(1.0, 1.0));
        assert!(
            selection
                .iter()
                .all(|item| outline::is_editable(&scene, item)),
            "{flag:?}"
        );
        assert!(
            outline::flag(&scene, Entry::Group(group), flag),
            "the group itself stays as it was"
        );
    }
}

#[test]
fn no_edit_leaves_missing_or_empty_groups() {
    let (mut scene, group) = grouped();
    edit::delete(
        &mut scene,
        &[Item::Path(PATH), Item::Agent(GUARD), Item::Marker(TARGET)],
    );
    assert!(scene.editor.group(group).is_none());
    assert_groups_are_sound(&scene);
    // A clip may refer to a group that it does not contain.
    let (scene, _) = grouped();
    let clip = copied(&scene, &[Item::Path(PATH)]).text().unwrap();
    for text in [
        clip.replace("\"group\": 1", "\"group\": 7"),
        clip.replace("\"groups\"", "\"lost_groups\""),
    ] {
        assert_ne!(text, clip);
        let mut other = Scene::default();
        let pasted = paste(&mut other, &Clip::read(&text).unwrap(), DVec2::ZERO);
        assert_eq!(outline::props_of(&other, pasted[0]).unwrap().group, None);
        assert_groups_are_sound(&other);
    }
    let text = write_scene(&scene)
        .unwrap()
        .replace("\"groups\"", "\"lost_groups\"");
    let mut lost = read_scene(&text).unwrap().value;
    assert_groups_are_sound(&lost);
    let new = grouping::group(&mut lost, &[Item::Agent(SEEKER)]).unwrap();
    assert_eq!(
        grouping::members(&lost, new).collect::<Vec<_>>(),
        [Item::Agent(SEEKER)]
    );
}
