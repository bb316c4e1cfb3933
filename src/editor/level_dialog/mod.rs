//! The dialog that imports a level: what a map contains, what it becomes, and what is left out.

mod list;
mod merging;
mod picture;

use crate::editor::files::outside_files::{OutsideAnswer, outside_files_ui};
use crate::editor::pictures::is_map;
use crate::editor::theme;
use crate::editor::theme::default_button_ui;
use crate::editor::widgets::expression_field::number_field;
use egui::{Button, Context, Id, Modal, RichText, ScrollArea, Ui};
pub use merging::Merged;
use merging::Merging;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use steerwright_authoring::edit::naming::sentence;
use steerwright_authoring::pictures;
use steerwright_authoring::remembered::imports;
use steerwright_export::level::{self, Becomes, Level, Placing};
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::export_options::{MAX_SCALE, MIN_SCALE};

/// In lower windows, what is between the heading and the buttons scrolls. In points.
const LOW: f32 = 520.0;
/// The heading, the buttons and the space around them, in points.
const HEADING_AND_BUTTONS: f32 = 160.0;
/// The list and the picture are this much lower than the window.
const OTHER_HEIGHT: f32 = 356.0;
/// The height of a note about the map, in points.
const NOTE_HEIGHT: f32 = 20.0;

/// The state of the open dialog.
pub struct LevelDialog {
    path: PathBuf,
    level: Arc<Level>,
    import: level::Import,
    /// Whether the scene has items from this map.
    is_known: bool,
    /// Whether items from this map were deleted in the scene.
    has_deleted: bool,
    /// Whether to ask for the files outside the folder of the map.
    asks_outside: bool,
    /// Whether to add the map as a picture. `None` if it cannot be one, or is one already.
    with_picture: Option<bool>,
    merging: Merging,
    picture: picture::Picture,
}

/// What the user chose.
pub enum LevelAction {
    /// Import the level.
    Import(Box<ImportedLevel>),
    /// Read the map again, with the files outside its folder.
    ReadOutside(PathBuf),
    /// Close the dialog.
    Cancel,
}

/// A level that was brought into the scene.
pub struct ImportedLevel {
    /// The path of the map.
    pub path: PathBuf,
    /// The map, as the scene remembers it.
    pub file: String,
    /// The scene with the level in it.
    pub merged: Merged,
    /// Whether the user wants the map as a picture, too.
    pub with_picture: bool,
}

impl LevelDialog {
    /// The dialog for the map at `path`, with the choices that the scene remembers.
    pub fn new(path: &Path, level: Level, scene: &Scene, scene_file: Option<&Path>) -> Self {
        let remembered = imports::remembered(scene, path, scene_file);
        let placing = remembered.map_or(Placing::of(&level), |import| Placing {
            pixels_per_unit: import.pixels_per_unit,
            at: import.at,
        });
        let before = remembered.map(|import| import.becomes.clone());
        let import = level::Import {
            file: imports::file_text(scene, path, scene_file),
            placing,
            choices: level.choices(&[], &before.unwrap_or_default()),
            delete_gone: false,
            with_deleted: false,
        };
        let level = Arc::new(level);
        let beside = scene_file.and_then(Path::parent);
        let can_be_picture = is_map(path) && !pictures::has_file(scene, path, beside);
        Self {
            with_picture: can_be_picture.then_some(false),
            path: path.to_owned(),
            is_known: remembered.is_some(),
            has_deleted: remembered.is_some_and(|import| !import.deleted.is_empty()),
            asks_outside: !level.outside.is_empty(),
            picture: picture::Picture::of(&level),
            merging: Merging::new(Arc::clone(&level)),
            level,
            import,
        }
    }

    /// Draws the dialog.
    pub fn ui(&mut self, ctx: &Context, scene: &Scene) -> Option<LevelAction> {
        let name = self.path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let screen = ctx.content_rect().size();
        let modal = Modal::new(Id::unique("import level")).show(ctx, |ui| {
            ui.set_width((screen.x - 80.0).min(980.0));
            if self.asks_outside {
                self.outside_ui(ui)
            } else {
                let others = OTHER_HEIGHT + NOTE_HEIGHT * self.level.notes.len() as f32;
                let height = (screen.y - others).clamp(160.0, 520.0);
                self.level_ui(ui, &name, scene, height)
            }
        });
        let closes = modal.should_close();
        modal
            .inner
            .or_else(|| closes.then_some(LevelAction::Cancel))
    }

    fn outside_ui(&mut self, ui: &mut Ui) -> Option<LevelAction> {
        let consequence = "Without them, collision shapes and templates in them are left out.";
        let without = "Import without them";
        let files = &self.level.outside;
        match outside_files_ui(ui, &self.path, files, consequence, without)? {
            OutsideAnswer::Read => Some(LevelAction::ReadOutside(self.path.clone())),
            OutsideAnswer::Without => {
                self.asks_outside = false;
                None
            }
            OutsideAnswer::Cancel => Some(LevelAction::Cancel),
        }
    }

