//! How agents that face elsewhere than they move turn in a tick.

use crate::geometry::vector::{direction, dot};
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::resolved::path_scripts::{Action, LookTarget};
use crate::simulation::store::AgentStore;
use crate::simulation::store::observed::{Observed, ObservedKind};
use crate::steering::facing::{Toward, Turn};
use glam::DVec2;

/// From this cosine on an agent has turned: a turn of a tick that is very small is rounded, and
/// would miss the direction for ever.
const ALIGNED: f64 = 0.999_999_999;

/// Where an action asks an agent to look.
#[derive(Clone, Copy, Debug)]
struct Ask {
    direction: DVec2,
    /// `None`: as the agent always turns.
    turn: Option<Turn>,
    /// The behavior whose action asks, by index. `None` for a target.
    behavior: Option<usize>,
}

impl ResolvedScene {
    /// Whether the agent with this index can face elsewhere than it moves.
    pub(crate) fn turns_apart(&self, index: usize) -> bool {
        let (preset, states) = (self.agents[index].preset, &self.states);
        states.turns_apart(preset) || self.scripts.have_looks && states.paths(preset) > 0
    }
}

impl AgentStore {
    /// Fits the facing of the agent with this index to its preset; `had_facing`: whether the one
    /// before had a facing of its own. From the heading on if the agent looked where it moved.
    pub(crate) fn update_facing(
        &mut self,
        resolved: &ResolvedScene,
        index: usize,
        had_facing: bool,
    ) {
        let key = index as u32;
        if had_facing && !resolved.preset(index).has_facing() {
            self.facings.remove(&key);
        }
        if resolved.turns_apart(index) && !self.facings.contains_key(&key) {
            let heading = self.columns.heading(self.slot(index));
            self.facings.insert(key, heading);
        }
    }

    /// The direction in which the agent with this index looks.
    #[inline]
    pub(crate) fn facing(&self, index: usize) -> DVec2 {
        if !self.facings.is_empty()
            && let Some(&facing) = self.facings.get(&(index as u32))
        {
            return facing;
        }
        self.columns.heading(self.slot(index))
    }

    /// Turns all agents that face elsewhere than they move, after all have moved in this tick.
    pub(crate) fn turn(&mut self, resolved: &ResolvedScene, tick: u64) {
        let mut facings = std::mem::take(&mut self.facings);
        for (&index, facing) in &mut facings {
            let index = index as usize;
            let state = resolved.states.state(self.state_row(resolved, index));
            let ask = match state.toward {
                Toward::Motion => None,
                Toward::Target => self.faced_position(resolved, index).map(|target| Ask {
                    direction: direction(target - self.columns.position(self.slot(index))),
                    turn: None,
                    behavior: None,
                }),
                Toward::Action => self.ask(resolved, tick, index),
            };
            let wanted = match ask {
                Some(ask) => ask.direction,
                None => self.columns.heading(self.slot(index)),
            };
            let turn = ask.and_then(|ask| ask.turn);
            *facing = turn.unwrap_or(state.turn).apply(*facing, wanted);
            if let Some(behavior) = ask.and_then(|ask| ask.behavior) {
                let has_turned =
                    wanted == DVec2::ZERO || *facing == wanted || dot(*facing, wanted) >= ALIGNED;
                let (program, row) = self.program_mut(index);
                if let Some(memory) = program.memories.get_mut(behavior) {
                    memory.set_turned(row, has_turned);
                }
            }
        }
        self.facings = facings;
    }

    /// Where the actions of the agent with this index ask it to look in this tick.
    fn ask(&self, resolved: &ResolvedScene, tick: u64, index: usize) -> Option<Ask> {
        let (program, row) = self.program(index);
        let mut memories = program.memories.iter().enumerate();
        memories.find_map(|(behavior, memory)| {
            if let Some(direction) = memory.sweep_direction(row, tick) {
                return Some(Ask {
                    direction,
                    turn: None,
                    behavior: Some(behavior),
                });
            }
            let script = memory.script(row)?;
            if script.asked_tick != tick {
                return None;
            }
            let node = memory.target_node(row)?;
            let actions = &resolved.scripts.of(script.route, node)?.actions;
            let (direction, turn) = match actions.get(script.action? as usize)? {
                Action::Look { at, turn } => (self.look_direction(index, *at), *turn),
                Action::Sweep {
                    directions, turn, ..
                } => (directions[script.arrivals as usize % 2], *turn),
                Action::Wait { .. } | Action::Instant(_) | Action::Meet { .. } => return None,
            };
            Some(Ask {
                direction,
                turn,
                behavior: Some(behavior),
            })
        })
    }

    fn look_direction(&self, index: usize, at: LookTarget) -> DVec2 {
        let position = self.columns.position(self.slot(index));
        match at {
            LookTarget::Direction(direction) => direction,
            LookTarget::Point(point) => direction(point - position),
            LookTarget::Marker(marker) => {
                match self.observed.kind(Observed::marker_row(marker as usize)) {
                    Some(ObservedKind::Place(place)) => direction(place - position),
                    Some(ObservedKind::Agent(_)) | None => DVec2::ZERO,
                }
            }
        }
    }
}
