//! The live link, from both ends.

mod csharp;
mod followers;
mod godot;
mod javascript;
mod protocol;
