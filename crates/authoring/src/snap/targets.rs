//! What there is to snap to: all that can be seen and does not move along.

use crate::hit::ViewContext;
use crate::{Item, Routes};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::PathId;

/// Something in line with a place, and where it is.
type Guide = (Item, DVec2);

/// Points and lines to snap to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Targets {
    points: Vec<(DVec2, Item)>,
    /// Paths by their index in the scene, and their ids.
    lines: Vec<(usize, PathId)>,
}

impl Targets {
    /// All that is shown on `stage` but what `moves`; a path of which anything moves offers its other nodes, but no segments.
    /// Agents offer themselves while they stand where they start.
    pub fn of(stage: &ViewContext<'_>, moves: impl Fn(Item) -> bool) -> Self {
        let mut targets = Self::default();
        let (min, max) = stage.shown;
        let is_shown = |p: DVec2| p.cmpge(min).all() && p.cmple(max).all();
        for (index, (path, line)) in stage
            .scene
            .paths
            .iter()
            .zip(stage.routes.lines())
            .enumerate()
        {
            if !line.is_near(min, max, 0.0) || path.outline.is_hidden(stage.scene) {
                continue;
            }
            let whole = moves(Item::Path(path.id));
            let mut still = !whole;
            for node in path.nodes.iter().filter(|_| !whole) {
                let item = Item::Node(path.id, node.id);
                if moves(item) {
                    still = false;
                } else if is_shown(node.position()) {
                    targets.points.push((node.position(), item));
                }
            }
            if still {
                targets.lines.push((index, path.id));
            }
        }
        let markers = stage
            .scene
            .markers
            .iter()
            .filter(|marker| !marker.outline.is_hidden(stage.scene));
        let markers = markers.map(|marker| (marker.position(), Item::Marker(marker.id)));
        targets
            .points
            .extend(markers.filter(|(p, item)| is_shown(*p) && !moves(*item)));
        for agent in stage
            .scene
            .agents
            .iter()
            .filter(|agent| !agent.outline.is_hidden(stage.scene))
        {
            let p = agent.position();
            if is_shown(p)
                && !moves(Item::Agent(agent.id))
                && stage.agent_position(agent.id) == Some(p)
            {
                targets.points.push((p, Item::Agent(agent.id)));
            }
        }
        targets
    }

    /// The point nearest to `p`, within `reach`.
    pub(super) fn nearest_point(&self, p: DVec2, reach: f64) -> Option<(DVec2, Item)> {
        let near = self
            .points
            .iter()
            .map(|&(at, item)| (vector::distance(at, p), at, item))
            .filter(|(distance, ..)| *distance <= reach);
        near.min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, at, item)| (at, item))
    }

    /// The place on a line nearest to `p`, within `reach`, with the index of the node it comes after.
    pub(super) fn nearest_on_line(
        &self,
        routes: &Routes,
        p: DVec2,
        reach: f64,
    ) -> Option<(DVec2, PathId, usize)> {
        let mut best: Option<(f64, DVec2, PathId, usize)> = None;
        for &(index, path) in &self.lines {
            let Some(line) = routes
                .lines()
                .get(index)
                .filter(|line| line.is_near(p, p, reach))
            else {
                continue;
            };
            for (a, b, after) in line.segments() {
                let at = a + (b - a) * vector::nearest_fraction(a, b, p);
                let distance = vector::distance(at, p);
                if distance <= reach && best.is_none_or(|(nearest, ..)| distance < nearest) {
                    best = Some((distance, at, path, after));
                }
            }
        }
        best.map(|(_, at, path, after)| (at, path, after))
    }

    /// What `p` is nearly straight above or below of, and what it is nearly beside of; of several in line, the nearest.
    pub(super) fn guides(&self, p: DVec2, reach: f64) -> (Option<Guide>, Option<Guide>) {
        let in_line = |off: fn(DVec2) -> f64| {
            let near = self
                .points
                .iter()
                .map(|&(at, item)| (off(at - p).abs(), vector::distance(at, p), item, at));
            let near = near.filter(|(off, ..)| *off <= reach);
            near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)))
                .map(|(.., item, at)| (item, at))
        };
        (in_line(|d| d.x), in_line(|d| d.y))
    }
}
