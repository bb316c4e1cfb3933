//! A scorecard as a table, and as JSON.

use serde_json::{Value, json};
use std::fmt::Write as _;
use steerwright_analysis::scorecard::{Group, Percentile, Row, Scorecard};
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::{AgentId, Scene};

/// The scorecard as a table with a heading.
pub(super) fn table(scene: &Scene, card: &Scorecard) -> String {
    let mut text = String::new();
    let name = sanitize_for_display(&scene.name);
    let seconds = card.seconds;
    // Writing to a string cannot fail.
    let _ = if card.depends_on_seed {
        let last = card.first_seed + card.runs - 1;
        writeln!(
            text,
            "{name}: {} runs of {seconds} s, seeds {} to {last}",
            card.runs, card.first_seed
        )
    } else {
        writeln!(
            text,
            "{name}: 1 run of {seconds} s; nothing in this scene depends on the seed"
        )
    };
    let columns = 7 + usize::from(names_agents(card));
    let mut lines: Vec<Line> = Vec::new();
    for group in &card.groups {
        lines.push(Line::Blank);
        let has_spread = card.depends_on_seed || group.agents.len() > 1;
        let shown = if has_spread { columns } else { 2 };
        lines.push(Line::Cells(heading(group, shown)));
        for row in &group.rows {
            lines.push(Line::Cells(cells(scene, row, shown)));
        }
        if group.rows.is_empty() {
            lines.push(Line::Text("  nothing to measure".into()));
        }
    }
    let widths: Vec<usize> = (0..columns)
        .map(|column| lines.iter().map(|line| line.width(column)).max())
        .map(Option::unwrap_or_default)
        .collect();
    for line in &lines {
        line.push_to(&mut text, &widths);
    }
    if let Some(note) = notes(card) {
        let _ = writeln!(text, "\n{note}");
    }
    text
}

/// Whether rows are shared by agents, so that the worst one is named.
fn names_agents(card: &Scorecard) -> bool {
    card.groups.iter().any(|group| group.agents.len() > 1)
}

enum Line {
    Blank,
    Text(String),
    Cells(Vec<String>),
}

impl Line {
    fn width(&self, column: usize) -> usize {
        match self {
            Self::Blank | Self::Text(_) => 0,
            Self::Cells(cells) => cells.get(column).map_or(0, |cell| cell.chars().count()),
        }
    }

    /// Appends the line: the first and the eighth column are text, the others numbers.
    fn push_to(&self, text: &mut String, widths: &[usize]) {
        match self {
            Self::Blank => {}
            Self::Text(line) => text.push_str(line),
            Self::Cells(cells) => {
                let mut line = String::new();
                for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
                    let _ = match column {
                        0 => write!(line, "{cell:<width$}"),
                        7 => write!(line, "  {cell}"),
                        _ => write!(line, "  {cell:>width$}"),
                    };
                }
                text.push_str(line.trim_end());
            }
        }
        text.push('\n');
    }
}

/// The names of the first columns. Two columns are for a single value.
fn heading(group: &Group, columns: usize) -> Vec<String> {
    let name = sanitize_for_display(&group.name);
    let count = group.agents.len();
    let mut cells = vec![if count == 1 {
        name.to_string()
    } else {
        format!("{name} ({count} agents)")
    }];
    if columns == 2 {
        cells.push("value".into());
    } else if !group.rows.is_empty() {
        cells.extend(Percentile::ALL.map(|percentile| percentile.label().to_owned()));
        cells.push("worst seed".into());
        cells.extend((columns > 7).then(|| "worst agent".to_owned()));
    }
    cells
}

fn cells(scene: &Scene, row: &Row, columns: usize) -> Vec<String> {
    let unit = row.metric.unit().suffix(&scene.unit);
    let never = match row.never {
        0 => String::new(),
        _ if row.values == 1 => String::new(),
        never => format!(" (never in {never} of {})", row.values),
    };
    let mut cells = vec![format!("  {},{unit}{never}", row.metric.label())];
    if columns == 2 {
        cells.push(number(row.percentiles[0]));
        return cells;
    }
    cells.extend(row.percentiles.map(number));
    cells.push(row.worst.seed.to_string());
    cells.extend((columns > 7).then(|| agent_name(scene, row.worst.agent)));
    cells
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "never".into(), |value| format!("{value:.2}"))
}

fn agent_name(scene: &Scene, agent: AgentId) -> String {
    scene.agent(agent).map_or_else(
        || agent.0.to_string(),
        |agent| sanitize_for_display(&agent.name).to_string(),
    )
}

/// What a reader of the table may wonder about.
fn notes(card: &Scorecard) -> Option<String> {
    let never = card
        .groups
        .iter()
        .flat_map(|group| &group.rows)
        .any(|row| row.never > 0);
    never.then(|| {
        format!(
            "\"never\" means not within {} s; --seconds makes runs longer.",
            card.seconds
        )
    })
}

/// The scorecard as JSON. A percentile of `null` means "never".
pub(super) fn json(scene: &Scene, card: &Scorecard) -> String {
    let groups: Vec<Value> = card
        .groups
        .iter()
        .map(|group| {
            json!({
                "name": group.name,
                "agents": group.agents.iter().map(|agent| agent.0).collect::<Vec<_>>(),
                "metrics": group.rows.iter().map(|row| row_json(scene, row)).collect::<Vec<_>>(),
            })
        })
        .collect();
    let card = json!({
        "scene": scene.name,
        "unit": scene.unit,
        "first_seed": card.first_seed,
        "runs": card.runs,
        "depends_on_seed": card.depends_on_seed,
        "seconds": card.seconds,
        "groups": groups,
    });
    format!("{card:#}\n")
}

fn row_json(scene: &Scene, row: &Row) -> Value {
    let mut object = serde_json::Map::new();
    object.insert("metric".into(), row.metric.key().into());
    let unit = row.metric.unit().suffix(&scene.unit);
    object.insert("unit".into(), unit.trim_start().into());
    for (percentile, value) in Percentile::ALL.into_iter().zip(row.percentiles) {
        object.insert(percentile.label().into(), value.into());
    }
    object.insert("values".into(), row.values.into());
    object.insert("never".into(), row.never.into());
    object.insert("worst_seed".into(), row.worst.seed.into());
    object.insert("worst_agent".into(), row.worst.agent.0.into());
    object.into()
}
