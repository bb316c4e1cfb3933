//! Path following with actions at nodes and junctions, agent by agent.

use crate::geometry::vector::segment_distance;
use crate::scene::Choose;
use crate::simulation::event::EventKind;
use crate::simulation::population::door_switches::DoorSwitch;
use crate::simulation::random::Stream;
use crate::simulation::resolved::path_scripts::{
    Action, InstantAction, NextStop, ResolvedScript, Stop,
};
use crate::simulation::store::path_progress::ScriptProgress;
use crate::simulation::tick::block::TickOutput;
use crate::simulation::tick::shared::Shared;
use crate::steering::follow_path::{Advance, Progress, Route};
use glam::DVec2;
use std::sync::Arc;

/// One agent's tick on a path with scripts.
pub(super) struct ScriptRun<'s, 'a> {
    pub(super) shared: &'s Shared<'s>,
    pub(super) slot: usize,
    /// The index of the path following in its list.
    pub(super) behavior: usize,
    /// Where the agent was a tick ago.
    pub(super) previous: DVec2,
    pub(super) progress: &'a mut Progress,
    pub(super) script: &'a mut ScriptProgress,
    /// Absent if no path draws numbers.
    pub(super) stream: Option<&'a mut Stream>,
    pub(super) output: &'a mut TickOutput,
}

