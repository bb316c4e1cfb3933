//! GameMaker: a GML script that creates the paths, and structs with everything else.
//!
//! It does not write `.yy` files, whose format changes with every version. Curves are flattened because GameMaker's smooth paths do
//! not pass through their points.

mod text;

use crate::target::picture::{PlacedPicture, placed_images};
use crate::target::{Space, TargetInfo, blocked_cells};
use crate::{ExportError, OutputFile};
use serde_json::{Value, json};
use steerwright_format::export_file::PathLine;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::export_file::value;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{
    Color, ExportOptions, Marker, MarkerKind, Node, PatrolPath, Wall,
};
use steerwright_runtime::steering::Body;
use steerwright_runtime::steering::follow_path::Traversal;
use text::{fields, identifier, number, quoted};

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "gamemaker",
    label: "GameMaker",
    description: "A GML script that creates the paths, and structs with everything else.",
    space: Space::Flat,
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
    let paths: String = scene
        .paths
        .iter()
        .map(|path| path_lines(path, placed))
        .collect();
    let markers = paragraph(
        scene
            .markers
            .iter()
            .map(|marker| marker_line(marker, placed)),
    );
    let walls = paragraph(scene.walls.iter().map(|wall| wall_line(wall, placed)));
    let exported = value(placed);
    let agents = exported["agents"].as_array().into_iter().flatten();
    let agents = paragraph(agents.map(|agent| agent_line(agent, placed)));
    let images = placed_images(placed);
    let pictures = paragraph(images.iter().map(picture_line));
    let (cell_size, blocked) = blocked_cells(placed);
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
    var _scene = {{ name: {name}, y_down: {y_down}, scale: {scale}, paths: [], markers: [], walls: [], agents: [], pictures: [], cells: {{ size: {cell_size}, blocked: [{blocked}] }} }};
    var _path, _nodes;
{paths}{markers}{walls}{agents}{pictures}
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

/// The lines that create one path.
fn path_lines(path: &PatrolPath, placed: &PlacedScene) -> String {
    let line = PathLine::of(path);
    let pace = pace(path, placed);
    let mut lines = vec![
        String::new(),
        "_path = path_add();".into(),
        "path_set_kind(_path, 0);".into(),
        format!("path_set_closed(_path, {});", path.is_closed()),
    ];
    for (i, point) in line.polyline.points.iter().enumerate() {
        // A node's speed limit applies to the segment before it; the first node's applies to the closing segment.
        let toward = line.node_points.partition_point(|&node| node < i);
        let percent = path
            .nodes
            .get(toward)
            .or(path.nodes.first())
            .map_or(100.0, |node| percent(node, pace));
        lines.push(format!(
            "path_add_point(_path, {}, {}, {});",
            number(point.x),
            number(placed.y(point.y)),
            number(percent)
        ));
    }
    lines.push("_nodes = [];".into());
    let nodes = path.nodes.iter().zip(&line.node_points);
    lines.extend(nodes.map(|(node, &point)| {
        format!(
            "array_push(_nodes, {{ {} }});",
            node_fields(path, node, point, &line, placed)
        )
    }));
    let (ends, action) = match path.traversal {
        Traversal::Once => ("once", "path_action_stop"),
        Traversal::Loop => ("loop", "path_action_restart"),
        Traversal::PingPong => ("ping_pong", "path_action_reverse"),
    };
    let (name, pace) = (quoted(&path.name), number(pace));
    lines.push(format!(
        "array_push(_scene.paths, {{ path: _path, number: {}, name: {name}, ends: \"{ends}\", at_end: {action}, pace: {pace}, nodes: _nodes }});",
        path.id.0,
    ));
    lines.into_iter().map(indented).collect()
}

fn node_fields(
    path: &PatrolPath,
    node: &Node,
    point: usize,
    line: &PathLine,
    placed: &PlacedScene,
) -> String {
    let length = line.polyline.length();
    let position = if length > 0.0 {
        rounded(line.polyline.cumulative[point] / length)
    } else {
        0.0
    };
    format!(
        "number: {}, x: {}, y: {}, radius: {}, wait: {}, max_speed: {}, point: {point}, position: {}",
        node.id.0,
        number(node.position.x),
        number(placed.y(node.position.y)),
        number(path.radius_of(node)),
        number(node.wait),
        node.speed.map_or("undefined".into(), number),
        number(position),
    )
}

/// The speed that corresponds to 100 %: the max speed of the first agent on the path, or the default.
fn pace(path: &PatrolPath, placed: &PlacedScene) -> f64 {
    let scene = &placed.scene;
    let walkers = scene
        .agents
        .iter()
        .filter(|agent| agent.path == Some(path.id));
    let first = walkers
        .min_by_key(|agent| agent.id)
        .and_then(|agent| scene.preset(agent.preset));
    first.map_or(
        rounded(Body::default().max_speed * placed.scale),
        |preset| preset.body.max_speed,
    )
}

fn percent(node: &Node, pace: f64) -> f64 {
    let limited = node.speed.filter(|&speed| speed < pace && pace > 0.0);
    limited.map_or(100.0, |speed| rounded(speed / pace * 100.0))
}

fn marker_line(marker: &Marker, placed: &PlacedScene) -> String {
    let kind = match marker.kind {
        MarkerKind::Target => "target",
        MarkerKind::Danger => "danger",
    };
    indented(format!(
        "array_push(_scene.markers, {{ number: {}, name: {}, kind: \"{kind}\", x: {}, y: {} }});",
        marker.id.0,
        quoted(&marker.name),
        number(marker.position.x),
        number(placed.y(marker.position.y)),
    ))
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
    indented(format!(
        "array_push(_scene.walls, {{ number: {}, name: {}, closed: {}, blocks_motion: {}, blocks_sight: {}, open: {open}, points: [{}] }});",
        wall.id.0,
        quoted(&wall.name),
        wall.closed,
        wall.blocks_motion,
        wall.blocks_sight,
        points.join(", "),
    ))
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

/// The exported fields of an agent, with its path and color as GameMaker values, and without those that only runtimes need.
fn agent_line(agent: &Value, placed: &PlacedScene) -> String {
    let paths = &placed.scene.paths;
    let path = paths
        .iter()
        .position(|path| agent["path"] == json!(path.id))
        .map_or("undefined".into(), |index| format!("_scene.paths[{index}]"));
    let color = agent["color"]
        .as_str()
        .and_then(|text| text.parse().ok())
        .map_or([255; 3], |Color(rgb)| rgb);
    let mut agent = agent.clone();
    if let Value::Object(fields) = &mut agent {
        fields.retain(|name, _| !matches!(name.as_str(), "path" | "color" | "random_state"));
    }
    let [red, green, blue] = color;
    indented(format!(
        "array_push(_scene.agents, {{ path: {path}, color: make_color_rgb({red}, {green}, {blue}), {} }});",
        fields(&agent)
    ))
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
