//! Markers: points that agents go for or run from.

use crate::scene::MarkerId;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A named point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marker {
    /// Names the marker; never changes.
    pub id: MarkerId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// What it is meant as.
    #[serde(default)]
    pub kind: MarkerKind,
    /// To the right, u.
    pub x: f64,
    /// Upward, u.
    pub y: f64,
}

/// What a marker is meant as; only how it is drawn and offered depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MarkerKind {
    /// Something to go for.
    #[default]
    Target,
    /// Something to run from.
    Danger,
}

impl Marker {
    /// A marker at `position`.
    pub fn at(id: MarkerId, name: impl Into<String>, kind: MarkerKind, position: DVec2) -> Self {
        Self {
            id,
            name: name.into(),
            kind,
            x: position.x,
            y: position.y,
        }
    }

    /// Where it lies, u.
    pub fn position(&self) -> DVec2 {
        DVec2::new(self.x, self.y)
    }
}
