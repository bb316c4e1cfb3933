//! Editing a scene without a window.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod any_gesture;
mod areas;
mod arithmetic;
mod clipboard;
mod commands;
mod comparison;
mod drawing_history;
mod editable;
mod gestures;
mod grouping;
mod joined_settings;
mod junction_arrows;
mod meetings;
mod moving_together;
mod outline;
mod path_operations;
mod pen;
mod pictures;
mod playback;
mod preset_comparison;
mod properties;
mod ring_handles;
mod rings;
mod samples;
mod scene_names;
mod selecting;
mod slow_ticks;
mod snapping;
mod spawner_editing;
mod spawners;
mod states;
mod strokes;
mod tool_harness;
mod transforms;
mod variants;
mod visible_area;
mod walls;
