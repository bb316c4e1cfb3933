//! Verdicts on the canvas: where the agent stops, its way past the target, and how far it runs off
//! its path.

use crate::editor::canvas::agents;
use crate::editor::canvas::agents::shape::body_radius;
use crate::editor::canvas::labels;
use crate::editor::canvas::labels::callouts;
use crate::editor::canvas::labels::callouts::{Callout, CalloutTarget};
use crate::editor::canvas::labels::obstacles::{AreaOf, Obstacles};
use crate::editor::canvas::labels::{Label, LabelContext, LabelOf, Text};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::screen::clip_segment;
use crate::editor::checks::verdict_words;
use crate::editor::checks::verdict_words::Words;
use crate::editor::checks::verdicts::{Measured, VerdictCache};
use crate::editor::theme::{self, Colors};
use egui::{Color32, Painter, Pos2, Rect, Stroke, Vec2};
use glam::DVec2;
use steerwright_analysis::probe::{Approach, PathWalk};
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
/// Callouts keep off no more places of a body along its way.
const MAX_BODIES: usize = 200;
/// The least distance between these places, in points.
const MIN_STEP: f32 = 8.0;
/// The distance of the ring around a selected body from it, in points.
const SELECTION_RING: f32 = 4.0;
/// The radius of the dot at a stop, in points.
const DOT: f32 = 3.5;

/// What was measured about the selection, and where it is written.
pub struct Verdict<'a> {
    marks: Vec<Mark<'a>>,
    callouts: Vec<Callout>,
    labels: Vec<Label>,
}

/// A dot where something was measured.
enum Mark<'a> {
    /// The way past the target, and where it ends.
    Approach(&'a Approach, Color32),
    /// Where an agent stops after it has left its danger.
    Stop(Pos2, Color32),
    /// The place where a patrol is furthest off its path after a node.
    Corner(Pos2, Color32),
}

/// What verdicts are placed on.
pub struct VerdictScene<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The selection.
    pub selection: &'a Selection,
    /// What was measured at the pointer, where the scene has it, is hidden while this shows it
    /// elsewhere.
    pub view: &'a CanvasView<'a>,
}

/// Places what was measured about the selection, clear of obstacles.
pub fn place<'a>(
    painter: &Painter,
    screen: &Screen,
    on: &VerdictScene<'_>,
    cache: &'a VerdictCache,
    context: &mut LabelContext<'_>,
) -> Verdict<'a> {
    let mut placed = Verdict {
        marks: vec![],
        callouts: vec![],
        labels: vec![],
    };
    let VerdictScene {
        scene,
        selection,
        view,
    } = *on;
    let (Measured::Ready(verdicts), Some(subject)) = (cache.verdicts(), cache.subject()) else {
        return placed;
    };
    let Some(agent) = subject.agent.and_then(|id| scene.agent(id)) else {
        return placed;
    };
    let (unit, colors) = (&scene.unit, theme::colors(painter.ctx()));
    if selection.contains(Item::Agent(agent.id)) {
        let preset = scene.preset(agent.preset);
        let coasts = preset.is_some_and(|preset| {
            preset.behaviors().any(
                |behavior| matches!(behavior, Behavior::Arrive(arrive) if arrive.stop == Stop::Coast),
            )
        });
        let is_elsewhere = |target: Option<Target>| {
            target == Some(Target::Pointer)
                && view.pointer != DVec2::new(scene.pointer.x, scene.pointer.y)
        };
        // Of several, it says which one it is about.
        let named = preset.filter(|_| selection.len() > 1);
        let name = named.map(|preset| (agent.name.as_str(), colors.item(preset.color)));
        let body = preset.map_or(0.0, |preset| body_radius(screen, preset));
        let way_of = |way: &[DVec2]| bodies_along(screen, way, body);
        let mut call_out = |of: LabelOf, at: Pos2, words: &Words, way: &[Rect]| {
            let color = color_of(words.good, colors);
            context.obstacles.add(AreaOf::Mark, [dot_area(at)]);
            let about = &CalloutTarget { of, at, color, way };
            let callout = callouts::place(painter, screen, about, name, words, context);
            placed.callouts.extend(callout);
        };
        if let Some(approach) = &verdicts.approach
            && !is_elsewhere(agent.target)
        {
            let words = verdict_words::own(approach, coasts, unit);
            let color = color_of(words.good, colors);
            placed.marks.push(Mark::Approach(approach, color));
            if let Some(end) = end_of(approach) {
                let way = way_of(&approach.way);
                call_out(LabelOf::Approach, screen.pos(end), &words, &way);
            }
        }
        if let Some(leaving) = &verdicts.leaving
            && !is_elsewhere(agent.danger)
        {
            let words = verdict_words::leaving(leaving, unit);
            let color = color_of(words.good, colors);
            let stop = leaving.stop.map(|stop| screen.pos(stop));
            placed.marks.extend(stop.map(|at| Mark::Stop(at, color)));
            // One that does not stop, or stops out of view, is told where it starts, or where it
            // is, or at its danger.
            let others = [
                Some(agent.position),
                view.agent_position(agent.id),
                agent
                    .danger
                    .and_then(|danger| place_of(scene, view, danger)),
            ];
            let others = others.into_iter().flatten().map(|at| screen.pos(at));
            let mut places = stop.into_iter().chain(others);
            if let Some(at) = places.find(|at| screen.rect.contains(*at)) {
                let way = way_of(&leaving.way);
                call_out(LabelOf::Leaving, at, &words, &way);
            }
        }
        if let (Some(following), Some(at)) = (&verdicts.following, view.agent_position(agent.id)) {
            let words = verdict_words::following(following, unit);
            // It goes with the agent, and gives way to those that it meets.
            let bodies = agents::body_areas(screen, scene, view, SELECTION_RING);
            let bodies: Vec<Rect> = bodies.take(MAX_BODIES).collect();
            call_out(LabelOf::Following, screen.pos(at), &words, &bodies);
        }
    }
    placed
}

