//! The limits of what is read, kept and listed. `docs/limits.md` explains each of them.
//!
//! They are far above what scenes need, and low enough that no file can exhaust the memory or stop
//! a program from responding.

use std::sync::Arc;
use steerwright_runtime::geometry::catmull_rom;
use steerwright_runtime::level::crossed_cells::{MAX_CROSSED_CELLS, first_beyond_limit};
use steerwright_runtime::level::{MAX_NET_WORK, Nets};
use steerwright_runtime::scene::{Motion, PatrolPath, Preset, PresetId, Scene};
use steerwright_runtime::steering::RouteMode;
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_runtime::steering::grid_chase::Method;

/// A limit, with its name in messages and in the documentation.
#[derive(Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its name.
    pub name: &'static str,
    /// The largest count that is accepted.
    pub max: u64,
    /// How to stay below it.
    pub help: &'static str,
}

impl Limit {
    const fn new(name: &'static str, max: u64, help: &'static str) -> Self {
        Self { name, max, help }
    }

    /// What is wrong with a count above this limit, and how to fix it.
    #[must_use]
    pub fn message(&self) -> String {
        format!("{}; {}", self.problem(), self.help)
    }

    /// What is wrong with a count above this limit.
    #[must_use]
    pub fn problem(&self) -> String {
        format!("more than {} (limit \"{}\")", self.max, self.name)
    }
}

/// The bytes of a file.
pub const FILE_BYTES: Limit = Limit::new("file bytes", 64 << 20, "split the scene");
/// The bytes of a file that is imported from another program, or migrated from an older version.
pub const TREE_BYTES: Limit = Limit::new("imported bytes", 16 << 20, "split the file");
/// The tiles of a map that others made, empty ones included.
pub const MAP_TILES: Limit = Limit::new("map tiles", 4_000_000, "split the map");
/// The elements of a map that others made.
pub const MAP_ELEMENTS: Limit = Limit::new("map elements", 1_000_000, "split the map");
/// How deep the elements of a map that others made are nested, except in SVG.
pub const MAP_DEPTH: Limit = Limit::new("map depth", 128, "ungroup layers");
/// The shapes that are found in a map that others made.
pub const MAP_ITEMS: Limit = Limit::new("map items", 100_000, "split the map");
/// The bytes of the names of all that is found in such a map, each with the names of what is around
/// it, and of its custom properties: their names and texts.
pub const MAP_NAMES: Limit = Limit::new(
    "map names",
    16 << 20,
    "shorten the names and custom properties of layers and objects",
);
/// The custom properties of an exported map, or of an object in it.
pub const PROPERTIES: Limit = Limit::new("properties", 1_000, "remove properties in Tiled");
/// The columns of a table.
pub const COLUMNS: Limit = Limit::new("columns", 1_000, "remove columns that are not needed");
/// The points of all shapes of a map that others made.
pub const MAP_POINTS: Limit = Limit::new("map points", 1_000_000, "split the map");
/// The files that a map names.
pub const MAP_FILES: Limit = Limit::new("map files", 256, "split the map");
/// The nodes of the scenes that a scene of Godot instances, and the elements that `use` in an SVG
/// draws, as often as they do. A long one counts once for each kilobyte.
pub const INSTANCED_NODES: Limit = Limit::new("instanced nodes", 250_000, "split the map");
/// The steps of finding out which rules of style sheets are for which elements of an SVG. Each
/// selector counts as 1,000.
pub const STYLE_STEPS: Limit = Limit::new(
    "style steps",
    20_000_000,
    "use fewer or simpler selectors in its style sheets",
);
/// How deep arrays and objects of a file are nested.
pub const DEPTH: Limit = Limit::new("depth", 127, "remove the innermost of them");
/// The custom properties that a scene declares.
pub const DECLARED_PROPERTIES: Limit =
    Limit::new("declared properties", 256, "declare fewer properties");
