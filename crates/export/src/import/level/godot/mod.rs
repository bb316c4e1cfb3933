//! Scenes of Godot: collision shapes, polygons, lines, paths, markers, navigation and tile maps,
//! also of the scenes that a scene inherits or instances.

mod documents;
mod folders;
mod navigation;
mod places;
mod shapes;
mod tiles;
mod tree;
mod values;

use super::files::Files;
use super::findings::Findings;
use super::hints::{propose, said};
use super::{Becomes, Found, FoundKind, Level, Omissions, Shape};
use documents::{Document, Documents};
use folders::{Folder, Folders};
use glam::DVec2;
use kurbo::{Affine, Point};
use places::{Body, Place};
use shapes::Line;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use steerwright_format::limits::{MAP_ELEMENTS, MAP_TILES};
use steerwright_format::{FormatError, load_text};
use tiles::TileSets;
use tree::{Builder, Properties, Tree};

/// The pixels of a unit in a scene without tiles.
const PIXELS_PER_UNIT: f64 = 32.0;

/// Reads a scene. Names of files start at the folder of its project.
pub fn read(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    let folder = files.folder().to_owned();
    if let Some(project) = project_of(files) {
        files.set_folder(project);
    }
    let mut omissions = Omissions::default();
    let mut documents = Documents::new(files);
    let document = documents.scene(text, &folder)?;
    let tree = Builder::new(&mut documents, &mut omissions).tree(&document)?;
    let mut reader = Reader {
        documents,
        findings: Findings::default(),
        omissions,
        outlines: BTreeMap::new(),
        tile_sets: TileSets::default(),
        navigation: BTreeSet::new(),
        classes: BTreeMap::new(),
        values_left: MAP_ELEMENTS.max,
        tiles_left: MAP_TILES.max,
        tile_height: None,
    };
    reader.tree(&tree)?;
    reader.choose_between_walls();
    Ok(Level {
        pixels_per_unit: reader.tile_height.unwrap_or(PIXELS_PER_UNIT),
        found: reader.findings.list(),
        classes: reader.classes,
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

/// A node, with all that is said about it.
struct Item<'a> {
    tree: &'a Tree,
    index: u32,
    class: &'a str,
    node: &'a Properties<'a>,
    place: Place,
    /// Its name and those of the nodes around it.
    path: &'a str,
}

/// What a resource is read as.
type Outlines = Result<Rc<Vec<Line>>, String>;

struct Reader<'a> {
    documents: Documents<'a>,
    findings: Findings,
    omissions: Omissions,
    /// What resources were read as, which many nodes can share.
    outlines: BTreeMap<(*const Document, u32), Outlines>,
    tile_sets: TileSets,
    /// The sources of what is made for finding ways.
    navigation: BTreeSet<String>,
    /// What nodes are instances of, by their sources.
    classes: BTreeMap<String, String>,
    /// The values that tile sets may still have.
    values_left: u64,
    tiles_left: u64,
    /// The height of a tile of the first tile map.
    tile_height: Option<f64>,
}

impl Reader<'_> {
    fn tree(&mut self, tree: &Tree) -> Result<(), FormatError> {
        let folders = Folders::of(tree);
        let mut places: Vec<Place> = Vec::with_capacity(tree.len() as usize);
        for index in 0..tree.len() {
            let class = tree.class(index);
            let node = tree.properties(index);
            let parent = tree.parent(index);
            let around = parent.and_then(|at| places.get(at as usize));
            let place = Place::of(&class, &node, around);
            places.push(place);
            let folder = parent.and_then(|parent| folders.get(parent));
            let is_read = is_read(&class, &node);
            if !is_read && !is_point(tree, index, &class, &place, folder) {
                continue;
            }
            let path = tree.path(index);
            self.findings.count_name(&path)?;
            let item = Item {
                tree,
                index,
                class: &class,
                node: &node,
                place,
                path: &path,
            };
            if let Some(why) = place.unknown {
                self.omissions.add(item.shown(), why);
            } else if !is_read {
                self.point(&item)?;
            } else if matches!(&*class, "TileMap" | "TileMapLayer") {
                self.tile_map(&item)?;
            } else {
                self.item(&item, folder)?;
            }
        }
        for (index, folder) in folders.iter() {
            self.folder(tree, &places, index, folder)?;
        }
        Ok(())
    }

    /// A node that becomes something only if the user says so: an instance of a scene, or a node in
    /// a folder of points.
    fn point(&mut self, item: &Item<'_>) -> Result<(), FormatError> {
        let class = item.tree.instance_of(item.index).unwrap_or(item.class);
        let class = class.rsplit('/').next().unwrap_or(class);
        self.findings.count_name(class)?;
        self.classes.insert(item.source(), class.to_owned());
        let origin = (vec![Point::ZERO], false);
        self.add(item, &[origin], FoundKind::Point, Becomes::Nothing)
    }

    /// A line through the points of a folder.
    fn folder(
        &mut self,
        tree: &Tree,
        places: &[Place],
        index: u32,
        folder: &Folder,
    ) -> Result<(), FormatError> {
        let points = folder.points.iter();
        let points = points.filter_map(|&point| places.get(point as usize));
        let known = points.filter(|place| place.unknown.is_none() && place.is_2d());
        let line: Vec<Point> = known.map(|place| place.to_scene * Point::ZERO).collect();
        let path = tree.path(index);
        self.findings.count_name(&path)?;
        let item = Item {
            tree,
            index,
            class: "folder",
            node: &tree.properties(index),
            place: Place::default(),
            path: &path,
        };
        self.add(&item, &[(line, false)], FoundKind::Line, folder.becomes)
    }

    /// Where a level has collision shapes, they are its walls, and not what is made from them for
    /// finding ways.
    fn choose_between_walls(&mut self) {
        let navigation = &self.navigation;
        let all = self.findings.all_mut();
        let is_for_ways = |found: &Found| navigation.contains(&found.source);
        if all
            .iter()
            .any(|found| found.becomes == Becomes::Wall && !is_for_ways(found))
        {
            for found in all.iter_mut().filter(|found| is_for_ways(found)) {
                found.becomes = Becomes::Nothing;
            }
        }
    }

    fn item(&mut self, item: &Item<'_>, folder: Option<&Folder>) -> Result<(), FormatError> {
        let node = item.node;
        let lines = match item.class {
            "CollisionPolygon2D" | "Polygon2D" => Ok(Rc::new(shapes::polygon(node))),
            "CollisionShape2D" => self.resource(node, "shape", shapes::of_shape),
            "Line2D" => Ok(Rc::new(shapes::line(node))),
            "Path2D" => self.resource(node, "curve", shapes::curve),
            "NavigationObstacle2D" => Ok(Rc::new(shapes::obstacle(node))),
            "NavigationRegion2D" => self.resource(node, "navigation_polygon", navigation::outlines),
            "NavigationPolygonInstance" => self.resource(node, "navpoly", navigation::outlines),
            "Marker2D" | "Position2D" => Ok(Rc::new(vec![(vec![Point::ZERO], false)])),
            "LightOccluder2D" => Err("occluders are not read; import the collision shape".into()),
            _ => Err("it moves another node in the game, which is not read".into()),
        };
        match lines {
            Ok(lines) if lines.iter().any(|(points, _)| !points.is_empty()) => {
                self.found(item, &lines, folder)
            }
            Ok(_) => {
                self.omissions.add(item.shown(), "it has no points");
                Ok(())
            }
            Err(why) => {
                self.omissions.add(item.shown(), why);
                Ok(())
            }
        }
    }

    /// The outlines of the resource that a node has as `name`.
    fn resource(
        &mut self,
        node: &Properties<'_>,
        name: &str,
        read: fn(&documents::Resource) -> Result<Vec<Line>, String>,
    ) -> Outlines {
        let (document, value) = node.find(name).ok_or_else(|| format!("it has no {name}"))?;
        let reference = value.read().ok_or_else(|| format!("it has no {name}"))?;
        let resource = self.documents.resource(document, &reference);
        let resource = resource.map_err(|why| format!("its {name} was not read: {why}"))?;
        let outlines = self.outlines.entry(resource.key());
        outlines
            .or_insert_with(|| read(&resource).map(Rc::new))
            .clone()
    }

    fn found(
        &mut self,
        item: &Item<'_>,
        lines: &[Line],
        folder: Option<&Folder>,
    ) -> Result<(), FormatError> {
        let kind = match item.class {
            "Marker2D" | "Position2D" => FoundKind::Point,
            _ if lines.iter().all(|(_, closed)| *closed) => FoundKind::Polygon,
            _ => FoundKind::Line,
        };
        let wall_if = |is_wall: bool| match is_wall {
            true => Becomes::Wall,
            false => Becomes::Nothing,
        };
        let becomes = match item.class {
            "CollisionPolygon2D" | "CollisionShape2D" => {
                wall_if(item.place.body_above != Body::Other && !item.node.is_on("disabled", false))
            }
            "NavigationRegion2D" | "NavigationPolygonInstance" => {
                self.navigation.insert(item.source());
                wall_if(item.node.is_on("enabled", true))
            }
            "NavigationObstacle2D" => Becomes::Wall,
            "Path2D" => Becomes::Path,
            // Most are drawings.
            "Polygon2D" | "Line2D" => Becomes::Nothing,
            // The folder is the path.
            _ if folder.is_some_and(|folder| folder.becomes == Becomes::Path) => Becomes::Nothing,
            _ => propose(kind, &[item.name()]),
        };
        self.add(item, lines, kind, becomes)
    }

    fn add(
        &mut self,
        item: &Item<'_>,
        lines: &[Line],
        kind: FoundKind,
        becomes: Becomes,
    ) -> Result<(), FormatError> {
        self.findings.expect_items(lines.len())?;
        let points = lines.iter().map(|(points, _)| points.len()).sum();
        self.findings.expect_points(points)?;
        let shape = |(index, (points, closed)): (usize, &Line)| Shape {
            key: if lines.len() == 1 {
                String::new()
            } else {
                index.to_string()
            },
            points: points
                .iter()
                .map(|&point| item.place.to_scene * point)
                .map(|point| DVec2::new(point.x, point.y))
                .collect(),
            closed: *closed,
        };
        let (properties, unread) = values::custom(item.tree, item.index, item.node);
        for name in unread {
            let what = format!("the property {name:?} of {:?}", item.tree.shown(item.index));
            let why = "only truth values, numbers, texts, node paths and lists of them are read";
            self.omissions.add(what, why);
        }
        let (layer, name) = item.path.rsplit_once('/').unwrap_or(("", item.path));
        self.findings.add(Found {
            properties,
            node_at: None,
            heading: heading_of(item.place.to_scene),
            source: item.source(),
            name: name.to_owned(),
            layer: layer.to_owned(),
            kind,
            shapes: lines.iter().enumerate().map(shape).collect(),
            cells: None,
            becomes,
        })
    }
}

