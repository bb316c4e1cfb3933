//! Recovery copies: what has not been saved yet survives a crash.
//!
//! Each running editor owns one slot in the journal folder: a `.lock` file it holds locked, and beside it the copy. The
//! system releases the lock when the process ends, however it ends; so a copy whose lock is free was left by a crash, and a
//! second editor that is still running is never taken for one.

use crate::editor::file_stamp::FileStamp;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};
use steerwright_format::save_text;

/// The shortest time between two writes.
pub const INTERVAL: Duration = Duration::from_secs(2);

const COPY: &str = "journal.json";
const LOCK: &str = "lock";

/// For the status bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalState {
    /// Nothing unsaved.
    Clean,
    /// Unsaved work that will be on the disk within [`INTERVAL`].
    Pending,
    /// Unsaved work, and a copy of it on the disk.
    Saved,
    /// Unsaved work, and no copy could be written; why.
    Failed(String),
}

/// What a copy says about the work in it. Copies of older versions have only the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyInfo {
    /// The file the scene was loaded from or last saved to; `None` if it never was in one.
    pub source: Option<PathBuf>,
    /// What that file was like then.
    pub stamp: Option<FileStamp>,
    /// When the scene was last edited.
    pub edited: Option<SystemTime>,
}

#[derive(Serialize, Deserialize)]
struct Copy {
    #[serde(flatten)]
    info: CopyInfo,
    scene: String,
}

/// Keeps a recovery copy of one editor's scene. Dropping it writes what is still pending; [`clear`](Self::clear) it first if
/// the work is saved or thrown away on purpose.
pub struct Journal {
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
    /// The newest revision that was noted.
    noted: Option<u64>,
    slot: Option<Slot>,
}

#[derive(Debug)]
struct Slot {
    copy: PathBuf,
    lock_path: PathBuf,
    /// Held as long as this is open.
    _lock: File,
}

struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

/// Makes the text of a scene, or says why it cannot be one.
type Text = Box<dyn FnOnce() -> Result<String, String> + Send>;

/// Work to be written.
struct Pending {
    info: CopyInfo,
    scene: Text,
}

