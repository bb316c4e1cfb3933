//! Converts the objects of a map to a scene.

use super::custom_properties::CustomProperties;
use super::map::Map;
use super::objects::{Item, Kind, place_of};
use super::properties::{choice, color, id, is_on, number, object, text};
use super::scene_items::{SceneItem, scene_items};
use super::scene_properties::{check_count, scene_from_properties, set_margins};
use super::{invalid, paths, pictures, walls};
use crate::import::spawners::keep_possible_spawners;
use crate::target::tiled::names;
use crate::target::tiled::node_script::flip_points;
use crate::target::tiled::values::legal;
use glam::DVec2;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::FormatError;
use steerwright_format::export_file::as_authored;
use steerwright_format::limits::{NODES, WALL_NODES};
use steerwright_format::{dangling, sanitize_for_display};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::OutlinerProps;
use steerwright_runtime::scene::{
    Agent, GroupId, Marker, PatrolPath, Preset, PresetId, Scatter, Scene, Target,
};

/// The maximum number of blocked cells.
const MAX_CELLS: usize = 1_000_000;

/// Reads the scene from a map, in the authored units and origin.
pub fn scene(map: &Map<'_>) -> Result<Scene, FormatError> {
    let properties = &map.properties;
    if number(properties, names::VERSION).is_some_and(|version| version > 1.0) {
        return Err(invalid(
            names::VERSION,
            "the map was exported by a later version; use a newer version of Steerwright",
        ));
    }
    let scale = number(properties, "scale").unwrap_or(1.0);
    // In a map that Steerwright did not export, y points down.
    let y_down = !properties.contains_key("y_down") || is_on(properties, "y_down");
    let mut scene = scene_from_properties(properties, scale)?;
    let scene_items = scene_items(map)?;
    let reader = Reader {
        map,
        custom: CustomProperties::new(&scene, &scene_items),
        scene_items,
        scale,
        y_down,
    };
    reader.paths(&mut scene)?;
    reader.markers(&mut scene)?;
    reader.agents(&mut scene)?;
    reader.cells(&mut scene)?;
    reader.walls(&mut scene)?;
    keep_possible_spawners(&mut scene);
    // What a node or state refers to may have been deleted.
    dangling::remove_dangling(&mut scene);
    scene.prune_editor_data();
    let origin = ["origin_x", "origin_y"].map(|name| number(properties, name).unwrap_or_default());
    let origin = DVec2::from(origin);
    let mut scene = as_authored(scene, scale, origin)?;
    let placement = pictures::Placement {
        scale,
        origin,
        y_down,
    };
    pictures::take_changes(map, placement, &mut scene);
    // What was changed in Tiled may be out of range.
    let mut scene = as_authored(scene, 1.0, DVec2::ZERO)?;
    set_margins(properties, &mut scene)?;
    Ok(scene)
}

struct Reader<'a> {
    map: &'a Map<'a>,
    /// The scene items of its objects, in the same order.
    scene_items: Vec<Option<(u32, SceneItem)>>,
    custom: CustomProperties,
    scale: f64,
    y_down: bool,
}

