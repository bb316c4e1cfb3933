//! The cheapest way through the free cells of a grid, by A*.

use crate::geometry::cells::{Cell, CellGrid};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

/// The maximum number of cells that a search looks at. It ends without a way.
const MAX_TAKEN: usize = 65_536;
/// The cost of a step along a row or a column, and of a diagonal one.
const STRAIGHT: u64 = 5;
const DIAGONAL: u64 = 7;
/// The neighbors of a cell, counterclockwise from the right: columns, rows and cost.
const NEIGHBORS: [(i32, i32, u64); 8] = [
    (1, 0, STRAIGHT),
    (1, 1, DIAGONAL),
    (0, 1, STRAIGHT),
    (-1, 1, DIAGONAL),
    (-1, 0, STRAIGHT),
    (-1, -1, DIAGONAL),
    (0, -1, STRAIGHT),
    (1, -1, DIAGONAL),
];
/// No cell that was opened.
const NONE: u32 = u32::MAX;

/// Finds ways through grids. It keeps its memory, so that most searches ask for none.
#[derive(Clone, Debug, Default)]
pub struct CellWays {
    /// In the order in which they were opened.
    opened: Vec<OpenedCell>,
    open: BinaryHeap<Open>,
    latest: LatestCells,
}

#[derive(Clone, Copy, Debug)]
struct OpenedCell {
    cell: Cell,
    cost: u64,
    before: u32,
}

/// A cell that is still to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Open {
    /// The cost of the way to it, and at least of the rest.
    sum: u64,
    cost: u64,
    index: u32,
}

/// The one that is taken first is the greatest: that of the least sum, then that of the greatest
/// cost, then the one opened first.
impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_sum = other.sum.cmp(&self.sum);
        by_sum
            .then(self.cost.cmp(&other.cost))
            .then(other.index.cmp(&self.index))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl CellWays {
    /// Puts the cells of the cheapest way from `from` to `goal` into `way`, without the first.
    /// Returns whether there is one; without, the list is empty.
    pub fn find(
        &mut self,
        grid: &CellGrid,
        from: Cell,
        goal: Cell,
        way: &mut VecDeque<Cell>,
    ) -> bool {
        way.clear();
        self.opened.clear();
        self.open.clear();
        self.latest.clear();
        self.add(from, goal, 0, NONE);
        let mut taken = 0;
        while let Some(Open { index, cost, .. }) = self.open.pop() {
            let cell = self.opened[index as usize].cell;
            if self.latest.get(&self.opened, cell) != index {
                // A cheaper way to it was found later.
                continue;
            }
            taken += 1;
            if cell == goal {
                self.trace(index, way);
                return true;
            }
            if taken == MAX_TAKEN {
                return false;
            }
            for (columns, rows, step) in NEIGHBORS {
                let (Some(column), Some(row)) =
                    (cell.column.checked_add(columns), cell.row.checked_add(rows))
                else {
                    continue;
                };
                let next = Cell::new(column, row);
                let known = self.latest.get(&self.opened, next);
                let is_cheaper = known == NONE || cost + step < self.opened[known as usize].cost;
                if is_cheaper && grid.can_step(cell, next) {
                    self.add(next, goal, cost + step, index);
                }
            }
        }
        false
    }

    fn add(&mut self, cell: Cell, goal: Cell, cost: u64, before: u32) {
        let index = self.opened.len() as u32;
        self.opened.push(OpenedCell { cell, cost, before });
        self.latest.set(&self.opened, cell, index);
        let sum = cost + least_cost(cell, goal);
        self.open.push(Open { sum, cost, index });
    }

    fn trace(&self, mut index: u32, way: &mut VecDeque<Cell>) {
        loop {
            let OpenedCell { cell, before, .. } = self.opened[index as usize];
            if before == NONE {
                return;
            }
            way.push_front(cell);
            index = before;
        }
    }
}

/// What a way between two cells costs at least.
fn least_cost(a: Cell, b: Cell) -> u64 {
    let columns = u64::from(a.column.abs_diff(b.column));
    let rows = u64::from(a.row.abs_diff(b.row));
    STRAIGHT * columns.max(rows) + (DIAGONAL - STRAIGHT) * columns.min(rows)
}

/// A hash table from cells to the indices of where they were opened last.
#[derive(Clone, Debug, Default)]
struct LatestCells {
    /// A power of two of places, at least half of which are [`NONE`].
    places: Vec<u32>,
    used: usize,
}

impl LatestCells {
    fn clear(&mut self) {
        self.places.fill(NONE);
        self.used = 0;
    }

    /// The place of a cell: where it is, or where it would be.
    fn place(&self, opened: &[OpenedCell], cell: Cell) -> usize {
        let mask = self.places.len() - 1;
        let word = u64::from(cell.column as u32) << 32 | u64::from(cell.row as u32);
        let mut place = (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.places[place] != NONE && opened[self.places[place] as usize].cell != cell {
            place = (place + 1) & mask;
        }
        place
    }

    fn get(&self, opened: &[OpenedCell], cell: Cell) -> u32 {
        if self.places.is_empty() {
            return NONE;
        }
        self.places[self.place(opened, cell)]
    }

    fn set(&mut self, opened: &[OpenedCell], cell: Cell, index: u32) {
        if 2 * (self.used + 1) > self.places.len() {
            let larger = (2 * self.places.len()).max(256);
            let before = std::mem::replace(&mut self.places, vec![NONE; larger]);
            for known in before.into_iter().filter(|&known| known != NONE) {
                let place = self.place(opened, opened[known as usize].cell);
                self.places[place] = known;
            }
        }
        let place = self.place(opened, cell);
        self.used += usize::from(self.places[place] == NONE);
        self.places[place] = index;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(blocked: &[(i32, i32)], from: (i32, i32), goal: (i32, i32)) -> Option<Vec<(i32, i32)>> {
        let blocked = blocked.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let grid = CellGrid::new(1.0, blocked);
        let cell = |(column, row)| Cell::new(column, row);
        let (mut way, mut ways) = (VecDeque::new(), CellWays::default());
        let is_found = ways.find(&grid, cell(from), cell(goal), &mut way);
        is_found.then(|| way.iter().map(|cell| (cell.column, cell.row)).collect())
    }

    #[test]
    fn a_way_leads_around_blocked_cells_and_cuts_no_corner() {
        let wall = [(1, -1), (1, 0), (1, 1)];
        let found = way(&wall, (0, 0), (2, 0)).expect("a way");
        let expected = [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)];
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().all(|cell| !wall.contains(cell)), "{found:?}");
    }

    #[test]
    fn a_way_that_is_there_already_has_no_cells() {
        assert_eq!(way(&[], (3, 3), (3, 3)), Some(Vec::new()));
    }

    #[test]
    fn a_cell_that_is_walled_in_is_not_reached() {
        let ring: Vec<_> = (-1..=1)
            .flat_map(|x| (-1..=1).map(move |y| (x, y)))
            .filter(|&cell| cell != (0, 0))
            .collect();
        assert_eq!(way(&ring, (9, 0), (0, 0)), None);
        assert_eq!(way(&ring, (0, 0), (9, 0)), None);
    }

    #[test]
    fn the_limits_of_cells_are_no_way_around() {
        let edge = (i32::MAX, i32::MAX);
        let found = way(&[], edge, (i32::MAX - 2, i32::MAX - 1));
        assert_eq!(found.map(|way| way.len()), Some(2));
    }
}
