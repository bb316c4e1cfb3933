//! A scene being edited, with its history, selection and file.

pub mod history;
pub mod same_simulation;
pub mod selection;

use crate::presets::states;
use crate::presets::variants;
use crate::remembered::imports;
use crate::session::history::Field;
use crate::{History, Selection, pictures, properties};
use std::path::{Path, PathBuf};
use steerwright_format::{self as format, FileError, FormatError, Loaded};
use steerwright_format::{dangling, rounding};
use steerwright_runtime::scene::{Preset, PresetId, Scene, StateId};

/// A scene being edited.
///
/// Edits change [`Session::scene`] directly. [`Session::commit`] turns all changes since the last
/// step into one named step when the gesture is over, so a gesture can never leave a step open.
#[derive(Clone, Debug)]
pub struct Session {
    /// The current scene, possibly in the middle of a gesture.
    pub scene: Scene,
    /// The selection.
    pub selection: Selection,
    /// The preset of agents that are placed next. `None` for one that fits.
    pub agent_preset: Option<PresetId>,
    /// The state of a preset that the inspector and the rings show.
    pub edited_state: Option<(PresetId, StateId)>,
    history: History,
    saved: Scene,
    /// Absolute, so that it does not depend on the current folder.
    path: Option<PathBuf>,
    step_name: Option<String>,
    /// The selection before the current gesture.
    selected_before: Option<Selection>,
    /// The field that the current edit sets, if it does nothing else.
    field: Option<Field>,
    revision: u64,
    /// The step of the last reload since the scene was opened or saved.
    reload: Option<u64>,
}

impl Session {
    /// A session with a scene that has no file yet.
    pub fn new(scene: Scene) -> Self {
        Self {
            history: History::new(scene.clone()),
            saved: scene.clone(),
            scene,
            selection: Selection::default(),
            agent_preset: None,
            edited_state: None,
            path: None,
            step_name: None,
            selected_before: None,
            field: None,
            revision: 0,
            reload: None,
        }
    }

    /// The state of a preset that is edited: the one chosen, or the first.
    #[must_use]
    pub fn edited_state_of(&self, preset: &Preset) -> StateId {
        let chosen = self.edited_state.filter(|(owner, _)| *owner == preset.id);
        states::find_or_first(preset, chosen.map(|(_, state)| state))
    }

    /// A session with the scene in the file at `path`, and the JSON pointers of unknown fields.
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

    /// A session with a scene that was never saved: it has no file, and closing it asks to save.
    pub fn unsaved(scene: Scene) -> Self {
        Self {
            saved: Scene::default(),
            ..Self::new(scene)
        }
    }

    /// A session with a recovered scene. The recovery is one step on top of the saved scene at
    /// `path`, so it can be undone. If there is no readable file, the history starts with the
    /// recovered scene. A relative path is ignored because the folder that it was relative to is
    /// unknown.
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

    /// Saves to `path` and makes it the session's file. Returns the text of the file.
    ///
    /// # Errors
    /// A [`FileError`]; the file and the session are then unchanged.
    pub fn save_as(&mut self, path: &Path) -> Result<String, FileError> {
        let saved = self.save_as_if(path, || true)?;
        Ok(saved.unwrap_or_default())
    }

    /// Saves like [`save_as`](Self::save_as), but calls `may_replace` right before it replaces a
    /// file. If the answer is false, the file and the session are unchanged, and nothing is
    /// returned.
    ///
    /// # Errors
    /// Those of [`save_as`](Self::save_as).
    pub fn save_as_if(
        &mut self,
        path: &Path,
        may_replace: impl FnOnce() -> bool,
    ) -> Result<Option<String>, FileError> {
        self.commit();
        let path = absolute(path)?;
        let (from, to) = (self.path.as_deref().and_then(Path::parent), path.parent());
        let rebase = |scene: &mut Scene| {
            pictures::rebase(scene, from, to);
            imports::rebase(scene, from, to);
        };
        let renamed = self.name_from_file(&path);
        let old_name = self.scene.name.clone();
        let rebase = |scene: &mut Scene| {
            rebase(scene);
            if let (Some(name), true) = (&renamed, scene.name == old_name) {
                scene.name.clone_from(name);
            }
        };
        let mut scene = self.scene.clone();
        rebase(&mut scene);
        let text = format::write_scene(&scene).map_err(|error| FileError::new(&path, error))?;
        if !format::save_text_if(&text, &path, may_replace)? {
            return Ok(None);
        }
        // An undo must find the pictures and maps from the new folder too.
        self.history.change_all(rebase);
        self.scene = scene;
        self.path = Some(path);
        self.saved = self.scene.clone();
        self.reload = None;
        self.history.seal();
        Ok(Some(text))
    }

    /// The name that the scene takes from a new file, unless it was given another name than that of
    /// its file.
    fn name_from_file(&self, path: &Path) -> Option<String> {
        if self.path.as_deref() == Some(path) {
            return None;
        }
        let name = &self.scene.name;
        let is_from_file = name.is_empty()
            || *name == Scene::default().name
            || self.path.as_deref().and_then(file_stem).as_ref() == Some(name);
        file_stem(path).filter(|_| is_from_file)
    }

