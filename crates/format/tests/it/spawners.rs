//! Spawners and contact rules in scenes and exports.

use serde_json::{Value, json};
use std::sync::Arc;
use steerwright_format::export_file::{PlacedScene, as_authored, read_export, text};
use steerwright_format::{read_scene, validate, write_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Contact, ContactId, Despawn, ExportOptions, Preset, PresetId,
    Scatter, Scene, SpawnEdge, SpawnPlace, SpawnWhen, Spawner, SpawnerId, Target,
};

fn preset(id: u32, name: &str) -> Arc<Preset> {
    Arc::new(Preset::steered(PresetId(id), name, [Behavior::Seek {}]))
}

/// A scene with every kind of place and time.
fn scene() -> Scene {
    let edge = SpawnEdge {
        from: DVec2::new(-8.0, -4.5),
        to: DVec2::new(8.0, 4.5),
    };
    let by_time = Spawner {
        scatter: Some(Scatter { min: 0.5, max: 2.0 }),
        delay: 1.5,
        every: Some(0.25),
        jitter: 0.125,
        count: 3,
        times: Some(7),
        max_alive: Some(20),
        lifetime: Some(4.0),
        target: Some(Target::Pointer),
        danger: Some(Target::Agent(AgentId(5))),
        leader: Some(AgentId(5)),
        ..Spawner::at(SpawnerId(4), "Edge", PresetId(20), SpawnPlace::Edge(edge))
    };
    let by_press = Spawner {
        when: SpawnWhen::Press,
        every: None,
        ..Spawner::at(
            SpawnerId(2),
            "Gun",
            PresetId(30),
            SpawnPlace::Agent(AgentId(5)),
        )
    };
    let by_name = Spawner {
        when: SpawnWhen::Trigger("second wave".into()),
        every: None,
        ..Spawner::at(
            SpawnerId(9),
            "Wave",
            PresetId(20),
            SpawnPlace::Point(DVec2::new(1.0, -2.0)),
        )
    };
    let rule = |id, first, second| Contact {
        id: ContactId(id),
        name: "Hit".into(),
        first: PresetId(first),
        second: PresetId(second),
        distance: (id == 1).then_some(0.75),
        margin: 0.25,
        despawn: Despawn::Second,
    };
    Scene {
        presets: vec![
            preset(10, "Soldier"),
            preset(20, "Monster"),
            preset(30, "Shot"),
            preset(40, "Nobody"),
        ],
        agents: Arc::new(vec![Agent::at(
            AgentId(5),
            "Ann",
            PresetId(10),
            DVec2::ZERO,
        )]),
        spawners: vec![by_time.into(), by_press.into(), by_name.into()],
        contacts: vec![rule(2, 30, 20).into(), rule(1, 10, 40).into()],
        ..Scene::default()
    }
}

fn placed(options: &ExportOptions) -> PlacedScene {
    PlacedScene::new(&scene(), options).expect("a valid scene")
}

#[test]
fn scenes_read_back_the_same() {
    let text = write_scene(&scene()).expect("valid");
    let loaded = read_scene(&text).expect("readable");
    assert_eq!(loaded.value, scene());
    assert!(loaded.unknown_fields.is_empty());
}

#[test]
fn exports_read_back_and_number_presets_by_agents_and_then_spawners() {
    for (y_down, scale) in [(false, 1.0), (true, 32.0)] {
        let options = ExportOptions {
            y_down,
            scale,
            ..ExportOptions::AS_AUTHORED
        };
        let text = text(&placed(&options));
        let exported = read_export(&text).expect("readable");
        let names: Vec<_> = exported.scene.presets.iter().map(|p| &p.name).collect();
        // Spawners by id: 2, 4, 9.
        assert_eq!(names, ["Soldier", "Shot", "Monster"]);
        // The rule of a preset that nobody has is left out.
        let [rule] = exported.scene.contacts.as_slice() else {
            panic!("one rule");
        };
        assert_eq!((rule.first, rule.second), (PresetId(2), PresetId(3)));
        let authored = as_authored(exported.scene, scale, DVec2::ZERO).expect("in range");
        for spawner in &authored.spawners {
            let own = scene();
            let own = own.spawners.iter().find(|own| own.id == spawner.id);
            let own = own.expect("the spawner");
            assert_eq!((own.place, own.scatter), (spawner.place, spawner.scatter));
            assert_eq!((&own.when, own.every), (&spawner.when, spawner.every));
        }
    }
}

