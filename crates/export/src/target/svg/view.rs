//! The visible part of the scene and its transform to the picture.

use glam::DVec2;
use steerwright_format::export_file::PathLine;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::Scene;

/// The maximum size of the drawing, px.
const LARGEST: DVec2 = DVec2::new(1160.0, 820.0);
/// The minimum size of the drawing, px.
const SMALLEST: DVec2 = DVec2::new(480.0, 360.0);
/// The margin around the drawing, px.
pub const MARGIN: f64 = 24.0;
/// The height of the header above the drawing, px.
pub const HEADER: f64 = 64.0;
/// The padding inside the frame, for labels, px.
const PADDING: f64 = 44.0;

/// The visible part of the scene, drawn with y up.
pub struct View {
    /// The center of the visible area, u.
    center: DVec2,
    /// Pixels per unit.
    pub scale: f64,
    /// The size of the drawing, px.
    pub size: DVec2,
}

impl View {
    /// A view of everything in `scene`, or of ten units around the origin if it is empty.
    pub fn of(scene: &Scene, lines: &[PathLine]) -> Self {
        let (low, high) = bounds(scene, lines).unwrap_or((DVec2::splat(-5.0), DVec2::splat(5.0)));
        let center = low * 0.5 + high * 0.5;
        // A single point still has some space around it.
        let extent = (high - low).max(DVec2::splat(((high - low).max_element() * 0.05).max(1e-3)));
        let room = LARGEST - DVec2::splat(2.0 * PADDING);
        let scale = (room.x / extent.x).min(room.y / extent.y).min(120.0);
        let size = (extent * scale + DVec2::splat(2.0 * PADDING)).clamp(SMALLEST, LARGEST);
        Self {
            center,
            scale,
            size,
        }
    }

    /// Converts a scene position to the picture, px.
    pub fn sheet_from_world(&self, p: DVec2) -> DVec2 {
        let from_center = (p - self.center) * self.scale;
        DVec2::new(
            MARGIN + self.size.x * 0.5 + from_center.x,
            HEADER + self.size.y * 0.5 - from_center.y,
        )
    }

    /// The minimum and maximum corner of the visible area, u.
    pub fn corners(&self) -> (DVec2, DVec2) {
        let half = self.size * 0.5 / self.scale;
        (self.center - half, self.center + half)
    }

    /// The distance between grid lines, u: 1, 2 or 5 times a power of ten, at least `pixels` px
    /// apart.
    pub fn nice_step(&self, pixels: f64) -> f64 {
        let least = pixels / self.scale;
        let power = 10f64.powf(least.log10().floor());
        [1.0, 2.0, 5.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&step| step >= least)
            .unwrap_or(10.0 * power)
    }
}

fn bounds(scene: &Scene, lines: &[PathLine]) -> Option<(DVec2, DVec2)> {
    let points = lines
        .iter()
        .flat_map(|line| line.polyline.points.iter().map(|&p| (p, 0.0)));
    let nodes = scene.paths.iter().flat_map(|path| {
        path.nodes
            .iter()
            .map(|node| (node.position, path.radius_of(node)))
    });
    let agents = scene.agents.iter().map(|agent| {
        let radius = scene
            .preset(agent.preset)
            .map_or(0.0, |preset| preset.body.radius);
        (agent.position, radius)
    });
    let markers = scene.markers.iter().map(|marker| (marker.position, 0.0));
    let walls = scene
        .walls
        .iter()
        .flat_map(|wall| wall.nodes.iter().map(|node| (node.position, 0.0)));
    let half = scene.cells.size * 0.5;
    let cells = scene.cells.blocked.iter().map(|&Cell { column, row }| {
        let corner = DVec2::new(f64::from(column), f64::from(row)) * scene.cells.size;
        (corner + DVec2::splat(half), half)
    });
    points
        .chain(nodes)
        .chain(agents)
        .chain(markers)
        .chain(cells)
        .chain(walls)
        .map(|(p, radius)| (p - DVec2::splat(radius), p + DVec2::splat(radius)))
        .reduce(|(low, high), (l, h)| (low.min(l), high.max(h)))
}
