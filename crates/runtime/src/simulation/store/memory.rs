//! What the behaviors of a program remember, in columns: a row per slot of the program.

use crate::geometry::{CellGrid, Polyline};
use crate::scene::Behavior;
use crate::simulation::store::behavior_state::{
    ArrivalState, BehaviorState, GridChaseState, HomingWalkMemory, Surroundings,
};
use crate::simulation::store::columns::Scratch;
use crate::simulation::store::path_memory::{Aim, PathMemory, PathMemoryMut};
use crate::simulation::store::path_progress::{PathProgress, ScriptProgress};
use crate::simulation::store::script_rows::{ScriptRow, ScriptRows};
use crate::steering::follow_path::{PackedProgress, Progress};
use crate::steering::search::SearchState;
use crate::steering::wander::WanderState;
use glam::DVec2;
use std::ops::Range;

/// The memory of one behavior, of all agents of a program.
#[derive(Clone, Debug)]
pub(crate) enum Memory {
    /// The behavior remembers nothing.
    Stateless,
    Arrive(Vec<ArrivalState>),
    FollowPath(PathMemory),
    HomingWalk(Vec<HomingWalkMemory>),
    GridChase(Vec<GridChaseState>),
    Search(Vec<SearchState>),
    Wander(Vec<WanderState>),
}