impl Reader<'_> {
    fn up(&self, y: f64) -> f64 {
        if self.y_down { 0.0 - y } else { y }
    }

    fn position(&self, item: &Item) -> DVec2 {
        let center = item.center();
        DVec2::new(center.x, self.up(center.y))
    }

    /// The objects that are scene items, of those that `is_wanted`.
    fn scene_item_pairs(
        &self,
        is_wanted: impl Fn(SceneItem) -> bool,
    ) -> impl Iterator<Item = Result<(Item, SceneItem), FormatError>> {
        let pairs = self.map.entries().iter().zip(&self.scene_items);
        pairs.filter_map(move |(entry, scene_item)| {
            let (_, scene_item) = (*scene_item).filter(|(_, item)| is_wanted(*item))?;
            Some(self.map.item(entry).map(|item| (item, scene_item)))
        })
    }

    fn paths(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let mut rings: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (index, entry) in self.map.entries().iter().enumerate() {
            if entry.kind == Kind::Node
                && let Some(path) = object(self.map.item(entry)?.properties(), "path")
            {
                rings.entry(path).or_default().push(index as u32);
            }
        }
        let mut nodes = 0;
        for pair in self.scene_item_pairs(|item| matches!(item, SceneItem::Path(_))) {
            let (item, scene_item) = pair?;
            if let SceneItem::Path(id) = scene_item {
                nodes += item.points();
                check_count(nodes, "/paths", &NODES)?;
                let indices = rings.get(&item.object.id).map_or(&[][..], Vec::as_slice);
                let entries = indices
                    .iter()
                    .filter_map(|&index| self.map.entries().get(index as usize));
                let items = entries.map(|entry| self.map.item(entry));
                let rings = paths::rings_in_order(items, &self.custom)?;
                let mut path: PatrolPath = paths::path(&item, id, &rings, self.scale);
                path.properties = self.custom.of(item.properties());
                for node in &mut path.nodes {
                    node.position.y = self.up(node.position.y);
                    if !node.actions().is_empty() {
                        let up = |y| self.up(y);
                        node.edit_script(|script| flip_points(&mut script.actions, up));
                    }
                }
                scene.editor_mut().set_props(id, outliner_props(&item));
                scene.paths.push(Arc::new(path));
            }
        }
        Ok(())
    }

    fn walls(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let mut nodes = 0;
        for pair in self.scene_item_pairs(|item| matches!(item, SceneItem::Wall(_))) {
            let (item, scene_item) = pair?;
            if let SceneItem::Wall(id) = scene_item {
                nodes += item.points();
                check_count(nodes, "/walls", &WALL_NODES)?;
                let mut wall = walls::wall(&item, id);
                wall.properties = self.custom.of(item.properties());
                wall.nodes
                    .iter_mut()
                    .for_each(|node| node.position.y = self.up(node.position.y));
                scene.editor_mut().set_props(id, outliner_props(&item));
                scene.walls.push(Arc::new(wall));
            }
        }
        Ok(())
    }

    fn markers(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let is_wanted =
            |item| matches!(item, SceneItem::Target(Target::Marker(_) | Target::Pointer));
        for pair in self.scene_item_pairs(is_wanted) {
            let (item, scene_item) = pair?;
            let item = &item;
            match scene_item {
                SceneItem::Target(Target::Marker(id)) => {
                    let kind = choice(item.properties(), "kind").unwrap_or_default();
                    let mut marker =
                        Marker::at(id, item.object.name.clone(), kind, self.position(item));
                    marker.color = color(item.properties(), "color");
                    marker.properties = self.custom.of(item.properties());
                    Arc::make_mut(&mut scene.markers).push(marker);
                    scene.editor_mut().set_props(id, outliner_props(item));
                }
                SceneItem::Target(Target::Pointer) => {
                    let at = self.position(item);
                    scene.pointer = DVec2::new(at.x, at.y);
                }
                SceneItem::Target(Target::Agent(_)) | SceneItem::Path(_) | SceneItem::Wall(_) => {}
            }
        }
        Ok(())
    }

    fn agents(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let by_object: BTreeMap<u32, SceneItem> =
            self.scene_items.iter().flatten().copied().collect();
        let mut agents = Vec::new();
        let is_wanted = |item| matches!(item, SceneItem::Target(Target::Agent(_)));
        for pair in self.scene_item_pairs(is_wanted) {
            let (item, scene_item) = pair?;
            let item = &item;
            let SceneItem::Target(Target::Agent(id)) = scene_item else {
                continue;
            };
            let properties = item.properties();
            let named = |name: &str| {
                object(properties, name)
                    .and_then(|id| by_object.get(&id))
                    .copied()
            };
            let target = |name: &str| match named(name) {
                Some(SceneItem::Target(target)) if target != Target::Agent(id) => Some(target),
                _ => None,
            };
            let preset = preset(item, scene)?;
            let mut agent = Agent::at(id, item.object.name.clone(), preset, self.position(item));
            agent.velocity.x = number(properties, "vx").unwrap_or_default();
            agent.velocity.y = self.up(number(properties, "vy").unwrap_or_default());
            let (hx, hy) = (number(properties, "hx"), number(properties, "hy"));
            agent.heading = Agent::heading_of(hx, hy.map(|y| self.up(y)));
            agent.path = match named("path") {
                Some(SceneItem::Path(path)) => Some(path),
                _ => None,
            };
            (agent.target, agent.danger) = (target("target"), target("danger"));
            agent.leader = match target("leader") {
                Some(Target::Agent(leader)) => Some(leader),
                _ => None,
            };
            agent.scatter = number(properties, "scatter_max").map(|max| Scatter {
                min: number(properties, "scatter_min").unwrap_or_default(),
                max,
            });
            agent.team = text(properties, "team")
                .filter(|team| !team.is_empty())
                .map(str::to_owned);
            agent.properties = self.custom.of(properties);
            scene.editor_mut().set_props(id, outliner_props(item));
            agents.push(agent);
        }
        scene.agents = Arc::new(agents);
        Ok(())
    }

    fn cells(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let size = scene.cells.size;
        let blocked = &mut Arc::make_mut(&mut scene.cells).blocked;
        self.map.cells(|item| {
            let low = item.object.place + item.moved;
            // The cells whose centers it covers, and at least the one that contains its own center.
            let cover = |from: f64, length: f64| {
                let (first, last) = (
                    (from / size - 0.5).ceil(),
                    ((from + length) / size - 0.5).ceil() - 1.0,
                );
                if first <= last {
                    (first, last)
                } else {
                    (
                        ((from + length / 2.0) / size).floor(),
                        ((from + length / 2.0) / size).floor(),
                    )
                }
            };
            let (columns, rows) = (
                cover(low.x, item.object.size.x),
                cover(low.y, item.object.size.y),
            );
            let count = (columns.1 - columns.0 + 1.0) * (rows.1 - rows.0 + 1.0);
            if !(count + blocked.len() as f64 <= MAX_CELLS as f64) {
                return Err(invalid(
                    place_of(item),
                    format!("more than {MAX_CELLS} cells are blocked; remove some"),
                ));
            }
            let whole = |index: f64| {
                let far = || {
                    invalid(
                        place_of(item),
                        "the cell is too far from the origin; move it closer",
                    )
                };
                if index.abs() < f64::from(i32::MAX) {
                    Ok(index as i32)
                } else {
                    Err(far())
                }
            };
            for row in whole(rows.0)?..=whole(rows.1)? {
                for column in whole(columns.0)?..=whole(columns.1)? {
                    blocked.push(Cell::new(column, if self.y_down { -1 - row } else { row }));
                }
            }
            Ok(())
        })
    }
}

