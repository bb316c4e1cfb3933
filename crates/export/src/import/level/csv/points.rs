//! Lines and points: one row per point, with the columns x and y. Rows with the same id, name or
//! line are one line.

use super::unused;
use crate::formula::unescaped;
use crate::import::level::hints::propose;
use crate::import::level::{Found, FoundKind, Level, MapProperty, MapValue, Shape, beyond};
use crate::import::table::Table;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::FormatError;
use steerwright_format::limits::{MAP_ITEMS, MAP_POINTS};
use steerwright_runtime::geometry::decimal::rounded;

/// The columns that say to which line a point belongs.
const LINES: [&str; 5] = ["id", "line", "path", "wall", "name"];
/// The columns with the name of a line.
const NAMES: [&str; 3] = ["name", "path_name", "wall_name"];
/// The columns with what agents do at the node of a path, and on the way to it.
const AT_NODES: [&str; 3] = ["wait", "speed", "radius"];
/// The columns with numbers.
pub const NUMBERS: [&str; 5] = ["x", "y", "wait", "speed", "radius"];

/// What agents do at the nodes of a line, for each of [`AT_NODES`] that the table has.
type AtNodes = [Vec<Option<f64>>; AT_NODES.len()];

/// Reads a table. y points up. A line without a name has the name of the map.
pub fn read(table: &Table<'_>, map_name: &str) -> Result<Level, FormatError> {
    let (x, y) = (table.required_column("x")?, table.required_column("y")?);
    let column = |name: &str| table.column(name);
    let line = LINES.into_iter().find_map(column);
    let name = NAMES.into_iter().find_map(column);
    let [kind, closed, traversal] = ["kind", "closed", "traversal"].map(column);
    let at_nodes = AT_NODES.map(column);
    let mut used = vec![x, y];
    used.extend([line, name, kind, closed, traversal].into_iter().flatten());
    used.extend(at_nodes.into_iter().flatten());
    let mut found: Vec<Found> = Vec::new();
    let mut values: Vec<AtNodes> = Vec::new();
    let mut index: BTreeMap<String, usize> = BTreeMap::new();
    // Values for nodes take as much as points.
    let values_per_row = 1 + at_nodes.iter().flatten().count() as u64;
    let mut count = 0;
    let mut rows = table.rows()?;
    while let Some(row) = rows.next_filled()? {
        row.check_length()?;
        count += values_per_row;
        if count > MAP_POINTS.max {
            return Err(beyond("1", &MAP_POINTS));
        }
        let text = |column: Option<usize>| {
            let text = column.and_then(|column| row.text(column));
            unescaped(text.unwrap_or_default()).to_owned()
        };
        let point = DVec2::new(rounded(row.required(x)?), rounded(row.required(y)?));
        let key = text(line);
        let at = match index.get(&key) {
            Some(&at) => at,
            None if found.len() as u64 >= MAP_ITEMS.max => return Err(beyond("1", &MAP_ITEMS)),
            None => {
                let own_name = Some(text(name.or(line))).filter(|name| !name.is_empty());
                let name = own_name.unwrap_or_else(|| map_name.to_owned());
                found.push(point_of(&key, name, text(kind), text(traversal)));
                if values_per_row > 1 {
                    values.push(AtNodes::default());
                }
                index.insert(key, found.len() - 1);
                found.len() - 1
            }
        };
        let shape = &mut found[at].shapes[0];
        shape.points.push(point);
        shape.closed |= closed.map_or(Ok(false), |closed| row.flag(closed))?;
        for (kind, column) in at_nodes.into_iter().enumerate() {
            if let Some(column) = column {
                values[at][kind].push(row.number(column)?);
            }
        }
    }
    drop(index);
    for found in &mut found {
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
    for (found, values) in found.iter_mut().zip(values) {
        found.properties.extend(properties(values));
    }
    Ok(Level {
        pixels_per_unit: 1.0,
        y_up: true,
        found,
        left_out: unused(table, &used),
        ..Level::default()
    })
}

/// A line to which no point was added yet.
fn point_of(key: &str, name: String, kind: String, traversal: String) -> Found {
    let traversal = Some(traversal).filter(|text| !text.is_empty());
    let properties = traversal.map(|traversal| MapProperty {
        name: "traversal".into(),
        value: MapValue::Text(traversal),
    });
    Found {
        source: format!("row/{key}"),
        name,
        layer: kind,
        kind: FoundKind::Point,
        shapes: vec![Shape::default()],
        cells: None,
        becomes: propose(FoundKind::Point, &[]),
        properties: properties.into_iter().collect(),
        node_at: None,
        heading: None,
    }
}

/// What agents do at the nodes of a line, or the numbers of a point, as properties.
fn properties(values: AtNodes) -> impl Iterator<Item = MapProperty> {
    let named = AT_NODES.into_iter().zip(values);
    named.filter_map(|(name, values)| {
        let value = match values[..] {
            [only] => MapValue::Number(only?),
            _ if values.iter().all(Option::is_none) => return None,
            _ => {
                let values = values.iter().map(|value| value.map(MapValue::Number));
                MapValue::List(values.collect())
            }
        };
        Some(MapProperty {
            name: name.to_owned(),
            value,
        })
    })
}