/// Places how far the agent runs off its path, if that was measured, after all other labels.
pub fn place_off_path(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    cache: &VerdictCache,
    context: &mut LabelContext<'_>,
    placed: &mut Verdict<'_>,
) {
    let (Measured::Ready(verdicts), Some(subject)) = (cache.verdicts(), cache.subject()) else {
        return;
    };
    let agent = subject.agent.and_then(|id| scene.agent(id));
    let path = agent.and_then(|agent| scene.path(agent.path?));
    if let (Some(walk), Some(path)) = (&verdicts.walk, path) {
        let corners = Corners {
            walk,
            path,
            unit: &scene.unit,
        };
        corners.place(painter, screen, context, placed);
    }
}

/// Where a danger is now. `None` if it is not in the scene.
fn place_of(scene: &Scene, view: &CanvasView<'_>, target: Target) -> Option<DVec2> {
    match target {
        Target::Marker(id) => Some(scene.marker(id)?.position),
        Target::Pointer => Some(view.pointer),
        Target::Agent(id) => view.agent_position(id),
    }
}

/// Where the body of an agent will be in view, one beside the next.
fn bodies_along(screen: &Screen, way: &[DVec2], radius: f32) -> Vec<Rect> {
    let radius = radius + SELECTION_RING;
    let (view, step) = (screen.rect.expand(radius), (2.0 * radius).max(MIN_STEP));
    let area = |at: Pos2| Rect::from_center_size(at, Vec2::splat(2.0 * radius));
    let mut bodies: Vec<Rect> = Vec::new();
    let mut last: Option<Pos2> = None;
    for ends in way.windows(2) {
        let &[from, to] = ends else {
            continue;
        };
        let Some((from, to)) = clip_segment(view, screen.pos(from), screen.pos(to)) else {
            continue;
        };
        let mut at = match last.filter(|last| last.distance(from) < step) {
            Some(last) => last,
            None => {
                bodies.push(area(from));
                from
            }
        };
        while at.distance(to) >= step && bodies.len() < MAX_BODIES {
            at += (to - at).normalized() * step;
            bodies.push(area(at));
        }
        last = Some(at);
    }
    bodies.truncate(MAX_BODIES);
    let end = way.last().map(|end| area(screen.pos(*end)));
    bodies.extend(end.filter(|end| end.intersects(screen.rect)));
    bodies
}

