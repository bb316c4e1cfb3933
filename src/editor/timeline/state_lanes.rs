//! The states of agents over time: a colored lane for each agent, above the plots.

use super::view::Window;
use super::{TimelineAction, TimelineInput};
use crate::editor::theme;
use egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};
use steerwright_authoring::{reason_words, states};
use steerwright_runtime::scene::{AgentId, Preset, StateView};
use steerwright_runtime::simulation::{Event, EventKind};

/// The height of a lane and the gap below it, in points.
const LANE: f32 = 18.0;
const GAP: f32 = 4.0;
/// The most lanes.
const MOST: usize = 4;
/// Lanes take at most this share of the height.
const MOST_OF_HEIGHT: f32 = 0.4;
/// Beyond what is shown, so many events are searched for where a state began and ended.
const MAX_SEARCHED: usize = 50_000;
/// A narrower span has no name, in points.
const MIN_NAMED: f32 = 34.0;

/// A stretch of time in which an agent is in one state.
struct Span {
    /// The first and the last tick.
    ticks: (u64, u64),
    /// The index of the state in its preset.
    state: usize,
    /// The index of the state before, and the event of the change. `None` for the first state.
    change: Option<(usize, Event)>,
}

/// Draws the lanes of the plotted agents that have states. Returns the height that they take.
pub(super) fn lanes_ui(
    ui: &mut Ui,
    labels: Pos2,
    area: Rect,
    window: Window,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) -> f32 {
    let has_states = |agent: &AgentId| input.preset(*agent).is_some_and(Preset::has_states);
    let room = ((area.height() * MOST_OF_HEIGHT) / (LANE + GAP)) as usize;
    let agents = input.agents.iter().copied().filter(has_states);
    let mut top = area.top();
    for agent in agents.take(MOST.min(room)) {
        let lane = Rect::from_min_max(pos2(area.left(), top), pos2(area.right(), top + LANE));
        lane_ui(ui, pos2(labels.x, top), lane, window, input, agent, actions);
        top += LANE + GAP;
    }
    top - area.top()
}

fn lane_ui(
    ui: &mut Ui,
    label: Pos2,
    lane: Rect,
    window: Window,
    input: &TimelineInput<'_>,
    agent: AgentId,
    actions: &mut Vec<TimelineAction>,
) {
    let colors = theme::colors(ui);
    let Some(preset) = input.preset(agent) else {
        return;
    };
    let font = FontId::proportional(theme::BODY_SIZE);
    let title = match input.agents {
        [_] => "State",
        _ => input.agent_name(agent),
    };
    let painter = ui.painter();
    painter.text(
        label + vec2(8.0, LANE / 2.0),
        Align2::LEFT_CENTER,
        title,
        font.clone(),
        colors.text,
    );
    painter.rect_filled(lane, 3.0, colors.canvas);
    let x = |tick: u64| {
        let share = (input.seconds(tick) - window.from) / window.width();
        lane.left() + (share.clamp(0.0, 1.0) as f32) * lane.width()
    };
    let all: Vec<StateView<'_>> = preset.all_states().collect();
    for (index, span) in spans(input, agent, window).iter().enumerate() {
        let Some(state) = all.get(span.state) else {
            continue;
        };
        let rect = Rect::from_x_y_ranges(x(span.ticks.0)..=x(span.ticks.1), lane.y_range());
        let color = theme::color32(state.rules.color.unwrap_or(preset.color));
        let name = states::name_of(preset, state.rules);
        let fill = theme::blend(colors.canvas, color, 0.45);
        ui.painter().rect(
            rect,
            CornerRadius::same(3),
            fill,
            Stroke::new(1.0, color),
            StrokeKind::Inside,
        );
        if rect.width() > MIN_NAMED {
            let clipped = ui.painter().with_clip_rect(rect.shrink(3.0));
            let text = text_on(fill, colors);
            clipped.text(
                rect.left_center() + vec2(6.0, 0.0),
                Align2::LEFT_CENTER,
                &name,
                FontId::proportional(theme::SMALL_SIZE),
                text,
            );
        }
        let id = ui.scope_id().with(("state span", agent.0, index));
        let response = ui.interact(rect, id, Sense::click());
        let words = words(input, preset, &all, span, &name);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        if response.on_hover_text(words).clicked() {
            actions.push(TimelineAction::Seek(span.ticks.0));
        }
    }
    let at = x(input.shown_tick());
    let stroke = Stroke::new(1.5, colors.accent);
    ui.painter().vline(at, lane.y_range(), stroke);
}

/// A text color that can be read on a fill.
fn text_on(fill: Color32, colors: &theme::Colors) -> Color32 {
    let (light, dark) = (colors.text_strong, colors.canvas);
    if theme::contrast(fill, light) >= theme::contrast(fill, dark) {
        light
    } else {
        dark
    }
}

/// What a span is, and why it began.
fn words(
    input: &TimelineInput<'_>,
    preset: &Preset,
    all: &[StateView<'_>],
    span: &Span,
    name: &str,
) -> String {
    let (from, to) = (input.seconds(span.ticks.0), input.seconds(span.ticks.1));
    let time = format!("{name}, {from:.2} s to {to:.2} s");
    let Some((before, event)) = &span.change else {
        return time;
    };
    let Some(before) = all.get(*before) else {
        return time;
    };
    let why = match event.kind.reason() {
        Some(_) => reason_words::sentence(input.recording.reasons(event), input.scene),
        None => "set by the game".to_owned(),
    };
    let before = states::name_of(preset, before.rules);
    format!("{time}\nFrom {before}: {why}")
}

/// The states of an agent in the visible time, oldest first, from when they really began until they really ended.
fn spans(input: &TimelineInput<'_>, agent: AgentId, window: Window) -> Vec<Span> {
    let recording = input.recording;
    let dt = recording.dt();
    let tick_of = |seconds: f64| (seconds / dt).max(0.0) as u64;
    let from = tick_of(window.from).max(recording.first_tick());
    let to = (tick_of(window.to) + 1).min(recording.last_tick());
    let state_at = |tick| {
        let sample = recording.sample(tick, agent)?;
        sample.state.map(usize::from)
    };
    let is_own = |event: &&Event| {
        event.agent == agent && matches!(event.kind, EventKind::StateEntered { .. })
    };
    let entered = |event: &Event| {
        let is_known = event.tick > recording.first_tick();
        let before = state_at(event.tick - u64::from(is_known)).filter(|_| is_known);
        before.map(|before| (before, event.clone()))
    };
    let events = recording.events();
    let begin = events.partition_point(|event| event.tick <= from);
    let end = events.partition_point(|event| event.tick <= to);
    let mut earlier = events[..begin].iter().rev().take(MAX_SEARCHED);
    let mut later = events[end.max(begin)..].iter().take(MAX_SEARCHED);
    let last = later.find(is_own);
    let last = last.map_or(recording.last_tick(), |event| event.tick);
    let mut spans: Vec<Span> = Vec::new();
    if let Some(state) = state_at(from) {
        let event = earlier.find(is_own);
        spans.push(Span {
            ticks: (
                event.map_or(recording.first_tick(), |event| event.tick),
                last,
            ),
            state,
            change: event.and_then(entered),
        });
    }
    for event in events[begin..end.max(begin)].iter().filter(is_own) {
        let Some(state) = state_at(event.tick) else {
            continue;
        };
        if let Some(span) = spans.last_mut() {
            span.ticks.1 = event.tick;
        }
        spans.push(Span {
            ticks: (event.tick, last),
            state,
            change: entered(event),
        });
    }
    spans
}
