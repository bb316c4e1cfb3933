//! A simple file dialog for systems that have none: a path field and a list.

pub use crate::editor::files::folder_listing::Purpose;

use crate::editor::files::folder_listing::Listing;
use crate::editor::widgets::dialog;
use egui::text::{CCursor, CCursorRange};
use egui::{Id, Key, Modal, Modifiers, RichText, ScrollArea, TextEdit, Ui};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The height of the field above the list of a folder, with its labels, in points.
const FIELD_HEIGHT: f32 = 84.0;
/// The least height of that list, in points.
const MIN_LIST_HEIGHT: f32 = 60.0;

/// The result of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedAnswer {
    /// The selected path, absolute.
    Picked(PathBuf),
    /// The dialog was canceled.
    Canceled,
}

/// The state of the open dialog.
#[derive(Debug)]
pub struct TypedPath {
    title: String,
    purpose: Purpose,
    /// Without the leading dot.
    extension: Option<&'static str>,
    /// Why there is no native dialog.
    why: Option<String>,
    text: String,
    error: Option<String>,
    /// The file to replace, while asking for confirmation.
    replacing: Option<PathBuf>,
    wants_focus: bool,
    listed: Option<Listing>,
}

impl TypedPath {
    /// A dialog that starts at `start`, a suggested file or a folder. `extension` has no leading
    /// dot; `why` explains in one sentence why there is no native dialog.
    pub fn new(
        title: impl Into<String>,
        purpose: Purpose,
        extension: Option<&'static str>,
        start: &Path,
        why: Option<String>,
    ) -> Self {
        let start = std::path::absolute(start).unwrap_or_else(|_| start.to_owned());
        let text = if start.is_dir() && purpose != Purpose::Folder {
            as_folder(&start)
        } else {
            start.display().to_string()
        };
        Self {
            title: title.into(),
            purpose,
            extension,
            why,
            text,
            error: None,
            replacing: None,
            wants_focus: true,
            listed: None,
        }
    }

    /// The dialog, asking for confirmation to replace the file at `path`.
    #[must_use]
    pub fn asking_to_replace(mut self, path: &Path) -> Self {
        self.text = path.display().to_string();
        self.replacing = Some(path.to_owned());
        self
    }

    /// Draws the dialog and returns its result in the frame in which it is closed.
    pub fn ui(&mut self, ctx: &egui::Context) -> Option<TypedAnswer> {
        let modal = Modal::new(Id::unique("typed path")).show(ctx, |ui| {
            dialog::fit_width(ui, 520.0);
            ui.heading(&self.title);
            match self.replacing.clone() {
                Some(path) => self.replace_ui(ui, path),
                None => self.path_ui(ui),
            }
        });
        let escaped = modal.is_top_modal
            && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if !escaped {
            modal.inner
        } else if self.replacing.take().is_some() {
            self.wants_focus = true;
            None
        } else {
            Some(TypedAnswer::Canceled)
        }
    }

    fn replace_ui(&mut self, ui: &mut Ui, path: PathBuf) -> Option<TypedAnswer> {
        ui.label(format!("{} already exists. Replace it?", path.display()));
        ui.horizontal(|ui| {
            if ui.button("Replace").clicked() {
                return Some(TypedAnswer::Picked(path));
            }
            let back = ui.button("Back");
            // The safe choice, in case Enter is pressed twice.
            if ui.memory(|memory| memory.focused().is_none()) {
                back.request_focus();
            }
            if back.clicked() {
                self.replacing = None;
                self.wants_focus = true;
            }
            None
        })
        .inner
    }

    fn path_ui(&mut self, ui: &mut Ui) -> Option<TypedAnswer> {
        if let Some(why) = &self.why {
            ui.label(RichText::new(why).weak());
        }
        let label = ui.label(if self.purpose == Purpose::Folder {
            "Folder"
        } else {
            "Path"
        });
        let field = ui
            .add(TextEdit::singleline(&mut self.text).desired_width(f32::INFINITY))
            .labelled_by(label.id);
        if std::mem::take(&mut self.wants_focus) {
            field.request_focus();
            self.place_cursor(ui, field.id);
        }
        if field.changed() {
            self.error = None;
        }
        if let Some(error) = &self.error {
            ui.colored_label(ui.visuals().error_fg_color, error);
        }
        self.list_ui(ui);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.horizontal(|ui| {
            if ui.button(self.verb()).clicked() || entered {
                return self.accept();
            }
            ui.button("Cancel")
                .clicked()
                .then_some(TypedAnswer::Canceled)
        })
        .inner
    }

    /// Puts the cursor at the end. When saving, selects the name without its extension, so that
    /// typing replaces it.
    fn place_cursor(&self, ui: &Ui, field: Id) {
        let end = self.text.chars().count();
        let name = self.text.rsplit(MAIN_SEPARATOR).next().unwrap_or_default();
        let file_name = self
            .extension
            .and_then(|extension| name.strip_suffix(&format!(".{extension}")));
        let range = match file_name {
            Some(file_name) if self.purpose == Purpose::SaveFile => {
                let start = end - name.chars().count();
                CCursorRange::two(
                    CCursor::new(start),
                    CCursor::new(start + file_name.chars().count()),
                )
            }
            _ => CCursorRange::one(CCursor::new(end)),
        };
        let mut state = TextEdit::load_state(ui.ctx(), field).unwrap_or_default();
        state.cursor.set_char_range(Some(range));
        state.store(ui.ctx(), field);
    }

