//! What is written beside plots, and in place of them.

use crate::editor::theme;
use crate::editor::timeline::TimelineInput;
use crate::editor::timeline::plot_lines::line_color;
use crate::editor::timeline::quantity::Quantity;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Color32, FontId, Label, Layout, Rect, RichText, Role, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};
use steerwright_runtime::scene::AgentId;

/// The width of the labels and axis numbers to the left of the plots.
pub(super) const LABEL_WIDTH: f32 = 152.0;

/// The values of more agents than this do not fit beside a plot.
const MAX_VALUES: usize = 4;

/// How to get something to plot.
pub(super) fn nothing_to_plot_text(input: &TimelineInput<'_>) -> &'static str {
    if input.scene.spawners.is_empty() {
        "Place an agent to see its speed, steering and field of view"
    } else {
        "Play, or place an agent, to see speed, steering and field of view"
    }
}

/// The height in which a text can have several lines, in points.
const HEIGHT_OF_LINES: f32 = 80.0;

/// Draws a text where there is nothing to plot.
pub(super) fn notice_ui(ui: &mut Ui, rect: Rect, text: &str) {
    let layout = Layout::centered_and_justified(egui::Direction::LeftToRight);
    let inner = rect.shrink2(vec2(8.0, 0.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner).layout(layout), |ui| {
        let label = Label::new(RichText::new(text).color(theme::colors(ui).text_weak));
        let label = match inner.height() >= HEIGHT_OF_LINES {
            true => label.wrap(),
            // The pointer shows the rest.
            false => label.truncate(),
        };
        ui.add(label.selectable(false));
    });
}

/// The value at the playhead with its unit; for several agents, the lowest and the highest.
fn value_text(input: &TimelineInput<'_>, quantity: Quantity) -> String {
    let tick = input.shown_tick();
    let values = input.agents.iter().filter_map(|agent| {
        input
            .recording
            .sample(tick, *agent)
            .and_then(|sample| quantity.of(&sample))
    });
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return "none".into();
    }
    if let Quantity::SeesTarget = quantity {
        let shown = |agent: &AgentId| input.recording.sample(tick, *agent);
        if let [agent] = input.agents {
            let text = shown(agent).and_then(|sample| quantity.text(&sample, ""));
            return text.unwrap_or_default();
        }
        let sights = input.agents.iter().filter_map(shown);
        let sights: Vec<_> = sights.filter_map(|sample| sample.target_sight).collect();
        let seeing = sights.iter().filter(|sight| sight.sees).count();
        return format!("{seeing} of {}", sights.len());
    }
    if let Quantity::Alert = quantity {
        let (low, high) = (
            format!("{:.0}", low * 100.0),
            format!("{:.0}", high * 100.0),
        );
        return match low == high {
            true => format!("{low} %"),
            false => format!("{low}–{high} %"),
        };
    }
    // A range has less space.
    let decimals = if quantity == Quantity::Fov || high - low >= 0.05 {
        1
    } else {
        2
    };
    let unit = quantity.unit().suffix(&input.scene.unit);
    let (from, to) = (format!("{low:.decimals$}"), format!("{high:.decimals$}"));
    if from == to {
        format!("{from}{unit}")
    } else {
        format!("{from}–{to}{unit}")
    }
}

/// The value of each of a few agents, in the color of its curve. `None` of one agent, of many, or
/// where there is another text.
fn values_by_agent(
    input: &TimelineInput<'_>,
    quantity: Quantity,
) -> Option<Vec<(String, Color32)>> {
    let counts = 2..=MAX_VALUES;
    if !counts.contains(&input.agents.len()) || quantity == Quantity::SeesTarget {
        return None;
    }
    let tick = input.shown_tick();
    let text = |(index, agent): (usize, &AgentId)| {
        let sample = input.recording.sample(tick, *agent);
        let value = sample.and_then(|sample| quantity.of(&sample));
        let text = match value {
            None => "–".into(),
            Some(value) if quantity == Quantity::Alert => format!("{:.0}", value * 100.0),
            Some(value) => format!("{value:.1}"),
        };
        (text, line_color(input, quantity, index))
    };
    Some(input.agents.iter().enumerate().map(text).collect())
}

/// Draws what a plot shows and the values at the playhead, at the left of it.
pub(super) fn heading_ui(ui: &mut Ui, row: Rect, quantity: Quantity, input: &TimelineInput<'_>) {
    let value = &value_text(input, quantity);
    let by_agent = values_by_agent(input, quantity);
    // The color of the quantity is that of no curve if there are several.
    let colors = theme::colors(ui);
    let color = if input.agents.len() > 1 {
        colors.text
    } else {
        quantity.color(colors)
    };
    let format = |size, color| TextFormat {
        font_id: FontId::proportional(size),
        color,
        line_height: Some(size + 4.0),
        ..TextFormat::default()
    };
    let one_line = row.height() < 36.0;
    let mut job = LayoutJob::default();
    job.append(
        quantity.label(),
        0.0,
        format(theme::SMALL_SIZE + 1.0, colors.text_weak),
    );
    let gap = if one_line {
        8.0
    } else {
        job.append("\n", 0.0, TextFormat::default());
        0.0
    };
    match by_agent {
        // In one line the number of the limit is at the right of it.
        Some(values) if !one_line => {
            for (index, (text, color)) in values.into_iter().enumerate() {
                let gap = if index == 0 { 0.0 } else { 6.0 };
                job.append(&text, gap, format(theme::BODY_SIZE, color));
            }
        }
        Some(_) | None => {
            let shown = match one_line {
                true => value.split(' ').next().unwrap_or(value),
                false => value,
            };
            job.append(shown, gap, format(theme::BODY_SIZE, color));
        }
    }
    let rect = Rect::from_min_max(
        row.min + vec2(8.0, 2.0),
        pos2(row.left() + LABEL_WIDTH - 4.0, row.bottom()),
    );
    let align = if one_line { Align::Center } else { Align::Min };
    let layout = Layout::left_to_right(align);
    let response = ui
        .scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            ui.add(Label::new(job).extend().selectable(false))
        })
        .inner;
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, true, format!("{} {value}", quantity.label()))
    });
    let tooltip = match quantity {
        Quantity::Speed => "How fast the agent moves.",
        Quantity::Steering => "The magnitude of the steering force.",
        Quantity::SeesTarget => {
            "Whether the agent sees its target: within its sight, and not hidden by a wall. The marks above show when it notices and loses it."
        }
        Quantity::Fov => "The full angle in which the next waypoint is picked.",
        Quantity::Alert => {
            "The alert meter. Dashed lines are the values at which transitions are taken."
        }
    };
    response.on_hover_text(tooltip);
}
