//! Tools without a window: what gestures do and that they can be canceled.

mod clicks;
mod drags;
mod placing;
mod rings;

use crate::tool_harness::{
    CTRL, GUARD, PATH, SEEKER, TARGET, ToolHarness, at, bits, context_of, sample_scene,
};
use steerwright_authoring::canvas::ring::RingId;
use steerwright_authoring::edit;
use steerwright_authoring::sample;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool::place::Placeable;
use steerwright_authoring::tool::{
    Modifiers, Pen, Place, PointerEvent, PointerKind, Preview, Tool, ToolKey,
};
use steerwright_authoring::{Item, Line, Selection, line};
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::{AgentId, Behavior, MarkerKind, Motion, NodeId, PresetId, Scene};

fn pen() -> Tool {
    Tool::Pen(Pen::default())
}