    fn level_ui(
        &mut self,
        ui: &mut Ui,
        name: &str,
        scene: &Scene,
        height: f32,
    ) -> Option<LevelAction> {
        let weak = theme::colors(ui).text_weak;
        ui.heading(format!("Import {name}"));
        let hint = if self.is_known {
            "Updates what came from this map, and keeps what you added or renamed."
        } else {
            "Adds the level to the scene. Importing the map again updates it."
        };
        ui.label(RichText::new(hint).color(weak));
        for note in &self.level.notes {
            ui.label(RichText::new(format!("Note: {note}.")).color(weak));
        }
        ui.add_space(6.0);
        let screen = ui.ctx().content_rect().height();
        let can_import = if screen < LOW {
            ScrollArea::vertical()
                .id_salt("import")
                .max_height((screen - HEADING_AND_BUTTONS).max(0.0))
                .show(ui, |ui| self.choices_ui(ui, scene, height))
                .inner
        } else {
            self.choices_ui(ui, scene, height)
        };
        ui.add_space(8.0);
        let (import, cancel) = ui
            .horizontal(|ui| {
                let import = ui.add_enabled_ui(can_import, |ui| default_button_ui(ui, "Import"));
                (import.inner, ui.add(Button::new("Cancel")).clicked())
            })
            .inner;
        if import
            && can_import
            && let Some(merged) = self.merging.take()
        {
            return Some(LevelAction::Import(Box::new(ImportedLevel {
                path: self.path.clone(),
                file: self.import.file.clone(),
                merged,
                with_picture: self.with_picture == Some(true),
            })));
        }
        cancel.then_some(LevelAction::Cancel)
    }

    /// Draws what is imported and where. Returns whether anything is.
    fn choices_ui(&mut self, ui: &mut Ui, scene: &Scene, height: f32) -> bool {
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                let width = (ui.available_width() - 12.0) * 0.56;
                ui.set_width(width);
                list::list_ui(ui, &self.level, &mut self.import.choices, height);
            });
            ui.vertical(|ui| {
                let size = egui::vec2(ui.available_width(), height - 110.0);
                self.picture.ui(ui, &self.level, &self.import.choices, size);
                self.left_out_ui(ui, 104.0);
            });
        });
        ui.add_space(6.0);
        self.placing_ui(ui, &scene.unit);
        if let Some(with_picture) = &mut self.with_picture {
            theme::checkbox_ui(ui, with_picture, "Add the map as a picture")
                .on_hover_text("Shows the tiles of the map underneath, in the same place.");
        }
        self.outcome_ui(ui, scene)
    }

    /// Says what the import will change. Returns whether it can be done.
    fn outcome_ui(&mut self, ui: &mut Ui, scene: &Scene) -> bool {
        match self.merging.update(ui.ctx(), scene, &self.import) {
            None => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label("Comparing the map with the scene…");
                });
                false
            }
            Some(Ok(Merged { changes, .. })) => {
                ui.label(sentence(&changes.preview()));
                // Choices are remembered even if no item changes.
                !changes.is_nothing() || !changes.gone.is_empty()
            }
            Some(Err(error)) => {
                let line = error.lines().next().unwrap_or_default();
                theme::status_ui(ui, false, line).on_hover_text(error.as_str());
                false
            }
        }
    }

    fn left_out_ui(&self, ui: &mut Ui, height: f32) {
        let weak = theme::colors(ui).text_weak;
        let left_out = match self.merging.last() {
            Some(merged) => &merged.changes.left_out,
            None => &self.level.left_out,
        };
        if left_out.is_empty() {
            ui.label(RichText::new("Nothing will be left out.").color(weak));
            return;
        }
        ui.label(format!("Will be left out ({})", left_out.len()));
        ScrollArea::vertical()
            .id_salt("left out")
            .max_height(height - 24.0)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for line in left_out {
                    ui.label(RichText::new(line.to_string()).color(weak));
                }
            });
    }

    fn placing_ui(&mut self, ui: &mut Ui, unit: &str) {
        ui.horizontal(|ui| {
            let placing = &mut self.import.placing;
            let name = ui.label("Pixels per unit").id;
            let field =
                number_field(ui, &mut placing.pixels_per_unit, " px").range(MIN_SCALE..=MAX_SCALE);
            ui.add(field).labelled_by(name);
            for (label, value) in [
                ("Origin X", &mut placing.at.x),
                ("Origin Y", &mut placing.at.y),
            ] {
                let name = ui.label(label).id;
                let field = number_field(ui, value, &format!(" {unit}"));
                ui.add(field).labelled_by(name);
            }
            if self.is_known {
                theme::checkbox_ui(
                    ui,
                    &mut self.import.delete_gone,
                    "Delete what is gone from the map",
                )
                .on_hover_text("What the scene still uses is kept.");
            }
            if self.has_deleted {
                theme::checkbox_ui(ui, &mut self.import.with_deleted, "Restore deleted items")
                    .on_hover_text("Imports again what you deleted from the scene.");
            }
        });
    }
}

/// The words for what something becomes.
fn label(becomes: Becomes) -> String {
    if becomes == Becomes::BlockedCells {
        "Blocked cells".into()
    } else {
        sentence(becomes.word())
    }
}
