//! Importing exported files, and files dropped on the window.

use crate::editor::app::App;
use crate::editor::app::commands::view;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::files::reading::{ImportConsent, ReadImport};
use crate::editor::app::messages::ModalDialog;
use crate::editor::level_dialog::{ImportedLevel, LevelAction, LevelDialog, Merged};
use crate::editor::pictures::is_picture;
use egui::Context;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use steerwright_authoring::command::ViewCommand;
use steerwright_authoring::{Item, Session};
use steerwright_export as export;
use steerwright_export::level::Changes;
use steerwright_format::{FileError, FormatError, PRESET_EXTENSION, SCENE_EXTENSION};
use steerwright_runtime::scene::Scene;

impl App {
    pub(crate) fn open_dropped_files(&mut self, ctx: &Context) {
        let dropped: Vec<PathBuf> = ctx.input(|i| {
            i.raw
                .dropped_files
                .iter()
                .map(|file| file.path().to_owned())
                .collect()
        });
        let (images, dropped): (Vec<_>, Vec<_>) =
            dropped.into_iter().partition(|path| is_picture(path));
        // A file dragged from elsewhere does not move the pointer of every system.
        let at = ctx.input(|i| i.pointer.latest_pos());
        self.add_pictures(images, at.and_then(|at| self.panels.canvas.point_at(at)));
        // Presets are added to the scene. Of several scenes, the first is opened.
        let (presets, scenes): (Vec<_>, Vec<_>) = dropped
            .into_iter()
            .partition(|path| path.to_string_lossy().ends_with(PRESET_EXTENSION));
        let Some(path) = scenes.into_iter().next() else {
            if !presets.is_empty() {
                self.load_presets(presets, None, ctx);
            }
            return;
        };
        let imported = is_of_another_program(&path);
        if !presets.is_empty() {
            let next = if imported {
                PendingAction::Import(path)
            } else {
                PendingAction::Open(path)
            };
            self.load_presets(presets, Some(next), ctx);
        } else if imported {
            self.import_file(&path, ImportConsent::Ask, ctx);
        } else {
            self.confirm_and_run(PendingAction::Open(path), ctx);
        }
    }

    /// Shows an exported file that was read as a new, unsaved scene, or what a map contains. If it
    /// is invalid, nothing changes.
    pub(crate) fn show_imported(
        &mut self,
        path: &Path,
        consent: ImportConsent,
        read: Result<ReadImport, FormatError>,
    ) {
        match read {
            Ok(ReadImport::Scene(scene)) => {
                self.cancel_open_edits();
                self.document.session.commit();
                if consent == ImportConsent::Ask && self.document.session.is_dirty() {
                    let next = PendingAction::Import(path.to_owned());
                    self.messages.ask(ModalDialog::Unsaved(next));
                } else {
                    self.show_imported_scene(path, *scene);
                }
            }
            Ok(ReadImport::Level(level)) => {
                self.cancel_open_edits();
                self.document.session.commit();
                let session = &self.document.session;
                let dialog = LevelDialog::new(path, *level, &session.scene, session.path());
                self.windows.level = Some(dialog);
            }
            Ok(ReadImport::Unknown) => {
                let why = export::not_importable(path);
                let text = format!("{}: {why}", path.display());
                self.messages.show_error("The file was not imported", text);
            }
            Err(fault) => self.messages.show_error(
                "The file was not imported",
                FileError::new(path, fault).to_string(),
            ),
        }
    }

    fn show_imported_scene(&mut self, path: &Path, mut scene: Scene) {
        let name = file_name(path);
        let file_name = export::importable_extension(path)
            .and_then(|extension| name.get(..name.len() - extension.len() - 1))
            .unwrap_or(&name);
        // Prefer the name in the file, which can contain any character, unless the file was
        // renamed.
        if scene.name.is_empty() || export::file_name(&scene.name) != file_name {
            scene.name = file_name.to_owned();
        }
        self.show_session(Session::unsaved(scene));
        self.files.journaled = None;
        self.document.select_first_agent();
        self.messages
            .notify(format!("Imported {name} as a new scene"));
    }

    /// Draws the dialog that imports a level.
    pub(crate) fn level_dialog_ui(&mut self, ctx: &Context) {
        let Some(mut dialog) = self.windows.level.take() else {
            return;
        };
        match dialog.ui(ctx, &self.document.session.scene) {
            None => self.windows.level = Some(dialog),
            Some(LevelAction::Cancel) => {}
            Some(LevelAction::ReadOutside(path)) => {
                if let Ok(path) = std::path::absolute(&path) {
                    self.pictures.allow_map(path);
                }
                self.import_file(&path, ImportConsent::ReadOutside, ctx);
            }
            Some(LevelAction::Import(imported)) => self.show_imported_level(*imported),
        }
    }

    /// Shows the scene with a level in it as one step, and says what changed.
    fn show_imported_level(&mut self, imported: ImportedLevel) {
        let ImportedLevel {
            path,
            file,
            merged,
            with_picture,
        } = imported;
        let Merged { scene, changes } = merged;
        let name = file_name(&path);
        let session = &mut self.document.session;
        let was_empty = session.scene.is_empty();
        let before: BTreeSet<Item> = items_from(&session.scene, &file).collect();
        session.scene = scene;
        session.name_step(format!("Import {name}"));
        session.commit();
        if was_empty {
            self.panels.canvas.refit();
        } else if !changes.added.is_empty() {
            let items = items_from(&session.scene, &file);
            let added: Vec<Item> = items.filter(|item| !before.contains(item)).collect();
            session.selection.set_all(added);
            if before.is_empty() {
                // The map may be far from what is in view.
                let zoom = ViewCommand::ZoomToSelection;
                view::perform(zoom, &mut self.panels.canvas, &mut self.document);
            }
        }
        if with_picture {
            self.add_pictures(vec![path], None);
        }
        self.messages
            .notify(format!("{name}: {}", changes.summary()));
        let lines = report(&changes);
        if !lines.is_empty() {
            let title = if changes.is_nothing() {
                format!("Nothing was imported from {name}")
            } else {
                format!("Imported {name}")
            };
            self.messages.show_error(&title, lines.join("\n"));
        }
    }
}

/// The items of a scene that came from a map.
fn items_from<'a>(scene: &'a Scene, file: &'a str) -> impl Iterator<Item = Item> + 'a {
    let imports = scene.editor.imports.iter();
    let import = imports.filter(move |import| import.file == file);
    import.flat_map(|import| {
        let walls = import.walls.keys().map(|&id| Item::Wall(id));
        let paths = import.paths.keys().map(|&id| Item::Path(id));
        let markers = import.markers.keys().map(|&id| Item::Marker(id));
        let agents = import.agents.keys().map(|&id| Item::Agent(id));
        walls.chain(paths).chain(markers).chain(agents)
    })
}

/// What the user should know after an import: what was changed, kept, and left out.
fn report(changes: &Changes) -> Vec<String> {
    let lists = [
        (&changes.updated, "Updated"),
        (&changes.kept, "Kept as edited"),
        (&changes.gone, "Gone from the map, but kept"),
        (&changes.deleted, "Deleted"),
    ];
    let lines = lists
        .into_iter()
        .flat_map(|(list, what)| list.iter().map(move |line| format!("{what}: {line}")));
    let left_out = changes
        .left_out
        .iter()
        .map(|line| format!("Left out: {line}"));
    lines.chain(left_out).collect()
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Whether a file is imported where a scene would be opened.
pub(crate) fn is_of_another_program(path: &Path) -> bool {
    export::importable_extension(path).is_some_and(|extension| extension != SCENE_EXTENSION)
}
