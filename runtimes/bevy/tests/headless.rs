//! A Bevy app without a window: agents move to the bit, happenings arrive, files that change change
//! the game.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use bevy_app::prelude::*;
use bevy_asset::LoadState;
use bevy_asset::prelude::*;
use bevy_ecs::prelude::*;
use bevy_steerwright::{
    AgentEvent, Plane, PresetAsset, RunWorld, SceneAsset, SteerwrightAgent, SteerwrightRun,
};
use bevy_transform::components::Transform;
use steerwright_format::load_preset;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::World as SteerwrightWorld;
use support::{agents, app, is_running, run_of, scene, shipped, update_until};

#[test]
fn agents_are_entities_that_move_to_the_bit_as_in_the_library() {
    let mut app = app(&shipped("scenes"));
    for file in ["gate-patrol.scene.json", "squad.scene.json"] {
        let run = run_of(&mut app, file);
        update_until(&mut app, file, |app| is_running(app, run));
        (0..300).for_each(|_| app.update());
        let tick = app.world().get::<RunWorld>(run).expect("a world").0.tick();
        let mut alone = SteerwrightWorld::new(&scene(file));
        (0..tick).for_each(|_| alone.step());
        let seen = agents(&mut app);
        assert!(tick > 250 && seen.len() == alone.len());
        for (shown, wanted) in seen.iter().zip(alone.agents()) {
            let bits = |x: f64, y: f64| (x.to_bits(), y.to_bits());
            assert_eq!(
                bits(shown.position.x, shown.position.y),
                bits(wanted.position.x, wanted.position.y),
                "{file}"
            );
            assert_eq!(
                (shown.id, shown.node, shown.run),
                (wanted.id, wanted.node, run)
            );
        }
        app.world_mut().despawn(run);
        app.update();
        assert_eq!(agents(&mut app), [], "agents go with their run");
    }
}

#[test]
fn transforms_lie_between_ticks_in_either_plane() {
    let mut app = app(&shipped("scenes"));
    let handle: Handle<SceneAsset> = app
        .world()
        .resource::<AssetServer>()
        .load("gate-patrol.scene.json");
    let run = app
        .world_mut()
        .spawn(SteerwrightRun {
            plane: Some(Plane::Xz),
            ..SteerwrightRun::of(handle)
        })
        .id();
    update_until(&mut app, "the scene", |app| is_running(app, run));
    (0..90).for_each(|_| app.update());
    let RunWorld(world) = app.world().get::<RunWorld>(run).expect("a world").clone();
    let shown: Vec<(AgentId, Transform)> = app
        .world_mut()
        .query::<(&SteerwrightAgent, &Transform)>()
        .iter(app.world())
        .map(|(agent, t)| (agent.id, *t))
        .collect();
    assert_eq!(shown.len(), world.len());
    for (id, transform) in shown {
        let view = world.agent(id).expect("the agent");
        let between = view.previous + (view.position - view.previous) * world.interpolation_alpha();
        assert!(
            (f64::from(transform.translation.x) - between.x).abs() < 1e-5
                && transform.translation.y == 0.0
        );
        assert!((f64::from(transform.translation.z) + between.y).abs() < 1e-5);
    }
}

#[test]
fn happenings_arrive_as_messages_each_once() {
    #[derive(Resource, Default)]
    struct Seen(Vec<AgentEvent>);
    let mut app = app(&shipped("scenes"));
    app.init_resource::<Seen>().add_systems(
        Last,
        |mut messages: MessageReader<AgentEvent>, mut seen: ResMut<Seen>| {
            seen.0.extend(messages.read().cloned());
        },
    );
    let run = run_of(&mut app, "gate-patrol.scene.json");
    update_until(&mut app, "the scene", |app| is_running(app, run));
    (0..600).for_each(|_| app.update());
    let tick = app.world().get::<RunWorld>(run).expect("a world").0.tick();
    let mut alone = SteerwrightWorld::new(&scene("gate-patrol.scene.json"));
    let mut wanted = Vec::new();
    for _ in 0..tick {
        alone.step();
        wanted.extend(alone.events().iter().cloned());
    }
    let seen: Vec<_> = app
        .world()
        .resource::<Seen>()
        .0
        .iter()
        .map(|message| message.event.clone())
        .collect();
    assert!(wanted.len() > 5);
    assert_eq!(seen, wanted);
    assert!(
        app.world()
            .resource::<Seen>()
            .0
            .iter()
            .all(|message| message.agent.is_some() && message.run == run)
    );
}