/// The choices of a custom property.
pub const CHOICES: Limit = Limit::new("choices", 256, "remove choices from the property");
/// The values of custom properties of all items of a scene.
pub const PROPERTY_VALUES: Limit = Limit::new(
    "property values",
    1_000_000,
    "remove values that are the default, or split the scene",
);
/// The characters of a text of a custom property.
pub const PROPERTY_TEXT: Limit = Limit::new("property text", 10_000, "shorten the text");
/// The agents of a scene.
pub const AGENTS: Limit = Limit::new("agents", 50_000, "split the scene");
/// The presets of a scene.
pub const PRESETS: Limit = Limit::new("presets", 1_000, "remove presets that no agent uses");
/// The behaviors of a preset.
pub const BEHAVIORS: Limit = Limit::new("behaviors", 64, "remove behaviors from the preset");
/// The teams that a preset watches.
pub const WATCHES: Limit = Limit::new("watches", 16, "watch fewer teams");
/// The states of a preset after the first.
pub const STATES: Limit = Limit::new("states", 32, "remove states from the preset");
/// The transitions of a state.
pub const TRANSITIONS: Limit = Limit::new("transitions", 32, "remove transitions from the state");
/// The terms of a transition.
pub const TERMS: Limit = Limit::new("terms", 16, "remove terms from the transition");
/// The actions on entering a state.
pub const ENTER: Limit = Limit::new("enter", 32, "remove actions from the state");
/// The paths of a scene.
pub const PATHS: Limit = Limit::new("paths", 10_000, "split the scene");
/// The nodes of all paths of a scene.
pub const NODES: Limit = Limit::new("nodes", 250_000, "simplify the paths, or split the scene");
/// The actions of a node.
pub const ACTIONS: Limit = Limit::new("actions", 32, "remove actions from the node");
/// The actions on the segment after a node.
pub const ALONG: Limit = Limit::new("along", 32, "remove actions from the segment");
/// The nodes to which an agent can go on from a node.
pub const NEXT: Limit = Limit::new("next", 32, "remove nodes from the junction");
/// The points of all curves of a scene, without their nodes.
pub const CURVE_POINTS: Limit = Limit::new(
    "curve points",
    500_000,
    "raise the tolerance of curved paths, or make them straight",
);
/// The markers of a scene.
pub const MARKERS: Limit = Limit::new("markers", 250_000, "split the scene");
/// The walls of a scene.
pub const WALLS: Limit = Limit::new("walls", 100_000, "join walls, or split the scene");
/// The nodes of all walls of a scene.
pub const WALL_NODES: Limit = Limit::new(
    "wall nodes",
    500_000,
    "simplify the walls, or split the scene",
);
/// The cells that the walls of a scene that is run or exported cross, each counted for every edge
/// that crosses it: see [`exceeded_by_run`].
pub const CROSSED_CELLS: Limit = Limit::new(
    "crossed cells",
    MAX_CROSSED_CELLS as u64,
    "use larger cells, or shorter walls",
);
/// The work for the nets of a scene that is run or exported: see [`MAX_NET_WORK`] and
/// [`exceeded_by_run`].
pub const NET_WORK: Limit = Limit::new(
    "net work",
    MAX_NET_WORK,
    "use fewer corners of walls and blocked cells, or let bodies of fewer radii go around walls",
);
/// The spawners of a scene.
pub const SPAWNERS: Limit = Limit::new("spawners", 1_000, "split the scene");
/// The contact rules of a scene.
pub const CONTACTS: Limit = Limit::new("contacts", 1_000, "split the scene");
/// The pictures of a scene.
pub const PICTURES: Limit = Limit::new("pictures", 256, "remove pictures from the scene");
/// The bytes of an image file, which only the editor reads.
pub const PICTURE_BYTES: Limit = Limit::new(
    "picture bytes",
    64 << 20,
    "save it smaller, or as JPEG or WebP",
);
/// The pixels of an image file.
pub const PICTURE_PIXELS: Limit = Limit::new(
    "picture pixels",
    1 << 26,
    "make the picture smaller, or cut it into several",
);
/// The elements of an SVG file, each counted for every use of it. Every 64 bytes of an attribute
/// count as one more.
pub const PICTURE_ELEMENTS: Limit = Limit::new(
    "picture elements",
    200_000,
    "simplify the drawing, or save it as PNG",
);
/// The pixels of the layers of an SVG file that exist at a time: of groups with an opacity, of
/// clips, masks, patterns and filters. It is drawn smaller if it needs more.
pub const PICTURE_LAYERS: Limit = Limit::new(
    "picture layers",
    96_000_000,
    "remove nested opacities, masks and filters, or save the drawing as PNG",
);
/// The pixels that are computed for an SVG file, which take about 2.5 ns each. It is drawn smaller
/// if it needs more.
pub const PICTURE_WORK: Limit = Limit::new(
    "picture work",
    4_000_000_000,
    "remove filters and patterns, or save the drawing as PNG",
);
/// The pixels of all pictures that are shown at a time, after they are reduced to what the graphics
/// card can show.
pub const SHOWN_PIXELS: Limit = Limit::new(
    "shown pixels",
    1 << 27,
    "remove pictures, or make them smaller",
);
/// The areas of a scene.
pub const AREAS: Limit = Limit::new("areas", 1_000, "remove areas from the scene");
/// The corners of all areas of a scene.
pub const AREA_NODES: Limit = Limit::new(
    "area nodes",
    10_000,
    "simplify the areas, or remove some of them",
);
/// The tracks of a scene.
pub const TRACKS: Limit = Limit::new("tracks", 1_000, "remove tracks from the scene");
/// The inputs of all tracks of a scene.
pub const INPUTS: Limit = Limit::new("inputs", 250_000, "remove tracks from the scene");
/// What is expected of a track.
pub const EXPECTATIONS: Limit = Limit::new("expectations", 32, "remove some of them");
/// The tracks with which a track was recorded.
pub const WITH: Limit = Limit::new("with", 1_000, "remove those that have no effect on it");
/// The ticks of the runs of all tracks of a scene, each from the start to the end of the track.
pub const TRACK_TICKS: Limit = Limit::new(
    "track ticks",
    4_000_000,
    "remove tracks, or record shorter ones",
);
/// The groups of the outliner.
pub const GROUPS: Limit = Limit::new("groups", 10_000, "ungroup some of them");
/// The remembered exports of a scene.
pub const EXPORTS: Limit = Limit::new("exports", 256, "remove exports from the scene");
/// The remembered imports of a scene.
pub const IMPORTS: Limit = Limit::new("imports", 256, "import fewer maps into a scene");
/// The blocked cells of a scene.
pub const BLOCKED_CELLS: Limit = Limit::new(
    "blocked cells",
    1_000_000,
    "use larger cells, or split the scene",
);
/// The cells that all agents with a grid chase by line of sight may keep: the sum of their
/// `max_path_length`.
pub const KEPT_CELLS: Limit = Limit::new(
    "kept cells",
    16_000_000,
    "lower the max path length of presets, or remove agents",
);
/// The cells of a coverage.
pub const COVERAGE_CELLS: Limit = Limit::new("coverage cells", 250_000, "use larger cells");
/// What a coverage keeps: its cells times its samples, for each agent and for all of them together.
pub const COVERAGE_BITS: Limit = Limit::new(
    "coverage bits",
    4_000_000_000,
    "use larger cells, fewer seconds, or fewer agents",
);
/// The fields of a behavior in an export.
pub const BEHAVIOR_FIELDS: Limit = Limit::new("behavior fields", 64, "export the scene again");
/// The unknown fields of a file that are listed.
pub const LISTED_UNKNOWN_FIELDS: Limit =
    Limit::new("listed unknown fields", 100, "the others are not listed");
