//! Agents at the shown tick: body, heading, velocity, force, field of view, planned path.

use crate::editor::canvas::agent_crowd::AgentCrowd;
use crate::editor::canvas::agent_scene::AgentScene;
use crate::editor::canvas::agent_shape::{body_radius, wedge};
use crate::editor::canvas::{Layers, Screen, shapes};
use crate::editor::theme;
use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use glam::DVec2;
use steerwright_analysis::Sample;
use steerwright_authoring::Item;
use steerwright_runtime::geometry::{rotation, vector};
use steerwright_runtime::scene::{Agent, Preset, Scene, Target};

/// The length of velocity arrows, in seconds of travel.
const VELOCITY_SECONDS: f64 = 0.35;
/// The length of a force at its limit, in points.
const FORCE_POINTS: f64 = 46.0;

/// Draws every agent. Names keep clear of the `taken` areas, which they are added to.
pub(super) fn draw(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    layers: Layers,
    crowd: &AgentCrowd,
    taken: &mut Vec<Rect>,
) {
    match crowd.in_full() {
        Some(places) => {
            crowd.draw_wedges(painter);
            let agents: Vec<_> = places
                .iter()
                .filter_map(|&place| scene_view.agent_at(place))
                .collect();
            for &(ref sample, agent, preset) in &agents {
                let drawn = (sample, agent, preset);
                taken.extend(draw_agent(painter, screen, scene_view, layers, drawn));
            }
            draw_names(painter, screen, scene_view, &agents, false, taken);
        }
        None => {
            let agents: Vec<_> = scene_view.visible_agents().collect();
            for &(ref sample, agent, preset) in &agents {
                let drawn = (sample, agent, preset);
                taken.extend(draw_agent(painter, screen, scene_view, layers, drawn));
            }
            draw_names(painter, screen, scene_view, &agents, layers.names, taken);
        }
    }
}

