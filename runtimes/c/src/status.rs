//! How calls fail: with a number for the program and a message for a person.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::CString;
use steerwright_format::{FileError, FormatError};
use steerwright_runtime::simulation::{SaveError, WorldError};

/// The result of a call: `sw_status`.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwStatus {
    /// The call succeeded.
    Ok = 0,
    /// A required pointer is null.
    NullPointer = 1,
    /// An argument is invalid.
    InvalidArgument = 2,
    /// The file cannot be read.
    File = 3,
    /// The text is neither a valid export nor a valid scene.
    Format = 4,
    /// The file needs a newer runtime.
    NewerVersion = 5,
    /// A coordinate is not a number from -1e9 to 1e9.
    Coordinate = 6,
    /// Nothing has this id or name.
    NotFound = 7,
    /// The array is too small.
    Capacity = 8,
    /// A bug of this library.
    Panic = 9,
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    status: SwStatus,
    message: String,
}

thread_local! {
    static LAST: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// Calls `read` with the last message of this thread; none if nothing has failed yet.
pub(crate) fn with_last_message<T>(read: impl FnOnce(Option<&CString>) -> T) -> Option<T> {
    LAST.try_with(|last| last.try_borrow().ok().map(|last| read(last.as_ref())))
        .ok()
        .flatten()
}

impl Failure {
    pub(crate) fn new(status: SwStatus, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    pub(crate) fn not_found(what: &str, which: impl std::fmt::Display) -> Self {
        Self::new(
            SwStatus::NotFound,
            format!("there is no {what} {which}; look into the file for those there are"),
        )
    }

    pub(crate) fn coordinate() -> Self {
        WorldError::Coordinate.into()
    }

    /// The failure for the payload of a panic.
    pub(crate) fn panic(payload: &(dyn Any + Send)) -> Self {
        let text = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let cause = text.unwrap_or("no cause given");
        Self::new(
            SwStatus::Panic,
            format!("a bug in Steerwright: {cause}; free the world, and please report this"),
        )
    }

    /// Stores the message for `sw_last_error`.
    pub(crate) fn report(self) -> SwStatus {
        let message = CString::new(self.message.replace('\0', "\u{fffd}")).unwrap_or_default();
        // A thread that ends no longer has the storage, and nothing reads the message.
        let _ = LAST.try_with(|last| last.try_borrow_mut().map(|mut last| *last = Some(message)));
        self.status
    }
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        Self::new(status_of(&error), error.to_string())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::new(status_of(&error.source), error.to_string())
    }
}

fn status_of(error: &FormatError) -> SwStatus {
    match error {
        FormatError::Io { .. } => SwStatus::File,
        FormatError::NewerVersion { .. } => SwStatus::NewerVersion,
        FormatError::Syntax { .. }
        | FormatError::WrongFormat { .. }
        | FormatError::InvalidField { .. }
        | FormatError::Validation(_)
        | FormatError::BeyondLimit { .. }
        | FormatError::TooLarge { .. } => SwStatus::Format,
    }
}

impl From<WorldError> for Failure {
    fn from(error: WorldError) -> Self {
        let status = match error {
            WorldError::Coordinate => SwStatus::Coordinate,
            WorldError::Agent(_)
            | WorldError::Marker(_)
            | WorldError::Preset(_)
            | WorldError::Path(_)
            | WorldError::Node(..)
            | WorldError::Wall(_)
            | WorldError::State(_) => SwStatus::NotFound,
            WorldError::Taken(_)
            | WorldError::TakenMarker(_)
            | WorldError::TakenPreset(_)
            | WorldError::TakenPath(_)
            | WorldError::TakenWall(_)
            | WorldError::NotADoor(_)
            | WorldError::NextId(_)
            | WorldError::Limits(_)
            | WorldError::CellSize
            | WorldError::CrossedCells
            | WorldError::TickRate
            | WorldError::NoiseRadius
            | WorldError::BodyRadius
            | WorldError::Noises
            | WorldError::Team
            | WorldError::EventName
            | WorldError::Names => SwStatus::InvalidArgument,
            // An error that is newer than this list.
            _ => SwStatus::InvalidArgument,
        };
        Self::new(status, error.to_string())
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Self {
        let status = match error {
            SaveError::Version(_) => SwStatus::NewerVersion,
            _ => SwStatus::Format,
        };
        Self::new(status, error.to_string())
    }
}
