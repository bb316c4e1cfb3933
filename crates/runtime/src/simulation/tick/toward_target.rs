//! The behaviors that look at a target or a danger, in lanes: seek, flee, arrive, leave, pursue and
//! evade.
//!
//! Each is the function of the same name in [`steering`](crate::steering), operation by operation.

use crate::simulation::columns::NONE;
use crate::simulation::event::EventKind;
use crate::simulation::lanes::{Pair, Simd, WIDEST};
use crate::simulation::memory::MemoryMut;
use crate::simulation::row_column::RowColumn;
use crate::simulation::tick::block::{Asked, Block};
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::on_route::around_walls;
use crate::steering::arrive::{Ramp, Stop};
use crate::steering::leave::LeaveRamp;
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

/// The answer of a behavior that asks in these lanes.
#[inline(always)]
fn asked<S: Simd>(s: S, lanes: u64, force: Pair<S>) -> Asked<S> {
    Asked {
        force: force.keep(s, s.mask(lanes)),
        lanes,
    }
}

#[inline(always)]
fn seek<S: Simd>(s: S, block: &Block, i: usize, target: Pair<S>) -> Pair<S> {
    let max_speed = s.load(&block.bodies.max_speed, i);
    let direction = (target - block.positions(s, i)).direction(s);
    block.force_toward(s, i, direction.times(max_speed))
}

/// `seek::flee_from`.
#[inline(always)]
pub(super) fn flee<S: Simd>(s: S, block: &Block, i: usize, danger: Pair<S>) -> Pair<S> {
    let max_speed = s.load(&block.bodies.max_speed, i);
    let direction = (danger - block.positions(s, i)).direction(s);
    block.force_toward(s, i, (-direction).times(max_speed))
}

/// `pursue::predicted_position`.
#[inline(always)]
pub(super) fn predicted<S: Simd>(
    s: S,
    block: &Block,
    i: usize,
    [position, velocity]: [Pair<S>; 2],
    max_prediction: Option<f64>,
) -> Pair<S> {
    let max_speed = s.load(&block.bodies.max_speed, i);
    let distance = (position - block.positions(s, i)).length(s);
    let mut time = s.keep(s.less(s.splat(0.0), max_speed), distance / max_speed);
    if let Some(most) = max_prediction {
        let most = s.splat(most);
        time = s.select(s.less(most, time), most, time);
    }
    let there = position + velocity.times(time);
    Pair::select(s, there.finite(s), there, position)
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
        let straight = asked(s, target.lanes, seek(s, block, i, target.position));
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
        let mut lanes = danger.lanes;
        if let Some(panic_distance) = self.0.panic_distance {
            let distance = (danger.position - block.positions(s, i)).length(s);
            lanes &= !s.bits(s.less(s.splat(panic_distance), distance));
        }
        asked(s, lanes, flee(s, block, i, danger.position))
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
        let state = [target.position, target.velocity];
        let there = predicted(s, block, i, state, self.0.max_prediction);
        let straight = asked(s, target.lanes, seek(s, block, i, there));
        around_walls(s, context, block, i, straight, there)
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
        let state = [danger.position, danger.velocity];
        let there = predicted(s, block, i, state, self.0.max_prediction);
        asked(s, danger.lanes, flee(s, block, i, there))
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
        let parameters = &self.0;
        let target = look(s, context, context.shared.target, block.at + i);
        let to_target = target.position - block.positions(s, i);
        let distance = to_target.length(s);
        let inside = s.less(distance, s.splat(parameters.target_radius));
        update_arrivals(
            context,
            block,
            memory,
            i,
            Block::lanes_of::<S>(block.live, i) & target.lanes,
            s.bits(inside),
        );

        let max_speed = s.load(&block.bodies.max_speed, i);
        let speed = arrive_speed(s, parameters, max_speed, distance);
        let time_to_target = match parameters.time_to_target {
            Some(time) => s.splat(time),
            None => s.load(&block.bodies.time_to_target, i),
        };
        let desired = to_target.direction_given_length(s, distance).times(speed);
        let force = match parameters.stop {
            Stop::Brake => {
                let desired = desired.keep(s, !inside);
                block.force_toward_within(s, i, desired, time_to_target)
            }
            Stop::Coast => block
                .force_toward_within(s, i, desired, time_to_target)
                .keep(s, !inside),
        };
        let straight = asked(s, target.lanes, force);
        around_walls(s, context, block, i, straight, target.position)
    }
}

/// `arrive::speed_at`.
#[inline(always)]
pub(super) fn arrive_speed<S: Simd>(
    s: S,
    parameters: &Arrive,
    max_speed: S::F64s,
    distance: S::F64s,
) -> S::F64s {
    if !(parameters.slow_radius > 0.0) {
        return max_speed;
    }
    let slow_radius = s.splat(parameters.slow_radius);
    let slowed = match parameters.ramp {
        Ramp::Linear => max_speed * distance / slow_radius,
        Ramp::Sqrt => max_speed * s.sqrt(distance / slow_radius),
        Ramp::Quadratic => {
            let part = distance / slow_radius;
            max_speed * (part * part)
        }
    };
    s.select(s.less(slow_radius, distance), max_speed, slowed)
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
        let parameters = &self.0;
        let danger = look(s, context, context.shared.danger, block.at + i);
        let to_danger = danger.position - block.positions(s, i);
        let distance = to_danger.length(s);
        let beyond = s.less(s.splat(parameters.danger_radius), distance);
        let max_speed = s.load(&block.bodies.max_speed, i);
        let speed = leave_speed(s, parameters, max_speed, distance);
        let desired = (-to_danger.direction_given_length(s, distance)).times(speed);
        let time_to_target = match parameters.time_to_target {
            Some(time) => s.splat(time),
            None => s.load(&block.bodies.time_to_target, i),
        };
        let force = block.force_toward_within(s, i, desired, time_to_target);
        asked(s, danger.lanes & !s.bits(beyond), force)
    }
}

/// `leave::speed_at`, up to the danger radius.
#[inline(always)]
fn leave_speed<S: Simd>(
    s: S,
    parameters: &Leave,
    max_speed: S::F64s,
    distance: S::F64s,
) -> S::F64s {
    let (escape, danger) = (parameters.escape_radius, parameters.danger_radius);
    let falling = match parameters.ramp {
        LeaveRamp::Stepped if danger > 0.0 => max_speed - max_speed * distance / s.splat(danger),
        LeaveRamp::Smooth if danger > escape => {
            max_speed * (s.splat(danger) - distance) / s.splat(danger - escape)
        }
        LeaveRamp::Stepped | LeaveRamp::Smooth => max_speed,
    };
    s.select(s.less(distance, s.splat(escape)), max_speed, falling)
}
