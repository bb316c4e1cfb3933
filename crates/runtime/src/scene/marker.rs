//! Markers: points that agents move toward or away from.

use crate::scene::MarkerId;
use crate::scene::file::MarkerFields;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A named point that agents can move toward or away from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "MarkerFields", into = "MarkerFields")]
pub struct Marker {
    /// The id of the marker, unique within the scene. It never changes.
    pub id: MarkerId,
    /// The display name. It need not be unique.
    pub name: String,
    /// What the marker stands for.
    pub kind: MarkerKind,
    /// The position, u.
    pub position: DVec2,
}

/// What a marker stands for. It affects how the editor draws and offers the marker, and not the simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MarkerKind {
    /// A target to move toward.
    #[default]
    Target,
    /// A danger to move away from.
    Danger,
}

impl Marker {
    /// A marker at `position`, u.
    pub fn at(id: MarkerId, name: impl Into<String>, kind: MarkerKind, position: DVec2) -> Self {
        Self {
            id,
            name: name.into(),
            kind,
            position,
        }
    }
}
