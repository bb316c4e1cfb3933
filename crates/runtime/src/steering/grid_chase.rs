//! Grid chase: chasing and evading from cell to cell. Source: Bourg & Seemann, *AI for Game Developers*, chapter 2, "Chasing and
//! Evading".

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
    /// Whether the agent chases its target or evades it.
    #[serde(alias = "aim")]
    pub mode: ChaseMode,
    /// The duration of a step to the next cell, s, above 0. Rounded to whole ticks, at least one.
    pub step_interval: f64,
    /// With `line_of_sight`, the maximum length of a line, cells. Targets further away are not in sight.
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
    /// Moves toward the target.
    #[default]
    Chase,
    /// Moves away from the target: toward the mirror image of its cell.
    Evade,
}

/// The state of an agent that moves by cells.
#[derive(Clone, Debug, PartialEq)]
pub struct CellMover {
    from: Cell,
    to: Cell,
    /// The ticks since the last step.
    elapsed: u32,
    prey: Option<Cell>,
    line: VecDeque<Cell>,
    line_reaches: bool,
}

impl CellMover {
    /// A mover at rest in `cell`.
    #[must_use]
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

    /// The cell that it is in or moving to.
    #[must_use]
    pub fn cell(&self) -> Cell {
        self.to
    }

    /// The cells that it plans to visit, in order.
    pub fn line(&self) -> impl Iterator<Item = Cell> + '_ {
        self.line.iter().copied()
    }

    /// With `line_of_sight`, whether the last line reached the cell of the target.
    #[must_use]
    pub fn line_reaches(&self) -> bool {
        self.line_reaches
    }

    /// Advances by one tick of `dt` seconds, toward or away from the target in the cell `prey`. Returns the cell that is entered if a
    /// step starts.
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

    /// The position, u, interpolated between the cell that it left and the one that it moves to.
    #[must_use]
    pub fn position(&self, grid: &CellGrid, parameters: &GridChase, dt: f64) -> DVec2 {
        let (from, to) = (grid.center(self.from), grid.center(self.to));
        if self.elapsed == 0 {
            return to;
        }
        let part = f64::from(self.elapsed) / f64::from(ticks_per_step(parameters, dt));
        from + (to - from) * part
    }

    /// Computes a new line at the next step, even if the target has not moved.
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

/// The number of ticks of `dt` seconds that a step takes: round(step_interval / dt), at least 1.
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
