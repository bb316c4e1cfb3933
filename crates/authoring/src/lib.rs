//! Editing a scene, independent of the user interface.
//!
//! A [`Session`] holds a scene with its selection and history. Tools turn
//! [`PointerEvent`](tool::PointerEvent)s in world units into edits. [`Playback`] runs and scrubs
//! the simulation of the scene.

pub mod arithmetic;
pub mod bounds;
pub mod canvas;
pub mod clipboard;
pub mod command;
pub mod edit;
pub mod item;
pub mod line;
pub mod outline;
pub mod overshoot;
pub mod paths;
pub mod pictures;
pub mod playback;
pub mod presets;
pub mod properties;
pub mod remembered;
pub mod sample;
pub mod scene_bounds;
pub mod session;
pub mod snap;
pub mod spawners;
pub mod tool;
pub mod tool_settings;
pub mod tracks;
pub mod transform;
pub mod words;

pub use crate::canvas::context::CanvasContext;
pub use crate::canvas::view::CanvasView;
pub use crate::canvas::viewport::Viewport;
pub use crate::paths::routes::Routes;
pub use crate::session::Session;
pub use crate::session::history::History;
pub use crate::session::selection::Selection;
pub use crate::words::event::event_label;
pub use command::Command;
pub use item::Item;
pub use line::Line;
pub use playback::Playback;
pub use tool_settings::ToolSettings;
