//! Courses: how several presets move from the same start, each alone.

use crate::bounds::Bounds;
use crate::presets::comparison::around_wall::AroundWall;
use crate::presets::comparison::figure::{Figure, Measured};
use crate::presets::comparison::ground::{Ground, Stage, extent};
use glam::DVec2;
use steerwright_analysis::measure::{Metric, MetricsReader};
use steerwright_analysis::probe::own_following;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::parameter::Unit;
use steerwright_runtime::scene::{AgentId, Behavior, Motion, PathId, Preset, Role, Scene};
use steerwright_runtime::simulation::World;

/// No run is longer, s.
const MAX_SECONDS: f64 = 60.0;
/// How long presets follow a leader or move by themselves, s.
const LONG_ENOUGH: f64 = 15.0;
/// A run goes on for this time after the agent has come to rest, s.
const REST_SECONDS: f64 = 1.0;
/// Below this part of the max speed an agent counts as at rest.
const REST_SPEED: f64 = 0.01;
/// The states per second that are kept.
const STATES_PER_SECOND: f64 = 60.0;

/// What presets are made to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Moves to a target, at first at max speed.
    Approach,
    /// Follows a path.
    Patrol,
    /// Moves away from a danger.
    Escape,
    /// Follows a leader.
    Follow,
    /// Walks around a wall.
    Wall,
    /// Moves by itself in an open place.
    Open,
}

impl Course {
    /// All courses, in the order in which they are offered.
    pub const ALL: [Self; 6] = [
        Self::Approach,
        Self::Patrol,
        Self::Escape,
        Self::Follow,
        Self::Wall,
        Self::Open,
    ];

    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Approach => "Approach",
            Self::Patrol => "Patrol",
            Self::Escape => "Escape",
            Self::Follow => "Follow",
            Self::Wall => "Wall",
            Self::Open => "Open place",
        }
    }

    /// What happens, in a sentence.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Approach => {
                "All start at the same place at their max speed and move to a target."
            }
            Self::Patrol => "All follow the same path from its first node.",
            Self::Escape => "All start at rest at the same distance from a danger.",
            Self::Follow => "All follow the same leader.",
            Self::Wall => "All start at rest below the same wall and walk around it.",
            Self::Open => "All start at rest in an open place and move by themselves.",
        }
    }

    /// What an agent must refer to; `None` if nothing.
    const fn role(self) -> Option<Role> {
        match self {
            Self::Approach => Some(Role::Target),
            Self::Patrol => Some(Role::Path),
            Self::Escape => Some(Role::Danger),
            Self::Follow => Some(Role::Leader),
            Self::Wall | Self::Open => None,
        }
    }

    /// Whether a preset does something on this course.
    pub fn suits(self, preset: &Preset) -> bool {
        match preset.motion {
            Motion::Steered(_) => preset.behaviors().any(|behavior| match self {
                Self::Wall => matches!(behavior, Behavior::FollowWall(_)),
                Self::Open => behavior.description().is_random && behavior.needs().is_none(),
                _ => behavior.needs() == self.role(),
            }),
            Motion::GridChase(_) => self == Self::Approach,
        }
    }
}

/// The runs of several presets on a course.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseRun {
    /// The course.
    pub course: Course,
    /// What stays where it is.
    pub ground: Ground,
    /// The seconds between two states of a track.
    pub interval: f64,
    /// One for each preset, in order.
    pub tracks: Vec<Track>,
    /// What was measured.
    pub figures: Vec<Figure>,
    /// The box that contains all tracks, u.
    pub bounds: Bounds,
}

/// How one preset moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Whether the preset does something on the course.
    pub takes_part: bool,
    /// Its states, evenly spaced in time from the start on. A shorter track has come to rest.
    pub states: Vec<TrackState>,
    /// The positions of its leader at the same times, u.
    pub leader: Vec<DVec2>,
}

/// The state of an agent at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackState {
    /// Where it is, u.
    pub position: DVec2,
    /// Its direction, of length 1.
    pub heading: DVec2,
    /// Its speed, u/s.
    pub speed: f64,
}

