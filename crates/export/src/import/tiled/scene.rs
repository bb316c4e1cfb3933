//! Converts the objects of a map to a scene.

use super::objects::{Item, Kind, items};
use super::properties::{choice, color, id, is_on, number, object, text, whole};
use super::{invalid, paths, walls};
use crate::import::ids::Ids;
use crate::target::tiled::map::{Map, Properties};
use crate::target::tiled::names;
use crate::target::tiled::objects::legal;
use glam::DVec2;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::export_file::{as_authored, usual_skin};
use steerwright_format::sanitize_for_display;
use steerwright_format::{FormatError, round_numbers};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::{EditorData, OutlinerProps};
use steerwright_runtime::scene::{
    Agent, AgentId, CellMap, GroupId, Marker, MarkerId, PathId, PatrolPath, Preset, PresetId,
    Scatter, Scene, Target, WallId,
};

/// The maximum number of blocked cells.
const MAX_CELLS: usize = 1_000_000;

/// Reads the scene from a map, in the authored units and origin.
pub fn scene(map: &Map) -> Result<Scene, FormatError> {
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
    let items = items(map)?;
    let reader = Reader {
        scene_items: scene_items(&items),
        items,
        scale,
        y_down,
    };
    reader.paths(&mut scene);
    reader.markers(&mut scene);
    reader.agents(&mut scene)?;
    reader.cells(&mut scene)?;
    reader.walls(&mut scene);
    keep_possible_spawners(&mut scene);
    scene.prune_editor_data();
    let origin = ["origin_x", "origin_y"].map(|name| number(properties, name).unwrap_or_default());
    as_authored(scene, scale, DVec2::new(origin[0], origin[1]))
}

/// The parts of the scene that are properties of the map.
fn scene_from_properties(properties: &Properties, scale: f64) -> Result<Scene, FormatError> {
    let defaults = Scene::default();
    let string =
        |name: &str, default: String| text(properties, name).map_or(default, str::to_owned);
    let mut editor = EditorData::default();
    editor.groups = json(properties, "groups")?;
    editor.variants = json(properties, "variants")?;
    // They are in units of the scene, whatever the scale of the map.
    editor.areas = json(properties, "areas")?;
    editor.area_props = json(properties, "area_props")?;
    editor.pictures = json(properties, "pictures")?;
    editor.picture_props = json(properties, "picture_props")?;
    Ok(Scene {
        name: string("scene", defaults.name),
        notes: string("notes", defaults.notes),
        unit: string("unit", defaults.unit),
        seed: whole(properties, "seed").unwrap_or(defaults.seed),
        ticks_per_second: number(properties, "ticks_per_second")
            .unwrap_or(defaults.ticks_per_second),
        presets: json(properties, "presets")?,
        spawners: json(properties, "spawners")?,
        contacts: json(properties, "contacts")?,
        editor: Arc::new(editor),
        cells: Arc::new(CellMap {
            size: number(properties, "cell_size").unwrap_or(defaults.cells.size),
            blocked: Vec::new(),
        }),
        skin: number(properties, "skin").unwrap_or(usual_skin(scale)),
        ..Scene::default()
    })
}

fn json<T: DeserializeOwned + Default>(
    properties: &Properties,
    name: &str,
) -> Result<T, FormatError> {
    let Some(json) = text(properties, name) else {
        return Ok(T::default());
    };
    let invalid_json = |error: serde_json::Error| {
        invalid(
            name,
            format!(
                "{}; copy the property from a new export",
                sanitize_for_display(&error.to_string())
            ),
        )
    };
    let mut value: serde_json::Value = serde_json::from_str(json).map_err(invalid_json)?;
    round_numbers(&mut value);
    serde_json::from_value(value).map_err(invalid_json)
}

/// Removes spawners whose place or preset is gone, contact rules of presets that are gone, and references to what is gone.
fn keep_possible_spawners(scene: &mut Scene) {
    let mut spawners = std::mem::take(&mut scene.spawners);
    let is_there = |target: Target| scene.target_position(target).is_some();
    spawners.retain(|spawner| {
        spawner.place_target().is_none_or(is_there) && scene.preset(spawner.preset).is_some()
    });
    for spawner in &mut spawners {
        let spawner = Arc::make_mut(spawner);
        spawner.path = spawner.path.filter(|&path| scene.path(path).is_some());
        let leader = spawner.leader.map(Target::Agent);
        let named = [spawner.target, spawner.danger, leader];
        for gone in named.into_iter().flatten().filter(|&t| !is_there(t)) {
            spawner.forget(gone);
        }
    }
    let mut contacts = std::mem::take(&mut scene.contacts);
    contacts.retain(|rule| {
        [rule.first, rule.second]
            .iter()
            .all(|&id| scene.preset(id).is_some())
    });
    (scene.spawners, scene.contacts) = (spawners, contacts);
}

/// The scene item of an object.
#[derive(Clone, Copy)]
enum SceneItem {
    Path(PathId),
    Wall(WallId),
    Target(Target),
}

