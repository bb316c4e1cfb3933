//! Drawing the feelers of agents that avoid walls.

use crate::editor::canvas::agents::scene::{AgentScene, ShownAgent};
use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Painter, Shape, Stroke};
use steerwright_runtime::geometry::vector::length;
use steerwright_runtime::level::Disk;
use steerwright_runtime::scene::Behavior;

/// With more selected agents, the feelers of the first ones are drawn.
const MAX_AGENTS: usize = 64;

/// Draws the feelers of the selected agents, as long as they are at their speed. Each ends at the
/// first contact of the body with a wall.
pub fn draw(painter: &Painter, screen: &Screen, scene_view: &AgentScene<'_>) {
    let avoiding: Vec<_> = scene_view
        .visible_agents()
        .filter(|shown| scene_view.is_about(shown.agent))
        .flat_map(|ShownAgent { sample, preset, .. }| {
            let behaviors = preset.behaviors().filter_map(|behavior| match behavior {
                Behavior::AvoidWalls(avoid) => Some(*avoid),
                _ => None,
            });
            behaviors.map(move |avoid| (sample, preset.body, avoid))
        })
        .take(MAX_AGENTS)
        .collect();
    if avoiding.is_empty() {
        return;
    }
    let colors = theme::colors(painter.ctx());
    let walls = scene_view.scene.motion_barrier();
    let skin = scene_view.scene.skin;
    for (sample, body, avoid) in avoiding {
        let radius = body.radius;
        let feelers = avoid.feelers(
            sample.heading,
            length(sample.velocity),
            body.max_speed,
            avoid.side_direction(),
        );
        let body = Disk { radius, skin };
        for feeler in feelers {
            let contact = body.first_contact(&walls, sample.position, feeler);
            let (free, color) = match contact {
                Some((free, _)) => (free, colors.danger),
                None => (1.0, colors.fov),
            };
            let end = screen.pos(sample.position + feeler * free);
            let stroke = Stroke::new(1.5, color);
            painter.add(Shape::line_segment(
                [screen.pos(sample.position), end],
                stroke,
            ));
            // The body at the end of its way.
            let outline = Stroke::new(1.0, color.gamma_multiply(0.6));
            painter.add(Shape::circle_stroke(end, screen.points(radius), outline));
        }
    }
}
