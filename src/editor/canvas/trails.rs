//! Where agents have been: trails of the shown run, and the run kept as a ghost.

use crate::editor::canvas::Screen;
use crate::editor::canvas::agents::AgentScene;
use crate::editor::theme;
use egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke, Vec2};
use steerwright_analysis::Sample;

/// The duration of trails, in seconds.
const TRAIL_SECONDS: f64 = 4.0;

/// Draws where agents have been, colored by speed and fading with age.
pub fn draw_trails(painter: &Painter, screen: &Screen, scene_view: &AgentScene<'_>) {
    let recording = scene_view.playback.recording();
    let now = scene_view.playback.tick();
    let ticks = (TRAIL_SECONDS / recording.dt()) as u64;
    let from = now.saturating_sub(ticks);
    let count = recording.at(now).len();
    // Use fewer points per agent for many agents.
    const MAX_POINTS: u64 = 4000;
    let stride = (count as u64 * ticks / MAX_POINTS).clamp(1, 12);
    let rows: Vec<(u64, &[Sample])> = (from.max(recording.first_tick())..=now)
        .step_by(stride as usize)
        .map(|tick| (tick, recording.at(tick)))
        .collect();
    let seen = screen.rect.expand(20.0);
    let mut mesh = Mesh::default();
    for (_, agent, preset) in scene_view.visible_agents() {
        let top = if preset.body.max_speed > 0.0 {
            preset.body.max_speed
        } else {
            1.0
        };
        let mut before: Option<Pos2> = None;
        // Agents usually keep their index.
        let mut place = 0;
        for (tick, row) in &rows {
            if row.get(place).is_none_or(|sample| sample.agent != agent.id) {
                let Ok(found) = row.binary_search_by_key(&agent.id, |sample| sample.agent) else {
                    continue;
                };
                place = found;
            }
            let sample = &row[place];
            let at = screen.pos(sample.position);
            if let Some(before) = before.replace(at)
                && (seen.contains(before) || seen.contains(at))
            {
                let age = (now - tick) as f32 / ticks.max(1) as f32;
                let color =
                    theme::speed_color(sample.speed() / top).gamma_multiply(0.85 * (1.0 - age));
                push_segment(&mut mesh, before, at, 2.2, color);
            }
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// Draws the ghosts of the selected agents as dotted lines, or of all agents if none is selected.
pub fn draw_ghosts(painter: &Painter, screen: &Screen, scene_view: &AgentScene<'_>) {
    let Some(ghost) = scene_view.playback.ghost() else {
        return;
    };
    // A few pixels apart, with a limit per agent.
    const MAX_DOTS: u64 = 600;
    let ticks = ghost.last_tick() - ghost.first_tick() + 1;
    let stride = (ticks / MAX_DOTS).max(3);
    let mut mesh = Mesh::default();
    let none_selected = !scene_view
        .scene
        .agents
        .iter()
        .any(|agent| scene_view.is_about(agent));
    for agent in scene_view
        .scene
        .agents
        .iter()
        .filter(|agent| none_selected || scene_view.is_about(agent))
        .filter(|agent| !scene_view.scene.editor.is_hidden(agent.id))
    {
        let mut tick = ghost.first_tick();
        while tick <= ghost.last_tick() {
            if let Some(sample) = ghost.sample(tick, agent.id) {
                let at = screen.pos(sample.position);
                if screen.rect.contains(at) {
                    mesh.add_colored_rect(
                        egui::Rect::from_center_size(at, Vec2::splat(2.0)),
                        theme::GHOST,
                    );
                }
            }
            tick += stride;
        }
        let at = ghost
            .sample(scene_view.playback.tick(), agent.id)
            .map(|sample| screen.pos(sample.position));
        if let Some(at) = at.filter(|&at| screen.rect.contains(at)) {
            painter.circle_stroke(at, 6.0, Stroke::new(1.0, theme::GHOST));
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// Adds a quad along a segment.
fn push_segment(mesh: &mut Mesh, a: Pos2, b: Pos2, width: f32, color: Color32) {
    let along = b - a;
    let length = along.length();
    if !(length > 0.05 && length < 1e4) {
        return;
    }
    let side = along.rot90() / length * (width / 2.0);
    let first = mesh.vertices.len() as u32;
    for p in [a + side, b + side, b - side, a - side] {
        mesh.colored_vertex(p, color);
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
}
