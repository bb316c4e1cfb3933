//! What a library of presets shows: the category of a preset, and a short run of it.

use crate::edit;
use crate::edit::place;
use crate::sample;
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::scene::{
    Behavior, Color, MarkerKind, Motion, Node, NodeId, PathId, PatrolPath, Preset, Role, Scene,
    Wall, WallId,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::follow_path::Traversal;

/// The ticks of a run, and the ticks between two of its positions.
const TICKS: usize = 420;
const STRIDE: usize = 6;

/// What agents with a preset do, in a word or two: the headings of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Follows a path.
    Patrol,
    /// Moves to a target.
    Approach,
    /// Moves away from a danger.
    Escape,
    /// Follows a leader.
    Group,
    /// Moves from cell to cell.
    Grid,
    /// Does nothing by itself.
    Other,
}

impl Category {
    /// The category of a preset: that of its first behavior that needs something to refer to.
    pub fn of(preset: &Preset) -> Self {
        if matches!(preset.motion, Motion::GridChase(_)) {
            return Self::Grid;
        }
        match preset.behaviors().find_map(Behavior::needs) {
            Some(Role::Path) => Self::Patrol,
            Some(Role::Target) => Self::Approach,
            Some(Role::Danger) => Self::Escape,
            Some(Role::Leader) => Self::Group,
            None => Self::Other,
        }
    }

    /// The heading.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Patrol => "Patrol",
            Self::Approach => "Approach",
            Self::Escape => "Escape",
            Self::Group => "Group",
            Self::Grid => "Grid",
            Self::Other => "Other",
        }
    }
}

/// Whether every word of a text in lower case is found in the name, the description, the behaviors
/// or the heading of a preset.
pub fn matches(preset: &Preset, heading: &str, query: &str) -> bool {
    let behaviors = preset
        .behaviors()
        .map(|behavior| behavior.description().label);
    let mut texts: Vec<String> = behaviors.map(str::to_lowercase).collect();
    texts.extend([&preset.name, &preset.description].map(|text| text.to_lowercase()));
    texts.push(heading.to_lowercase());
    query
        .split_whitespace()
        .all(|word| texts.iter().any(|text| text.contains(word)))
}

/// The color of a blank preset: unlike the default of files, it differs from the color of the
/// selection.
const BLANK_COLOR: Color = Color([0x5b, 0x8d, 0xef]);

/// A preset without behaviors, to start from.
pub fn blank_preset() -> Preset {
    Preset {
        color: BLANK_COLOR,
        ..Preset::steered(steerwright_runtime::scene::PresetId(0), "Preset", [])
    }
}

/// The positions of an agent with this preset in a short run, in units: along a path, toward a
/// target, away from a danger, behind a leader, or along a wall.
pub fn example_run(preset: &Preset) -> Vec<DVec2> {
    let mut scene = Scene::default();
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.traversal = Traversal::Loop;
    let corners = [(0.0, 0.0), (4.0, 2.0), (8.0, 0.0), (7.0, 4.0), (1.0, 4.0)];
    path.nodes = (1..)
        .zip(corners)
        .map(|(id, (x, y))| Node::at(NodeId(id), DVec2::new(x, y)))
        .collect();
    scene.paths.push(Arc::new(path));
    place::add_marker(&mut scene, MarkerKind::Target, DVec2::new(8.0, 3.0));
    place::add_marker(&mut scene, MarkerKind::Danger, DVec2::new(-1.0, -0.5));
    if preset
        .behaviors()
        .any(|behavior| behavior.description().senses_walls)
    {
        let corners = [(1.0, 0.5), (6.0, 0.5), (6.0, 3.5)];
        let corners = corners.map(|(x, y)| DVec2::new(x, y));
        scene
            .walls
            .push(Arc::new(Wall::through(WallId(1), "", corners)));
    }
    let follows = preset.roles().contains(&Role::Leader);
    let leader = sample::agents()
        .into_iter()
        .find(|preset| Category::of(preset) == Category::Patrol);
    if let Some(leader) = leader.filter(|_| follows) {
        let leader = edit::add_preset(&mut scene, leader);
        place::add_agent(&mut scene, leader, DVec2::ZERO);
    }
    let subject = edit::add_preset(&mut scene, preset.clone());
    let start = if follows {
        DVec2::new(-2.0, -1.0)
    } else {
        DVec2::ZERO
    };
    let Some(agent) = place::add_agent(&mut scene, subject, start) else {
        return Vec::new();
    };
    let mut world = World::new(&scene);
    let mut positions = vec![start];
    for tick in 1..=TICKS {
        world.step();
        if tick % STRIDE == 0 {
            positions.extend(world.agent(agent).map(|agent| agent.position));
        }
    }
    positions
}