impl CourseRun {
    /// The duration of the longest track, s.
    pub fn seconds(&self) -> f64 {
        let states = self.tracks.iter().map(|track| track.states.len()).max();
        states.unwrap_or(0).saturating_sub(1) as f64 * self.interval
    }

    /// The index of the states at a time (s).
    pub fn index_at(&self, time: f64) -> usize {
        // `as` saturates.
        (time / self.interval) as usize
    }
}

/// Runs presets on a course, one by one. A patrol walks `path` of `scene` among its walls,
/// otherwise a path of its own. Takes some milliseconds for each preset.
pub fn run_course(
    course: Course,
    presets: &[Preset],
    scene: &Scene,
    path: Option<PathId>,
) -> CourseRun {
    let stage = Stage::of(course, presets, scene, path);
    let dt = scene.dt();
    let stride = (1.0 / (STATES_PER_SECOND * dt)).round().max(1.0) as u64;
    let runs: Vec<OneRun> = presets
        .iter()
        .map(|preset| run(course, preset, &stage, stride))
        .collect();
    let figures = figures(course, &runs, &stage);
    let tracks: Vec<Track> = runs.into_iter().map(|run| run.track).collect();
    CourseRun {
        bounds: extent(&stage.ground, &tracks, presets),
        course,
        ground: stage.ground,
        interval: dt * stride as f64,
        tracks,
        figures,
    }
}

struct OneRun {
    scene: Scene,
    agent: Option<AgentId>,
    reader: Option<MetricsReader>,
    track: Track,
    /// Since when it has been at rest, s.
    at_rest_since: Option<f64>,
    peak_force: f64,
    /// Its walk around the wall, on that course.
    around_wall: Option<AroundWall>,
}

fn run(course: Course, preset: &Preset, stage: &Stage, stride: u64) -> OneRun {
    let (scene, agent) = stage.scene_with(course, preset);
    let mut world = World::new(&scene);
    let mut result = OneRun {
        reader: agent.and_then(|agent| MetricsReader::unrecorded(&scene, agent)),
        scene,
        agent,
        track: Track {
            takes_part: course.suits(preset),
            ..Track::default()
        },
        at_rest_since: None,
        peak_force: 0.0,
        around_wall: AroundWall::new(preset, &stage.ground.wall),
    };
    let mut has_moved = false;
    let ticks = (MAX_SECONDS / world.dt()) as u64;
    for tick in 0..=ticks {
        if tick > 0 {
            world.step();
        }
        let Some(seen) = agent.and_then(|agent| world.agent(agent)) else {
            break;
        };
        if let Some(reader) = &mut result.reader {
            reader.read_world(&world);
        }
        let speed = vector::length(seen.velocity);
        let rests = speed < REST_SPEED * preset.body.max_speed;
        has_moved |= !rests;
        result.at_rest_since =
            (rests && has_moved).then(|| result.at_rest_since.unwrap_or(world.time()));
        result.peak_force = result.peak_force.max(seen.steering);
        if let Some(walk) = &mut result.around_wall {
            walk.read(seen.position, world.time());
        }
        if tick % stride == 0 {
            result.track.states.push(TrackState {
                position: seen.position,
                heading: seen.heading,
                speed,
            });
            let leader = stage.leader.and_then(|leader| world.agent(leader));
            result
                .track
                .leader
                .extend(leader.map(|leader| leader.position));
        }
        if !result.track.takes_part || result.has_ended(course, world.time()) {
            break;
        }
    }
    result
}

impl OneRun {
    /// Whether nothing more is to be seen at this time (s).
    fn has_ended(&self, course: Course, time: f64) -> bool {
        let since = |seconds: Option<f64>| seconds.is_some_and(|at| time - at >= REST_SECONDS);
        let metrics = self.reader.as_ref().and_then(MetricsReader::metrics);
        let metrics = metrics.unwrap_or_default();
        match course {
            // What moves from cell to cell arrives without coming to rest at a point.
            Course::Approach => {
                since(metrics.settled_at)
                    || (since(metrics.arrived_at) && since(self.at_rest_since))
            }
            Course::Patrol => metrics.lap_time.is_some() || since(metrics.settled_at),
            Course::Escape => since(self.at_rest_since),
            Course::Follow | Course::Open => time >= LONG_ENOUGH,
            Course::Wall => {
                let walk = self.around_wall.as_ref();
                walk.is_none_or(|walk| walk.around_after.is_some()) || since(self.at_rest_since)
            }
        }
    }
}

