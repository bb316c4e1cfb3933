//! Labels of handles and of measured places: each is placed beside its place, where it covers
//! least, and drawn later. While the scene plays and while something is dragged, labels stay at
//! their sides, but not on one another.

pub(crate) mod agent_labels;
pub(crate) mod callouts;
pub(crate) mod marker_names;
pub(crate) mod node_captions;
pub(crate) mod obstacles;
pub(crate) mod placed;
pub(crate) mod placing;
pub(crate) mod state_chips;

use crate::editor::canvas::labels::obstacles::{AreaOf, COVERED_OF_PATHS, EVERYTHING, Obstacles};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::{moved_sideways_into, text_with_edge};
use crate::editor::theme;
use egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Stroke, Vec2};
use std::sync::Arc;
use steerwright_authoring::Selection;
use steerwright_authoring::canvas::ring::RingId;
use steerwright_runtime::scene::PathId;

/// The distance between a place and its label, in points.
const GAP: f32 = 9.0;
/// The distance to a label at a corner, in each direction, in points.
const CORNER_GAP: f32 = 6.0;
/// A label that is further away has a line to its place, in points.
const MAX_DISTANCE: f32 = 16.0;
/// A label is placed up to this many lines above or below its place.
const MAX_STEPS: u8 = 8;
/// One that may be left out is placed no further away than this.
const NEAR_STEPS: u8 = 2;
/// As it is never far away, its distance costs less.
const COST_OF_NEAR: f32 = 0.5;
/// The points of a line that a label must cover less to go a point further away.
const COST_OF_DISTANCE: f32 = 2.0;
/// The padding of a label, in points.
const PADDING: Vec2 = Vec2::new(4.0, 1.0);

/// What a label belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LabelOf {
    /// The handle of a ring.
    Ring(RingId),
    /// A handle of a field of view: whether it is the left one.
    Cone(bool),
    /// The place where the selected agent stops at its target.
    Approach,
    /// The place where the selected agent stops after it has left its danger.
    Leaving,
    /// The selected agent, which follows a leader.
    Following,
    /// A place beside a path, by index.
    Corner(usize),
}

impl LabelOf {
    fn is_callout(self) -> bool {
        match self {
            Self::Approach | Self::Leaving | Self::Following => true,
            Self::Ring(_) | Self::Cone(_) | Self::Corner(_) => false,
        }
    }
}

/// At which of their places labels were, since something else was selected.
#[derive(Clone, Debug, Default)]
pub struct KeptSides {
    selection: Selection,
    sides: Vec<(LabelOf, usize)>,
    stay: bool,
}

impl KeptSides {
    /// Begins a frame. `stay`: labels stay at their sides even where they then cover something.
    pub fn begin(&mut self, selection: &Selection, stay: bool) {
        if self.selection != *selection {
            self.selection = selection.clone();
            self.sides.clear();
        }
        self.stay = stay;
    }

    /// Whether labels stay at their sides.
    pub fn stays(&self) -> bool {
        self.stay
    }

    /// Whether a callout has a side. It is then placed before the labels, which keep off it.
    pub fn has_callout(&self) -> bool {
        self.sides.iter().any(|(of, _)| of.is_callout())
    }

    /// The side of a label.
    pub fn of(&self, label: LabelOf) -> Option<usize> {
        let mut sides = self.sides.iter();
        let side = sides.find(|(of, _)| *of == label);
        side.map(|(_, side)| *side)
    }

    /// Keeps the side of a label.
    pub fn keep(&mut self, label: LabelOf, side: usize) {
        match self.sides.iter_mut().find(|(of, _)| *of == label) {
            Some(known) => known.1 = side,
            None => self.sides.push((label, side)),
        }
    }
}

/// Where labels can be placed.
pub struct LabelContext<'a> {
    /// What they keep off.
    pub obstacles: &'a mut Obstacles,
    /// Where they were.
    pub kept: &'a mut KeptSides,
}

