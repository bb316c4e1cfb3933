//! The user interface: drawing and input. The rules of scenes are in the crates below.
//!
//! Panels are functions that take what they need and return requested actions. [`app`] combines
//! them.

pub mod app;
pub mod background;
pub mod checks;
pub mod dialogs;
pub mod files;
pub mod keyboard;
pub mod menus;
pub mod overlays;
pub mod panels;
pub mod preferences;
pub mod startup;
pub mod text;
pub mod theme;
pub mod widgets;

pub mod canvas;
pub mod coverage;
pub mod inspector;
pub mod outliner;
pub mod timeline;

pub mod export_dialog;
pub mod export_queue;
pub mod level_dialog;
pub mod palette;
pub mod pictures;
pub mod preset_chooser;
pub mod preset_table;
pub mod properties_window;

pub mod tuning;

pub mod log;

pub use app::App;
pub use startup::{StartError, run};
