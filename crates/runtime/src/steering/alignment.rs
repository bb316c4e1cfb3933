//! Alignment: move as the others do. Source: Reynolds 1999, *Alignment*.

use crate::lanes::{Pair, Simd};
use crate::parameter::{Anchor, Parameter, ParameterTable, Unit};
use crate::scene::Behavior;
use crate::steering::Kinematic;
use crate::steering::agent_lanes::AgentLanes;
use crate::steering::description::{Description, Neighbors};
use crate::steering::neighbor_mean::{Neighbor, NeighborLaw, NeighborView, mean_force};
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    neighbors: Neighbors::Near,
    ..Description::new(
        "alignment",
        "Alignment",
        "Moves in the direction and at the speed of nearby agents.",
    )
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(behavior_field!(Alignment.radius: f64), Some(Anchor::Agent)).shown(
        "Alignment radius",
        (0.0, 12.0),
        "The agent moves as agents closer than this do.",
    ),
    Parameter::number(
        behavior_field!(Alignment.fov_deg: f64),
        Unit::Degrees,
        (0.0, 360.0),
    )
    .shown(
        "Field of view",
        (0.0, 360.0),
        "Agents outside of this angle, half of it on each side of the heading, do not count.",
    ),
]);

/// Parameters of [`alignment`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Alignment {
    /// Agents within this distance (u, 0 or more) are neighbors. With 0, there are none.
    pub radius: f64,
    /// The full field of view, 0 to 360 degrees. Agents outside of it are no neighbors.
    pub fov_deg: f64,
}

impl Default for Alignment {
    fn default() -> Self {
        Self {
            radius: 3.0,
            fov_deg: 270.0,
        }
    }
}

/// Alignment with what does not depend on the agents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlignmentLaw(NeighborView);

impl AlignmentLaw {
    pub(crate) fn new(parameters: &Alignment) -> Self {
        Self(NeighborView::new(parameters.radius, parameters.fov_deg))
    }
}

impl NeighborLaw for AlignmentLaw {
    fn view(&self) -> &NeighborView {
        &self.0
    }

    #[inline(always)]
    fn term<S: Simd>(&self, agents: &AgentLanes<S>, _: Pair<S>, velocity: Pair<S>) -> Pair<S> {
        let (s, max_speed) = (agents.s, agents.max_speed);
        let can_move = s.less(s.splat(0.0), max_speed);
        let inverse = s.splat(1.0) / s.select(can_move, max_speed, s.splat(1.0));
        velocity
            .truncate(s, max_speed)
            .times(s.keep(can_move, inverse))
    }
}

/// The force toward the mean velocity of the neighbors among `others`, of which the agent itself
/// must not be one. `None` without neighbors. `heading` is a unit vector.
///
/// A neighbor that is faster than the agent can be counts as one at its maximum speed.
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::steering::alignment::alignment;
/// use steerwright_runtime::steering::neighbor_mean::Neighbor;
/// use steerwright_runtime::steering::{Alignment, Body, Kinematic};
/// let body = Body { max_speed: 4.0, time_to_target: 1.0, ..Body::default() };
/// let agent = Kinematic { position: DVec2::ZERO, velocity: DVec2::X, body: &body };
/// let parameters = Alignment { radius: 4.0, fov_deg: 360.0 };
/// let others = [DVec2::new(0.0, 2.0), DVec2::new(2.0, 0.0)]
///     .map(|velocity| Neighbor { position: DVec2::ONE, velocity });
/// assert_eq!(alignment(&agent, DVec2::X, others, &parameters), Some(DVec2::new(0.0, 1.0)));
/// ```
#[must_use]
pub fn alignment(
    agent: &Kinematic,
    heading: DVec2,
    others: impl IntoIterator<Item = Neighbor>,
    parameters: &Alignment,
) -> Option<DVec2> {
    mean_force(&AlignmentLaw::new(parameters), agent, heading, others)
}
