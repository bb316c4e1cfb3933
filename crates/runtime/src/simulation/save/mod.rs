//! The state of a world as values in a fixed order, which a hash takes in and a save lists:
//! `docs/motion.md`, section 25.
//!
//! [`Saved`](saved::Saved) is what can be written and read; each part of a world has a file. A hash
//! and a save are two [`Sink`](sink::Sink)s of the same values. A save is read completely and
//! checked before the world changes.

mod agent;
mod base;
mod error;
mod hash;
mod json;
mod memory;
mod progress;
mod restore;
mod run;
mod saved;
mod senses;
mod sink;
mod spawners;
mod text;
mod values;

use crate::simulation::World;
pub(super) use base::BaseScene;
pub use error::SaveError;
use hash::Hash;
use run::SavedRun;
pub(super) use sink::Axes;
use sink::Out;
use text::SaveText;
use values::SavedValues;

impl World {
    /// A hash of the state of this world. Worlds of the same scene with the same hash go on in the
    /// same way; every runtime of Steerwright has the same hash for the same state. To find out
    /// whether two computers still agree, compare it now and then.
    ///
    /// ```
    /// use steerwright_runtime::scene::Scene;
    /// use steerwright_runtime::simulation::World;
    /// let (mut here, mut there) = (World::new(&Scene::default()), World::new(&Scene::default()));
    /// here.step();
    /// assert_ne!(here.hash64(), there.hash64());
    /// there.step();
    /// assert_eq!(here.hash64(), there.hash64());
    /// ```
    #[must_use]
    pub fn hash64(&self) -> u64 {
        let mut hash = Hash::default();
        run::write(self, &mut Out::new(&mut hash, self.axes));
        hash.finish()
    }

    /// The state of this world as a text, for [`load_save`](Self::load_save) in any runtime of
    /// Steerwright. It has what moves and what agents remember; the scene is not in it, and neither
    /// are presets that were [replaced](Self::replace_preset) and other [edits](Self::edit), which
    /// have to be repeated before it is loaded.
    ///
    /// In memory, a clone of the world is faster and keeps everything: to go back some ticks, keep
    /// clones.
    ///
    /// ```
    /// use steerwright_runtime::scene::Scene;
    /// use steerwright_runtime::simulation::World;
    /// let scene = Scene::default();
    /// let mut world = World::new(&scene);
    /// world.step();
    /// let save = world.save();
    ///
    /// let mut later = World::new(&scene);
    /// later.load_save(&save)?;
    /// assert_eq!((later.tick(), later.hash64()), (1, world.hash64()));
    /// # Ok::<(), steerwright_runtime::simulation::SaveError>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> String {
        let mut text = SaveText::new(self.base.hash(self.axes));
        run::write(self, &mut Out::new(&mut text, self.axes));
        text.finish()
    }

    /// Returns to a state that [`save`](Self::save) has written, of a world of the same scene.
    /// Agents that the scene does not have get no name. Afterwards there are no
    /// [events](Self::events), and the [force](crate::simulation::AgentView::force) of each agent
    /// has only its length until the next tick.
    ///
    /// # Errors
    /// A [`SaveError`] if the text is not a save of this scene. The world is then unchanged.
    pub fn load_save(&mut self, text: &str) -> Result<(), SaveError> {
        let file = json::read(text)?;
        if file.scene != self.base.hash(self.axes) {
            return Err(SaveError::Scene);
        }
        let mut values = SavedValues::new(&file.values, self.axes);
        let run = SavedRun::read(self, &mut values)?;
        values.end()?;
        run.check_references(self)?;
        self.restore(run);
        Ok(())
    }

    /// Tells whether y points down in the game. Positions in a world always have y up, but hashes
    /// and saves have the coordinates of the game, so that they are the same in every runtime.
    pub fn set_y_down(&mut self, y_down: bool) {
        self.axes = Axes { y_down };
        self.base.forget_hash();
    }

    /// Whether y points down in the game: see [`set_y_down`](Self::set_y_down).
    #[must_use]
    pub fn is_y_down(&self) -> bool {
        self.axes.y_down
    }
}
