//! Menus: the menu bar and what menus have in common.

pub mod bar;
pub mod change;
pub mod entry;