impl<'s> ScriptRun<'s, '_> {
    /// Whether a wait or an action holds the agent.
    pub(super) fn is_held(&self) -> bool {
        self.progress.is_waiting() || self.script.action.is_some()
    }

    /// The path that the agent follows.
    pub(super) fn route(&self) -> Option<&'s Route> {
        let route = self.shared.routes.get(self.script.route as usize)?;
        Some(route.as_ref()).filter(|route| !route.is_empty())
    }

    /// Advances by one tick, as `advance()` of the motion contract.
    pub(super) fn advance(&mut self) -> Advance {
        let mut seen = Advance::default();
        if self.progress.finished {
            return seen;
        }
        let was_held = self.is_held();
        if self.progress.is_waiting() {
            self.progress.wait_left -= 1;
            if !self.progress.is_waiting() {
                self.start_actions();
            }
        } else {
            self.go();
        }
        if was_held && (self.is_held() || self.progress.finished) {
            seen.finished = self.progress.finished;
            return seen;
        }
        let Some(route) = self.route() else {
            return seen;
        };
        let (previous, position) = (self.previous, self.position());
        self.pass_along(route, previous, position);
        if self.progress.pass_points(route, previous, position)
            && let Some(node) = self.progress.node_at(route, previous, position)
        {
            self.pass_rest();
            seen.reached = Some(self.progress.target_node);
            self.progress.wait_left = node.wait_ticks(self.shared.dt);
            if !self.progress.is_waiting() {
                self.start_actions();
            }
            seen.finished = self.progress.finished;
        }
        seen
    }

    /// Whether an action is left on the segment that the agent walks.
    pub(super) fn has_along(&self) -> bool {
        self.next_along().is_some()
    }

    /// Notes the tick in which an action asks the agent to look somewhere.
    pub(super) fn note_ask(&mut self) {
        if let Some(Action::Look { .. } | Action::Sweep { .. }) = self.action() {
            self.script.asked_tick = self.shared.tick;
        }
    }

    fn position(&self) -> DVec2 {
        self.shared.position(self.slot)
    }

    fn emit(&mut self, kind: EventKind) {
        let event = self.shared.event(self.slot, self.behavior, kind);
        self.output.events.push(event);
    }

    /// The script of the target node.
    fn node(&self) -> Option<&'s ResolvedScript> {
        let scripts = &self.shared.resolved.scripts;
        scripts.of(self.script.route, self.progress.target_node)
    }

    /// The action that holds the agent; none if an edit has removed it.
    fn action(&self) -> Option<&'s Action> {
        self.node()?.actions.get(self.script.action? as usize)
    }

    fn start_actions(&mut self) {
        self.script.action = Some(0);
        self.begin();
        self.go();
    }

    /// Carries out actions until one holds the agent or none is left.
    fn go(&mut self) {
        while let Some(index) = self.script.action {
            if !self.is_done() {
                return;
            }
            let next = index + 1;
            let exists = self
                .node()
                .is_some_and(|node| (next as usize) < node.actions.len());
            if exists {
                self.script.action = Some(next);
                self.begin();
            } else {
                self.script.action = None;
                self.move_on();
            }
        }
    }

    fn begin(&mut self) {
        match self.action() {
            Some(&Action::Wait { min, max }) => {
                self.script.action_ticks = min;
                if max > min {
                    let choices = f64::from(max - min) + 1.0;
                    let more = (self.next_f64() * choices).floor();
                    self.script.action_ticks = min + more as u32;
                }
            }
            Some(Action::Look { .. }) => self.script.has_turned = false,
            Some(Action::Sweep { .. }) => {
                self.script.arrivals = 0;
                self.script.has_turned = false;
            }
            Some(Action::Instant(action)) => self.execute(action),
            Some(Action::Meet { .. }) | None => {}
        }
    }

    fn is_done(&mut self) -> bool {
        match self.action() {
            Some(Action::Wait { .. }) => match self.script.action_ticks.checked_sub(1) {
                Some(left) => {
                    self.script.action_ticks = left;
                    false
                }
                None => true,
            },
            Some(Action::Look { .. }) => self.script.has_turned || !self.faces_action(),
            Some(Action::Sweep { .. }) if !self.faces_action() => true,
            Some(Action::Sweep { times, .. }) => {
                if self.script.has_turned {
                    self.script.arrivals = self.script.arrivals.saturating_add(1);
                    self.script.has_turned = false;
                }
                self.script.arrivals > *times
            }
            Some(&Action::Meet { meeting, count }) => {
                let waiting = self.shared.meetings.get(meeting as usize);
                let is_met = waiting.is_some_and(|&waiting| waiting >= count);
                if is_met && let Some(name) = self.shared.resolved.scripts.meeting(meeting) {
                    self.emit(EventKind::Met(Arc::clone(name)));
                }
                is_met
            }
            Some(Action::Instant(_)) | None => true,
        }
    }

    /// Whether the agent looks where actions ask it to.
    fn faces_action(&self) -> bool {
        self.shared.faces_action(self.slot)
    }

    fn execute(&mut self, action: &InstantAction) {
        match action {
            InstantAction::Speed(limit) => self.script.speed_limit = *limit,
            InstantAction::Emit(emitted) => self.emit(EventKind::Emitted(Arc::clone(emitted))),
            InstantAction::SetWall(wall, open) => {
                let agent = self.shared.agent[self.slot] as usize;
                let id = self.shared.agents[agent].id;
                let switch = DoorSwitch::new(id, self.behavior, *wall, *open);
                self.output.switches.push(switch);
            }
        }
    }

    fn next_along(&self) -> Option<(&'s InstantAction, DVec2)> {
        let segment = self.progress.segment()?;
        let scripts = &self.shared.resolved.scripts;
        let along = &scripts.of(self.script.route, segment)?.along;
        let passed = self.script.along_passed as usize;
        let next = if self.progress.is_backward() {
            along.get(along.len().checked_sub(passed + 1)?)
        } else {
            along.get(passed)
        };
        next.map(|along| (&along.action, along.place))
    }

    /// Carries out the actions on the segment whose places the agent has passed.
    fn pass_along(&mut self, route: &Route, previous: DVec2, position: DVec2) {
        while let Some((action, place)) = self.next_along() {
            if !(segment_distance(previous, position, place) <= route.between_radius()) {
                return;
            }
            self.execute(action);
            self.script.along_passed += 1;
        }
    }

    /// Carries out the actions on the segment that are left.
    fn pass_rest(&mut self) {
        while let Some((action, _)) = self.next_along() {
            self.execute(action);
            self.script.along_passed += 1;
        }
    }

    /// Goes on to the next node, or finishes the path.
    fn move_on(&mut self) {
        let Some(route) = self.route() else { return };
        let here = self.stop_at(self.progress.target_node);
        let default = self
            .progress
            .node_after(route)
            .map(|node| self.stop_at(node));
        match self.choose(here) {
            Some(next) if Some(next.stop) != default => {
                self.progress.jump_to(next.stop.node as usize);
                self.script.path = next.stop.path;
                self.script.route = next.route;
                self.script.came_from = Some(here);
            }
            chosen => {
                self.progress.move_on(route);
                if chosen.is_some() || default.is_some() {
                    self.script.came_from = Some(here);
                }
            }
        }
        self.script.along_passed = 0;
    }

    fn stop_at(&self, node: usize) -> Stop {
        Stop {
            path: self.script.path,
            node: node as u32,
        }
    }

    /// Where the agent goes on from the junction `here`. `None` if it is no junction.
    fn choose(&mut self, here: Stop) -> Option<NextStop> {
        let node = self.node()?;
        let came_from = self.script.came_from;
        let leads_on = |next: &&NextStop| !(node.not_back && Some(next.stop) == came_from);
        // Without those that lead back, unless that leaves none.
        let ways = node.next.iter().filter(leads_on);
        let is_dead_end = ways.clone().next().is_none();
        let ways = node
            .next
            .iter()
            .filter(|next| is_dead_end || leads_on(next));
        let count = ways.clone().count() as u32;
        match (count, node.choose) {
            (0, _) => None,
            (1, _) => ways.clone().next().copied(),
            (_, Choose::Random) => {
                let sum = ways.clone().map(|next| next.weight).sum::<u32>();
                let drawn = self.next_u32().checked_rem(sum)?;
                let mut up_to = 0;
                ways.clone()
                    .find(|next| {
                        up_to += next.weight;
                        up_to > drawn
                    })
                    .copied()
            }
            (_, Choose::InTurn) => {
                let turn = self.script.take_turn(here) % count;
                ways.clone().nth(turn as usize).copied()
            }
        }
    }

    fn next_u32(&mut self) -> u32 {
        // Streams are stored wherever a path draws.
        self.stream.as_mut().map_or(0, |stream| stream.next_u32())
    }

    fn next_f64(&mut self) -> f64 {
        self.stream.as_mut().map_or(0.0, |stream| stream.next_f64())
    }
}
