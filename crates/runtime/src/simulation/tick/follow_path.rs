//! Path following in lanes.
//!
//! Most agents are far from the node they seek: nothing can happen to their progress in this tick, and they need only its cached
//! position. The few that are near, wait, or are at the end of their path take [`look`], which runs the functions of
//! [`steering::follow_path`](crate::steering::follow_path).

use crate::simulation::event::EventKind;
use crate::simulation::lanes::{Pair, Simd, WIDEST};
use crate::simulation::memory::{Aim, MemoryMut, PathMemoryMut};
use crate::simulation::program::FollowPathKernel;
use crate::simulation::tick::block::{Asked, Block};
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::placed::for_each_row;
use crate::steering::Kinematic;
use crate::steering::follow_path::{Progress, Route, follow};
use glam::DVec2;

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
        let near = Block::lanes_of::<S>(block.live, i) & !far;
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
            special[lane] = look(self, context, block, memory, i + lane);
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
        // Still outside and coming nearer: the end of the move is its nearest point. The node itself is far in memory.
        let to_target = DVec2::new(memory.target[0][row], memory.target[1][row]) - position;
        let certain = trigger.sqrt() - body.max_speed.abs() * shared.dt;
        if to_target.dot(position - previous) > 0.0
            && certain > 0.0
            && to_target.dot(to_target) > certain * certain
        {
            return None;
        }
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

/// What an agent of this progress seeks that moves at most `max_speed * dt` in a tick; `None` where it does something else, or
/// where every tick may change its progress.
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
