//! Widgets that several panels and dialogs use.

pub mod color_button;
pub mod dialog;
pub mod drop_down;
pub mod expression_field;
pub mod property_value;
pub mod thumbnail;
pub mod time_text;
