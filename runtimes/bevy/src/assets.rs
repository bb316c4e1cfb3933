//! Files of the editor as assets.

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, LoadContext};
use bevy_reflect::TypePath;
use steerwright::export::read_export;
use steerwright::scene::format::{Fault, read_preset, read_scene};
use steerwright::scene::{Preset, Scene};

/// A scene, from `*.scene.json` or from an export, `*.steer.json`. Y is up, as in Bevy, also where the export turned it down.
#[derive(Clone, Debug, Asset, TypePath)]
pub struct SceneAsset(pub Scene);

/// An agent preset, from `*.preset.json`.
#[derive(Clone, Debug, Asset, TypePath)]
pub struct PresetAsset(pub Preset);

/// Why an asset could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is not text.
    #[error("the file is not UTF-8 text; save or export it again")]
    Text(#[from] std::string::FromUtf8Error),
    /// It is no sound scene or preset.
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Default, TypePath)]
pub(crate) struct SceneLoader;

impl AssetLoader for SceneLoader {
    type Asset = SceneAsset;
    type Settings = ();
    type Error = LoadError;

    async fn load(&self, reader: &mut dyn Reader, (): &(), _: &mut LoadContext<'_>) -> Result<SceneAsset, LoadError> {
        let text = text_of(reader).await?;
        match read_scene(&text) {
            Ok(loaded) => Ok(SceneAsset(loaded.value)),
            Err(Fault::OtherFormat { .. }) => Ok(SceneAsset(read_export(&text)?.scene)),
            Err(fault) => Err(fault.into()),
        }
    }

    fn extensions(&self) -> &[&str] {
        &["scene.json", "steer.json"]
    }
}

#[derive(Default, TypePath)]
pub(crate) struct PresetLoader;

impl AssetLoader for PresetLoader {
    type Asset = PresetAsset;
    type Settings = ();
    type Error = LoadError;

    async fn load(&self, reader: &mut dyn Reader, (): &(), _: &mut LoadContext<'_>) -> Result<PresetAsset, LoadError> {
        Ok(PresetAsset(read_preset(&text_of(reader).await?)?.value))
    }

    fn extensions(&self) -> &[&str] {
        &["preset.json"]
    }
}

async fn text_of(reader: &mut dyn Reader) -> Result<String, LoadError> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).await?;
    Ok(String::from_utf8(bytes)?)
}
