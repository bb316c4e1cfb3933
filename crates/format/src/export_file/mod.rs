//! Export files, `*.steer.json` and `*.steer.ron`: a scene in the coordinates of a game.
//!
//! A [`PlacedScene`] is a scene in the game's units, relative to the game's origin. [`text`] writes
//! it and [`read_export`] reads it.

mod derived;
mod exported;
mod exported_behavior;
mod exported_field;
mod exported_goal;
mod exported_node;
mod exported_picture;
mod exported_spawner;
mod exported_state;
mod exported_target;
mod file;
mod flat_object;
mod margins;
mod nets;
mod node_script;
mod path_line;
mod place_in_file;
mod placed_scene;
mod placement;
mod preset;
mod preset_fields;
mod preset_parts;
mod preset_references;
mod read;
#[cfg(feature = "ron")]
pub mod ron;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "schema")]
mod schema_flat;
mod spawner;
mod write;

pub use exported::Exported;
pub use exported_picture::ExportedPicture;
pub use path_line::PathLine;
pub use placed_scene::{PlacedScene, PlacementError, as_authored, usual_skin};
pub use placement::Placement;
pub use preset::read_preset;
pub use preset_fields::preset_fields;
pub use read::read_export;
#[cfg(feature = "read-ron")]
pub use ron::read_ron;
#[cfg(feature = "schema")]
pub use schema::export_schema;
pub use write::{text, value, wait_ticks, word};
