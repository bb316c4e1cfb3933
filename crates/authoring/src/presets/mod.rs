//! Presets: their library, variants and states.

pub mod alert_rates;
pub mod comparison;
pub mod library;
pub mod states;
pub mod thresholds;
pub mod variants;
