//! Placing items, blocking cells, and deleting.

use super::*;

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
fn deleting_an_item_unbinds_references_to_it() {
    let everything = |scene: &Scene| -> Vec<Item> {
        let paths = scene.paths.iter().map(|path| Item::Path(path.id));
        let nodes = scene.paths.iter().flat_map(|path| {
            path.nodes
                .iter()
                .map(|node| Item::Node(Line::Path(path.id), node.id))
        });
        let agents = scene.agents.iter().map(|agent| Item::Agent(agent.id));
        let presets = scene.presets.iter().map(|preset| Item::Preset(preset.id));
        let markers = scene.markers.iter().map(|marker| Item::Marker(marker.id));
        let spawners = scene.spawners.iter().map(|own| Item::Spawner(own.id));
        let contacts = scene.contacts.iter().map(|rule| Item::Contact(rule.id));
        paths
            .chain(nodes)
            .chain(agents)
            .chain(presets)
            .chain(markers)
            .chain(spawners)
            .chain(contacts)
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
