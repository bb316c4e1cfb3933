//! Where agents have been: trails of the shown run, and the run kept as a ghost.

use crate::editor::canvas::agents::crowd::AgentCrowd;
use crate::editor::canvas::agents::scene::{AgentScene, ShownAgent};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::crowd::push_segment;
use crate::editor::theme;
use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Shape, Stroke, Vec2};
use steerwright_analysis::recording::Row;
use steerwright_runtime::scene::{Motion, Preset, Scene};

/// The duration of trails, in seconds.
const TRAIL_SECONDS: f64 = 4.0;
/// The width of trails, in points.
pub(crate) const WIDTH: f32 = 2.2;

/// Draws where agents have been, and ghosts. Those of a crowd are prepared.
pub(crate) fn draw(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    crowd: &AgentCrowd,
) {
    if crowd.in_full().is_some() {
        crowd.draw_trails(painter);
    } else {
        draw_ghosts(painter, screen, scene_view);
        draw_trails(painter, screen, scene_view);
    }
}

/// Draws where agents have been, colored by speed and fading with age.
fn draw_trails(painter: &Painter, screen: &Screen, scene_view: &AgentScene<'_>) {
    let recording = scene_view.shown.recording();
    let now = scene_view.shown.tick;
    let ticks = (TRAIL_SECONDS / recording.dt()) as u64;
    let count = recording.at(now).len();
    // Use fewer points per agent for many agents, and then shorter lines.
    const MAX_POINTS: u64 = 4000;
    const MAX_STRIDE: u64 = 12;
    const MAX_POINTS_OF_ALL: u64 = 40_000;
    let count = count.max(1) as u64;
    let stride = (count * ticks / MAX_POINTS).clamp(1, MAX_STRIDE);
    let points = (MAX_POINTS_OF_ALL / count).max(4);
    let ticks = ticks.min(points * stride);
    let from = now.saturating_sub(ticks).max(recording.first_tick());
    let rows: Vec<(u64, &Row)> = (from..=now)
        .step_by(stride as usize)
        .map(|tick| (tick, recording.at(tick)))
        .collect();
    let colors = theme::colors(painter.ctx());
    let seen = screen.rect.expand(20.0);
    let mut mesh = Mesh::default();
    for ShownAgent { agent, preset, .. } in scene_view.visible_agents() {
        let top = top_speed(scene_view.scene, preset);
        let mut before: Option<Pos2> = None;
        let mut place = 0;
        for (tick, row) in &rows {
            let Some(found) = row.place_of(agent.id, place) else {
                continue;
            };
            place = found;
            let Some((position, speed)) = row.position_and_speed(place) else {
                continue;
            };
            let at = screen.pos(position);
            if let Some(before) = before.replace(at)
                && (seen.contains(before) || seen.contains(at))
            {
                let age = (now - tick) as f32 / ticks.max(1) as f32;
                let color = colors.at_speed(speed / top).gamma_multiply(opacity(age));
                push_segment(&mut mesh, before, at, WIDTH, color);
            }
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// The opacity of a point of a trail; the age goes from 0 to 1.
pub(crate) fn opacity(age: f32) -> f32 {
    0.85 * (1.0 - age)
}

/// The speed that has the brightest color.
pub(crate) fn top_speed(scene: &Scene, preset: &Preset) -> f64 {
    let top = match &preset.motion {
        Motion::Steered(_) => preset.body.max_speed,
        // Along a row or column: the limits of the body do not apply.
        Motion::GridChase(chase) => scene.cells.size / chase.step_interval,
    };
    if top > 0.0 { top } else { 1.0 }
}

/// Draws the ghosts of the selected agents as dotted lines, or of all agents if none is selected.
fn draw_ghosts(painter: &Painter, screen: &Screen, scene_view: &AgentScene<'_>) {
    let mut dots = Mesh::default();
    let color = theme::colors(painter.ctx()).ghost;
    let places = push_ghosts(&mut dots, screen, scene_view, color);
    let is_version = scene_view.shown.is_ghost_version;
    for at in places {
        let stroke = Stroke::new(1.0, color);
        if is_version {
            painter.circle_stroke(at, 8.0, stroke);
            let font = FontId::proportional(theme::SMALL_SIZE);
            painter.text(at, Align2::CENTER_CENTER, "A", font, color);
        } else {
            painter.circle_stroke(at, 6.0, stroke);
        }
    }
    painter.add(Shape::mesh(dots));
}

/// Adds the dotted lines of the ghosts, and returns where the ghosts are at the shown tick.
pub(crate) fn push_ghosts(
    dots: &mut Mesh,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    color: Color32,
) -> Vec<Pos2> {
    let Some(ghost) = scene_view.shown.ghost else {
        return vec![];
    };
    // A few pixels apart, with a limit per agent and one for all.
    const MAX_DOTS: u64 = 600;
    const MAX_DOTS_OF_ALL: u64 = 20_000;
    let ticks = ghost.last_tick() - ghost.first_tick() + 1;
    let agents = scene_view.scene.agents.len() as u64;
    let stride = (ticks / MAX_DOTS)
        .max(ticks * agents / MAX_DOTS_OF_ALL)
        .max(3);
    let rows: Vec<&Row> = (ghost.first_tick()..=ghost.last_tick())
        .step_by(stride as usize)
        .map(|tick| ghost.at(tick))
        .collect();
    let none_selected = !scene_view
        .scene
        .agents
        .iter()
        .any(|agent| scene_view.is_about(agent));
    let mut places = Vec::new();
    let mut place_now = 0;
    let shown = ghost.at(scene_view.shown.tick);
    for agent in scene_view
        .scene
        .agents
        .iter()
        .filter(|agent| none_selected || scene_view.is_about(agent))
        .filter(|agent| !scene_view.scene.editor.is_hidden(agent.id))
    {
        let mut place = place_now;
        for row in &rows {
            let Some(found) = row.place_of(agent.id, place) else {
                continue;
            };
            place = found;
            let Some((position, _)) = row.position_and_speed(place) else {
                continue;
            };
            let at = screen.pos(position);
            if screen.rect.contains(at) {
                push_dot(dots, at, 2.0, color);
            }
        }
        let found = shown.place_of(agent.id, place_now);
        place_now = found.unwrap_or(place_now) + 1;
        let now = found.and_then(|place| shown.position_and_speed(place));
        let at = now.map(|(position, _)| screen.pos(position));
        places.extend(at.filter(|&at| screen.rect.contains(at)));
    }
    places
}

/// Adds a square.
pub(crate) fn push_dot(mesh: &mut Mesh, at: Pos2, side: f32, color: Color32) {
    mesh.add_colored_rect(egui::Rect::from_center_size(at, Vec2::splat(side)), color);
}
