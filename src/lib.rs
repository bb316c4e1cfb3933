//! The application: the editor and the command line.

#[cfg(any(feature = "editor", feature = "cli"))]
pub mod config;

#[cfg(any(feature = "editor", feature = "cli"))]
pub mod confirmed_exports;

#[cfg(any(feature = "editor", feature = "cli"))]
pub mod coverage_files;

#[cfg(any(feature = "editor", feature = "cli"))]
pub mod overwriting;

#[cfg(any(feature = "editor", feature = "cli"))]
pub mod resolved_path;

#[cfg(feature = "editor")]
pub mod editor;

#[cfg(feature = "cli")]
pub mod cli;
