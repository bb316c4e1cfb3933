//! Selecting items of every kind, and moving, rotating, scaling, flipping, aligning and
//! distributing them.

mod commands;
mod handles;
mod moving;

use crate::tool_harness::{
    ALT, CTRL, GUARD, PATH, SEEKER, SHIFT, TARGET, ToolHarness, at, bits, sample_scene,
};
use steerwright_authoring::canvas::handles::Handle;
use steerwright_authoring::edit;
use steerwright_authoring::edit::align;
use steerwright_authoring::edit::align::{Axis, Edge};
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool::{Preview, ToolKey};
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Item, Line, Selection, line};
use steerwright_format::rounding;
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, MarkerId, NodeId, PathId, Scene};

const NO_SNAP: Snap = Snap {
    to_grid: false,
    to_nodes: false,
    to_segments: false,
    to_guides: false,
    to_angles: false,
    step: 0.5,
};

fn node(id: u32) -> Item {
    Item::Node(Line::Path(PATH), NodeId(id))
}

/// Two nodes, an agent and a marker.
fn mixed() -> Selection {
    Selection::of([node(2), node(3), Item::Agent(GUARD), Item::Marker(TARGET)])
}

fn selected(harness: &ToolHarness) -> Vec<Item> {
    harness.session.selection.iter().collect()
}

fn places(scene: &Scene, selection: &Selection) -> Vec<DVec2> {
    transform::TransformSnapshot::of(scene, selection, &[])
        .places()
        .collect()
}
