//! Path following in lanes.
//!
//! Most agents are far from the node they seek: nothing can happen to their progress in this tick,
//! and they need only its cached position. The few that are near, wait, or are at the end of their
//! path take [`look`], which runs the functions of
//! [`steering::follow_path`](crate::steering::follow_path).

use crate::simulation::event::EventKind;
use crate::simulation::lanes::{Pair, Simd, WIDEST, for_each_row};
use crate::simulation::memory::MemoryMut;
use crate::simulation::path_memory::{Aim, PathMemoryMut};
use crate::simulation::program::FollowPathKernel;
use crate::simulation::tick::block::{Asked, Block};
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::on_route::force_on_route;
use crate::simulation::tick::path_actions::ScriptRun;
use crate::steering::Kinematic;
use crate::steering::follow_path::{Progress, Route, follow, follow_within};
use glam::DVec2;
use std::sync::Arc;

impl Kernel for FollowPathKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        memory: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let MemoryMut::FollowPath(memory) = memory else {
            return Asked::nothing(s);
        };
        let to_target = path_target(s, memory, i) - block.positions(s, i);
        let squared = to_target.squared();
        let far = s.bits(s.less(s.load(memory.trigger, i), squared));
        let live = Block::lanes_of::<S>(block.live, i);
        // On a route, every tick can plan or pass a point.
        let near = if context.is_routed { live } else { live & !far };
        if near != 0 {
            return self.force_near(s, context, block, memory, i, near);
        }
        Asked {
            force: seek(s, block, memory, i, to_target, squared),
            lanes: S::ALL,
        }
    }
}

impl FollowPathKernel {
    /// The forces where something may happen to the agents in the lanes `near`.
    #[inline(always)]
    fn force_near<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        memory: &mut PathMemoryMut,
        i: usize,
        near: u64,
    ) -> Asked<S> {
        let mut special = [None; WIDEST];
        for_each_row(near, |lane| {
            let row = i + lane;
            special[lane] = look(self, context, block, memory, row);
            if context.is_routed
                && let Some(force) = look_at_route(context, block, memory, row, special[lane])
            {
                special[lane] = Some(Some(force));
            }
        });
        let to_target = path_target(s, memory, i) - block.positions(s, i);
        let force = seek(s, block, memory, i, to_target, to_target.squared());
        let (mut x, mut y, mut lanes) = ([0.0; WIDEST], [0.0; WIDEST], S::ALL);
        force.store(s, &mut [&mut x, &mut y], 0);
        for (lane, special) in special.into_iter().enumerate() {
            match special {
                None => {}
                Some(Some(force)) => (x[lane], y[lane]) = (force.x, force.y),
                Some(None) => {
                    (x[lane], y[lane]) = (0.0, 0.0);
                    lanes &= !(1 << lane);
                }
            }
        }
        Asked {
            force: Pair::load(s, [&x, &y], 0),
            lanes,
        }
    }
}

/// The points that the agents from row `i` on seek.
#[inline(always)]
fn path_target<S: Simd>(s: S, memory: &PathMemoryMut, i: usize) -> Pair<S> {
    let [x, y] = &memory.target;
    Pair::load(s, [x, y], i)
}

/// `seek::seek_at` those points.
#[inline(always)]
fn seek<S: Simd>(
    s: S,
    block: &Block,
    memory: &PathMemoryMut,
    i: usize,
    to_target: Pair<S>,
    squared: S::F64s,
) -> Pair<S> {
    let direction = to_target.direction_given_length(s, s.sqrt(squared));
    block.force_toward(s, i, direction.times(s.load(memory.speed, i)))
}

/// One agent's tick on its path. Returns what it asks for, unless it seeks the cached point.
#[cold]
#[inline(never)]
fn look(
    kernel: &FollowPathKernel,
    context: &Context,
    block: &mut Block,
    memory: &mut PathMemoryMut,
    row: usize,
) -> Option<Option<DVec2>> {
    let (shared, slot) = (context.shared, block.at + row);
    let (position, previous) = (shared.position(slot), block.previous(row));
    let body = shared.body(slot);
    let trigger = memory.trigger[row];
    if trigger < f64::INFINITY {
        // Still outside and coming nearer: the end of the move is its nearest point. The node
        // itself is far in memory.
        let to_target = DVec2::new(memory.target[0][row], memory.target[1][row]) - position;
        let certain = trigger.sqrt() - body.max_speed.abs() * shared.dt;
        if to_target.dot(position - previous) > 0.0
            && certain > 0.0
            && to_target.dot(to_target) > certain * certain
        {
            return None;
        }
    }
    if let Some(at) = script_at(memory, row) {
        return look_at_script(kernel, context, block, memory, row, at);
    }
    let Some(route) = shared.route(slot) else {
        return Some(None);
    };
    let before = Progress::from(memory.progress[row]);
    let mut now = before;
    let advance = now.advance(route, previous, position, shared.dt);
    memory.progress[row] = now.into();
    let mut emit = |kind| {
        block
            .output
            .events
            .push(shared.event(slot, context.behavior, kind));
    };
    if before.is_waiting() && (!now.is_waiting() || advance.reached.is_some()) {
        emit(EventKind::WaitEnded(before.target_node));
    }
    if let Some(node) = advance.reached {
        emit(EventKind::NodeReached(node));
        if now.is_waiting() {
            emit(EventKind::WaitStarted(node));
        }
    }
    if advance.finished {
        emit(EventKind::PathFinished);
    }
    if kernel.is_reported {
        block.columns.node[row] = now.target_node as u32;
    }
    if let Some(aim) = aim(route, &now, body.max_speed, shared.dt) {
        memory.set_aim(row, aim);
        return None;
    }
    memory.set_aim(row, Aim::UNKNOWN);
    let agent = Kinematic {
        position,
        velocity: block.velocity(row),
        body,
    };
    Some(follow(&agent, route, &now, &kernel.parameters))
}

