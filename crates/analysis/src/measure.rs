//! Metrics of a run: lap time, distance from the path, peak steering, and overshoot.

mod followed_path;
mod metric;

pub use metric::Metric;

use crate::probe::{ApproachMeter, Goal};
use crate::recording::{Recording, Replay, Sample};
use followed_path::FollowedPath;
use glam::DVec2;
use steerwright_runtime::scene::{AgentId, Behavior, Preset, Scene, Target};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::arrive::Stop;
use steerwright_runtime::steering::follow_path::Traversal;

/// The metrics of one agent. A metric that does not apply, or has no value yet, is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunMetrics {
    /// The duration of the latest lap of a loop, or of a round trip on a ping-pong path, s.
    pub lap_time: Option<f64>,
    /// The largest distance from the path as it was at that time, u, in states that follow it,
    /// after the first node reached in that state: neither a chase nor the way back from one
    /// counts, nor the way to a path that was moved.
    pub off_path_max: Option<f64>,
    /// The largest steering force.
    pub peak_steering: f64,
    /// The highest speed, u/s.
    pub peak_speed: f64,
    /// How far it passed a fixed target, measured along the line of approach, u; if it coasts, how
    /// far it passed the target radius.
    pub overshoot: Option<f64>,
    /// Whether it is at rest at that target, has stopped past it, or has turned back to it: before
    /// that, its overshoot may still grow.
    pub is_overshoot_known: bool,
    /// Since when it has been at rest at its target, s.
    pub settled_at: Option<f64>,
    /// How long it has waited at nodes, s.
    pub waited: f64,
    /// When it first arrived, or finished an open path, s.
    pub arrived_at: Option<f64>,
}

/// The metrics of a whole recording; `None` for an agent that is missing from the scene or the
/// recording.
///
/// ```
/// use steerwright_runtime::scene::{AgentId, Scene};
/// use steerwright_analysis::{Run, measure};
/// let scene = Scene::default();
/// assert_eq!(measure::run_metrics(Run::new(&scene).recording(), &scene, AgentId(1)), None);
/// ```
pub fn run_metrics(recording: &Recording, scene: &Scene, agent: AgentId) -> Option<RunMetrics> {
    let mut measure = MetricsReader::new(recording, scene, agent)?;
    measure.read(recording, u64::MAX);
    measure.metrics()
}

/// Computes [`RunMetrics`] from a growing recording, reading each tick once.
#[derive(Clone, Debug)]
pub struct MetricsReader {
    agent: AgentId,
    dt: f64,
    /// The next tick to read.
    next: u64,
    /// The first tick of the scene that `path_state` is of.
    scene_since: u64,
    path_state: Option<FollowedPath>,
    stopping: Option<Stopping>,
    seen: bool,
    metrics: RunMetrics,
    /// The tick at which a wait began that has not ended yet.
    waiting_since: Option<u64>,
    replay: Replay,
}

/// How the agent should stop.
#[derive(Clone, Debug)]
struct Stopping {
    meter: ApproachMeter,
    /// Whether the agent is on its way to the target yet.
    is_active: bool,
}

impl MetricsReader {
    /// A reader at the start of `recording`; `None` for an agent that is missing from the scene.
    pub fn new(recording: &Recording, scene: &Scene, agent: AgentId) -> Option<Self> {
        let mut reader = Self::starting_at(recording.first_tick(), recording.dt(), scene, agent)?;
        // The path of that tick: it may have been edited since.
        let (since, first) = recording.scene_at(reader.next);
        reader.scene_since = since;
        reader.path_state = first.and_then(|scene| FollowedPath::of_agent(scene, agent));
        Some(reader)
    }

    /// A reader of a run that is not recorded, to be shown each tick of it; `None` for an agent
    /// that is missing from the scene.
    pub fn unrecorded(scene: &Scene, agent: AgentId) -> Option<Self> {
        Self::starting_at(0, scene.dt(), scene, agent)
    }

