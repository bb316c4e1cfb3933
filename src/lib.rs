//! The application: the editor's window and the command line, over the crates in `crates/`.

#[cfg(feature = "editor")]
pub mod editor;

#[cfg(feature = "cli")]
pub mod cli;
