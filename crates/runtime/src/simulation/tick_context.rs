//! What each agent does with what it sees at the start of a tick: its steering force, or its next cell.

use crate::geometry::{CellGrid, vector};
use crate::scene::{Behavior, Preset, Steered};
use crate::simulation::event::{Event, EventKind};
use crate::simulation::neighbors::Neighbors;
use crate::simulation::resolved_scene::{ResolvedScene, ResolvedTarget};
use crate::simulation::world::Minds;
use crate::steering;
use crate::steering::follow_leader::Leader;
use crate::steering::grid_chase;
use crate::steering::grid_chase::Method;
use crate::steering::separation::SeparationAccumulator;
use crate::steering::{Agent, combine};
use glam::DVec2;

/// The state at the start of a tick, and what behaviors may change while they think.
pub(super) struct TickContext<'a> {
    pub(super) cast: &'a ResolvedScene,
    pub(super) tick: u64,
    pub(super) pointer: DVec2,
    pub(super) position: &'a [DVec2],
    pub(super) previous: &'a [DVec2],
    pub(super) velocity: &'a [DVec2],
    pub(super) heading: &'a [DVec2],
    pub(super) sought: &'a mut [Option<u32>],
    pub(super) minds: &'a mut Minds,
    pub(super) neighbors: &'a Neighbors,
    pub(super) events: &'a mut Vec<Event>,
}

