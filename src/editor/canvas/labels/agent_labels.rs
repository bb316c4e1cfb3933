//! Labels of agents: names, and where selected agents start. They keep off one another and off
//! bodies.

use crate::editor::canvas::agents::scene::{AgentScene, AgentsInFull, ShownAgent};
use crate::editor::canvas::agents::shape::body_radius;
use crate::editor::canvas::labels::obstacles::{AreaOf, OFF_NAMES, Obstacles};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::Caption;
use crate::editor::theme;
use egui::{Align, Align2, FontId, Painter, Pos2, Rect, Vec2};
use steerwright_analysis::Sample;
use steerwright_authoring::Item;
use steerwright_runtime::scene::Agent;

/// With more agents than this, names are shown only for selected and hovered ones.
const MAX_NAMES: usize = 300;
/// Labels keep off up to this many bodies.
const MAX_BODIES: usize = 400;
/// Labels may be on larger bodies, which can cover the whole canvas, in points.
const MAX_BODY_RADIUS: f32 = 100.0;
/// The distance of the ring around a selected body from it, in points.
const SELECTION_RING: f32 = 4.0;
/// With more agents than this in view, closer to one another than the spacing in points, only
/// selected and hovered ones have names.
const CROWD: usize = 12;
const CROWD_SPACING: f32 = 90.0;
/// A name that is needed is so much further from its agent, in points, up to so many times.
const FURTHER: f32 = 13.0;
const MAX_FURTHER: u8 = 3;
/// The gap between a label and what it belongs to, in points.
const GAP: f32 = 4.0;
/// The distance between an agent and its start from which on the start is drawn, in points.
const START_DISTANCE: f32 = 24.0;
/// The caption of a start.
const STARTS_HERE: &str = "starts here";

/// Places the labels of agents. They keep off the obstacles, to which bodies and labels are added.
pub(crate) fn place(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    in_full: &AgentsInFull<'_>,
    obstacles: &mut Obstacles,
) -> Vec<Caption> {
    let agents = &in_full.agents;
    let in_view = agents
        .iter()
        .filter(|shown| screen.shows(shown.sample.position, 0.0));
    let bodies = in_view.filter_map(|shown| {
        let radius = body_radius(screen, shown.preset);
        // The corners of a square around a disc are empty.
        let area =
            Rect::from_center_size(screen.pos(shown.sample.position), Vec2::splat(1.8 * radius));
        (radius <= MAX_BODY_RADIUS).then_some(area)
    });
    obstacles.add(AreaOf::BodyCore, bodies.take(MAX_BODIES));
    let mut captions = place_start_captions(painter, screen, scene_view, agents, obstacles);
    let all_names = in_full.may_have_names && !are_crowded(screen, agents);
    let names = place_names(painter, screen, scene_view, agents, all_names, obstacles);
    captions.extend(names);
    captions
}

