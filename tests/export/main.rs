//! What exports hold and how they come back.

mod conformance;
mod files;
mod placement;
mod ron;
mod schema;
mod tables;
mod targets;
mod traces;
mod export_watch;
mod web_import;
