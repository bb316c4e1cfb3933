//! How the forces of several behaviors become one.

use crate::geometry::vector;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Under [`BlendMode::Priority`], a force that is not longer than this gives way to the next behavior.
pub(crate) const NEGLIGIBLE: f64 = 1e-9;

/// How the forces of several behaviors are combined, in list order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BlendMode {
    /// The sum of weight times force (Reynolds 1999).
    #[default]
    WeightedSum,
    /// The first weight times force that is longer than 1e-9 (gdx-ai's `PrioritySteering`).
    Priority,
}

/// Combines `(weight, force)` pairs. The iterator is drawn from only as far as needed.
///
/// A force of `None` asks for nothing, and so does any force with a weight of 0. The result is `None` only if all of them ask
/// for nothing; an agent is then idle.
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