/// What a label says, and whether it may be left out.
pub struct Text<'a> {
    /// What it belongs to.
    pub of: LabelOf,
    /// The words.
    pub text: &'a str,
    /// Their color.
    pub color: Color32,
    /// Whether it is shown even where it covers bodies, handles or other labels.
    pub is_needed: bool,
    /// The path that it is about, if any. Where it lies on another one, it has a line to its place.
    pub path: Option<PathId>,
}

/// A label that has a place.
pub struct Label {
    rect: Rect,
    galley: Arc<Galley>,
    color: Color32,
    /// What it belongs to, in the window.
    at: Pos2,
    has_line: bool,
}

/// Places a label beside a place in the window, to the left of it first if `to_the_left`, and adds
/// it to the obstacles.
pub fn place(
    painter: &Painter,
    screen: &Screen,
    at: Pos2,
    to_the_left: bool,
    label: &Text<'_>,
    LabelContext { obstacles, kept }: &mut LabelContext<'_>,
) -> Option<Label> {
    if !screen.rect.contains(at) {
        return None;
    }
    let font = FontId::proportional(theme::SMALL_SIZE);
    let galley = painter.layout_no_wrap(label.text.to_owned(), font, label.color);
    let size = galley.size() + 2.0 * PADDING;
    let area = screen.rect.shrink(2.0);
    let (reach, cost) = if label.is_needed {
        (MAX_STEPS, COST_OF_DISTANCE)
    } else {
        (NEAR_STEPS, COST_OF_NEAR)
    };
    let sides = sides(at, size, to_the_left, reach);
    let sides: Vec<(Rect, f32)> = (sides.into_iter())
        .map(|side| moved_sideways_into(area, side))
        .map(|side| (side, cost * side.distance_to_pos(at)))
        .collect();
    let side = kept_or_best(&sides, area, label.of, obstacles, kept);
    // A label that fits nowhere is at least not cut off.
    let rect = side.map_or_else(|| moved_into(area, sides[0].0), |side| sides[side].0);
    let stays = kept.stay && kept.of(label.of).is_some() && !obstacles.is_on_label(rect);
    if !label.is_needed && !stays && (side.is_none() || obstacles.are_covered_by(rect, &EVERYTHING))
    {
        return None;
    }
    if let Some(side) = side {
        kept.keep(label.of, side);
    }
    let is_on_other_path = || {
        let covered = (label.path).map(|path| obstacles.covered_of_other_paths(rect, path));
        covered.is_some_and(|covered| covered > COVERED_OF_PATHS)
    };
    let has_line = rect.distance_to_pos(at) > MAX_DISTANCE || is_on_other_path();
    obstacles.add(AreaOf::HandleLabel, [rect]);
    Some(Label {
        rect,
        galley,
        color: label.color,
        at,
        has_line,
    })
}

/// The index of the side where a label was if it stays there, otherwise of the one within `area`
/// where it covers least. It does not stay on another label.
fn kept_or_best(
    sides: &[(Rect, f32)],
    area: Rect,
    of: LabelOf,
    obstacles: &Obstacles,
    kept: &KeptSides,
) -> Option<usize> {
    let fits = |side: &usize| {
        sides
            .get(*side)
            .is_some_and(|(rect, _)| area.contains_rect(*rect) && !obstacles.is_on_label(*rect))
    };
    if let Some(side) = kept.of(of).filter(|_| kept.stay).filter(fits) {
        return Some(side);
    }
    best_within(sides, area, obstacles)
}

/// The index of the side within `area` where a label covers least.
pub fn best_within(sides: &[(Rect, f32)], area: Rect, obstacles: &Obstacles) -> Option<usize> {
    let fits = |side: &usize| area.contains_rect(sides[*side].0);
    let within: Vec<usize> = (0..sides.len()).filter(fits).collect();
    let best = obstacles.best_of(within.iter().map(|&side| sides[side]), &EVERYTHING)?;
    within.get(best).copied()
}

