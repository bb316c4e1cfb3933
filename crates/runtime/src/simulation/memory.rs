//! What the behaviors of a program remember, in columns: a row per slot of the program.

use crate::simulation::behavior_state::{
    ArrivalState, BehaviorState, GridChaseState, HomingWalkMemory,
};
use crate::simulation::columns::Scratch;
use crate::steering::follow_path::{PackedProgress, Progress, Route};
use glam::DVec2;
use std::ops::Range;

/// The memory of one behavior, of all agents of a program.
#[derive(Clone, Debug)]
pub(super) enum Memory {
    /// The behavior remembers nothing.
    Stateless,
    Arrive(Vec<ArrivalState>),
    FollowPath(PathMemory),
    HomingWalk(Vec<HomingWalkMemory>),
    GridChase(Vec<GridChaseState>),
}

/// The memory of path following, with what each agent seeks until something happens to its progress.
#[derive(Clone, Debug)]
pub(super) struct PathMemory {
    progress: Vec<PackedProgress>,
    target: [Vec<f64>; 2],
    speed: Vec<f64>,
    trigger: Vec<f64>,
}

/// Some rows of a [`Memory`].
#[derive(Debug)]
pub(super) enum MemoryMut<'a> {
    Stateless,
    Arrive(&'a mut [ArrivalState]),
    FollowPath(PathMemoryMut<'a>),
    HomingWalk(&'a mut [HomingWalkMemory]),
    GridChase(&'a mut [GridChaseState]),
}

/// Some rows of a [`PathMemory`].
#[derive(Debug)]
pub(super) struct PathMemoryMut<'a> {
    pub(super) progress: &'a mut [PackedProgress],
    /// The target point.
    pub(super) target: [&'a mut [f64]; 2],
    /// The speed toward it.
    pub(super) speed: &'a mut [f64],
    /// As long as the squared distance to the point is greater, nothing can happen to the progress in this tick. Infinite where
    /// every tick needs a look: while waiting, at the end of a `once` path, and at first.
    pub(super) trigger: &'a mut [f64],
}

/// What an agent on a path seeks; see [`PathMemoryMut`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) target: DVec2,
    pub(super) speed: f64,
    pub(super) trigger: f64,
}

impl Aim {
    /// The aim of an agent that must look up its path.
    pub(super) const UNKNOWN: Self = Self {
        target: DVec2::ZERO,
        speed: 0.0,
        trigger: f64::INFINITY,
    };
}

impl PathMemoryMut<'_> {
    pub(super) fn set_aim(&mut self, row: usize, aim: Aim) {
        self.target[0][row] = aim.target.x;
        self.target[1][row] = aim.target.y;
        self.speed[row] = aim.speed;
        self.trigger[row] = aim.trigger;
    }
}

impl Memory {
    /// Memories of the kind of `state`, for `rows` agents.
    pub(super) fn like(state: &BehaviorState, rows: usize) -> Self {
        match state {
            BehaviorState::Stateless => Self::Stateless,
            BehaviorState::Arrive(arrival) => Self::Arrive(vec![*arrival; rows]),
            BehaviorState::FollowPath(_) => Self::FollowPath(PathMemory {
                progress: vec![PackedProgress::default(); rows],
                target: [vec![0.0; rows], vec![0.0; rows]],
                speed: vec![0.0; rows],
                trigger: vec![0.0; rows],
            }),
            BehaviorState::HomingWalk(_) => {
                Self::HomingWalk(vec![HomingWalkMemory::default(); rows])
            }
            BehaviorState::GridChase(state) => Self::GridChase(vec![state.clone(); rows]),
        }
    }

    /// Sets the memory of one agent.
    pub(super) fn insert(&mut self, row: usize, state: BehaviorState) {
        match (self, state) {
            (Self::Arrive(rows), BehaviorState::Arrive(state)) => rows[row] = state,
            (Self::HomingWalk(rows), BehaviorState::HomingWalk(state)) => rows[row] = state,
            (Self::GridChase(rows), BehaviorState::GridChase(state)) => rows[row] = state,
            (Self::FollowPath(rows), BehaviorState::FollowPath(progress)) => {
                rows.progress[row] = progress.into();
                rows.view(row..row + 1).set_aim(0, Aim::UNKNOWN);
            }
            // The states of an agent are made from the behaviors that the memories are for.
            (
                Self::Stateless
                | Self::Arrive(_)
                | Self::FollowPath(_)
                | Self::HomingWalk(_)
                | Self::GridChase(_),
                _,
            ) => {}
        }
    }

    /// Takes the memory of one agent out.
    pub(super) fn take(&mut self, row: usize) -> BehaviorState {
        match self {
            Self::Stateless => BehaviorState::Stateless,
            Self::Arrive(rows) => BehaviorState::Arrive(rows[row]),
            Self::FollowPath(rows) => BehaviorState::FollowPath(rows.progress[row].into()),
            Self::HomingWalk(rows) => BehaviorState::HomingWalk(std::mem::take(&mut rows[row])),
            Self::GridChase(rows) => BehaviorState::GridChase(rows[row].clone()),
        }
    }

    /// Moves a row to where another was.
    pub(super) fn move_row(&mut self, from: usize, to: usize) {
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
            }
            Self::HomingWalk(rows) => rows.swap(from, to),
            Self::GridChase(rows) => rows.swap(from, to),
        }
    }

    /// Makes room for more agents.
    pub(super) fn resize(&mut self, len: usize) {
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
        }
    }

    /// Fits the progress of an agent to its route, which was edited.
    pub(super) fn fit(&mut self, row: usize, route: &Route) {
        match self {
            Self::FollowPath(rows) => {
                let mut progress = Progress::from(rows.progress[row]);
                progress.fit(route);
                rows.progress[row] = progress.into();
            }
            Self::Stateless | Self::Arrive(_) | Self::HomingWalk(_) | Self::GridChase(_) => {}
        }
        self.forget_aim(row);
    }

    /// Makes the next tick look at the path of an agent.
    pub(super) fn forget_aim(&mut self, row: usize) {
        match self {
            Self::FollowPath(rows) => rows.trigger[row] = f64::INFINITY,
            Self::Stateless | Self::Arrive(_) | Self::HomingWalk(_) | Self::GridChase(_) => {}
        }
    }

    /// Puts the rows into another order.
    pub(super) fn gather(&mut self, order: &[u32], scratch: &mut Scratch) {
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
            }
            Self::HomingWalk(rows) => scratch.permute(order, rows),
            Self::GridChase(rows) => scratch.permute(order, rows),
        }
    }

    /// All rows.
    pub(super) fn view_all(&mut self) -> MemoryMut<'_> {
        match self {
            Self::Stateless => MemoryMut::Stateless,
            Self::Arrive(all) => MemoryMut::Arrive(all),
            Self::FollowPath(all) => {
                let rows = 0..all.progress.len();
                MemoryMut::FollowPath(all.view(rows))
            }
            Self::HomingWalk(all) => MemoryMut::HomingWalk(all),
            Self::GridChase(all) => MemoryMut::GridChase(all),
        }
    }

    /// Some rows.
    #[inline]
    pub(super) fn view(&mut self, rows: Range<usize>) -> MemoryMut<'_> {
        match self {
            Self::Stateless => MemoryMut::Stateless,
            Self::Arrive(all) => MemoryMut::Arrive(&mut all[rows]),
            Self::FollowPath(all) => MemoryMut::FollowPath(all.view(rows)),
            Self::HomingWalk(all) => MemoryMut::HomingWalk(&mut all[rows]),
            Self::GridChase(all) => MemoryMut::GridChase(&mut all[rows]),
        }
    }
}

