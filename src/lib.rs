//! The application: the editor and the command line.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(feature = "editor")]
pub mod editor;

#[cfg(feature = "cli")]
pub mod cli;
