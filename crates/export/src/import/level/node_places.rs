//! Which nodes of lines are at a place.

use super::{Found, FoundKind, Level, MapProperty, MapValue};
use glam::DVec2;
use std::collections::BTreeMap;

/// The maximum number of nodes around a place that are looked at. Only hostile maps have more.
const MAX_PLACES_NEARBY: usize = 1_000;

/// The nodes of lines, by where they are.
pub struct NodePlaces {
    /// How far from a node a place may be.
    reach: f64,
    cells: BTreeMap<(i64, i64), Vec<Place>>,
}

struct Place {
    line: usize,
    node: usize,
    at: DVec2,
}

impl NodePlaces {
    pub fn new(reach: f64) -> Self {
        Self {
            reach: reach.max(1e-9),
            cells: BTreeMap::new(),
        }
    }

    fn cell(&self, at: DVec2) -> (i64, i64) {
        // `as` saturates.
        let cell = (at / self.reach).floor();
        (cell.x as i64, cell.y as i64)
    }

    pub fn add(&mut self, line: usize, node: usize, at: DVec2) {
        let cell = self.cell(at);
        let place = Place { line, node, at };
        self.cells.entry(cell).or_default().push(place);
    }

    /// The line and the node that are nearest to a place, of the lines that are asked for. Of
    /// several, the first.
    pub fn nearest(&self, at: DVec2, is_wanted: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
        let (column, row) = self.cell(at);
        let around = [-1, 0, 1]
            .into_iter()
            .flat_map(|y| [-1, 0, 1].map(|x| (x, y)));
        let cells = around.filter_map(|(x, y)| {
            let cell = (column.saturating_add(x), row.saturating_add(y));
            self.cells.get(&cell)
        });
        let most = self.reach * (1.0 + 1e-9);
        let mut near: Vec<(f64, usize, usize)> = cells
            .flatten()
            .take(MAX_PLACES_NEARBY)
            .filter(|place| is_wanted(place.line))
            .map(|place| (place.at.distance(at), place.line, place.node))
            .filter(|(distance, ..)| *distance <= most)
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        near.first().map(|&(_, line, node)| (line, node))
    }
}

/// The letters and digits of a name, in lower case: "NotBack" and "not_back" are the same.
pub fn normalized_name(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The value of the property with this name.
pub fn value_of<'a>(properties: &'a [MapProperty], name: &str) -> Option<&'a MapValue> {
    let mut properties = properties.iter();
    let known = properties.find(|property| normalized_name(&property.name) == name)?;
    Some(&known.value)
}

/// The value of the property with this name, if it is set.
pub fn set_value_of<'a>(properties: &'a [MapProperty], name: &str) -> Option<&'a MapValue> {
    value_of(properties, name).filter(|value| !value.is_unset())
}

/// Whether what has the id `source` in the map is the line `line`, or has it as a field.
pub fn leads_to(source: &str, line: &str) -> bool {
    let rest = line.strip_prefix(source);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Takes the objects for nodes that are at a line out of what was found. The others are what they
/// would be otherwise.
pub fn take_node_objects(level: &mut Level) {
    if level.found.iter().all(|found| found.node_at.is_none()) {
        return;
    }
    let is_line = |found: &&Found| matches!(found.kind, FoundKind::Line | FoundKind::Polygon);
    let lines = || level.found.iter().filter(is_line);
    let mut places = NodePlaces::new(level.pixels_per_unit / 2.0);
    for (line, found) in lines().enumerate() {
        for (node, &at) in found
            .shapes
            .iter()
            .flat_map(|shape| &shape.points)
            .enumerate()
        {
            places.add(line, node, at);
        }
    }
    let is_at_line = |found: &Found| {
        let Some(at) = found.node_at else {
            return false;
        };
        set_value_of(&found.properties, "path").is_some() || places.nearest(at, |_| true).is_some()
    };
    let found = std::mem::take(&mut level.found);
    (level.nodes, level.found) = found.into_iter().partition(is_at_line);
}
