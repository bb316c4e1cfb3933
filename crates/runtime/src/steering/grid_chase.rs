//! Grid chase: chasing and evading from cell to cell. Source: Bourg & Seemann, *AI for Game
//! Developers*, chapter 2, "Chasing and Evading".

use crate::geometry::cell_way::CellWays;
use crate::geometry::cells;
use crate::geometry::cells::{Cell, CellGrid};
use crate::parameter::{Parameter, ParameterTable, Unit};
use crate::steering::goal::{Goal, RouteMode};
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
    /// With `line_of_sight`, the maximum length of a line, 0 to 1,000,000 cells. Targets further
    /// away are not in sight.
    pub max_path_length: u32,
    /// What the agent chases or evades.
    #[serde(skip_serializing_if = "Goal::is_reference")]
    pub goal: Goal,
    /// Whether the agent goes around blocked cells, by the cheapest way. Only with the mode
    /// `chase`.
    #[serde(skip_serializing_if = "RouteMode::is_direct")]
    pub route: RouteMode,
}

impl Default for GridChase {
    fn default() -> Self {
        Self {
            method: Method::LineOfSight,
            mode: ChaseMode::Chase,
            step_interval: 0.25,
            max_path_length: 64,
            goal: Goal::Reference,
            route: RouteMode::Direct,
        }
    }
}

/// How the next cell is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The column moves one toward the prey's and the row one toward its row, both in one step.
    /// Beside a blocked cell the mover slides along: by its column alone, else by its row alone.
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
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    /// The ticks since the last step.
    pub(crate) elapsed: u32,
    pub(crate) prey: Option<Cell>,
    pub(crate) line: VecDeque<Cell>,
    pub(crate) line_reaches: bool,
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

    /// With `line_of_sight`, whether the last line reached the cell of the target; around walls,
    /// whether there was a way.
    #[must_use]
    pub fn line_reaches(&self) -> bool {
        self.line_reaches
    }

    /// Advances by one tick of `dt` seconds, toward or away from the target in the cell `prey`.
    /// Returns the cell that is entered if a step starts.
    pub fn advance(
        &mut self,
        prey: Option<Cell>,
        grid: &CellGrid,
        parameters: &GridChase,
        dt: f64,
    ) -> Option<Cell> {
        let mut ways = CellWays::default();
        let step = self.advance_with(&mut ways, prey, grid, parameters, dt);
        step.entered
    }

    /// As [`advance`](Self::advance), with what a way around blocked cells is found with.
    pub(crate) fn advance_with(
        &mut self,
        ways: &mut CellWays,
        prey: Option<Cell>,
        grid: &CellGrid,
        parameters: &GridChase,
        dt: f64,
    ) -> CellStep {
        let interval = ticks_per_step(parameters, dt);
        let mut step = CellStep::default();
        if self.elapsed == 0 {
            self.from = self.to;
            if parameters.goes_around_walls()
                && let Some(prey) = prey.filter(|_| self.prey != prey)
            {
                step.found_way = Some(self.plan_way(ways, prey, grid, parameters));
            }
            self.to = self.next_cell(prey, grid, parameters);
            step.entered = (self.to != self.from).then_some(self.to);
        }
        self.elapsed = self.elapsed.saturating_add(1);
        if self.elapsed >= interval {
            self.elapsed = 0;
        }
        step
    }

    /// Plans the cheapest way to the cell of the target, or draws the line there if there is none.
    /// Returns whether there is one.
    fn plan_way(
        &mut self,
        ways: &mut CellWays,
        prey: Cell,
        grid: &CellGrid,
        parameters: &GridChase,
    ) -> bool {
        self.prey = Some(prey);
        let is_found = ways.find(grid, self.to, prey, &mut self.line);
        if !is_found {
            self.draw_line(prey, grid, parameters.max_line());
        }
        self.line_reaches = is_found;
        is_found
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

    /// A mover that continues the step, but has still to look for its target.
    #[must_use]
    pub fn without_line(&self) -> Self {
        Self {
            prey: None,
            line: VecDeque::new(),
            ..*self
        }
    }

    /// This mover, which has no line, with the memory of the line of another.
    #[must_use]
    pub(crate) fn with_room_of(self, other: &mut Self) -> Self {
        let mut line = std::mem::take(&mut other.line);
        line.clear();
        Self { line, ..self }
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
            Method::Axis if !parameters.goes_around_walls() => axis_step(here, goal, grid),
            // The way is planned already.
            Method::Axis | Method::LineOfSight => {
                if self.prey != Some(prey) {
                    self.prey = Some(prey);
                    self.draw_line(goal, grid, parameters.max_line());
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

/// No line is longer, cells: a game may set any number, and a line takes memory.
const MAX_LINE: u32 = 1_000_000;

impl GridChase {
    /// The greatest number of cells of a line.
    fn max_line(&self) -> usize {
        self.max_path_length.min(MAX_LINE) as usize
    }

    /// Whether the agent goes around blocked cells.
    #[must_use]
    pub fn goes_around_walls(&self) -> bool {
        !self.route.is_direct() && self.mode == ChaseMode::Chase
    }
}

/// What a tick has brought a mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellStep {
    /// The cell that it entered.
    pub(crate) entered: Option<Cell>,
    /// If it has looked for a way around blocked cells: whether there is one.
    pub(crate) found_way: Option<bool>,
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

/// The numbers of a grid chase.
pub const GRID_CHASE: ParameterTable<GridChase> = ParameterTable(&[
    Parameter::number(
        field!(GridChase.step_interval: f64),
        Unit::Time,
        (1e-3, 1e4),
    )
    .shown(
        "Step interval",
        (0.05, 2.0),
        "Time per cell. Shorter is faster.",
    ),
    Parameter::number(
        field!(GridChase.max_path_length: u32),
        Unit::Cells,
        (0.0, MAX_LINE as f64),
    )
    .named("Max path length", "The longest line of sight."),
]);
