//! Maps positions of the authored scene to positions of an export, also while a world runs.

use super::exported::Exported;
use glam::DVec2;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::simulation::World;

/// Maps positions of the authored scene to positions in the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Game units per authored unit.
    pub scale: f64,
    /// The authored position that is (0, 0) in the game.
    pub origin: DVec2,
    /// Whether y points down in the game.
    pub y_down: bool,
}

impl Placement {
    /// Converts an authored position to a position in the game.
    #[must_use]
    pub fn in_game(&self, position: DVec2) -> DVec2 {
        let placed = |x: f64, origin: f64| {
            rounded(if self.scale == 1.0 {
                x - origin
            } else {
                (x - origin) * self.scale
            })
        };
        self.upward(DVec2::new(
            placed(position.x, self.origin.x),
            placed(position.y, self.origin.y),
        ))
    }

    /// A length of the authored scene in the unit of the game.
    #[must_use]
    pub fn length_in_game(&self, length: f64) -> f64 {
        rounded(length * self.scale)
    }

    /// Converts between the game's direction of y and y up, as in a [`World`].
    #[must_use]
    pub fn upward(&self, position: DVec2) -> DVec2 {
        let y = position.y;
        DVec2::new(position.x, if self.y_down { 0.0 - y } else { y })
    }
}

impl Exported {
    /// A scene in the units and axes in which it was authored.
    #[must_use]
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

    /// How the scene is placed in the game.
    #[must_use]
    pub fn placement(&self) -> Placement {
        Placement {
            scale: self.scale,
            origin: self.origin,
            y_down: self.y_down,
        }
    }

    /// A new world of this scene, whose hashes and saves are those of every runtime that loads the
    /// export.
    #[must_use]
    pub fn world(&self) -> World {
        let mut world = World::new(&self.scene);
        world.set_y_down(self.y_down);
        world
    }

    /// Applies this scene to `world`, whose scene was placed as `earlier`: see
    /// [`World::apply_scene`]. If the placement has changed, the coordinates of running agents are
    /// no longer valid, so every agent starts over; the pointer keeps its position in the game.
    pub fn apply_to(&self, world: &mut World, earlier: Placement) {
        let placement = self.placement();
        if placement == earlier {
            world.apply_scene(&self.scene);
        } else {
            world.reset_with_scene(
                &self.scene,
                placement.upward(earlier.upward(world.pointer())),
            );
            world.set_y_down(self.y_down);
        }
    }
}
