//! Scenes of Godot: collision shapes, polygons, lines, paths, markers and tile maps, also of the scenes that a scene instances.

mod nodes;
mod shapes;
mod tiles;

use super::files::Files;
use super::findings::Findings;
use super::hints::propose;
use super::{Becomes, Found, FoundKind, Level, Omissions, Shape, beyond};
use crate::import::godot::parse::{self, Section};
use crate::target::godot::text::Variant;
use glam::DVec2;
use kurbo::{Affine, Point};
use nodes::{Resources, Tree};
use steerwright_format::limits::{MAP_ELEMENTS, MAP_TILES};
use steerwright_format::{FormatError, load_text};
use tiles::TileSets;

/// The pixels of a unit in a scene without tiles.
const PIXELS_PER_UNIT: f64 = 32.0;
/// Scenes in scenes are read no deeper.
const MAX_DEPTH: usize = 16;

/// Reads a scene. Names of files start at the folder of its project.
pub fn read(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    if let Some(project) = project_of(files) {
        files.set_folder(project);
    }
    let mut reader = Reader {
        files,
        findings: Findings::default(),
        omissions: Omissions::default(),
        nodes_left: MAP_ELEMENTS.max,
        tiles_left: MAP_TILES.max,
        tile_height: None,
    };
    let sections = parse::sections(text)?;
    reader.scene(&Resources::of(&sections), &Place::default(), 0)?;
    Ok(Level {
        pixels_per_unit: reader.tile_height.unwrap_or(PIXELS_PER_UNIT),
        found: reader.findings.list(),
        left_out: reader.omissions.list(),
        ..Level::default()
    })
}

/// The folder with the project, at or above the folder of the scene.
fn project_of(files: &Files) -> Option<std::path::PathBuf> {
    let folder = std::path::absolute(files.folder()).ok()?;
    let is_project = |folder: &&std::path::Path| load_text(&folder.join("project.godot")).is_ok();
    folder.ancestors().find(is_project).map(ToOwned::to_owned)
}

/// Where a scene is instanced.
#[derive(Clone, Default)]
struct Place {
    /// The ids of the nodes around it.
    source: String,
    /// The names of the nodes around it.
    layer: String,
    transform: Option<Affine>,
    body: Body,
}

/// The body that a collision shape belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Body {
    #[default]
    None,
    /// It does not move by itself.
    Static,
    /// It moves, or notices what enters it.
    Other,
}

struct Reader<'a> {
    files: &'a mut Files,
    findings: Findings,
    omissions: Omissions,
    nodes_left: u64,
    tiles_left: u64,
    /// The height of a tile of the first tile map.
    tile_height: Option<f64>,
}

impl Reader<'_> {
    fn scene(
        &mut self,
        resources: &Resources<'_>,
        place: &Place,
        depth: usize,
    ) -> Result<(), FormatError> {
        let mut tree = Tree::default();
        let mut tile_sets = TileSets::default();
        let is_node = |section: &Section<'_>| section.kind() == "node";
        for node in resources.sections.iter().filter(is_node) {
            self.nodes_left = self
                .nodes_left
                .checked_sub(1)
                .ok_or_else(|| beyond("the scene", &MAP_ELEMENTS))?;
            let at = tree.add(node, place);
            let kind = node.head_text("type").unwrap_or_default();
            if let Some(instance) = node.head("instance") {
                self.instance(resources, &instance, &at, depth)?;
            }
            if matches!(&*kind, "TileMap" | "TileMapLayer") {
                self.tile_map(resources, node, &at, &mut tile_sets)?;
            } else {
                self.node(resources, node, &kind, &at)?;
            }
        }
        Ok(())
    }

    /// Reads a scene that a node instances.
    fn instance(
        &mut self,
        resources: &Resources<'_>,
        instance: &Variant,
        at: &Place,
        depth: usize,
    ) -> Result<(), FormatError> {
        let what = format!("the scene instanced at {:?}", at.layer);
        if depth == MAX_DEPTH {
            self.omissions.add(what, "scenes are nested too deeply");
            return Ok(());
        }
        let path = resources
            .external(instance)
            .and_then(|resource| resource.head_text("path"));
        let Some(path) = path.as_deref().and_then(|path| path.strip_prefix("res://")) else {
            self.omissions.add(what, "its file is not named");
            return Ok(());
        };
        if !path.ends_with(".tscn") {
            self.omissions
                .add(what, "only text scenes (.tscn) are read");
            return Ok(());
        }
        let folder = self.files.folder().to_owned();
        let file = match self.files.read(&folder, path) {
            Ok(file) => file,
            Err(why) => {
                self.omissions.add(what, why);
                return Ok(());
            }
        };
        match parse::sections(&file.text) {
            Ok(inner) => self.scene(&Resources::of(&inner), at, depth + 1)?,
            Err(error) => self.omissions.add(what, format!("{path}: {error}")),
        }
        Ok(())
    }

    fn node(
        &mut self,
        resources: &Resources<'_>,
        node: Section<'_>,
        kind: &str,
        at: &Place,
    ) -> Result<(), FormatError> {
        let lines = match kind {
            "CollisionPolygon2D" | "Polygon2D" | "LightOccluder2D" => shapes::polygon(node, kind),
            "CollisionShape2D" => shapes::collision(resources, node),
            "Line2D" => shapes::line(node),
            "Path2D" => shapes::path(resources, node),
            "Marker2D" | "Position2D" => Ok(vec![(vec![Point::ZERO], false)]),
            _ => return Ok(()),
        };
        let lines = match lines {
            Ok(lines) if lines.iter().any(|(points, _)| !points.is_empty()) => lines,
            Ok(_) => {
                self.omissions
                    .add(format!("{kind} {:?}", at.layer), "it has no points");
                return Ok(());
            }
            Err(why) => {
                self.omissions.add(format!("{kind} {:?}", at.layer), why);
                return Ok(());
            }
        };
        let points = lines.iter().map(|(points, _)| points.len()).sum();
        self.findings.expect_items(lines.len())?;
        self.findings.expect_points(points)?;
        let (layer, name) = at.layer.rsplit_once('/').unwrap_or(("", &at.layer));
        let transform = at.transform.unwrap_or_default();
        let count = lines.len();
        let shapes: Vec<Shape> = lines
            .into_iter()
            .enumerate()
            .map(|(index, (points, closed))| Shape {
                key: if count == 1 {
                    String::new()
                } else {
                    index.to_string()
                },
                points: points
                    .into_iter()
                    .map(|point| transform * point)
                    .map(|point| DVec2::new(point.x, point.y))
                    .collect(),
                closed,
            })
            .collect();
        let found_kind = match kind {
            "Marker2D" | "Position2D" => FoundKind::Point,
            _ if shapes.iter().all(|shape| shape.closed) => FoundKind::Polygon,
            _ => FoundKind::Line,
        };
        let becomes = match (kind, at.body) {
            ("CollisionPolygon2D" | "CollisionShape2D", Body::Other) => Becomes::Nothing,
            ("CollisionPolygon2D" | "CollisionShape2D", Body::Static | Body::None) => Becomes::Wall,
            ("Path2D", _) => Becomes::Path,
            // Most are drawings.
            ("Polygon2D" | "Line2D" | "LightOccluder2D", _) => Becomes::Nothing,
            _ => propose(found_kind, &[name]),
        };
        self.findings.add(Found {
            properties: Vec::new(),
            node_at: None,
            source: at.source.clone(),
            name: name.to_owned(),
            layer: layer.to_owned(),
            kind: found_kind,
            shapes,
            cells: None,
            becomes,
        })
    }
}