/// The errors or diagnostics of a file that are listed.
pub const LISTED_ERRORS: Limit = Limit::new("listed errors", 100, "fix these first");

/// All limits, in the order of the documentation.
pub const ALL: [&Limit; 63] = [
    &FILE_BYTES,
    &TREE_BYTES,
    &MAP_TILES,
    &MAP_ELEMENTS,
    &MAP_DEPTH,
    &MAP_ITEMS,
    &MAP_NAMES,
    &PROPERTIES,
    &COLUMNS,
    &MAP_POINTS,
    &MAP_FILES,
    &INSTANCED_NODES,
    &STYLE_STEPS,
    &DEPTH,
    &DECLARED_PROPERTIES,
    &CHOICES,
    &PROPERTY_VALUES,
    &PROPERTY_TEXT,
    &AGENTS,
    &PRESETS,
    &BEHAVIORS,
    &WATCHES,
    &STATES,
    &TRANSITIONS,
    &TERMS,
    &ENTER,
    &PATHS,
    &NODES,
    &ACTIONS,
    &ALONG,
    &NEXT,
    &CURVE_POINTS,
    &MARKERS,
    &WALLS,
    &WALL_NODES,
    &CROSSED_CELLS,
    &NET_WORK,
    &SPAWNERS,
    &CONTACTS,
    &PICTURES,
    &PICTURE_BYTES,
    &PICTURE_PIXELS,
    &PICTURE_ELEMENTS,
    &PICTURE_LAYERS,
    &PICTURE_WORK,
    &SHOWN_PIXELS,
    &AREAS,
    &AREA_NODES,
    &TRACKS,
    &INPUTS,
    &EXPECTATIONS,
    &WITH,
    &TRACK_TICKS,
    &GROUPS,
    &EXPORTS,
    &IMPORTS,
    &BLOCKED_CELLS,
    &KEPT_CELLS,
    &COVERAGE_CELLS,
    &COVERAGE_BITS,
    &BEHAVIOR_FIELDS,
    &LISTED_UNKNOWN_FIELDS,
    &LISTED_ERRORS,
];

