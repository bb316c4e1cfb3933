//! A guard on its patrol in an app without a window: `cargo run -p bevy_steerwright --example
//! headless`
//!
//! In a game with a window, `DefaultPlugins` take the place of the first three, and a sprite is
//! inserted where this prints.

use bevy_app::prelude::*;
use bevy_asset::prelude::*;
use bevy_ecs::prelude::*;
use bevy_steerwright::{
    AgentEvent, SteerwrightAgent, SteerwrightPlugin, SteerwrightRun, SteerwrightSystems,
};
use bevy_time::TimePlugin;
use std::time::{Duration, Instant};

fn main() {
    let file_path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../presets/scenes").into();
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        AssetPlugin {
            file_path,
            ..Default::default()
        },
        SteerwrightPlugin,
    ))
    .add_systems(Startup, setup)
    .add_systems(Update, report.after(SteerwrightSystems));
    app.finish();
    app.cleanup();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        app.update();
        std::thread::sleep(Duration::from_millis(16));
    }
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(SteerwrightRun::of(assets.load("gate-patrol.scene.json")));
}

fn report(agents: Query<&SteerwrightAgent>, mut events: MessageReader<AgentEvent>) {
    for message in events.read() {
        let event = &message.event;
        let place = message
            .agent
            .and_then(|agent| agents.get(agent).ok())
            .map(|agent| agent.position);
        println!(
            "tick {}: agent {}: {} at {place:.2?}",
            event.tick,
            event.agent,
            event.kind.name()
        );
    }
}
