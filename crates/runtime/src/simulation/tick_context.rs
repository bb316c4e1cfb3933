//! What each agent does with what it sees at the start of a tick: its steering force, or its next cell.

use crate::geometry::vector;
use crate::scene::{Behavior, Preset, Steered};
use crate::simulation::behavior_state::{BehaviorState, GridChaseState, SwitchState};
use crate::simulation::event::{Event, EventKind};
use crate::simulation::neighbors::Neighbors;
use crate::simulation::random::Stream;
use crate::simulation::resolved_scene::{ResolvedScene, ResolvedTarget};
use crate::steering::follow_leader::Leader;
use crate::steering::follow_path::Progress;
use crate::steering::grid_chase::{ChaseMode, Method};
use crate::steering::separation::SeparationAccumulator;
use crate::steering::{
    FollowLeader, FollowPath, GridChase, Kinematic, Separation, arrive, combine, follow_leader,
    follow_path, homing_walk, leave, pursue, seek,
};
use glam::DVec2;

/// The state at the start of a tick, and what behaviors may change during it.
pub(super) struct TickContext<'a> {
    pub(super) resolved: &'a ResolvedScene,
    pub(super) tick: u64,
    pub(super) pointer: DVec2,
    pub(super) position: &'a [DVec2],
    pub(super) previous: &'a [DVec2],
    pub(super) velocity: &'a [DVec2],
    pub(super) heading: &'a [DVec2],
    pub(super) neighbors: &'a Neighbors,
    pub(super) target_node: &'a mut [Option<u32>],
    pub(super) streams: &'a mut [Stream],
    pub(super) behaviors: &'a mut [Vec<BehaviorState>],
    pub(super) events: &'a mut Vec<Event>,
}

/// The agent whose turn it is, and which of its behaviors runs.
#[derive(Clone, Copy)]
struct Turn<'a> {
    index: usize,
    behavior: usize,
    agent: Kinematic<'a>,
}

