//! The cell movers of a block, agent by agent.

use crate::lanes::for_each_row;
use crate::simulation::event::EventKind;
use crate::simulation::store::behavior_state::GridChaseState;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::placed::{keep_heading, place};
use crate::simulation::tick::shared::Shared;
use crate::steering::GridChase;
use crate::steering::grid_chase::{ChaseMode, Method};

/// Moves the cell movers of a block that the game does not drive. Returns the highest square of
/// their speeds.
pub(super) fn step(
    shared: &Shared,
    block: &mut Block,
    parameters: &GridChase,
    memory: Option<MemoryMut>,
) -> f64 {
    let mut fastest_squared = 0.0;
    let Some(MemoryMut::GridChase(memories)) = memory else {
        return fastest_squared;
    };
    for_each_row(block.live, |row| {
        let state = &mut memories[row];
        advance(shared, block, parameters, state, row);
        let to = state.mover.position(shared.grid, parameters, shared.dt);
        keep_heading(block, row);
        fastest_squared = f64::max(fastest_squared, place(shared, block, row, to));
    });
    fastest_squared
}

/// Decides the next cell of one mover, and reports what happened.
fn advance(
    shared: &Shared,
    block: &mut Block,
    parameters: &GridChase,
    state: &mut GridChaseState,
    row: usize,
) {
    let slot = block.at + row;
    let prey = shared
        .goal(parameters.goal, shared.target.get(slot), slot)
        .map(|seen| shared.grid.cell_at(seen.position));
    let GridChaseState {
        mover,
        line_seen,
        arrival,
    } = state;
    let ways = &mut block.output.cell_ways;
    let step = mover.advance_with(ways, prey, shared.grid, parameters, shared.dt);
    let mut emit = |kind| block.output.events.push(shared.event(slot, 0, kind));
    let has_line = parameters.method == Method::LineOfSight || parameters.goes_around_walls();
    let watches_line = prey.is_some() && has_line && parameters.mode == ChaseMode::Chase;
    if watches_line && line_seen.update(mover.line_reaches()) {
        emit(if mover.line_reaches() {
            EventKind::LineGained
        } else {
            EventKind::LineLost
        });
    }
    if step.entered.is_some() {
        emit(EventKind::CellEntered);
    }
    if arrival.update(prey == Some(mover.cell())) {
        emit(EventKind::Arrived);
    }
    if let Some(is_found) = step.found_way {
        if !is_found {
            emit(EventKind::NoRoute);
        }
        if let Some(routes) = block.columns.routes.get_mut(row) {
            routes.has_none = !is_found;
        }
    }
}
