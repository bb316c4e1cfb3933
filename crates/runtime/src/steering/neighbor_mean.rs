//! What alignment and cohesion share: the neighbors that an agent sees, and the mean of something
//! of theirs.

use crate::geometry::rotation::{RADIANS_PER_DEGREE, direction_at};
use crate::lanes::{ExactSum, Pair, Scalar, Simd};
use crate::steering::Kinematic;
use crate::steering::agent_lanes::{AgentLanes, Asked};
use glam::DVec2;

/// Another agent, as alignment and cohesion see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbor {
    /// Its position, u.
    pub position: DVec2,
    /// Its velocity, u/s.
    pub velocity: DVec2,
}

/// Which agents are neighbors: those within a radius and a field of view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NeighborView {
    /// 0 for none, u.
    pub(crate) radius: f64,
    squared_radius: f64,
    /// 1 / radius, or 0.
    pub(crate) inverse_radius: f64,
    fov_deg: f64,
    /// The square of the cosine of half the field of view.
    cos2: f64,
}

impl NeighborView {
    pub(crate) fn new(radius: f64, fov_deg: f64) -> Self {
        let cos = direction_at(fov_deg / 2.0 * RADIANS_PER_DEGREE).x;
        let inverse = 1.0 / radius;
        let has_radius = radius > 0.0 && inverse < f64::INFINITY;
        Self {
            radius: if has_radius { radius } else { 0.0 },
            squared_radius: (radius * radius).min(f64::MAX),
            inverse_radius: if has_radius { inverse } else { 0.0 },
            fov_deg,
            cos2: cos * cos,
        }
    }

    /// Whether agents with these headings see a neighbor as far from them as `offset`.
    #[inline(always)]
    fn sees<S: Simd>(&self, s: S, headings: Pair<S>, offset: Pair<S>) -> S::Mask {
        let squared = offset.squared();
        let is_near = s.less_or_equal(squared, s.splat(self.squared_radius));
        if self.fov_deg == 360.0 {
            return is_near;
        }
        let (ahead, zero) = (headings.dot(offset), s.splat(0.0));
        let edge = s.splat(self.cos2) * squared;
        let is_ahead = s.less_or_equal(zero, ahead);
        let is_in_view = if self.fov_deg <= 180.0 {
            is_ahead & s.less_or_equal(edge, ahead * ahead)
        } else {
            is_ahead | s.less_or_equal(ahead * ahead, edge)
        };
        is_near & is_in_view
    }
}

/// A behavior that steers to the mean of something of the neighbors.
pub(crate) trait NeighborLaw {
    fn view(&self) -> &NeighborView;

    /// What is averaged, as a part of the speed that the agents want at most: of a neighbor as far
    /// from them as `offset`, which moves with this velocity.
    fn term<S: Simd>(&self, agents: &AgentLanes<S>, offset: Pair<S>, velocity: Pair<S>) -> Pair<S>;
}

/// A sum over the neighbors of some agents.
pub(crate) struct NeighborMean<S: Simd> {
    sum: ExactSum<S>,
    /// How many agents were looked at.
    terms: usize,
    /// How many of them are neighbors.
    neighbors: S::F64s,
}

impl<S: Simd> NeighborMean<S> {
    #[inline(always)]
    pub(crate) fn none(s: S) -> Self {
        Self {
            sum: ExactSum::new(s),
            terms: 0,
            neighbors: s.splat(0.0),
        }
    }

    /// Looks at another agent, in the lanes of `others`: it may be one of the agents itself.
    #[inline(always)]
    pub(crate) fn look(
        &mut self,
        law: &impl NeighborLaw,
        agents: &AgentLanes<S>,
        headings: Pair<S>,
        [position, velocity]: [Pair<S>; 2],
        others: S::Mask,
    ) {
        let s = agents.s;
        let offset = position - agents.position;
        let is_neighbor = law.view().sees(s, headings, offset) & others;
        let term = law.term(agents, offset, velocity).keep(s, is_neighbor);
        self.sum.add(s, term);
        self.terms += 1;
        self.neighbors = self.neighbors + s.keep(is_neighbor, s.splat(1.0));
    }

    /// The force toward the mean, where there are neighbors.
    #[inline(always)]
    pub(crate) fn force(self, agents: &AgentLanes<S>) -> Asked<S> {
        let s = agents.s;
        let has_some = s.less(s.splat(0.0), self.neighbors);
        let count = s.select(has_some, self.neighbors, s.splat(1.0));
        let sum = self.sum.total(s, self.terms);
        let desired = sum.times(agents.max_speed / count);
        Asked::if_holds(s, has_some, agents.force_toward_velocity(desired))
    }
}