    fn starting_at(first_tick: u64, dt: f64, scene: &Scene, agent: AgentId) -> Option<Self> {
        let author = scene.agent(agent)?;
        let preset = scene.preset(author.preset)?;
        let path = author
            .path
            .filter(|_| followed_path::is_followed(preset))
            .and_then(|id| scene.path(id))
            .filter(|path| !path.nodes.is_empty());
        let first_path = path.filter(|_| followed_path::is_followed_first(preset));
        let max_speed = preset.body.max_speed;
        let goal = match (first_path, author.target) {
            (Some(path), _) if path.traversal == Traversal::Once => {
                let end = path.nodes.last().map(|last| {
                    let (target, slow) = path_end(preset);
                    Goal::new(last.position, target, slow, false, max_speed)
                });
                end.zip(Some(path.nodes.len() == 1))
            }
            (None, Some(Target::Marker(id))) => scene
                .marker(id)
                .and_then(|marker| goal_at(marker.position, preset))
                .zip(Some(true)),
            (_, Some(Target::Marker(_) | Target::Agent(_) | Target::Pointer) | None) => None,
        };
        let stopping = goal.map(|(goal, is_active)| Stopping {
            meter: ApproachMeter::new(goal, dt),
            is_active,
        });
        Some(Self {
            agent,
            dt,
            next: first_tick,
            scene_since: first_tick,
            path_state: FollowedPath::of_agent(scene, agent),
            stopping,
            seen: false,
            metrics: RunMetrics::default(),
            waiting_since: None,
            replay: Replay::default(),
        })
    }

    /// Reads the ticks recorded since the last call, computing at most about `steps` distances, or
    /// what takes as long. Returns whether it is up to date.
    pub fn read(&mut self, recording: &Recording, steps: u64) -> bool {
        self.read_until(recording, recording.last_tick(), steps)
    }

    /// Like [`read`](Self::read), up to the tick `last`.
    pub fn read_until(&mut self, recording: &Recording, last: u64, steps: u64) -> bool {
        let last = last.min(recording.last_tick());
        let distances = self.path_state.as_ref().map_or(1, FollowedPath::cost);
        let mut tick = self.next.max(recording.first_tick());
        let events = recording.events();
        let mut event = events.partition_point(|event| event.tick < tick);
        let mut steps_left = steps;
        while tick <= last && steps_left > 0 {
            self.follow_edits(recording, tick);
            while let Some(happened) = events.get(event).filter(|event| event.tick <= tick) {
                if happened.agent == self.agent {
                    self.note(tick, &happened.kind);
                }
                event += 1;
            }
            let moves = self.replay.cost(recording, tick);
            match self.replay.sample(recording, tick, self.agent) {
                Some(sample) => self.read_sample(&sample),
                None => self.read_absence(),
            }
            steps_left = steps_left.saturating_sub(distances + moves);
            tick += 1;
        }
        self.next = tick;
        tick > last
    }

    /// Measures from `tick` on against the path of that tick.
    fn follow_edits(&mut self, recording: &Recording, tick: u64) {
        let (since, scene) = recording.scene_at(tick);
        if since == self.scene_since {
            return;
        }
        self.scene_since = since;
        let edited = scene.and_then(|scene| FollowedPath::of_agent(scene, self.agent));
        let both = self.path_state.as_ref().zip(edited.as_ref());
        if both.is_none_or(|(before, after)| !after.is_same_path(before)) {
            self.metrics.lap_time = None;
        }
        if both.is_none_or(|(before, after)| !after.continues(before)) {
            self.path_state = edited;
        }
    }

    /// Reads the tick that a run is at. It must be shown every tick, from the first.
    pub fn read_world(&mut self, world: &World) {
        for event in world.events() {
            if event.agent == self.agent {
                self.note(event.tick, &event.kind);
            }
        }
        if let Some(view) = world.agent(self.agent) {
            let state = world.state(self.agent).map(|state| state.index);
            self.read_sample(&Sample {
                state: state.and_then(|index| u8::try_from(index).ok()),
                ..Sample::from(view)
            });
        } else {
            self.read_absence();
        }
        self.next = world.tick() + 1;
    }

    /// Whether it has read ticks after `last`, so that it must read again to say something about
    /// the run up to there.
    pub fn is_ahead_of(&self, last: u64) -> bool {
        self.next > last + 1
    }

