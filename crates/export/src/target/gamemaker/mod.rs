//! GameMaker: a GML script that creates the paths, and structs with everything else.
//!
//! It does not write `.yy` files, whose format changes with every version. Curves are flattened
//! because GameMaker's smooth paths do not pass through their points.

mod paths;
mod properties;
mod spawners;
mod text;

use crate::target::picture::{PlacedPicture, placed_images};
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo, blocked_cells};
use crate::{ExportError, OutputFile};
use paths::path_lines;
use properties::{Dictionary, declaration_line};
use serde_json::Value;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::export_file::value;
use steerwright_runtime::scene::{
    Agent, Color, ExportOptions, Marker, MarkerKind, PathId, PresetId, Properties, Scene, Wall,
};
use text::{fields, identifier, number, quoted};

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "gamemaker",
    label: "GameMaker",
    description: "A GML script that creates the paths, and structs with everything else.",
    group: TargetGroup::Engines,
    space: Space::Flat,
    length_unit: "pixels",
    editor_data: KeptEditorData::Pictures,
    default_options: ExportOptions {
        y_down: true,
        scale: 32.0,
        ..ExportOptions::AS_AUTHORED
    },
};

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    Ok(vec![
        OutputFile::new(format!("{file_name}.gml"), script(placed, file_name)),
        OutputFile::new(
            "steerwright/README-gamemaker.md".into(),
            include_str!("README.md"),
        ),
    ])
}

fn script(placed: &PlacedScene, file_name: &str) -> String {
    let scene = &placed.scene;
    let function = format!("steerwright_{}", identifier(file_name));
    let exported = value(placed);
    let declared = scene.declared_properties.iter();
    let declarations =
        paragraph(declared.map(|declaration| indented(declaration_line(declaration))));
    let exported_paths = exported["paths"].as_array().into_iter().flatten();
    let paths: String = (scene.paths.iter().zip(exported_paths))
        .flat_map(|(path, exported)| path_lines(path, exported, placed))
        .map(indented)
        .collect();
    let markers = paragraph(
        scene
            .markers
            .iter()
            .map(|marker| marker_line(marker, placed)),
    );
    let walls = paragraph(scene.walls.iter().map(|wall| wall_line(wall, placed)));
    // The export has them in this order.
    let mut own_agents: Vec<&Agent> = scene.agents.iter().collect();
    own_agents.sort_by_key(|agent| agent.id);
    let agents = exported["agents"].as_array().into_iter().flatten();
    let agents = agents.zip(own_agents);
    let agents = paragraph(agents.map(|(exported, agent)| agent_lines(exported, agent, placed)));
    let spawners = spawners::spawner_lines(&exported, placed);
    let contacts = spawners::contact_lines(&exported, scene);
    let images = placed_images(placed);
    let pictures = paragraph(images.iter().map(picture_line));
    let (cell_size, blocked) = blocked_cells(&exported);
    let blocked: Vec<String> = blocked
        .iter()
        .map(|[column, row]| format!("[{column}, {row}]"))
        .collect();
    format!(
        "\
/// A scene exported by Steerwright: see README-gamemaker.md. The next export overwrites changes to this file.
/// @desc Creates the paths of the scene and returns its data. Call it once, and pass the result to {function}_free when done.
/// @return {{struct}}
function {function}() {{
    var _scene = {{ name: {name}, y_down: {y_down}, scale: {scale}, declared_properties: [], paths: [], markers: [], walls: [], agents: [], spawners: [], contacts: [], pictures: [], cells: {{ size: {cell_size}, blocked: [{blocked}] }} }};
    var _path, _nodes, _properties, _preset_properties;
{declarations}{paths}{markers}{walls}{agents}{spawners}{contacts}{pictures}
    return _scene;
}}

/// @desc Deletes the paths that {function} created.
/// @param {{struct}} _scene The result of {function}.
function {function}_free(_scene) {{
    for (var _i = 0; _i < array_length(_scene.paths); _i++) {{
        path_delete(_scene.paths[_i].path);
    }}
    _scene.paths = [];
}}
",
        name = quoted(&scene.name),
        y_down = placed.y_down,
        scale = number(placed.scale),
        cell_size = number(cell_size),
        blocked = blocked.join(", "),
    )
}

/// The lines of an item, the last of which refers to its custom properties.
fn with_properties(
    properties: &Properties,
    placed: &PlacedScene,
    line: impl FnOnce(&str) -> String,
) -> String {
    let properties = Dictionary::new("_properties", properties, &placed.scene);
    let last = line(properties.name());
    let lines = properties.into_lines().into_iter().chain([last]);
    lines.map(indented).collect()
}

