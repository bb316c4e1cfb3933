//! The names that differ between Godot 3 and Godot 4.

use crate::OutputFile;
use crate::runtime::RuntimeLanguage;
use crate::target::godot::variant::Variant;
use steerwright_runtime::scene::Plane;

/// The folder of the add-on for Godot 4 in a project.
pub(crate) const ADDON: &str = "addons/steerwright/";

/// The Godot that a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// 3.x.
    Three,
    /// 4.x.
    Four,
}

/// The classes that a scene is made of.
pub(crate) struct Classes {
    /// The root, the folders in the tree, and the agents.
    pub node: &'static str,
    /// The paths.
    pub path: &'static str,
    /// What lies in them.
    pub curve: &'static str,
    /// The markers.
    pub marker: &'static str,
    /// The walls.
    pub body: &'static str,
    /// What a wall on the ground collides with, and blocked cells.
    pub shape: &'static str,
    /// The resource of it.
    pub line_shape: &'static str,
}

impl Dialect {
    /// The version in the heading of every file.
    pub fn format(self) -> Variant {
        Variant::Int(if self == Self::Three { 2 } else { 3 })
    }

    pub fn classes(self, plane: Plane) -> Classes {
        let (node, path, curve, marker) = match (self, plane) {
            (Self::Three, Plane::Xy) => ("Node2D", "Path2D", "Curve2D", "Position2D"),
            (Self::Four, Plane::Xy) => ("Node2D", "Path2D", "Curve2D", "Marker2D"),
            (Self::Three, Plane::Xz) => ("Spatial", "Path", "Curve3D", "Position3D"),
            (Self::Four, Plane::Xz) => ("Node3D", "Path3D", "Curve3D", "Marker3D"),
        };
        let (body, shape, line_shape) = match (self, plane) {
            (_, Plane::Xy) => ("StaticBody2D", "CollisionShape2D", "ConcavePolygonShape2D"),
            (Self::Three, Plane::Xz) => ("StaticBody", "CollisionShape", "ConcavePolygonShape"),
            (Self::Four, Plane::Xz) => {
                ("StaticBody3D", "CollisionShape3D", "ConcavePolygonShape3D")
            }
        };
        Classes {
            node,
            path,
            curve,
            marker,
            body,
            shape,
            line_shape,
        }
    }

    pub fn mesh_instance(self) -> &'static str {
        if self == Self::Three {
            "MeshInstance"
        } else {
            "MeshInstance3D"
        }
    }

    pub fn material(self) -> &'static str {
        if self == Self::Three {
            "SpatialMaterial"
        } else {
            "StandardMaterial3D"
        }
    }

    pub fn transform(self) -> &'static str {
        if self == Self::Three {
            "Transform"
        } else {
            "Transform3D"
        }
    }

    /// An array of numbers or vectors in one piece: of `Vector2`, `Vector3` or `Float32`.
    pub fn packed(self, of: &str) -> String {
        match (self, of) {
            (Self::Three, "Float32") => "PoolRealArray".into(),
            (Self::Three, _) => format!("Pool{of}Array"),
            (Self::Four, _) => format!("Packed{of}Array"),
        }
    }

    /// How a resource of the same file is called, given its number.
    pub fn resource_id(self, number: usize) -> Variant {
        match self {
            Self::Three => Variant::Int(number as i64),
            Self::Four => Variant::Text(format!("resource_{number}")),
        }
    }

    /// The script at the root of every scene. Godot 3 finds it from the folder of the scene. In
    /// Godot 4 scripts have names in the whole project, so it can only be there once: in the
    /// add-on.
    pub fn node_script(self) -> &'static str {
        match self {
            Self::Three => "steerwright/steerwright_node.gd",
            Self::Four => "res://addons/steerwright/steerwright_run.gd",
        }
    }

    /// The runtime, and what moves nodes by it.
    pub fn runtime(self) -> Vec<OutputFile> {
        let mut files = RuntimeLanguage::Gdscript.library();
        match self {
            Self::Three => {
                files.retain(|file| !file.name.starts_with(ADDON));
                for file in &mut files {
                    file.name = format!("steerwright/{}", file.name);
                }
            }
            Self::Four => {
                files.retain(|file| file.name.starts_with(ADDON));
            }
        }
        files
    }
}
