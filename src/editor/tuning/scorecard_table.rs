//! The table of the scorecard window.

use super::OpenSeed;
use crate::editor::theme;
use egui::{Grid, Rect, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use steerwright_analysis::scorecard::{Group, Row, Scorecard};
use steerwright_runtime::scene::{AgentId, Scene};

/// The size of the picture of a distribution, in points.
const SPREAD_SIZE: egui::Vec2 = vec2(96.0, 14.0);

/// The columns of numbers with their tooltips.
const COLUMNS: [(&str, &str); 5] = [
    ("Min", "The lowest value of all runs."),
    ("5%", "5% of the runs are at or below this value."),
    ("Median", "Half of the runs are at or below this value."),
    ("95%", "95% of the runs are at or below this value."),
    ("Max", "The highest value of all runs."),
];

/// Draws the groups of the scorecard. `shown_seed` is the seed of the open run.
pub(super) fn table_ui(
    ui: &mut Ui,
    scene: &Scene,
    card: &Scorecard,
    shown_seed: u64,
) -> Option<OpenSeed> {
    let mut clicked = None;
    ScrollArea::both()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            for (index, group) in card.groups.iter().enumerate() {
                ui.add_space(4.0);
                ui.label(
                    RichText::new(title(group))
                        .color(theme::colors(ui).text_strong)
                        .strong(),
                );
                if group.rows.is_empty() {
                    ui.label(
                        RichText::new("Nothing to measure").color(theme::colors(ui).text_weak),
                    );
                    continue;
                }
                Grid::new(("scorecard", index))
                    .spacing([14.0, 4.0])
                    .striped(true)
                    .show(ui, |ui| {
                        heading_ui(ui, card, group);
                        for row in &group.rows {
                            let opened = row_ui(ui, scene, card, group, row, shown_seed);
                            clicked = clicked.or(opened);
                            ui.end_row();
                        }
                    });
            }
        });
    clicked
}

fn title(group: &Group) -> String {
    match group.agents.len() {
        1 => group.name.clone(),
        agents => format!("{} ({agents} agents)", group.name),
    }
}

fn heading_ui(ui: &mut Ui, card: &Scorecard, group: &Group) {
    let head = |ui: &mut Ui, text: &str, tip: &str| {
        let label = ui.label(
            RichText::new(text)
                .small()
                .color(theme::colors(ui).text_weak),
        );
        if !tip.is_empty() {
            label.on_hover_text(tip);
        }
    };
    head(ui, "Metric", "");
    if has_spread(card, group) {
        for (text, tip) in COLUMNS {
            theme::right_ui(ui, |ui| head(ui, text, tip));
        }
        let tip = "From the lowest to the highest value; thick from 5% to 95%, with a line at the median.";
        head(ui, "Spread", tip);
        let tip = "The seed with the highest value. Click one to see its run.";
        head(ui, "Worst seed", tip);
        if group.agents.len() > 1 {
            head(ui, "Worst agent", "The agent with that value in that run.");
        }
    } else {
        theme::right_ui(ui, |ui| head(ui, "Value", ""));
    }
    ui.end_row();
}

/// Whether there is more than one value.
fn has_spread(card: &Scorecard, group: &Group) -> bool {
    card.depends_on_seed || group.agents.len() > 1
}

fn row_ui(
    ui: &mut Ui,
    scene: &Scene,
    card: &Scorecard,
    group: &Group,
    row: &Row,
    shown_seed: u64,
) -> Option<OpenSeed> {
    let unit = row.metric.unit().suffix(&scene.unit);
    ui.label(format!("{},{unit}", row.metric.label()))
        .on_hover_text(row.metric.help());
    let number = |ui: &mut Ui, value: Option<f64>| match value {
        Some(value) => ui.label(format!("{value:.2}")),
        None => ui
            .label(RichText::new("never").color(theme::colors(ui).warn))
            .on_hover_text(never_text(card, row)),
    };
    if !has_spread(card, group) {
        theme::right_ui(ui, |ui| number(ui, row.percentiles[0]));
        return None;
    }
    for value in row.percentiles {
        theme::right_ui(ui, |ui| number(ui, value));
    }
    spread_ui(ui, row);
    let seed = row.worst.seed;
    let name = agent_name(scene, row.worst.agent);
    let button = egui::Button::new(seed.to_string())
        .small()
        .selected(seed == shown_seed)
        .min_size(vec2(56.0, 18.0));
    let response = ui.add(button);
    let label = format!(
        "Open seed {seed}, the highest {} of {name}",
        row.metric.label()
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let tip = format!("Sets the seed of the scene to {seed}, selects {name} and plays the run.");
    let clicked = response.on_hover_text(tip).clicked();
    if group.agents.len() > 1 {
        ui.label(name);
    }
    clicked.then_some(OpenSeed {
        seed,
        agent: row.worst.agent,
    })
}

fn never_text(card: &Scorecard, row: &Row) -> String {
    let (never, values) = (row.never, row.values);
    format!(
        "Not reached within {:.1} s in {never} of {values} runs.",
        card.seconds
    )
}

/// Draws a distribution: a line from the lowest to the highest value, a bar for the 90 % in the middle, a tick at the median.
fn spread_ui(ui: &mut Ui, row: &Row) {
    let (rect, response) = ui.allocate_exact_size(SPREAD_SIZE, Sense::hover());
    let [Some(min), p5, median, p95, max] = row.percentiles else {
        return;
    };
    // What never happened is drawn at the right end.
    let top = row.percentiles.iter().flatten().fold(min, |a, b| a.max(*b));
    // What differs by less than is shown is not spread.
    let (top, scale) = if top - min < 0.005 {
        (min, f64::INFINITY)
    } else {
        (top, top - min)
    };
    let at = |value: Option<f64>| {
        let fraction = value.map_or(1.0, |value| (value - min) / scale) as f32; // 0 where nothing is spread
        rect.left() + 2.0 + fraction * (rect.width() - 4.0)
    };
    let y = rect.center().y;
    let painter = ui.painter();
    let line = |from: f32, to: f32, width: f32, color| {
        painter.line_segment([pos2(from, y), pos2(to, y)], Stroke::new(width, color));
    };
    line(at(Some(min)), at(max), 1.0, theme::colors(ui).text_weak);
    line(
        at(p5),
        at(p95),
        6.0,
        theme::colors(ui).path.gamma_multiply(0.7),
    );
    let median_rect = Rect::from_center_size(pos2(at(median), y), vec2(2.0, 12.0));
    painter.rect_filled(median_rect, 0.0, theme::colors(ui).text_strong);
    let spread = if row.never > 0 {
        format!("never in {} of {}", row.never, row.values)
    } else {
        format!("from {min:.2} to {top:.2}")
    };
    let label = format!("Spread of {}: {spread}", row.metric.label());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
}

fn agent_name(scene: &Scene, agent: AgentId) -> &str {
    scene.agent(agent).map_or("?", |agent| agent.name.as_str())
}