/// Whether there are many agents in view in little room.
fn are_crowded(screen: &Screen, agents: &[ShownAgent<'_>]) -> bool {
    let places = agents.iter().map(|shown| screen.pos(shown.sample.position));
    let (mut around, mut count) = (Rect::NOTHING, 0_usize);
    for at in places.filter(|at| screen.rect.contains(*at)) {
        around.extend_with(at);
        count += 1;
    }
    let around = around.expand(CROWD_SPACING / 2.0);
    count > CROWD && around.area() < count as f32 * CROWD_SPACING * CROWD_SPACING
}

/// Where an agent starts, in the window, unless it is near its start.
pub(crate) fn shown_start(screen: &Screen, sample: &Sample, agent: &Agent) -> Option<Pos2> {
    let start = screen.pos(agent.position);
    let is_shown = agent.scatter.is_none()
        && start.distance(screen.pos(sample.position)) >= START_DISTANCE
        && screen.shows(agent.position, 0.0);
    is_shown.then_some(start)
}

fn place_start_captions(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agents: &[ShownAgent<'_>],
    obstacles: &mut Obstacles,
) -> Vec<Caption> {
    let mut captions = Vec::new();
    let colors = theme::colors(painter.ctx());
    let font = FontId::proportional(theme::SMALL_SIZE);
    let selected = agents
        .iter()
        .filter(|shown| scene_view.is_selected(shown.agent));
    for start in selected.filter_map(|shown| shown_start(screen, &shown.sample, shown.agent)) {
        let text = painter.layout_no_wrap(STARTS_HERE.to_owned(), font.clone(), colors.text_weak);
        let half = text.size().x / 2.0;
        let (left, right) = (screen.rect.left() + half, screen.rect.right() - half);
        // Near an edge of the canvas it is not cut off.
        let center = Pos2::new(start.x.min(right).max(left), start.y);
        let places = around(center, 4.0 + GAP);
        let place = free_place(places, text.size(), Rect::EVERYTHING, obstacles);
        if let Some(LabelPlace { align, at }) = place {
            let caption = Caption::new(painter, at, align, STARTS_HERE, colors.text_weak);
            obstacles.add(AreaOf::Caption, [caption.rect]);
            captions.push(caption);
        }
    }
    captions
}

/// Places names, those of selected and hovered agents first; others only where they overlap
/// nothing.
fn place_names(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agents: &[ShownAgent<'_>],
    all: bool,
    obstacles: &mut Obstacles,
) -> Vec<Caption> {
    let colors = theme::colors(painter.ctx());
    let mut names = Vec::new();
    for marked in [true, false] {
        if !marked && !all {
            break;
        }
        for &ShownAgent {
            sample,
            agent,
            preset,
        } in agents
        {
            let selected = scene_view.is_selected(agent);
            let hovered = scene_view.hovered == Some(Item::Agent(agent.id));
            let is_needed = hovered || (selected && scene_view.selection.len() == 1);
            if (selected || hovered) != marked
                || agent.name.is_empty()
                || !screen.shows(sample.position, 0.0)
            {
                continue;
            }
            if names.len() >= MAX_NAMES {
                return names;
            }
            let ring = SELECTION_RING + screen.points(preset.body.radius).clamp(8.0, 200.0);
            let distance = ring + GAP;
            let size = about_size(&agent.name);
            let center = screen.pos(sample.position);
            // The name of a body that is partly in view may be cut off, too.
            let canvas = if screen.rect.contains(center) {
                screen.rect
            } else {
                Rect::EVERYTHING
            };
            let places = |further: u8| {
                let distance = distance + f32::from(further) * FURTHER;
                around(center, distance).map(|place| moved_into(canvas, place, size))
            };
            // The only one that is selected, and one that is hovered, has a name also among others.
            let most = if is_needed { MAX_FURTHER } else { 0 };
            let mut free = (0..=most)
                .filter_map(|further| free_place(places(further), size, canvas, obstacles));
            let place = free.next().or(is_needed.then_some(places(0)[0]));
            let Some(LabelPlace { align, at }) = place else {
                continue;
            };
            let tint = if selected {
                colors.text_strong
            } else {
                colors.text_weak
            };
            let name = Caption::new(painter, at, align, &agent.name, tint);
            obstacles.add(AreaOf::Caption, [name.rect]);
            names.push(name);
        }
    }
    names
}

/// About the size of a name: measuring text that is then not drawn would be too slow.
pub(crate) fn about_size(name: &str) -> Vec2 {
    let width = name.chars().map(em).sum::<f32>() * theme::SMALL_SIZE;
    Vec2::new(width, theme::SMALL_SIZE)
}

/// About the width of a character, in font sizes.
fn em(character: char) -> f32 {
    // From the blocks of East Asian scripts on, characters are as wide as high.
    if character >= '\u{1100}' { 1.0 } else { 0.52 }
}

/// A place of a label.
#[derive(Clone, Copy)]
pub(crate) struct LabelPlace {
    /// Which point of the label is there.
    pub(crate) align: Align2,
    pub(crate) at: Pos2,
}

/// Where a label can be: below, above, to the right or to the left.
pub(crate) fn around(center: Pos2, distance: f32) -> [LabelPlace; 4] {
    [
        (Align2::CENTER_TOP, Vec2::DOWN),
        (Align2::CENTER_BOTTOM, Vec2::UP),
        (Align2::LEFT_CENTER, Vec2::RIGHT),
        (Align2::RIGHT_CENTER, Vec2::LEFT),
    ]
    .map(|(align, direction)| LabelPlace {
        align,
        at: center + direction * distance,
    })
}

/// A label above or below something near an edge of the canvas is moved along it, so that it is not
/// cut off.
pub(crate) fn moved_into(canvas: Rect, place: LabelPlace, size: Vec2) -> LabelPlace {
    let half = size.x / 2.0 + GAP;
    let (left, right) = (canvas.left() + half, canvas.right() - half);
    let x = if place.align.x() == Align::Center && left <= right {
        place.at.x.clamp(left, right)
    } else {
        place.at.x
    };
    LabelPlace {
        at: Pos2::new(x, place.at.y),
        ..place
    }
}

/// The first of these places on the canvas where a label of this size lies on nothing.
pub(crate) fn free_place(
    places: [LabelPlace; 4],
    size: Vec2,
    canvas: Rect,
    obstacles: &Obstacles,
) -> Option<LabelPlace> {
    let is_free = |place: &LabelPlace| {
        let area = place.align.anchor_size(place.at, size);
        canvas.contains_rect(area) && obstacles.is_free(area, OFF_NAMES)
    };
    places.into_iter().find(is_free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn labels_are_placed_off_bodies_or_left_out() {
        let (center, size) = (pos2(100.0, 100.0), Vec2::new(40.0, 12.0));
        let body = |x, y| Rect::from_center_size(pos2(x, y), Vec2::splat(14.0));
        let places = around(center, 12.0);
        let mut obstacles = Obstacles::default();
        let mut aligned_beside = |bodies: &[Rect]| {
            obstacles.add(AreaOf::BodyCore, bodies.iter().copied());
            let place = free_place(places, size, Rect::EVERYTHING, &obstacles);
            place.map(|place| place.align)
        };
        let below = aligned_beside(&[body(100.0, 100.0)]);
        assert_eq!(below, Some(Align2::CENTER_TOP), "its own body is not below");
        let above = aligned_beside(&[body(108.0, 118.0)]);
        assert_eq!(above, Some(Align2::CENTER_BOTTOM));
        let all_around = [body(96.0, 82.0), body(130.0, 100.0), body(70.0, 100.0)];
        assert_eq!(aligned_beside(&all_around), None);
    }

    #[test]
    fn labels_at_an_edge_of_the_canvas_are_not_cut_off() {
        let canvas = Rect::from_min_size(Pos2::ZERO, Vec2::new(300.0, 200.0));
        let size = Vec2::new(60.0, 12.0);
        for center in [pos2(6.0, 100.0), pos2(295.0, 100.0), pos2(6.0, 195.0)] {
            let places = around(center, 12.0).map(|place| moved_into(canvas, place, size));
            let place = free_place(places, size, canvas, &Obstacles::default()).unwrap();
            let area = place.align.anchor_size(place.at, size);
            assert!(canvas.contains_rect(area), "{center}: {area}");
        }
    }
}
