//! The straight approach: at max speed, from outside the slow radius.

use super::budget::cost_of_tick;
use super::{
    Approach, ApproachMeter, Budget, Goal, NotMeasured, Settling, longest_run, negligible_overshoot,
};
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Target,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering;
use steerwright_runtime::steering::arrive::Stop;
use steerwright_runtime::steering::follow_path::Traversal;

const AGENT: AgentId = AgentId(1);
const LEADER: AgentId = AgentId(2);
const MARKER: MarkerId = MarkerId(1);
const PATH: PathId = PathId(1);

/// Where a tick ends on the way decides how far an agent gets, so the approach is measured from
/// this many starts within the length of one tick.
const PHASES: u32 = 32;
/// The starts for a decision alone.
const PHASES_TO_DECIDE: u32 = 8;

/// Parts of a tick, evenly spaced.
fn phases(count: u32) -> impl Iterator<Item = f64> {
    (0..count).map(move |k| f64::from(k) / f64::from(count))
}

/// A measured straight approach.
#[derive(Clone, Debug, PartialEq)]
pub struct StraightApproach {
    /// The worst of the approaches measured, with the largest force of all of them. It never rests
    /// if one of them never does.
    pub worst: Approach,
    /// The smallest overshoot among them, u. It differs from the largest where ticks are long
    /// compared with the radii.
    pub least_overshoot: f64,
}

/// Measures how an agent of `preset` approaches a target at rest, straight and at max speed, from
/// outside the slow radius of the behavior with index `behavior`: Arrive, the end of Follow path,
/// or Follow leader behind a leader at rest.
///
/// The agent is alone with what this behavior needs; its other behaviors run, and find nothing. It
/// starts from several places within one tick's move, and the worst of them counts. Times are
/// counted from the slow radius, give or take two ticks.
///
/// `None` for other behaviors, and for an agent that cannot move.
///
/// # Errors
/// [`NotMeasured`] if the budget is used up first.
pub fn straight_approach(
    preset: &Preset,
    behavior: usize,
    ticks_per_second: f64,
    budget: &mut Budget,
) -> Result<Option<StraightApproach>, NotMeasured> {
    let Some(course) = Course::new(preset, behavior, ticks_per_second) else {
        return Ok(None);
    };
    let mut measured: Option<StraightApproach> = None;
    for phase in phases(PHASES) {
        let next = course.run(phase, Until::Unchanging, budget)?;
        measured = Some(match measured {
            None => StraightApproach {
                least_overshoot: next.overshoot,
                worst: next,
            },
            Some(known) => {
                let peak_force = known.worst.peak_force.max(next.peak_force);
                let least_overshoot = known.least_overshoot.min(next.overshoot);
                let (mut worst, other) = if is_worse(&next, &known.worst) {
                    (next, known.worst)
                } else {
                    (known.worst, next)
                };
                if restlessness(&other) > restlessness(&worst) {
                    worst.settling = other.settling;
                    worst.stop = other.stop;
                    worst.creeps = other.creeps;
                }
                StraightApproach {
                    least_overshoot,
                    worst: Approach {
                        peak_force,
                        ..worst
                    },
                }
            }
        });
    }
    Ok(measured)
}

/// Whether an agent stops at its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// None of its approaches passes the target, and each of them stops there.
    Stops,
    /// An approach passes the target, or never ends.
    Fails,
    /// An approach takes longer than is measured.
    TakesLong,
}

/// Whether an agent stops at its target in the approaches of [`straight_approach`]. Ends with the
/// first that does not, and each approach ends soon after the agent has come to rest.
pub(super) fn decide(
    preset: &Preset,
    behavior: usize,
    ticks_per_second: f64,
    budget: &mut Budget,
) -> Result<Decision, NotMeasured> {
    let Some(course) = Course::new(preset, behavior, ticks_per_second) else {
        return Ok(Decision::Fails);
    };
    for phase in phases(PHASES_TO_DECIDE) {
        let approach = course.run(phase, Until::Decided, budget)?;
        if approach.stops_in_time() {
            continue;
        }
        let may_stop = matches!(approach.settling, Settling::NotWithin(_));
        return Ok(if may_stop && !approach.overshoots() {
            Decision::TakesLong
        } else {
            Decision::Fails
        });
    }
    Ok(Decision::Stops)
}

/// How far an approach is from coming to rest.
fn restlessness(approach: &Approach) -> u8 {
    match approach.settling {
        Settling::After(_) => 0,
        Settling::NotWithin(_) => 1,
        Settling::Never => 2,
    }
}

/// Whether `a` is a worse approach than `b`: it does not stop where `b` does, or it goes farther.
fn is_worse(a: &Approach, b: &Approach) -> bool {
    if a.stops_in_time() != b.stops_in_time() {
        b.stops_in_time()
    } else {
        a.overshoot > b.overshoot
    }
}

/// `behavior` with another slow radius (u), if it has one.
pub fn with_slow_radius(behavior: Behavior, slow_radius: f64) -> Behavior {
    let mut changed = behavior;
    match &mut changed {
        Behavior::Arrive(arrive) => arrive.slow_radius = slow_radius,
        Behavior::FollowPath(follow) => follow.slow_radius = slow_radius,
        Behavior::FollowLeader(follow) => follow.slow_radius = slow_radius,
        _ => {}
    }
    changed
}

