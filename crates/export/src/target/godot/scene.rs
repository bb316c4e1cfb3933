//! `NAME.tscn`: the tree of nodes.

use crate::ExportError;
use crate::target::godot::text::{Section, Variant, file};
use crate::target::godot::{
    Dialect, curve, custom_properties, names, origin, picture, shape, wall,
};
use glam::DVec2;
use serde_json::Value;
use std::collections::BTreeMap;
use steerwright_format::export_file;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{Agent, Plane, Scene};

/// What moves an agent and is not told by its node already.
const TOLD: [&str; 9] = [
    "id",
    "name",
    "x",
    "y",
    "random_state",
    "color",
    "plane",
    "properties",
    "preset_properties",
];

pub(super) fn text(
    placed: &PlacedScene,
    file_name: &str,
    dialect: Dialect,
) -> Result<String, ExportError> {
    let Names {
        root,
        paths,
        markers,
        walls,
        agents,
        pictures,
    } = Names::of(&placed.scene, file_name);
    let tree = Tree { placed, dialect };
    let scene = &placed.scene;
    let shapes = 1 + scene.paths.len();

    let mut sections = vec![
        Section::new("ext_resource")
            .attribute("path", Variant::text(dialect.node_script()))
            .attribute("type", Variant::text("Script"))
            .attribute("id", dialect.resource_id(1)),
    ];
    for (i, path) in scene.paths.iter().enumerate() {
        let section = Section::new("sub_resource")
            .attribute("type", Variant::text(tree.class(|classes| classes.curve)))
            .attribute("id", dialect.resource_id(1 + i));
        sections.push(curve::properties(section, path, placed, dialect));
    }
    let bodies = shape::resources(placed, dialect, shapes);
    let barriers = shapes + bodies.len();
    sections.extend(bodies);
    sections.extend(wall::resources(placed, dialect, barriers));
    let heading = Section::new("gd_scene")
        .attribute("load_steps", Variant::Int(1 + sections.len() as i64))
        .attribute("format", dialect.format());
    sections.insert(0, heading);

    let about = vec![
        ("steerwright".into(), Variant::text("scene")),
        (
            "steerwright_scene".into(),
            Variant::Text(origin::text(&placed.authored, placed)?),
        ),
    ];
    sections.push(
        tree.node(&root, None)
            .property(
                "script",
                Variant::Made("ExtResource".into(), vec![dialect.resource_id(1)]),
            )
            .property("file", Variant::Text(format!("{file_name}.steer.json")))
            .property("turn_children", Variant::Bool(true))
            .meta(dialect, about),
    );
    sections.extend(picture::nodes(&pictures, placed, dialect));
    sections.push(tree.node("Paths", Some(".")));
    for (i, (path, name)) in scene.paths.iter().zip(&paths).enumerate() {
        let node = tree.node_of(tree.class(|classes| classes.path), name, Some("Paths"));
        let curve = Variant::Made("SubResource".into(), vec![dialect.resource_id(1 + i)]);
        sections.push(
            node.property("curve", curve)
                .meta(dialect, curve::metadata(path, scene)),
        );
    }
    sections.push(tree.node("Markers", Some(".")));
    for (marker, name) in scene.markers.iter().zip(&markers) {
        let node = tree.node_of(tree.class(|classes| classes.marker), name, Some("Markers"));
        let mut about = vec![
            ("steerwright".into(), Variant::text("marker")),
            ("id".into(), Variant::Int(marker.id.0.into())),
            ("kind".into(), curve::word(&marker.kind)),
        ];
        about.extend(custom_properties::metadata(&marker.properties, scene));
        sections.push(tree.placed(node, marker.position).meta(dialect, about));
    }
    let folder = vec![("steerwright".into(), Variant::text("walls"))];
    sections.push(tree.node("Walls", Some(".")).meta(dialect, folder));
    sections.extend(wall::nodes(&walls, placed, dialect, barriers));
    sections.push(tree.node("Agents", Some(".")));
    let parameters = export_file::value(placed)["agents"].take();
    let by_id: BTreeMap<Option<u64>, &Value> = parameters
        .as_array()
        .into_iter()
        .flatten()
        .map(|fields| (fields["id"].as_u64(), fields))
        .collect();
    for (agent, name) in scene.agents.iter().zip(&agents) {
        let node = tree.placed(tree.node(name, Some("Agents")), agent.position);
        let fields = by_id.get(&Some(agent.id.0.into())).copied();
        sections.push(node.meta(dialect, agent_metadata(agent, fields, scene)));
        let parent = Variant::Text(format!("Agents/{name}"));
        sections.extend(
            shape::node(agent, placed, dialect, shapes)
                .map(|shape| shape.attribute("parent", parent)),
        );
    }
    Ok(file(&sections))
}

