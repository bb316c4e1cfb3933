//! The memory of path following, in columns.

use crate::simulation::store::path_progress::{PathProgress, ScriptProgress};
use crate::simulation::store::script_rows::{ScriptRow, ScriptRows, rows_of};
use crate::steering::follow_path::{PackedProgress, Progress};
use glam::DVec2;
use std::ops::Range;

/// The memory of path following, with what each agent seeks until something happens to its
/// progress.
#[derive(Clone, Debug)]
pub(crate) struct PathMemory {
    pub(crate) progress: Vec<PackedProgress>,
    pub(crate) target: [Vec<f64>; 2],
    pub(crate) speed: Vec<f64>,
    pub(crate) trigger: Vec<f64>,
    pub(crate) scripts: ScriptRows,
}

/// Some rows of a [`PathMemory`].
#[derive(Debug)]
pub(crate) struct PathMemoryMut<'a> {
    pub(crate) progress: &'a mut [PackedProgress],
    /// The target point.
    pub(crate) target: [&'a mut [f64]; 2],
    /// The speed toward it.
    pub(crate) speed: &'a mut [f64],
    /// As long as the squared distance to the point is greater, nothing can happen to the progress
    /// in this tick. Infinite where every tick needs a look: while waiting, at the end of a `once`
    /// path, and at first.
    pub(crate) trigger: &'a mut [f64],
    /// Of the agents on paths with scripts.
    pub(crate) scripts: &'a mut [ScriptRow],
    /// The row of the program that they begin with.
    pub(crate) first_row: usize,
}

/// What an agent on a path seeks; see [`PathMemoryMut`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    pub(crate) target: DVec2,
    pub(crate) speed: f64,
    pub(crate) trigger: f64,
}

impl Aim {
    /// The aim of an agent that must look up its path.
    pub(crate) const UNKNOWN: Self = Self {
        target: DVec2::ZERO,
        speed: 0.0,
        trigger: f64::INFINITY,
    };
}

impl PathMemoryMut<'_> {
    pub(crate) fn set_aim(&mut self, row: usize, aim: Aim) {
        self.target[0][row] = aim.target.x;
        self.target[1][row] = aim.target.y;
        self.speed[row] = aim.speed;
        self.trigger[row] = aim.trigger;
    }
}

impl<'a> PathMemoryMut<'a> {
    /// Some of them.
    #[inline]
    pub(crate) fn rows(&mut self, rows: Range<usize>) -> PathMemoryMut<'_> {
        let [x, y] = &mut self.target;
        let in_program = self.first_row + rows.start..self.first_row + rows.end;
        PathMemoryMut {
            progress: &mut self.progress[rows.clone()],
            target: [&mut x[rows.clone()], &mut y[rows.clone()]],
            speed: &mut self.speed[rows.clone()],
            trigger: &mut self.trigger[rows],
            first_row: in_program.start,
            scripts: rows_of(self.scripts, in_program),
        }
    }

    /// The rows before `row`, and the others.
    pub(crate) fn split_at(self, row: usize) -> (Self, Self) {
        let [x, y] = self.target;
        let (progress, progress_rest) = self.progress.split_at_mut(row);
        let (x, x_rest) = x.split_at_mut(row);
        let (y, y_rest) = y.split_at_mut(row);
        let (speed, speed_rest) = self.speed.split_at_mut(row);
        let (trigger, trigger_rest) = self.trigger.split_at_mut(row);
        let first_rest = self.first_row + row;
        let at = self
            .scripts
            .partition_point(|script| (script.row as usize) < first_rest);
        let (scripts, scripts_rest) = self.scripts.split_at_mut(at);
        let before = Self {
            progress,
            target: [x, y],
            speed,
            trigger,
            scripts,
            first_row: self.first_row,
        };
        let rest = Self {
            progress: progress_rest,
            target: [x_rest, y_rest],
            speed: speed_rest,
            trigger: trigger_rest,
            scripts: scripts_rest,
            first_row: first_rest,
        };
        (before, rest)
    }
}

impl PathMemory {
    #[inline]
    pub(crate) fn view(&mut self, rows: Range<usize>) -> PathMemoryMut<'_> {
        let [x, y] = &mut self.target;
        PathMemoryMut {
            progress: &mut self.progress[rows.clone()],
            target: [&mut x[rows.clone()], &mut y[rows.clone()]],
            speed: &mut self.speed[rows.clone()],
            trigger: &mut self.trigger[rows.clone()],
            first_row: rows.start,
            scripts: rows_of(self.scripts.all_mut(), rows),
        }
    }

    /// The progress of the agent in a row, and what it remembers of scripts.
    pub(crate) fn progress_of(&self, row: usize) -> (Progress, Option<&ScriptProgress>) {
        (self.progress[row].into(), self.scripts.get(row))
    }

    pub(crate) fn take(&mut self, row: usize) -> PathProgress {
        PathProgress {
            progress: self.progress[row].into(),
            script: self.scripts.take(row),
        }
    }
}
