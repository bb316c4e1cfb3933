//! A scene being edited: its history, its selection, its file.

use crate::history::Field;
use crate::{History, Selection};
use std::path::{Path, PathBuf};
use steerwright_format::validate;
use steerwright_format::{self as format, FileError, FormatError, Loaded};
use steerwright_runtime::scene::Scene;

/// A scene being edited.
///
/// Edits are made straight to [`Session::scene`]; [`Session::commit`] turns whatever changed since into one named step once the
/// gesture is over, so that a gesture can never leave a step open.
#[derive(Clone, Debug)]
pub struct Session {
    /// The scene as it is at this moment, in the middle of a gesture perhaps.
    pub scene: Scene,
    /// What is selected.
    pub selection: Selection,
    history: History,
    saved: Scene,
    /// Absolute, so that it means the same file in another folder and another process.
    path: Option<PathBuf>,
    step_name: Option<String>,
    /// What was selected when the gesture began that is going on.
    selected_before: Option<Selection>,
    /// The field being set, if the edit is nothing else.
    field: Option<Field>,
    revision: u64,
}

impl Session {
    /// A session on a scene that has no file yet.
    pub fn new(scene: Scene) -> Self {
        Self {
            history: History::new(scene.clone()),
            saved: scene.clone(),
            scene,
            selection: Selection::default(),
            path: None,
            step_name: None,
            selected_before: None,
            field: None,
            revision: 0,
        }
    }

    /// A session on the scene in the file at `path`, and the pointers of fields in it that are not known.
    ///
    /// # Errors
    /// A [`FileError`] that prints as `file:place: message`.
    pub fn open(path: &Path) -> Result<(Self, Vec<String>), FileError> {
        let Loaded {
            value,
            unknown_fields,
        } = format::load_scene(path)?;
        Ok((
            Self {
                path: Some(absolute(path)?),
                ..Self::new(value)
            },
            unknown_fields,
        ))
    }

    /// A session on a scene that nothing keeps yet: it has no file, and leaving it asks.
    pub fn unsaved(scene: Scene) -> Self {
        Self {
            saved: Scene::default(),
            ..Self::new(scene)
        }
    }

    /// A session that goes on from a recovered scene, which differs from what is saved at `path`: undone, that is what is left. If
    /// nothing can be read there, the history begins with the recovered scene, which nothing keeps yet. A relative path is no file:
    /// the folder that it was relative to is not known.
    pub fn recovered(scene: Scene, path: Option<PathBuf>) -> Self {
        let path = path.filter(|path| path.is_absolute());
        if let Some((mut session, _)) = path.as_deref().and_then(|path| Self::open(path).ok()) {
            session.scene = scene;
            session.name_step("Recover");
            session.commit();
            return session;
        }
        Self {
            path,
            ..Self::unsaved(scene)
        }
    }

    /// Saves at `path` and takes it as the session's file.
    ///
    /// # Errors
    /// A [`FileError`]; what was in the file before is then untouched, and the session is as it was.
    pub fn save_as(&mut self, path: &Path) -> Result<(), FileError> {
        self.commit();
        let path = absolute(path)?;
        format::save_scene(&self.scene, &path)?;
        self.path = Some(path);
        self.saved = self.scene.clone();
        self.history.seal();
        Ok(())
    }

    /// Takes in what another program wrote to the session's file, as one step. Returns the pointers of fields in it that are not
    /// known; none if the scene has no file.
    ///
    /// # Errors
    /// A [`FileError`]; the session is then as it was.
    pub fn reload(&mut self) -> Result<Vec<String>, FileError> {
        let Some(path) = &self.path else {
            return Ok(vec![]);
        };
        let Loaded {
            value,
            unknown_fields,
        } = format::load_scene(path)?;
        self.commit();
        self.saved = value.clone();
        self.scene = value;
        self.name_step("Reload from disk");
        self.commit();
        Ok(unknown_fields)
    }

    /// The session's file; always absolute.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether the scene differs from what is saved.
    pub fn is_dirty(&self) -> bool {
        self.scene != self.saved
    }

