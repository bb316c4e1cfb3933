//! Pipes and devices, which are written to and not replaced.

use std::fs::File;
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::time::Duration;

/// How long a pipe may have no reader.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens a pipe or a device for writing. Waits some seconds for a program that reads from a pipe, and not forever.
///
/// # Errors
/// The error of the system, or that no program reads from the pipe.
pub fn open_device(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    let _end = an_end_of(path)?;
    // The other end is there, so that this does not wait.
    File::options().write(true).open(path)
}

#[cfg(unix)]
fn an_end_of(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    const STEP: Duration = Duration::from_millis(20);
    let mut options = File::options();
    options.write(true).custom_flags(libc::O_NONBLOCK);
    let mut waited = Duration::ZERO;
    loop {
        match options.open(path) {
            Err(error) if error.raw_os_error() == Some(libc::ENXIO) => {
                if waited >= PATIENCE {
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
