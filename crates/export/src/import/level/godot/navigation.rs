//! Where one can walk: the outlines of navigation polygons.

use super::documents::Resource;
use super::shapes::Line;
use crate::target::godot::text::Variant;
use kurbo::Point;
use std::collections::{BTreeMap, BTreeSet};

/// The outlines of a navigation polygon: as they were drawn, or else around all of its polygons
/// together.
pub fn outlines(resource: &Resource) -> Result<Vec<Line>, String> {
    let section = resource.section();
    let drawn = lists(section.value("outlines"));
    if !drawn.is_empty() {
        let lines = drawn.iter().map(|numbers| (points(numbers), true));
        return Ok(lines.filter(|(line, _)| line.len() > 1).collect());
    }
    let vertices = points(&section.numbers("vertices").unwrap_or_default());
    let polygons = lists(section.value("polygons"));
    let mut edges = BTreeSet::new();
    for polygon in &polygons {
        let next = polygon.iter().cycle().skip(1);
        // `as` saturates.
        edges.extend(
            polygon
                .iter()
                .zip(next)
                .map(|(&a, &b)| (a as u32, b as u32)),
        );
    }
    let mut after: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &(a, b) in edges.iter().filter(|&&(a, b)| !edges.contains(&(b, a))) {
        after.entry(a).or_default().push(b);
    }
    let mut lines = Vec::new();
    while let Some(&first) = after.keys().next() {
        let mut line = Vec::new();
        let mut at = first;
        while let Some(ends) = after.get_mut(&at) {
            let end = ends.pop();
            if ends.is_empty() {
                after.remove(&at);
            }
            line.extend(vertices.get(at as usize).copied());
            let Some(end) = end.filter(|&end| end != first) else {
                break;
            };
            at = end;
        }
        lines.push((line, true));
    }
    Ok(lines
        .into_iter()
        .filter(|(line, _)| line.len() > 1)
        .collect())
}

fn points(numbers: &[f64]) -> Vec<Point> {
    let pairs = numbers.chunks_exact(2);
    pairs.map(|pair| Point::new(pair[0], pair[1])).collect()
}

/// The lists of numbers in a list.
fn lists(value: Option<Variant>) -> Vec<Vec<f64>> {
    let items = match value {
        // "Array[PackedVector2Array]([…])".
        Some(Variant::Made(_, items)) => match <[Variant; 1]>::try_from(items) {
            Ok([Variant::List(items)]) => items,
            _ => return Vec::new(),
        },
        Some(Variant::List(items)) => items,
        _ => return Vec::new(),
    };
    let numbers = |item: &Variant| {
        let Variant::Made(_, items) = item else {
            return None;
        };
        Some(items.iter().filter_map(Variant::number).collect())
    };
    items.iter().filter_map(numbers).collect()
}
