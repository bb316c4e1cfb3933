//! Paths as constants in the source code of a language, to be pasted into a game that reads no files.

mod languages;
mod names;

use crate::{ExportError, ExportTarget, effective_options, remembered_options};
use steerwright_format::export_file::PathLine;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{PathId, Plane, Scene};

/// A language that paths can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CodeLanguage {
    /// Godot's.
    Gdscript,
    /// Unity's.
    Csharp,
    /// Unreal's; it needs C++17.
    Cpp,
    /// Bevy's.
    Rust,
    /// Phaser's.
    JavaScript,
    /// LÖVE's; any Lua from 5.1 on.
    Lua,
    /// pygame's.
    Python,
    /// GameMaker's.
    Gml,
}

impl CodeLanguage {
    /// Every language, in the order of menus.
    pub const ALL: [Self; 8] = [
        Self::Gdscript,
        Self::Csharp,
        Self::Cpp,
        Self::Rust,
        Self::JavaScript,
        Self::Lua,
        Self::Python,
        Self::Gml,
    ];

    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Gdscript => "GDScript",
            Self::Csharp => "C#",
            Self::Cpp => "C++",
            Self::Rust => "Rust",
            Self::JavaScript => "JavaScript",
            Self::Lua => "Lua",
            Self::Python => "Python",
            Self::Gml => "GML",
        }
    }

    /// The target whose placement it takes: that of the engine it is spoken in.
    pub fn target(self) -> ExportTarget {
        match self {
            Self::Gdscript => ExportTarget::Godot4,
            Self::Csharp => ExportTarget::Unity,
            Self::Cpp => ExportTarget::Unreal,
            Self::Rust => ExportTarget::Bevy,
            Self::JavaScript => ExportTarget::Phaser,
            Self::Lua => ExportTarget::Love,
            Self::Python => ExportTarget::Pygame,
            Self::Gml => ExportTarget::GameMaker,
        }
    }
}

/// A path as it is written down; lengths are the game's, y (or z) the way the game wants it.
struct Path {
    /// Safe in the language, and no other path's.
    identifier: String,
    /// A literal.
    name: String,
    closed: bool,
    points: Vec<[f64; 2]>,
    nodes: Vec<Node>,
}

struct Node {
    place: [f64; 2],
    radius: f64,
    wait: f64,
    /// Infinite if it has none of its own.
    speed: f64,
}

/// The paths of `scene` in `paths`, or all if that is empty, as constants: the name, the points that are walked, and the nodes
/// with radius, wait and speed. They are placed as the scene remembers for [`CodeLanguage::target`].
///
/// ```
/// use steerwright_export::{CodeLanguage, code};
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};
/// let mut gate = PatrolPath::new(PathId(1), "Gate");
/// gate.nodes.push(Node::at(NodeId(1), DVec2::new(6.25, -2.0)));
/// let scene = Scene { paths: vec![gate.into()], ..Scene::default() };
/// assert!(code(&scene, &[], CodeLanguage::Gdscript)?.contains("Vector2(200.0, 64.0)"));
/// # Ok::<(), crate::ExportError>(())
/// ```
///
/// # Errors
/// [`ExportError`] for a placement out of range and for a scene that is not sound.
pub fn code(
    scene: &Scene,
    paths: &[PathId],
    language: CodeLanguage,
) -> Result<String, ExportError> {
    let target = language.target();
    let placed = PlacedScene::new(
        scene,
        &effective_options(target, &remembered_options(scene, target)),
    )?;
    let wanted = placed
        .scene
        .paths
        .iter()
        .filter(|path| paths.is_empty() || paths.contains(&path.id));
    let mut taken = names::Identifiers::new(language);
    let written: Vec<Path> = wanted
        .map(|path| Path {
            identifier: taken.next(&path.name, path.id),
            name: names::literal(&path.name, language),
            closed: path.is_closed(),
            points: PathLine::of(path)
                .polyline
                .points
                .iter()
                .map(|point| [point.x, placed.y(point.y)])
                .collect(),
            nodes: path
                .nodes
                .iter()
                .map(|node| Node {
                    place: [node.x, placed.y(node.y)],
                    radius: path.radius_of(node),
                    wait: node.wait,
                    speed: node.speed.unwrap_or(f64::INFINITY),
                })
                .collect(),
        })
        .collect();
    Ok(languages::text(
        language,
        &heading(&placed),
        placed.plane == Plane::Xz,
        &written,
    ))
}

/// Two lines that say how the numbers are meant. Nothing in them is a person's words: a comment has no way to escape.
fn heading(placed: &PlacedScene) -> [String; 2] {
    let axes = match (placed.plane, placed.y_down) {
        (Plane::Xy, false) => "y up",
        (Plane::Xy, true) => "y down",
        (Plane::Xz, false) => "on the ground, z away from the viewer",
        (Plane::Xz, true) => "on the ground, z toward the viewer",
    };
    let (x, y) = (placed.origin.x, placed.origin.y);
    [
        format!(
            "Paths from Steerwright: scale {}, {axes}, origin at ({x}, {y}) of the scene.",
            placed.scale
        ),
        "Waits are in seconds; an infinite speed is the agent's own.".into(),
    ]
}
