//! Agents at the shown tick: body, facing, velocity, force, field of view, planned path.

pub(crate) mod crowd;
pub(crate) mod feelers;
pub(crate) mod noises;
pub(crate) mod scene;
pub(crate) mod shape;
pub(crate) mod sight;
pub(crate) mod trails;

use crate::editor::canvas::agents::crowd::AgentCrowd;
use crate::editor::canvas::agents::scene::{AgentScene, AgentsInFull, ShownAgent};
use crate::editor::canvas::agents::shape::{body_radius, wedge};
use crate::editor::canvas::labels::agent_labels;
use crate::editor::canvas::layers::Layers;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes;
use crate::editor::canvas::shapes::Caption;
use crate::editor::theme;
use egui::{Align2, Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use glam::DVec2;
use steerwright_analysis::Sample;
use steerwright_authoring::{CanvasView, Item};
use steerwright_runtime::geometry::{rotation, vector};
use steerwright_runtime::scene::{Agent, Color, Preset, Scene, Target};

/// The length of velocity arrows, in seconds of travel.
const VELOCITY_SECONDS: f64 = 0.35;
/// Velocity arrows of small fast bodies, such as shots, are cut off at this length, in radii.
const MAX_VELOCITY_RADII: f32 = 8.0;
/// The length of a force at its limit, in points.
const FORCE_POINTS: f64 = 46.0;
/// The radius of the ring where a planned path ends, in points.
const GOAL_RADIUS: f32 = 4.5;
/// The radius of the ring of the pointer target, in points.
const POINTER_RADIUS: f32 = 10.0;
/// Captions of areas keep off up to this many bodies.
pub(crate) const MAX_BODIES: usize = 60;

/// The agents that are drawn in full.
pub(crate) fn in_full<'a>(
    scene_view: &'a AgentScene<'_>,
    layers: Layers,
    crowd: &AgentCrowd,
) -> AgentsInFull<'a> {
    match crowd.in_full() {
        Some(places) => {
            let agents = places.iter().filter_map(|&p| scene_view.agent_at(p));
            AgentsInFull {
                agents: agents.collect(),
                may_have_names: false,
            }
        }
        None => AgentsInFull {
            agents: scene_view.visible_agents().collect(),
            may_have_names: layers.names,
        },
    }
}

/// Draws every agent, without labels.
pub(crate) fn draw(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    layers: Layers,
    crowd: &AgentCrowd,
    agents: &[ShownAgent<'_>],
) {
    if crowd.in_full().is_some() {
        crowd.draw_wedges(painter);
    }
    for shown in agents {
        draw_agent(painter, screen, scene_view, layers, shown);
    }
}

/// Where the bodies in view are, with a margin in points around them.
pub(crate) fn body_areas<'a>(
    screen: &'a Screen,
    scene: &'a Scene,
    view: &'a CanvasView<'_>,
    margin: f32,
) -> impl Iterator<Item = Rect> + 'a {
    let shown = (view.agents.iter()).filter(|(_, place)| screen.shows(*place, 0.0));
    shown.filter_map(move |&(id, place)| {
        let preset = scene.preset(scene.agent(id)?.preset)?;
        let size = Vec2::splat(2.0 * (body_radius(screen, preset) + margin));
        Some(Rect::from_center_size(screen.pos(place), size))
    })
}

