//! Windows for tuning: the scorecard over many seeds, tuning to a goal, and comparing presets.

mod compare_dialog;
mod goal_form;
mod goal_result;
mod goal_window;
pub(super) mod job;
mod present_figures;
mod scorecard_table;
mod scorecard_window;

pub use compare_dialog::{CompareDialog, ComparedPreset};
pub use goal_window::GoalWindow;
pub use scorecard_window::{OpenSeed, ScorecardWindow};
