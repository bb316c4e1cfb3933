//! The thresholds of the alert meter, as marks in its plot that are dragged.

use crate::editor::theme;
use crate::editor::timeline::{TimelineAction, TimelineInput, rate_marks};
use egui::{
    Align2, Color32, CursorIcon, EventFilter, FontId, Key, Painter, Pos2, Rect, Response, Sense,
    Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use egui_plot::PlotTransform;
use steerwright_authoring::presets::states;
use steerwright_authoring::presets::thresholds::{self, Threshold};
use steerwright_runtime::scene::Preset;

/// The width and height of a mark, in points.
const WIDTH: f32 = 12.0;
const HEIGHT: f32 = 12.0;
/// The distance between the names of states, in points.
const NAMES_GAP: f32 = 6.0;
/// By how much an arrow key moves a mark.
const STEP: f64 = 0.01;

/// Draws the marks of the plotted agents at the right edge of the `plot`.
pub(super) fn marks_ui(
    ui: &mut Ui,
    plot: Rect,
    transform: &PlotTransform,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    let mut taken: Vec<Rect> = Vec::new();
    let mut named: Vec<(Rect, String)> = Vec::new();
    for preset in plotted_presets(input) {
        for threshold in thresholds::of(preset) {
            let y = transform.position_from_point_y(threshold.meter);
            let mut area = Rect::from_center_size(
                pos2(plot.right() - WIDTH / 2.0 - 1.0, y),
                vec2(WIDTH, HEIGHT),
            );
            while taken.iter().any(|other| other.intersects(area)) {
                area = area.translate(vec2(-WIDTH - 2.0, 0.0));
            }
            if area.left() < plot.center().x {
                break;
            }
            taken.push(area);
            named.push((area, states_of(preset, &threshold).unwrap_or_default()));
            let text = thresholds::describe(preset, &threshold, &input.scene.unit);
            let set = mark_ui(ui, area, transform, &threshold, &text.unwrap_or_default());
            if let Some(meter) = set {
                let threshold = Threshold { meter, ..threshold };
                actions.push(TimelineAction::SetThreshold(threshold));
            }
        }
    }
    if rate_marks::is_pointed_at(ui, plot) {
        draw_names(ui, plot, named);
    }
}

/// The states that a threshold leads from and to: "Patrol to Chase".
fn states_of(preset: &Preset, threshold: &Threshold) -> Option<String> {
    let name = |id| {
        let view = preset.all_states().find(|view| view.rules.id == id)?;
        Some((states::name_of(preset, view.rules), view.rules))
    };
    let (from, rules) = name(threshold.state)?;
    let (to, _) = name(rules.transitions.get(threshold.transition)?.to)?;
    Some(format!("{from} to {to}"))
}

/// Writes the states of marks to the left of them, those at the same height on one line, in the
/// order of the marks.
fn draw_names(ui: &Ui, plot: Rect, mut named: Vec<(Rect, String)>) {
    let colors = theme::colors(ui);
    named.sort_by(|(a, _), (b, _)| a.left().total_cmp(&b.left()));
    let mut taken: Vec<Rect> = named.iter().map(|(area, _)| *area).collect();
    while !named.is_empty() {
        let first = named.remove(0);
        let (same, rest): (Vec<_>, Vec<_>) = (named.into_iter())
            .partition(|(area, _)| (area.center().y - first.0.center().y).abs() < HEIGHT);
        named = rest;
        let names = std::iter::once(&first)
            .chain(&same)
            .map(|(_, name)| name.as_str());
        let text = names.collect::<Vec<_>>().join(", ");
        let font = FontId::proportional(theme::SMALL_SIZE);
        let galley = ui.painter().layout_no_wrap(text, font, colors.text);
        let at = pos2(first.0.left() - 5.0, first.0.center().y);
        let place = Align2::RIGHT_CENTER.anchor_size(at, galley.size());
        let low = (plot.bottom() - place.bottom()).min(0.0);
        let mut place = place.translate(vec2(0.0, (plot.top() - place.top()).max(low)));
        while let Some(other) = taken.iter().find(|other| other.intersects(place)) {
            place = place.translate(vec2(other.left() - NAMES_GAP - place.right(), 0.0));
        }
        if place.left() < plot.left() {
            continue;
        }
        taken.push(place);
        let plate = colors.canvas.gamma_multiply(0.85);
        let painter = ui.painter_at(plot);
        painter.rect_filled(place.expand2(vec2(3.0, 0.0)), 3.0, plate);
        painter.galley(place.min, galley, colors.text);
    }
}

/// The presets of the plotted agents that have an alert meter, each once.
fn plotted_presets<'a>(input: &TimelineInput<'a>) -> Vec<&'a Preset> {
    let mut presets: Vec<&Preset> = Vec::new();
    for preset in input.agents.iter().filter_map(|agent| input.preset(*agent)) {
        if preset.alert.is_some() && presets.iter().all(|known| known.id != preset.id) {
            presets.push(preset);
        }
    }
    presets
}

/// Draws one mark. Returns the value that it is set to.
fn mark_ui(
    ui: &mut Ui,
    area: Rect,
    transform: &PlotTransform,
    threshold: &Threshold,
    text: &str,
) -> Option<f64> {
    let place = (
        threshold.preset,
        threshold.state,
        threshold.transition,
        threshold.term,
    );
    let id = ui.scope_id().with(("threshold", place));
    let response = ui.interact(area, id, Sense::click_and_drag());
    let label = format!("Alert threshold: {text}");
    response.widget_info(|| WidgetInfo::slider(true, threshold.meter, &label));
    let dragged = response.dragged().then(|| response.interact_pointer_pos());
    let set = match dragged.flatten() {
        Some(pointer) => Some(transform.value_from_position(pointer).y),
        None => stepped(ui, &response, threshold.meter),
    };
    let is_active = response.hovered() || response.dragged() || response.has_focus();
    draw_mark(ui.painter(), area, theme::colors(ui).warn, is_active);
    response
        .on_hover_cursor(CursorIcon::ResizeVertical)
        .on_hover_text(format!("{text}\nDrag, or use the arrow keys."));
    set.map(|meter| (meter.clamp(0.0, 1.0) * 100.0).round() / 100.0)
        .filter(|meter| *meter != threshold.meter)
}

/// The value after the arrow keys that were pressed while the mark has the focus.
fn stepped(ui: &Ui, response: &Response, meter: f64) -> Option<f64> {
    if !response.has_focus() {
        return None;
    }
    let filter = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let (up, down) = ui.input(|input| {
        let presses = |key| input.num_presses(key) as f64;
        (presses(Key::ArrowUp), presses(Key::ArrowDown))
    });
    (up != down).then_some(meter + (up - down) * STEP)
}

/// A triangle that points to the line of the threshold.
fn draw_mark(painter: &Painter, area: Rect, color: Color32, is_active: bool) {
    let inner = if is_active { area } else { area.shrink(2.0) };
    let corners: Vec<Pos2> = vec![inner.left_center(), inner.right_top(), inner.right_bottom()];
    let stroke = if is_active {
        Stroke::new(
            1.5,
            painter
                .ctx()
                .style_of(painter.ctx().theme())
                .visuals
                .strong_text_color(),
        )
    } else {
        Stroke::NONE
    };
    painter.add(Shape::convex_polygon(corners, color, stroke));
}
