//! Exports that a scene remembers, so that repeating one takes a single command.

use crate::scene::ExportOptions;
use serde::{Deserialize, Serialize};

/// A target to which the scene has been exported, with the settings to use again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RememberedExport {
    /// The id of the target, as on the command line. Ids that this version does not know are kept.
    pub to: String,
    /// The folder for the files. A relative folder starts at the folder of the scene file. Parts
    /// are separated by "/" on every system.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub folder: String,
    /// Whether saving the scene also exports it.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub on_save: bool,
    /// How the scene is placed in the game.
    #[serde(default)]
    pub options: ExportOptions,
}
