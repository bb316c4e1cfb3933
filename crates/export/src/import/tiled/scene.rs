//! From the objects of a map to a scene.

use super::objects::{Item, Kind, items};
use super::properties::{choice, id, is_on, number, object, text, whole};
use super::{invalid, paths};
use crate::import::ids::Ids;
use crate::target::tiled::layers::{legal, names};
use crate::target::tiled::map::{Map, Properties};
use glam::DVec2;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::export_file::as_authored;
use steerwright_format::sanitize_for_display;
use steerwright_format::{FormatError, round_numbers};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{
    Agent, AgentId, CellMap, GroupId, Marker, MarkerId, OutlinerProps, PathId, PatrolPath, Point,
    Preset, PresetId, Scatter, Scene, Target, outliner,
};

/// No map blocks more cells.
const MAX_CELLS: usize = 1_000_000;

/// The scene in a map, in the units and around the origin it was authored in.
pub fn scene(map: &Map) -> Result<Scene, FormatError> {
    let properties = &map.properties;
    if number(properties, names::MARK).is_some_and(|version| version > 1.0) {
        return Err(invalid(
            names::MARK,
            "the map was exported by a later version: use a newer Steerwright",
        ));
    }
    let scale = number(properties, "scale").unwrap_or(1.0);
    // Tiled's own axis, for a map that is not ours.
    let y_down = !properties.contains_key("y_down") || is_on(properties, "y_down");
    let mut scene = of_the_map(properties)?;
    let items = items(map)?;
    let reader = Reader {
        things: things(&items),
        items,
        scale,
        y_down,
    };
    reader.paths(&mut scene);
    reader.markers(&mut scene);
    reader.agents(&mut scene)?;
    reader.cells(&mut scene)?;
    outliner::leave_lost_groups(&mut scene);
    let origin = ["origin_x", "origin_y"].map(|name| number(properties, name).unwrap_or_default());
    as_authored(
        scene,
        scale,
        Point {
            x: origin[0],
            y: origin[1],
        },
    )
}

/// What properties of the map say.
fn of_the_map(properties: &Properties) -> Result<Scene, FormatError> {
    let usual = Scene::default();
    let words = |name: &str, usual: String| text(properties, name).map_or(usual, str::to_owned);
    Ok(Scene {
        name: words("scene", usual.name),
        notes: words("notes", usual.notes),
        unit: words("unit", usual.unit),
        seed: whole(properties, "seed").unwrap_or(usual.seed),
        ticks_per_second: number(properties, "ticks_per_second").unwrap_or(usual.ticks_per_second),
        presets: json(properties, "presets")?,
        groups: Arc::new(json(properties, "groups")?),
        exports: Arc::new(json(properties, "exports")?),
        cells: Arc::new(CellMap {
            size: number(properties, "cell_size").unwrap_or(usual.cells.size),
            blocked: Vec::new(),
        }),
        ..Scene::default()
    })
}

fn json<T: DeserializeOwned>(properties: &Properties, name: &str) -> Result<Vec<T>, FormatError> {
    let Some(list) = text(properties, name) else {
        return Ok(Vec::new());
    };
    let wrong = |error: serde_json::Error| {
        invalid(
            name,
            format!(
                "{}; take the property from a fresh export",
                sanitize_for_display(&error.to_string())
            ),
        )
    };
    let mut list: serde_json::Value = serde_json::from_str(list).map_err(wrong)?;
    round_numbers(&mut list);
    serde_json::from_value(list).map_err(wrong)
}

/// What an object is in the scene.
#[derive(Clone, Copy)]
enum Thing {
    Path(PathId),
    Target(Target),
}

/// What the objects are in the scene, by their ids in the map: they keep their ids of the scene; copies of them, and new ones, get ids
/// that nothing had.
fn things(items: &[Item<'_>]) -> Vec<Option<Thing>> {
    let wanted = |item: &Item<'_>, kind: Kind, name: &str| {
        (item.kind == kind)
            .then(|| id(item.properties(), name))
            .flatten()
    };
    let ids =
        |kind: Kind, name: &str| Ids::new(items.iter().filter_map(|item| wanted(item, kind, name)));
    let mut paths = ids(Kind::Path, "path_id");
    let mut markers = ids(Kind::Marker, "marker_id");
    let mut agents = ids(Kind::Agent, "agent_id");
    let thing = |item: &Item<'_>| match item.kind {
        Kind::Path => Some(Thing::Path(PathId(
            paths.give(id(item.properties(), "path_id")),
        ))),
        Kind::Marker => Some(Thing::Target(Target::Marker(MarkerId(
            markers.give(id(item.properties(), "marker_id")),
        )))),
        Kind::Agent => Some(Thing::Target(Target::Agent(AgentId(
            agents.give(id(item.properties(), "agent_id")),
        )))),
        Kind::Pointer => Some(Thing::Target(Target::Pointer)),
        Kind::Cell | Kind::Node => None,
    };
    items.iter().map(thing).collect()
}