fn outliner_props(item: &Item) -> OutlinerProps {
    let group = id(item.properties(), "group").map(GroupId);
    OutlinerProps {
        group,
        hidden: item.object.hidden,
        locked: is_on(item.properties(), "locked"),
    }
}

/// The preset of an agent by name or id, or the first one if the agent names none. If its limits
/// were changed in the map, the agent gets a preset of its own.
fn preset(item: &Item, scene: &mut Scene) -> Result<PresetId, FormatError> {
    let properties = item.properties();
    let named = text(properties, "preset");
    let by_name = || {
        scene
            .presets
            .iter()
            .find(|preset| Some(legal(&preset.name).as_str()) == named)
    };
    let by_id = || {
        id(properties, "preset")
            .and_then(|id| scene.presets.iter().find(|preset| preset.id.0 == id))
    };
    let found = if properties.contains_key("preset") {
        by_name().or_else(by_id)
    } else {
        scene.presets.first()
    };
    let Some(found) = found else {
        let names: Vec<String> = scene
            .presets
            .iter()
            .map(|preset| format!("\"{}\"", sanitize_for_display(&preset.name)))
            .collect();
        let fix = if names.is_empty() {
            "export a scene that has presets".into()
        } else {
            format!("use one of: {}", names.join(", "))
        };
        return Err(invalid(
            place_of(item),
            format!(
                "there is no preset \"{}\"; {fix}",
                sanitize_for_display(named.unwrap_or_default())
            ),
        ));
    };
    let mut variant = Preset::clone(found);
    for (name, limit) in [
        ("radius", &mut variant.body.radius),
        ("max_speed", &mut variant.body.max_speed),
        ("max_force", &mut variant.body.max_force),
    ] {
        *limit = number(properties, name).map_or(*limit, rounded);
    }
    let is_same = |preset: &&Arc<Preset>| {
        Preset {
            id: preset.id,
            ..variant.clone()
        } == ***preset
    };
    if variant.body == found.body {
        return Ok(found.id);
    } else if let Some(known) = scene.presets.iter().find(is_same) {
        return Ok(known.id);
    }
    variant.id = scene.next_preset_id();
    scene.presets.push(Arc::new(variant.clone()));
    Ok(variant.id)
}
