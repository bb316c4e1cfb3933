//! The transforms of nodes, and the bodies that their shapes belong to.

use super::tree::Properties;
use crate::import::godot::parse::Value;
use glam::DVec2;
use kurbo::Affine;
use std::f64::consts::{PI, TAU};
use steerwright_runtime::geometry::rotation::rotate;

/// Types of nodes in 2D whose names do not end with "2D" or "Sprite".
const NAMED_OTHERWISE: [&str; 8] = [
    "BackBufferCopy",
    "CanvasGroup",
    "CanvasModulate",
    "NavigationPolygonInstance",
    "ParallaxLayer",
    "TileMap",
    "TileMapLayer",
    "YSort",
];

/// Values that only controls have.
const OF_CONTROLS: [&str; 14] = [
    "anchor_bottom",
    "anchor_left",
    "anchor_right",
    "anchor_top",
    "anchors_preset",
    "layout_mode",
    "margin_bottom",
    "margin_left",
    "margin_right",
    "margin_top",
    "offset_bottom",
    "offset_left",
    "offset_right",
    "offset_top",
];

/// Types of nodes in 2D that have a size, to which controls in them are anchored.
const SIZED: [&str; 5] = [
    "AnimatedSprite",
    "AnimatedSprite2D",
    "Sprite",
    "Sprite2D",
    "TouchScreenButton",
];

/// The body that a collision shape belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Body {
    /// It is in another scene.
    #[default]
    Unknown,
    /// It does not move by itself.
    Static,
    /// It moves, notices what enters it, or is not there for others.
    Other,
}

/// The transform of a node, and what else the nodes below it inherit.
#[derive(Clone, Copy, Default)]
pub struct Place {
    pub to_scene: Affine,
    /// The body that shapes belong to that are right below it.
    body: Body,
    /// The body that it belongs to, if it is a shape.
    pub body_above: Body,
    /// Why the transform is not known, if it is not.
    pub unknown: Option<&'static str>,
    kind: Kind,
    /// Whether scripts and physics do without it.
    is_disabled: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    /// It has no 2D transform.
    #[default]
    Node,
    Node2D,
    /// Its size is that of its picture.
    Sized2D,
    Control,
    Container,
}

impl Kind {
    fn of(class: &str, node: &Properties<'_>) -> Self {
        let is_2d = class.ends_with("2D") && class != "NavigationAgent2D"
            || class.ends_with("Sprite")
            || NAMED_OTHERWISE.contains(&class);
        let is_container =
            class.ends_with("Container") || class.starts_with("Graph") || class == "ColorPicker";
        let has_layout = || OF_CONTROLS.iter().any(|name| node.find(name).is_some());
        if SIZED.contains(&class) {
            Self::Sized2D
        } else if is_2d || class.is_empty() {
            Self::Node2D
        } else if is_container {
            Self::Container
        } else if class == "Control" || has_layout() {
            Self::Control
        } else {
            Self::Node
        }
    }
}

impl Place {
    /// That of the node of a type below `parent`.
    pub fn of(class: &str, node: &Properties<'_>, parent: Option<&Self>) -> Self {
        let kind = Kind::of(class, node);
        let is_disabled = match node.number("process_mode") {
            Some(mode) if mode != 0.0 => mode == 4.0,
            _ => parent.is_some_and(|parent| parent.is_disabled),
        };
        let around =
            parent.filter(|around| around.kind != Kind::Node && !node.is_on("top_level", false));
        let inner = match kind {
            Kind::Node => Ok(Affine::IDENTITY),
            Kind::Node2D | Kind::Sized2D if is_parallax(class, parent) => Err(
                "its place depends on the camera, with which the layer around it moves",
            ),
            Kind::Node2D | Kind::Sized2D => Ok(transform(node)),
            Kind::Control | Kind::Container => {
                of_control(node, around.map(|around| around.kind)).ok_or(
                    "its place depends on a control that is placed by the size of the window or of a container",
                )
            }
        };
        Self {
            to_scene: around.map_or(Affine::IDENTITY, |around| around.to_scene)
                * inner.unwrap_or_default(),
            body: body(class, node, is_disabled),
            body_above: parent.map_or(Body::Unknown, |parent| parent.body),
            unknown: around.and_then(|around| around.unknown).or(inner.err()),
            kind,
            is_disabled,
        }
    }

    /// Whether it has a 2D transform, and is not a part of the interface.
    pub fn is_2d(&self) -> bool {
        matches!(self.kind, Kind::Node2D | Kind::Sized2D)
    }
}

/// Whether a node moves with the camera.
fn is_parallax(class: &str, parent: Option<&Place>) -> bool {
    class == "Parallax2D" || class == "ParallaxLayer" && parent.is_some()
}

