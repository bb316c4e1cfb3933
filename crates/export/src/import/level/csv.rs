//! Lines and points as tables: one row per point, with the columns x and y. Rows with the same id, name or line follow one another.

use super::hints::propose;
use super::{Found, FoundKind, Level, Shape, beyond, files::Files, invalid};
use crate::import::csv::check_columns;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::limits::{MAP_ITEMS, MAP_POINTS};
use steerwright_format::{FormatError, sanitize_for_display};
use steerwright_runtime::geometry::decimal::rounded;

/// The columns that say to which line a point belongs.
const LINES: [&str; 4] = ["id", "line", "path", "name"];

/// Reads a table. y points up.
pub fn read(text: &str, _: &mut Files) -> Result<Level, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    check_columns(text, b',')?;
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let wrong = |error: &csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        invalid(
            line.to_string(),
            format!("{error}; give every row the same columns"),
        )
    };
    let header = reader.headers().map_err(|error| wrong(&error))?.clone();
    let column = |name: &str| {
        header
            .iter()
            .position(|known| known.eq_ignore_ascii_case(name))
    };
    let (Some(x), Some(y)) = (column("x"), column("y")) else {
        return Err(invalid(
            "1",
            "the first row must name the columns, with x and y among them",
        ));
    };
    let line = LINES.into_iter().find_map(column);
    let (name, kind, closed) = (column("name"), column("kind"), column("closed"));
    let mut level = Level {
        pixels_per_unit: 1.0,
        y_up: true,
        ..Level::default()
    };
    let mut index: BTreeMap<String, usize> = BTreeMap::new();
    for (row, record) in reader.records().enumerate() {
        let record = record.map_err(|error| wrong(&error))?;
        if row as u64 >= MAP_POINTS.max {
            return Err(beyond("1", &MAP_POINTS));
        }
        let text = |column: Option<usize>| column.and_then(|at| record.get(at)).unwrap_or_default();
        let number = |column: usize| {
            let text = record.get(column).unwrap_or_default();
            let number = text.parse().ok().filter(|x: &f64| x.is_finite());
            number.map(rounded).ok_or_else(|| {
                let line = record.position().map_or(1, csv::Position::line);
                let shown = sanitize_for_display(text);
                invalid(
                    line.to_string(),
                    format!("{shown:?} is not a number; correct the table"),
                )
            })
        };
        let point = DVec2::new(number(x)?, number(y)?);
        if level.found.len() as u64 >= MAP_ITEMS.max && !index.contains_key(text(line)) {
            return Err(beyond("1", &MAP_ITEMS));
        }
        let at = *index.entry(text(line).to_owned()).or_insert_with(|| {
            level.found.push(Found {
                properties: Vec::new(),
                node_at: None,
                source: format!("row/{}", text(line)),
                name: text(name.or(line)).to_owned(),
                layer: text(kind).to_owned(),
                kind: FoundKind::Point,
                shapes: vec![Shape {
                    closed: matches!(text(closed), "1" | "true" | "yes"),
                    ..Shape::default()
                }],
                cells: None,
                becomes: propose(FoundKind::Point, &[]),
            });
            level.found.len() - 1
        });
        level.found[at].shapes[0].points.push(point);
    }
    for found in &mut level.found {
        let shape = &found.shapes[0];
        if shape.points.len() > 1 {
            found.kind = if shape.closed {
                FoundKind::Polygon
            } else {
                FoundKind::Line
            };
            found.becomes = propose(found.kind, &[&found.layer, &found.name]);
        }
    }
    Ok(level)
}
