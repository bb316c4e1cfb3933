//! The items that a map should have in a scene.

use super::agents::preset_name;
use super::at_nodes::closed_by_property;
use super::merge::Import;
use super::unique::source_of;
use super::{
    Becomes, FoundKind, LeftOut, Level, MapProperty, Omissions, Placing, in_layer, update,
};
use glam::DVec2;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::ImportedItem;
use steerwright_runtime::scene::{MAX_COORDINATE, Wall};

/// An item that the scene should have.
pub struct Wanted {
    /// Its place among the others.
    pub order: usize,
    /// Its id in the map.
    pub source: String,
    /// For an outline of tiles, the id of their layer.
    pub layer: Option<String>,
    pub name: String,
    pub becomes: Becomes,
    pub points: Vec<DVec2>,
    /// The number of each point in the map, from 0.
    pub numbers: Vec<usize>,
    /// How many points there are in the map.
    pub count: usize,
    pub closed: bool,
    pub properties: Vec<MapProperty>,
    /// For an agent, the name of its preset.
    pub preset: String,
    /// For an agent, the direction that it is rotated to.
    pub heading: Option<DVec2>,
}

impl Wanted {
    pub fn checksum(&self) -> String {
        update::checksum(self.points.iter().copied().chain(self.heading), self.closed)
    }

    pub fn record(&self, places: &str) -> ImportedItem {
        ImportedItem {
            source: self.source.clone(),
            name: self.name.clone(),
            places: places.to_owned(),
            ..ImportedItem::default()
        }
    }

    /// The words for a list of changes.
    pub fn line(&self) -> String {
        format!("{} {:?} ({})", self.becomes.word(), self.name, self.source)
    }

    /// Whether the boxes around this item and a wall overlap.
    pub fn overlaps(&self, wall: &Wall) -> bool {
        let places = wall.nodes.iter().map(|node| node.position);
        match (bounds(self.points.iter().copied()), bounds(places)) {
            (Some((a, b)), Some((c, d))) => a.x < d.x && c.x < b.x && a.y < d.y && c.y < b.y,
            _ => false,
        }
    }
}

fn bounds(points: impl Iterator<Item = DVec2>) -> Option<(DVec2, DVec2)> {
    points
        .map(|point| (point, point))
        .reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))
}

/// The items that `level` should have in the scene.
pub fn wanted(level: &Level, import: &Import, left_out: &mut Vec<LeftOut>) -> Vec<Wanted> {
    let mut omissions = Omissions::default();
    let mut wanted: Vec<Wanted> = Vec::new();
    for (found, &becomes) in level.found.iter().zip(&import.choices) {
        let number = found.source.rsplit('/').next().unwrap_or_default();
        let is_layer = matches!(
            found.kind,
            FoundKind::FilledTiles | FoundKind::CollisionShapes
        );
        let name = match (found.name.is_empty(), found.layer.is_empty()) {
            (false, _) => found.name.clone(),
            (true, false) => format!("{} {number}", found.layer),
            (true, true) => format!("Item {number}"),
        };
        let preset = if becomes == Becomes::Agent {
            preset_name(level, found)
        } else {
            String::new()
        };
        let heading = found.heading.filter(|_| becomes == Becomes::Agent);
        let heading = heading.map(|heading| Placing::direction(heading, level.y_up));
        let shapes: Vec<(String, Vec<DVec2>, bool)> = match becomes {
            Becomes::BlockedCells | Becomes::Nothing => continue,
            Becomes::Marker | Becomes::Agent => {
                let all = found.shapes.iter().flat_map(|shape| &shape.points).copied();
                let center = bounds(all).map(|(a, b)| (a + b) / 2.0);
                center
                    .map(|center| (String::new(), vec![center], false))
                    .into_iter()
                    .collect()
            }
            Becomes::Wall | Becomes::Door | Becomes::Path => {
                let shapes = found.shapes.iter();
                shapes
                    .map(|shape| (shape.key.clone(), shape.points.clone(), shape.closed))
                    .collect()
            }
        };
        for (key, pixels, mut closed) in shapes {
            let count = pixels.len();
            let mut numbered: Vec<(usize, DVec2)> = pixels
                .iter()
                .map(|&point| import.placing.point(point, level.y_up))
                .map(|point| DVec2::new(rounded(point.x), rounded(point.y)))
                .enumerate()
                .collect();
            numbered.dedup_by_key(|(_, point)| *point);
            let said = closed_by_property(&found.properties).filter(|_| becomes == Becomes::Path);
            closed = said.unwrap_or(closed);
            let ends = numbered.first().zip(numbered.last());
            if closed && numbered.len() > 1 && ends.is_some_and(|(a, b)| a.1 == b.1) {
                numbered.pop();
            }
            let (numbers, points): (Vec<usize>, Vec<DVec2>) = numbered.into_iter().unzip();
            let what = || format!("{name:?}{}", in_layer(&found.layer));
            let is_far = |point: &DVec2| !(point.abs().max_element() <= MAX_COORDINATE);
            if points.iter().any(is_far) {
                omissions.add(what(), "it is too far away from the origin");
                continue;
            }
            if matches!(becomes, Becomes::Wall | Becomes::Door) && points.len() < 2 {
                omissions.add(what(), "a wall needs two different points");
                continue;
            }
            closed &= points.len() > 2 || said == Some(true);
            wanted.push(Wanted {
                order: wanted.len(),
                source: source_of(&found.source, &key),
                layer: is_layer.then(|| found.source.clone()),
                name: name.clone(),
                becomes,
                points,
                numbers,
                count,
                closed,
                properties: found.properties.clone(),
                preset: preset.clone(),
                heading,
            });
        }
    }
    left_out.extend(omissions.list());
    wanted
}