impl<'a> MemoryMut<'a> {
    /// Some of them.
    #[inline]
    pub(super) fn rows(&mut self, rows: Range<usize>) -> MemoryMut<'_> {
        match self {
            Self::Stateless => MemoryMut::Stateless,
            Self::Arrive(all) => MemoryMut::Arrive(&mut all[rows]),
            Self::FollowPath(all) => {
                let [x, y] = &mut all.target;
                MemoryMut::FollowPath(PathMemoryMut {
                    progress: &mut all.progress[rows.clone()],
                    target: [&mut x[rows.clone()], &mut y[rows.clone()]],
                    speed: &mut all.speed[rows.clone()],
                    trigger: &mut all.trigger[rows],
                })
            }
            Self::HomingWalk(all) => MemoryMut::HomingWalk(&mut all[rows]),
            Self::GridChase(all) => MemoryMut::GridChase(&mut all[rows]),
        }
    }

    /// The rows before `row`, and the others.
    pub(super) fn split_at(self, row: usize) -> (Self, Self) {
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
        }
    }
}

impl<'a> PathMemoryMut<'a> {
    fn split_at(self, row: usize) -> (Self, Self) {
        let [x, y] = self.target;
        let (progress, progress_rest) = self.progress.split_at_mut(row);
        let (x, x_rest) = x.split_at_mut(row);
        let (y, y_rest) = y.split_at_mut(row);
        let (speed, speed_rest) = self.speed.split_at_mut(row);
        let (trigger, trigger_rest) = self.trigger.split_at_mut(row);
        let before = Self {
            progress,
            target: [x, y],
            speed,
            trigger,
        };
        let rest = Self {
            progress: progress_rest,
            target: [x_rest, y_rest],
            speed: speed_rest,
            trigger: trigger_rest,
        };
        (before, rest)
    }
}

impl PathMemory {
    #[inline]
    fn view(&mut self, rows: Range<usize>) -> PathMemoryMut<'_> {
        let [x, y] = &mut self.target;
        PathMemoryMut {
            progress: &mut self.progress[rows.clone()],
            target: [&mut x[rows.clone()], &mut y[rows.clone()]],
            speed: &mut self.speed[rows.clone()],
            trigger: &mut self.trigger[rows],
        }
    }
}
