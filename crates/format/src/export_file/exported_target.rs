//! Targets and dangers in an export.

use crate::read_value;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Value, json};
use steerwright_runtime::scene::{AgentId, MarkerId, Target};

/// What an agent moves toward or away from.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "Target", tag = "kind", rename_all = "snake_case")
)]
pub(super) enum ExportedTarget {
    /// A marker.
    Marker {
        /// Its id.
        id: MarkerId,
    },
    /// Another agent.
    Agent {
        /// Its id.
        id: AgentId,
    },
    /// The pointer, whose position the game sets.
    Pointer,
}

#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum TargetKind {
    Marker,
    Agent,
    Pointer,
}

#[derive(serde::Deserialize)]
struct TargetFields {
    kind: TargetKind,
    /// Only that of a marker or an agent is read.
    #[serde(default)]
    id: Value,
}

/// An internally tagged enum of serde would keep all fields in memory, also unknown ones.
impl<'de> Deserialize<'de> for ExportedTarget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let TargetFields { kind, id } = TargetFields::deserialize(deserializer)?;
        let id = || read_value::<u32>(&id).map_err(D::Error::custom);
        Ok(match kind {
            TargetKind::Marker => Self::Marker {
                id: MarkerId(id()?),
            },
            TargetKind::Agent => Self::Agent { id: AgentId(id()?) },
            TargetKind::Pointer => Self::Pointer,
        })
    }
}

/// A target or danger as it is written.
pub(super) fn target_value(target: Target) -> Value {
    match target {
        Target::Marker(id) => json!({ "kind": "marker", "id": id }),
        Target::Agent(id) => json!({ "kind": "agent", "id": id }),
        Target::Pointer => json!({ "kind": "pointer", "id": null }),
    }
}