/// The places of a label of some size beside a place: at its sides, above and below it, at its
/// corners, then further up and down.
fn sides(at: Pos2, size: Vec2, to_the_left: bool, steps: u8) -> Vec<Rect> {
    let sign = if to_the_left { -1.0 } else { 1.0 };
    let (near, far) = if to_the_left {
        (Align2::RIGHT_CENTER, Align2::LEFT_CENTER)
    } else {
        (Align2::LEFT_CENTER, Align2::RIGHT_CENTER)
    };
    let beside = |align: Align2, offset: Vec2| align.anchor_size(at + offset, size);
    let first = beside(near, Vec2::X * sign * GAP);
    let second = beside(far, -Vec2::X * sign * GAP);
    let mut all = vec![
        first,
        second,
        beside(Align2::CENTER_BOTTOM, -Vec2::Y * GAP),
        beside(Align2::CENTER_TOP, Vec2::Y * GAP),
    ];
    let corners = [
        (Align2::LEFT_BOTTOM, Vec2::new(1.0, -1.0)),
        (Align2::LEFT_TOP, Vec2::new(1.0, 1.0)),
        (Align2::RIGHT_BOTTOM, Vec2::new(-1.0, -1.0)),
        (Align2::RIGHT_TOP, Vec2::new(-1.0, 1.0)),
    ];
    let corners = corners.map(|(align, offset)| beside(align, offset * CORNER_GAP));
    all.extend(corners);
    let steps = (1..=steps).flat_map(|step| [-f32::from(step), f32::from(step)]);
    let steps = steps.map(|step| Vec2::Y * step * (size.y + 1.0));
    all.extend(steps.flat_map(|step| [first.translate(step), second.translate(step)]));
    all
}

/// Moves a rectangle into an area.
pub fn moved_into(area: Rect, rect: Rect) -> Rect {
    let back = (area.max - rect.max).min(Vec2::ZERO);
    let ahead = (area.min - rect.min).max(Vec2::ZERO);
    rect.translate(back + ahead)
}

/// Draws labels that have places, some with a line to what they belong to.
pub fn draw(painter: &Painter, labels: &[Label]) {
    for label in labels {
        if label.has_line {
            let stroke = Stroke::new(1.0, label.color);
            painter.line_segment([label.at, label.rect.clamp(label.at)], stroke);
        }
        let galley = Arc::clone(&label.galley);
        text_with_edge(painter, label.rect.min + PADDING, galley, label.color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_label_stays_at_its_side_while_the_scene_plays_until_it_would_leave_the_canvas() {
        let area = Rect::from_min_size(Pos2::ZERO, Vec2::splat(200.0));
        let of = LabelOf::Corner(1);
        let size = Vec2::new(40.0, 12.0);
        let at_side = |at: Pos2, obstacles: &Obstacles, kept: &mut KeptSides| {
            let sides: Vec<_> = (sides(at, size, false, 0).into_iter())
                .map(|side| (side, side.distance_to_pos(at)))
                .collect();
            let side = kept_or_best(&sides, area, of, obstacles, kept).expect("a side");
            kept.keep(of, side);
            side
        };
        let mut kept = KeptSides::default();
        let mut obstacles = Obstacles::default();
        let at = pos2(100.0, 100.0);
        let first = at_side(at, &obstacles, &mut kept);
        let right = sides(at, size, false, 0)[first];
        obstacles.add(AreaOf::Caption, [right]);
        kept.begin(&Selection::default(), true);
        assert_eq!(at_side(at, &obstacles, &mut kept), first, "it plays");
        assert_ne!(at_side(pos2(190.0, 100.0), &obstacles, &mut kept), first);
        kept.begin(&Selection::default(), false);
        assert_ne!(at_side(at, &obstacles, &mut kept), first, "it is covered");
    }
}