/// The limit of each list in a file, by the name of its field.
pub(crate) fn of_list(field: &str) -> Option<&'static Limit> {
    match field {
        "declared_properties" => Some(&DECLARED_PROPERTIES),
        "choices" => Some(&CHOICES),
        "agents" => Some(&AGENTS),
        "presets" => Some(&PRESETS),
        "behaviors" => Some(&BEHAVIORS),
        "watches" => Some(&WATCHES),
        "states" => Some(&STATES),
        "transitions" => Some(&TRANSITIONS),
        "terms" => Some(&TERMS),
        "enter" => Some(&ENTER),
        "paths" => Some(&PATHS),
        "nodes" => Some(&NODES),
        "actions" => Some(&ACTIONS),
        "along" => Some(&ALONG),
        "next" => Some(&NEXT),
        "markers" => Some(&MARKERS),
        "walls" => Some(&WALLS),
        "spawners" => Some(&SPAWNERS),
        "contacts" => Some(&CONTACTS),
        "pictures" => Some(&PICTURES),
        "areas" => Some(&AREAS),
        "tracks" => Some(&TRACKS),
        "inputs" => Some(&INPUTS),
        "expectations" => Some(&EXPECTATIONS),
        "with" => Some(&WITH),
        "groups" => Some(&GROUPS),
        "exports" => Some(&EXPORTS),
        "imports" => Some(&IMPORTS),
        "blocked" => Some(&BLOCKED_CELLS),
        _ => None,
    }
}

