//! Export files, `*.steer.json` and `*.steer.ron`: a scene in the coordinates of a game.
//!
//! A [`PlacedScene`] is a scene in the game's units, relative to the game's origin. [`text`] writes it and [`read_export`] reads it.

mod derived;
mod exported;
mod exported_behavior;
mod exported_picture;
mod exported_spawner;
mod file;
mod path_line;
mod placed_scene;
mod placement;
mod preset;
mod read;
#[cfg(feature = "ron")]
pub mod ron;
#[cfg(feature = "schema")]
mod schema;
mod spawner;
mod write;

pub use exported::Exported;
pub use exported_picture::ExportedPicture;
pub use path_line::PathLine;
pub use placed_scene::{PlacedScene, PlacementError, as_authored, usual_skin};
pub use placement::Placement;
pub use preset::read_preset;
pub use read::read_export;
#[cfg(feature = "ron")]
pub use ron::read_ron;
#[cfg(feature = "schema")]
pub use schema::export_schema;
pub use write::{preset_fields, text, value, wait_ticks, word};
