//! Levels that others made: what a map contains, and how it becomes walls, paths, markers, agents
//! and blocked cells of a scene.
//!
//! [`read`] lists what a map contains and what is left out. [`merge`] brings it into a scene, where
//! it remembers what came from where, so that importing the map again updates it.

mod agents;
mod at_nodes;
mod cells;
mod changes;
mod csv;
mod declaring;
mod deleted;
pub mod drawing;
pub(super) mod element;
pub(super) mod files;
mod filled_squares;
mod findings;
mod godot;
mod gone;
mod hints;
mod ldtk;
mod map_value;
mod merge;
mod merger;
pub(super) mod node_places;
mod outline;
mod placing;
mod properties;
mod remembered;
mod svg;
pub(super) mod tiled;
mod unique;
mod update;
mod uses;
mod wanted;

pub use changes::Changes;
pub use hints::Rule;
pub use map_value::{MapProperty, MapValue};
pub use merge::{Import, merge};
pub use placing::Placing;

use crate::import;
use files::Files;
use glam::DVec2;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright_format::{FormatError, limits};
pub use steerwright_runtime::scene::editor::Becomes;

/// What a map contains.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// The pixels that become one unit unless the user chooses another scale: the height of a tile.
    pub pixels_per_unit: f64,
    /// Whether y points up in the map.
    pub y_up: bool,
    /// What can be imported, in the order of the map.
    pub found: Vec<Found>,
    /// Objects that say what agents do at a node of a line, if it becomes a path.
    pub nodes: Vec<Found>,
    /// What items are instances of, by their sources: for Godot, the files of scenes, and the types
    /// of plain nodes.
    pub classes: BTreeMap<String, String>,
    /// What cannot be imported, and why.
    pub left_out: Vec<LeftOut>,
    /// How the map was read, where that is not obvious.
    pub notes: Vec<String>,
    /// Files outside the folder of the map that it names. They were not read.
    pub outside: Vec<PathBuf>,
}

/// Something in a map that can be imported.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What identifies it in the map, also after it was moved or renamed. No other item of the map
    /// has it.
    pub source: String,
    /// Its name in the map, or what it is.
    pub name: String,
    /// The name of its layer.
    pub layer: String,
    /// What kind of item it is.
    pub kind: FoundKind,
    /// Its shapes. Each becomes an item.
    pub shapes: Vec<Shape>,
    /// Its tiles, if they are squares.
    pub cells: Option<FilledCells>,
    /// What it becomes unless the user chooses something else.
    pub becomes: Becomes,
    /// Its custom properties.
    pub properties: Vec<MapProperty>,
    /// For an object that is named a node, its center, in pixels.
    pub node_at: Option<DVec2>,
    /// Where its x axis points to, if it is rotated.
    pub heading: Option<DVec2>,
}

/// The kind of something in a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// A point.
    Point,
    /// An open line.
    Line,
    /// A closed line.
    Polygon,
    /// A picture of a tile, placed freely.
    Tile,
    /// The filled tiles of a layer.
    FilledTiles,
    /// The collision shapes of the tiles of a layer.
    CollisionShapes,
}

/// A shape, in pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// What identifies it within what was found. Empty for the only one.
    pub key: String,
    /// Its points.
    pub points: Vec<DVec2>,
    /// Whether a line leads from the last point to the first.
    pub closed: bool,
}

/// The filled tiles of a layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilledCells {
    /// The side of a tile, in pixels.
    pub size: f64,
    /// The upper left corner of the tile in column 0 and row 0.
    pub corner: DVec2,
    /// The columns, and the rows downward.
    pub cells: Vec<[i32; 2]>,
}

/// What cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// What it is.
    pub what: String,
    /// Why.
    pub why: String,
}

impl std::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

impl FoundKind {
    /// The words for it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Line => "line",
            Self::Polygon => "polygon",
            Self::Tile => "tile object",
            Self::FilledTiles => "filled tiles",
            Self::CollisionShapes => "tile collision",
        }
    }
}

impl Found {
    /// What it can become.
    #[must_use]
    pub fn choices(&self) -> Vec<Becomes> {
        match self.kind {
            FoundKind::Point => vec![Becomes::Marker, Becomes::Agent, Becomes::Nothing],
            FoundKind::Line | FoundKind::Polygon | FoundKind::Tile => vec![
                Becomes::Wall,
                Becomes::Door,
                Becomes::Path,
                Becomes::Marker,
                Becomes::Agent,
                Becomes::Nothing,
            ],
            FoundKind::FilledTiles if self.cells.is_some() => {
                vec![
                    Becomes::Wall,
                    Becomes::Door,
                    Becomes::BlockedCells,
                    Becomes::Nothing,
                ]
            }
            FoundKind::FilledTiles | FoundKind::CollisionShapes => {
                vec![Becomes::Wall, Becomes::Door, Becomes::Nothing]
            }
        }
    }
}

