//! Tests of the whole editor window by roles and names, mouse and keyboard.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod arrange;
mod backups;
mod canceling;
mod canvas_input;
mod captions;
mod coverage;
mod cpu_renderer;
mod crowds;
mod export_dialog;
mod export_window;
mod files;
mod first_use;
mod history_panel;
mod history_selection;
mod image_snapshots;
mod import;
mod import_level;
mod interface;
mod item_colors;
mod journal;
mod key_bindings;
mod key_order;
mod layout;
mod limits;
mod live_link;
mod menu_keys;
mod open_files;
mod outline_choice;
mod outliner;
mod overrides;
mod panels;
mod pictures;
mod playback;
mod recovery;
mod recovery_conflicts;
mod sample_scene;
mod time_text;
mod timeline;
mod tuning;
mod typed_path;
mod typing;
mod verdicts;
mod walls;
mod window;
