//! The ways around walls that agents find by themselves between the nodes of a path.

use glam::DVec2;
use std::cell::{Cell, OnceCell};
use steerwright_runtime::scene::{Behavior, Preset, Scene, WeightedBehavior};
use steerwright_runtime::simulation::World;

/// More ways are not looked for, and count as found.
const MAX_WAYS: u32 = 500;

/// The ways in a scene at its start: closed doors are closed.
pub(super) struct Ways<'a> {
    scene: &'a Scene,
    world: OnceCell<World>,
    left: Cell<u32>,
}

impl<'a> Ways<'a> {
    pub fn of(scene: &'a Scene) -> Self {
        Self {
            scene,
            world: OnceCell::new(),
            left: Cell::new(MAX_WAYS),
        }
    }

    /// Whether agents of a preset that follow a path go around what is between `start` and `end`.
    pub fn lead_around(&self, preset: &Preset, start: DVec2, end: DVec2) -> bool {
        let mut behaviors = preset.motion.behaviors().iter();
        // Only the first one leads the agent.
        let follow =
            behaviors.find(|weighted| matches!(weighted.behavior, Behavior::FollowPath(_)));
        if !follow.is_some_and(WeightedBehavior::goes_around_walls) {
            return false;
        }
        let Some(left) = self.left.get().checked_sub(1) else {
            return true;
        };
        self.left.set(left);
        let world = self.world.get_or_init(|| World::new(self.scene));
        let way = world.path_between(start, end, preset.body.radius);
        way.is_ok_and(|way| way.is_some())
    }
}