#[test]
fn a_game_drives_spawns_and_despawns_through_the_world() {
    let mut app = app(&shipped("scenes"));
    let run = run_of(&mut app, "squad.scene.json");
    update_until(&mut app, "the scene", |app| is_running(app, run));
    let before = agents(&mut app).len();
    let RunWorld(world) = &mut *app.world_mut().get_mut::<RunWorld>(run).expect("a world");
    let mut twin = world.scene().agents[0].clone();
    twin.id = world.scene().next_agent_id();
    let (twin_id, gone) = (twin.id, world.scene().agents[1].id);
    world.spawn(twin).expect("a new agent");
    world.despawn(gone).expect("an agent");
    world
        .drive(twin_id, DVec2::new(7.0, -7.0))
        .expect("the twin");
    (0..3).for_each(|_| app.update());
    let after = agents(&mut app);
    assert_eq!(after.len(), before);
    assert!(
        after
            .iter()
            .any(|agent| agent.id == twin_id && agent.position == bevy_math::DVec2::new(7.0, -7.0))
    );
    assert!(after.iter().all(|agent| agent.id != gone));
}

#[test]
fn a_preset_of_its_own_file_takes_the_place_of_the_scenes_and_can_be_changed_in_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut fast = load_preset(&shipped("agents").join("guard.preset.json"))
        .expect("the guard")
        .value;
    std::fs::copy(
        shipped("scenes").join("gate-patrol.scene.json"),
        folder.path().join("gate.scene.json"),
    )
    .expect("a copy");
    let name = scene("gate-patrol.scene.json").presets[0].name.clone();
    fast.name.clone_from(&name);
    fast.body.max_speed = 9.0;
    let text = steerwright_format::write_preset(&fast).expect("a preset");
    std::fs::write(folder.path().join("fast.preset.json"), text).expect("a file");

    let mut app = app(folder.path());
    let assets = app.world().resource::<AssetServer>();
    let preset: Handle<PresetAsset> = assets.load("fast.preset.json");
    let handle: Handle<SceneAsset> = assets.load("gate.scene.json");
    let run = app
        .world_mut()
        .spawn(SteerwrightRun {
            presets: vec![preset.clone()],
            ..SteerwrightRun::of(handle)
        })
        .id();
    let max_speed = move |app: &App| {
        let RunWorld(world) = app.world().get::<RunWorld>(run)?;
        world
            .scene()
            .presets
            .iter()
            .find(|preset| preset.name == name)
            .map(|preset| preset.body.max_speed)
    };
    update_until(&mut app, "the preset", |app| max_speed(app) == Some(9.0));
    fast.body.max_speed = 1.5;
    app.world_mut()
        .resource_mut::<Assets<PresetAsset>>()
        .get_mut(&preset)
        .expect("the preset")
        .0 = fast;
    update_until(&mut app, "the change", |app| max_speed(app) == Some(1.5));
}

#[test]
fn an_invalid_file_fails_to_load_with_a_message_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(
        folder.path().join("bad.scene.json"),
        "{ \"format\": \"steerwright-scene\", \"format_version\": 99 }",
    )
    .expect("a file");
    let mut app = app(folder.path());
    let handle: Handle<SceneAsset> = app.world().resource::<AssetServer>().load("bad.scene.json");
    app.world_mut().spawn(SteerwrightRun::of(handle.clone()));
    let message = |app: &App| match app
        .world()
        .resource::<AssetServer>()
        .get_load_state(&handle)
    {
        Some(LoadState::Failed(error)) => Some(error.to_string()),
        _ => None,
    };
    update_until(&mut app, "the failure", |app| message(app).is_some());
    let message = message(&app).expect("a message");
    assert!(
        message.contains("needs a reader of version 99"),
        "{message}"
    );
}

/// With the feature `hot_reload`: a file that is saved again changes the running game.
#[cfg(feature = "hot_reload")]
#[test]
fn a_saved_scene_is_applied_and_agents_continue_from_where_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("live.scene.json");
    let mut authored = scene("gate-patrol.scene.json");
    steerwright_format::save_scene(&authored, &file).expect("saved");
    let mut app = app(folder.path());
    let run = run_of(&mut app, "live.scene.json");
    update_until(&mut app, "the scene", |app| is_running(app, run));
    (0..60).for_each(|_| app.update());
    let tick = app.world().get::<RunWorld>(run).expect("a world").0.tick();
    authored.name = "Changed".into();
    steerwright_format::save_scene(&authored, &file).expect("saved again");
    update_until(&mut app, "the change", |app| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        app.world()
            .get::<RunWorld>(run)
            .is_some_and(|run| run.0.scene().name == "Changed")
    });
    assert!(
        app.world().get::<RunWorld>(run).expect("a world").0.tick() > tick,
        "the run continues"
    );
}