fn draw_agent(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    layers: Layers,
    (sample, agent, preset): (&Sample, &Agent, &Preset),
) -> Option<Rect> {
    let colors = theme::colors(painter.ctx());
    if !screen.shows(sample.position, 60.0_f64.max(preset.body.radius)) {
        return None;
    }
    let selected = scene_view.is_selected(agent);
    // What an agent with sight sees is drawn below all agents.
    if layers.view && preset.sight.is_none() {
        draw_view(painter, screen, scene_view, sample, agent);
    }
    let mut start_caption = None;
    if selected {
        start_caption = draw_start(painter, screen, sample, agent);
        draw_planned_path(painter, screen, scene_view, agent);
    }
    draw_body(
        painter,
        screen,
        sample,
        preset,
        &BodyStyle {
            color: theme::colors(painter.ctx()).item(preset.color),
            selected,
            hovered: scene_view.hovered == Some(Item::Agent(agent.id)),
        },
    );
    let at = screen.pos(sample.position);
    if layers.velocity && sample.speed() > 1e-3 {
        arrow(
            painter,
            at,
            screen.vector(sample.velocity * VELOCITY_SECONDS),
            colors.speed,
        );
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
    start_caption
}

/// With more agents than this, names are shown only for selected and hovered ones.
const MAX_NAMES: usize = 300;

/// Draws names, those of selected and hovered agents first; others only where they overlap no name.
fn draw_names(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agents: &[(Sample, &Agent, &Preset)],
    all: bool,
    taken: &mut Vec<Rect>,
) {
    let colors = theme::colors(painter.ctx());
    let mut names = 0;
    for marked in [true, false] {
        if !marked && !all {
            break;
        }
        for &(ref sample, agent, preset) in agents {
            let selected = scene_view.is_selected(agent);
            if (selected || scene_view.hovered == Some(Item::Agent(agent.id))) != marked
                || !screen.shows(sample.position, 0.0)
            {
                continue;
            }
            if names >= MAX_NAMES {
                return;
            }
            let below = screen.points(preset.body.radius).clamp(8.0, 200.0) + 4.0;
            let center = screen.pos(sample.position);
            // An estimate: measuring text that is then not drawn would be too slow.
            let size = Vec2::new(
                agent.name.chars().count() as f32 * theme::SMALL_SIZE * 0.5,
                theme::SMALL_SIZE,
            );
            // Below the agent, otherwise above it.
            let places = [
                (Align2::CENTER_TOP, center + Vec2::new(0.0, below)),
                (Align2::CENTER_BOTTOM, center - Vec2::new(0.0, below)),
            ];
            let is_free = |(align, at): &(Align2, Pos2)| {
                let guess = align.anchor_size(*at, size);
                !taken.iter().any(|other| other.intersects(guess))
            };
            let Some((align, at)) = places.into_iter().find(is_free) else {
                continue;
            };
            names += 1;
            let tint = if selected {
                colors.text_strong
            } else {
                colors.text_weak
            };
            taken.push(shapes::caption(painter, at, align, &agent.name, tint));
        }
    }
}

struct BodyStyle {
    color: Color32,
    selected: bool,
    hovered: bool,
}

/// Bodies up to this radius, in points, are drawn as two opaque discs, which is fast. Larger ones
/// are translucent.
const MAX_DISC_RADIUS: f32 = 16.0;

/// Draws a disc for the body with a wedge toward the heading.
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

/// The distance between an agent and its start from which on the start is drawn, in points.
const START_DISTANCE: f32 = 24.0;

/// The caption of a start.
const STARTS_HERE: &str = "starts here";

/// Draws where an agent starts, unless it is near it. Returns the area of the caption.
fn draw_start(painter: &Painter, screen: &Screen, sample: &Sample, agent: &Agent) -> Option<Rect> {
    let colors = theme::colors(painter.ctx());
    let start = screen.pos(agent.position);
    if agent.scatter.is_some()
        || start.distance(screen.pos(sample.position)) < START_DISTANCE
        || !screen.shows(agent.position, 0.0)
    {
        return None;
    }
    painter.circle(
        start,
        4.0,
        colors.canvas,
        Stroke::new(1.5, colors.text_weak),
    );
    let below = start + Vec2::new(0.0, 8.0);
    let font = FontId::proportional(theme::SMALL_SIZE);
    let text = painter.layout_no_wrap(STARTS_HERE.to_owned(), font, colors.text_weak);
    let half = text.size().x / 2.0;
    let (left, right) = (screen.rect.left() + half, screen.rect.right() - half);
    // Near an edge of the canvas it is not cut off.
    let at = Pos2::new(below.x.min(right).max(left), below.y);
    let align = Align2::CENTER_TOP;
    let area = shapes::caption(painter, at, align, STARTS_HERE, colors.text_weak);
    Some(area)
}

/// Draws the planned path of an agent.
fn draw_planned_path(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agent: &Agent,
) {
    if scene_view.shown.tick != scene_view.shown.recording().last_tick() {
        return;
    }
    if let Some(line) = scene_view.shown.run().world().planned_path(agent.id) {
        let points = line.points.iter().map(|&p| screen.pos(p));
        painter.extend(screen.dashed_line(
            points,
            Stroke::new(1.5, theme::colors(painter.ctx()).text_weak),
            4.0,
            4.0,
        ));
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
        || spawners.any(|own| own.names(Target::Pointer))
}

/// Draws the pointer target.
pub fn draw_pointer(painter: &Painter, screen: &Screen, at: DVec2) -> Rect {
    let colors = theme::colors(painter.ctx());
    let at = screen.pos(at);
    let stroke = Stroke::new(1.5, colors.target);
    painter.circle_stroke(at, 10.0, stroke);
    painter.circle_filled(at, 2.0, colors.target);
    shapes::caption(
        painter,
        at - Vec2::new(0.0, 13.0),
        Align2::CENTER_BOTTOM,
        "Pointer",
        colors.target,
    )
    .union(Rect::from_center_size(at, Vec2::splat(20.0)))
}
