//! Opening folders in the file manager of the desktop.

use std::path::Path;
use std::process::Command;

/// The program that opens a folder.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

/// Opens a folder, and waits until the program that does it has ended. Returns why it could not.
pub fn open(folder: &Path) -> Result<(), String> {
    let place = folder.display();
    if !folder.is_dir() {
        return Err(format!("{place} does not exist. Export the scene first."));
    }
    let status = Command::new(OPENER).arg(folder).status();
    match status {
        // Explorer ends with 1 even if it opened the folder.
        Ok(status) if status.success() || cfg!(windows) => Ok(()),
        Ok(status) => Err(format!(
            "{OPENER} ended with {status}. Open {place} in a file manager."
        )),
        Err(error) => Err(format!(
            "{OPENER} cannot be started: {error}. Open {place} in a file manager."
        )),
    }
}
