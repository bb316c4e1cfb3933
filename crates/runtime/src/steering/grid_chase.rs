//! Chasing and evading by cells. Source: Bourg & Seemann, *AI for Game Developers*, ch. 2, "Chasing and evading".

use crate::geometry::cells;
use crate::geometry::cells::{Cell, CellGrid};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Parameters of the grid chase.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct GridChase {
    /// How the next cell is chosen.
    pub method: Method,
    /// Toward the prey or away from it.
    #[serde(alias = "aim")]
    pub mode: ChaseMode,
    /// Seconds a cell, above 0; rounded to whole ticks, at least one.
    pub step_interval: f64,
    /// `line_of_sight`: a line is never longer than this many cells.
    pub max_path_length: u32,
}

impl Default for GridChase {
    fn default() -> Self {
        Self {
            method: Method::LineOfSight,
            mode: ChaseMode::Chase,
            step_interval: 0.25,
            max_path_length: 64,
        }
    }
}

/// How the next cell is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The column moves one toward the prey's and the row one toward its row, both in one step. Beside a blocked cell
    /// the mover slides along: by its column alone, else by its row alone.
    Axis,
    /// Bresenham's line to the prey's cell, drawn again whenever that changes.
    #[default]
    LineOfSight,
}

/// Toward the prey or away from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChaseMode {
    /// Toward the prey.
    #[default]
    Chase,
    /// Away from it: to the mirror image of the prey's cell.
    Evade,
}

/// Where a cell mover is.
#[derive(Clone, Debug, PartialEq)]
pub struct CellMover {
    from: Cell,
    to: Cell,
    /// Ticks since the last step.
    elapsed: u32,
    prey: Option<Cell>,
    line: VecDeque<Cell>,
    line_reaches: bool,
}

impl CellMover {
    /// A mover that stands in `cell`.
    pub fn new(cell: Cell) -> Self {
        Self {
            from: cell,
            to: cell,
            elapsed: 0,
            prey: None,
            line: VecDeque::new(),
            line_reaches: true,
        }
    }

    /// The cell it is in or on its way to.
    pub fn cell(&self) -> Cell {
        self.to
    }

    /// The cells it means to take.
    pub fn line(&self) -> impl Iterator<Item = Cell> + '_ {
        self.line.iter().copied()
    }

    /// `line_of_sight`: whether the line to the prey's cell got there when it was drawn last.
    pub fn line_reaches(&self) -> bool {
        self.line_reaches
    }

    /// One tick toward (or away from) the prey in cell `prey`, if there is one. Returns the cell entered, when a step begins.
    pub fn advance(
        &mut self,
        prey: Option<Cell>,
        grid: &CellGrid,
        parameters: &GridChase,
        dt: f64,
    ) -> Option<Cell> {
        let interval = ticks_per_step(parameters, dt);
        let mut entered = None;
        if self.elapsed == 0 {
            self.from = self.to;
            self.to = self.next_cell(prey, grid, parameters);
            entered = (self.to != self.from).then_some(self.to);
        }
        self.elapsed += 1;
        if self.elapsed >= interval {
            self.elapsed = 0;
        }
        entered
    }

    /// Its position: between the cell it left and the one it is on its way to.
    pub fn position(&self, grid: &CellGrid, parameters: &GridChase, dt: f64) -> DVec2 {
        let (from, to) = (grid.center(self.from), grid.center(self.to));
        if self.elapsed == 0 {
            return to;
        }
        let part = f64::from(self.elapsed) / f64::from(ticks_per_step(parameters, dt));
        from + (to - from) * part
    }

    /// Draws the line again at the next step, whether the prey has moved or not.
    pub fn forget_line(&mut self) {
        self.prey = None;
        self.line.clear();
    }

    /// The line to `goal`, up to the first step that a blocked cell forbids.
    fn draw_line(&mut self, goal: Cell, grid: &CellGrid, max: usize) {
        self.line.clear();
        let mut at = self.to;
        for next in cells::line(self.to, goal).take(max) {
            if !grid.can_step(at, next) {
                break;
            }
            self.line.push_back(next);
            at = next;
        }
        self.line_reaches = at == goal;
    }

    fn next_cell(&mut self, prey: Option<Cell>, grid: &CellGrid, parameters: &GridChase) -> Cell {
        let here = self.to;
        let Some(prey) = prey else {
            self.prey = None;
            self.line.clear();
            return here;
        };
        let goal = match parameters.mode {
            ChaseMode::Chase => prey,
            ChaseMode::Evade => here.offset(
                here.column.saturating_sub(prey.column),
                here.row.saturating_sub(prey.row),
            ),
        };
        match parameters.method {
            Method::Axis => axis_step(here, goal, grid),
            Method::LineOfSight => {
                if self.prey != Some(prey) {
                    self.prey = Some(prey);
                    self.draw_line(goal, grid, parameters.max_path_length as usize);
                }
                // Cells may have been blocked since the line was built.
                match self.line.pop_front() {
                    Some(next) if grid.can_step(here, next) => next,
                    Some(_) | None => here,
                }
            }
        }
    }
}

/// How many ticks a step takes: round(step_interval / dt), at least 1.
#[must_use]
pub fn ticks_per_step(parameters: &GridChase, dt: f64) -> u32 {
    ((parameters.step_interval / dt).round() as u32).max(1)
}

fn axis_step(here: Cell, goal: Cell, grid: &CellGrid) -> Cell {
    let toward = |from: i32, to: i32| i32::from(to > from) - i32::from(to < from);
    let (columns, rows) = (toward(here.column, goal.column), toward(here.row, goal.row));
    [
        here.offset(columns, rows),
        here.offset(columns, 0),
        here.offset(0, rows),
    ]
    .into_iter()
    .find(|&next| next != here && grid.can_step(here, next))
    .unwrap_or(here)
}
