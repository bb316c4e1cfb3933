//! The application: the editor's window and the command line, over the crates in `crates/`.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(feature = "editor")]
pub mod editor;

#[cfg(feature = "cli")]
pub mod cli;
