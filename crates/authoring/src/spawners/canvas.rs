//! Spawners on the canvas: their icons, edges and rings, and how they move.

use crate::bounds::clamp_position;
use crate::canvas::ring::{Ring, RingId, RingKind};
use crate::transform::motion::Transform;
use crate::{CanvasContext, CanvasView, Item};
use glam::DVec2;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::level::Segment;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::Parameter;
use steerwright_runtime::scene::{
    AgentId, MarkerId, Scatter, Scene, SpawnEdge, SpawnPlace, Spawner, SpawnerId, Target,
};

/// A spawner at another item is shown beside it, this far to the right and above, in points.
const BESIDE_POINTS: f64 = 20.0;
/// The sine of 45°.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The sides of the rectangle on which agents enter.
pub fn sides(edge: SpawnEdge) -> [Segment; 4] {
    let (a, c) = (edge.from, edge.to);
    let (b, d) = (DVec2::new(c.x, a.y), DVec2::new(a.x, c.y));
    [(a, b), (b, c), (c, d), (d, a)].map(|(a, b)| Segment { a, b })
}

/// Where the agents of a spawner enter, as `view` shows it; of an edge, the middle of its upper
/// side.
pub fn place(scene: &Scene, view: &CanvasView<'_>, spawner: &Spawner) -> Option<DVec2> {
    match spawner.place {
        SpawnPlace::Agent(id) => view
            .agent_position(id)
            .or_else(|| scene.target_position(Target::Agent(id))),
        SpawnPlace::Edge(SpawnEdge { from, to }) => {
            Some(DVec2::new((from.x + to.x) / 2.0, from.y.max(to.y)))
        }
        SpawnPlace::Point(_) | SpawnPlace::Marker(_) => spawner.position(scene),
    }
}

/// A spawner on the canvas.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The spawner.
    pub spawner: &'a Spawner,
    /// Where agents enter, as in [`place`], in units.
    pub place: DVec2,
    /// Where its icon is: at its place, or beside the item at which it is, in units.
    pub icon: DVec2,
}

/// The spawners that are not hidden, in the order of the scene. Those at the same place have icons
/// beside one another.
pub fn shown<'a>(scene: &'a Scene, view: &CanvasView<'_>) -> Vec<Shown<'a>> {
    let mut beside: BTreeMap<Spot, u32> = BTreeMap::new();
    let spawners = scene.spawners.iter().map(Arc::as_ref);
    spawners
        .filter(|spawner| !scene.editor.is_hidden(spawner.id))
        .filter_map(|spawner| {
            let place = place(scene, view, spawner)?;
            let step = BESIDE_POINTS * view.unit_per_point;
            let (spot, first) = match spawner.place_target() {
                Some(target) => {
                    let body = DIAGONAL * body_radius(scene, target) + step / 2.0;
                    (Spot::of(target), DVec2::splat(step.max(body)))
                }
                None => (Spot::At(place.x.to_bits(), place.y.to_bits()), DVec2::ZERO),
            };
            let count = beside.entry(spot).or_default();
            let icon = place + first + DVec2::X * (step * f64::from(*count));
            *count += 1;
            Some(Shown {
                spawner,
                place,
                icon,
            })
        })
        .collect()
}

/// The radius of the body at a target, u.
fn body_radius(scene: &Scene, target: Target) -> f64 {
    match target {
        Target::Agent(id) => {
            let preset = scene.agent(id).and_then(|agent| scene.preset(agent.preset));
            preset.map_or(0.0, |preset| preset.body.radius)
        }
        Target::Marker(_) | Target::Pointer => 0.0,
    }
}

/// Where icons would cover one another.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Marker(MarkerId),
    Agent(AgentId),
    /// The bits of a place.
    At(u64, u64),
}

impl Spot {
    fn of(target: Target) -> Self {
        match target {
            Target::Marker(id) => Self::Marker(id),
            Target::Agent(id) => Self::Agent(id),
            Target::Pointer => Self::At(0, 0),
        }
    }
}

/// The point of a place, or two opposite corners.
pub(crate) fn corners(place: SpawnPlace) -> impl Iterator<Item = DVec2> {
    let corners = match place {
        SpawnPlace::Point(point) => [Some(point), None],
        SpawnPlace::Edge(edge) => [Some(edge.from), Some(edge.to)],
        SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => [None, None],
    };
    corners.into_iter().flatten()
}

