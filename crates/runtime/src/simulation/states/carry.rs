//! What agents keep of their states when they or the scene change.

use crate::scene;
use crate::scene::{Behavior, Motion, Preset, StateId, StateView};
use crate::simulation::population::Population;
use crate::simulation::population::spawn::{EarlierAgent, surroundings};
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::states::memory::StateMemory;
use crate::simulation::states::table::ResolvedState;
use crate::simulation::store::AgentState;
use crate::simulation::store::behavior_state;
use crate::simulation::store::behavior_state::{
    ArrivalState, BehaviorState, Earlier, GridChaseState, Surroundings, SwitchState,
};
use crate::simulation::store::path_progress::PathProgress;
use crate::steering::follow_path::FollowPath;

/// Whether agents that change from one preset to the other keep their state with all memory in the
/// same places.
pub(crate) fn have_same_states(a: &Preset, b: &Preset) -> bool {
    a.states.len() == b.states.len()
        && a.all_states().zip(b.all_states()).all(|(a, b)| {
            a.rules.id == b.rules.id
                && a.motion == b.motion
                && a.rules.transitions == b.rules.transitions
        })
        && a.has_states() == b.has_states()
}

impl Population {
    /// The index of the state in which the agent with this index of a new scene goes on.
    pub(crate) fn state_after(&self, resolved: &ResolvedScene, index: usize) -> u32 {
        let id = resolved.agents[index].id;
        let known = self.resolved.index_of(id).and_then(|known| {
            let state = self.store.states.get(known)?.state;
            self.resolved.preset(known).state_at(state as usize)
        });
        let kept = known.and_then(|state| resolved.preset(index).state_index(state.rules.id));
        kept.map_or(0, |kept| kept as u32)
    }
}

/// Puts an agent whose preset was replaced or edited into the state with the same id, or else into
/// the first, and gives its behaviors what they keep. `before` is how it was authored.
pub(crate) fn carry_state(
    resolved: &ResolvedScene,
    agent: &scene::Agent,
    index: usize,
    state: &mut AgentState,
    before: &EarlierAgent,
) {
    let preset = resolved.preset(index);
    let known = state.states.memory.take();
    let earlier = state_of(
        before.preset,
        known.as_ref().map_or(0, |memory| memory.state as usize),
    );
    let kept = preset.state_index(earlier.rules.id);
    let now = state_of(preset, kept.unwrap_or(0));
    let around = surroundings(resolved, agent, state.position);
    let same_path = agent.path == before.agent.path;
    let known_memories = Earlier {
        motion: earlier.motion,
        grid: before.grid,
        states: &state.memories,
        same_path,
    };
    state.memories = match kept {
        Some(_) => behavior_state::carried_over(now.motion, around, &known_memories),
        None => entered(now.motion, around, &known_memories),
    };
    state.routes.has_none &= kept.is_some();
    let is_cell_mover = matches!(now.motion, Motion::GridChase(_));
    if is_cell_mover {
        state.node = None;
    }
    let was_cell_mover = matches!(earlier.motion, Motion::GridChase(_));
    if let [BehaviorState::GridChase(GridChaseState { mover, .. })] = state.memories.as_slice()
        && !(was_cell_mover && resolved.grid.size() == before.grid.size())
    {
        state.position = resolved.grid.center(mover.cell());
    }
    let is_there = |asked: &StateId| preset.state_index(*asked).is_some();
    state.states.asked = state.states.asked.filter(is_there);
    let table = &resolved.states;
    let key = resolved.agents[index].preset;
    state.states.memory = table.has_states(key).then(|| match kept {
        Some(kept) => {
            let mut memory = known.unwrap_or_default();
            memory.state = kept as u32;
            let earlier = ResolvedState::new(before.preset, &earlier, 0, resolved.dt);
            memory.keep_times(&earlier, table.state(table.row(key, kept as u32)));
            memory.left = carried_progress(preset, before.preset, &memory.left, around, same_path);
            memory
        }
        None => StateMemory::new(
            table.state(table.row(key, 0)),
            table.paths(key),
            &mut state.stream,
        ),
    });
}

/// The state of a preset with this index.
fn state_of(preset: &Preset, index: usize) -> StateView<'_> {
    preset
        .state_at(index)
        .unwrap_or_else(|| preset.first_state())
}

/// The memories of an agent that enters another state because its own is gone.
fn entered(motion: &Motion, around: Surroundings, known: &Earlier) -> Vec<BehaviorState> {
    let mut memories = behavior_state::initial(motion, around);
    if let ([BehaviorState::GridChase(now)], [BehaviorState::GridChase(then)]) =
        (memories.as_mut_slice(), known.states)
        && around.grid.size() == known.grid.size()
    {
        *now = then.followed();
    }
    memories
}

impl GridChaseState {
    /// That of a grid chase that follows this one: it continues the step.
    pub(crate) fn followed(&self) -> Self {
        Self {
            mover: self.mover.without_line(),
            line_seen: SwitchState::default(),
            arrival: ArrivalState::default(),
        }
    }
}

/// Where an agent left its paths: each `follow_path` keeps what that in the same state and place
/// had, if it has the same path and starts alike.
fn carried_progress(
    preset: &Preset,
    earlier: &Preset,
    left: &[Option<PathProgress>],
    around: Surroundings,
    same_path: bool,
) -> Vec<Option<PathProgress>> {
    let known: Vec<_> = paths(earlier).zip(left).collect();
    let carried = paths(preset).map(|(state, place, follow)| {
        let same = |((id, at, then), _): &&((_, _, &FollowPath), _)| {
            (*id, *at) == (state, place) && then.start == follow.start
        };
        let (_, progress) = known.iter().find(same).filter(|_| same_path)?;
        let mut progress = progress.as_ref()?.clone();
        let fits = around
            .path
            .is_none_or(|path| progress.fit(around.resolved, path));
        fits.then_some(progress)
    });
    carried.collect()
}

/// Each `follow_path` of all states, with the id of the state and its place among those of it.
fn paths(preset: &Preset) -> impl Iterator<Item = (StateId, usize, &FollowPath)> {
    preset.all_states().flat_map(|state| {
        let behaviors = state.motion.behaviors().iter();
        let paths = behaviors.filter_map(|weighted| {
            let Behavior::FollowPath(follow) = &weighted.behavior else {
                return None;
            };
            Some(follow)
        });
        let id = state.rules.id;
        paths
            .enumerate()
            .map(move |(place, follow)| (id, place, follow))
    })
}
