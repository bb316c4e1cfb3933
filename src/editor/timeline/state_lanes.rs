//! The states of agents over time: a colored lane for each agent, above the plots.

use crate::editor::theme;
use crate::editor::timeline::lane::{Lane, Lanes, Stretch};
use crate::editor::timeline::view::Window;
use crate::editor::timeline::{TimelineAction, TimelineInput};
use egui::{Pos2, Rect, Ui};
use steerwright_authoring::presets::states;
use steerwright_authoring::words::reason;
use steerwright_runtime::scene::{AgentId, Preset, StateView};
use steerwright_runtime::simulation::{Event, EventKind};

/// The most lanes.
const MOST: usize = 4;
/// Lanes take at most this share of the height.
const MAX_PART_OF_HEIGHT: f32 = 0.4;
/// The maximum number of events beyond what is shown that are searched for where a state began and
/// ended.
const MAX_SEARCHED: usize = 50_000;

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
    let lanes = Lanes {
        labels,
        area,
        window,
        input,
        most: MOST,
        max_part_of_height: MAX_PART_OF_HEIGHT,
    };
    let has_states = |agent: &AgentId| input.preset(*agent).is_some_and(Preset::has_states);
    let agents = input.agents.iter().copied().filter(has_states);
    let titled = agents.map(|agent| {
        let title = match input.agents {
            [_] => "State",
            _ => input.agent_name(agent),
        };
        (agent, title.to_owned())
    });
    lanes.show(ui, titled, |ui, lane, agent| {
        spans_ui(ui, lane, agent, actions);
    })
}

fn spans_ui(ui: &mut Ui, lane: &Lane<'_>, agent: AgentId, actions: &mut Vec<TimelineAction>) {
    let input = lane.input;
    let Some(preset) = input.preset(agent) else {
        return;
    };
    let all: Vec<StateView<'_>> = preset.all_states().collect();
    for (index, span) in spans(input, agent, lane.window).iter().enumerate() {
        let Some(state) = all.get(span.state) else {
            continue;
        };
        let name = states::name_of(preset, state.rules);
        let stretch = Stretch {
            id: ui.scope_id().with(("state span", agent.0, index)),
            ticks: span.ticks,
            color: theme::color32(state.rules.color.unwrap_or(preset.color)),
            words: words(input, preset, &all, span, &name),
            name: &name,
        };
        lane.stretch_ui(ui, stretch, actions);
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
        Some(_) => reason::sentence(input.recording.reasons(event), input.scene),
        None => "set by the game".to_owned(),
    };
    let before = states::name_of(preset, before.rules);
    format!("{time}\nFrom {before}: {why}")
}

/// The states of an agent in the visible time, oldest first, from when they really began until they
/// really ended.
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
