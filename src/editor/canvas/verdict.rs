//! Verdicts on the canvas: where the agent stops, its way past the target, and how far it runs off its path.

use crate::editor::canvas::obstacles::Obstacles;
use crate::editor::canvas::{Screen, rings};
use crate::editor::theme::{self, Colors};
use crate::editor::verdict_words;
use crate::editor::verdicts::{Measured, VerdictCache};
use egui::{Color32, Painter, Rect, Stroke, Vec2};
use glam::DVec2;
use steerwright_analysis::probe::{Approach, Leaving, PathWalk, Settling};
use steerwright_authoring::{CanvasView, Item, Selection};
use steerwright_runtime::scene::{Behavior, PatrolPath, Scene, Target};
use steerwright_runtime::steering::arrive::Stop;

/// No more corners have a label.
const MAX_CORNERS: usize = 60;
/// Labels keep off no more nodes of the path.
const MAX_NODES: usize = 400;
/// The size of a node, in points.
const NODE: Vec2 = Vec2::splat(12.0);
/// Distances off the path that are shorter than this are not shown, in points.
const MIN_DISTANCE: f32 = 3.0;
/// The radius of the dot at a stop, in points.
const DOT: f32 = 3.5;

/// Draws what was measured about the selection. Labels keep clear of obstacles. What was measured at the pointer, where the
/// scene has it, is hidden while `view` shows it elsewhere.
pub fn draw(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    selection: &Selection,
    cache: &VerdictCache,
    view: &CanvasView<'_>,
    obstacles: &mut Obstacles,
) {
    let (Measured::Ready(verdicts), Some(subject)) = (cache.verdicts(), cache.subject()) else {
        return;
    };
    let Some(agent) = subject.agent.and_then(|id| scene.agent(id)) else {
        return;
    };
    let unit = &scene.unit;
    if selection.contains(Item::Agent(agent.id)) {
        let coasts = scene.preset(agent.preset).is_some_and(|preset| {
            preset.behaviors().any(
                |behavior| matches!(behavior, Behavior::Arrive(arrive) if arrive.stop == Stop::Coast),
            )
        });
        let is_elsewhere = |target: Option<Target>| {
            target == Some(Target::Pointer)
                && view.pointer != DVec2::new(scene.pointer.x, scene.pointer.y)
        };
        if let Some(approach) = &verdicts.approach
            && !is_elsewhere(agent.target)
        {
            draw_approach(painter, screen, approach, coasts, unit, obstacles);
        }
        if let Some(leaving) = &verdicts.leaving
            && !is_elsewhere(agent.danger)
        {
            draw_leaving(painter, screen, leaving, unit, obstacles);
        }
        if let (Some(following), Some(at)) = (&verdicts.following, view.agent_position(agent.id)) {
            let words = verdict_words::following(following, unit);
            let color = color_of(words.good, theme::colors(painter.ctx()));
            label(
                painter,
                screen,
                screen.pos(at),
                &words.both(),
                color,
                obstacles,
            );
        }
    }
    let path = agent.path.and_then(|id| scene.path(id));
    if let (Some(walk), Some(path)) = (&verdicts.walk, path) {
        draw_corners(painter, screen, walk, path, unit, obstacles);
    }
}

/// Where the selected agent stops: a dot that labels of rings keep off. They are drawn before it.
pub fn stop_area(screen: &Screen, selection: &Selection, cache: &VerdictCache) -> Option<Rect> {
    let Measured::Ready(verdicts) = cache.verdicts() else {
        return None;
    };
    let agent = cache.subject()?.agent?;
    if !selection.contains(Item::Agent(agent)) {
        return None;
    }
    let approach = verdicts.approach.as_ref()?;
    let end = approach.stop.or(approach.path_past.last().copied())?;
    Some(dot_area(screen.pos(end)))
}

/// Draws the way past the target, dotted, and where it ends.
fn draw_approach(
    painter: &Painter,
    screen: &Screen,
    approach: &Approach,
    coasts: bool,
    unit: &str,
    obstacles: &mut Obstacles,
) {
    let points = approach.path_past.iter().map(|&point| screen.pos(point));
    let colors = theme::colors(painter.ctx());
    let stroke = Stroke::new(2.0, colors.target);
    painter.extend(screen.dashed_line(points, stroke, 2.0, 3.0));
    let words = verdict_words::own(approach, coasts, unit);
    let color = color_of(words.good, colors);
    let Some(end) = approach.stop.or(approach.path_past.last().copied()) else {
        return;
    };
    let at = screen.pos(end);
    match approach.stop {
        Some(_) => dot(painter, at, color),
        None => {
            painter.circle_stroke(at, DOT, Stroke::new(1.5, color));
        }
    }
    label(painter, screen, at, &words.both(), color, obstacles);
}

fn draw_leaving(
    painter: &Painter,
    screen: &Screen,
    leaving: &Leaving,
    unit: &str,
    obstacles: &mut Obstacles,
) {
    let colors = theme::colors(painter.ctx());
    let Some(stop) = leaving.stop else {
        return;
    };
    let words = verdict_words::leaving(leaving, unit);
    let at = screen.pos(stop);
    dot(painter, at, colors.danger);
    if matches!(leaving.settling, Settling::After(_)) {
        label(painter, screen, at, &words.both(), colors.danger, obstacles);
    }
}

/// Draws the largest distance from the path after each node.
fn draw_corners(
    painter: &Painter,
    screen: &Screen,
    walk: &PathWalk,
    path: &PatrolPath,
    unit: &str,
    obstacles: &mut Obstacles,
) {
    let colors = theme::colors(painter.ctx());
    let seen = walk
        .corners
        .iter()
        .filter(|corner| screen.points(corner.off_path) >= MIN_DISTANCE)
        .filter(|corner| screen.shows(corner.place, 0.0))
        .take(MAX_CORNERS);
    let nodes = path.nodes.iter().map(|node| screen.pos(node.position));
    let nodes = nodes.filter(|at| screen.rect.contains(*at)).take(MAX_NODES);
    let nodes = nodes.map(|at| Rect::from_center_size(at, NODE));
    obstacles.taken.extend(nodes);
    for corner in seen {
        let color = if corner.is_far_off() {
            colors.warn
        } else {
            colors.text_weak
        };
        let at = screen.pos(corner.place);
        painter.circle_filled(at, 2.0, color);
        let text = format!("{:.2} {unit} off", corner.off_path);
        label(painter, screen, at, &text, color, obstacles);
    }
}

fn color_of(good: bool, colors: &Colors) -> Color32 {
    if good { colors.ok } else { colors.warn }
}

fn dot_area(at: egui::Pos2) -> Rect {
    Rect::from_center_size(at, Vec2::splat(2.0 * DOT))
}

fn dot(painter: &Painter, at: egui::Pos2, color: Color32) {
    painter.circle(
        at,
        DOT,
        color,
        Stroke::new(1.5, theme::colors(painter.ctx()).canvas),
    );
}

fn label(
    painter: &Painter,
    screen: &Screen,
    at: egui::Pos2,
    text: &str,
    color: Color32,
    obstacles: &mut Obstacles,
) {
    obstacles.taken.push(dot_area(at));
    let text = (text, theme::SMALL_SIZE, color);
    rings::label_if_free(painter, screen, at, text, obstacles);
}
