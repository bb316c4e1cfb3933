//! The state and the alert meter of agents, beside their bodies.

use crate::editor::canvas::agents::scene::{AgentScene, ShownAgent};
use crate::editor::canvas::agents::shape::body_radius;
use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{
    Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2,
    vec2,
};
use std::sync::Arc;
use steerwright_analysis::Sample;
use steerwright_authoring::presets::states;
use steerwright_runtime::scene::Preset;

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

/// A chip that has a place.
pub(crate) struct Chip {
    /// The place.
    pub(crate) area: Rect,
    text: Arc<Galley>,
    color: Color32,
    /// The value of the alert meter.
    meter: Option<f64>,
}

/// Places a chip above each agent with states or an alert meter, or below it where a handle is
/// above it. In their initial state only selected agents have one, unless they are alert.
pub(crate) fn place(
    painter: &Painter,
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agents: &[ShownAgent<'_>],
    handles: &[Rect],
) -> Vec<Chip> {
    let chips = with_chips(screen, scene_view, agents);
    chips
        .map(|(sample, preset)| {
            let area = about_area(screen, sample, preset, handles);
            Chip::new(painter, area.center_bottom(), sample, preset)
        })
        .collect()
}

/// About where chips are, for labels that are placed before them.
pub(crate) fn areas(
    screen: &Screen,
    scene_view: &AgentScene<'_>,
    agents: &[ShownAgent<'_>],
    handles: &[Rect],
) -> Vec<Rect> {
    let chips = with_chips(screen, scene_view, agents);
    chips
        .map(|(sample, preset)| about_area(screen, sample, preset, handles))
        .collect()
}

/// About where the chip of an agent is.
fn about_area(screen: &Screen, sample: &Sample, preset: &Preset, handles: &[Rect]) -> Rect {
    let (at, radius) = (screen.pos(sample.position), body_radius(screen, preset));
    place_off(handles, at, radius)
}

/// About where the chip of a body is: the first place that is off handles.
fn place_off(handles: &[Rect], at: Pos2, radius: f32) -> Rect {
    let area = |bottom: f32| {
        let bottom = at + vec2(0.0, bottom);
        Rect::from_min_max(bottom - ABOUT_HALF, bottom + vec2(ABOUT_HALF.x, 0.0))
    };
    let (above, below) = (-radius - GAP, radius + GAP + ABOUT_HALF.y);
    let further = [1.0, 2.0].map(|steps| above - steps * ABOUT_HALF.y);
    let mut places = [above, below].into_iter().chain(further).map(area);
    let is_free = |area: &Rect| !handles.iter().any(|handle| handle.intersects(*area));
    places.find(is_free).unwrap_or(area(above))
}

/// The agents with chips, up to the most.
fn with_chips<'a>(
    screen: &'a Screen,
    scene_view: &'a AgentScene<'_>,
    agents: &'a [ShownAgent<'a>],
) -> impl Iterator<Item = (&'a Sample, &'a Preset)> {
    let has_chip = move |ShownAgent { sample, agent, .. }: &&ShownAgent<'_>| {
        let state = sample.state.map(usize::from);
        let is_calm = state.unwrap_or(0) == 0 && sample.meter.unwrap_or(0.0) <= 0.0;
        (state.is_some() || sample.meter.is_some())
            && (!is_calm || scene_view.is_about(agent))
            && screen.shows(sample.position, 0.0)
    };
    let agents = agents.iter().filter(has_chip).take(MOST);
    agents.map(|shown| (&shown.sample, shown.preset))
}

impl Chip {
    fn new(painter: &Painter, bottom: Pos2, sample: &Sample, preset: &Preset) -> Self {
        let colors = theme::colors(painter.ctx());
        let index = sample.state.map_or(0, usize::from);
        let state = preset.all_states().nth(index);
        let color_of_state = state.and_then(|state| state.rules.color);
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
        Self {
            area: Rect::from_min_size(bottom - vec2(width / 2.0, size.y), size),
            text,
            color: colors.item(color_of_state.unwrap_or(preset.color)),
            meter: sample.meter,
        }
    }

    /// Draws it.
    pub(crate) fn draw(&self, painter: &Painter) {
        let colors = theme::colors(painter.ctx());
        let Self {
            area,
            text,
            color,
            meter,
        } = self;
        painter.rect(
            *area,
            CornerRadius::same(4),
            theme::blend(colors.canvas, colors.card, 0.8),
            Stroke::new(1.2, *color),
            StrokeKind::Inside,
        );
        let at = pos2(
            area.center().x - text.size().x / 2.0,
            area.top() + PADDING.y,
        );
        painter.galley(at, Arc::clone(text), colors.text_strong);
        if let Some(value) = meter {
            let track = Rect::from_min_max(
                pos2(area.left() + 5.0, area.bottom() - METER - 2.5),
                pos2(area.right() - 5.0, area.bottom() - 2.5),
            );
            painter.rect_filled(track, 1.5, colors.grid_major);
            let mut filled = track;
            filled.set_width(track.width() * *value as f32);
            painter.rect_filled(filled, 1.5, *color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_is_beside_handles_and_above_its_body_where_it_can() {
        let (at, radius) = (pos2(100.0, 100.0), 10.0);
        let handle = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), Vec2::splat(12.0));
        let above = place_off(&[], at, radius);
        assert!(above.bottom() < at.y - radius);
        let over = handle(80.0, above.center().y);
        let below = place_off(&[over], at, radius);
        assert!(below.top() > at.y + radius, "{below}");
        let under = handle(120.0, below.center().y);
        let further = place_off(&[over, under], at, radius);
        assert!(further.bottom() < above.top() + 1.0, "{further}");
    }
}
