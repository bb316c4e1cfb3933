//! The cell movers of a block, agent by agent.

use crate::simulation::behavior_state::GridChaseState;
use crate::simulation::event::EventKind;
use crate::simulation::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::placed::{for_each_row, keep_heading, place};
use crate::simulation::tick::shared::Shared;
use crate::steering::GridChase;
use crate::steering::grid_chase::{ChaseMode, Method};

/// Moves the cell movers of a block that the game does not drive. Returns the highest square of their speeds.
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
        .seen(shared.target.get(slot))
        .map(|seen| shared.grid.cell_at(seen.position));
    let GridChaseState {
        mover,
        line_seen,
        arrival,
    } = state;
    let mut emit = |kind| block.events.push(shared.event(slot, 0, kind));
    let entered = mover.advance(prey, shared.grid, parameters, shared.dt);
    let watches_line = prey.is_some()
        && parameters.method == Method::LineOfSight
        && parameters.mode == ChaseMode::Chase;
    if watches_line && line_seen.update(mover.line_reaches()) {
        emit(if mover.line_reaches() {
            EventKind::LineGained
        } else {
            EventKind::LineLost
        });
    }
    if entered.is_some() {
        emit(EventKind::CellEntered);
    }
    if arrival.update(prey == Some(mover.cell())) {
        emit(EventKind::Arrived);
    }
}