    fn verb(&self) -> &'static str {
        match self.purpose {
            Purpose::OpenFile => "Open",
            Purpose::SaveFile => "Save",
            Purpose::Folder => "Choose",
        }
    }

    fn list_ui(&mut self, ui: &mut Ui) {
        let folder = self.shown_folder();
        if self
            .listed
            .as_ref()
            .is_none_or(|listing| listing.folder != folder)
        {
            self.listed = Some(Listing::of(&folder, self.purpose, self.extension));
        }
        let Some(listing) = &self.listed else { return };
        let mut clicked = None;
        ui.label(RichText::new(format!("In {}", listing.folder.display())).weak());
        ScrollArea::vertical()
            .max_height(
                (dialog::body_height(ui.ctx()) - FIELD_HEIGHT).clamp(MIN_LIST_HEIGHT, 220.0),
            )
            .min_scrolled_height(MIN_LIST_HEIGHT)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                if let Some(error) = &listing.unreadable {
                    ui.label(RichText::new(error).weak());
                }
                if let Some(parent) = listing.folder.parent()
                    && ui.selectable_label(false, "..").clicked()
                {
                    clicked = Some(as_folder(parent));
                }
                for name in &listing.folders {
                    if ui
                        .selectable_label(false, format!("{name}{MAIN_SEPARATOR}"))
                        .clicked()
                    {
                        clicked = Some(as_folder(&listing.folder.join(name)));
                    }
                }
                for name in &listing.files {
                    let path = listing.folder.join(name);
                    if ui
                        .selectable_label(self.typed_path() == path, name)
                        .clicked()
                    {
                        clicked = Some(path.display().to_string());
                    }
                }
            });
        if let Some(text) = clicked {
            self.go_to(text);
        }
    }

    fn go_to(&mut self, mut text: String) {
        // Entering a folder keeps the name to save.
        if self.purpose == Purpose::SaveFile
            && text.ends_with(MAIN_SEPARATOR)
            && !self.text.ends_with(MAIN_SEPARATOR)
            && let Some(name) = self.typed_path().file_name()
            && !self.typed_path().is_dir()
        {
            text.push_str(&name.to_string_lossy());
        }
        self.text = text;
        self.error = None;
        self.wants_focus = true;
    }

    /// The path in the field with `~` expanded, relative to the folder in which the process was
    /// started.
    fn typed_path(&self) -> PathBuf {
        let text = self.text.trim();
        let path = match text.strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with(['/', MAIN_SEPARATOR]) => {
                home().join(rest.trim_start_matches(['/', MAIN_SEPARATOR]))
            }
            _ => PathBuf::from(text),
        };
        std::path::absolute(&path).unwrap_or(path)
    }

    fn shown_folder(&self) -> PathBuf {
        let typed_path = self.typed_path();
        let nearest = typed_path.ancestors().find(|folder| folder.is_dir());
        nearest.map_or_else(|| PathBuf::from("."), Path::to_owned)
    }

    fn accept(&mut self) -> Option<TypedAnswer> {
        self.wants_focus = true;
        if self.text.trim().is_empty() {
            self.error = Some("Type a path or choose one from the list.".into());
            return None;
        }
        let typed_path = self.typed_path();
        if self.purpose != Purpose::Folder && typed_path.is_dir() {
            self.go_to(as_folder(&typed_path));
            self.error = Some("This is a folder; add a file name.".into());
            return None;
        }
        match self.purpose {
            Purpose::OpenFile => {
                // The name may be typed without its extension.
                let found = [
                    typed_path.clone(),
                    with_extension(&typed_path, self.extension),
                ]
                .into_iter()
                .find(|path| path.is_file());
                if found.is_none() {
                    self.error = Some(
                        "This file does not exist; fix the path or choose a file from the list."
                            .into(),
                    );
                }
                found.map(TypedAnswer::Picked)
            }
            Purpose::SaveFile => {
                let path = with_extension(&typed_path, self.extension);
                if !path.parent().is_some_and(Path::is_dir) {
                    self.error = Some(
                        "The folder does not exist; fix the path or choose another folder.".into(),
                    );
                    None
                } else if path.is_dir() {
                    self.error = Some(format!(
                        "{} is a folder; enter another file name.",
                        path.display()
                    ));
                    None
                } else if path.exists() {
                    self.replacing = Some(path);
                    None
                } else {
                    Some(TypedAnswer::Picked(path))
                }
            }
            Purpose::Folder => {
                if typed_path.exists() && !typed_path.is_dir() {
                    self.error = Some("This is a file; choose a folder.".into());
                    return None;
                }
                Some(TypedAnswer::Picked(typed_path))
            }
        }
    }
}

/// Appends `extension` to `path`. A name that already has the last part of the extension
/// ("sample.json" for "scene.json") is kept.
pub fn with_extension(path: &Path, extension: Option<&str>) -> PathBuf {
    let (Some(extension), Some(name)) = (extension, path.file_name()) else {
        return path.to_owned();
    };
    let last = extension.rsplit('.').next().unwrap_or(extension);
    let lower = name.to_string_lossy().to_lowercase();
    if lower.ends_with(&format!(".{last}")) {
        return path.to_owned();
    }
    // "sample.scene" only lacks ".json".
    let has_first_part = extension
        .strip_suffix(&format!(".{last}"))
        .is_some_and(|first| lower.ends_with(&format!(".{first}")));
    let mut full = name.to_owned();
    full.push(".");
    full.push(if has_first_part { last } else { extension });
    path.with_file_name(full)
}

fn as_folder(path: &Path) -> String {
    let mut text = path.display().to_string();
    if !text.ends_with(MAIN_SEPARATOR) {
        text.push(MAIN_SEPARATOR);
    }
    text
}

fn home() -> PathBuf {
    directories::BaseDirs::new()
        .map_or_else(|| PathBuf::from("."), |dirs| dirs.home_dir().to_owned())
}
