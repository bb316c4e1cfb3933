//! How the forces of several behaviors become one.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Below this length a force counts as none for [`BlendMode::Priority`].
const NEGLIGIBLE: f64 = 1e-9;

/// How forces are combined, in list order.
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

/// The combined force of `(weight, force)` pairs, drawn from the iterator only as far as needed.
pub fn combine(how: BlendMode, forces: impl IntoIterator<Item = (f64, DVec2)>) -> DVec2 {
    let mut forces = forces.into_iter().map(|(weight, force)| force * weight);
    match how {
        BlendMode::WeightedSum => forces.fold(DVec2::ZERO, |sum, force| sum + force),
        BlendMode::Priority => forces
            .find(|force| crate::geometry::vector::length(*force) > NEGLIGIBLE)
            .unwrap_or(DVec2::ZERO),
    }
}
