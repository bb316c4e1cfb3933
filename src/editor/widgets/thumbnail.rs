//! A small picture of a scene: its paths, agents and markers.

use crate::editor::theme::{self, Colors};
use egui::{CornerRadius, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use std::fmt;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::{Color, Scene};

/// The most points of a picture. Of larger scenes, every n-th point is drawn.
const MAX_POINTS: usize = 4_000;
const MARGIN: f32 = 8.0;
const DOT: f32 = 3.0;

/// What is drawn of a scene.
#[derive(Clone, PartialEq)]
pub struct Thumbnail {
    paths: Vec<Vec<DVec2>>,
    walls: Vec<Segment>,
    agents: Vec<(DVec2, Color)>,
    markers: Vec<DVec2>,
    text: String,
}

/// Modal dialogs with a picture are printed by failing tests.
impl fmt::Debug for Thumbnail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Thumbnail").field(&self.text).finish()
    }
}

impl Thumbnail {
    /// The picture of `scene`.
    pub fn of(scene: &Scene) -> Self {
        let nodes: usize = scene.paths.iter().map(|path| path.nodes.len()).sum();
        let items = nodes + scene.agents.len() + scene.markers.len();
        let every = items.div_ceil(MAX_POINTS).max(1);
        let paths = scene
            .paths
            .iter()
            .step_by(scene.paths.len().div_ceil(MAX_POINTS).max(1))
            .map(|path| {
                let all = path.nodes.iter().map(|node| node.position);
                let mut points: Vec<DVec2> = all.step_by(every).collect();
                points.extend(path.nodes.last().map(|node| node.position));
                points.extend(
                    path.nodes
                        .first()
                        .filter(|_| path.is_closed())
                        .map(|node| node.position),
                );
                points
            });
        let edges: usize = scene.walls.iter().map(|wall| wall.nodes.len()).sum();
        let walls = scene
            .walls
            .iter()
            .flat_map(|wall| wall.edges())
            .step_by(edges.div_ceil(MAX_POINTS).max(1));
        let color = |agent: &steerwright_runtime::scene::Agent| {
            let preset = scene.preset(agent.preset);
            preset.map_or(Color([128; 3]), |preset| preset.color)
        };
        let agents = scene.agents.iter().step_by(every);
        let markers = scene.markers.iter().step_by(every);
        let counted =
            |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        Self {
            paths: paths.collect(),
            walls: walls.collect(),
            agents: agents.map(|agent| (agent.position, color(agent))).collect(),
            markers: markers.map(|marker| marker.position).collect(),
            text: [
                (scene.paths.len(), "path"),
                (scene.agents.len(), "agent"),
                (scene.markers.len(), "marker"),
                (scene.walls.len(), "wall"),
            ]
            .into_iter()
            // Most scenes have no walls.
            .filter(|&(count, one)| count > 0 || one != "wall")
            .map(|(count, one)| counted(count, one))
            .collect::<Vec<_>>()
            .join(", "),
        }
    }

    /// Draws the picture, with what it contains in words below.
    pub fn ui(&self, ui: &mut Ui, name: &str, size: Vec2) {
        ui.vertical(|ui| {
            ui.label(name);
            let (response, painter) = ui.allocate_painter(size, Sense::hover());
            response.widget_info(|| {
                WidgetInfo::labeled(egui::Role::Image, true, format!("{name} {}", self.text))
            });
            self.draw(&painter, response.rect, theme::colors(ui));
            ui.label(egui::RichText::new(&self.text).color(theme::colors(ui).text_weak));
        });
    }

    /// Draws the picture without words.
    pub fn draw(&self, painter: &Painter, rect: Rect, colors: &Colors) {
        painter.rect_filled(rect, CornerRadius::same(4), colors.canvas);
        let clip = rect.intersect(painter.clip_rect());
        painter
            .with_clip_rect(clip)
            .extend(self.shapes(rect, colors));
    }

    fn shapes(&self, rect: Rect, colors: &Colors) -> Vec<Shape> {
        let all = || {
            let agents = self.agents.iter().map(|(place, _)| place);
            self.paths
                .iter()
                .flatten()
                .chain(self.walls.iter().flat_map(|edge| [&edge.a, &edge.b]))
                .chain(agents)
                .chain(&self.markers)
        };
        let (low, high) = all().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), p| {
            (low.min(*p), high.max(*p))
        });
        let extent = (high - low).max_element().max(1e-6);
        let inner = rect.shrink(MARGIN);
        let scale = f64::from(inner.width().min(inner.height())) / extent;
        let center = (low + high) / 2.0;
        let screen = |place: DVec2| -> Pos2 {
            let offset = (place - center) * scale;
            inner.center() + Vec2::new(offset.x as f32, -offset.y as f32)
        };
        let line = Stroke::new(1.5, colors.text_weak);
        let paths = self
            .paths
            .iter()
            .map(|path| Shape::line(path.iter().map(|&place| screen(place)).collect(), line));
        let wall = Stroke::new(2.0, colors.wall);
        let walls = self
            .walls
            .iter()
            .map(|edge| Shape::line_segment([screen(edge.a), screen(edge.b)], wall));
        let markers = self.markers.iter().flat_map(|&place| {
            let at = screen(place);
            [Vec2::new(DOT, DOT), Vec2::new(DOT, -DOT)].map(|arm| {
                Shape::line_segment([at - arm, at + arm], Stroke::new(1.0, colors.target))
            })
        });
        let agents = self
            .agents
            .iter()
            .map(|&(place, color)| Shape::circle_filled(screen(place), DOT, colors.item(color)));
        walls.chain(paths).chain(markers).chain(agents).collect()
    }
}
