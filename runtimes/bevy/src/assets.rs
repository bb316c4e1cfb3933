//! Files of the editor as assets.

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, LoadContext};
use bevy_reflect::TypePath;
use steerwright_format::export_file::ron::read_pictures;
use steerwright_format::export_file::{Exported, ExportedPicture, read_export, read_ron};
use steerwright_format::{FormatError, read_preset, read_scene};
use steerwright_runtime::scene::Preset;

/// A scene and its placement in the game, from `*.steer.ron`, the export for Bevy; also from
/// `*.steer.json`, and from `*.scene.json` with the authored placement. Y is up, as in Bevy, even
/// if it points down in the export.
#[derive(Clone, Debug, Asset, TypePath)]
pub struct SceneAsset {
    /// The scene and its placement.
    pub exported: Exported,
    /// The pictures underneath, the lowest first. Only `*.steer.ron` has them.
    pub pictures: Vec<ExportedPicture>,
}

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
    /// It is not a valid scene or preset.
    #[error(transparent)]
    FormatError(#[from] FormatError),
}

#[derive(Default, TypePath)]
pub(crate) struct SceneLoader;

impl AssetLoader for SceneLoader {
    type Asset = SceneAsset;
    type Settings = ();
    type Error = LoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<SceneAsset, LoadError> {
        let is_ron = context
            .path()
            .get_full_extension()
            .is_some_and(|end| end.to_lowercase().ends_with("ron"));
        let text = text_of(reader).await?;
        let (exported, pictures) = if is_ron {
            (read_ron(&text)?, read_pictures(&text)?)
        } else {
            (read_json(&text)?, Vec::new())
        };
        Ok(SceneAsset { exported, pictures })
    }

    fn extensions(&self) -> &[&str] {
        &["steer.ron", "steer.json", "scene.json"]
    }
}

/// Reads either kind of file, as identified by its `format`.
fn read_json(text: &str) -> Result<Exported, FormatError> {
    match read_scene(text) {
        Ok(loaded) => Ok(Exported::as_authored(loaded.value)),
        Err(FormatError::WrongFormat { .. }) => read_export(text),
        Err(fault) => Err(fault),
    }
}

#[derive(Default, TypePath)]
pub(crate) struct PresetLoader;

impl AssetLoader for PresetLoader {
    type Asset = PresetAsset;
    type Settings = ();
    type Error = LoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        _: &mut LoadContext<'_>,
    ) -> Result<PresetAsset, LoadError> {
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
