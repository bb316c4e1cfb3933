//! An app without a window that runs shipped scenes.

use bevy_app::prelude::*;
use bevy_asset::AssetPlugin;
use bevy_asset::prelude::*;
use bevy_ecs::prelude::*;
use bevy_steerwright::{RunWorld, SteerwrightAgent, SteerwrightPlugin, SteerwrightRun};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use std::path::Path;
use std::time::{Duration, Instant};
use steerwright_format::load_scene;
use steerwright_runtime::scene::Scene;

pub fn shipped(folder: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../presets")
        .join(folder)
}

pub fn scene(file: &str) -> Scene {
    load_scene(&shipped("scenes").join(file))
        .expect("a shipped scene")
        .value
}

/// An app whose every frame is a 64th of a second long, with assets from `folder`.
pub fn app(folder: &Path) -> App {
    let mut app = App::new();
    let file_path = folder.to_str().expect("a path").to_owned();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        AssetPlugin {
            file_path,
            ..Default::default()
        },
        SteerwrightPlugin,
    ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(
        15_625_000,
    )));
    app.finish();
    app.cleanup();
    app
}

pub fn run_of(app: &mut App, file: &str) -> Entity {
    let scene = app.world().resource::<AssetServer>().load(file.to_owned());
    app.world_mut().spawn(SteerwrightRun::of(scene)).id()
}

/// Updates until `ready` says so; what is loaded is loaded in the background.
pub fn update_until(app: &mut App, what: &str, ready: impl Fn(&mut App) -> bool) {
    let begun = Instant::now();
    while !ready(app) {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "{what} does not come"
        );
        app.update();
    }
}

pub fn is_running(app: &App, run: Entity) -> bool {
    app.world().get::<RunWorld>(run).is_some()
}

pub fn agents(app: &mut App) -> Vec<SteerwrightAgent> {
    let mut agents: Vec<SteerwrightAgent> = app
        .world_mut()
        .query::<&SteerwrightAgent>()
        .iter(app.world())
        .copied()
        .collect();
    agents.sort_by_key(|agent| agent.id);
    agents
}
