//! The live link: a running game shows every edit of its scenes immediately.

use crate::assets::{PresetAsset, SceneAsset};
use crate::run::{RunState, RunWorld, SteerwrightRun};
use bevy_asset::Assets;
use bevy_ecs::prelude::*;
use steerwright_format::export_file::Exported;
use steerwright_link::{LinkState, Receiver};
use steerwright_runtime::scene::ExportOptions;

/// On the entity of a [`SteerwrightRun`]: links it to the editor and applies every edit there.
/// Remove it from release builds.
///
/// ```
/// use bevy_steerwright::LiveLink;
/// let link = LiveLink::new(None, "Night watch"); // None: the address is in STEERWRIGHT_LINK
/// assert_eq!(link.problem(), "");
/// ```
#[derive(Debug, Component)]
pub struct LiveLink {
    address: Option<String>,
    game: String,
    /// Started with the run, because edits have to be placed like its scene.
    receiver: Option<Receiver>,
}

impl LiveLink {
    /// A link to the editor at the `address` that it shows, or without one at the address in the
    /// environment variable `STEERWRIGHT_LINK`. The editor shows the name of the `game`.
    pub fn new(address: Option<&str>, game: &str) -> Self {
        Self {
            address: address.map(str::to_owned),
            game: game.to_owned(),
            receiver: None,
        }
    }

    /// Its state; off until the run has started.
    pub fn state(&self) -> LinkState {
        self.receiver
            .as_ref()
            .map_or(LinkState::Off, Receiver::state)
    }

    /// The problem and how to fix it; empty if there is none.
    pub fn problem(&self) -> String {
        self.receiver
            .as_ref()
            .map_or(String::new(), Receiver::problem)
    }
}

/// Applies received edits.
pub(crate) fn poll(
    mut runs: Query<(&SteerwrightRun, &mut LiveLink, &mut RunWorld, &mut RunState)>,
    (scenes, presets): (Res<Assets<SceneAsset>>, Res<Assets<PresetAsset>>),
) {
    for (run, mut link, mut world, mut state) in &mut runs {
        if link.receiver.is_none()
            && let Some(asset) = scenes.get(&run.scene)
        {
            let Exported {
                y_down,
                plane,
                scale,
                origin,
                ..
            } = &asset.exported;
            let options = ExportOptions {
                y_down: *y_down,
                plane: *plane,
                scale: *scale,
                origin: *origin,
                with_trace: None,
            };
            link.receiver = Some(Receiver::new(link.address.as_deref(), &link.game, &options));
        }
        if let Some(edited) = link.receiver.as_mut().and_then(Receiver::take_scene) {
            run.apply_edited(&run.with_presets(edited, &presets), &mut world, &mut state);
        }
    }
}
