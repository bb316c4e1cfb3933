//! Paths as source code constants, to paste into a game.

mod languages;
mod names;

use crate::{ExportError, ExportTarget, effective_options, saved_options};
use steerwright_format::export_file::PathLine;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{PathId, Plane, Scene};

/// A programming language in which paths can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CodeLanguage {
    /// For Godot.
    Gdscript,
    /// For Unity.
    Csharp,
    /// For Unreal; requires C++17.
    Cpp,
    /// For Bevy.
    Rust,
    /// For Phaser.
    JavaScript,
    /// For LÖVE; Lua 5.1 and later.
    Lua,
    /// For pygame.
    Python,
    /// For GameMaker.
    Gml,
}

impl CodeLanguage {
    /// All languages, in menu order.
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

    /// Its display name.
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

    /// The export target whose placement applies: the engine that uses the language.
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

/// A path in the units and axes of the game.
struct Path {
    /// A valid and unique identifier.
    identifier: String,
    /// A string literal.
    name: String,
    closed: bool,
    points: Vec<[f64; 2]>,
    nodes: Vec<Node>,
}

struct Node {
    position: [f64; 2],
    radius: f64,
    wait: f64,
    /// Infinite if the node has no speed limit.
    speed: f64,
}

/// The given paths of `scene`, or all if `paths` is empty, as constants: the name, the points, and
/// the nodes with radius, wait and speed. Their placement is that of [`CodeLanguage::target`].
///
/// ```
/// use steerwright_export::{CodeLanguage, code};
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};
/// let mut gate = PatrolPath::new(PathId(1), "Gate");
/// gate.nodes.push(Node::at(NodeId(1), DVec2::new(6.25, -2.0)));
/// let scene = Scene { paths: vec![gate.into()], ..Scene::default() };
/// assert!(code(&scene, &[], CodeLanguage::Gdscript)?.contains("Vector2(200.0, 64.0)"));
/// # Ok::<(), steerwright_export::ExportError>(())
/// ```
///
/// # Errors
/// [`ExportError`] if the placement is out of range or the scene is invalid.
pub fn code(
    scene: &Scene,
    paths: &[PathId],
    language: CodeLanguage,
) -> Result<String, ExportError> {
    let target = language.target();
    let placed = PlacedScene::new(
        scene,
        &effective_options(target, &saved_options(scene, target)),
    )?;
    let selected = placed
        .scene
        .paths
        .iter()
        .filter(|path| paths.is_empty() || paths.contains(&path.id));
    let mut taken = names::Identifiers::new(language);
    let written: Vec<Path> = selected
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
                    position: [node.position.x, placed.y(node.position.y)],
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

/// Two lines of comment that describe the units. They contain no text from the scene, which could
/// end the comment.
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
            "Paths from Steerwright: scale {}, {axes}, origin at scene position ({x}, {y}).",
            placed.scale
        ),
        "Waits are in seconds. An infinite speed means no speed limit.".into(),
    ]
}
