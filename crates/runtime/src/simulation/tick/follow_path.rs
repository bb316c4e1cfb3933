//! Path following in lanes.
//!
//! Most agents are far from the node they seek: nothing can happen to their progress in this tick,
//! and they need only its cached position. The few that are near, wait, or are at the end of their
//! path take [`look`], which runs the functions of
//! [`steering::follow_path`](crate::steering::follow_path).

use crate::lanes::{Pair, Simd, WIDEST, for_each_row};
use crate::simulation::event::EventKind;
use crate::simulation::program::FollowPathKernel;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::store::path_memory::{Aim, PathMemoryMut};
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::on_route::force_on_route;
use crate::simulation::tick::path_actions::ScriptRun;
use crate::steering::Kinematic;
use crate::steering::agent_lanes::Asked;
use crate::steering::follow_path::{Advance, Progress, Route, follow_within, limited};
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
        let squared = (path_target(s, memory, i) - block.positions(s, i)).squared();
        let far = s.bits(s.less(s.load(memory.trigger, i), squared));
        let live = Block::lanes_of::<S>(block.live, i);
        // On a route, every tick can plan or pass a point.
        let near = if context.is_routed { live } else { live & !far };
        if near != 0 {
            return self.force_near(s, context, block, memory, i, near);
        }
        Asked::everywhere(seek(s, block, memory, i))
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
        let force = seek(s, block, memory, i);
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

/// The forces toward those points.
#[inline(always)]
fn seek<S: Simd>(s: S, block: &Block, memory: &PathMemoryMut, i: usize) -> Pair<S> {
    let speed = s.load(memory.speed, i);
    block.agents(s, i).seek_at(path_target(s, memory, i), speed)
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
    let mut progress = before;
    let advance = progress.advance(route, previous, position, shared.dt);
    let step = PathStep {
        route,
        node_before: before.target_node,
        was_held: before.is_waiting(),
        advance,
        progress,
        is_held: progress.is_waiting(),
        has_along: false,
        speed_limit: f64::INFINITY,
    };
    step.finish(kernel, context, block, memory, row)
}

/// What became of an agent on its path in a tick.
struct PathStep<'a> {
    route: &'a Route,
    /// The target node before.
    node_before: usize,
    /// Whether it stood at a node before.
    was_held: bool,
    advance: Advance,
    progress: Progress,
    /// Whether it stands at a node.
    is_held: bool,
    /// Whether an action is left on the segment that it walks.
    has_along: bool,
    /// The speed limit that its script sets.
    speed_limit: f64,
}

impl PathStep<'_> {
    /// Stores and reports it. Returns what the agent asks for, unless it seeks the cached point.
    fn finish(
        &self,
        kernel: &FollowPathKernel,
        context: &Context,
        block: &mut Block,
        memory: &mut PathMemoryMut,
        row: usize,
    ) -> Option<Option<DVec2>> {
        let (shared, slot) = (context.shared, block.at + row);
        memory.progress[row] = self.progress.into();
        let mut emit = |kind| {
            let event = shared.event(slot, context.behavior, kind);
            block.output.events.push(event);
        };
        if self.was_held && (!self.is_held || self.advance.reached.is_some()) {
            emit(EventKind::WaitEnded(self.node_before));
        }
        if let Some(node) = self.advance.reached {
            emit(EventKind::NodeReached(node));
            if self.is_held {
                emit(EventKind::WaitStarted(node));
            }
        }
        if self.advance.finished {
            emit(EventKind::PathFinished);
        }
        if kernel.is_reported {
            block.columns.node[row] = self.progress.target_node as u32;
        }
        let body = shared.body(slot);
        if let Some(aim) = self.aim(body.max_speed, shared.dt) {
            memory.set_aim(row, aim);
            return None;
        }
        memory.set_aim(row, Aim::UNKNOWN);
        let agent = Kinematic {
            position: shared.position(slot),
            velocity: block.velocity(row),
            body,
        };
        Some(if self.is_held {
            Some(agent.force_toward_velocity(DVec2::ZERO))
        } else {
            let (progress, parameters) = (&self.progress, &kernel.parameters);
            follow_within(&agent, self.route, progress, parameters, self.speed_limit)
        })
    }

    /// What the agent seeks, which moves at most `max_speed * dt` in a tick; `None` where it does
    /// something else.
    fn aim(&self, max_speed: f64, dt: f64) -> Option<Aim> {
        if self.is_held {
            return None;
        }
        let goal = self.progress.goal(self.route)?;
        let reach = goal.radius + max_speed.abs() * dt;
        // Wider by more than the rounding of the move and of the distance.
        let reach = reach * (1.0 + 1e-9) + (goal.position.x.abs() + goal.position.y.abs()) * 1e-14;
        Some(Aim {
            target: goal.position,
            speed: limited(max_speed, [goal.speed_limit, self.speed_limit]),
            trigger: if self.has_along {
                f64::INFINITY
            } else {
                reach * reach
            },
        })
    }
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
            let script_limit = script.map_or(f64::INFINITY, |script| script.speed_limit);
            let max_speed = shared.body(slot).max_speed;
            let speed = limited(max_speed, [end.speed_limit, script_limit]);
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
    let mut progress = Progress::from(memory.progress[row]);
    let node_before = progress.target_node;
    let mut run = ScriptRun {
        shared,
        slot,
        behavior: context.behavior,
        previous: block.previous(row),
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
    run.note_ask();
    // The path of an option has nodes, and is there.
    let Some(route) = run.route() else {
        return Some(None);
    };
    let step = PathStep {
        route,
        node_before,
        was_held,
        advance,
        progress: *run.progress,
        is_held: run.is_held(),
        has_along: run.has_along(),
        speed_limit: run.script.speed_limit,
    };
    step.finish(kernel, context, block, memory, row)
}
