//! The application: the editor and the command line.

#[cfg(any(feature = "editor", feature = "cli"))]
pub mod coverage_files;

#[cfg(feature = "editor")]
pub mod editor;

#[cfg(feature = "cli")]
pub mod cli;
