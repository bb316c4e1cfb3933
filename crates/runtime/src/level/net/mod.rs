//! Nets: the points around the corners of walls over which bodies find their way, and the straight
//! ways between them.
//!
//! A net holds for bodies up to a radius. [`Nets::baked`] computes it from a scene; an export
//! contains it.

mod bake;
mod corners;
mod plan;

pub(crate) use plan::{Planner, RouteNets};

use crate::level::walls::Walls;
use crate::scene::{CellMap, Preset, Scene, Wall, WallId, WeightedBehavior};
use bake::{Obstacles, Places};
use glam::DVec2;
use std::sync::Arc;

/// The most work for the nets of a scene: the pairs of points of each net, between which ways are
/// looked for, the pairs of corners of walls and edges that are so near that a body may not fit
/// between, and 16 for each point that is looked at. About 16,000 points of one net take as much,
/// or 8,000 points of each of four nets.
pub const MAX_NET_WORK: u64 = 1 << 27;

/// The net of bodies up to a radius.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Net {
    /// The radius of the largest bodies that use it, u.
    pub radius: f64,
    /// The points, u.
    pub points: Vec<DVec2>,
    /// The straight ways between points that are free while all doors are open: by the first point,
    /// and then by the second.
    pub pairs: Vec<NetPair>,
    /// The doors that close a way, by the index of the way.
    pub doors: Vec<NetDoor>,
}

/// A straight way between two points of a net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetPair {
    /// The index of the first point, which is the lower one.
    pub from: u32,
    /// The index of the second point.
    pub to: u32,
    /// Its length, u.
    pub length: f64,
}

/// A door that closes a way of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetDoor {
    /// The index of the way.
    pub pair: u32,
    /// The door.
    pub wall: WallId,
}

/// The nets of a scene, by radius.
#[derive(Clone, Debug, Default)]
pub struct Nets {
    nets: Vec<Arc<Net>>,
    /// What they were baked from. `None` if they hold whatever the scene is.
    source: Option<Source>,
}

/// What nets are baked from.
#[derive(Clone, Debug)]
struct Source {
    walls: Vec<Arc<Wall>>,
    cells: Arc<CellMap>,
    skin: f64,
}

impl Source {
    fn of(scene: &Scene) -> Self {
        Self {
            walls: scene.walls.clone(),
            cells: Arc::clone(&scene.cells),
            skin: scene.skin,
        }
    }

    /// Whether the scene has the same walls and cells. Doors may be open or closed.
    fn is_of(&self, scene: &Scene) -> bool {
        let same_edges = |a: &Arc<Wall>, b: &Arc<Wall>| {
            let shape = |wall: &Wall| {
                let is_door = wall.open.is_some();
                (wall.id, wall.closed, wall.blocks_motion, is_door)
            };
            Arc::ptr_eq(a, b) || shape(a) == shape(b) && a.nodes == b.nodes
        };
        self.skin == scene.skin
            && (Arc::ptr_eq(&self.cells, &scene.cells) || self.cells == scene.cells)
            && self.walls.len() == scene.walls.len()
            && self
                .walls
                .iter()
                .zip(&scene.walls)
                .all(|(a, b)| same_edges(a, b))
    }
}

impl Nets {
    /// These nets, whatever the scene is: those of an export.
    #[must_use]
    pub fn given(nets: impl IntoIterator<Item = Net>) -> Self {
        let mut nets: Vec<Arc<Net>> = nets.into_iter().map(Arc::new).collect();
        nets.sort_by(|a, b| a.radius.total_cmp(&b.radius));
        Self { nets, source: None }
    }

    /// The nets for all agents and spawners of a scene that go around walls. Those that do not
    /// differ from the ones of `earlier` are taken from there.
    #[must_use]
    pub fn baked(scene: &Scene, earlier: Option<&Self>) -> Self {
        let radii = radii(scene);
        if radii.is_empty() {
            return Self {
                nets: Vec::new(),
                source: Some(Source::of(scene)),
            };
        }
        let known = earlier.filter(|earlier| earlier.is_baked_from(scene));
        let walls = Walls::new(&scene.walls, &scene.cells);
        let obstacles = Obstacles::new(&walls);
        let mut left = MAX_NET_WORK;
        let net = |radius: f64| {
            if let Some(net) = known.and_then(|known| known.of_radius(radius)) {
                return Arc::clone(net);
            }
            let places = Places::new(&obstacles, radius, scene.skin, left);
            left -= places.as_ref().map_or(left, |places| places.work);
            // A scene whose nets take more work cannot be run.
            let without_points = Net {
                radius,
                ..Net::default()
            };
            Arc::new(places.map_or(without_points, Places::into_net))
        };
        Self {
            nets: radii.into_iter().map(net).collect(),
            source: Some(Source::of(scene)),
        }
    }

