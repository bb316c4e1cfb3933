//! Undo and redo by snapshots. Scenes share unchanged parts, so a step costs only what it changed.

use crate::{Item, Selection};
use std::sync::Arc;
use steerwright_runtime::scene::Scene;

/// An undo or redo step.
#[derive(Clone, Debug)]
struct Step {
    /// Later steps have higher ids.
    id: u64,
    /// The name of the edit that led away from this state.
    name: String,
    /// The field that the edit set, if it did nothing else.
    field: Option<Field>,
    scene: Scene,
    /// The selection when this state was left.
    selected: Arc<Selection>,
}

/// A field: the item that it belongs to, and the name of the step that sets it.
pub type Field = (Option<Item>, String);

/// The history limit. The oldest steps are dropped first.
const MAX_STEPS: usize = 1000;

/// The states of a scene.
#[derive(Clone, Debug)]
pub struct History {
    past: Vec<Step>,
    present: Scene,
    /// The last selection in the present state.
    selected: Arc<Selection>,
    future: Vec<Step>,
    /// Whether the next edit must be a step of its own.
    sealed: bool,
    /// The id of the last recorded step.
    last_id: u64,
}

impl History {
    /// A history that starts with `scene`.
    pub fn new(scene: Scene) -> Self {
        Self {
            past: Vec::new(),
            present: scene,
            selected: Arc::default(),
            future: Vec::new(),
            sealed: true,
            last_id: 0,
        }
    }

    /// The last recorded state.
    pub fn present(&self) -> &Scene {
        &self.present
    }

    /// The last selection in the present state.
    pub fn selected(&self) -> &Selection {
        &self.selected
    }

    /// Stores the selection of the present state, to restore it when an undo or redo returns to it.
    pub fn set_selected(&mut self, selection: &Selection) {
        if *self.selected != *selection {
            self.selected = Arc::new(selection.clone());
        }
    }

    /// Records `scene` as the result of the edit `name`. Returns whether anything changed. Setting
    /// one field repeatedly is merged into one step.
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
            // The field is back at its old value: drop the step.
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
        self.last_id += 1;
        self.past.push(Step {
            id: self.last_id,
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

    /// Changes all states in the same way, without a step.
    pub fn change_all(&mut self, mut change: impl FnMut(&mut Scene)) {
        let steps = self.past.iter_mut().chain(&mut self.future);
        steps
            .map(|step| &mut step.scene)
            .chain([&mut self.present])
            .for_each(&mut change);
    }

    /// Makes the next edit a step of its own.
    pub fn seal(&mut self) {
        self.sealed = true;
    }

    /// Goes one step back. Returns the state to show and the name of the undone step.
    pub fn undo(&mut self) -> Option<(Scene, String)> {
        let step = self.past.pop()?;
        Some(self.leave(step, |history| &mut history.future))
    }

    /// Goes one step forward. Returns the state to show and the name of the redone step.
    pub fn redo(&mut self) -> Option<(Scene, String)> {
        let step = self.future.pop()?;
        Some(self.leave(step, |history| &mut history.past))
    }

    /// Leaves the present for the state of a step, and keeps it among the steps on the other side.
    fn leave(
        &mut self,
        mut step: Step,
        other_side: fn(&mut Self) -> &mut Vec<Step>,
    ) -> (Scene, String) {
        std::mem::swap(&mut self.present, &mut step.scene);
        std::mem::swap(&mut self.selected, &mut step.selected);
        let name = step.name.clone();
        other_side(self).push(step);
        self.sealed = true;
        (self.present.clone(), name)
    }

    /// Goes to the state after `done` steps. Returns it if it differs from the present.
    pub fn go_to(&mut self, done: usize) -> Option<Scene> {
        let before = self.past.len();
        while self.past.len() > done && self.undo().is_some() {}
        while self.past.len() < done && self.redo().is_some() {}
        (self.past.len() != before).then(|| self.present.clone())
    }

    /// The id of the last step that is not undone; 0 if there is none.
    pub fn last_step(&self) -> u64 {
        self.past.last().map_or(0, |step| step.id)
    }

    /// Whether the present state contains the step with this id. Steps beyond the history limit
    /// cannot be undone.
    pub fn contains(&self, id: u64) -> bool {
        let oldest = self.past.first().or(self.future.last());
        oldest.is_none_or(|oldest| id < oldest.id) || self.past.iter().any(|step| step.id == id)
    }

    /// The name of the step that [`History::undo`] would undo.
    pub fn undo_name(&self) -> Option<&str> {
        self.past.last().map(|step| step.name.as_str())
    }

    /// The name of the step that [`History::redo`] would redo.
    pub fn redo_name(&self) -> Option<&str> {
        self.future.last().map(|step| step.name.as_str())
    }

    /// The names of all steps, oldest first, and how many of them are not undone.
    pub fn steps(&self) -> (Vec<&str>, usize) {
        let done = self.past.iter().map(|step| step.name.as_str());
        let undone = self.future.iter().rev().map(|step| step.name.as_str());
        (done.chain(undone).collect(), self.past.len())
    }
}
