//! Changes of the scene of a running [`World`].

use crate::scene::{Preset, Scene};
use crate::simulation::World;
use crate::simulation::error::WorldError;
#[cfg(feature = "testing")]
use crate::simulation::population::Population;
use crate::simulation::resolved::check;
use crate::simulation::save::BaseScene;
use glam::DVec2;

impl World {
    /// Applies an edited scene while the world runs. Agents that are still in the scene continue
    /// from their position with the state of their behaviors. New agents, and those whose start
    /// position has changed, begin at their start, unless the game drives them.
    ///
    /// Changes that the game has made to the previous scene are lost: moved markers, targets, and
    /// spawned agents. To change the current scene instead, use [`edit`](World::edit). The scene is
    /// not validated; `steerwright-format` validates the scenes that it reads.
    ///
    /// The cost follows the edit: parts that `scene` shares with the scene of the world (the same
    /// [`Arc`](std::sync::Arc)) are not looked into, and agents that the edit does not affect are
    /// not touched. All agents are when items are removed or reordered, when presets or markers are
    /// added, and when cells, ticks per second or the seed change.
    pub fn apply_scene(&mut self, scene: &Scene) {
        self.is_checked = false;
        self.base = BaseScene::new(scene);
        self.spawners.forget_agents();
        self.population.apply(scene, &mut self.spawners);
        self.population.store.forget_routes();
    }

    /// Applies a scene whose coordinates have another meaning, for example after a change of its
    /// axes or unit: like [`apply_scene`](World::apply_scene), but every agent begins at its start
    /// position, and the pointer is at `pointer` (u).
    pub fn reset_with_scene(&mut self, scene: &Scene, pointer: DVec2) {
        self.is_checked = false;
        self.base = BaseScene::new(scene);
        self.population.reset(scene, pointer);
        self.noises.clear();
        self.spawners.restart(scene);
        self.state_changes.names.clear();
    }

    /// Changes anything in the scene of this run, and applies the result as [`World::apply_scene`]
    /// does. Many changes in one call cost as much as one, so use it to spawn or remove a crowd.
    ///
    /// The result is checked before it is applied: coordinates, the tick rate, the size of cells,
    /// ids, references, bodies and weights. The ranges of other parameters are not checked;
    /// `steerwright-format` validates them. The first call checks the whole scene, later ones what
    /// has changed since; the cost of the rest follows the edit as that of [`World::apply_scene`].
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::scene::{Marker, MarkerId, MarkerKind, Scene};
    /// use steerwright_runtime::simulation::World;
    /// use std::sync::Arc;
    /// let mut world = World::new(&Scene::default());
    /// world.edit(|scene| {
    ///     let goal = Marker::at(MarkerId(1), "Goal", MarkerKind::Target, DVec2::new(5.0, 0.0));
    ///     Arc::make_mut(&mut scene.markers).push(goal);
    /// })?;
    /// world.move_marker(MarkerId(1), DVec2::new(6.0, 0.0))?;
    /// # Ok::<(), steerwright_runtime::simulation::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::TickRate`], [`WorldError::CellSize`], [`WorldError::Coordinate`] and
    /// [`WorldError::Limits`] for a value out of range; [`WorldError::CrossedCells`];
    /// [`WorldError::Taken`] and the other `Taken` errors for an id that two items have;
    /// [`WorldError::Preset`], [`WorldError::Path`], [`WorldError::Marker`] and
    /// [`WorldError::Agent`] for a reference to something that does not exist. The world is then
    /// unchanged.
    pub fn edit(&mut self, change: impl FnOnce(&mut Scene)) -> Result<(), WorldError> {
        let mut scene = self.population.scene.clone();
        change(&mut scene);
        check::check(&scene, self.is_checked.then_some(&self.population.scene))?;
        if self.population.needs_other_nets(&scene) {
            scene.nets = None;
        }
        self.population.apply(&scene, &mut self.spawners);
        self.population.store.forget_routes();
        self.is_checked = true;
        Ok(())
    }

    /// Replaces the preset that has the same id as `preset`. All agents with this preset use the
    /// new one from the next tick on.
    ///
    /// # Errors
    /// [`WorldError::Preset`] if the scene has no preset with this id; [`WorldError::Limits`] if
    /// its body or a weight is out of range.
    pub fn replace_preset(&mut self, preset: Preset) -> Result<(), WorldError> {
        check::check_preset(&preset)?;
        let index = self
            .population
            .scene
            .presets
            .iter()
            .position(|known| known.id == preset.id)
            .ok_or(WorldError::Preset(preset.id))?;
        self.population
            .replace_preset_at(index, preset, &mut self.spawners);
        Ok(())
    }

    /// As [`apply_scene`](World::apply_scene), agent by agent, to compare.
    #[cfg(feature = "testing")]
    pub fn apply_scene_to_all(&mut self, scene: &Scene) {
        self.is_checked = false;
        self.base = BaseScene::new(scene);
        self.spawners.forget_agents();
        self.population.rebuild(scene);
        let Population {
            scene, resolved, ..
        } = &self.population;
        self.spawners.update(scene, resolved);
    }
}