impl TickContext<'_> {
    /// The truncated steering force of a steered agent.
    pub(super) fn steer(&mut self, index: usize, preset: &Preset, steered: &Steered) -> DVec2 {
        let agent = Kinematic {
            position: self.position[index],
            velocity: self.velocity[index],
            body: &preset.body,
        };
        // Taken out for the time being, so that a behavior may change its memory and the rest of the context.
        let mut states = std::mem::take(&mut self.behaviors[index]);
        let forces = steered.behaviors.iter().zip(&mut states).enumerate().map(
            |(behavior, (weighted, state))| {
                let turn = Turn {
                    index,
                    behavior,
                    agent,
                };
                (weighted.weight, self.force(turn, &weighted.behavior, state))
            },
        );
        let force = combine::combine(steered.blend_mode, forces);
        self.behaviors[index] = states;
        let force = match force {
            Some(force) => force,
            None if steered.behaviors.is_empty() => DVec2::ZERO,
            None => agent.idle_force(),
        };
        vector::truncate(force, preset.body.max_force)
    }

    /// The force a behavior asks for, or `None` if it asks for nothing.
    fn force(
        &mut self,
        turn: Turn,
        behavior: &Behavior,
        state: &mut BehaviorState,
    ) -> Option<DVec2> {
        let bindings = self.resolved.bindings[turn.index];
        let target = self.target_state(bindings.target);
        let danger = self.target_state(bindings.danger);
        let agent = &turn.agent;
        match behavior {
            Behavior::Seek {} => target.map(|(position, _)| seek::seek(agent, position)),
            Behavior::Flee(flee) => {
                danger.and_then(|(position, _)| seek::flee(agent, position, flee))
            }
            Behavior::Arrive(parameters) => {
                let (position, _) = target?;
                let distance = vector::distance(agent.position, position);
                if let BehaviorState::Arrive(arrival) = state
                    && arrival.update(distance < parameters.target_radius)
                {
                    self.emit(turn.index, turn.behavior, EventKind::Arrived);
                }
                Some(arrive::arrive(agent, position, parameters))
            }
            Behavior::Leave(parameters) => {
                danger.and_then(|(position, _)| leave::leave(agent, position, parameters))
            }
            Behavior::Pursue(parameters) => target
                .map(|(position, velocity)| pursue::pursue(agent, position, velocity, parameters)),
            Behavior::Evade(parameters) => danger
                .map(|(position, velocity)| pursue::evade(agent, position, velocity, parameters)),
            Behavior::FollowPath(parameters) => match state {
                BehaviorState::FollowPath(progress) => self.follow_path(turn, progress, parameters),
                _ => None,
            },
            Behavior::Separation(parameters) => self.separation(turn, parameters),
            Behavior::FollowLeader(parameters) => self.follow_leader(turn, parameters),
            Behavior::HomingWalk(parameters) => {
                self.homing_walk(turn, target?.0, state, parameters)
            }
        }
    }

    fn emit(&mut self, index: usize, behavior: usize, kind: EventKind) {
        self.events.push(Event {
            tick: self.tick,
            agent: self.resolved.agents[index].id,
            behavior,
            kind,
        });
    }

    /// Emits the event for a switch that has changed.
    fn emit_change(
        &mut self,
        index: usize,
        behavior: usize,
        switch: &mut SwitchState,
        now: bool,
        [gained, lost]: [EventKind; 2],
    ) {
        if switch.update(now) {
            self.emit(index, behavior, if now { gained } else { lost });
        }
    }

    /// Position and velocity of a target or danger.
    fn target_state(&self, target: Option<ResolvedTarget>) -> Option<(DVec2, DVec2)> {
        Some(match target? {
            ResolvedTarget::Marker(index) => (self.resolved.markers[index], DVec2::ZERO),
            ResolvedTarget::Agent(index) => (self.position[index], self.velocity[index]),
            ResolvedTarget::Pointer => (self.pointer, DVec2::ZERO),
        })
    }

    fn follow_path(
        &mut self,
        turn: Turn,
        progress: &mut Progress,
        parameters: &FollowPath,
    ) -> Option<DVec2> {
        let Turn {
            index, behavior, ..
        } = turn;
        let resolved = self.resolved;
        let route = resolved
            .route(index)
            .filter(|route| !route.nodes().is_empty())?;
        let before = *progress;
        let advance = progress.advance(
            route,
            self.previous[index],
            turn.agent.position,
            resolved.dt,
        );
        if before.is_waiting() && (!progress.is_waiting() || advance.reached.is_some()) {
            self.emit(index, behavior, EventKind::WaitEnded(before.target_node));
        }
        if let Some(node) = advance.reached {
            self.emit(index, behavior, EventKind::NodeReached(node));
            if progress.is_waiting() {
                self.emit(index, behavior, EventKind::WaitStarted(node));
            }
        }
        if advance.finished {
            self.emit(index, behavior, EventKind::PathFinished);
        }
        // The first path follower in the list is the one that is reported.
        self.target_node[index].get_or_insert(progress.target_node as u32);
        follow_path::follow(&turn.agent, route, progress, parameters)
    }

    fn separation(&self, turn: Turn, parameters: &Separation) -> Option<DVec2> {
        let mut accumulator = SeparationAccumulator::new(parameters);
        let position = turn.agent.position;
        self.neighbors
            .for_each_near(position, parameters.radius, |other, place| {
                if other != turn.index {
                    accumulator.add(position, place);
                }
            });
        accumulator.force()
    }

    fn follow_leader(&self, turn: Turn, parameters: &FollowLeader) -> Option<DVec2> {
        let leader = self.resolved.bindings[turn.index].leader?;
        let mut accumulator = SeparationAccumulator::new(&parameters.separation());
        let position = turn.agent.position;
        self.neighbors
            .for_each_near(position, parameters.separation_radius, |other, place| {
                let follows_too = self.resolved.bindings[other].leader == Some(leader);
                if other != turn.index && (other == leader || follows_too) {
                    accumulator.add(position, place);
                }
            });
        let leader = Leader {
            position: self.position[leader],
            velocity: self.velocity[leader],
            heading: self.heading[leader],
        };
        let separation = accumulator.force().unwrap_or(DVec2::ZERO);
        Some(follow_leader::follow(
            &turn.agent,
            &leader,
            separation,
            parameters,
        ))
    }

    fn homing_walk(
        &mut self,
        turn: Turn,
        target: DVec2,
        state: &mut BehaviorState,
        parameters: &homing_walk::HomingWalk,
    ) -> Option<DVec2> {
        let BehaviorState::HomingWalk {
            walk,
            in_aggro,
            arrival,
        } = state
        else {
            return None;
        };
        let Turn {
            index,
            behavior,
            agent,
        } = turn;
        let stream = &mut self.streams[index];
        let was_straight = walk.is_straight();
        let picked = walk.advance(
            agent.position,
            target,
            parameters,
            self.resolved.dt,
            &mut || stream.next_u32(),
        );
        let straight = walk.is_straight();
        let distance = vector::distance(agent.position, target);
        let aggro = [EventKind::AggroEntered, EventKind::AggroLeft];
        let near = distance <= parameters.aggro_radius;
        self.emit_change(index, behavior, in_aggro, near, aggro);
        if picked && !(was_straight && straight) {
            self.emit(index, behavior, EventKind::WaypointPicked);
        }
        if arrival.update(straight && distance < parameters.reach_radius) {
            self.emit(index, behavior, EventKind::Arrived);
        }
        Some(homing_walk::walk(&agent, target, walk, parameters))
    }

    /// Decides the next cell of a cell mover; it is placed when everyone moves.
    pub(super) fn chase(&mut self, index: usize, parameters: &GridChase) {
        let grid = &self.resolved.grid;
        let prey = self
            .target_state(self.resolved.bindings[index].target)
            .map(|(position, _)| grid.cell_at(position));
        let mut states = std::mem::take(&mut self.behaviors[index]);
        if let [
            BehaviorState::GridChase(GridChaseState {
                mover,
                line_seen,
                arrival,
            }),
        ] = states.as_mut_slice()
        {
            let entered = mover.advance(prey, grid, parameters, self.resolved.dt);
            let watches_line = prey.is_some()
                && parameters.method == Method::LineOfSight
                && parameters.mode == ChaseMode::Chase;
            if watches_line {
                let line = [EventKind::LineGained, EventKind::LineLost];
                self.emit_change(index, 0, line_seen, mover.line_reaches(), line);
            }
            if entered.is_some() {
                self.emit(index, 0, EventKind::CellEntered);
            }
            if arrival.update(prey == Some(mover.cell())) {
                self.emit(index, 0, EventKind::Arrived);
            }
        }
        self.behaviors[index] = states;
    }
}
