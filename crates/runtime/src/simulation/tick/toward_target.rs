//! The behaviors that look at a target or a danger, in lanes: seek, flee, arrive, leave, pursue and
//! evade. Their formulas are in [`steering`](crate::steering).

use crate::lanes::{Pair, Simd, WIDEST};
use crate::simulation::event::EventKind;
use crate::simulation::store::columns::NONE;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::store::row_column::RowColumn;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::on_route::around_walls;
use crate::steering::agent_lanes::Asked;
use crate::steering::{Arrive, Flee, Leave, Pursue};
use std::ops::Range;

/// What the agents in some lanes see of their targets.
struct Seen<S: Simd> {
    /// The lanes that have a target.
    lanes: u64,
    position: Pair<S>,
    velocity: Pair<S>,
}

/// Looks up rows of the observed table, or what the agents know if the behavior has another goal.
#[inline(always)]
fn look<S: Simd>(s: S, context: &Context, rows: &RowColumn, at: usize) -> Seen<S> {
    let mut lanes = 0;
    let mut columns = [[0.0; WIDEST]; 4];
    let rows = rows.of(at..at + S::LANES);
    if !context.goal.is_reference() {
        lanes = look_at_goals(context, at..at + S::LANES, &mut columns);
    } else if rows.len() == S::LANES {
        for (lane, &row) in rows.iter().enumerate() {
            if row != NONE {
                let state = &context.shared.observed[row as usize];
                lanes |= 1 << lane;
                columns[0][lane] = state.position.x;
                columns[1][lane] = state.position.y;
                columns[2][lane] = state.velocity.x;
                columns[3][lane] = state.velocity.y;
            }
        }
    }
    let [x, y, vx, vy] = &columns;
    Seen {
        lanes,
        position: Pair::load(s, [x, y], 0),
        velocity: Pair::load(s, [vx, vy], 0),
    }
}

/// Looks up what the agents in some slots know. Returns a bit for each that knows the goal.
#[cold]
#[inline(never)]
fn look_at_goals(context: &Context, slots: Range<usize>, columns: &mut [[f64; WIDEST]; 4]) -> u64 {
    let mut lanes = 0;
    for (lane, slot) in slots.enumerate() {
        if let Some(state) = context.shared.knowledge.goal(context.goal, slot) {
            lanes |= 1 << lane;
            columns[0][lane] = state.position.x;
            columns[1][lane] = state.position.y;
            columns[2][lane] = state.velocity.x;
            columns[3][lane] = state.velocity.y;
        }
    }
    lanes
}

pub(super) struct SeekKernel;

impl Kernel for SeekKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let target = look(s, context, context.shared.target, block.at + i);
        let force = block.agents(s, i).seek(target.position);
        let straight = Asked::everywhere(force).within(s, target.lanes);
        around_walls(s, context, block, i, straight, target.position)
    }
}

pub(super) struct FleeKernel(pub(super) Flee);

impl Kernel for FleeKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let danger = look(s, context, context.shared.danger, block.at + i);
        let asked = block.agents(s, i).flee(danger.position, &self.0);
        asked.within(s, danger.lanes)
    }
}

pub(super) struct PursueKernel(pub(super) Pursue);

impl Kernel for PursueKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let target = look(s, context, context.shared.target, block.at + i);
        let agents = block.agents(s, i);
        let predicted = agents.predicted_position(target.position, target.velocity, &self.0);
        let straight = Asked::everywhere(agents.seek(predicted)).within(s, target.lanes);
        around_walls(s, context, block, i, straight, predicted)
    }
}

pub(super) struct EvadeKernel(pub(super) Pursue);

impl Kernel for EvadeKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let danger = look(s, context, context.shared.danger, block.at + i);
        let agents = block.agents(s, i);
        let predicted = agents.predicted_position(danger.position, danger.velocity, &self.0);
        Asked::everywhere(agents.flee_from(predicted)).within(s, danger.lanes)
    }
}

pub(super) struct ArriveKernel(pub(super) Arrive);

impl Kernel for ArriveKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        memory: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let target = look(s, context, context.shared.target, block.at + i);
        let agents = block.agents(s, i);
        let arrival = agents.arrive(target.position, &self.0, agents.max_speed);
        let lanes = Block::lanes_of::<S>(block.live, i) & target.lanes;
        let inside = s.bits(arrival.has_arrived);
        update_arrivals(context, block, memory, i, lanes, inside);
        let straight = Asked::everywhere(arrival.force).within(s, target.lanes);
        around_walls(s, context, block, i, straight, target.position)
    }
}

/// Stores which of the agents in `lanes` have arrived, and reports those that arrive in this tick.
#[inline(always)]
fn update_arrivals(
    context: &Context,
    block: &mut Block,
    memory: &mut MemoryMut,
    i: usize,
    lanes: u64,
    inside: u64,
) {
    let MemoryMut::Arrive(arrivals) = memory else {
        return;
    };
    let mut left = lanes;
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        left &= left - 1;
        if arrivals[i + lane].update((inside >> lane) & 1 == 1) {
            let slot = block.at + i + lane;
            block.output.events.push(context.shared.event(
                slot,
                context.behavior,
                EventKind::Arrived,
            ));
        }
    }
}

pub(super) struct LeaveKernel(pub(super) Leave);

impl Kernel for LeaveKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let danger = look(s, context, context.shared.danger, block.at + i);
        let asked = block.agents(s, i).leave(danger.position, &self.0);
        asked.within(s, danger.lanes)
    }
}
