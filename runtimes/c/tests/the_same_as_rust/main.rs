//! Calls through the C boundary against the same calls on the Rust world: also those that
//! conformance cases do not know.

mod calls;
mod edits;
mod handle;
mod paths;
#[path = "../support/mod.rs"]
mod support;

use handle::{Handle, assert_same, both, turned};
use std::ffi::{CStr, CString};
use std::ptr::null_mut;
use std::sync::Arc;
use std::time::{Duration, Instant};
use steerwright_c::agents::*;
use steerwright_c::calls::*;
use steerwright_c::events::*;
use steerwright_c::library::sw_last_error;
use steerwright_c::link::*;
use steerwright_c::names::*;
use steerwright_c::paths::*;
use steerwright_c::world::*;
use steerwright_c::{SwAgent, SwEvent, SwPlace, SwPoint, SwStatus, SwWorld};
use steerwright_export::{ExportTarget, export};
use steerwright_format::export_file::read_export;
use steerwright_format::write_scene;
use steerwright_link::{Server, Token};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{AgentId, PathId, PresetId, Scene, Target, WallId};
use steerwright_runtime::simulation;
use support::{Y_DOWN, Y_UP, exported, sample_scene};
