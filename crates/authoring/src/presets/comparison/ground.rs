//! What a course consists of apart from the agent, in a size that suits all presets.

use crate::bounds::Bounds;
use crate::edit;
use crate::edit::place;
use crate::presets::comparison::around_wall;
use crate::presets::comparison::course::{Course, Track};
use crate::sample;
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::{
    AgentId, Behavior, MarkerKind, Node, NodeId, PathId, PatrolPath, Preset, Role, Scene, Wall,
    WallId,
};
use steerwright_runtime::steering::follow_path::Traversal;

/// The corners of a path of its own, for an approach of length 6.
const CORNERS: [(f64, f64); 5] = [(0.0, 0.0), (4.0, 2.0), (8.0, 0.0), (7.0, 4.0), (1.0, 4.0)];
/// The speed of a leader, as a part of that of its slowest follower.
const LEADER_SPEED: f64 = 0.6;
/// The distance from a danger where no preset names one, in approaches.
const ESCAPE: f64 = 0.25;

/// The room beyond the target, in approaches.
const BEYOND: f64 = 0.12;

/// What stays where it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ground {
    /// The target, u.
    pub target: Option<DVec2>,
    /// The danger, u.
    pub danger: Option<DVec2>,
    /// The line of the path, u. Closed paths return to their first point.
    pub path: Vec<DVec2>,
    /// The outline of the wall, u. It returns to its first point.
    pub wall: Vec<DVec2>,
    /// A point to show in any case, u.
    room: Option<DVec2>,
}

/// A scene that lacks only the agent.
pub(super) struct Stage {
    scene: Scene,
    path: Option<PathId>,
    pub(super) start: DVec2,
    pub(super) leader: Option<AgentId>,
    pub(super) ground: Ground,
}

impl Stage {
    pub(super) fn of(
        course: Course,
        presets: &[Preset],
        scene: &Scene,
        path: Option<PathId>,
    ) -> Self {
        let mut stage = Self {
            scene: Scene {
                ticks_per_second: scene.ticks_per_second,
                seed: scene.seed,
                unit: scene.unit.clone(),
                skin: scene.skin,
                ..Scene::default()
            },
            path: None,
            start: DVec2::ZERO,
            leader: None,
            ground: Ground::default(),
        };
        let taking_part: Vec<&Preset> = presets
            .iter()
            .filter(|preset| course.suits(preset))
            .collect();
        let distance = approach_distance(&taking_part);
        match course {
            Course::Approach => {
                stage.start = DVec2::new(-distance, 0.0);
                stage.ground.target = Some(DVec2::ZERO);
                stage.ground.room = Some(DVec2::new(BEYOND * distance, 0.0));
                place::add_marker(&mut stage.scene, MarkerKind::Target, DVec2::ZERO);
            }
            Course::Escape => {
                stage.start = DVec2::new(escape_distance(&taking_part, distance), 0.0);
                stage.ground.danger = Some(DVec2::ZERO);
                place::add_marker(&mut stage.scene, MarkerKind::Danger, DVec2::ZERO);
            }
            Course::Patrol => {
                let path = path.and_then(|path| scene.path(path));
                if let Some(path) = path.filter(|path| !path.nodes.is_empty()) {
                    stage.scene.walls.clone_from(&scene.walls);
                    stage.scene.cells.clone_from(&scene.cells);
                    stage.add_path(path.clone());
                } else {
                    stage.add_path(default_path(distance / 6.0));
                }
            }
            Course::Follow => {
                stage.add_path(default_path(distance / 6.0));
                stage.start = DVec2::new(-distance / 4.0, -distance / 8.0);
                stage.add_leader(&taking_part);
            }
            Course::Wall => {
                let (outline, start) = around_wall::outline_and_start(&taking_part);
                stage.start = start;
                let mut wall = Wall::through(WallId(1), "Wall", outline);
                wall.closed = true;
                stage.scene.walls.push(Arc::new(wall));
                stage.ground.wall = outline.into_iter().chain([outline[0]]).collect();
            }
            Course::Open => {}
        }
        stage
    }

    fn add_path(&mut self, path: PatrolPath) {
        self.start = path.nodes.first().map_or(self.start, |node| node.position);
        self.path = Some(path.id);
        self.ground.path = Polyline::new(path.route().points(), path.is_closed()).points;
        if path.is_closed() {
            self.ground.path.extend(self.ground.path.first().copied());
        }
        self.scene.paths.push(Arc::new(path));
    }

