//! How the places of an export stand to those of the scene it was made of, and what becomes of a run when that changes.

use crate::export_file::Exported;
use glam::DVec2;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Point, Scene};
use steerwright_runtime::simulation::World;

/// What turns a place of the authored scene into one of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Game units in a unit of the authored scene.
    pub scale: f64,
    /// The place of the authored scene that is (0, 0) in the game.
    pub origin: Point,
    /// Whether y grows downward in the game.
    pub y_down: bool,
}

impl Placement {
    /// A place of the authored scene in the game.
    pub fn in_game(&self, place: DVec2) -> DVec2 {
        let placed = |x: f64, origin: f64| {
            rounded(if self.scale == 1.0 {
                x - origin
            } else {
                (x - origin) * self.scale
            })
        };
        self.upward(DVec2::new(
            placed(place.x, self.origin.x),
            placed(place.y, self.origin.y),
        ))
    }

    /// A place of the game with y up, as it is in a [`World`]; and the other way round.
    pub fn upward(&self, place: DVec2) -> DVec2 {
        DVec2::new(place.x, if self.y_down { 0.0 - place.y } else { place.y })
    }
}

impl Exported {
    /// A scene in the units, axes and around the origin it was authored in.
    pub fn as_authored(scene: Scene) -> Self {
        let ExportOptions {
            y_down,
            plane,
            scale,
            origin,
            ..
        } = ExportOptions::AS_AUTHORED;
        Self {
            scene,
            y_down,
            plane,
            scale,
            origin,
        }
    }

    /// Where the game has the scene.
    pub fn placement(&self) -> Placement {
        Placement {
            scale: self.scale,
            origin: self.origin,
            y_down: self.y_down,
        }
    }

    /// Lets `world`, which has run a scene placed as `earlier` says, take this one over: [`World::apply_scene`]. Under another placement
    /// the same numbers are other places, so there every agent enters anew; the pointer stays where the game has it.
    pub fn apply_to(&self, world: &mut World, earlier: Placement) {
        let placement = self.placement();
        if placement == earlier {
            world.apply_scene(&self.scene);
        } else {
            world.reset_with_scene(
                &self.scene,
                placement.upward(earlier.upward(world.pointer())),
            );
        }
    }
}
