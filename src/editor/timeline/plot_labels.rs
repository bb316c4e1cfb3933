//! What is written beside plots, and in place of them.

use super::TimelineInput;
use super::plots::LABEL_WIDTH;
use super::quantity::Quantity;
use crate::editor::theme;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, FontId, Label, Layout, Rect, RichText, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use steerwright_runtime::scene::AgentId;

/// How to get something to plot.
pub(super) fn nothing_to_plot_text(input: &TimelineInput<'_>) -> &'static str {
    if input.scene.spawners.is_empty() {
        "Place an agent to see its speed, steering and field of view"
    } else {
        "Play, or place an agent, to see speed, steering and field of view"
    }
}

/// Why there is no field of view to plot.
pub(super) fn no_field_of_view_text(input: &TimelineInput<'_>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in input
        .agents
        .iter()
        .filter_map(|agent| input.preset(*agent))
        .map(|preset| preset.name.as_str())
    {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [] => "No field of view".into(),
        [one] => format!("{one} has no field of view"),
        [others @ .., last] => format!("{} and {last} have no field of view", others.join(", ")),
    }
}

/// Draws a text where there is nothing to plot.
pub(super) fn notice_ui(ui: &mut Ui, rect: Rect, text: &str) {
    let layout = Layout::centered_and_justified(egui::Direction::LeftToRight);
    ui.scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| {
        ui.add(
            Label::new(RichText::new(text).color(theme::colors(ui).text_weak))
                .truncate()
                .selectable(false),
        );
    });
}

/// The value at the playhead with its unit; for several agents, the lowest and the highest.
pub(super) fn value_text(input: &TimelineInput<'_>, quantity: Quantity) -> String {
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

/// Draws what a plot shows and its value, at the left of it.
pub(super) fn heading_ui(ui: &mut Ui, row: Rect, quantity: Quantity, value: &str) {
    let colors = theme::colors(ui);
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
    if one_line {
        // The number of the limit is at the right of it.
        let number = value.split(' ').next().unwrap_or(value);
        job.append(
            number,
            8.0,
            format(theme::BODY_SIZE, quantity.color(colors)),
        );
    } else {
        job.append("\n", 0.0, TextFormat::default());
        job.append(value, 0.0, format(theme::BODY_SIZE, quantity.color(colors)));
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