/// What lies ready for the writer.
struct Desk {
    pending: Option<Pending>,
    /// Raised by `clear`, so that a write that was under way is undone.
    clears: u64,
    state: JournalState,
    closing: bool,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal {
    /// A journal that keeps nothing, as there is no folder for it; [`state`](Self::state) says so.
    pub fn nowhere() -> Self {
        Self::without("no folder for recovery copies: set HOME or STEERWRIGHT_CONFIG_DIR")
    }

    /// A journal in the folder `dir`, which is made, writing at most once an `interval`. Where it cannot be made (a read-only
    /// disk), nothing is kept, and [`state`](Self::state) says so.
    pub fn open_in(dir: &Path, interval: Duration) -> Self {
        let slot = match claim(dir) {
            Ok(slot) => slot,
            Err(error) => {
                return Self::without(&format!(
                    "cannot keep recovery copies in {}: {error}",
                    dir.display()
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
                noted: None,
                slot: Some(slot),
            },
            Err(error) => Self::without(&format!("cannot keep recovery copies: {error}")),
        }
    }

    fn without(why: &str) -> Self {
        ::log::warn!("{why}");
        Self {
            shared: Arc::new(Shared::new(JournalState::Failed(why.into()))),
            writer: None,
            noted: None,
            slot: None,
        }
    }

    /// Takes down unsaved work. TimedCommand it whenever the scene is dirty and no gesture is under way; the same `revision` is noted
    /// once. The text is made and written in the background, the newest wins; if it cannot be made, the copy before stays.
    pub fn note(
        &mut self,
        scene: impl FnOnce() -> Result<String, String> + Send + 'static,
        info: CopyInfo,
        revision: u64,
    ) {
        if self.writer.is_none() || self.noted == Some(revision) {
            return;
        }
        self.noted = Some(revision);
        // Whoever recovers it runs in another folder.
        let source = info.source.and_then(|path| std::path::absolute(path).ok());
        let info = CopyInfo { source, ..info };
        let mut desk = self.shared.desk();
        desk.pending = Some(Pending {
            info,
            scene: Box::new(scene),
        });
        desk.state = JournalState::Pending;
        self.shared.changed.notify_one();
    }

    /// Removes the copy: the work is saved, or thrown away on purpose.
    pub fn clear(&mut self) {
        let Some(slot) = &self.slot else { return };
        self.noted = None;
        let mut desk = self.shared.desk();
        desk.pending = None;
        desk.clears += 1;
        desk.state = JournalState::Clean;
        remove(&slot.copy);
    }

    /// How far the copy is.
    pub fn state(&self) -> JournalState {
        self.shared.desk().state.clone()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.shared.desk().closing = true;
        self.shared.changed.notify_one();
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has said so on stderr.
            let _ = writer.join();
        }
        // A copy that is still there needs its lock file: without one it would not be found.
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
            desk: Mutex::new(Desk {
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
    let mut desk = shared.desk();
    loop {
        let wait = last_write.map_or(Duration::ZERO, |at| interval.saturating_sub(at.elapsed()));
        if desk.pending.is_some() && (wait.is_zero() || desk.closing) {
            let Some(pending) = desk.pending.take() else {
                continue;
            };
            let clears = desk.clears;
            drop(desk);
            let written = write(pending, copy);
            last_write = Some(Instant::now());
            desk = shared.desk();
            if desk.clears != clears {
                remove(copy);
            } else if desk.pending.is_none() {
                desk.state = match written {
                    Ok(()) => JournalState::Saved,
                    Err(error) => {
                        ::log::warn!("no recovery copy: {error}");
                        JournalState::Failed(error)
                    }
                };
            }
        } else if desk.closing {
            return;
        } else if desk.pending.is_some() {
            desk = shared
                .changed
                .wait_timeout(desk, wait)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        } else {
            desk = shared
                .changed
                .wait(desk)
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
        // A source path that is no Unicode: the work matters more than where it came from.
        Err(_) => serde_json::json!({ "source": null, "scene": copy.scene }).to_string(),
    };
    save_text(&text, to).map_err(|error| error.to_string())
}

/// Takes a slot nobody has: `<pid>-<n>`.
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
                // Another editor that looks for orphans may have removed the file before it was locked.
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
            // An earlier process with our number.
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

/// A copy left by an editor that crashed. It is locked while this value lives, so no other editor offers it too.
#[derive(Debug)]
pub struct Orphan {
    /// Where the work comes from; its source is absolute.
    pub info: CopyInfo,
    /// The source in a copy of an older version that kept it as it was typed. The folder that it was relative to is not known, so it
    /// names no file.
    pub relative_source: Option<PathBuf>,
    /// The scene as a file's text.
    pub scene_text: String,
    /// When the copy was written, if the system knows.
    pub written: Option<SystemTime>,
    copy: PathBuf,
    lock_path: PathBuf,
    _lock: File,
}

impl Orphan {
    /// Removes the copy: the person has decided. Note the recovered work in the running journal and wait for
    /// [`JournalState::Saved`] before discarding, or a second crash loses it.
    pub fn discard(self) {
        remove(&self.copy);
        remove(&self.lock_path);
    }
}

/// What crashed editors have left in `dir`, the latest first. Copies that cannot be read are left where they are.
pub fn find_orphans_in(dir: &Path) -> Vec<Orphan> {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return Vec::new();
    };
    let locks = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == LOCK));
    let mut orphans: Vec<Orphan> = locks.filter_map(adopt).collect();
    orphans.sort_by_key(|orphan| std::cmp::Reverse(orphan.written));
    orphans
}

fn adopt(lock_path: PathBuf) -> Option<Orphan> {
    let lock = File::open(&lock_path).ok()?;
    lock.try_lock().ok()?;
    let copy = lock_path.with_extension(COPY);
    let text = match std::fs::read_to_string(&copy) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            // The editor crashed with nothing unsaved.
            remove(&lock_path);
            return None;
        }
        Err(error) => {
            ::log::warn!(
                "a recovery copy cannot be read: {}: {error}",
                copy.display()
            );
            return None;
        }
    };
    let written = std::fs::metadata(&copy)
        .and_then(|meta| meta.modified())
        .ok();
    match serde_json::from_str::<Copy>(&text) {
        Ok(Copy { mut info, scene }) => {
            let relative_source = info.source.take_if(|path| path.is_relative());
            Some(Orphan {
                info,
                relative_source,
                scene_text: scene,
                written,
                copy,
                lock_path,
                _lock: lock,
            })
        }
        Err(error) => {
            ::log::warn!(
                "a recovery copy cannot be understood: {}: {error}",
                copy.display()
            );
            None
        }
    }
}
