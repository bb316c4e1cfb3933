//! Markers: points that agents move toward or away from.

use crate::scene::{Color, MarkerId, Properties};
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
    /// The color in which the editor draws the marker. Absent: that of its group or kind.
    pub color: Option<Color>,
    /// The values of custom properties.
    pub properties: Properties,
}

/// What a marker stands for. It affects how the editor draws and offers the marker, and not the
/// simulation.
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
            color: None,
            properties: Properties::default(),
        }
    }
}

/// A named point.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Marker")]
struct MarkerFields {
    /// The id of the marker. It never changes.
    id: MarkerId,
    /// The display name.
    #[serde(default)]
    name: String,
    /// What the marker stands for.
    #[serde(default)]
    kind: MarkerKind,
    /// The x coordinate, to the right, u.
    x: f64,
    /// The y coordinate, upward, u.
    y: f64,
    /// The color in which the editor draws the marker. Absent: that of its group or kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<Color>,
    /// The values of custom properties.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    properties: Properties,
}

impl From<MarkerFields> for Marker {
    fn from(fields: MarkerFields) -> Self {
        let MarkerFields {
            id,
            name,
            kind,
            x,
            y,
            color,
            properties,
        } = fields;
        Self {
            id,
            name,
            kind,
            position: DVec2::new(x, y),
            color,
            properties,
        }
    }
}

impl From<Marker> for MarkerFields {
    fn from(marker: Marker) -> Self {
        let Marker {
            id,
            name,
            kind,
            position: DVec2 { x, y },
            color,
            properties,
        } = marker;
        Self {
            id,
            name,
            kind,
            x,
            y,
            color,
            properties,
        }
    }
}
