//! Files: choosing, watching and keeping them.

pub mod backup_dialog;
pub mod backups;
pub mod dialog;
pub mod folder_listing;
pub mod journal;
pub mod key;
pub mod manager;
pub mod open;
pub mod outside;
pub mod recent;
pub mod stamp;
pub mod typed_path;
