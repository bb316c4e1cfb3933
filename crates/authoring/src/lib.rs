//! Editing a scene, independent of the user interface.
//!
//! A [`Session`] holds a scene with its selection and history. Tools turn
//! [`PointerEvent`](tool::PointerEvent)s in world units into edits. [`Playback`] runs and scrubs
//! the simulation of the scene.

pub mod history;
pub mod item;
pub mod line;
pub mod selection;
pub mod session;

pub mod alert_rates;
pub mod align;
pub mod arithmetic;
pub mod bounds;
pub mod clipboard;
pub mod duplicate;
pub mod edit;
pub mod editable;
pub mod grouping;
pub mod junction_arrows;
pub mod naming;
pub mod outline;
pub mod overshoot;
pub mod path_cache;
pub mod path_ops;
pub mod pictures;
pub mod place;
pub mod preset_comparison;
pub mod preset_library;
pub mod properties;
pub mod references;
pub mod remembered_exports;
pub mod remembered_imports;
pub mod reordering;
pub mod same_simulation;
pub mod simplify;
pub mod spawners;
pub mod states;
pub mod thresholds;
pub mod transform;
mod transform_script;

pub mod canvas_context;
pub mod canvas_view;
pub mod handles;
pub mod hit;
pub mod input;
pub mod ring;
pub mod ring_handles;
pub mod routes;
pub mod sample;
pub mod snap;
pub mod tool;
pub mod tool_settings;
pub mod tracks;
pub mod variants;
pub mod viewport;
pub mod visible_area;

pub mod command;
pub mod cone;
pub mod playback;

mod event_label;
pub mod goal_help;
pub mod meetings;
pub mod node_action_help;
pub mod reason_words;
pub mod term_help;

pub use canvas_context::CanvasContext;
pub use canvas_view::CanvasView;
pub use command::Command;
pub use event_label::event_label;
pub use history::History;
pub use item::Item;
pub use line::Line;
pub use playback::Playback;
pub use routes::Routes;
pub use selection::Selection;
pub use session::Session;
pub use tool_settings::ToolSettings;
pub use viewport::Viewport;