/// The body that a node is.
fn body(class: &str, node: &Properties<'_>, is_disabled: bool) -> Body {
    match class {
        "StaticBody2D" | "AnimatableBody2D" => {
            // Nothing of a disabled body is left, unless that is chosen otherwise.
            let is_removed = is_disabled && node.number("disable_mode").unwrap_or(0.0) == 0.0;
            let is_on_no_layer = node.number("collision_layer") == Some(0.0);
            if is_removed || is_on_no_layer {
                Body::Other
            } else {
                Body::Static
            }
        }
        "" => Body::Unknown,
        _ => Body::Other,
    }
}

fn affine(x: DVec2, y: DVec2, at: DVec2) -> Affine {
    Affine::new([x.x, x.y, y.x, y.y, at.x, at.y])
}

fn turned(axis: DVec2, angle: f64) -> DVec2 {
    if angle == 0.0 {
        axis
    } else {
        rotate(axis, angle - TAU * (angle / TAU).round())
    }
}

/// How a node in 2D is in its parent: its values, set one after the other.
fn transform(node: &Properties<'_>) -> Affine {
    let mut at = DVec2::ZERO;
    let (mut rotation, mut skew, mut scale) = (0.0, 0.0, DVec2::ONE);
    let mut axes = None;
    let number = |value: Value<'_>| value.read().and_then(|value| value.number());
    let pair = |value: Value<'_>| <[f64; 2]>::try_from(value.numbers()?).ok().map(DVec2::from);
    for (name, value) in node.iter() {
        // Nodes are not in a tree yet when their values are set, so global values are local ones.
        match name.strip_prefix("global_").unwrap_or(name) {
            "position" => at = pair(value).unwrap_or(at),
            "rotation" => {
                rotation = number(value).unwrap_or(rotation);
                axes = None;
            }
            "rotation_degrees" => {
                rotation = number(value).map_or(rotation, |degrees| degrees * PI / 180.0);
                axes = None;
            }
            "scale" => {
                scale = pair(value).unwrap_or(scale);
                axes = None;
            }
            "skew" => {
                skew = number(value).unwrap_or(skew);
                axes = None;
            }
            "transform" => {
                if let Some(&[a, b, c, d, x, y]) = value.numbers().as_deref() {
                    let (along, across) = (DVec2::new(a, b), DVec2::new(c, d));
                    at = DVec2::new(x, y);
                    axes = Some((along, across));
                    (rotation, skew, scale) = parts(along, across);
                }
            }
            _ => {}
        }
    }
    let (x, y) = axes.unwrap_or_else(|| {
        (
            turned(DVec2::X, rotation) * scale.x,
            turned(DVec2::Y, rotation + skew) * scale.y,
        )
    });
    affine(x, y, at)
}

/// The rotation, the skew and the scale of two axes.
fn parts(x: DVec2, y: DVec2) -> (f64, f64, DVec2) {
    let side = if x.perp_dot(y) < 0.0 { -1.0 } else { 1.0 };
    let rotation = x.y.atan2(x.x);
    let skew = (y.y * side).atan2(y.x * side) - PI / 2.0 - rotation;
    (rotation, skew, DVec2::new(x.length(), y.length() * side))
}

/// How a control is in its parent; `None` if that depends on sizes.
fn of_control(node: &Properties<'_>, parent: Option<Kind>) -> Option<Affine> {
    let number = |names: [&str; 2]| names.into_iter().find_map(|name| node.number(name));
    let pair = |names: [&str; 2]| names.into_iter().find_map(|name| node.pair(name));
    let is_anchored = ["anchor_left", "anchor_top"]
        .iter()
        .any(|name| node.number(name).unwrap_or(0.0) != 0.0);
    // Other nodes in 2D have no size.
    let is_sized = is_anchored && parent != Some(Kind::Node2D);
    if parent == Some(Kind::Container) || is_sized {
        return None;
    }
    let at = DVec2::new(
        number(["offset_left", "margin_left"]).unwrap_or(0.0),
        number(["offset_top", "margin_top"]).unwrap_or(0.0),
    );
    let rotation = match node.number("rect_rotation") {
        Some(degrees) => degrees * PI / 180.0,
        None => node.number("rotation").unwrap_or(0.0),
    };
    let scale = pair(["scale", "rect_scale"]).unwrap_or([1.0, 1.0]);
    let pivot = pair(["pivot_offset", "rect_pivot_offset"]).unwrap_or_default();
    let axes = (
        turned(DVec2::X, rotation) * scale[0],
        turned(DVec2::Y, rotation) * scale[1],
    );
    let [x, y] = pivot;
    Some(
        Affine::translate((at.x + x, at.y + y))
            * affine(axes.0, axes.1, DVec2::ZERO)
            * Affine::translate((-x, -y)),
    )
}
