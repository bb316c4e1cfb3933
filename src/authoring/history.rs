//! Undo and redo by snapshots. A scene shares its unchanged parts, so a step costs what it changed.

use crate::scene::Scene;

/// A named state to go back to.
#[derive(Clone, Debug)]
struct Step {
    /// What led away from this state.
    name: String,
    scene: Scene,
}

/// More steps than anyone walks back; the oldest are forgotten first.
const MAX_STEPS: usize = 1000;

/// The states a scene went through.
#[derive(Clone, Debug)]
pub struct History {
    past: Vec<Step>,
    present: Scene,
    future: Vec<Step>,
}

impl History {
    /// A history that begins with `scene`.
    pub fn new(scene: Scene) -> Self {
        Self { past: Vec::new(), present: scene, future: Vec::new() }
    }

    /// The state last recorded.
    pub fn present(&self) -> &Scene {
        &self.present
    }

    /// Records `scene` as the result of `name`, unless nothing changed. Returns whether it did.
    pub fn record(&mut self, name: &str, scene: &Scene) -> bool {
        if *scene == self.present {
            return false;
        }
        let before = std::mem::replace(&mut self.present, scene.clone());
        self.past.push(Step { name: name.to_owned(), scene: before });
        if self.past.len() > MAX_STEPS {
            self.past.remove(0);
        }
        self.future.clear();
        true
    }

    /// One step back: the state to show and the name of what was undone.
    pub fn undo(&mut self) -> Option<(Scene, String)> {
        let Step { name, scene } = self.past.pop()?;
        let undone = std::mem::replace(&mut self.present, scene);
        self.future.push(Step { name: name.clone(), scene: undone });
        Some((self.present.clone(), name))
    }

    /// One step forward again: the state to show and the name of what was redone.
    pub fn redo(&mut self) -> Option<(Scene, String)> {
        let Step { name, scene } = self.future.pop()?;
        let before = std::mem::replace(&mut self.present, scene);
        self.past.push(Step { name: name.clone(), scene: before });
        Some((self.present.clone(), name))
    }

    /// What [`History::undo`] would undo.
    pub fn undo_name(&self) -> Option<&str> {
        self.past.last().map(|step| step.name.as_str())
    }

    /// What [`History::redo`] would redo.
    pub fn redo_name(&self) -> Option<&str> {
        self.future.last().map(|step| step.name.as_str())
    }

    /// The names of all steps, oldest first, and how many of them are done.
    pub fn steps(&self) -> (Vec<&str>, usize) {
        let done = self.past.iter().map(|step| step.name.as_str());
        let undone = self.future.iter().rev().map(|step| step.name.as_str());
        (done.chain(undone).collect(), self.past.len())
    }
}
