//! The states of a preset: adding, copying, reordering and removing them.

use crate::edit::naming::free_name;
use steerwright_runtime::scene::{
    Motion, Preset, State, StateId, StateRules, Transition, WeightedBehavior,
};
use steerwright_runtime::steering::facing::Facing;

/// A state of a preset that can be changed, the first or another.
#[derive(Debug)]
pub struct StateMut<'a> {
    /// Its id, limits, actions and transitions.
    pub rules: &'a mut StateRules,
    /// Where its agents look.
    pub facing: &'a mut Option<Facing>,
    /// How its agents move.
    pub motion: &'a mut Motion,
}

/// Whether the agents of a preset sense others or have several states, so that they can have other
/// goals than their target.
#[must_use]
pub fn is_guard(preset: &Preset) -> bool {
    !preset.states.is_empty()
        || !preset.watches.is_empty()
        || preset.sight.is_some()
        || preset.hearing.is_some()
}

/// The name that the editor shows for a state.
#[must_use]
pub fn name_of(preset: &Preset, rules: &StateRules) -> String {
    if !rules.name.is_empty() {
        return rules.name.clone();
    }
    let index = preset
        .all_states()
        .position(|state| state.rules.id == rules.id);
    match index {
        Some(index) if index > 0 => format!("State {}", index + 1),
        Some(_) | None => "Start".to_owned(),
    }
}

/// The state with this id, or the first.
#[must_use]
pub fn find_or_first(preset: &Preset, id: Option<StateId>) -> StateId {
    let exists = |id: &StateId| preset.all_states().any(|state| state.rules.id == *id);
    id.filter(exists).unwrap_or(preset.state.id)
}

/// The state with this id, or the first, to be changed.
pub fn state_mut(preset: &mut Preset, id: StateId) -> StateMut<'_> {
    let index = preset.states.iter().position(|state| state.rules.id == id);
    let other = match index {
        Some(index) => preset.states.get_mut(index),
        None => None,
    };
    match other {
        Some(state) => StateMut {
            rules: &mut state.rules,
            facing: &mut state.facing,
            motion: &mut state.motion,
        },
        None => StateMut {
            rules: &mut preset.state,
            facing: &mut preset.facing,
            motion: &mut preset.motion,
        },
    }
}

/// The behaviors of a state. Empty for agents that move by cells in it.
#[must_use]
pub fn behaviors_of(preset: &Preset, id: StateId) -> &[WeightedBehavior] {
    let state = preset.all_states().find(|state| state.rules.id == id);
    state.map_or(&[], |state| state.motion.behaviors())
}

/// A copy of the preset that has only this state, with its limits in the body.
#[must_use]
pub fn as_only(preset: &Preset, id: StateId) -> Preset {
    let mut copy = preset.clone();
    let state = state_mut(&mut copy, id);
    let (motion, facing) = (state.motion.clone(), *state.facing);
    let (max_speed, max_force) = (state.rules.max_speed, state.rules.max_force);
    copy.motion = motion;
    copy.facing = facing;
    copy.body.max_speed = max_speed.unwrap_or(copy.body.max_speed);
    copy.body.max_force = max_force.unwrap_or(copy.body.max_force);
    copy.state = StateRules::default();
    copy.states.clear();
    copy
}

fn unused_id(preset: &Preset) -> StateId {
    let highest = preset.all_states().map(|state| state.rules.id.0).max();
    let next = highest.and_then(|id| id.checked_add(1));
    let is_free = |id: &u32| preset.all_states().all(|state| state.rules.id.0 != *id);
    StateId(next.or_else(|| (1..=u32::MAX).find(is_free)).unwrap_or(1))
}

fn unused_name(preset: &Preset, base: &str) -> String {
    free_name(
        base,
        preset.all_states().map(|state| state.rules.name.as_str()),
    )
}

/// Adds a state in which agents stand still, and returns its id.
pub fn add(preset: &mut Preset) -> StateId {
    name_first(preset);
    let (id, name) = (unused_id(preset), unused_name(preset, "State"));
    preset.states.push(State {
        rules: StateRules {
            id,
            name,
            ..StateRules::default()
        },
        ..State::default()
    });
    id
}

/// Adds a copy of a state, and returns its id.
pub fn duplicate(preset: &mut Preset, id: StateId) -> StateId {
    name_first(preset);
    let new = unused_id(preset);
    let state = state_mut(preset, id);
    let mut copy = State {
        rules: state.rules.clone(),
        facing: *state.facing,
        motion: state.motion.clone(),
    };
    copy.rules.name = unused_name(preset, &copy.rules.name);
    copy.rules.id = new;
    preset.states.push(copy);
    new
}

/// The first of several states has a name.
fn name_first(preset: &mut Preset) {
    if preset.state.name.is_empty() {
        preset.state.name = "Start".to_owned();
    }
}

/// Removes a state and the transitions to it. If it is the first, the next one becomes the first.
/// The only state stays.
pub fn remove(preset: &mut Preset, id: StateId) -> bool {
    if preset.states.is_empty() {
        return false;
    }
    if preset.state.id == id {
        let next = preset.states[0].rules.id;
        make_first(preset, next);
    }
    let before = preset.states.len();
    preset.states.retain(|state| state.rules.id != id);
    let stays = |transition: &Transition| transition.to != id;
    preset.state.transitions.retain(stays);
    for state in &mut preset.states {
        state.rules.transitions.retain(stays);
    }
    before != preset.states.len()
}

/// Makes a state the first, in which agents start; the first one takes its place.
pub fn make_first(preset: &mut Preset, id: StateId) {
    if let Some(state) = preset.states.iter_mut().find(|state| state.rules.id == id) {
        std::mem::swap(&mut preset.state, &mut state.rules);
        std::mem::swap(&mut preset.facing, &mut state.facing);
        std::mem::swap(&mut preset.motion, &mut state.motion);
    }
}
