//! Steerwright in Bevy: scenes and presets are assets, every agent is an entity, and agents move
//! exactly as in the editor.
//!
//! Add [`SteerwrightPlugin`], spawn a [`SteerwrightRun`], and give the entities that appear with a
//! [`SteerwrightAgent`] a sprite or mesh. Pictures underneath are entities with a
//! [`SteerwrightPicture`]. Events arrive as [`AgentEvent`] messages. With the feature `hot_reload`,
//! a scene or preset that is saved or exported again changes in the running game; with the feature
//! `link` and a `LiveLink`, so does every edit in the editor.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_asset::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_steerwright::{SteerwrightAgent, SteerwrightPlugin, SteerwrightRun};
//!
//! fn setup(mut commands: Commands, assets: Res<AssetServer>) {
//!     commands.spawn(SteerwrightRun::of(assets.load("Gate-patrol.steer.ron")));
//! }
//!
//! fn add_sprites(new_agents: Query<(Entity, &SteerwrightAgent), Added<SteerwrightAgent>>) {
//!     for (entity, agent) in &new_agents {
//!         // Insert a sprite or a mesh here: the transform is moved by the plugin.
//!         println!("agent {} is {entity}", agent.id);
//!     }
//! }
//!
//! App::new()
//!     .add_plugins((TaskPoolPlugin::default(), bevy_time::TimePlugin, AssetPlugin::default(), SteerwrightPlugin))
//!     .add_systems(Startup, setup)
//!     .add_systems(Update, add_sprites)
//!     .update();
//! ```

mod agents;
mod assets;
#[cfg(feature = "link")]
mod link;
mod pictures;
mod run;

pub use agents::{AgentEvent, SteerwrightAgent};
pub use assets::{LoadError, PresetAsset, SceneAsset};
#[cfg(feature = "link")]
pub use link::LiveLink;
pub use pictures::SteerwrightPicture;
pub use run::{RunWorld, SteerwrightRun, rotation, translation};
pub use steerwright_format;
pub use steerwright_runtime;
pub use steerwright_runtime::scene::Plane;

use bevy_app::{App, Plugin, Update};
use bevy_asset::AssetApp;
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};

/// Loads scenes and presets, advances the runs by the time of the app, and updates the transforms
/// of agents. Requires Bevy's asset and time plugins.
#[derive(Clone, Copy, Debug, Default)]
pub struct SteerwrightPlugin;

/// The systems of the plugin in `Update`. Order your systems after it to see the positions and
/// messages of this frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, SystemSet)]
pub struct SteerwrightSystems;

impl Plugin for SteerwrightPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<SceneAsset>()
            .init_asset::<PresetAsset>()
            .init_asset_loader::<assets::SceneLoader>()
            .init_asset_loader::<assets::PresetLoader>()
            .add_message::<AgentEvent>()
            .add_systems(
                Update,
                (
                    run::apply_edited_scenes,
                    run::replace_presets,
                    run::start,
                    pictures::show,
                    run::advance,
                    agents::show,
                )
                    .chain()
                    .in_set(SteerwrightSystems),
            );
        #[cfg(feature = "link")]
        app.add_systems(
            Update,
            link::poll
                .after(run::start)
                .before(run::advance)
                .in_set(SteerwrightSystems),
        );
    }
}
