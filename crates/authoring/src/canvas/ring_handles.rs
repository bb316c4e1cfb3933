//! Where the handles of rings are: on the line of the ring if that is clear of bodies, states,
//! nodes and other handles, otherwise outside of it.

use crate::bounds::Bounds;
use crate::canvas::cone;
use crate::canvas::handles::{DRAWN_POINTS, TransformBox};
use crate::canvas::ring::{Ring, RingId};
use crate::presets::states;
use crate::{CanvasView, Selection};
use glam::DVec2;
use steerwright_runtime::geometry::rotation::{RADIANS_PER_DEGREE, rotate};
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Preset, Scene};

/// A step of length 1 along a diagonal.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Handles keep this distance from the edge of the canvas, in points, if possible.
const EDGE_POINTS: f64 = 16.0;
/// Handles of concentric rings point in different directions, so that they do not overlap.
const DIRECTIONS: [DVec2; 6] = [
    DVec2::new(DIAGONAL, DIAGONAL),
    DVec2::new(1.0, 0.0),
    DVec2::new(DIAGONAL, -DIAGONAL),
    DVec2::new(0.0, 1.0),
    DVec2::new(-DIAGONAL, DIAGONAL),
    DVec2::new(-1.0, 0.0),
];
/// The turns that are tried, in degrees: to both sides in small steps.
const TURN: f64 = 15.0;
const MAX_TURNS: u8 = 12;
/// A handle that is clear nowhere on its line is moved outward by steps, in points.
const OUTWARD_POINTS: f64 = 6.0;
const MAX_OUTWARD: u8 = 12;
/// A handle may lie on a larger body, in points: beside it there is enough of the body to drag.
const LARGE_BODY_POINTS: f64 = 48.0;
/// No body is drawn smaller, in points.
const SMALL_BODY_POINTS: f64 = 6.0;
/// The room around nodes, markers and the centers of rings, in points.
const NODE_POINTS: f64 = 8.0;
const MARKER_POINTS: f64 = 12.0;
/// About the size of the state above a body, in points: its gap, its height, its least width, a
/// character and the padding.
const STATE_GAP: f64 = 7.0;
const STATE_HEIGHT: f64 = 24.0;
const STATE_WIDTH: f64 = 44.0;
const CHARACTER_WIDTH: f64 = 7.0;
const STATE_PADDING: f64 = 12.0;
/// The maximum number of items of each kind that handles keep off.
const MAX_ITEMS: usize = 200;

/// Where the handles were that were drawn last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptHandles {
    places: Vec<(RingId, Place)>,
    /// Whether they stay there in any case: while the scene plays, and while one is dragged.
    pub stay: bool,
}

impl KeptHandles {
    /// Takes over where the handles of these rings are.
    pub fn keep(&mut self, rings: &[Ring]) {
        self.places.clear();
        let places = rings.iter().map(|ring| {
            let place = Place {
                direction: ring.handle_dir,
                outward: ring.handle_outward,
            };
            (ring.id, place)
        });
        self.places.extend(places);
    }

    fn place_of(&self, id: RingId) -> Option<Place> {
        let kept = self.places.iter().find(|(known, _)| *known == id);
        kept.map(|(_, place)| *place)
    }
}

/// The place of a handle from the center of its ring.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    direction: DVec2,
    /// How far outside the line it is, in units.
    outward: f64,
}

impl Place {
    fn on(self, ring: &Ring) -> DVec2 {
        ring.center + self.direction * (ring.radius + self.outward)
    }
}

/// What handles keep off, in units.
#[derive(Default)]
struct Obstacles {
    /// Centers and radii.
    circles: Vec<(DVec2, f64)>,
    boxes: Vec<Bounds>,
}

impl Obstacles {
    /// Whether a handle of half the size `half` is clear there.
    fn are_clear_of(&self, p: DVec2, half: f64) -> bool {
        let off_circle =
            |&(center, radius): &(DVec2, f64)| vector::distance(center, p) >= radius + half;
        let off_box =
            |&Bounds { min, max }: &Bounds| p.cmplt(min - half).any() || p.cmpgt(max + half).any();
        self.circles.iter().all(off_circle) && self.boxes.iter().all(off_box)
    }
}

/// Places the handles of the rings of a selection, larger rings first.
pub(crate) fn place(
    scene: &Scene,
    selection: &Selection,
    view: &CanvasView<'_>,
    rings: &mut [Ring],
) {
    let margin = DVec2::splat(EDGE_POINTS * view.unit_per_point);
    let shown = Bounds {
        min: view.visible.min + margin,
        max: view.visible.max - margin,
    };
    let is_shown = |p: DVec2| shown.contains(p);
    let stays = |ring: &Ring| {
        let kept = view.handles.place_of(ring.id).filter(|_| view.handles.stay);
        kept.filter(|place| is_shown(place.on(ring)))
    };
    let mut obstacles = None;
    for index in 0..rings.len() {
        let place = stays(&rings[index]).unwrap_or_else(|| {
            let obstacles =
                obstacles.get_or_insert_with(|| all_obstacles(scene, selection, view, rings));
            find_place(&rings[index], index, view, obstacles, is_shown)
        });
        let ring = &mut rings[index];
        (ring.handle_dir, ring.handle_outward) = (place.direction, place.outward);
        let handle = (ring.handle(), DRAWN_POINTS * view.unit_per_point);
        if let Some(obstacles) = &mut obstacles {
            obstacles.circles.push(handle);
        }
    }
}