/// The limits that `scene` exceeds, with the JSON pointers to the lists.
#[must_use]
pub fn exceeded(scene: &Scene) -> Vec<(String, &'static Limit)> {
    let nodes: usize = scene.paths.iter().map(|path| path.nodes.len()).sum();
    let wall_nodes: usize = scene.walls.iter().map(|wall| wall.nodes.len()).sum();
    let areas = &scene.editor.areas;
    let area_nodes: usize = areas.iter().map(|area| area.nodes.len()).sum();
    let tracks = &scene.editor.tracks;
    let inputs: usize = tracks.iter().map(|track| track.inputs.len()).sum();
    let property_values = scene
        .items_with_properties()
        .map(|(_, values)| values.len());
    let declared = &scene.declared_properties;
    let mut found: Vec<(String, &Limit)> = [
        ("/declared_properties", declared.len(), &DECLARED_PROPERTIES),
        ("/", property_values.sum(), &PROPERTY_VALUES),
        ("/presets", scene.presets.len(), &PRESETS),
        ("/paths", scene.paths.len(), &PATHS),
        ("/paths", nodes, &NODES),
        ("/markers", scene.markers.len(), &MARKERS),
        ("/walls", scene.walls.len(), &WALLS),
        ("/walls", wall_nodes, &WALL_NODES),
        ("/agents", scene.agents.len(), &AGENTS),
        ("/spawners", scene.spawners.len(), &SPAWNERS),
        ("/contacts", scene.contacts.len(), &CONTACTS),
        ("/editor/pictures", scene.editor.pictures.len(), &PICTURES),
        ("/editor/areas", areas.len(), &AREAS),
        ("/editor/areas", area_nodes, &AREA_NODES),
        ("/editor/tracks", tracks.len(), &TRACKS),
        ("/editor/tracks", inputs, &INPUTS),
        ("/editor/groups", scene.editor.groups.len(), &GROUPS),
        ("/editor/exports", scene.editor.exports.len(), &EXPORTS),
        ("/editor/imports", scene.editor.imports.len(), &IMPORTS),
        ("/cells/blocked", scene.cells.blocked.len(), &BLOCKED_CELLS),
    ]
    .into_iter()
    .filter(|(_, count, limit)| *count as u64 > limit.max)
    .map(|(pointer, _, limit)| (pointer.to_owned(), limit))
    .collect();
    // The lists that the remaining limits go through are bounded by those above.
    if found.is_empty() {
        if let Some(path) = too_many_curve_points(scene) {
            found.push((format!("/paths/{path}"), &CURVE_POINTS));
        }
        let ticks = tracks.iter().map(|track| track.end_tick());
        if ticks.fold(0, u64::saturating_add) > TRACK_TICKS.max {
            found.push(("/editor/tracks".into(), &TRACK_TICKS));
        }
        if kept_cells(scene) > KEPT_CELLS.max {
            found.push(("/agents".into(), &KEPT_CELLS));
        }
    }
    found
}

/// The index of the path with which the points of curves become too many.
fn too_many_curve_points(scene: &Scene) -> Option<usize> {
    let curved = |path: &PatrolPath| path.shape == Shape::CatmullRom;
    let nodes: usize = scene
        .paths
        .iter()
        .filter(|path| curved(path))
        .map(|path| path.nodes.len())
        .sum();
    // Most scenes are below the limit whatever the tolerance.
    if (nodes as u64) * catmull_rom::MAX_POINTS_PER_STRETCH <= CURVE_POINTS.max {
        return None;
    }
    let mut points = 0;
    scene.paths.iter().position(|path| {
        if curved(path) && points <= CURVE_POINTS.max {
            let controls: Vec<_> = path.nodes.iter().map(|node| node.position).collect();
            let closed = path.traversal == Traversal::Loop;
            catmull_rom::for_each_point(&controls, closed, path.tolerance, &mut |point| {
                points += u64::from(point.control.is_none());
            });
        }
        points > CURVE_POINTS.max
    })
}

/// The limit that keeps a valid scene from being run or exported, with the JSON pointer to what is
/// beyond it. Such a scene can be edited and saved, so that drawing never makes a scene invalid.
#[must_use]
pub fn exceeded_by_run(scene: &Scene) -> Option<(String, &'static Limit)> {
    if let Some(wall) = first_beyond_limit(&scene.walls, scene.cells.grid_size()) {
        return Some((format!("/walls/{wall}"), &CROSSED_CELLS));
    }
    let radius = Nets::first_beyond_limit(scene)?;
    let is_of_net =
        |preset: &Arc<Preset>| preset.body.radius == radius && preset.goes_around_walls();
    let preset = scene.presets.iter().position(is_of_net)?;
    Some((format!("/presets/{preset}"), &NET_WORK))
}

/// The cells that the agents of a scene may keep.
fn kept_cells(scene: &Scene) -> u64 {
    let lengths: std::collections::BTreeMap<PresetId, u32> = scene
        .presets
        .iter()
        .map(|preset| {
            let longest = preset.all_states().map(|state| match state.motion {
                Motion::GridChase(chase) => match (chase.method, chase.route) {
                    (Method::Axis, RouteMode::Direct) => 0,
                    (Method::LineOfSight, _) | (Method::Axis, RouteMode::AroundWalls) => {
                        chase.max_path_length
                    }
                },
                Motion::Steered(_) => 0,
            });
            (preset.id, longest.max().unwrap_or_default())
        })
        .collect();
    scene
        .agents
        .iter()
        .filter_map(|agent| lengths.get(&agent.preset))
        .map(|&length| u64::from(length))
        .sum()
}