fn draw_agent(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    layers: Layers,
    ShownAgent {
        sample,
        agent,
        preset,
    }: &ShownAgent<'_>,
) {
    let colors = theme::colors(painter.ctx());
    if !screen.shows(sample.position, 60.0_f64.max(preset.body.radius)) {
        return;
    }
    let selected = scene_view.is_selected(agent);
    noises::draw(painter, screen, sample, preset);
    // What an agent with sight sees is drawn below all agents.
    if layers.view && preset.sight.is_none() {
        draw_view(painter, screen, scene_view, sample, agent);
    }
    if selected {
        if let Some(start) = agent_labels::shown_start(screen, sample, agent) {
            let outline = Stroke::new(1.5, colors.text_weak);
            painter.circle(start, 4.0, colors.canvas, outline);
        }
        draw_planned_path(painter, screen, scene_view, agent);
    }
    draw_body(
        painter,
        screen,
        sample,
        preset,
        &BodyStyle {
            color: theme::colors(painter.ctx()).item(color_of(sample, preset)),
            selected,
            hovered: scene_view.hovered == Some(Item::Agent(agent.id)),
        },
    );
    let at = screen.pos(sample.position);
    if layers.velocity && sample.speed() > 1e-3 {
        let along = screen.vector(sample.velocity * VELOCITY_SECONDS);
        let longest = MAX_VELOCITY_RADII * body_radius(screen, preset);
        let shown = along * (longest / along.length()).min(1.0);
        arrow(painter, at, shown, colors.speed);
    }
    if layers.force && preset.body.max_force > 0.0 && sample.steering > 1e-3 {
        let force = sample.force / preset.body.max_force * FORCE_POINTS;
        arrow(
            painter,
            at,
            Vec2::new(force.x as f32, -force.y as f32),
            colors.steering,
        );
    }
}

/// The color of the state of an agent, or of its preset.
fn color_of(sample: &Sample, preset: &Preset) -> Color {
    let state = sample.state.map(usize::from).filter(|state| *state > 0);
    let later_state = state.and_then(|state| preset.states.get(state - 1));
    later_state
        .and_then(|state| state.rules.color)
        .or(preset.state.color.filter(|_| state.is_none()))
        .unwrap_or(preset.color)
}

struct BodyStyle {
    color: Color32,
    selected: bool,
    hovered: bool,
}

/// Bodies up to this radius, in points, are drawn as two opaque discs, which is fast. Larger ones
/// are translucent.
const MAX_DISC_RADIUS: f32 = 16.0;

/// Draws a disc for the body with a wedge toward where it looks.
fn draw_body(
    painter: &Painter,
    screen: &Screen,
    sample: &Sample,
    preset: &Preset,
    style: &BodyStyle,
) {
    let colors = theme::colors(painter.ctx());
    let at = screen.pos(sample.position);
    let radius = body_radius(screen, preset);
    if style.selected || style.hovered {
        let ring = if style.selected {
            colors.accent
        } else {
            colors.text_strong
        };
        painter.circle_stroke(at, radius + 4.0, Stroke::new(2.0, ring));
    }
    let (fill, stroke) = (
        style.color.gamma_multiply(0.35),
        Stroke::new(1.5, style.color),
    );
    if radius < MAX_DISC_RADIUS {
        shapes::disc(
            painter,
            at,
            radius,
            theme::blend(colors.canvas, style.color, 0.35),
            stroke,
        );
    } else {
        painter.circle(at, radius, fill, stroke);
    }
    // It is concave, so it takes two triangles.
    let [tip, left, notch, right] = wedge(screen, sample, preset);
    for triangle in [[tip, left, notch], [tip, notch, right]] {
        painter.add(Shape::convex_polygon(
            triangle.to_vec(),
            style.color,
            Stroke::NONE,
        ));
    }
}