impl TickContext<'_> {
    fn emit(&mut self, index: usize, happening: EventKind) {
        self.events.push(Event {
            tick: self.tick,
            agent: self.cast.agents[index].id,
            happening,
        });
    }

    /// Position and velocity of what an agent goes for or runs from.
    fn sighted(&self, aim: Option<ResolvedTarget>) -> Option<(DVec2, DVec2)> {
        Some(match aim? {
            ResolvedTarget::Marker(index) => (self.cast.markers[index], DVec2::ZERO),
            ResolvedTarget::Agent(index) => (self.position[index], self.velocity[index]),
            ResolvedTarget::Pointer => (self.pointer, DVec2::ZERO),
        })
    }

    /// The truncated steering force of a steered agent.
    pub(super) fn steer(&mut self, index: usize, preset: &Preset, steered: &Steered) -> DVec2 {
        let agent = Agent {
            position: self.position[index],
            velocity: self.velocity[index],
            body: &preset.body,
        };
        self.sought[index] = None;
        let forces = steered.behaviors.iter().map(|weighted| {
            (
                weighted.weight,
                self.force(index, &agent, &weighted.behavior),
            )
        });
        let force = combine::combine(steered.combine, forces);
        vector::truncate(force, preset.body.max_force)
    }

    fn force(&mut self, index: usize, agent: &Agent<'_>, behavior: &Behavior) -> DVec2 {
        let role = self.cast.roles[index];
        let target = |this: &Self| this.sighted(role.target);
        let danger = |this: &Self| this.sighted(role.danger);
        match behavior {
            Behavior::Seek {} => target(self).map(|(p, _)| steering::seek::seek(agent, p)),
            Behavior::Flee(flee) => danger(self).map(|(p, _)| steering::seek::flee(agent, p, flee)),
            Behavior::Arrive(arrive) => target(self).map(|(p, _)| {
                self.note_arrival(
                    index,
                    vector::distance(agent.position, p) < arrive.target_radius,
                );
                steering::arrive::arrive(agent, p, arrive)
            }),
            Behavior::Leave(leave) => {
                danger(self).map(|(p, _)| steering::leave::leave(agent, p, leave))
            }
            Behavior::Pursue(pursue) => {
                target(self).map(|(p, v)| steering::pursue::pursue(agent, p, v, pursue))
            }
            Behavior::Evade(evade) => {
                danger(self).map(|(p, v)| steering::pursue::evade(agent, p, v, evade))
            }
            Behavior::FollowPath(follow) => self.follow_path(index, agent, follow),
            Behavior::Separation(separation) => Some(self.separate(index, separation)),
            Behavior::FollowLeader(follow) => self.follow_leader(index, agent, follow),
            Behavior::HomingWalk(walk) => {
                target(self).map(|(p, _)| self.walk(index, agent, p, walk))
            }
        }
        .unwrap_or(DVec2::ZERO)
    }

    fn follow_path(
        &mut self,
        index: usize,
        agent: &Agent<'_>,
        parameters: &steering::FollowPath,
    ) -> Option<DVec2> {
        let cast = self.cast;
        let route = cast
            .route(index)
            .filter(|route| !route.nodes().is_empty())?;
        let before = self.minds.progress[index];
        let seen = self.minds.progress[index].advance(
            route,
            self.previous[index],
            agent.position,
            cast.dt,
        );
        let now = self.minds.progress[index];
        if before.is_waiting() && (!now.is_waiting() || seen.reached.is_some()) {
            self.emit(index, EventKind::WaitEnded(before.node));
        }
        if let Some(node) = seen.reached {
            self.emit(index, EventKind::NodeReached(node));
            if now.is_waiting() {
                self.emit(index, EventKind::WaitStarted(node));
            }
        }
        if now.finished && !before.finished {
            self.emit(index, EventKind::PathFinished);
        }
        self.sought[index] = Some(now.node as u32);
        Some(steering::follow_path::follow(
            agent, route, &now, parameters,
        ))
    }

    fn separate(&self, index: usize, parameters: &steering::Separation) -> DVec2 {
        let mut crowd = SeparationAccumulator::new(parameters);
        let position = self.position[index];
        // The agent finds itself too, and pushes itself by exactly nothing.
        self.neighbors
            .for_each_near(position, parameters.radius, |_, place| {
                crowd.add(position, place)
            });
        crowd.force()
    }

    fn follow_leader(
        &self,
        index: usize,
        agent: &Agent<'_>,
        parameters: &steering::FollowLeader,
    ) -> Option<DVec2> {
        let chief = self.cast.roles[index].leader?;
        let mut crowd = SeparationAccumulator::new(&parameters.separation());
        self.neighbors.for_each_near(
            agent.position,
            parameters.separation_radius,
            |other, place| {
                if other != index
                    && (other == chief || self.cast.roles[other].leader == Some(chief))
                {
                    crowd.add(agent.position, place);
                }
            },
        );
        let leader = Leader {
            position: self.position[chief],
            velocity: self.velocity[chief],
            heading: self.heading[chief],
        };
        Some(steering::follow_leader::follow(
            agent,
            &leader,
            crowd.force(),
            parameters,
        ))
    }

    fn walk(
        &mut self,
        index: usize,
        agent: &Agent<'_>,
        target: DVec2,
        parameters: &steering::HomingWalk,
    ) -> DVec2 {
        let (walk, stream) = (&mut self.minds.walk[index], &mut self.minds.stream[index]);
        let was_straight = walk.waypoint.is_some_and(|w| w.straight);
        let picked = walk.advance(agent.position, target, parameters, &mut || {
            stream.next_u32()
        });
        let straight = walk.waypoint.is_some_and(|w| w.straight);
        let distance = vector::distance(agent.position, target);
        self.note_sight(index, distance <= parameters.aggro_radius);
        if picked && !(was_straight && straight) {
            self.emit(index, EventKind::WaypointPicked);
        }
        self.note_arrival(index, straight && distance < parameters.reach_radius);
        steering::homing_walk::walk(agent, target, &self.minds.walk[index], parameters)
    }

    fn note_arrival(&mut self, index: usize, arrived: bool) {
        if arrived && !self.minds.arrived[index] {
            self.emit(index, EventKind::Arrived);
        }
        self.minds.arrived[index] = arrived;
    }

    /// The first look is silent.
    fn note_sight(&mut self, index: usize, sees: bool) {
        match self.minds.sight[index].replace(sees) {
            Some(true) if !sees => self.emit(index, EventKind::SightLost),
            Some(false) if sees => self.emit(index, EventKind::SightGained),
            _ => {}
        }
    }

    /// Moves a cell mover's mind on; its body follows when everyone moves.
    pub(super) fn chase(&mut self, index: usize, parameters: &steering::GridChase) {
        let grid: &CellGrid = &self.cast.grid;
        let prey = self
            .sighted(self.cast.roles[index].target)
            .map(|(p, _)| grid.cell_at(p));
        let Some(mover) = &mut self.minds.mover[index] else {
            return;
        };
        let entered = mover.advance(prey, grid, parameters, self.cast.dt);
        let (here, sees) = (mover.cell(), mover.sees_prey());
        if prey.is_some()
            && parameters.method == Method::LineOfSight
            && parameters.aim == grid_chase::ChaseMode::Chase
        {
            self.note_sight(index, sees);
        }
        if entered.is_some() {
            self.emit(index, EventKind::CellEntered);
        }
        self.note_arrival(index, prey == Some(here));
    }
}
