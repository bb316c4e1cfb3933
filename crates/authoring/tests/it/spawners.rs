//! Edits of a scene with spawners leave no reference to what is gone.

use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_authoring::edit;
use steerwright_authoring::presets::variants;
use steerwright_format::{read_scene, validate, write_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Contact, ContactId, Despawn, Marker, MarkerId, MarkerKind, Node,
    NodeId, PathId, PatrolPath, Preset, PresetId, Scene, SpawnPlace, Spawner, SpawnerId, Target,
};

fn scene() -> Scene {
    let preset = |id| {
        let name = format!("Preset {id}");
        Arc::new(Preset::steered(PresetId(id), name, [Behavior::Seek {}]))
    };
    let mut path = PatrolPath::new(PathId(1), "Ring");
    path.nodes.push(Node::at(NodeId(1), DVec2::ZERO));
    let marker = |id, x| {
        let place = DVec2::new(x, 1.0);
        Marker::at(MarkerId(id), "Gate", MarkerKind::Target, place)
    };
    let gate = Spawner {
        path: Some(PathId(1)),
        target: Some(Target::Marker(MarkerId(2))),
        danger: Some(Target::Agent(AgentId(1))),
        leader: Some(AgentId(1)),
        ..Spawner::at(
            SpawnerId(1),
            "At the gate",
            PresetId(2),
            SpawnPlace::Marker(MarkerId(1)),
        )
    };
    let nest = Spawner::at(
        SpawnerId(2),
        "At the nest",
        PresetId(2),
        SpawnPlace::Agent(AgentId(1)),
    );
    let rule = Contact {
        id: ContactId(1),
        name: "Hit".into(),
        first: PresetId(3),
        second: PresetId(2),
        distance: None,
        margin: 0.1,
        despawn: Despawn::Both,
    };
    Scene {
        presets: vec![preset(1), preset(2), preset(3)],
        paths: vec![path.into()],
        markers: Arc::new(vec![marker(1, 3.0), marker(2, 6.0)]),
        agents: Arc::new(vec![Agent::at(
            AgentId(1),
            "Nest",
            PresetId(1),
            DVec2::new(-4.0, 2.0),
        )]),
        spawners: vec![gate.into(), nest.into()],
        contacts: vec![rule.into()],
        ..Scene::default()
    }
}

#[test]
fn a_scene_with_spawners_is_saved_as_it_is() {
    let scene = scene();
    let text = write_scene(&scene).expect("valid");
    let loaded = read_scene(&text).expect("readable");
    assert_eq!(loaded.value, scene);
    assert_eq!(loaded.unknown_fields, Vec::<String>::new());
    assert_eq!(write_scene(&loaded.value).expect("valid"), text);
}

#[test]
fn spawners_stay_where_what_they_were_at_is_deleted() {
    let mut scene = scene();
    let items = [
        Item::Marker(MarkerId(1)),
        Item::Marker(MarkerId(2)),
        Item::Agent(AgentId(1)),
        Item::Path(PathId(1)),
    ];
    assert!(edit::delete(&mut scene, &items).is_empty());
    assert_eq!(validate::scene_errors(&scene), []);
    let [gate, nest] = scene.spawners.as_slice() else {
        panic!("two spawners");
    };
    assert_eq!(gate.place, SpawnPlace::Point(DVec2::new(3.0, 1.0)));
    assert_eq!(nest.place, SpawnPlace::Point(DVec2::new(-4.0, 2.0)));
    let references = (gate.path, gate.target, gate.danger, gate.leader);
    assert_eq!(references, (None, None, None, None));
}

#[test]
fn a_preset_that_a_spawner_uses_is_kept_and_rules_of_others_go_with_them() {
    let mut scene = scene();
    let kept = edit::delete(&mut scene, &[Item::Preset(PresetId(2))]);
    assert_eq!(kept, ["Preset 2"]);
    assert_eq!(scene.contacts.len(), 1);
    edit::delete(&mut scene, &[Item::Preset(PresetId(3))]);
    assert!(scene.contacts.is_empty());
    assert_eq!(validate::scene_errors(&scene), []);
}

#[test]
fn spawners_of_a_removed_variant_use_its_base() {
    let mut scene = scene();
    scene.editor_mut().variants.insert(PresetId(2), PresetId(1));
    variants::remove_variant(&mut scene, PresetId(2));
    assert_eq!(scene.spawners[0].preset, PresetId(1));
    assert_eq!(scene.contacts[0].second, PresetId(1));
    assert_eq!(validate::scene_errors(&scene), []);
}
