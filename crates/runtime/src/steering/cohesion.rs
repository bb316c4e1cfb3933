//! Cohesion: stay with the others. Source: Reynolds 1999, *Cohesion*.

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
        "cohesion",
        "Cohesion",
        "Stays with nearby agents: moves toward their middle.",
    )
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(behavior_field!(Cohesion.radius: f64), Some(Anchor::Agent)).shown(
        "Cohesion radius",
        (0.0, 12.0),
        "The agent stays with agents closer than this. At this distance it moves at full speed.",
    ),
    Parameter::number(
        behavior_field!(Cohesion.fov_deg: f64),
        Unit::Degrees,
        (0.0, 360.0),
    )
    .shown(
        "Field of view",
        (0.0, 360.0),
        "Agents outside of this angle, half of it on each side of the heading, do not count.",
    ),
]);

/// Parameters of [`cohesion`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Cohesion {
    /// Agents within this distance (u, 0 or more) are neighbors. With 0, there are none.
    pub radius: f64,
    /// The full field of view, 0 to 360 degrees. Agents outside of it are no neighbors.
    pub fov_deg: f64,
}

impl Default for Cohesion {
    fn default() -> Self {
        Self {
            radius: 4.0,
            fov_deg: 270.0,
        }
    }
}

/// Cohesion with what does not depend on the agents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CohesionLaw(NeighborView);

impl CohesionLaw {
    pub(crate) fn new(parameters: &Cohesion) -> Self {
        Self(NeighborView::new(parameters.radius, parameters.fov_deg))
    }
}

impl NeighborLaw for CohesionLaw {
    fn view(&self) -> &NeighborView {
        &self.0
    }

    #[inline(always)]
    fn term<S: Simd>(&self, agents: &AgentLanes<S>, offset: Pair<S>, _: Pair<S>) -> Pair<S> {
        offset.times(agents.s.splat(self.0.inverse_radius))
    }
}

/// The force toward the middle of the neighbors among `others`, of which the agent itself must not
/// be one. `None` without neighbors. `heading` is a unit vector.
///
/// The agent wants full speed if all of them are as far away as the radius, and less in proportion
/// to how far their middle is: so a group comes to rest.
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::steering::cohesion::cohesion;
/// use steerwright_runtime::steering::neighbor_mean::Neighbor;
/// use steerwright_runtime::steering::{Body, Cohesion, Kinematic};
/// let body = Body { max_speed: 4.0, time_to_target: 1.0, ..Body::default() };
/// let agent = Kinematic { position: DVec2::ZERO, velocity: DVec2::ZERO, body: &body };
/// let parameters = Cohesion { radius: 4.0, fov_deg: 360.0 };
/// let others = [DVec2::new(3.0, 1.0), DVec2::new(1.0, -1.0), DVec2::new(9.0, 0.0)]
///     .map(|position| Neighbor { position, velocity: DVec2::ZERO });
/// assert_eq!(cohesion(&agent, DVec2::X, others, &parameters), Some(DVec2::new(2.0, 0.0)));
/// ```
#[must_use]
pub fn cohesion(
    agent: &Kinematic,
    heading: DVec2,
    others: impl IntoIterator<Item = Neighbor>,
    parameters: &Cohesion,
) -> Option<DVec2> {
    mean_force(&CohesionLaw::new(parameters), agent, heading, others)
}