/// A place after a transform. Edges stay parallel to the axes: other rotations than quarter turns
/// only move them.
pub(crate) fn transformed(place: SpawnPlace, transform: &Transform) -> SpawnPlace {
    let moved = |p: DVec2| clamp_position(transform.apply_to(p));
    match place {
        SpawnPlace::Point(point) => SpawnPlace::Point(moved(point)),
        SpawnPlace::Edge(SpawnEdge { from, to }) => {
            let is_tilted =
                matches!(transform, Transform::Rotate { degrees, .. } if degrees % 90.0 != 0.0);
            let (from, to) = if is_tilted {
                let (center, half) = ((from + to) / 2.0, (to - from) / 2.0);
                let center = transform.apply_to(center);
                (clamp_position(center - half), clamp_position(center + half))
            } else {
                (moved(from), moved(to))
            };
            SpawnPlace::Edge(SpawnEdge { from, to })
        }
        SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => place,
    }
}

/// The rings of the scatter of a spawner.
pub(crate) fn rings(scene: &Scene, view: &CanvasView<'_>, id: SpawnerId) -> Vec<Ring> {
    let Some(spawner) = scene.spawner(id) else {
        return vec![];
    };
    let (Some(scatter), Some(center)) = (spawner.scatter, place(scene, view, spawner)) else {
        return vec![];
    };
    let of = |parameter: &Parameter<Scatter>| {
        let label = parameter.presentation.label;
        let id = RingId::SpawnerScatter(id, parameter.key);
        let radius = parameter.get(&scatter)?;
        Some(Ring::new(id, label, RingKind::Others, center, radius))
    };
    parameter::SPAWNER_SCATTER
        .into_iter()
        .filter_map(of)
        .collect()
}

impl CanvasContext<'_> {
    /// The nearest editable spawner whose edge is at `p`.
    pub fn spawner_edge_at(&self, p: DVec2) -> Option<SpawnerId> {
        let radius = self.line_grab_radius();
        let near = self.spawner_edges(p);
        let near = near.filter(|(_, distance)| *distance <= radius);
        near.min_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(id, _)| id)
    }

    /// The editable spawners with an edge, and the distances of `p` from it.
    pub(crate) fn spawner_edges(&self, p: DVec2) -> impl Iterator<Item = (SpawnerId, f64)> {
        let scene = &self.session.scene;
        let spawners = scene.spawners.iter();
        let edges = spawners.filter_map(|spawner| match spawner.place {
            SpawnPlace::Edge(edge) => Some((spawner.id, edge)),
            SpawnPlace::Point(_) | SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => None,
        });
        let edges = edges.filter(|(id, _)| scene.editor.is_editable(*id));
        edges.map(move |(id, edge)| {
            let sides = sides(edge).into_iter();
            let distances = sides.map(|side| vector::segment_distance(side.a, side.b, p));
            (id, distances.fold(f64::INFINITY, f64::min))
        })
    }

    /// The editable spawners with their icons and the radius within which they are grabbed, in
    /// units.
    pub(crate) fn spawner_icons(
        &self,
        grab_radius: f64,
    ) -> impl Iterator<Item = (Item, DVec2, f64)> + use<'_> {
        let scene = &self.session.scene;
        let shown = shown(scene, &self.view).into_iter();
        shown
            .filter(|shown| scene.editor.is_editable(shown.spawner.id))
            .map(move |shown| (Item::Spawner(shown.spawner.id), shown.icon, grab_radius))
    }

    /// The editable spawners of a box: those whose icon is in it, or their whole edge.
    pub(crate) fn spawners_within(&self, inside: impl Fn(DVec2) -> bool) -> Vec<Item> {
        let scene = &self.session.scene;
        let shown = shown(scene, &self.view).into_iter();
        shown
            .filter(|shown| match shown.spawner.place {
                SpawnPlace::Edge(edge) => inside(edge.from) && inside(edge.to),
                SpawnPlace::Point(_) | SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => {
                    inside(shown.icon)
                }
            })
            .filter(|shown| scene.editor.is_editable(shown.spawner.id))
            .map(|shown| Item::Spawner(shown.spawner.id))
            .collect()
    }
}
