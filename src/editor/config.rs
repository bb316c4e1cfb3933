//! Where the editor keeps what is the person's and not the scene's.

use std::path::PathBuf;

/// Overrides the folder for settings, recent files and recovery copies.
pub const CONFIG_DIR_VARIABLE: &str = "STEERWRIGHT_CONFIG_DIR";

/// The folder for settings and recent files; `None` where the system names no home.
pub fn config_dir() -> Option<PathBuf> {
    overridden().or_else(|| directories::ProjectDirs::from("", "", "steerwright").map(|dirs| dirs.config_dir().to_owned()))
}

/// The folder for recovery copies; `None` where the system names no home.
pub fn journal_dir() -> Option<PathBuf> {
    let base = overridden().or_else(|| directories::ProjectDirs::from("", "", "steerwright").map(|dirs| dirs.data_local_dir().to_owned()));
    base.map(|base| base.join("journal"))
}

fn overridden() -> Option<PathBuf> {
    std::env::var_os(CONFIG_DIR_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from)
}
