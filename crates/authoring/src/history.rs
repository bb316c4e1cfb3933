//! Undo and redo by snapshots. A scene shares its unchanged parts, so a step costs what it changed.

use crate::{Item, Selection};
use std::sync::Arc;
use steerwright_runtime::scene::Scene;

/// A named state to go back to.
#[derive(Clone, Debug)]
struct Step {
    /// What led away from this state.
    name: String,
    /// The field that it set, if it did nothing else.
    field: Option<Field>,
    scene: Scene,
    /// What was selected in this state when it was left.
    selected: Arc<Selection>,
}

/// A field of something, by what it belongs to and the name of the step that sets it.
pub type Field = (Option<Item>, String);

/// More steps than anyone walks back; the oldest are forgotten first.
const MAX_STEPS: usize = 1000;

/// The states a scene went through.
#[derive(Clone, Debug)]
pub struct History {
    past: Vec<Step>,
    present: Scene,
    /// What was selected last in the present.
    selected: Arc<Selection>,
    future: Vec<Step>,
    /// Whether the present is one to come back to, whatever is edited next.
    sealed: bool,
}

impl History {
    /// A history that begins with `scene`.
    pub fn new(scene: Scene) -> Self {
        Self {
            past: Vec::new(),
            present: scene,
            selected: Arc::default(),
            future: Vec::new(),
            sealed: true,
        }
    }

    /// The state last recorded.
    pub fn present(&self) -> &Scene {
        &self.present
    }

    /// What was selected last in the state last recorded.
    pub fn selected(&self) -> &Selection {
        &self.selected
    }

    /// Notes what is selected in the present: coming back to it, that can be selected again.
    pub fn note_selected(&mut self, selection: &Selection) {
        if *self.selected != *selection {
            self.selected = Arc::new(selection.clone());
        }
    }

    /// Records `scene` as the result of `name`, unless nothing changed. Returns whether it did. One field set again and again,
    /// and nothing else in between, is one step.
    pub fn record(&mut self, name: &str, field: Option<Field>, scene: &Scene) -> bool {
        if *scene == self.present {
            return false;
        }
        let again = !self.sealed
            && self.future.is_empty()
            && field.is_some()
            && self.past.last().is_some_and(|step| step.field == field);
        let before = std::mem::replace(&mut self.present, scene.clone());
        self.sealed = false;
        if again {
            // Set back to what it was: as if it had never been touched.
            if self
                .past
                .last()
                .is_some_and(|step| step.scene == self.present)
            {
                self.past.pop();
                self.sealed = true;
            }
            return true;
        }
        self.past.push(Step {
            name: name.to_owned(),
            field,
            scene: before,
            selected: Arc::clone(&self.selected),
        });
        if self.past.len() > MAX_STEPS {
            self.past.remove(0);
        }
        self.future.clear();
        true
    }

    /// Makes the present one to come back to: the next edit is a step of its own.
    pub fn seal(&mut self) {
        self.sealed = true;
    }

    /// One step back: the state to show and the name of what was undone.
    pub fn undo(&mut self) -> Option<(Scene, String)> {
        let Step {
            name,
            field,
            scene,
            selected,
        } = self.past.pop()?;
        let undone = std::mem::replace(&mut self.present, scene);
        let selected = std::mem::replace(&mut self.selected, selected);
        self.future.push(Step {
            name: name.clone(),
            field,
            scene: undone,
            selected,
        });
        self.sealed = true;
        Some((self.present.clone(), name))
    }

    /// One step forward again: the state to show and the name of what was redone.
    pub fn redo(&mut self) -> Option<(Scene, String)> {
        let Step {
            name,
            field,
            scene,
            selected,
        } = self.future.pop()?;
        let before = std::mem::replace(&mut self.present, scene);
        let selected = std::mem::replace(&mut self.selected, selected);
        self.past.push(Step {
            name: name.clone(),
            field,
            scene: before,
            selected,
        });
        self.sealed = true;
        Some((self.present.clone(), name))
    }

    /// Goes to where just `done` steps are done: the state to show, if that is another.
    pub fn go_to(&mut self, done: usize) -> Option<Scene> {
        let before = self.past.len();
        while self.past.len() > done && self.undo().is_some() {}
        while self.past.len() < done && self.redo().is_some() {}
        (self.past.len() != before).then(|| self.present.clone())
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