/// A kind of map.
struct Format {
    extension: &'static str,
    read: fn(&str, &mut Files) -> Result<Level, FormatError>,
    /// Whether a text is the export of a scene, and no map of others.
    is_export: fn(&str) -> bool,
}

const FORMATS: &[Format] = &[
    Format {
        extension: "tmx",
        read: tiled::read,
        is_export: |text| may_be_export(text) && import::tiled::is_exported(text),
    },
    Format {
        extension: "tmj",
        read: tiled::read,
        is_export: |text| may_be_export(text) && import::tiled::is_exported(text),
    },
    // Maps for Phaser and others.
    Format {
        extension: "json",
        read: tiled::read,
        is_export: |text| may_be_export(text) && import::tiled::is_exported(text),
    },
    Format {
        extension: "lua",
        read: tiled::read_lua,
        is_export: |text| may_be_export(text) && import::tiled::is_exported_lua(text),
    },
    Format {
        extension: "ldtk",
        read: ldtk::read,
        is_export: |_| false,
    },
    // An exported drawing is not read back as a scene.
    Format {
        extension: "svg",
        read: svg::read,
        is_export: |_| false,
    },
    Format {
        extension: "tscn",
        read: godot::read,
        is_export: |text| may_be_export(text) && import::godot::is_exported(text),
    },
    Format {
        extension: "csv",
        read: csv::read,
        is_export: import::csv::is_exported,
    },
];

/// Whether a text can be an export: the places that decide it are looked up only in a text that has
/// the word.
fn may_be_export(text: &str) -> bool {
    text.contains("steerwright")
}

/// The extensions of maps that [`read`] reads.
pub fn extensions() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|format| format.extension)
}

fn format_of(path: &Path) -> Option<&'static Format> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    FORMATS
        .iter()
        .find(|format| name.ends_with(&format!(".{}", format.extension)))
}

/// Whether the file at `path` with this text is a map that others made, and not an export of a
/// scene.
#[must_use]
pub fn is_level(path: &Path, text: &str) -> bool {
    let Some(format) = format_of(path) else {
        return false;
    };
    let name = path.to_string_lossy().to_lowercase();
    // The nodes of an exported scene, whatever was changed in them.
    if name.ends_with(".nodes.csv") {
        return false;
    }
    (format.extension != "json" || is_tiled_json(text)) && !(format.is_export)(text)
}

/// Whether a text in JSON says that it is a map of Tiled.
pub(super) fn is_tiled_json(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(rename = "type")]
        kind: String,
        #[serde(rename = "tilewidth")]
        _tile_width: f64,
    }
    serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .is_ok_and(|map: Kind| map.kind == "map")
}

/// Reads the map at `path`. Files that it names outside its folder are read only if
/// `allow_outside`, and listed otherwise.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn read(path: &Path, allow_outside: bool) -> Result<Level, FormatError> {
    let text = import::load_import(path)?;
    let Some(format) = format_of(path) else {
        return Err(FormatError::InvalidField {
            pointer: "1:1".into(),
            message: "this type of map cannot be read".into(),
        });
    };
    if text.len() as u64 > limits::TREE_BYTES.max {
        return Err(FormatError::TooLarge {
            bytes: text.len() as u64,
            limit: &limits::TREE_BYTES,
        });
    }
    let mut files = Files::new(path, allow_outside);
    let mut level = (format.read)(&text, &mut files)?;
    unique::give_unique_sources(&mut level);
    node_places::take_node_objects(&mut level);
    level.outside = files.outside();
    Ok(level)
}

fn beyond(place: impl Into<String>, limit: &'static limits::Limit) -> FormatError {
    FormatError::BeyondLimit {
        pointer: place.into(),
        limit,
    }
}

fn invalid(place: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: place.into(),
        message: message.into(),
    }
}

/// Where an item is that is named in a list: in a layer, if its layer has a name.
fn in_layer(layer: &str) -> String {
    if layer.is_empty() {
        String::new()
    } else {
        format!(" in {layer:?}")
    }
}

/// Counts what is left out for the same reason.
#[derive(Default)]
struct Omissions(BTreeMap<(String, String), usize>);

impl Omissions {
    /// Adds `what` (in the singular) with the reason.
    fn add(&mut self, what: impl Into<String>, why: impl Into<String>) {
        *self.0.entry((what.into(), why.into())).or_default() += 1;
    }

    fn list(self) -> Vec<LeftOut> {
        let line = |((what, why), count): ((String, String), usize)| LeftOut {
            what: if count == 1 {
                what
            } else {
                format!("{what} ({count} times)")
            },
            why,
        };
        self.0.into_iter().map(line).collect()
    }
}
