//! Where nodes and points of a Godot scene lie in the scene of the editor.

use super::parse::Section;
use glam::DVec2;
use std::f64::consts::TAU;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::rotation::rotate;

/// How a node lies in its scene: where its axes and its middle come to, in the plane that the scene
/// lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    x: DVec2,
    y: DVec2,
    at: DVec2,
}

impl Placing {
    /// As if there were no node.
    pub const UNMOVED: Self = Self {
        x: DVec2::X,
        y: DVec2::Y,
        at: DVec2::ZERO,
    };

    /// That of a node in its parent.
    pub fn of(node: Section<'_>) -> Self {
        let pair = |name: &str| match node.numbers(name).as_deref() {
            Some([x, y]) => Some(DVec2::new(*x, *y)),
            // In 3D the ground is x and z.
            Some([x, _, z]) => Some(DVec2::new(*x, *z)),
            _ => None,
        };
        if let Some([xx, _, xz, .., zx, _, zz, x, _, z]) = node.numbers("transform").as_deref() {
            return Self {
                x: DVec2::new(*xx, *zx),
                y: DVec2::new(*xz, *zz),
                at: DVec2::new(*x, *z),
            };
        }
        let turn = node.number("rotation").unwrap_or(0.0);
        let scale = pair("scale").unwrap_or(DVec2::ONE);
        let axis = |axis: DVec2| {
            if turn == 0.0 {
                axis
            } else {
                rotate(axis, turn - TAU * (turn / TAU).round())
            }
        };
        Self {
            x: axis(DVec2::X) * scale.x,
            y: axis(DVec2::Y) * scale.y,
            at: pair("position").unwrap_or(DVec2::ZERO),
        }
    }

    /// That of a node in the parent of its parent.
    pub fn then(self, inner: Self) -> Self {
        let turned = |axis: DVec2| self.x * axis.x + self.y * axis.y;
        Self {
            x: turned(inner.x),
            y: turned(inner.y),
            at: self.place(inner.at),
        }
    }

    /// Where the node itself is.
    pub fn middle(self) -> DVec2 {
        self.at
    }

    /// How far its axis x is rotated from that of the scene toward y.
    pub fn rotation(self) -> f64 {
        self.x.y.atan2(self.x.x)
    }

    /// Where a point of the node is.
    pub fn place(self, point: DVec2) -> DVec2 {
        if self == Self::UNMOVED {
            point
        } else {
            self.x * point.x + self.y * point.y + self.at
        }
    }
}

/// Whether a number of a file still is the one that was exported: Godot holds it in single
/// precision, and Godot 3 saves six digits.
pub fn is(number: f64, exported: f64) -> bool {
    (number - exported).abs() <= 1e-5 * exported.abs()
}

/// [`is`] for both coordinates.
pub fn are(point: DVec2, exported: DVec2) -> bool {
    is(point.x, exported.x) && is(point.y, exported.y)
}

/// A place of the authored scene, y up, as Godot has it.
pub fn in_game(placed: &PlacedScene, place: DVec2) -> DVec2 {
    DVec2::new(place.x, placed.y(place.y))
}

/// A place in Godot as one of the authored scene.
pub fn authored(placed: &PlacedScene, place: DVec2) -> DVec2 {
    let up = DVec2::new(place.x, placed.y(place.y)) / placed.scale;
    DVec2::new(
        rounded(up.x + placed.origin.x),
        rounded(up.y + placed.origin.y),
    )
}