    /// The radius of the first net of a scene with which its nets take more than [`MAX_NET_WORK`].
    /// A scene with such a net cannot be run or exported.
    #[must_use]
    pub fn first_beyond_limit(scene: &Scene) -> Option<f64> {
        let radii = radii(scene);
        if radii.is_empty() {
            return None;
        }
        let walls = Walls::new(&scene.walls, &scene.cells);
        let obstacles = Obstacles::new(&walls);
        let mut left = MAX_NET_WORK;
        radii.into_iter().find(|&radius| {
            let places = Places::new(&obstacles, radius, scene.skin, left);
            left -= places.as_ref().map_or(left, |places| places.work);
            places.is_none()
        })
    }

    /// Those of a scene: its own if they hold for it, else baked ones.
    pub(crate) fn of(scene: &Scene, earlier: Option<&Arc<Self>>) -> Arc<Self> {
        if let Some(nets) = scene.nets.as_ref().filter(|nets| nets.hold_for(scene)) {
            // That of a run knows what they were baked from.
            let known = earlier.filter(|earlier| earlier.has_same_nets(nets));
            return Arc::clone(known.unwrap_or(nets));
        }
        match earlier {
            Some(earlier) if earlier.source.is_some() && earlier.hold_for(scene) => {
                Arc::clone(earlier)
            }
            _ => Arc::new(Self::baked(scene, earlier.map(Arc::as_ref))),
        }
    }

    /// Whether they were baked here.
    pub(crate) fn is_baked(&self) -> bool {
        self.source.is_some()
    }

    /// These nets with one more for the bodies of a preset of `scene`. `None` if they have that, or
    /// if none is needed.
    pub(crate) fn with_net_of(&self, preset: &Preset, scene: &Scene) -> Option<Self> {
        let (source, radius) = (self.source.as_ref()?, preset.body.radius);
        if self.of_radius(radius).is_some() || !goes_around(preset) {
            return None;
        }
        let walls = Walls::new(&source.walls, &source.cells);
        let obstacles = Obstacles::new(&walls);
        let places = Places::new(&obstacles, radius, scene.skin, MAX_NET_WORK)?;
        let net = Arc::new(places.into_net());
        let mut nets = self.clone();
        let at = nets.nets.partition_point(|net| net.radius < radius);
        nets.nets.insert(at, net);
        Some(nets)
    }

    /// The nets, by radius.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Net> {
        self.nets.iter().map(Arc::as_ref)
    }

    /// The same nets, whatever becomes of the scene.
    #[must_use]
    pub fn as_given(&self) -> Self {
        Self {
            nets: self.nets.clone(),
            source: None,
        }
    }

    /// Whether they are those that a scene needs.
    fn hold_for(&self, scene: &Scene) -> bool {
        self.source.is_none() || self.is_baked_from(scene) && self.has_radii(&radii(scene))
    }

    /// Whether they were baked from the walls and cells of a scene.
    fn is_baked_from(&self, scene: &Scene) -> bool {
        let source = self.source.as_ref();
        source.is_some_and(|source| source.is_of(scene))
    }

    fn has_same_nets(&self, other: &Self) -> bool {
        self.nets.len() == other.nets.len()
            && self
                .nets
                .iter()
                .zip(&other.nets)
                .all(|(a, b)| Arc::ptr_eq(a, b))
    }

    fn has_radii(&self, radii: &[f64]) -> bool {
        self.nets
            .iter()
            .map(|net| net.radius)
            .eq(radii.iter().copied())
    }

    fn of_radius(&self, radius: f64) -> Option<&Arc<Net>> {
        self.nets.iter().find(|net| net.radius == radius)
    }

    pub(crate) fn nets(&self) -> &[Arc<Net>] {
        &self.nets
    }
}

/// Whether an edited scene has other walls or cells.
pub(crate) fn has_other_walls(scene: &Scene, before: &Scene) -> bool {
    !Source::of(before).is_of(scene)
}

/// The radii for which agents and spawners of a scene need nets, in ascending order.
pub(crate) fn radii(scene: &Scene) -> Vec<f64> {
    if !scene.presets.iter().any(|preset| goes_around(preset)) {
        return Vec::new();
    }
    let mut used: Vec<_> = scene.agents.iter().map(|agent| agent.preset).collect();
    used.extend(scene.spawners.iter().map(|spawner| spawner.preset));
    used.sort_unstable();
    used.dedup();
    let presets = used.into_iter().filter_map(|id| scene.preset(id));
    let presets = presets.filter(|preset| goes_around(preset));
    let mut radii: Vec<f64> = presets.map(|preset| preset.body.radius).collect();
    radii.sort_by(f64::total_cmp);
    radii.dedup();
    radii
}

/// Whether bodies of a preset go around walls in any state. Those that move by cells need no net.
pub(crate) fn goes_around(preset: &Preset) -> bool {
    let mut behaviors = preset.behaviors_of_all_states();
    behaviors.any(WeightedBehavior::goes_around_walls)
}
