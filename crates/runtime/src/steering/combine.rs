//! Combines the forces of several behaviors. Sources: Reynolds 1999 for the weighted sum; gdx-ai
//! for priorities.

use crate::geometry::vector;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// With [`BlendMode::Priority`], forces that are not longer than this are skipped.
pub(crate) const NEGLIGIBLE: f64 = 1e-9;

/// How the forces of several behaviors are combined, in list order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BlendMode {
    /// The sum of all forces, each multiplied by its weight (Reynolds 1999).
    #[default]
    WeightedSum,
    /// The first force that, multiplied by its weight, is longer than 1e-9 (gdx-ai's
    /// `PrioritySteering`).
    Priority,
}

/// Combines pairs of a weight and a force. The iterator is read only as far as needed.
///
/// A force of `None`, or with a weight of 0, has no effect. The result is `None` if no force has an
/// effect; the agent is then idle, see [`Idle`](crate::steering::Idle).
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::steering::BlendMode;
/// use steerwright_runtime::steering::combine::combine;
/// let forces = [(1.0, None), (2.0, Some(DVec2::X)), (1.0, Some(DVec2::Y))];
/// assert_eq!(combine(BlendMode::WeightedSum, forces), Some(DVec2::new(2.0, 1.0)));
/// assert_eq!(combine(BlendMode::Priority, forces), Some(DVec2::new(2.0, 0.0)));
/// assert_eq!(combine(BlendMode::WeightedSum, [(0.0, Some(DVec2::X))]), None);
/// ```
#[must_use]
pub fn combine(
    mode: BlendMode,
    forces: impl IntoIterator<Item = (f64, Option<DVec2>)>,
) -> Option<DVec2> {
    let mut combined = None;
    for (weight, force) in forces {
        let Some(force) = force.filter(|_| weight != 0.0) else {
            continue;
        };
        let weighted = force * weight;
        let sum = combined.get_or_insert(DVec2::ZERO);
        match mode {
            BlendMode::WeightedSum => *sum += weighted,
            BlendMode::Priority if vector::length(weighted) > NEGLIGIBLE => return Some(weighted),
            BlendMode::Priority => {}
        }
    }
    combined
}
