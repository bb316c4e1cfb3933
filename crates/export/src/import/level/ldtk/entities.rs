//! Entities, and their fields with points.

use super::Reader;
use super::fields;
use super::file::{self, Entity, Field, Layer};
use crate::import::json::Node;
use crate::import::level::hints::propose;
use crate::import::level::node_places::normalized_name;
use crate::import::level::{Becomes, Found, FoundKind, MapProperty, MapValue, Shape};
use glam::DVec2;
use steerwright_format::FormatError;

/// An entity in a layer.
pub struct Placed<'a> {
    entity: Entity,
    node: Node<'a>,
    /// Where it is in the file.
    place: String,
    source: String,
    tags: String,
}

/// What was found, without its words.
struct Item {
    source: String,
    name: String,
    kind: FoundKind,
    points: Vec<DVec2>,
    properties: Vec<MapProperty>,
    node_at: Option<DVec2>,
}

impl<'a> Placed<'a> {
    /// Reads the entity with this index in the layer `layer`.
    pub fn read(
        node: Node<'a>,
        place: &str,
        layer: &str,
        index: usize,
    ) -> Result<Self, FormatError> {
        let entity: Entity = file::read(node, place)?;
        let source = match &entity.iid {
            Some(iid) => format!("entity/{iid}"),
            None => format!("{layer}/entity/{index}"),
        };
        Ok(Self {
            entity,
            node,
            place: place.to_owned(),
            source,
            tags: file::tags(node),
        })
    }

    /// Whether it says what agents do at a node of a path.
    fn is_for_node(&self) -> bool {
        let mut words = self.tags.split(' ').chain([self.entity.name.as_str()]);
        words.any(|word| normalized_name(word) == "node")
    }
}

impl Reader<'_> {
    pub(super) fn entity(
        &mut self,
        placed: &Placed<'_>,
        layer: &Layer,
        path: &str,
        at: DVec2,
    ) -> Result<(), FormatError> {
        let entity = &placed.entity;
        let place = at + DVec2::from(entity.px);
        let words = [entity.name.as_str(), &placed.tags, path];
        let has_size = entity.width > 0.0 && entity.height > 0.0;
        // A door fills its rectangle, also if all doors are equally large.
        let is_door = propose(FoundKind::Tile, &words) == Becomes::Door;
        let is_area = has_size && (is_door || self.project.is_resizable(entity.definition));
        let size = DVec2::new(entity.width, entity.height);
        let corner = place - DVec2::from(entity.pivot) * size;
        let is_for_node = placed.is_for_node();
        let center = |cell: DVec2| at + (cell + 0.5) * layer.grid;
        let (node, in_file) = (placed.node, placed.place.as_str());
        let findings = &mut self.findings;
        let properties =
            fields::properties(node, in_file, self.project, is_for_node, center, findings)?;
        let (kind, points) = if is_area {
            let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
            let corners = corners.map(|c| corner + DVec2::from(c) * size);
            (FoundKind::Polygon, corners.to_vec())
        } else {
            (FoundKind::Point, vec![place])
        };
        let mut kept = properties.clone();
        if has_line(placed)? {
            // They are about the line.
            kept.retain(|property| !is_list(property) || !is_of_line(property));
        }
        let item = Item {
            source: placed.source.clone(),
            name: entity.name.clone(),
            kind,
            points,
            properties: kept,
            node_at: is_for_node.then(|| corner + size / 2.0),
        };
        self.add(item, path, &words)?;
        for (node, place_of_field) in file::items(placed.node, "fieldInstances", &placed.place)? {
            let field: Field = file::read(node, &place_of_field)?;
            if is_for_node && normalized_name(&field.name) == "look" {
                continue;
            }
            let mut points: Vec<DVec2> = Vec::new();
            for cell in field.points(node) {
                self.findings.expect_points(points.len())?;
                points.push(center(cell));
            }
            let display = self.project.display_of(entity.definition, &field);
            let is_loop = display == Some("PointPathLoop");
            let is_line = field.is_list() && !matches!(display, Some("Points" | "PointStar"));
            if points.is_empty() {
                continue;
            }
            let item = Item {
                source: format!("{}/{}", placed.source, field.name),
                name: format!("{} {}", entity.name, field.name),
                kind: FoundKind::Point,
                points: Vec::new(),
                properties: Vec::new(),
                node_at: None,
            };
            if is_line {
                let properties = of_line(&properties, points.len());
                // LDtk draws the line from the entity.
                points.insert(0, place);
                let kind = if is_loop {
                    FoundKind::Polygon
                } else {
                    FoundKind::Line
                };
                let item = Item {
                    kind,
                    points,
                    properties,
                    ..item
                };
                self.add(item, path, &["path"])?;
            } else {
                for (index, point) in points.into_iter().enumerate() {
                    let item = Item {
                        source: format!("{}/{index}", item.source),
                        name: item.name.clone(),
                        points: vec![point],
                        properties: Vec::new(),
                        ..item
                    };
                    self.add(item, path, &[])?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, item: Item, path: &str, words: &[&str]) -> Result<(), FormatError> {
        let kind = item.kind;
        // Most entities with an area are regions, not walls.
        let proposed = if kind == FoundKind::Polygon {
            FoundKind::Tile
        } else {
            kind
        };
        self.findings.add(Found {
            source: item.source,
            name: item.name,
            layer: path.to_owned(),
            kind,
            shapes: vec![Shape {
                key: String::new(),
                points: item.points,
                closed: kind == FoundKind::Polygon,
            }],
            cells: None,
            becomes: propose(proposed, words),
            properties: item.properties,
            node_at: item.node_at,
            heading: None,
        })
    }
}

/// What the fields of an entity say about its line with so many points: `wait`, `traversal`, and a
/// list `speed`. A single speed is that of the entity.
fn of_line(properties: &[MapProperty], points: usize) -> Vec<MapProperty> {
    let about_line = properties
        .iter()
        .filter(|property| is_of_line(property))
        .cloned();
    about_line
        .map(|mut property| {
            if let MapValue::List(values) = &mut property.value
                && values.len() == points
            {
                // The line has one node more, at the entity.
                values.insert(0, None);
            }
            property
        })
        .collect()
}

fn is_list(property: &MapProperty) -> bool {
    matches!(property.value, MapValue::List(_))
}

fn is_of_line(property: &MapProperty) -> bool {
    match &*normalized_name(&property.name) {
        "wait" | "traversal" => true,
        "speed" => is_list(property),
        _ => false,
    }
}

/// Whether an entity has a field with points.
fn has_line(placed: &Placed<'_>) -> Result<bool, FormatError> {
    for (node, place) in file::items(placed.node, "fieldInstances", &placed.place)? {
        let field: Field = file::read(node, &place)?;
        if field.is_list() && field.points(node).next().is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