    /// The metrics so far; `None` until the agent appears.
    pub fn metrics(&self) -> Option<RunMetrics> {
        self.seen.then_some(self.metrics)
    }

    fn note(&mut self, tick: u64, kind: &EventKind) {
        let time = tick as f64 * self.dt;
        match kind {
            EventKind::NodeReached(node) => {
                let Some(path_state) = &mut self.path_state else {
                    return;
                };
                let visit = path_state.reached(*node, tick);
                self.metrics.off_path_max.get_or_insert(0.0);
                let Some(visit) = visit else {
                    return;
                };
                if let Some(ticks) = visit.lap_ticks {
                    self.metrics.lap_time = Some(ticks as f64 * self.dt);
                }
                // After the second-to-last node, the agent moves to the end of an open path.
                if let Some(stopping) = &mut self.stopping {
                    stopping.is_active |= visit.is_before_end;
                }
            }
            EventKind::WaitStarted(_) => self.waiting_since = Some(tick),
            EventKind::WaitEnded(_) => self.waiting_since = None,
            // In another state it no longer waits.
            EventKind::StateEntered { .. } => {
                self.waiting_since = None;
                if let Some(path_state) = &mut self.path_state {
                    path_state.reset_lap();
                }
            }
            EventKind::PathFinished => {
                self.metrics.arrived_at.get_or_insert(time);
                if let Some(stopping) = &mut self.stopping {
                    stopping.is_active = true;
                }
            }
            EventKind::Arrived => {
                self.metrics.arrived_at.get_or_insert(time);
            }
            _ => {}
        }
    }

    /// Reads a tick without the agent: times count from the start of the run.
    fn read_absence(&mut self) {
        if let Some(stopping) = &mut self.stopping {
            stopping.meter.skip(0.0);
        }
    }

    fn read_sample(&mut self, sample: &Sample) {
        self.seen = true;
        let metrics = &mut self.metrics;
        metrics.peak_speed = metrics.peak_speed.max(sample.speed());
        metrics.peak_steering = metrics.peak_steering.max(sample.steering);
        if let Some(path_state) = &mut self.path_state {
            path_state.enter_state(sample.state);
            if let Some(max) = &mut metrics.off_path_max
                && path_state.is_on_path()
                && let Some(distance) = path_state.line.distance_beyond(sample.position, *max)
            {
                *max = distance;
            }
        }
        if self.waiting_since.is_some() {
            metrics.waited += self.dt;
        }
        if let Some(stopping) = &mut self.stopping {
            let meter = &mut stopping.meter;
            if stopping.is_active {
                meter.read(sample.position, sample.velocity, sample.steering);
                metrics.overshoot = Some(meter.overshoot());
                metrics.settled_at = meter.at_rest_after();
                metrics.is_overshoot_known =
                    meter.has_overshoot_ended() || metrics.settled_at.is_some();
            } else {
                meter.skip(sample.steering);
            }
        }
    }
}

/// The target and slow radius at the end of a path.
fn path_end(preset: &Preset) -> (f64, f64) {
    preset
        .behaviors()
        .find_map(Behavior::follow_path)
        .map(|follow| (follow.target_radius, follow.slow_radius))
        .unwrap_or_default()
}

/// The goal of an agent that moves to a target that stays at `center`, by the first behavior that
/// leads there.
fn goal_at(center: DVec2, preset: &Preset) -> Option<Goal> {
    let max_speed = preset.body.max_speed;
    // The direction of approach is that from the start where nothing slows the agent down.
    let from_start = |target_radius| Goal {
        slow_radius: f64::INFINITY,
        ..Goal::new(center, target_radius, 0.0, false, max_speed)
    };
    let behaviors = preset.motion.behaviors().iter();
    let mut to_target = behaviors.filter(|weighted| weighted.goal.is_reference());
    to_target.find_map(|weighted| match &weighted.behavior {
        Behavior::Arrive(arrive) => Some(Goal::new(
            center,
            arrive.target_radius,
            arrive.slow_radius,
            arrive.stop == Stop::Coast,
            max_speed,
        )),
        Behavior::HomingWalk(walk) => Some(from_start(walk.reach_radius)),
        Behavior::Seek {} | Behavior::Pursue(_) => Some(from_start(0.0)),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
