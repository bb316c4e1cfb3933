//! Recovery copies: unsaved changes survive a crash.
//!
//! Each running editor owns one slot in the journal folder: a locked `.lock` file and the recovery
//! copy. The system releases the lock when the process ends for any reason. A copy whose lock is
//! free was therefore left by a crash, and the copy of a running editor is never mistaken for one.

mod recovery;

use crate::editor::files::stamp::FileStamp;
pub use recovery::{DamagedCopy, FoundCopies, RecoveryCopy, find_recovery_copies};
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};
use steerwright_format::{io_message, save_text};

/// The minimum time between two writes.
pub const INTERVAL: Duration = Duration::from_millis(500);

const COPY: &str = "journal.json";
const LOCK: &str = "lock";

/// The state of the recovery copy, for the status bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalState {
    /// There are no unsaved changes.
    Clean,
    /// There are unsaved changes that will be written within [`INTERVAL`].
    Pending,
    /// The unsaved changes are written.
    Saved,
    /// The unsaved changes could not be written, and why.
    Failed(String),
}

/// Information about a recovery copy. Copies of older versions contain only the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyInfo {
    /// The file that the scene was loaded from or last saved to. `None` if there is none.
    pub source: Option<PathBuf>,
    /// The version of that file.
    pub stamp: Option<FileStamp>,
    /// When the scene was last edited.
    pub edited: Option<SystemTime>,
    /// How many steps were made since the file was opened or saved.
    pub edits: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct Copy {
    #[serde(flatten)]
    info: CopyInfo,
    scene: String,
}

/// Keeps a recovery copy of a scene. Dropping it writes pending changes; call
/// [`clear`](Self::clear) first if the changes were saved or discarded.
pub struct Journal {
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
    /// The last recorded revision.
    recorded: Option<u64>,
    slot: Option<Slot>,
}

#[derive(Debug)]
struct Slot {
    copy: PathBuf,
    lock_path: PathBuf,
    /// Locked while this is open.
    _lock: File,
}

struct Shared {
    state: Mutex<SharedState>,
    changed: Condvar,
}

/// Creates the text of a scene, or returns an error message.
type Text = Box<dyn FnOnce() -> Result<String, String> + Send>;

/// Changes to be written.
struct Pending {
    info: CopyInfo,
    scene: Text,
}