fn find_place(
    ring: &Ring,
    index: usize,
    view: &CanvasView<'_>,
    obstacles: &Obstacles,
    is_shown: impl Fn(DVec2) -> bool,
) -> Place {
    let first = DIRECTIONS[index % DIRECTIONS.len()];
    let kept = view.handles.place_of(ring.id).map(|kept| kept.direction);
    let turned = (1..=MAX_TURNS).flat_map(|turn| {
        let angle = f64::from(turn) * TURN * RADIANS_PER_DEGREE;
        [rotate(first, angle), rotate(first, -angle)]
    });
    let turns: Vec<DVec2> = kept.into_iter().chain([first]).chain(turned).collect();
    let half = DRAWN_POINTS * view.unit_per_point;
    let steps = (0..=MAX_OUTWARD).map(|step| f64::from(step) * OUTWARD_POINTS);
    let places = steps.flat_map(|outward| {
        turns.iter().map(move |&direction| Place {
            direction,
            outward: outward * view.unit_per_point,
        })
    });
    let mut shown = places.filter(|place| is_shown(place.on(ring)));
    let mut nearest = None;
    let clear = shown.find(|place| {
        nearest.get_or_insert(*place);
        obstacles.are_clear_of(place.on(ring), half)
    });
    clear.or(nearest).unwrap_or(Place {
        direction: first,
        outward: 0.0,
    })
}

/// What is drawn near the rings, and what is in their middle.
fn all_obstacles(
    scene: &Scene,
    selection: &Selection,
    view: &CanvasView<'_>,
    rings: &[Ring],
) -> Obstacles {
    let unit = view.unit_per_point;
    let Bounds { min, max } = view.visible;
    let near = |p: DVec2, reach: f64| {
        let is_visible = p.cmpge(min - reach).all() && p.cmple(max + reach).all();
        let farthest = reach + f64::from(MAX_OUTWARD) * OUTWARD_POINTS * unit;
        is_visible
            && rings.iter().any(|ring| {
                let off_center = (p - ring.center).abs().max_element();
                off_center <= ring.radius + farthest
            })
    };
    let mut all = Obstacles::default();
    let centers = rings.iter().map(|ring| (ring.center, NODE_POINTS * unit));
    all.circles.extend(centers);
    let agents = view
        .agents
        .iter()
        .filter(|(id, at)| near(*at, LARGE_BODY_POINTS * unit) && !scene.editor.is_hidden(*id));
    for &(id, at) in agents.take(MAX_ITEMS) {
        let agent = scene.agent(id);
        let preset = agent.and_then(|agent| scene.preset(agent.preset));
        let body = preset.map_or(0.0, |preset| preset.body.radius);
        let radius = body.max(SMALL_BODY_POINTS * unit);
        if radius <= LARGE_BODY_POINTS * unit {
            all.circles.push((at, radius));
        }
        all.boxes
            .extend(preset.and_then(|preset| state_box(preset, at, radius, unit)));
    }
    let markers = scene.markers.iter();
    let markers = markers.filter(|marker| {
        near(marker.position, MARKER_POINTS * unit) && !scene.editor.is_hidden(marker.id)
    });
    let markers = markers.map(|marker| (marker.position, MARKER_POINTS * unit));
    all.circles.extend(markers.take(MAX_ITEMS));
    let paths = scene.paths.iter();
    let paths = paths.filter(|path| !scene.editor.is_hidden(path.id));
    let nodes = paths.flat_map(|path| path.nodes.iter().map(|node| node.position));
    let nodes = nodes.filter(|node| near(*node, NODE_POINTS * unit));
    all.circles
        .extend(nodes.take(MAX_ITEMS).map(|node| (node, NODE_POINTS * unit)));
    let cones = cone::handles_of(scene, selection, view);
    let cones = cones.into_iter().map(|cone| cone.position);
    let turned = TransformBox::of(scene, selection).filter(|turned| turned.nose.is_some());
    let turned = turned.map_or(vec![], |turned| turned.handles(unit));
    let others = cones.chain(turned.into_iter().map(|(_, at)| at));
    all.circles
        .extend(others.map(|at| (at, DRAWN_POINTS * unit)));
    all
}

/// The area of the state and the alert of an agent above its body, as wide as any of its states.
fn state_box(preset: &Preset, at: DVec2, radius: f64, unit: f64) -> Option<Bounds> {
    let has_state = !preset.states.is_empty() || preset.alert.is_some();
    let names = preset.all_states();
    let names = names.map(|state| states::name_of(preset, state.rules).chars().count());
    let longest = f64::from(u32::try_from(names.max().unwrap_or(0)).unwrap_or(u32::MAX));
    let width = (longest * CHARACTER_WIDTH + STATE_PADDING).max(STATE_WIDTH);
    let bottom = at + DVec2::Y * (radius + STATE_GAP * unit);
    let half = DVec2::X * (width / 2.0 * unit);
    has_state.then(|| Bounds {
        min: bottom - half,
        max: bottom + half + DVec2::Y * STATE_HEIGHT * unit,
    })
}