fn figures(course: Course, runs: &[OneRun], stage: &Stage) -> Vec<Figure> {
    let mut figures = Vec::new();
    for metric in Metric::ALL {
        let values = runs.iter().map(|run| {
            let applies = run.track.takes_part
                && run
                    .agent
                    .is_some_and(|agent| metric.applies_to(&run.scene, agent));
            let metrics = run.reader.as_ref().and_then(MetricsReader::metrics);
            match metrics {
                Some(metrics) if applies => Measured::or_never(metric.of(&metrics)),
                Some(_) | None => Measured::NotApplicable,
            }
        });
        figures.push(Figure::of_metric(metric, values.collect()));
    }
    let figure = |label, help, unit, measure: &dyn Fn(&OneRun) -> Measured| Figure {
        label,
        help,
        unit,
        lower_is_better: None,
        values: runs
            .iter()
            .map(|run| match run.track.takes_part {
                true => measure(run),
                false => Measured::NotApplicable,
            })
            .collect(),
    };
    match course {
        Course::Approach | Course::Patrol => {}
        Course::Escape => {
            let danger = stage.ground.danger.unwrap_or_default();
            let rest = |run: &OneRun| {
                let last = run.track.states.last();
                let rests = run.at_rest_since.and(last);
                Measured::or_never(rests.map(|last| vector::distance(last.position, danger)))
            };
            figures.push(figure(
                "Rests at",
                "The distance from the danger at which it comes to rest.",
                Unit::Length,
                &rest,
            ));
            figures.push(figure(
                "Rests after",
                "The time after which it is at rest.",
                Unit::Time,
                &|run| Measured::or_never(run.at_rest_since),
            ));
        }
        Course::Follow => {
            let following = |run: &OneRun| own_following(&run.scene, run.agent?);
            figures.push(Figure {
                lower_is_better: Some(true),
                ..figure(
                    "Off its place",
                    "The largest distance from its place behind the leader, after 10 s.",
                    Unit::Length,
                    &|run| Measured::or_never(following(run).map(|found| found.place_distance)),
                )
            });
            figures.push(Figure {
                lower_is_better: Some(true),
                ..figure(
                    "In place after",
                    "When it reached its place behind the leader and stayed there.",
                    Unit::Time,
                    &|run| {
                        Measured::or_never(following(run).and_then(|found| found.in_place_after))
                    },
                )
            });
        }
        Course::Wall => {
            let walk = |run: &OneRun| run.around_wall.clone();
            figures.push(Figure {
                lower_is_better: Some(true),
                ..figure(
                    "Around after",
                    "When it has walked all the way around the wall.",
                    Unit::Time,
                    &|run| Measured::or_never(walk(run).and_then(|walk| walk.around_after)),
                )
            });
            figures.push(Figure {
                lower_is_better: Some(true),
                ..figure(
                    "Off its distance",
                    "The largest difference from its distance to the wall, once it had reached it.",
                    Unit::Length,
                    &|run| Measured::or_never(walk(run).and_then(|walk| walk.off_distance)),
                )
            });
        }
        Course::Open => {
            figures.push(figure(
                "Mean speed",
                "Its speed on average.",
                Unit::Speed,
                &|run| {
                    let states = &run.track.states;
                    let sum: f64 = states.iter().map(|state| state.speed).sum();
                    Measured::Value(sum / states.len().max(1) as f64)
                },
            ));
            figures.push(figure(
                "Farthest",
                "How far from its start it was at most.",
                Unit::Length,
                &|run| {
                    let states = run.track.states.iter();
                    let away = states.map(|state| vector::distance(stage.start, state.position));
                    Measured::Value(away.fold(0.0, f64::max))
                },
            ));
        }
    }
    figures.retain(|figure| {
        let mut values = figure.values.iter();
        values.any(|value| *value != Measured::NotApplicable)
    });
    figures
}