    /// Replaces the scene by what another program wrote to the session's file, as one step.
    pub fn reload(&mut self, scene: Scene) {
        self.commit();
        self.saved = scene.clone();
        self.scene = scene;
        self.name_step("Reload from disk");
        if self.commit() {
            self.reload = Some(self.history.last_step());
        }
    }

    /// Whether a reload was undone: the scene does not contain what is on disk.
    pub fn is_reload_undone(&self) -> bool {
        self.reload.is_some_and(|step| !self.history.contains(step))
    }

    /// The session's file, always absolute.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether the scene differs from the saved one.
    pub fn is_dirty(&self) -> bool {
        self.scene != self.saved
    }

    /// Names the step of the current edit. The last name before [`Session::commit`] is used.
    pub fn name_step(&mut self, name: impl Into<String>) {
        self.step_name = Some(name.into());
        self.field = None;
    }

    /// The name of the step that the current edit becomes. `None` if nothing has named it.
    pub fn step_name(&self) -> Option<&str> {
        self.step_name.as_deref()
    }

    /// Names a step that sets one field of the selected item. Setting the same field repeatedly
    /// stays one step.
    pub fn name_field_step(&mut self, name: impl Into<String>) {
        let name = name.into();
        self.field = Some((self.selection.primary(), name.clone()));
        self.step_name = Some(name);
    }

    /// Makes the next edit a step of its own, even if it sets the same field.
    pub fn end_step(&mut self) {
        self.history.seal();
    }

    /// Begins a gesture. Earlier edits become a step of their own, and the selection is stored in
    /// case the gesture is canceled.
    pub fn begin_gesture(&mut self) {
        self.commit();
        self.selected_before = Some(self.selection.clone());
    }

    /// Records the changes since the last step under its name. Returns whether there were any.
    pub fn commit(&mut self) -> bool {
        let name = self.step_name.take().unwrap_or_else(|| "Edit".into());
        self.selected_before = None;
        let field = self.field.take();
        let mut recorded = false;
        self.update_variants();
        let has_changed = self.scene != *self.history.present();
        if has_changed {
            dangling::remove_dangling(&mut self.scene);
            properties::forget_gone(self.history.present(), &mut self.scene);
            rounding::round_changed_numbers(&mut self.scene, self.history.present());
            recorded = self.history.record(&name, field, &self.scene);
            self.revision += u64::from(recorded);
        }
        // What was selected in the present state exists in it. In most frames, nothing has changed.
        if has_changed || self.selection != *self.history.selected() {
            self.selection.retain_existing(&self.scene);
            self.history.set_selected(&self.selection);
        }
        recorded
    }

    /// Passes the changes of presets since the last step on to their variants.
    pub fn update_variants(&mut self) {
        variants::update(self.history.present(), &mut self.scene);
    }

    /// Discards the changes since the last step. During a gesture, the selection is restored too.
    pub fn roll_back(&mut self) {
        self.scene = self.history.present().clone();
        self.step_name = None;
        if let Some(before) = self.selected_before.take() {
            self.selection = before;
        }
        self.field = None;
        self.selection.retain_existing(&self.scene);
    }

    /// Undoes one step, after discarding uncommitted changes. Returns the name of the step.
    pub fn undo(&mut self) -> Option<String> {
        self.roll_back();
        let (scene, name) = self.history.undo()?;
        self.show(scene);
        Some(name)
    }

    /// Redoes one step, after discarding uncommitted changes. Returns the name of the step.
    pub fn redo(&mut self) -> Option<String> {
        self.roll_back();
        let (scene, name) = self.history.redo()?;
        self.show(scene);
        Some(name)
    }

    /// Goes to the state after `done` steps, after discarding uncommitted changes.
    pub fn go_to_step(&mut self, done: usize) {
        self.roll_back();
        if let Some(scene) = self.history.go_to(done) {
            self.show(scene);
        }
    }

    /// Goes back to the state after `done` steps if all later steps have one of these names. This
    /// cancels the operation that made them; it can be redone.
    pub fn undo_to(&mut self, done: usize, named: &[&str]) {
        self.commit();
        let (names, present) = self.history.steps();
        let are_named = names
            .get(done..present)
            .is_some_and(|since| since.iter().all(|name| named.contains(name)));
        if are_named && done < present {
            self.go_to_step(done);
        }
    }

    /// Shows another state. Keeps the selection if all of it still exists, otherwise restores the
    /// selection of that state.
    fn show(&mut self, scene: Scene) {
        self.scene = scene;
        self.revision += 1;
        let before = self.selection.len();
        self.selection.retain_existing(&self.scene);
        if self.selection.is_empty() || self.selection.len() < before {
            self.selection = self.history.selected().clone();
            self.selection.retain_existing(&self.scene);
        }
        self.history.set_selected(&self.selection);
    }

    /// The undo history.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The number of steps made, undone and redone.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The window title: the name of the file, or of the scene.
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

/// The name of a scene file without its extension.
fn file_stem(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(&format!(".{}", format::SCENE_EXTENSION))?;
    (!stem.is_empty()).then(|| stem.to_owned())
}

/// Makes `path` absolute without resolving symbolic links.
fn absolute(path: &Path) -> Result<PathBuf, FileError> {
    std::path::absolute(path).map_err(|source| {
        let help = "enter an absolute path".into();
        FileError::new(
            path,
            FormatError::Io {
                action: "cannot make this path absolute",
                source,
                help,
            },
        )
    })
}
