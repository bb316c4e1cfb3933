//! `NAME.steer.ron`: an asset for Bevy and the `bevy_steerwright` plugin.
//!
//! It holds the scene as it is saved, moved to the game's unit and origin, and the plane it lies in. Bevy's axes are what they are, so
//! y is up in it whatever is asked for.

use crate::export::convert::Converted;
use crate::export::ron::{self, Placed};
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "bevy",
    label: "Bevy",
    description: "A RON asset for the bevy_steerwright plugin, reloaded while the game runs.",
    space: Space::Spatial,
    usual: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(converted: &Converted, stem: &str) -> Result<Vec<OutputFile>, ExportError> {
    let Converted { scene, plane, scale, origin, .. } = converted;
    let text = ron::write(scene, Placed { plane: *plane, scale: *scale, origin: *origin })?;
    Ok(vec![
        OutputFile::new(format!("{stem}.steer.ron"), text),
        OutputFile::new("steerwright/README-bevy.md".into(), include_str!("README.md")),
    ])
}
