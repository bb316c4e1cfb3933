//! The live link.

mod csharp;
mod followers;
mod godot;
mod javascript;
mod receiver;
mod server;
mod support;