/// What the nodes are called.
pub(crate) struct Names {
    pub root: String,
    /// In the order of the scene, as are those that follow.
    pub paths: Vec<String>,
    pub markers: Vec<String>,
    pub walls: Vec<String>,
    pub agents: Vec<String>,
    pub pictures: Vec<String>,
}

impl Names {
    pub fn of(scene: &Scene, file_name: &str) -> Self {
        Self {
            root: names::allowed(&scene.name, file_name),
            paths: names::unique(scene.paths.iter().map(|path| path.name.as_str()), "Path"),
            markers: names::unique(
                scene.markers.iter().map(|marker| marker.name.as_str()),
                "Marker",
            ),
            walls: names::unique(scene.walls.iter().map(|wall| wall.name.as_str()), "Wall"),
            pictures: names::unique(
                (scene.editor.pictures.iter()).map(|picture| picture.name.as_str()),
                "Picture",
            ),
            agents: names::unique(
                scene.agents.iter().map(|agent| agent.name.as_str()),
                "Agent",
            ),
        }
    }
}

fn agent_metadata(
    agent: &Agent,
    parameters: Option<&Value>,
    scene: &Scene,
) -> Vec<(String, Variant)> {
    let mut metadata = vec![
        ("steerwright".into(), Variant::text("agent")),
        ("id".into(), Variant::Int(agent.id.0.into())),
    ];
    let fields = parameters.and_then(Value::as_object).into_iter().flatten();
    metadata.extend(
        fields
            .filter(|(key, _)| !TOLD.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.into())),
    );
    metadata.extend(custom_properties::metadata(&agent.properties, scene));
    let preset = scene.preset(agent.preset);
    if let Some(preset) = preset.filter(|preset| !preset.properties.is_empty()) {
        let values = custom_properties::dictionary(&preset.properties, scene);
        metadata.push(("preset_properties".into(), values));
    }
    metadata
}

/// What nodes of one scene are made with.
struct Tree<'a> {
    placed: &'a PlacedScene,
    dialect: Dialect,
}

impl Tree<'_> {
    fn class(&self, class: fn(super::dialect::Classes) -> &'static str) -> &'static str {
        class(self.dialect.classes(self.placed.plane))
    }

    fn node(&self, name: &str, parent: Option<&str>) -> Section {
        self.node_of(self.class(|classes| classes.node), name, parent)
    }

    fn node_of(&self, class: &str, name: &str, parent: Option<&str>) -> Section {
        let node = Section::new("node")
            .attribute("name", Variant::text(name))
            .attribute("type", Variant::text(class));
        match parent {
            Some(parent) => node.attribute("parent", Variant::text(parent)),
            None => node,
        }
    }

    fn placed(&self, node: Section, place: DVec2) -> Section {
        let (x, y) = (place.x, self.placed.y(place.y));
        match self.placed.plane {
            Plane::Xy => node.property("position", Variant::made("Vector2", [x, y])),
            Plane::Xz => {
                let unturned = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, 0.0, y];
                node.property(
                    "transform",
                    Variant::made(self.dialect.transform(), unturned),
                )
            }
        }
    }
}
