//! Finds watched agents by their team, without a look at all of them.

use crate::geometry::vector::length;
use crate::simulation::neighborhood::cells::{Cells, Runs};
use crate::simulation::store::AgentStore;
use crate::simulation::store::columns::NONE;
use glam::DVec2;

/// With fewer pairs than this, looking at each is faster than sorting agents into cells.
const MAX_PAIRS_TO_TRY: usize = 1024;
/// How many rows of cells the widest search spans, at most: more, and [`Cells`] visits everyone.
const ROWS: f64 = 7.0;

/// The agents of all teams that someone watches, after a move.
#[derive(Clone, Debug, Default)]
pub(super) struct WatchedAgents {
    slots: Vec<u32>,
    cells: Cells,
    has_cells: bool,
    /// The greatest radius of the noises that they make in this tick, u. `None` if none makes one.
    pub(super) loudest: Option<f64>,
    /// The greatest radius of a body, u.
    pub(super) widest: f64,
}

impl WatchedAgents {
    /// Lists the agents of `store` that are in a watched team, for `searches` searches.
    pub(super) fn update(&mut self, store: &AgentStore, searches: usize) {
        self.slots.clear();
        let teams = store.columns.team.of(0..store.columns.agent.len());
        let in_team = (0..).zip(teams).filter(|(_, team)| **team != NONE);
        self.slots.extend(in_team.map(|(slot, _)| slot));
        self.loudest = self
            .slots
            .iter()
            .filter_map(|&slot| noise_radius(store, slot as usize))
            .reduce(f64::max);
        let radii = store.bodies.iter().map(|body| body.radius);
        self.widest = radii.fold(0.0, f64::max);
        self.has_cells = self.slots.len().saturating_mul(searches) > MAX_PAIRS_TO_TRY;
    }

    /// Sorts them into cells if they are many, for searches within `radius` at most.
    pub(super) fn sort(&mut self, store: &AgentStore, radius: f64) {
        let reach = radius / ROWS;
        self.has_cells &= reach > 0.0 && reach < f64::INFINITY;
        if self.has_cells {
            let [xs, ys] = &store.columns.position;
            let slots = self.slots.iter().map(|&slot| slot as usize);
            self.cells.sort(slots, [xs, ys], reach);
        }
    }

    /// Calls `visit` with the slot of every agent within `radius` (u) of `p`, and of some that are
    /// farther away, in any order.
    #[inline]
    pub(super) fn for_each_near(
        &self,
        p: DVec2,
        radius: f64,
        runs: &mut Runs,
        mut visit: impl FnMut(usize),
    ) {
        if !self.has_cells {
            return self.slots.iter().for_each(|&slot| visit(slot as usize));
        }
        // Wider by more than the rounding of the distances.
        let reach = radius * (1.0 + 1e-9) + (p.x.abs() + p.y.abs()) * 1e-15;
        runs.clear();
        self.cells.search(p.x, p.y, reach, runs);
        for &(from, to) in runs.merge() {
            for &slot in &self.cells.slots[from as usize..to as usize] {
                visit(slot as usize);
            }
        }
    }
}

/// The radius of the noise that the agent in a slot makes, u, if it makes one.
pub(super) fn noise_radius(store: &AgentStore, slot: usize) -> Option<f64> {
    let noise = store.bodies[store.columns.body[slot] as usize].noise?;
    let speed = length(store.columns.velocity(slot));
    (speed > noise.speed).then_some(noise.radius)
}
