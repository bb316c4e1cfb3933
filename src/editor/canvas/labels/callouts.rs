//! Callouts: what was measured, on a plate with a line to the place that it is about. They are
//! placed off the way that an agent goes. The plates are drawn above agents: what passes below one
//! is hardly seen through it.

use crate::editor::canvas::labels::obstacles::{AreaOf, EVERYTHING, Obstacles, cost_of_areas};
use crate::editor::canvas::labels::{KeptSides, LabelContext, LabelOf, best_within, moved_into};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::text_with_edge;
use crate::editor::checks::verdict_words::Words;
use crate::editor::theme;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2,
};
use std::sync::Arc;

/// The distances from the place to its callout that are tried, in points.
const DISTANCES: [f32; 4] = [20.0, 40.0, 70.0, 110.0];
/// The points of a line that a callout must cover less to go a point further away.
const COST_OF_DISTANCE: f32 = 1.0;
/// The padding of a callout, in points.
const PADDING: Vec2 = Vec2::new(7.0, 4.0);

/// How much of what is below a plate its ground hides.
const OPACITY: f32 = 0.88;

/// A callout that has a place.
pub struct Callout {
    rect: Rect,
    galley: Arc<Galley>,
    color: Color32,
    at: Pos2,
}

/// Says that it was measured in the scene: the inspector also shows a straight approach at max
/// speed.
const IN_THIS_SCENE: &str = "in this scene: ";

/// What a callout is about.
pub struct CalloutTarget<'a> {
    /// Which callout it is.
    pub of: LabelOf,
    /// The place in the window.
    pub at: Pos2,
    /// The color of its words and outline.
    pub color: Color32,
    /// Where the body of the agent will be, or where bodies are.
    pub way: &'a [Rect],
}

/// Places a callout about a place in the window, where it covers least, and adds it to the
/// obstacles. `None` if the place is not in view. It has a name before its words if several agents
/// are selected.
pub fn place(
    painter: &Painter,
    screen: &Screen,
    about: &CalloutTarget<'_>,
    name: Option<(&str, Color32)>,
    words: &Words,
    LabelContext { obstacles, kept }: &mut LabelContext<'_>,
) -> Option<Callout> {
    let &CalloutTarget { of, at, color, way } = about;
    if !screen.rect.contains(at) {
        return None;
    }
    let galley = painter.layout_job(job(name, words, color, painter));
    let size = galley.size() + 2.0 * PADDING;
    let area = screen.rect.shrink(4.0);
    let sides = sides(at, size).into_iter();
    let sides = sides.map(|(side, cost)| (side, cost + cost_of_areas(side, way)));
    let sides: Vec<(Rect, f32)> = sides.collect();
    let side = side_off_way(&sides, area, about, obstacles, kept);
    let rect = match side {
        Some(side) => {
            kept.keep(of, side);
            sides.get(side)?.0
        }
        // It fits on no side, but is at least not cut off.
        None => moved_into(area, sides.first()?.0),
    };
    obstacles.add(AreaOf::HandleLabel, [rect]);
    Some(Callout {
        rect,
        galley,
        color,
        at,
    })
}

/// The index of the side for a callout. It keeps its side until that is on the way, or covers
/// something while the scene does not play.
fn side_off_way(
    sides: &[(Rect, f32)],
    area: Rect,
    about: &CalloutTarget<'_>,
    obstacles: &Obstacles,
    kept: &KeptSides,
) -> Option<usize> {
    let place = |side: usize| sides.get(side).map(|(rect, _)| *rect);
    let fits = |side: usize| place(side).is_some_and(|place| area.contains_rect(place));
    let is_on_way = |side: usize| {
        let inner = place(side).map(|place| place.shrink(2.0));
        let mut way = about.way.iter();
        inner.is_some_and(|inner| way.any(|body| body.intersects(inner)))
    };
    let known = kept.of(about.of).filter(|&side| fits(side));
    let best = || best_within(sides, area, obstacles);
    let Some(known) = known else {
        return best();
    };
    let covers = || place(known).is_some_and(|place| obstacles.are_covered_by(place, &EVERYTHING));
    let better = if is_on_way(known) {
        // While the scene plays, it does not move from one side on the way to another.
        best().filter(|&side| !kept.stays() || !is_on_way(side))
    } else if !kept.stays() && covers() {
        best()
    } else {
        None
    };
    better.or(Some(known))
}

/// The words on one line, more figures on the next.
fn job(
    name: Option<(&str, Color32)>,
    words: &Words,
    color: Color32,
    painter: &Painter,
) -> LayoutJob {
    let format = |color| TextFormat::simple(FontId::proportional(theme::SMALL_SIZE), color);
    let text = theme::colors(painter.ctx()).text;
    let mut job = LayoutJob::default();
    if let Some((name, name_color)) = name {
        job.append(&format!("{name}, "), 0.0, format(name_color));
    }
    job.append(IN_THIS_SCENE, 0.0, format(text));
    job.append(&words.headline, 0.0, format(color));
    if !words.figures.is_empty() {
        job.append(&format!("\n{}", words.figures), 0.0, format(text));
    }
    job
}

/// The places of a callout with what they cost: around the place, near ones first.
fn sides(at: Pos2, size: Vec2) -> Vec<(Rect, f32)> {
    let around = |distance: f32| {
        let slanted = Vec2::new(0.8, 0.6) * distance;
        [
            (Align2::LEFT_BOTTOM, Vec2::new(slanted.x, -slanted.y)),
            (Align2::LEFT_TOP, slanted),
            (Align2::RIGHT_BOTTOM, -slanted),
            (Align2::RIGHT_TOP, Vec2::new(-slanted.x, slanted.y)),
            (Align2::CENTER_TOP, Vec2::Y * distance),
            (Align2::CENTER_BOTTOM, -Vec2::Y * distance),
            (Align2::LEFT_CENTER, Vec2::X * distance),
            (Align2::RIGHT_CENTER, -Vec2::X * distance),
        ]
        .map(|(align, offset)| {
            let side = align.anchor_size(at + offset, size);
            (side, COST_OF_DISTANCE * distance)
        })
    };
    DISTANCES.into_iter().flat_map(around).collect()
}

/// Draws the plates and their lines.
pub fn draw_plates(painter: &Painter, callouts: &[Callout]) {
    let fill = theme::colors(painter.ctx()).canvas.gamma_multiply(OPACITY);
    for callout in callouts {
        let stroke = Stroke::new(1.0, callout.color);
        let line = [callout.at, callout.rect.clamp(callout.at)];
        let plate = egui::epaint::RectShape::new(
            callout.rect,
            CornerRadius::same(theme::ROUNDING),
            fill,
            stroke,
            StrokeKind::Inside,
        );
        painter.line_segment(line, stroke);
        painter.add(plate);
    }
}

/// Draws the words.
pub fn draw(painter: &Painter, callouts: &[Callout]) {
    for callout in callouts {
        let at = callout.rect.min + PADDING;
        text_with_edge(painter, at, Arc::clone(&callout.galley), callout.color);
    }
}