#[test]
fn a_scene_without_spawners_is_exported_without_their_lists() {
    let placed = PlacedScene::new(&Scene::default(), &ExportOptions::default()).expect("valid");
    let text = text(&placed);
    assert!(!text.contains("spawners") && !text.contains("contacts"));
}

#[test]
fn presets_that_are_equal_in_an_export_are_one_for_contacts() {
    let mut scene = scene();
    let twin = Preset {
        id: PresetId(11),
        ..Preset::clone(&scene.presets[0])
    };
    scene.presets.insert(0, twin.into());
    let spawner = Arc::make_mut(&mut scene.spawners[0]);
    spawner.preset = PresetId(11);
    let placed = PlacedScene::new(&scene, &ExportOptions::default()).expect("valid");
    let exported = read_export(&text(&placed)).expect("readable");
    assert_eq!(exported.scene.presets.len(), 3);
    assert_eq!(exported.scene.spawners[1].preset, PresetId(1));
}

#[test]
fn errors_name_the_place() {
    let valid: Value = serde_json::from_str(&write_scene(&scene()).expect("valid")).expect("JSON");
    for (at, value, place) in [
        ("/spawners/0/preset", json!(7), "/spawners/0/preset"),
        ("/spawners/1/id", json!(4), "/spawners/1/id"),
        ("/spawners/0/every", json!(0), "/spawners/0/every"),
        ("/spawners/0/lifetime", json!(0), "/spawners/0/lifetime"),
        ("/spawners/0/delay", json!(-1), "/spawners/0/delay"),
        ("/spawners/0/jitter", json!(1e7), "/spawners/0/jitter"),
        ("/spawners/0/count", json!(0), "/spawners/0/count"),
        ("/spawners/0/times", json!(0), "/spawners/0/times"),
        ("/spawners/0/max_alive", json!(0), "/spawners/0/max_alive"),
        ("/spawners/0/scatter/min", json!(9), "/spawners/0/scatter"),
        ("/spawners/0/leader", json!(6), "/spawners/0/leader"),
        ("/spawners/0/when", json!("press"), ""),
        ("/spawners/1/when", json!("time"), "/spawners/1/every"),
        (
            "/spawners/2/when",
            json!({ "trigger": "" }),
            "/spawners/2/when/trigger",
        ),
        (
            "/spawners/0/place/edge/to/y",
            json!(1e10),
            "/spawners/0/place/edge/to/y",
        ),
        (
            "/spawners/1/place",
            json!({ "marker": 3 }),
            "/spawners/1/place",
        ),
        ("/contacts/0/first", json!(7), "/contacts/0/first"),
        ("/contacts/0/margin", json!(-1), "/contacts/0/margin"),
        ("/contacts/1/distance", json!(-1), "/contacts/1/distance"),
        ("/contacts/1/id", json!(2), "/contacts/1/id"),
        ("/contacts/0/despawn", json!("all"), "/contacts/0/despawn"),
    ] {
        let mut file = valid.clone();
        *file.pointer_mut(at).expect(at) = value;
        let message = match read_scene(&file.to_string()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert!(
            message.starts_with(place) && message.is_empty() == place.is_empty(),
            "{at}: {message}"
        );
    }
}

#[test]
fn too_many_spawners_are_refused_by_name() {
    let one = scene().spawners[0].clone();
    let mut scene = Scene {
        spawners: vec![one; 1001],
        ..scene()
    };
    let message = validate::scene_errors(&scene)[0].to_string();
    assert!(message.contains("limit \"spawners\""), "{message}");
    scene.spawners.clear();
    scene.contacts = vec![scene.contacts[0].clone(); 1001];
    let message = validate::scene_errors(&scene)[0].to_string();
    assert!(message.contains("limit \"contacts\""), "{message}");
}