/// Some rows of a [`Memory`].
#[derive(Debug)]
pub(crate) enum MemoryMut<'a> {
    Stateless,
    Arrive(&'a mut [ArrivalState]),
    FollowPath(PathMemoryMut<'a>),
    HomingWalk(&'a mut [HomingWalkMemory]),
    GridChase(&'a mut [GridChaseState]),
    Search(&'a mut [SearchState]),
    Wander(&'a mut [WanderState]),
}

impl Memory {
    /// Memories of the kind of `state`, for `rows` agents.
    pub(crate) fn like(state: &BehaviorState, rows: usize) -> Self {
        match state {
            BehaviorState::Stateless => Self::Stateless,
            BehaviorState::Arrive(arrival) => Self::Arrive(vec![*arrival; rows]),
            BehaviorState::FollowPath(_) => Self::FollowPath(PathMemory {
                progress: vec![PackedProgress::default(); rows],
                target: [vec![0.0; rows], vec![0.0; rows]],
                speed: vec![0.0; rows],
                trigger: vec![0.0; rows],
                scripts: ScriptRows::default(),
            }),
            BehaviorState::HomingWalk(_) => {
                Self::HomingWalk(vec![HomingWalkMemory::default(); rows])
            }
            BehaviorState::GridChase(state) => Self::GridChase(vec![state.clone(); rows]),
            BehaviorState::Search(_) => Self::Search(vec![SearchState::default(); rows]),
            BehaviorState::Wander(_) => Self::Wander(vec![WanderState::default(); rows]),
        }
    }

    /// This, if it is the memory of a `follow_path`.
    fn paths(&self) -> Option<&PathMemory> {
        if let Self::FollowPath(paths) = self {
            Some(paths)
        } else {
            None
        }
    }

    fn paths_mut(&mut self) -> Option<&mut PathMemory> {
        if let Self::FollowPath(paths) = self {
            Some(paths)
        } else {
            None
        }
    }

    /// This, if it is the memory of a search.
    fn searches(&self) -> Option<&[SearchState]> {
        if let Self::Search(searches) = self {
            Some(searches)
        } else {
            None
        }
    }

    /// Sets the memory of one agent.
    pub(crate) fn insert(&mut self, row: usize, state: BehaviorState) {
        match (self, state) {
            (Self::Arrive(rows), BehaviorState::Arrive(state)) => rows[row] = state,
            (Self::HomingWalk(rows), BehaviorState::HomingWalk(state)) => rows[row] = state,
            (Self::GridChase(rows), BehaviorState::GridChase(state)) => rows[row] = state,
            (Self::Search(rows), BehaviorState::Search(state)) => rows[row] = state,
            (Self::Wander(rows), BehaviorState::Wander(state)) => rows[row] = state,
            (Self::FollowPath(rows), BehaviorState::FollowPath(progress)) => {
                let PathProgress { progress, script } = progress;
                rows.progress[row] = progress.into();
                rows.scripts.set(row, script);
                rows.view(row..row + 1).set_aim(0, Aim::UNKNOWN);
            }
            // The states of an agent are made from the behaviors that the memories are for.
            (_, _) => {}
        }
    }

    /// Sets the memory of one agent that enters a state: to one with empty lists, for which the row
    /// keeps its memory.
    pub(crate) fn restart(&mut self, row: usize, state: BehaviorState) {
        match (self, state) {
            (Self::HomingWalk(rows), BehaviorState::HomingWalk(_)) => rows[row].restart(),
            (Self::Search(rows), BehaviorState::Search(_)) => rows[row].restart(),
            (Self::GridChase(rows), BehaviorState::GridChase(state)) => {
                let line = &mut rows[row].mover;
                let mover = state.mover.with_room_of(line);
                rows[row] = GridChaseState { mover, ..state };
            }
            (memory, state) => memory.insert(row, state),
        }
    }

    /// Takes the progress of an agent on its path out, if this is the memory of a `follow_path`.
    pub(crate) fn take_progress(&mut self, row: usize) -> Option<PathProgress> {
        self.paths_mut().map(|paths| paths.take(row))
    }

    /// Whether an agent has finished its path. False for a behavior that follows none.
    pub(crate) fn is_path_finished(&self, row: usize) -> bool {
        let paths = self.paths();
        paths.is_some_and(|paths| Progress::from(paths.progress[row]).finished)
    }

    /// The direction in which a search asks an agent to look in the tick with this number.
    pub(crate) fn sweep_direction(&self, row: usize, tick: u64) -> Option<DVec2> {
        self.searches()?[row].asked_direction(tick)
    }

    /// Notes whether an agent has turned to where an action or a search asked it to look.
    pub(crate) fn set_turned(&mut self, row: usize, has_turned: bool) {
        if let Self::Search(searches) = self {
            searches[row].set_turned(has_turned);
        } else if let Some(paths) = self.paths_mut()
            && let Some(script) = paths.scripts.get_mut(row)
        {
            script.has_turned = has_turned;
        }
    }

    /// Whether an agent has arrived. False for a behavior that does not.
    pub(crate) fn has_arrived(&self, row: usize) -> bool {
        match self {
            Self::Arrive(rows) => rows[row].has_arrived(),
            Self::HomingWalk(rows) => rows[row].arrival.has_arrived(),
            Self::GridChase(rows) => rows[row].arrival.has_arrived(),
            Self::Stateless | Self::FollowPath(_) | Self::Search(_) | Self::Wander(_) => false,
        }
    }

    /// Whether an agent has finished its search. False for a behavior that does not search.
    pub(crate) fn is_search_finished(&self, row: usize) -> bool {
        self.searches()
            .is_some_and(|searches| searches[row].is_finished())
    }

    /// Takes the memory of one agent out.
    pub(crate) fn take(&mut self, row: usize) -> BehaviorState {
        match self {
            Self::Stateless => BehaviorState::Stateless,
            Self::Arrive(rows) => BehaviorState::Arrive(rows[row]),
            Self::FollowPath(rows) => BehaviorState::FollowPath(rows.take(row)),
            Self::HomingWalk(rows) => BehaviorState::HomingWalk(std::mem::take(&mut rows[row])),
            Self::GridChase(rows) => BehaviorState::GridChase(rows[row].clone()),
            Self::Search(rows) => BehaviorState::Search(std::mem::take(&mut rows[row])),
            Self::Wander(rows) => BehaviorState::Wander(rows[row]),
        }
    }

    /// The line that an agent at this position is going to move along, apart from routes and paths.
    pub(crate) fn way(&self, row: usize, position: DVec2, grid: &CellGrid) -> Option<Polyline> {
        let points: Vec<DVec2> = match self {
            Self::HomingWalk(rows) => {
                let walk = &rows[row].walk;
                return walk.waypoint.is_some().then(|| walk.line(position));
            }
            Self::GridChase(rows) => {
                let centers = rows[row].mover.line().map(|cell| grid.center(cell));
                std::iter::once(position).chain(centers).collect()
            }
            Self::Search(rows) => vec![position, rows[row].place()?],
            Self::Stateless | Self::Arrive(_) | Self::FollowPath(_) | Self::Wander(_) => {
                return None;
            }
        };
        Some(Polyline::new(points, false))
    }

    /// Moves a row to where another was.
    pub(crate) fn move_row(&mut self, from: usize, to: usize) {
        match self {
            Self::Stateless => {}
            Self::Arrive(rows) => rows.swap(from, to),
            Self::FollowPath(rows) => {
                for column in rows
                    .target
                    .iter_mut()
                    .chain([&mut rows.speed, &mut rows.trigger])
                {
                    column.swap(from, to);
                }
                rows.progress.swap(from, to);
                rows.scripts.move_row(from, to);
            }
            Self::HomingWalk(rows) => rows.swap(from, to),
            Self::GridChase(rows) => rows.swap(from, to),
            Self::Search(rows) => rows.swap(from, to),
            Self::Wander(rows) => rows.swap(from, to),
        }
    }

    /// Makes room for more agents.
    pub(crate) fn resize(&mut self, len: usize) {
        match self {
            Self::Stateless => {}
            Self::Arrive(rows) => rows.resize_with(len, Default::default),
            Self::FollowPath(rows) => {
                let [x, y] = &mut rows.target;
                for column in [x, y, &mut rows.speed, &mut rows.trigger] {
                    column.resize(len, 0.0);
                }
                rows.progress.resize_with(len, Default::default);
            }
            Self::HomingWalk(rows) => rows.resize_with(len, Default::default),
            Self::GridChase(rows) => {
                if let Some(state) = rows.first().cloned() {
                    rows.resize(len, state);
                }
            }
            Self::Search(rows) => rows.resize_with(len, Default::default),
            Self::Wander(rows) => rows.resize_with(len, Default::default),
        }
    }

    /// Fits the progress of an agent to paths that were edited.
    pub(crate) fn fit(&mut self, row: usize, behavior: &Behavior, around: Surroundings) {
        let Self::FollowPath(rows) = self else { return };
        let mut progress = rows.take(row);
        let state = match around.path {
            Some(path) if !progress.fit(around.resolved, path) => {
                BehaviorState::new(behavior, around)
            }
            Some(_) | None => BehaviorState::FollowPath(progress),
        };
        self.insert(row, state);
    }

    /// The target node of an agent that follows a path.
    pub(crate) fn target_node(&self, row: usize) -> Option<usize> {
        let paths = self.paths()?;
        Some(Progress::from(paths.progress[row]).target_node)
    }

    /// The script of an agent on a path with scripts.
    pub(crate) fn script(&self, row: usize) -> Option<&ScriptProgress> {
        self.paths()?.scripts.get(row)
    }

    /// The scripts of all agents on paths with scripts.
    pub(crate) fn scripts(&self) -> &[ScriptRow] {
        self.paths().map_or(&[], |paths| paths.scripts.all())
    }

    /// Lets the agents that move by cells look for their way again.
    pub(crate) fn forget_lines(&mut self) {
        if let Self::GridChase(rows) = self {
            rows.iter_mut().for_each(|state| state.mover.forget_line());
        }
    }

    /// Makes the next tick look at the path of an agent.
    pub(crate) fn forget_aim(&mut self, row: usize) {
        if let Some(paths) = self.paths_mut() {
            paths.trigger[row] = f64::INFINITY;
        }
    }

    /// Puts the rows into another order.
    pub(crate) fn gather(&mut self, order: &[u32], scratch: &mut Scratch) {
        match self {
            Self::Stateless => {}
            Self::Arrive(rows) => scratch.permute(order, rows),
            Self::FollowPath(rows) => {
                for column in rows
                    .target
                    .iter_mut()
                    .chain([&mut rows.speed, &mut rows.trigger])
                {
                    scratch.gather_numbers(order, column);
                }
                scratch.permute(order, &mut rows.progress);
                rows.scripts.gather(order);
            }
            Self::HomingWalk(rows) => scratch.permute(order, rows),
            Self::GridChase(rows) => scratch.permute(order, rows),
            Self::Search(rows) => scratch.permute(order, rows),
            Self::Wander(rows) => scratch.permute(order, rows),
        }
    }

    /// All rows.
    pub(crate) fn view_all(&mut self) -> MemoryMut<'_> {
        match self {
            Self::Stateless => MemoryMut::Stateless,
            Self::Arrive(all) => MemoryMut::Arrive(all),
            Self::FollowPath(all) => {
                let rows = 0..all.progress.len();
                MemoryMut::FollowPath(all.view(rows))
            }
            Self::HomingWalk(all) => MemoryMut::HomingWalk(all),
            Self::GridChase(all) => MemoryMut::GridChase(all),
            Self::Search(all) => MemoryMut::Search(all),
            Self::Wander(all) => MemoryMut::Wander(all),
        }
    }

    /// Some rows.
    #[inline]
    pub(crate) fn view(&mut self, rows: Range<usize>) -> MemoryMut<'_> {
        match self {
            Self::Stateless => MemoryMut::Stateless,
            Self::Arrive(all) => MemoryMut::Arrive(&mut all[rows]),
            Self::FollowPath(all) => MemoryMut::FollowPath(all.view(rows)),
            Self::HomingWalk(all) => MemoryMut::HomingWalk(&mut all[rows]),
            Self::GridChase(all) => MemoryMut::GridChase(&mut all[rows]),
            Self::Search(all) => MemoryMut::Search(&mut all[rows]),
            Self::Wander(all) => MemoryMut::Wander(&mut all[rows]),
        }
    }
}

impl<'a> MemoryMut<'a> {
    /// Some of them.
    #[inline]
    pub(crate) fn rows(&mut self, rows: Range<usize>) -> MemoryMut<'_> {
        match self {
            Self::Stateless => MemoryMut::Stateless,
            Self::Arrive(all) => MemoryMut::Arrive(&mut all[rows]),
            Self::FollowPath(all) => MemoryMut::FollowPath(all.rows(rows)),
            Self::HomingWalk(all) => MemoryMut::HomingWalk(&mut all[rows]),
            Self::GridChase(all) => MemoryMut::GridChase(&mut all[rows]),
            Self::Search(all) => MemoryMut::Search(&mut all[rows]),
            Self::Wander(all) => MemoryMut::Wander(&mut all[rows]),
        }
    }

    /// The rows before `row`, and the others.
    pub(crate) fn split_at(self, row: usize) -> (Self, Self) {
        match self {
            Self::Stateless => (Self::Stateless, Self::Stateless),
            Self::Arrive(all) => {
                let (before, rest) = all.split_at_mut(row);
                (Self::Arrive(before), Self::Arrive(rest))
            }
            Self::FollowPath(all) => {
                let (before, rest) = all.split_at(row);
                (Self::FollowPath(before), Self::FollowPath(rest))
            }
            Self::HomingWalk(all) => {
                let (before, rest) = all.split_at_mut(row);
                (Self::HomingWalk(before), Self::HomingWalk(rest))
            }
            Self::GridChase(all) => {
                let (before, rest) = all.split_at_mut(row);
                (Self::GridChase(before), Self::GridChase(rest))
            }
            Self::Search(all) => {
                let (before, rest) = all.split_at_mut(row);
                (Self::Search(before), Self::Search(rest))
            }
            Self::Wander(all) => {
                let (before, rest) = all.split_at_mut(row);
                (Self::Wander(before), Self::Wander(rest))
            }
        }
    }
}
