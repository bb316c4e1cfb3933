//! Pipes and devices, which are written to and not replaced.

use std::fs::File;
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::time::Duration;

/// How long to wait for the reader of a pipe.
#[cfg(unix)]
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Whether `path` is a pipe or a device.
pub fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// Opens a pipe or a device for writing. Waits some seconds for a program that reads from a pipe,
/// and not forever.
///
/// # Errors
/// The error of the system, or that no program reads from the pipe.
pub fn open_device(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    let _writer = open_with_reader(path)?;
    // It has a reader, so that this does not wait.
    File::options().write(true).open(path)
}

#[cfg(unix)]
fn open_with_reader(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    const STEP: Duration = Duration::from_millis(20);
    let mut options = File::options();
    options.write(true).custom_flags(libc::O_NONBLOCK);
    let mut waited = Duration::ZERO;
    loop {
        match options.open(path) {
            Err(error) if error.raw_os_error() == Some(libc::ENXIO) => {
                if waited >= MAX_WAIT {
                    return Err(io::Error::new(
                        io::ErrorKind::NotConnected,
                        "no program reads from the pipe",
                    ));
                }
                std::thread::sleep(STEP);
                waited += STEP;
            }
            opened => return opened,
        }
    }
}
