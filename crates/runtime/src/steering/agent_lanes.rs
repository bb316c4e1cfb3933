//! Agents side by side: the formulas of behaviors are its methods, each in the module of its
//! behavior. A function for one agent calls them with one lane, a tick with many.

use crate::lanes::{Pair, Scalar, Simd};
use crate::steering::Kinematic;
use glam::DVec2;

/// Agents as their behaviors see them at the start of a tick: a [`Kinematic`] per lane.
#[derive(Clone, Copy)]
pub(crate) struct AgentLanes<S: Simd> {
    pub(crate) s: S,
    pub(crate) position: Pair<S>,
    pub(crate) velocity: Pair<S>,
    pub(crate) max_speed: S::F64s,
    pub(crate) time_to_target: S::F64s,
}

impl Kinematic<'_> {
    /// This agent in the one lane of a plain number.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> AgentLanes<Scalar> {
        AgentLanes {
            s: Scalar,
            position: self.position.into(),
            velocity: self.velocity.into(),
            max_speed: self.body.max_speed,
            time_to_target: self.body.time_to_target,
        }
    }
}

impl<S: Simd> AgentLanes<S> {
    /// See [`Kinematic::force_toward_velocity`].
    #[inline(always)]
    pub(crate) fn force_toward_velocity(&self, desired: Pair<S>) -> Pair<S> {
        self.force_toward_velocity_within(desired, self.time_to_target)
    }

    /// See [`Kinematic::force_toward_velocity_within`].
    #[inline(always)]
    pub(crate) fn force_toward_velocity_within(
        &self,
        desired: Pair<S>,
        time_to_target: S::F64s,
    ) -> Pair<S> {
        let s = self.s;
        let force = (desired - self.velocity).over(time_to_target);
        force.keep(s, s.less(s.splat(0.0), time_to_target) & force.finite(s))
    }

    /// The `time_to_target` of a behavior that may have one of its own.
    #[inline(always)]
    pub(crate) fn time_to_target_of(&self, behavior: Option<f64>) -> S::F64s {
        behavior.map_or(self.time_to_target, |time| self.s.splat(time))
    }
}

/// The forces that a behavior asks for: an `Option` per lane.
#[derive(Clone, Copy)]
pub(crate) struct Asked<S: Simd> {
    /// 0 where it asks for nothing.
    pub(crate) force: Pair<S>,
    /// A bit for each lane in which it asks.
    pub(crate) lanes: u64,
}

impl<S: Simd> Asked<S> {
    #[inline(always)]
    pub(crate) fn nothing(s: S) -> Self {
        Self {
            force: Pair::zero(s),
            lanes: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn everywhere(force: Pair<S>) -> Self {
        Self {
            force,
            lanes: S::ALL,
        }
    }

    /// A force where a condition holds.
    #[inline(always)]
    pub(crate) fn if_holds(s: S, condition: S::Mask, force: Pair<S>) -> Self {
        Self {
            force: force.keep(s, condition),
            lanes: s.bits(condition),
        }
    }

    /// This in some lanes, nothing in the others.
    #[inline(always)]
    pub(crate) fn within(self, s: S, lanes: u64) -> Self {
        Self {
            force: self.force.keep(s, s.mask(lanes)),
            lanes: self.lanes & lanes,
        }
    }
}

impl From<Asked<Scalar>> for Option<DVec2> {
    #[inline(always)]
    fn from(asked: Asked<Scalar>) -> Self {
        (asked.lanes != 0).then(|| asked.force.into())
    }
}
