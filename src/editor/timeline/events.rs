//! Events in the visible time range: lines and shaded waits.

use crate::editor::theme::Colors;
use crate::editor::timeline::TimelineInput;
use crate::editor::timeline::view::Window;
use egui::{Color32, Stroke};
use egui_plot::{LineStyle, PlotUi, Span, VLine};
use steerwright_authoring::event_label;
use steerwright_authoring::words::reason;
use steerwright_runtime::scene::{AgentId, Target};
use steerwright_runtime::simulation::{Event, EventKind, Importance};

/// With more visible events than this, less important ones are left out.
const MAX_MARKS: usize = 120;
/// How many earlier events to search for waits that are still in progress.
const MAX_LOOKBACK: usize = 512;

/// The events to draw.
#[derive(Clone, Default)]
pub(super) struct Marks {
    /// Momentary events, oldest first.
    pub moments: Vec<Event>,
    /// Waits as start and end, in seconds.
    pub waits: Vec<[f64; 2]>,
}

/// The visible events of the plotted agents.
pub(super) fn in_view(input: &TimelineInput<'_>, window: Window) -> Marks {
    let events = input.recording.events();
    let dt = input.recording.dt();
    let tick_of = |seconds: f64| (seconds / dt).max(0.0) as u64;
    let (from, to) = (tick_of(window.from), tick_of(window.to) + 1);
    let begin = events.partition_point(|event| event.tick < from);
    let end = events.partition_point(|event| event.tick <= to);

    let mut marks = Marks::default();
    let mut waiting: Vec<((AgentId, Option<usize>), u64)> = Vec::new();
    for (index, event) in events
        .iter()
        .enumerate()
        .take(end)
        .skip(begin.saturating_sub(MAX_LOOKBACK))
    {
        if !input.agents.contains(&event.agent) {
            continue;
        }
        let behavior = (event.agent, event.behavior);
        if let EventKind::StateEntered { .. } = event.kind {
            // In another state it no longer waits.
            waiting.retain(|&((agent, _), start)| {
                let is_over = agent == event.agent;
                if is_over && event.tick >= from {
                    marks
                        .waits
                        .push([start as f64 * dt, event.tick as f64 * dt]);
                }
                !is_over
            });
        }
        match event.kind {
            EventKind::WaitStarted(_) => waiting.push((behavior, event.tick)),
            EventKind::WaitEnded(_) => {
                if let Some(at) = waiting.iter().position(|(waits, _)| *waits == behavior) {
                    let (_, start) = waiting.swap_remove(at);
                    if event.tick >= from {
                        marks
                            .waits
                            .push([start as f64 * dt, event.tick as f64 * dt]);
                    }
                }
            }
            _ => {
                if index >= begin {
                    marks.moments.push(event.clone());
                }
            }
        }
    }
    let last = input.recording.last_tick().min(to);
    marks.waits.extend(
        waiting
            .into_iter()
            .map(|(_, start)| [start as f64 * dt, last as f64 * dt]),
    );
    for least in [Importance::Normal, Importance::Major] {
        if marks.moments.len() > MAX_MARKS {
            marks
                .moments
                .retain(|event| event.kind.importance() >= least);
        }
    }
    marks
}

/// The color of an event line.
pub(super) fn color(kind: &EventKind, colors: &Colors) -> Color32 {
    match kind {
        EventKind::Arrived | EventKind::PathFinished | EventKind::SearchFinished => {
            colors.ok.gamma_multiply(0.7)
        }
        EventKind::NodeReached(_) => colors.path.gamma_multiply(0.45),
        _ => colors.ghost.gamma_multiply(0.3),
    }
}

/// Draws the events behind the curves of a plot.
pub(super) fn draw(plot: &mut PlotUi<'_>, marks: &Marks, dt: f64, colors: &Colors) {
    for &[from, to] in &marks.waits {
        plot.span(
            Span::new("", from..=to)
                .fill(colors.text_strong.gamma_multiply(0.035))
                .border_width(0.0),
        );
    }
    for event in &marks.moments {
        let stroke = Stroke::new(1.0, color(&event.kind, colors));
        let line = VLine::new("", event.tick as f64 * dt)
            .stroke(stroke)
            .allow_hover(false);
        let is_minor = event.kind.importance() == Importance::Minor;
        plot.vline(line.style(if is_minor {
            LineStyle::dotted_dense()
        } else {
            LineStyle::Solid
        }));
    }
}

/// What happened, and why with measured figures.
fn description(input: &TimelineInput<'_>, event: &Event) -> String {
    let name = |other| reason::name_of(input.scene, Target::Agent(other));
    let label = if let EventKind::Touched(other) = event.kind {
        format!("Touched {}", name(other))
    } else if let EventKind::Contact { other, .. } = event.kind {
        format!("Contact with {}", name(other))
    } else {
        event_label(&event.kind)
    };
    match reason::why(event, input.recording.reasons(event), input.scene) {
        None => label,
        Some(why) => format!("{label}: {why}"),
    }
}

/// Descriptions of the events within `max_distance` seconds of a time.
pub(super) fn descriptions_near(
    input: &TimelineInput<'_>,
    marks: &Marks,
    seconds: f64,
    max_distance: f64,
) -> Vec<String> {
    let dt = input.recording.dt();
    let mut lines: Vec<String> = marks
        .moments
        .iter()
        .filter(|event| (event.tick as f64 * dt - seconds).abs() <= max_distance)
        .take(6)
        .map(|event| {
            let label = description(input, event);
            let time = event.tick as f64 * dt;
            if input.agents.len() > 1 {
                let name = reason::name_of(input.scene, Target::Agent(event.agent));
                format!("{name}: {label}, {time:.2} s")
            } else {
                format!("{label}, {time:.2} s")
            }
        })
        .collect();
    if let Some([from, to]) = marks
        .waits
        .iter()
        .find(|[from, to]| (*from..=*to).contains(&seconds))
    {
        lines.push(format!("Waiting, {:.2} s", to - from));
    }
    lines
}
