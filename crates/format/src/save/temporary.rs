//! The temporary files of saves. A process that is killed while it saves leaves one behind, which
//! the next save in that folder removes.
//!
//! A temporary file is locked as long as its process needs it. The system releases the lock when
//! the process ends for any reason.

use super::target::folder_of;
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::NamedTempFile;

const PREFIX: &str = ".steerwright-";
const SUFFIX: &str = ".tmp";
/// A process locks its file right after creating it. A file this old that is not locked is
/// abandoned even if the process cannot be looked up.
const GRACE: Duration = Duration::from_secs(60);
/// The most files of a folder that are looked at, so that saving into a huge folder stays fast.
const MAX_ENTRIES: usize = 10_000;

/// Creates a temporary file in `folder`, to be renamed when it is complete. It is named after this
/// process and locked, so that no other process removes it; if this one is killed, the next save in
/// the folder removes it.
fn create_temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let prefix = format!("{PREFIX}{}-", std::process::id());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The permissions of any new file; the process's umask still applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let temporary = builder.tempfile_in(folder)?;
    // Some network drives have no locks. Nothing is ever removed there.
    let _ = temporary.as_file().try_lock();
    Ok(temporary)
}

/// Creates a temporary file that can be renamed to `path`, with the permissions of the file that is
/// there.
pub(super) fn create_temporary_for(
    path: &Path,
    there: Option<&Metadata>,
) -> io::Result<NamedTempFile> {
    let temporary = create_temporary_in(folder_of(path))?;
    // Before anything is written that others must not read.
    if let Some(permissions) = there.map(Metadata::permissions) {
        if permissions.readonly() {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the file is read-only",
            ));
        }
        temporary.as_file().set_permissions(permissions)?;
    }
    Ok(temporary)
}

/// A rename is durable once the folder is flushed, which not every system can do.
pub(super) fn flush_folder(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

/// Removes the temporary files in `folder` whose process has ended. Errors are ignored: the files
/// do no harm.
pub(super) fn remove_abandoned(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.take(MAX_ENTRIES) {
        let name = entry.file_name();
        let middle = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
        if let Some(middle) = middle
            && entry.file_type().is_ok_and(|kind| kind.is_file())
        {
            let process = middle.split_once('-').and_then(|(id, _)| id.parse().ok());
            remove_if_abandoned(&entry.path(), process);
        }
    }
}

fn remove_if_abandoned(path: &Path, process: Option<u32>) {
    // On Windows, only a file opened for writing can be locked.
    let Ok(file) = File::options().read(true).write(true).open(path) else {
        return;
    };
    let is_old = || {
        let modified = file.metadata().and_then(|meta| meta.modified());
        modified.is_ok_and(|at| at.elapsed().is_ok_and(|age| age >= GRACE))
    };
    // Several saves of this process may run at the same time.
    let is_ours = process == Some(std::process::id());
    if file.try_lock().is_ok() && !is_ours && (process.is_some_and(has_ended) || is_old()) {
        let _ = std::fs::remove_file(path);
    }
}

/// Whether the process with this id has certainly ended. Only some systems can tell without unsafe
/// code.
fn has_ended(process: u32) -> bool {
    let all = Path::new("/proc");
    all.join("self").exists() && !all.join(process.to_string()).exists()
}