fn marker_line(marker: &Marker, placed: &PlacedScene) -> String {
    let kind = match marker.kind {
        MarkerKind::Target => "target",
        MarkerKind::Danger => "danger",
    };
    with_properties(&marker.properties, placed, |properties| {
        format!(
            "array_push(_scene.markers, {{ number: {}, name: {}, kind: \"{kind}\", x: {}, y: {}, properties: {properties} }});",
            marker.id.0,
            quoted(&marker.name),
            number(marker.position.x),
            number(placed.y(marker.position.y)),
        )
    })
}

/// A wall; `open` is undefined unless it is a door.
fn wall_line(wall: &Wall, placed: &PlacedScene) -> String {
    let points: Vec<String> = wall
        .nodes
        .iter()
        .map(|node| {
            let [x, y] = [node.position.x, placed.y(node.position.y)].map(number);
            format!("[{x}, {y}]")
        })
        .collect();
    let open = wall
        .open
        .map_or("undefined".to_owned(), |open| open.to_string());
    with_properties(&wall.properties, placed, |properties| {
        format!(
            "array_push(_scene.walls, {{ number: {}, name: {}, closed: {}, blocks_motion: {}, blocks_sight: {}, open: {open}, points: [{}], properties: {properties} }});",
            wall.id.0,
            quoted(&wall.name),
            wall.closed,
            wall.blocks_motion,
            wall.blocks_sight,
            points.join(", "),
        )
    })
}

/// A picture underneath; its angle is that of `draw_sprite_ext`, counterclockwise in a room.
fn picture_line(placed_picture: &PlacedPicture<'_>) -> String {
    let picture = placed_picture.picture;
    let [x, y] = placed_picture.center.to_array().map(number);
    let [width, height] = placed_picture.size.to_array().map(number);
    indented(format!(
        "array_push(_scene.pictures, {{ number: {}, name: {}, file: {}, x: {x}, y: {y}, width: {width}, height: {height}, angle: {}, mirrored: {}, opacity: {}, shown: {} }});",
        picture.id.0,
        quoted(&picture.name),
        quoted(&picture.file),
        number(0.0 - placed_picture.rotation),
        picture.mirrored,
        number(picture.opacity),
        placed_picture.is_visible,
    ))
}

/// The exported fields of an agent, with its path, color and properties as GameMaker values, and
/// without those that only runtimes need.
fn agent_lines(exported: &Value, agent: &Agent, placed: &PlacedScene) -> String {
    let scene = &placed.scene;
    let preset_properties = preset_properties(agent.preset, scene);
    let preset_name = preset_properties.name();
    let fields = moving_fields(exported, agent.path, scene);
    let line = |properties: &str| {
        format!(
            "array_push(_scene.agents, {{ {fields}, properties: {properties}, preset_properties: {preset_name} }});"
        )
    };
    let of_preset: String = (preset_properties.into_lines().into_iter())
        .map(indented)
        .collect();
    of_preset + &with_properties(&agent.properties, placed, line)
}

/// The custom properties of a preset.
fn preset_properties(preset: PresetId, scene: &Scene) -> Dictionary {
    let preset = scene.preset(preset);
    let properties = preset.map(|preset| preset.properties.clone());
    Dictionary::new("_preset_properties", &properties.unwrap_or_default(), scene)
}

/// The exported fields of an agent, or of the agents of a spawner: its path and color as GameMaker
/// values, and the others without those that only runtimes need and without custom properties.
fn moving_fields(exported: &Value, path: Option<PathId>, scene: &Scene) -> String {
    let mut paths = scene.paths.iter();
    let path = paths
        .position(|existing| path == Some(existing.id))
        .map_or("undefined".into(), |index| format!("_scene.paths[{index}]"));
    let color = exported["color"].as_str();
    let [red, green, blue] = color
        .and_then(|text| text.parse().ok())
        .map_or([255; 3], |Color(rgb)| rgb);
    let mut exported = exported.clone();
    if let Value::Object(fields) = &mut exported {
        let is_written = |name: &str| {
            !matches!(
                name,
                "path" | "color" | "random_state" | "properties" | "preset_properties"
            )
        };
        fields.retain(|name, _| is_written(name));
    }
    format!(
        "path: {path}, color: make_color_rgb({red}, {green}, {blue}), {}",
        fields(&exported)
    )
}

/// The lines, preceded by an empty line unless there are none.
fn paragraph(lines: impl Iterator<Item = String>) -> String {
    let text: String = lines.collect();
    if text.is_empty() {
        text
    } else {
        format!("\n{text}")
    }
}

fn indented(line: String) -> String {
    if line.is_empty() {
        "\n".into()
    } else {
        format!("    {line}\n")
    }
}