impl Verdict<'_> {
    /// Draws what is above agents and below labels: ways and the plates of callouts.
    pub fn draw_below_labels(&self, painter: &Painter, screen: &Screen) {
        for mark in &self.marks {
            if let Mark::Approach(approach, _) = mark {
                let points = approach.path_past.iter().map(|&point| screen.pos(point));
                let stroke = Stroke::new(2.0, theme::colors(painter.ctx()).target);
                painter.extend(screen.dashed_line(points, stroke, 2.0, 3.0));
            }
        }
        callouts::draw_plates(painter, &self.callouts);
    }

    /// Draws the rest of it.
    pub fn draw(&self, painter: &Painter, screen: &Screen) {
        for mark in &self.marks {
            match *mark {
                Mark::Approach(approach, color) => draw_end(painter, screen, approach, color),
                Mark::Stop(at, color) => dot(painter, at, color),
                Mark::Corner(at, color) => {
                    painter.circle_filled(at, 2.0, color);
                }
            }
        }
        labels::draw(painter, &self.labels);
        callouts::draw(painter, &self.callouts);
    }
}

fn end_of(approach: &Approach) -> Option<DVec2> {
    approach.stop.or(approach.path_past.last().copied())
}

/// Adds the stop of the selected agent and its way past the target to the obstacles. Call it before
/// labels of rings are placed.
pub fn keep_off(
    screen: &Screen,
    selection: &Selection,
    cache: &VerdictCache,
    obstacles: &mut Obstacles,
) {
    let (Measured::Ready(verdicts), Some(subject)) = (cache.verdicts(), cache.subject()) else {
        return;
    };
    if !(subject.agent).is_some_and(|agent| selection.contains(Item::Agent(agent))) {
        return;
    }
    if let Some(approach) = &verdicts.approach {
        let way = approach.path_past.iter().map(|&point| screen.pos(point));
        obstacles.add_line(way);
        let end = end_of(approach).map(|end| dot_area(screen.pos(end)));
        obstacles.add(AreaOf::Mark, end);
    }
    let stop = verdicts.leaving.as_ref().and_then(|leaving| leaving.stop);
    let stop = stop.map(|stop| dot_area(screen.pos(stop)));
    obstacles.add(AreaOf::Mark, stop);
}

/// Draws where the way past the target ends.
fn draw_end(painter: &Painter, screen: &Screen, approach: &Approach, color: Color32) {
    let Some(end) = end_of(approach) else {
        return;
    };
    let at = screen.pos(end);
    match approach.stop {
        Some(_) => dot(painter, at, color),
        None => {
            painter.circle_stroke(at, DOT, Stroke::new(1.5, color));
        }
    }
}

/// The places beside a path where an agent ran off it.
struct Corners<'a> {
    walk: &'a PathWalk,
    path: &'a PatrolPath,
    unit: &'a str,
}

impl Corners<'_> {
    /// Places the largest distance from the path after each node.
    fn place(
        &self,
        painter: &Painter,
        screen: &Screen,
        context: &mut LabelContext<'_>,
        placed: &mut Verdict<'_>,
    ) {
        let colors = theme::colors(painter.ctx());
        let seen = self.walk.corners.iter().enumerate();
        let seen = seen
            .filter(|(_, corner)| screen.points(corner.off_path) >= MIN_DISTANCE)
            .filter(|(_, corner)| screen.shows(corner.place, 0.0))
            .take(MAX_CORNERS);
        let nodes = self.path.nodes.iter();
        let nodes = nodes.map(|node| screen.pos(node.position));
        let nodes = nodes.filter(|at| screen.rect.contains(*at)).take(MAX_NODES);
        let nodes = nodes.map(|at| Rect::from_center_size(at, NODE));
        context.obstacles.add(AreaOf::Mark, nodes);
        for (index, corner) in seen {
            let color = if corner.is_far_off() {
                colors.warn
            } else {
                colors.text_weak
            };
            let at = screen.pos(corner.place);
            placed.marks.push(Mark::Corner(at, color));
            context.obstacles.add(AreaOf::Mark, [dot_area(at)]);
            let text = Text {
                of: LabelOf::Corner(index),
                text: &format!("{:.2} {} off", corner.off_path, self.unit),
                color,
                is_needed: false,
                path: Some(self.path.id),
            };
            let label = labels::place(painter, screen, at, false, &text, context);
            placed.labels.extend(label);
        }
    }
}

fn color_of(good: bool, colors: &Colors) -> Color32 {
    if good { colors.ok } else { colors.warn }
}

fn dot_area(at: Pos2) -> Rect {
    Rect::from_center_size(at, Vec2::splat(2.0 * DOT))
}

fn dot(painter: &Painter, at: Pos2, color: Color32) {
    painter.circle(
        at,
        DOT,
        color,
        Stroke::new(1.5, theme::colors(painter.ctx()).canvas),
    );
}