/// Where the x axis of a node points to, if that is not to the right.
fn heading_of(to_scene: Affine) -> Option<DVec2> {
    let [x, y, ..] = to_scene.as_coeffs();
    let axis = DVec2::new(x, y).try_normalize()?;
    (axis.y.abs() > 1e-9 || axis.x < 0.0).then_some(axis)
}

/// Whether a node without a shape is a point that the user may want: in a folder of points, or an
/// instance of a scene whose root is a body that moves, or whose name is that of a marker.
fn is_point(tree: &Tree, index: u32, class: &str, place: &Place, folder: Option<&Folder>) -> bool {
    if !place.is_2d() {
        return false;
    }
    if folder.is_some_and(|folder| folder.points.contains(&index)) {
        return true;
    }
    let Some(file) = tree.instance_of(index) else {
        return false;
    };
    let name = file.rsplit('/').next().unwrap_or(file);
    let moves = matches!(class, "CharacterBody2D" | "KinematicBody2D" | "RigidBody2D");
    let is_named = [name, tree.name(index)]
        .iter()
        .any(|name| said(name) == Some(Becomes::Marker));
    tree.parent(index).is_some() && (moves || is_named)
}

/// Whether a node is something that can be imported, or that is listed as left out.
fn is_read(class: &str, node: &Properties<'_>) -> bool {
    match class {
        "CollisionPolygon2D"
        | "CollisionShape2D"
        | "LightOccluder2D"
        | "Line2D"
        | "Marker2D"
        | "NavigationPolygonInstance"
        | "NavigationRegion2D"
        | "Path2D"
        | "Polygon2D"
        | "Position2D"
        | "TileMap"
        | "TileMapLayer" => true,
        // Without them it is a circle, which others avoid and do not stop at.
        "NavigationObstacle2D" => node.find("vertices").is_some(),
        "RemoteTransform2D" => node.find("remote_path").is_some(),
        _ => false,
    }
}

impl Item<'_> {
    /// What identifies it.
    fn source(&self) -> String {
        source(self.path)
    }

    fn name(&self) -> &str {
        self.tree.name(self.index)
    }

    /// The words for it in a list.
    fn shown(&self) -> String {
        format!("{} {:?}", self.class, self.path)
    }

    fn to_scene(&self) -> Affine {
        self.place.to_scene
    }
}

/// What identifies the node at a path.
fn source(path: &str) -> String {
    format!("node/{path}")
}