struct Reader<'a> {
    items: Vec<Item<'a>>,
    /// What the items are, in their order.
    things: Vec<Option<Thing>>,
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

    fn things(&self) -> impl Iterator<Item = (&Item<'a>, Thing)> {
        self.items
            .iter()
            .zip(&self.things)
            .filter_map(|(item, thing)| Some((item, (*thing)?)))
    }

    fn paths(&self, scene: &mut Scene) {
        let mut rings: BTreeMap<u32, Vec<Item<'_>>> = BTreeMap::new();
        for ring in self.items.iter().filter(|item| item.kind == Kind::Node) {
            if let Some(path) = object(ring.properties(), "path") {
                rings.entry(path).or_default().push(*ring);
            }
        }
        for (item, thing) in self.things() {
            if let Thing::Path(id) = thing {
                let rings = rings.get(&item.object.id).map_or(&[][..], Vec::as_slice);
                let mut path: PatrolPath = paths::path(item, id, rings, self.scale);
                path.nodes
                    .iter_mut()
                    .for_each(|node| node.y = self.up(node.y));
                path.outline = place_in_outline(item);
                scene.paths.push(Arc::new(path));
            }
        }
    }

    fn markers(&self, scene: &mut Scene) {
        let markers = Arc::make_mut(&mut scene.markers);
        for (item, thing) in self.things() {
            match thing {
                Thing::Target(Target::Marker(id)) => {
                    let kind = choice(item.properties(), "kind").unwrap_or_default();
                    let mut marker =
                        Marker::at(id, item.object.name.clone(), kind, self.position(item));
                    marker.outline = place_in_outline(item);
                    markers.push(marker);
                }
                Thing::Target(Target::Pointer) => {
                    let at = self.position(item);
                    scene.pointer = Point { x: at.x, y: at.y };
                }
                Thing::Target(Target::Agent(_)) | Thing::Path(_) => {}
            }
        }
    }

    fn agents(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let by_object: BTreeMap<u32, Thing> = self
            .things()
            .map(|(item, thing)| (item.object.id, thing))
            .collect();
        let mut agents = Vec::new();
        for (item, thing) in self.things() {
            let Thing::Target(Target::Agent(id)) = thing else {
                continue;
            };
            let properties = item.properties();
            let named = |name: &str| {
                object(properties, name)
                    .and_then(|id| by_object.get(&id))
                    .copied()
            };
            let target = |name: &str| match named(name) {
                Some(Thing::Target(target)) if target != Target::Agent(id) => Some(target),
                _ => None,
            };
            let preset = preset(item, scene)?;
            let mut agent = Agent::at(id, item.object.name.clone(), preset, self.position(item));
            agent.vx = number(properties, "vx").unwrap_or_default();
            agent.vy = self.up(number(properties, "vy").unwrap_or_default());
            agent.path = match named("path") {
                Some(Thing::Path(path)) => Some(path),
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
            agent.outline = place_in_outline(item);
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
            // The cells whose middles it covers; at least the one that its own middle is in.
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
                    format!("more than {MAX_CELLS} cells are blocked; block fewer"),
                ));
            }
            let whole = |index: f64| {
                let far = || {
                    invalid(
                        place_of(item),
                        "the cell is too far out; move it nearer to the origin",
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
                    blocked.push([column, if self.y_down { -1 - row } else { row }]);
                }
            }
        }
        Ok(())
    }
}

/// Where a person finds an object.
fn place_of(item: &Item<'_>) -> String {
    format!(
        "object {} \"{}\"",
        item.object.id,
        sanitize_for_display(&item.object.name)
    )
}

fn place_in_outline(item: &Item<'_>) -> OutlinerProps {
    let group = id(item.properties(), "group").map(GroupId);
    OutlinerProps {
        group,
        hidden: item.object.hidden,
        locked: is_on(item.properties(), "locked"),
    }
}

/// The preset an agent names, by name or by id; the first where it names none. Limits that were changed in the map make a preset of
/// their own.
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
        let mend = if names.is_empty() {
            "export a scene that has presets".into()
        } else {
            format!("use one of: {}", names.join(", "))
        };
        return Err(invalid(
            place_of(item),
            format!(
                "there is no preset \"{}\"; {mend}",
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
    let alike = |preset: &&Arc<Preset>| {
        Preset {
            id: preset.id,
            ..own.clone()
        } == ***preset
    };
    if own.body == found.body {
        return Ok(found.id);
    } else if let Some(known) = scene.presets.iter().find(alike) {
        return Ok(known.id);
    }
    own.id = scene.next_preset_id();
    scene.presets.push(Arc::new(own.clone()));
    Ok(own.id)
}