/// The state shared with the writer thread.
struct SharedState {
    pending: Option<Pending>,
    /// Increased by `clear`, so that a write in progress is undone.
    clears: u64,
    state: JournalState,
    closing: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, SharedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal {
    /// A journal without a folder, which keeps nothing. [`state`](Self::state) returns the reason.
    pub fn disabled() -> Self {
        Self::failed("no folder for recovery copies: set HOME or STEERWRIGHT_CONFIG_DIR")
    }

    /// A journal in the folder `dir`, which is created if necessary. Writes at most once per
    /// `interval`. If the folder cannot be created, nothing is kept and [`state`](Self::state)
    /// returns the reason.
    pub fn open_in(dir: &Path, interval: Duration) -> Self {
        let slot = match claim(dir) {
            Ok(slot) => slot,
            Err(error) => {
                return Self::failed(&format!(
                    "cannot save recovery copies in {}: {}",
                    dir.display(),
                    io_message(&error)
                ));
            }
        };
        let shared = Arc::new(Shared::new(JournalState::Clean));
        let writer = {
            let (shared, copy) = (Arc::clone(&shared), slot.copy.clone());
            std::thread::Builder::new()
                .name("journal".into())
                .spawn(move || write_loop(&shared, &copy, interval))
        };
        match writer {
            Ok(writer) => Self {
                shared,
                writer: Some(writer),
                recorded: None,
                slot: Some(slot),
            },
            Err(error) => Self::failed(&format!(
                "cannot save recovery copies: {}",
                io_message(&error)
            )),
        }
    }

    fn failed(why: &str) -> Self {
        ::log::warn!("{why}");
        Self {
            shared: Arc::new(Shared::new(JournalState::Failed(why.into()))),
            writer: None,
            recorded: None,
            slot: None,
        }
    }

    /// Records unsaved changes. Call this whenever the scene is dirty and no gesture is in
    /// progress; each `revision` is recorded once. The text is created and written in the
    /// background, and only the newest is written. If it cannot be created, the previous copy is
    /// kept.
    pub fn record(
        &mut self,
        scene: impl FnOnce() -> Result<String, String> + Send + 'static,
        info: CopyInfo,
        revision: u64,
    ) {
        if self.writer.is_none() || self.recorded == Some(revision) {
            return;
        }
        self.recorded = Some(revision);
        // The process that recovers it runs in another folder.
        let source = info.source.and_then(|path| std::path::absolute(path).ok());
        let info = CopyInfo { source, ..info };
        let mut state = self.shared.state();
        state.pending = Some(Pending {
            info,
            scene: Box::new(scene),
        });
        state.state = JournalState::Pending;
        self.shared.changed.notify_one();
    }

    /// Removes the copy because the changes were saved or discarded.
    pub fn clear(&mut self) {
        let Some(slot) = &self.slot else { return };
        self.recorded = None;
        let mut state = self.shared.state();
        state.pending = None;
        state.clears += 1;
        state.state = JournalState::Clean;
        remove(&slot.copy);
    }

    /// Writes pending changes and ends. The copy stays.
    ///
    /// # Errors
    /// Why the changes could not be written.
    pub fn close(mut self) -> Result<(), String> {
        self.finish();
        match self.state() {
            JournalState::Clean | JournalState::Saved => Ok(()),
            JournalState::Pending => Err("the recovery copy was not written".into()),
            JournalState::Failed(error) => Err(error),
        }
    }

    /// Waits for the writer, which writes pending changes first.
    fn finish(&mut self) {
        self.shared.state().closing = true;
        self.shared.changed.notify_one();
        if let Some(writer) = self.writer.take() {
            // A panic was already printed to stderr.
            let _ = writer.join();
        }
    }

    /// The state of the copy.
    pub fn state(&self) -> JournalState {
        self.shared.state().state.clone()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.finish();
        // A remaining copy needs its lock file, because it is found by it.
        if let Some(slot) = &self.slot
            && !slot.copy.exists()
        {
            remove(&slot.lock_path);
        }
    }
}

impl Shared {
    fn new(state: JournalState) -> Self {
        Self {
            state: Mutex::new(SharedState {
                pending: None,
                clears: 0,
                state,
                closing: false,
            }),
            changed: Condvar::new(),
        }
    }
}

fn write_loop(shared: &Shared, copy: &Path, interval: Duration) {
    let mut last_write: Option<Instant> = None;
    let mut state = shared.state();
    loop {
        let wait = last_write.map_or(Duration::ZERO, |at| interval.saturating_sub(at.elapsed()));
        if state.pending.is_some() && (wait.is_zero() || state.closing) {
            let Some(pending) = state.pending.take() else {
                continue;
            };
            let clears = state.clears;
            drop(state);
            let written = write(pending, copy);
            last_write = Some(Instant::now());
            state = shared.state();
            if state.clears != clears {
                remove(copy);
            } else if state.pending.is_none() {
                state.state = match written {
                    Ok(()) => JournalState::Saved,
                    Err(error) => {
                        ::log::warn!("cannot write a recovery copy: {error}");
                        JournalState::Failed(error)
                    }
                };
            }
        } else if state.closing {
            return;
        } else if state.pending.is_some() {
            state = shared
                .changed
                .wait_timeout(state, wait)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        } else {
            state = shared
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn write(pending: Pending, to: &Path) -> Result<(), String> {
    let copy = Copy {
        info: pending.info,
        scene: (pending.scene)()?,
    };
    let text = match serde_json::to_string(&copy) {
        Ok(text) => text,
        // A path that is not valid Unicode is dropped: the scene is more important.
        Err(_) => serde_json::json!({ "source": null, "scene": copy.scene }).to_string(),
    };
    save_text(&text, to).map_err(|error| error.to_string())
}

/// Claims an unused slot: `<pid>-<n>`.
fn claim(dir: &Path) -> std::io::Result<Slot> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    std::fs::create_dir_all(dir)?;
    loop {
        let name = format!(
            "{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let lock_path = dir.join(format!("{name}.{LOCK}"));
        match File::create_new(&lock_path) {
            Ok(lock) => match lock.try_lock() {
                // Another editor that looks for copies may have removed the file before it was
                // locked.
                Ok(()) if lock_path.exists() => {
                    return Ok(Slot {
                        copy: dir.join(format!("{name}.{COPY}")),
                        lock_path,
                        _lock: lock,
                    });
                }
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            },
            // An earlier process had the same id.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn remove(path: &Path) {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            ::log::warn!("cannot remove {}: {error}", path.display())
        }
        _ => {}
    }
}
