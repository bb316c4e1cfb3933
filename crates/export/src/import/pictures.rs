//! The pictures underneath that exports for engines hold as data.

use serde::Deserialize;
use steerwright_format::FormatError;
use steerwright_format::export_file::{Exported, ExportedPicture, as_authored};
use steerwright_runtime::scene::Scene;

/// An export, read for this field only.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    pictures: Vec<ExportedPicture>,
}

/// The pictures of a `NAME.steer.json`. A field that cannot be read is ignored: it does not affect
/// motion.
pub(super) fn of_json(text: &str) -> Vec<ExportedPicture> {
    serde_json::from_str(text).map_or(Vec::new(), |File { pictures }| pictures)
}

/// The authored scene of an export, with its pictures.
pub(super) fn scene_with(
    exported: Exported,
    pictures: Vec<ExportedPicture>,
) -> Result<Scene, FormatError> {
    let Exported {
        mut scene,
        y_down,
        scale,
        origin,
        ..
    } = exported;
    if !pictures.is_empty() {
        let editor = scene.editor_mut();
        for picture in pictures {
            if !picture.visible {
                let mut props = editor.props(picture.id);
                props.hidden = true;
                editor.set_props(picture.id, props);
            }
            let picture = picture.as_authored(y_down, scale, origin);
            editor.pictures.push(picture);
        }
    }
    as_authored(scene, scale, origin)
}
