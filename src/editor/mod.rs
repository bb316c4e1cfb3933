//! The user interface: drawing and input. The rules of scenes are in the crates below.
//!
//! Panels are functions that take what they need and return requested actions. [`app`] combines
//! them.

pub mod app;
pub mod area_checks;
pub mod startup;
pub mod theme;

pub mod canvas;
pub mod coverage;
pub mod gallery;
pub mod history_panel;
pub mod inspector;
pub mod interface;
pub mod menu_bar;
mod menu_change;
pub mod menu_entry;
pub mod notes;
pub mod outliner;
pub mod status_bar;
pub mod timeline;
pub mod toolbar;
pub mod welcome;

pub mod color_button;
pub mod dialog;
pub mod drop_down;
pub mod export_dialog;
pub mod export_queue;
pub mod expression_field;
pub mod key_editor;
pub mod key_map;
pub mod key_sheet;
pub mod keys;
pub mod level_dialog;
pub mod link_panel;
pub mod nudge;
pub mod palette;
pub mod panel_sizes;
pub mod picture_scale_dialog;
pub mod pictures;
pub mod player_banner;
pub mod preset_chooser;
pub mod preset_table;
pub mod properties_window;
pub mod property_value;
pub mod simplify_dialog;

pub mod tuning;
pub mod verdict_words;
pub mod verdicts;
pub mod version_titles;

pub mod background;
pub mod backup_dialog;
pub mod backups;
pub mod branch_checks;
pub mod checks;
pub mod deferred;
pub mod file_dialog;
pub mod file_key;
pub mod file_manager;
pub mod file_stamp;
pub mod folder_listing;
pub mod journal;
mod latest;
pub mod log;
pub mod missing_glyphs;
pub mod open_files;
mod outside_files;
pub mod recent;
pub mod settings;
pub mod system_theme;
pub mod thumbnail;
pub mod time_text;
pub mod track_checks;
pub mod typed_path;
pub mod visual_order;

pub use app::App;
pub use startup::{StartError, run};
