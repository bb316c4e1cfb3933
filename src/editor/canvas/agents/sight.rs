//! Drawing what agents see: their field of view, cut by walls.

use crate::editor::canvas::agents::scene::{AgentScene, ShownAgent};
use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Mesh, Painter, Pos2, Shape, Stroke};
use steerwright_authoring::canvas::visible_area::SightBlockers;

/// With more agents that have sight, only those of the selection are drawn.
const MAX_AREAS: usize = 64;

/// Draws the areas that agents see.
pub fn draw(painter: &Painter, screen: &Screen, scene_view: &AgentScene<'_>) {
    let seeing = || {
        let agents = scene_view.visible_agents();
        agents.filter_map(|shown| Some((shown, shown.preset.sight?)))
    };
    let count = seeing().take(MAX_AREAS + 1).count();
    if count == 0 {
        return;
    }
    let blockers = SightBlockers::of(scene_view.scene);
    let color = theme::colors(painter.ctx()).fov;
    let fill = color.gamma_multiply(0.14);
    let shown = seeing()
        .filter(|(shown, _)| count <= MAX_AREAS || scene_view.is_about(shown.agent))
        .filter(|(shown, sight)| screen.shows(shown.sample.position, sight.range))
        .take(MAX_AREAS);
    for (ShownAgent { sample, .. }, sight) in shown {
        let outline = blockers.visible_outline(sample.position, sample.facing, &sight);
        let edge: Vec<Pos2> = outline.into_iter().map(|p| screen.pos(p)).collect();
        let mut mesh = Mesh::default();
        mesh.colored_vertex(screen.pos(sample.position), fill);
        edge.iter().for_each(|&p| mesh.colored_vertex(p, fill));
        for i in 1..edge.len() as u32 {
            mesh.add_triangle(0, i, i + 1);
        }
        painter.add(Shape::mesh(mesh));
        let stroke = Stroke::new(1.0, color.gamma_multiply(0.6));
        // A joint of two lines in almost opposite directions would reach far beyond them.
        for (index, &from) in edge.iter().enumerate() {
            painter.line_segment([from, edge[(index + 1) % edge.len()]], stroke);
        }
    }
}