/// The force on one agent with this heading.
pub(crate) fn mean_force(
    law: &impl NeighborLaw,
    agent: &Kinematic,
    heading: DVec2,
    neighbors: impl IntoIterator<Item = Neighbor>,
) -> Option<DVec2> {
    if law.view().radius == 0.0 {
        return None;
    }
    let agents = agent.lanes();
    let mut mean = NeighborMean::none(Scalar);
    for Neighbor { position, velocity } in neighbors {
        let state = [position.into(), velocity.into()];
        mean.look(law, &agents, heading.into(), state, true);
    }
    mean.force(&agents).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::vector::truncate;
    use crate::scene::{Agent, AgentId, Behavior, Preset, PresetId, Scene};
    use crate::simulation::World;
    use crate::steering::alignment::alignment;
    use crate::steering::cohesion::cohesion;
    use crate::steering::{Alignment, Body, Cohesion};
    use std::sync::Arc;

    /// Agents in a square of this width, at random places with random velocities; some of them at the
    /// place of another.
    fn crowd(behavior: Behavior, agents: u32, width: f64) -> Scene {
        let mut state = 7_u32;
        let mut draw = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            f64::from(state) / 4_294_967_296.0 - 0.5
        };
        let mut place = DVec2::ZERO;
        let agents = (1..=agents).map(|id| {
            if id % 9 != 0 {
                place = DVec2::new(draw(), draw()) * width;
            }
            Agent {
                velocity: DVec2::new(draw(), draw()) * 9.0,
                ..Agent::at(AgentId(id), "", PresetId(1), place)
            }
        });
        Scene {
            agents: Arc::new(agents.collect()),
            presets: vec![Arc::new(Preset::steered(PresetId(1), "", [behavior]))],
            ..Scene::default()
        }
    }

    /// Runs a scene, and compares the forces of every tick with those that `force` gives for all pairs.
    fn assert_forces(
        scene: &Scene,
        ticks: usize,
        force: impl Fn(&Kinematic, DVec2, &mut dyn Iterator<Item = Neighbor>) -> Option<DVec2>,
    ) {
        let body = Body::default();
        let mut world = World::new(scene);
        for tick in 1..=ticks {
            let before: Vec<_> = world.agents().collect();
            let forces = before.iter().map(|agent| {
                let others = before.iter().filter(|other| other.id != agent.id);
                let mut others = others.map(|other| Neighbor {
                    position: other.position,
                    velocity: other.velocity,
                });
                let kinematic = Kinematic {
                    position: agent.position,
                    velocity: agent.velocity,
                    body: &body,
                };
                let force = force(&kinematic, agent.heading, &mut others);
                truncate(force.unwrap_or(kinematic.idle_force()), body.max_force)
            });
            let forces: Vec<DVec2> = forces.collect();
            world.step();
            for (agent, force) in world.agents().zip(forces) {
                assert_eq!(agent.force, force, "agent {} in tick {tick}", agent.id.0);
            }
        }
    }

    /// Some agents, and so many that no list of them is made.
    const CROWDS: [(u32, f64, usize); 2] = [(300, 20.0, 40), (1500, 2.0, 2)];

    #[test]
    fn agents_move_as_the_neighbors_that_they_see() {
        for fov_deg in [0.0, 90.0, 180.0, 270.0, 360.0] {
            for (agents, width, ticks) in CROWDS {
                let parameters = Alignment {
                    radius: 2.5,
                    fov_deg,
                };
                let scene = crowd(Behavior::Alignment(parameters), agents, width);
                assert_forces(&scene, ticks, |agent, heading, others| {
                    alignment(agent, heading, others, &parameters)
                });
            }
        }
    }

    #[test]
    fn agents_move_to_the_middle_of_the_neighbors_that_they_see() {
        for fov_deg in [0.0, 90.0, 180.0, 270.0, 360.0] {
            for (agents, width, ticks) in CROWDS {
                let parameters = Cohesion {
                    radius: 2.5,
                    fov_deg,
                };
                let scene = crowd(Behavior::Cohesion(parameters), agents, width);
                assert_forces(&scene, ticks, |agent, heading, others| {
                    cohesion(agent, heading, others, &parameters)
                });
            }
        }
    }

    #[test]
    fn a_group_that_coheres_comes_to_rest_in_its_middle() {
        let parameters = Cohesion {
            radius: 40.0,
            fov_deg: 360.0,
        };
        let mut world = World::new(&crowd(Behavior::Cohesion(parameters), 20, 10.0));
        for _ in 0..6000 {
            world.step();
        }
        let agents: Vec<_> = world.agents().collect();
        let middle = agents.iter().map(|agent| agent.position).sum::<DVec2>() / 20.0;
        for agent in agents {
            assert!(agent.position.distance(middle) < 0.1 && agent.velocity.length() < 0.01);
        }
    }
}
