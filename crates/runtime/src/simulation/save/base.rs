//! The scene that a world was made of, before the game changed anything.

use crate::scene::Scene;
use crate::simulation::World;
use crate::simulation::save::sink::Axes;
use std::sync::OnceLock;

/// The scene that was loaded or applied last. Agents that come back with a save get their names and
/// starts from it.
#[derive(Clone, Debug)]
pub(crate) struct BaseScene {
    pub(super) scene: Scene,
    /// What tells it from other scenes, once somebody has asked: the hash of a new world of it.
    hash: OnceLock<u64>,
}

impl BaseScene {
    pub(crate) fn new(scene: &Scene) -> Self {
        Self {
            scene: scene.clone(),
            hash: OnceLock::new(),
        }
    }

    /// What tells it from other scenes.
    pub(super) fn hash(&self, axes: Axes) -> u64 {
        *self.hash.get_or_init(|| {
            let mut world = World::new(&self.scene);
            world.axes = axes;
            world.hash64()
        })
    }

    /// Computes the hash again, of other axes.
    pub(super) fn forget_hash(&mut self) {
        self.hash.take();
    }
}