/// The preset without its other states, which it would change to on arrival, and with a behavior
/// that goes to its target, wherever it goes in the scene.
pub(super) fn in_one_state(preset: &Preset, behavior: usize) -> Preset {
    let mut alone = preset.clone();
    alone.states.clear();
    alone.state.transitions.clear();
    if let Some(weighted) = alone.motion.behaviors_mut().get_mut(behavior) {
        weighted.goal = steering::Goal::Reference;
    }
    alone
}

/// When a run ends, at the latest with its budget.
#[derive(Clone, Copy, PartialEq)]
enum Until {
    /// When nothing new can happen.
    Unchanging,
    /// When the agent has passed the target, or has been at rest for some response times. What is
    /// that slow and near does not pass it any more by as much as counts.
    Decided,
}

/// A target at the origin, and a way along the x axis to it.
struct Course {
    scene: Scene,
    goal: Goal,
    /// Where the agent starts without a phase, u before the target.
    start: f64,
    /// The length of a tick's move at max speed, u.
    stride: f64,
    ticks: u64,
    /// The ticks at rest after which an approach is decided.
    rest_ticks: u64,
}

impl Course {
    fn new(preset: &Preset, behavior: usize, ticks_per_second: f64) -> Option<Self> {
        let Motion::Steered(steered) = &preset.motion else {
            return None;
        };
        let body = &preset.body;
        if !(body.max_speed > 0.0 && body.max_force > 0.0) {
            return None;
        }
        let max_speed = body.max_speed;
        let mut scene = Scene {
            ticks_per_second,
            presets: vec![Arc::new(in_one_state(preset, behavior))],
            ..Scene::default()
        };
        let mut agent = Agent::at(AGENT, "", preset.id, DVec2::ZERO);
        let mut others = Vec::new();
        let (goal, time_to_target) = match &steered.behaviors.get(behavior)?.behavior {
            Behavior::Arrive(arrive) => {
                let marker = Marker::at(MARKER, "", MarkerKind::Target, DVec2::ZERO);
                scene.markers = Arc::new(vec![marker]);
                agent.target = Some(Target::Marker(MARKER));
                let coasts = arrive.stop == Stop::Coast;
                let (target, slow) = (arrive.target_radius, arrive.slow_radius);
                let goal = Goal::new(DVec2::ZERO, target, slow, coasts, max_speed);
                (goal, arrive.time_to_target)
            }
            Behavior::FollowPath(follow) => {
                let mut path = PatrolPath::new(PATH, "");
                path.traversal = Traversal::Once;
                path.nodes = vec![Node::at(NodeId(1), DVec2::ZERO)];
                scene.paths = vec![Arc::new(path)];
                agent.path = Some(PATH);
                let (target, slow) = (follow.target_radius, follow.slow_radius);
                let goal = Goal::new(DVec2::ZERO, target, slow, false, max_speed);
                (goal, follow.time_to_target)
            }
            Behavior::FollowLeader(follow) => {
                // A leader without behaviors stays where it is, and heads along the x axis.
                let mut still = Preset::steered(PresetId(preset.id.0.wrapping_add(1)), "", []);
                still.body = *body;
                let place = DVec2::new(follow.behind_distance, 0.0);
                others.push(Agent::at(LEADER, "", still.id, place));
                scene.presets.push(Arc::new(still));
                agent.leader = Some(LEADER);
                let goal = Goal {
                    // Its leader may push it off its place.
                    settle_radius: f64::INFINITY,
                    ..Goal::new(DVec2::ZERO, 0.0, follow.slow_radius, false, max_speed)
                };
                (goal, None)
            }
            _ => return None,
        };
        others.insert(0, agent);
        scene.agents = Arc::new(others);
        let dt = scene.dt();
        let start = goal.slow_radius.max(goal.target_radius);
        let time_to_target = time_to_target
            .unwrap_or(body.time_to_target)
            .max(body.time_to_target);
        Some(Self {
            goal,
            start,
            stride: max_speed * dt,
            ticks: if goal.coasts {
                // It oscillates forever, and overshoots most in its first passes.
                longest_run(body, time_to_target, start, dt) / 5
            } else {
                longest_run(body, time_to_target, start, dt)
            },
            rest_ticks: ((4.0 * body.mass * time_to_target + 0.5) / dt) as u64,
            scene,
        })
    }

    fn run(&self, phase: f64, until: Until, budget: &mut Budget) -> Result<Approach, NotMeasured> {
        let mut scene = self.scene.clone();
        if let Some(agent) = scene.agent_mut(AGENT) {
            agent.position.x = -(self.start + self.stride * (1.0 + phase));
            agent.velocity.x = self.goal.max_speed;
        }
        let cost = cost_of_tick(&scene);
        let mut world = World::new(&scene);
        let mut meter = ApproachMeter::new(self.goal, world.dt());
        for _ in 0..self.ticks {
            budget.spend(cost)?;
            world.step();
            let Some(agent) = world.agent(AGENT) else {
                break;
            };
            let goes_on = meter.read(agent.position, agent.velocity, agent.steering);
            let decided = meter.overshoot() > negligible_overshoot(self.goal.slow_radius)
                || meter.samples_at_rest() > self.rest_ticks;
            if !goes_on || (until == Until::Decided && decided) {
                break;
            }
        }
        Ok(meter.finish())
    }
}
