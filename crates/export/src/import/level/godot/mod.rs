//! Scenes of Godot: collision shapes, polygons, lines, paths and markers, also of the scenes that a scene instances.

mod nodes;
mod shapes;

use super::files::Files;
use super::hints::propose;
use super::{Becomes, Found, FoundKind, Level, Omissions, Shape, beyond};
use crate::import::godot::parse;
use crate::target::godot::text::{Section, Variant};
use glam::DVec2;
use kurbo::{Affine, Point};
use nodes::Tree;
use steerwright_format::limits::MAP_ELEMENTS;
use steerwright_format::{FormatError, load_text};

/// The pixels of a unit, because a scene need not have tiles.
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
        found: Vec::new(),
        omissions: Omissions::default(),
        nodes_left: MAP_ELEMENTS.max,
    };
    let sections = parse::sections(text)?;
    reader.scene(&sections, &Place::default(), 0)?;
    Ok(Level {
        pixels_per_unit: PIXELS_PER_UNIT,
        found: reader.found,
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
    found: Vec<Found>,
    omissions: Omissions,
    nodes_left: u64,
}

impl Reader<'_> {
    fn scene(
        &mut self,
        sections: &[Section],
        place: &Place,
        depth: usize,
    ) -> Result<(), FormatError> {
        let mut tree = Tree::default();
        for node in sections.iter().filter(|section| section.kind == "node") {
            self.nodes_left = self
                .nodes_left
                .checked_sub(1)
                .ok_or_else(|| beyond("the scene", &MAP_ELEMENTS))?;
            let at = tree.add(node, place);
            let kind = node
                .head("type")
                .and_then(Variant::as_text)
                .unwrap_or_default();
            if let Some(instance) = node.head("instance") {
                self.instance(sections, instance, &at, depth)?;
            }
            self.node(sections, node, kind, &at);
        }
        Ok(())
    }

    /// Reads a scene that a node instances.
    fn instance(
        &mut self,
        sections: &[Section],
        instance: &Variant,
        at: &Place,
        depth: usize,
    ) -> Result<(), FormatError> {
        let what = format!("the scene instanced at {:?}", at.layer);
        if depth == MAX_DEPTH {
            self.omissions.add(what, "scenes are nested too deeply");
            return Ok(());
        }
        let path = nodes::resource(sections, "ext_resource", instance)
            .and_then(|resource| resource.head("path"))
            .and_then(Variant::as_text)
            .and_then(|path| path.strip_prefix("res://"));
        let Some(path) = path else {
            self.omissions.add(what, "its file is not named");
            return Ok(());
        };
        if !path.ends_with(".tscn") {
            self.omissions
                .add(what, "only text scenes (.tscn) are read");
            return Ok(());
        }
        let folder = self.files.folder().to_owned();
        let read = self.files.read(&folder, path).and_then(|file| {
            parse::sections(&file.text).map_err(|error| format!("{path}: {error}"))
        });
        match read {
            Ok(inner) => self.scene(&inner, at, depth + 1)?,
            Err(why) => self.omissions.add(what, why),
        }
        Ok(())
    }

    fn node(&mut self, sections: &[Section], node: &Section, kind: &str, at: &Place) {
        let lines = match kind {
            "CollisionPolygon2D" | "Polygon2D" | "LightOccluder2D" => shapes::polygon(node, kind),
            "CollisionShape2D" => shapes::collision(sections, node),
            "Line2D" => shapes::line(node),
            "Path2D" => shapes::path(sections, node),
            "Marker2D" | "Position2D" => Ok(vec![(vec![Point::ZERO], false)]),
            "TileMap" | "TileMapLayer" => Err("tile maps of Godot are not read".into()),
            _ => return,
        };
        let lines = match lines {
            Ok(lines) if lines.iter().any(|(points, _)| !points.is_empty()) => lines,
            Ok(_) => {
                self.omissions
                    .add(format!("{kind} {:?}", at.layer), "it has no points");
                return;
            }
            Err(why) => {
                self.omissions.add(format!("{kind} {:?}", at.layer), why);
                return;
            }
        };
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
        self.found.push(Found {
            source: at.source.clone(),
            name: name.to_owned(),
            layer: layer.to_owned(),
            kind: found_kind,
            shapes,
            cells: None,
            becomes,
        });
    }
}
