//! The live link.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod csharp;
mod followers;
mod godot;
mod javascript;
mod receiver;
mod server;
mod support;