/// The force of an agent that goes around walls. `special` is what it asks for without; `None`
/// where it goes straight.
#[cold]
#[inline(never)]
fn look_at_route(
    context: &Context,
    block: &mut Block,
    memory: &PathMemoryMut,
    row: usize,
    special: Option<Option<DVec2>>,
) -> Option<DVec2> {
    match special {
        None => {
            let goal = DVec2::new(memory.target[0][row], memory.target[1][row]);
            force_on_route(context, block, row, goal, Some(memory.speed[row]))
        }
        Some(None) => None,
        Some(Some(_)) => {
            let progress = Progress::from(memory.progress[row]);
            let script = script_at(memory, row).map(|at| &*memory.scripts[at].script);
            let is_held =
                progress.is_waiting() || script.is_some_and(|script| script.action.is_some());
            if is_held || progress.finished {
                return None;
            }
            // It arrives at the end of its path.
            let (shared, slot) = (context.shared, block.at + row);
            let route = match script {
                Some(script) => shared.routes.get(script.route as usize).map(Arc::as_ref),
                None => shared.route(slot),
            };
            let end = route?.node(progress.target_node)?;
            let mut speed = shared.body(slot).max_speed;
            let limits = [
                end.speed_limit,
                script.map_or(f64::INFINITY, |own| own.speed_limit),
            ];
            for limit in limits {
                if limit < speed {
                    speed = limit;
                }
            }
            force_on_route(context, block, row, end.position, Some(speed))
        }
    }
}

/// The place of the agent's script.
fn script_at(memory: &PathMemoryMut, row: usize) -> Option<usize> {
    let row = (memory.first_row + row) as u32;
    let scripts = &memory.scripts;
    scripts.binary_search_by_key(&row, |script| script.row).ok()
}

/// As [`look`], on a path with scripts: the script of the agent is at `at`.
fn look_at_script(
    kernel: &FollowPathKernel,
    context: &Context,
    block: &mut Block,
    memory: &mut PathMemoryMut,
    row: usize,
    at: usize,
) -> Option<Option<DVec2>> {
    let (shared, slot) = (context.shared, block.at + row);
    let (position, previous) = (shared.position(slot), block.previous(row));
    let mut progress = Progress::from(memory.progress[row]);
    let node_before = progress.target_node;
    let mut run = ScriptRun {
        shared,
        slot,
        behavior: context.behavior,
        previous,
        progress: &mut progress,
        script: &mut memory.scripts[at].script,
        stream: block.columns.stream.get_mut(row),
        output: block.output,
    };
    if run.route().is_none() {
        return Some(None);
    }
    let was_held = run.is_held();
    let advance = run.advance();
    let (is_held, has_along) = (run.is_held(), run.has_along());
    run.note_ask();
    // The path of an option has nodes, and is there.
    let Some(route) = run.route() else {
        return Some(None);
    };
    let speed_limit = run.script.speed_limit;
    let progress = *run.progress;
    memory.progress[row] = progress.into();
    let mut emit = |kind| {
        let event = shared.event(slot, context.behavior, kind);
        block.output.events.push(event);
    };
    if was_held && (!is_held || advance.reached.is_some()) {
        emit(EventKind::WaitEnded(node_before));
    }
    if let Some(node) = advance.reached {
        emit(EventKind::NodeReached(node));
        if is_held {
            emit(EventKind::WaitStarted(node));
        }
    }
    if advance.finished {
        emit(EventKind::PathFinished);
    }
    if kernel.is_reported {
        block.columns.node[row] = progress.target_node as u32;
    }
    let body = shared.body(slot);
    let agent = Kinematic {
        position,
        velocity: block.velocity(row),
        body,
    };
    let known = if is_held {
        None
    } else {
        aim(route, &progress, body.max_speed, shared.dt)
    };
    memory.set_aim(row, Aim::UNKNOWN);
    match known {
        Some(mut aim) => {
            if speed_limit < aim.speed {
                aim.speed = speed_limit;
            }
            if has_along {
                aim.trigger = f64::INFINITY;
            }
            memory.set_aim(row, aim);
            None
        }
        None if is_held => Some(Some(agent.force_toward_velocity(DVec2::ZERO))),
        None => Some(follow_within(
            &agent,
            route,
            &progress,
            &kernel.parameters,
            speed_limit,
        )),
    }
}

/// What an agent of this progress seeks that moves at most `max_speed * dt` in a tick; `None` where
/// it does something else, or where every tick may change its progress.
fn aim(route: &Route, progress: &Progress, max_speed: f64, dt: f64) -> Option<Aim> {
    let goal = progress.goal(route)?;
    let reach = goal.radius + max_speed.abs() * dt;
    // Wider by more than the rounding of the move and of the distance.
    let reach = reach * (1.0 + 1e-9) + (goal.position.x.abs() + goal.position.y.abs()) * 1e-14;
    Some(Aim {
        target: goal.position,
        speed: if goal.speed_limit < max_speed {
            goal.speed_limit
        } else {
            max_speed
        },
        trigger: reach * reach,
    })
}