/// The scene items of the objects. Exported objects keep their ids in the scene; copies and new objects get new ids.
fn scene_items(items: &[Item<'_>]) -> Vec<Option<SceneItem>> {
    let exported_id = |item: &Item<'_>, kind: Kind, name: &str| {
        (item.kind == kind)
            .then(|| id(item.properties(), name))
            .flatten()
    };
    let ids = |kind: Kind, name: &str| {
        Ids::new(
            items
                .iter()
                .filter_map(|item| exported_id(item, kind, name)),
        )
    };
    let mut paths = ids(Kind::Path, "path_id");
    let mut markers = ids(Kind::Marker, "marker_id");
    let mut agents = ids(Kind::Agent, "agent_id");
    let mut walls = ids(Kind::Wall, "wall_id");
    let scene_item = |item: &Item<'_>| match item.kind {
        Kind::Path => Some(SceneItem::Path(PathId(
            paths.assign(id(item.properties(), "path_id")),
        ))),
        Kind::Marker => Some(SceneItem::Target(Target::Marker(MarkerId(
            markers.assign(id(item.properties(), "marker_id")),
        )))),
        Kind::Agent => Some(SceneItem::Target(Target::Agent(AgentId(
            agents.assign(id(item.properties(), "agent_id")),
        )))),
        Kind::Wall => Some(SceneItem::Wall(WallId(
            walls.assign(id(item.properties(), "wall_id")),
        ))),
        Kind::Pointer => Some(SceneItem::Target(Target::Pointer)),
        Kind::Cell | Kind::Node => None,
    };
    items.iter().map(scene_item).collect()
}

struct Reader<'a> {
    items: Vec<Item<'a>>,
    /// The scene items, in the same order.
    scene_items: Vec<Option<SceneItem>>,
    scale: f64,
    y_down: bool,
}

impl<'a> Reader<'a> {
    fn up(&self, y: f64) -> f64 {
        if self.y_down { 0.0 - y } else { y }
    }

    fn position(&self, item: &Item<'_>) -> DVec2 {
        let center = item.center();
        DVec2::new(center.x, self.up(center.y))
    }

    fn scene_item_pairs(&self) -> impl Iterator<Item = (&Item<'a>, SceneItem)> {
        self.items
            .iter()
            .zip(&self.scene_items)
            .filter_map(|(item, scene_item)| Some((item, (*scene_item)?)))
    }

    fn paths(&self, scene: &mut Scene) {
        let mut rings: BTreeMap<u32, Vec<Item<'_>>> = BTreeMap::new();
        for ring in self.items.iter().filter(|item| item.kind == Kind::Node) {
            if let Some(path) = object(ring.properties(), "path") {
                rings.entry(path).or_default().push(*ring);
            }
        }
        for (item, scene_item) in self.scene_item_pairs() {
            if let SceneItem::Path(id) = scene_item {
                let rings = rings.get(&item.object.id).map_or(&[][..], Vec::as_slice);
                let mut path: PatrolPath = paths::path(item, id, rings, self.scale);
                path.nodes
                    .iter_mut()
                    .for_each(|node| node.position.y = self.up(node.position.y));
                scene.editor_mut().set_props(id, outliner_props(item));
                scene.paths.push(Arc::new(path));
            }
        }
    }

    fn walls(&self, scene: &mut Scene) {
        for (item, scene_item) in self.scene_item_pairs() {
            if let SceneItem::Wall(id) = scene_item {
                let mut wall = walls::wall(item, id);
                wall.nodes
                    .iter_mut()
                    .for_each(|node| node.position.y = self.up(node.position.y));
                scene.editor_mut().set_props(id, outliner_props(item));
                scene.walls.push(Arc::new(wall));
            }
        }
    }

    fn markers(&self, scene: &mut Scene) {
        for (item, scene_item) in self.scene_item_pairs() {
            match scene_item {
                SceneItem::Target(Target::Marker(id)) => {
                    let kind = choice(item.properties(), "kind").unwrap_or_default();
                    let mut marker =
                        Marker::at(id, item.object.name.clone(), kind, self.position(item));
                    marker.color = color(item.properties(), "color");
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
    }

    fn agents(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let by_object: BTreeMap<u32, SceneItem> = self
            .scene_item_pairs()
            .map(|(item, scene_item)| (item.object.id, scene_item))
            .collect();
        let mut agents = Vec::new();
        for (item, scene_item) in self.scene_item_pairs() {
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
            scene.editor_mut().set_props(id, outliner_props(item));
            agents.push(agent);
        }
        scene.agents = Arc::new(agents);
        Ok(())
    }

    fn cells(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let size = scene.cells.size;
        let blocked = &mut Arc::make_mut(&mut scene.cells).blocked;
        for item in self.items.iter().filter(|item| item.kind == Kind::Cell) {
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
        }
        Ok(())
    }
}

/// Identifies an object in error messages.
fn place_of(item: &Item<'_>) -> String {
    format!(
        "object {} \"{}\"",
        item.object.id,
        sanitize_for_display(&item.object.name)
    )
}

fn outliner_props(item: &Item<'_>) -> OutlinerProps {
    let group = id(item.properties(), "group").map(GroupId);
    OutlinerProps {
        group,
        hidden: item.object.hidden,
        locked: is_on(item.properties(), "locked"),
    }
}

/// The preset of an agent by name or id, or the first one if the agent names none. If its limits were changed in the map, the agent
/// gets a preset of its own.
fn preset(item: &Item<'_>, scene: &mut Scene) -> Result<PresetId, FormatError> {
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
    let mut own = Preset::clone(found);
    for (name, limit) in [
        ("radius", &mut own.body.radius),
        ("max_speed", &mut own.body.max_speed),
        ("max_force", &mut own.body.max_force),
    ] {
        *limit = number(properties, name).map_or(*limit, rounded);
    }
    let is_same = |preset: &&Arc<Preset>| {
        Preset {
            id: preset.id,
            ..own.clone()
        } == ***preset
    };
    if own.body == found.body {
        return Ok(found.id);
    } else if let Some(known) = scene.presets.iter().find(is_same) {
        return Ok(known.id);
    }
    own.id = scene.next_preset_id();
    scene.presets.push(Arc::new(own.clone()));
    Ok(own.id)
}
