//! The state and the alert meter of agents, beside their bodies.

use crate::editor::canvas::Screen;
use crate::editor::canvas::agent_scene::AgentScene;
use crate::editor::canvas::agent_shape::body_radius;
use crate::editor::theme;
use egui::{CornerRadius, FontId, Painter, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use steerwright_analysis::Sample;
use steerwright_authoring::states;
use steerwright_runtime::scene::{Agent, Preset};

/// The most chips.
const MOST: usize = 60;
/// The height of the meter and the least width of a chip, in points.
const METER: f32 = 3.0;
const MIN_WIDTH: f32 = 44.0;
/// About half the width of a chip, and its height, in points.
const ABOUT_HALF: Vec2 = vec2(34.0, 23.0);
/// The gap between a body and its chip, and around its text, in points.
const GAP: f32 = 7.0;
const PADDING: Vec2 = vec2(6.0, 2.0);

/// Draws a chip above each agent with states or an alert meter. In their initial state only selected agents have one, unless they are
/// alert. The areas of chips are added to `taken`.
pub(super) fn draw(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agents: &[(Sample, &Agent, &Preset)],
    taken: &mut Vec<Rect>,
) {
    for (sample, preset) in with_chips(screen, scene_view, agents) {
        taken.push(chip(painter, screen, sample, preset));
    }
}

/// About where chips are, for labels that are placed before them.
pub(super) fn areas(
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agents: &[(Sample, &Agent, &Preset)],
) -> Vec<Rect> {
    let chips = with_chips(screen, scene_view, agents);
    let area = |(sample, preset): (&Sample, &Preset)| {
        let bottom = screen.pos(sample.position) - vec2(0.0, body_radius(screen, preset) + GAP);
        Rect::from_min_max(bottom - ABOUT_HALF, bottom + vec2(ABOUT_HALF.x, 0.0))
    };
    chips.map(area).collect()
}

/// The agents with chips, up to the most.
fn with_chips<'a>(
    screen: &'a Screen,
    scene_view: &'a AgentScene<'_>,
    agents: &'a [(Sample, &'a Agent, &'a Preset)],
) -> impl Iterator<Item = (&'a Sample, &'a Preset)> {
    let has_chip = move |(sample, agent, _): &&(Sample, &Agent, &Preset)| {
        let state = sample.state.map(usize::from);
        let is_calm = state.unwrap_or(0) == 0 && sample.meter.unwrap_or(0.0) <= 0.0;
        (state.is_some() || sample.meter.is_some())
            && (!is_calm || scene_view.is_about(agent))
            && screen.shows(sample.position, 0.0)
    };
    let agents = agents.iter().filter(has_chip).take(MOST);
    agents.map(|(sample, _, preset)| (sample, *preset))
}

fn chip(painter: &Painter, screen: &Screen, sample: &Sample, preset: &Preset) -> Rect {
    let colors = theme::colors(painter.ctx());
    let index = sample.state.map_or(0, usize::from);
    let state = preset.all_states().nth(index);
    let own = state.and_then(|state| state.rules.color);
    let color = colors.item(own.unwrap_or(preset.color));
    let name = match (sample.state, state) {
        (Some(_), Some(state)) => states::name_of(preset, state.rules),
        _ => String::new(),
    };
    let font = FontId::proportional(theme::SMALL_SIZE);
    let text = painter.layout_no_wrap(name, font, colors.text_strong);
    let meter = if sample.meter.is_some() {
        METER + 2.0
    } else {
        0.0
    };
    let width = (text.size().x + 2.0 * PADDING.x).max(MIN_WIDTH);
    let size = vec2(width, text.size().y + 2.0 * PADDING.y + meter);
    let bottom = screen.pos(sample.position) - vec2(0.0, body_radius(screen, preset) + GAP);
    let area = Rect::from_min_size(bottom - vec2(width / 2.0, size.y), size);
    painter.rect(
        area,
        CornerRadius::same(4),
        theme::blend(colors.canvas, colors.card, 0.8),
        Stroke::new(1.2, color),
        StrokeKind::Inside,
    );
    let at = pos2(
        area.center().x - text.size().x / 2.0,
        area.top() + PADDING.y,
    );
    painter.galley(at, text, colors.text_strong);
    if let Some(value) = sample.meter {
        let track = Rect::from_min_max(
            pos2(area.left() + 5.0, area.bottom() - METER - 2.5),
            pos2(area.right() - 5.0, area.bottom() - 2.5),
        );
        painter.rect_filled(track, 1.5, colors.grid_major);
        let mut filled = track;
        filled.set_width(track.width() * value as f32);
        painter.rect_filled(filled, 1.5, color);
    }
    area
}
