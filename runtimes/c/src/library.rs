//! About the library itself: its version, what went wrong last.

use crate::status::with_last_message;
use std::ffi::{CStr, c_char};
use steerwright_format::FORMAT_VERSION;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn sw_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The newest format version it knows.
#[unsafe(no_mangle)]
pub extern "C" fn sw_reader_version() -> u32 {
    FORMAT_VERSION as u32
}

/// What went wrong last on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn sw_last_error() -> *const c_char {
    with_last_message(|message| message.map(|message| message.as_ptr()))
        .flatten()
        .unwrap_or(c"".as_ptr())
}
