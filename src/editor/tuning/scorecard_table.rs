//! The table of the scorecard window.

use crate::editor::theme;
use crate::editor::tuning::OpenSeed;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Grid, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, TextStyle, Ui, WidgetInfo,
    pos2, vec2,
};
use steerwright_analysis::measure::Metric;
use steerwright_analysis::scorecard::{Group, Row, Scorecard};
use steerwright_runtime::scene::{AgentId, Scene};

/// The size of the picture of a distribution, in points.
const SPREAD_SIZE: egui::Vec2 = vec2(96.0, 14.0);

/// The least height of a row, in points.
const ROW: f32 = 20.0;

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
    let has_spread = card.groups.iter().any(|group| has_spread(card, group));
    let area = ScrollArea::both().auto_shrink([false, false]);
    area.show(ui, |ui| {
        let grid = Grid::new("scorecard").spacing([14.0, 4.0]).striped(true);
        let grid = grid.min_row_height(ROW);
        grid.show(ui, |ui| {
            if has_spread {
                return spread_table_ui(ui, scene, card, shown_seed);
            }
            values_ui(ui, scene, card);
            None
        })
        .inner
    })
    .inner
}

/// Draws one value of each figure in each group: a column per group.
fn values_ui(ui: &mut Ui, scene: &Scene, card: &Scorecard) {
    let has_value = |metric: &Metric| {
        let mut rows = card.groups.iter().flat_map(|group| &group.rows);
        rows.any(|row| row.metric == *metric)
    };
    head_ui(ui, "Metric", "");
    for group in &card.groups {
        theme::right_ui(ui, |ui| group_ui(ui, scene, group));
    }
    ui.end_row();
    for metric in Metric::ALL.into_iter().filter(has_value) {
        name_ui(ui, scene, metric);
        for group in &card.groups {
            let row = group.rows.iter().find(|row| row.metric == metric);
            theme::right_ui(ui, |ui| match row {
                Some(row) => number_ui(ui, card, row, row.percentiles[0]),
                None => ui.label(RichText::new("–").color(theme::colors(ui).text_weak)),
            });
        }
        ui.end_row();
    }
}

/// Draws how the figures are spread over the seeds, of one group below the other.
fn spread_table_ui(
    ui: &mut Ui,
    scene: &Scene,
    card: &Scorecard,
    shown_seed: u64,
) -> Option<OpenSeed> {
    let mut clicked = None;
    let has_agents = card.groups.iter().any(|group| group.agents.len() > 1);
    heading_ui(ui, has_agents);
    for group in &card.groups {
        group_ui(ui, scene, group);
        if group.rows.is_empty() {
            ui.label(RichText::new("Nothing to measure").color(theme::colors(ui).text_weak));
        }
        ui.end_row();
        for row in &group.rows {
            let opened = row_ui(ui, scene, card, group, row, shown_seed);
            clicked = clicked.or(opened);
            ui.end_row();
        }
    }
    clicked
}

/// Draws the name of a group with the color of its agents.
fn group_ui(ui: &mut Ui, scene: &Scene, group: &Group) {
    let colors = theme::colors(ui);
    let agent = group.agents.first().and_then(|id| scene.agent(*id));
    let preset = agent.and_then(|agent| scene.preset(agent.preset));
    let mut job = LayoutJob::default();
    let format = |color| TextFormat::simple(TextStyle::Body.resolve(ui.style()), color);
    if let Some(preset) = preset {
        job.append("• ", 0.0, format(colors.item(preset.color)));
    }
    let name = title(group);
    job.append(&name, 0.0, format(colors.text_strong));
    let response = ui.label(job);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
}

fn title(group: &Group) -> String {
    match group.agents.len() {
        1 => group.name.clone(),
        agents => format!("{} ({agents} agents)", group.name),
    }
}

fn head_ui(ui: &mut Ui, text: &str, tip: &str) {
    let text = RichText::new(text).small();
    let label = ui.label(text.color(theme::colors(ui).text_weak));
    if !tip.is_empty() {
        label.on_hover_text(tip);
    }
}

fn heading_ui(ui: &mut Ui, has_agents: bool) {
    head_ui(ui, "Metric", "");
    for (text, tip) in COLUMNS {
        theme::right_ui(ui, |ui| head_ui(ui, text, tip));
    }
    let tip =
        "From the lowest to the highest value; thick from 5% to 95%, with a line at the median.";
    head_ui(ui, "Spread", tip);
    let tip = "The seed with the highest value. Click one to see its run.";
    head_ui(ui, "Worst seed", tip);
    if has_agents {
        head_ui(ui, "Worst agent", "The agent with that value in that run.");
    }
    ui.end_row();
}

fn name_ui(ui: &mut Ui, scene: &Scene, metric: Metric) {
    let unit = metric.unit().suffix(&scene.unit);
    ui.label(format!("{},{unit}", metric.label()))
        .on_hover_text(metric.help());
}

fn number_ui(ui: &mut Ui, card: &Scorecard, row: &Row, value: Option<f64>) -> Response {
    match value {
        Some(value) => ui.label(format!("{value:.2}")),
        None => ui
            .label(RichText::new("never").color(theme::colors(ui).warn))
            .on_hover_text(never_text(card, row)),
    }
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
    name_ui(ui, scene, row.metric);
    for value in row.percentiles {
        theme::right_ui(ui, |ui| number_ui(ui, card, row, value));
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

/// Draws a distribution: a line from the lowest to the highest value, a bar for the 90 % in the
/// middle, a tick at the median.
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
