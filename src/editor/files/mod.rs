//! Files: choosing, watching and keeping them.

pub mod backup_dialog;
pub mod backups;
pub mod dialog;
pub mod file_key;
pub mod file_manager;
pub mod folder_listing;
pub mod journal;
pub mod open_files;
pub mod outside_files;
pub mod recent;
pub mod stamp;
pub mod typed_path;