/// Draws the cone in which a homing walker picks its next waypoint, as long as its next step.
fn draw_view(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    sample: &Sample,
    agent: &Agent,
) {
    let colors = theme::colors(painter.ctx());
    let Some(fov) = sample.fov_deg else { return };
    let target = match agent.target {
        Some(Target::Agent(id)) => scene_view
            .shown
            .recording()
            .sample(scene_view.shown.tick, id)
            .map(|s| s.position),
        Some(Target::Pointer) => Some(scene_view.shown.pointer()),
        Some(target) => scene_view.scene.target_position(target),
        None => None,
    };
    let Some(to) = target
        .map(|target| target - sample.position)
        .filter(|to| vector::length(*to) > 1e-9)
    else {
        return;
    };
    let preset = scene_view.scene.preset(agent.preset);
    let step = preset
        .into_iter()
        .flat_map(|preset| preset.homing_walks())
        .map(|walk| walk.step(vector::length(to)))
        .next();
    let extent = vector::direction(to) * step.unwrap_or(1.0);
    let half = fov * rotation::RADIANS_PER_DEGREE / 2.0;
    let at = screen.pos(sample.position);
    const SEGMENTS: usize = 24;
    let edge: Vec<Pos2> = (0..=SEGMENTS)
        .map(|i| half * (2.0 * i as f64 / SEGMENTS as f64 - 1.0))
        .map(|angle| screen.pos(sample.position + rotation::rotate(extent, angle)))
        .collect();
    let mut mesh = Mesh::default();
    let fill = colors.fov.gamma_multiply(0.18);
    mesh.colored_vertex(at, fill);
    edge.iter().for_each(|&p| mesh.colored_vertex(p, fill));
    (1..=SEGMENTS as u32).for_each(|i| mesh.add_triangle(0, i, i + 1));
    painter.add(Shape::mesh(mesh));
    let mut outline = vec![at];
    outline.extend(edge);
    painter.add(Shape::closed_line(
        outline,
        Stroke::new(1.0, colors.fov.gamma_multiply(0.7)),
    ));
}

/// Draws the planned path of an agent.
fn draw_planned_path(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agent: &Agent,
) {
    let planned = scene_view
        .world
        .and_then(|world| world.planned_path(agent.id));
    if let Some(line) = planned {
        let points = line.points.iter().map(|&p| screen.pos(p));
        let stroke = Stroke::new(1.8, theme::colors(painter.ctx()).text);
        painter.extend(screen.dashed_line(points, stroke, 6.0, 4.0));
        if let Some(&goal) = line.points.last() {
            painter.circle_stroke(screen.pos(goal), GOAL_RADIUS, stroke);
        }
    }
}

fn arrow(painter: &Painter, from: Pos2, along: Vec2, color: Color32) {
    let length = along.length();
    if !(length > 6.0 && length.is_finite()) {
        return;
    }
    let direction = along / length;
    let (tip, side) = (from + along, direction.rot90());
    painter.line_segment([from, tip - direction * 4.0], Stroke::new(2.0, color));
    let head = vec![
        tip,
        tip - direction * 7.0 + side * 3.5,
        tip - direction * 7.0 - side * 3.5,
    ];
    painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
}

/// Whether any agent, also of a spawner, targets or flees from the pointer.
pub fn uses_pointer(scene: &Scene) -> bool {
    let pointer = Some(Target::Pointer);
    let mut agents = scene.agents.iter();
    let mut spawners = scene.spawners.iter();
    agents.any(|agent| agent.target == pointer || agent.danger == pointer)
        || spawners.any(|spawner| spawner.names(Target::Pointer))
}

/// Draws the pointer target.
pub fn draw_pointer(painter: &Painter, screen: &Screen, at: DVec2) {
    let color = theme::colors(painter.ctx()).target;
    let center = screen.pos(at);
    painter.circle_stroke(center, POINTER_RADIUS, Stroke::new(1.5, color));
    painter.circle_filled(center, 2.0, color);
    pointer_caption(painter, center).draw(painter);
}

/// Where the pointer target and its caption are, for labels to keep off.
pub fn pointer_area(painter: &Painter, screen: &Screen, at: DVec2) -> Rect {
    let at = screen.pos(at);
    let circle = Rect::from_center_size(at, Vec2::splat(2.0 * POINTER_RADIUS));
    pointer_caption(painter, at).rect.union(circle)
}

fn pointer_caption(painter: &Painter, at: Pos2) -> Caption {
    let color = theme::colors(painter.ctx()).target;
    let above = at - Vec2::new(0.0, POINTER_RADIUS + 3.0);
    Caption::new(painter, above, Align2::CENTER_BOTTOM, "Pointer", color)
}