    /// Says what the edit being made is called; the last name before [`Session::commit`] counts.
    pub fn name_step(&mut self, name: impl Into<String>) {
        self.step_name = Some(name.into());
        self.field = None;
    }

    /// Says that the edit being made sets one field of what is selected: as long as only that is set, it stays one step.
    pub fn name_field_step(&mut self, name: impl Into<String>) {
        let name = name.into();
        self.field = Some((self.selection.primary(), name.clone()));
        self.step_name = Some(name);
    }

    /// What was done so far is a step of its own, even if the same field is set again.
    pub fn end_step(&mut self) {
        self.history.seal();
    }

    /// A gesture begins: what was edited before is a step of its own, and if the gesture is taken back, what is selected now will be
    /// selected again.
    pub fn begin_gesture(&mut self) {
        self.commit();
        self.selected_before = Some(self.selection.clone());
    }

    /// Records what changed since the last step, under the name given to it. Returns whether anything had.
    pub fn commit(&mut self) -> bool {
        let name = self.step_name.take().unwrap_or_else(|| "Edit".into());
        self.selected_before = None;
        let field = self.field.take();
        let mut recorded = false;
        if self.scene != *self.history.present() {
            validate::round_numbers(&mut self.scene);
            recorded = self.history.record(&name, field, &self.scene);
            self.revision += u64::from(recorded);
        }
        self.selection.retain_existing(&self.scene);
        self.history.note_selected(&self.selection);
        recorded
    }

    /// Takes back whatever changed since the last step, the selection included if a gesture was going on.
    pub fn roll_back(&mut self) {
        self.scene = self.history.present().clone();
        self.step_name = None;
        if let Some(before) = self.selected_before.take() {
            self.selection = before;
        }
        self.field = None;
        self.selection.retain_existing(&self.scene);
    }

    /// One step back; what was going on is taken back first. Returns the name of what was undone.
    pub fn undo(&mut self) -> Option<String> {
        self.roll_back();
        let (scene, name) = self.history.undo()?;
        self.show(scene);
        Some(name)
    }

    /// One step forward again. Returns the name of what was redone.
    pub fn redo(&mut self) -> Option<String> {
        self.roll_back();
        let (scene, name) = self.history.redo()?;
        self.show(scene);
        Some(name)
    }

    /// Goes to where just `done` steps are done; what was going on is taken back first.
    pub fn go_to_step(&mut self, done: usize) {
        self.roll_back();
        if let Some(scene) = self.history.go_to(done) {
            self.show(scene);
        }
    }

    /// Goes back to where just `done` steps were done, if all since are called one of these: a cancel of what made them, which can
    /// still be redone.
    pub fn take_back_to(&mut self, done: usize, named: &[&str]) {
        self.commit();
        let (names, present) = self.history.steps();
        let own = names
            .get(done..present)
            .is_some_and(|since| since.iter().all(|name| named.contains(name)));
        if own && done < present {
            self.go_to_step(done);
        }
    }

    /// Shows another state. What is selected stays so; if not all of that is there, what was selected then is again.
    fn show(&mut self, scene: Scene) {
        self.scene = scene;
        self.revision += 1;
        let before = self.selection.len();
        self.selection.retain_existing(&self.scene);
        if self.selection.is_empty() || self.selection.len() < before {
            self.selection = self.history.selected().clone();
            self.selection.retain_existing(&self.scene);
        }
        self.history.note_selected(&self.selection);
    }

    /// The steps so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Counts the steps made, undone and redone.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The title of the window: the file's name, or the scene's.
    pub fn title(&self) -> String {
        let name = self
            .path
            .as_deref()
            .and_then(Path::file_name)
            .map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| {
            if self.scene.name.is_empty() {
                "Untitled".into()
            } else {
                self.scene.name.clone()
            }
        })
    }
}

/// `path` from the root, with symbolic links as the person named them.
fn absolute(path: &Path) -> Result<PathBuf, FileError> {
    std::path::absolute(path).map_err(|source| {
        let help = "give the whole path, from the root".into();
        FileError::new(
            path,
            FormatError::Io {
                action: "cannot find the folder of this path",
                source,
                help,
            },
        )
    })
}