    /// Adds a leader that its slowest follower can keep up with.
    fn add_leader(&mut self, followers: &[&Preset]) {
        let walks = |preset: &Preset| preset.roles() == [Role::Path];
        let Some(mut leader) = sample::agents().into_iter().find(walks) else {
            return;
        };
        let speeds = followers.iter().map(|preset| preset.body.max_speed);
        let slowest = speeds.fold(f64::INFINITY, f64::min);
        if slowest.is_finite() && slowest > 0.0 {
            let speed = LEADER_SPEED * slowest;
            leader.body.max_force *= speed / leader.body.max_speed;
            leader.body.max_speed = speed;
        }
        let leader = edit::add_preset(&mut self.scene, leader);
        if let Some(path) = self.path {
            self.leader = place::add_agent_on_path(&mut self.scene, path, leader);
        }
    }

    /// The scene with an agent of a preset at the start.
    pub(super) fn scene_with(&self, course: Course, preset: &Preset) -> (Scene, Option<AgentId>) {
        let mut scene = self.scene.clone();
        let preset = edit::add_preset(&mut scene, preset.clone());
        let agent = place::add_agent(&mut scene, preset, self.start);
        let speed = scene.preset(preset).map(|preset| preset.body.max_speed);
        if let Some(agent) = agent.and_then(|agent| scene.agent_mut(agent)) {
            match course {
                Course::Approach => agent.velocity.x = speed.unwrap_or_default(),
                Course::Patrol => agent.path = self.path,
                Course::Follow => agent.leader = self.leader,
                Course::Escape | Course::Wall | Course::Open => {}
            }
        }
        (scene, agent)
    }
}

/// A distance from which every preset gets up to its max speed before it has to slow down, u.
fn approach_distance(presets: &[&Preset]) -> f64 {
    let needs = presets.iter().map(|preset| {
        let body = &preset.body;
        let slow = preset
            .behaviors()
            .filter_map(|behavior| Some(behavior.arrival()?.slow_radius))
            .fold(0.0, f64::max);
        let stop = if body.max_force > 0.0 {
            body.mass * body.max_speed * body.max_speed / body.max_force
        } else {
            0.0
        };
        // A stop takes longest with a slow force; what never stops in time need not be shown to its
        // end.
        (1.6 * slow)
            .max(1.6 * stop.min(4.0 * slow.max(body.radius)))
            .max(10.0 * body.radius)
    });
    let distance = needs.fold(0.0, f64::max);
    if distance > 0.0 && distance.is_finite() {
        distance
    } else {
        6.0
    }
}

/// Half of the smallest distance at which a preset notices a danger, u.
fn escape_distance(presets: &[&Preset], approach: f64) -> f64 {
    let distances = presets
        .iter()
        .flat_map(|preset| preset.behaviors())
        .filter_map(|behavior| match behavior {
            Behavior::Leave(leave) => Some(leave.danger_radius),
            Behavior::Flee(flee) => flee.panic_distance,
            _ => None,
        });
    let nearest = distances
        .filter(|distance| *distance > 0.0)
        .fold(f64::INFINITY, f64::min);
    if nearest.is_finite() {
        0.5 * nearest
    } else {
        ESCAPE * approach
    }
}

fn default_path(scale: f64) -> PatrolPath {
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.traversal = Traversal::Loop;
    path.radius = 0.4 * scale;
    path.nodes = (1..)
        .zip(CORNERS)
        .map(|(id, (x, y))| Node::at(NodeId(id), DVec2::new(x, y) * scale))
        .collect();
    path
}

/// The box that contains the ground and the bodies of all presets on their tracks,
/// u.
pub(super) fn extent(ground: &Ground, tracks: &[Track], presets: &[Preset]) -> Bounds {
    let bodies = tracks.iter().zip(presets).flat_map(|(track, preset)| {
        let radius = DVec2::splat(preset.body.radius);
        let positions = track.states.iter().map(|state| state.position);
        positions.flat_map(move |p| [p - radius, p + radius])
    });
    let points = bodies
        .chain(tracks.iter().flat_map(|track| track.leader.iter().copied()))
        .chain(ground.path.iter().copied())
        .chain(ground.wall.iter().copied())
        .chain(ground.target)
        .chain(ground.danger)
        .chain(ground.room);
    Bounds::of(points).unwrap_or_default()
}
