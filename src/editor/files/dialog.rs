//! File and folder dialogs: the system's dialog on a background thread, or our own if there is
//! none.

use crate::editor::coverage::CoverageFile;
use crate::editor::files::typed_path::{Purpose, TypedAnswer, TypedPath, with_extension};
use crate::editor::log::take_dialog_errors;
use crate::editor::pictures;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use steerwright_export::level::drawing::DRAWABLE;
use steerwright_format::{PRESET_EXTENSION, SCENE_EXTENSION};
use steerwright_runtime::scene::PictureId;

/// If set to `typed`, the editor uses its own dialog instead of the system's.
pub const DIALOG_VARIABLE: &str = "STEERWRIGHT_DIALOG";

/// What a dialog asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A scene file to open.
    OpenScene,
    /// An exported file to import.
    Import,
    /// A picture to add.
    AddPicture,
    /// The file of a picture.
    LocatePicture(PictureId),
    /// Where to save the scene.
    SaveScene {
        /// The initial name, with or without a folder.
        suggested: PathBuf,
    },
    /// A preset file to load.
    LoadPreset,
    /// Where to save a preset.
    SavePreset {
        /// The initial name, with or without a folder.
        suggested: PathBuf,
    },
    /// Where to save the coverage.
    SaveCoverage {
        /// The kind of file.
        file: CoverageFile,
        /// The initial name, with or without a folder.
        suggested: PathBuf,
    },
    /// A folder to export to.
    ExportFolder {
        /// The initial folder.
        suggested: PathBuf,
    },
}

/// The result of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The selected path. Replacing an existing file was confirmed.
    Picked(Ask, PathBuf),
    /// The dialog was canceled.
    Canceled(Ask),
}

impl Ask {
    /// The title of the dialog.
    pub fn title(&self) -> &'static str {
        match self {
            Self::OpenScene => "Open scene",
            Self::Import => "Import",
            Self::AddPicture => "Add picture",
            Self::LocatePicture(_) => "Locate picture",
            Self::SaveScene { .. } => "Save scene",
            Self::LoadPreset => "Load preset",
            Self::SavePreset { .. } => "Save preset",
            Self::SaveCoverage { .. } => "Save coverage",
            Self::ExportFolder { .. } => "Export to folder",
        }
    }

    fn purpose(&self) -> Purpose {
        match self {
            Self::OpenScene
            | Self::Import
            | Self::AddPicture
            | Self::LocatePicture(_)
            | Self::LoadPreset => Purpose::OpenFile,
            Self::SaveScene { .. } | Self::SavePreset { .. } | Self::SaveCoverage { .. } => {
                Purpose::SaveFile
            }
            Self::ExportFolder { .. } => Purpose::Folder,
        }
    }

    fn extension(&self) -> Option<&'static str> {
        match self {
            Self::OpenScene | Self::SaveScene { .. } => Some(SCENE_EXTENSION),
            Self::LoadPreset | Self::SavePreset { .. } => Some(PRESET_EXTENSION),
            Self::SaveCoverage { file, .. } => Some(file.extension()),
            _ => None,
        }
    }

    /// The extensions of the files that the system's dialog shows; none for folders.
    fn extensions(&self) -> Vec<&'static str> {
        match self {
            Self::Import => steerwright_export::importable(),
            Self::AddPicture | Self::LocatePicture(_) => {
                [&pictures::EXTENSIONS[..], &DRAWABLE].concat()
            }
            _ => self.extension().into_iter().collect(),
        }
    }

    fn filter_name(&self) -> &'static str {
        match self {
            Self::OpenScene | Self::SaveScene { .. } => "Steerwright scenes",
            Self::LoadPreset | Self::SavePreset { .. } => "Steerwright presets",
            Self::Import => "Importable files",
            Self::AddPicture | Self::LocatePicture(_) => "Pictures",
            Self::SaveCoverage { file, .. } => match file {
                CoverageFile::Picture => "PNG pictures",
                CoverageFile::Table => "CSV tables",
            },
            Self::ExportFolder { .. } => "Folders",
        }
    }

    /// The initial path, given the last used folder.
    fn start(&self, last_folder: Option<&Path>) -> PathBuf {
        let folder = || {
            last_folder
                .map(Path::to_owned)
                .or_else(|| std::env::current_dir().ok())
                .unwrap_or_default()
        };
        match self {
            Self::OpenScene
            | Self::Import
            | Self::AddPicture
            | Self::LocatePicture(_)
            | Self::LoadPreset => folder(),
            Self::SaveScene { suggested }
            | Self::SavePreset { suggested }
            | Self::SaveCoverage { suggested, .. }
            | Self::ExportFolder { suggested } => {
                if suggested.is_absolute() {
                    suggested.clone()
                } else {
                    folder().join(suggested)
                }
            }
        }
    }
}

/// The file dialog, of which at most one is open.
#[derive(Debug, Default)]
pub struct FileDialogs {
    open: Option<Open>,
    last_folder: Option<PathBuf>,
    typed_only: bool,
}

#[derive(Debug)]
enum Open {
    Native { ask: Ask, result: Receiver<Outcome> },
    Typed { ask: Ask, dialog: Box<TypedPath> },
}

#[derive(Debug)]
enum Outcome {
    Picked(PathBuf),
    Canceled,
    /// The error message.
    Failed(String),
}

impl FileDialogs {
    /// Uses the system's dialogs, unless `STEERWRIGHT_DIALOG` is `typed`.
    pub fn new() -> Self {
        Self {
            typed_only: std::env::var_os(DIALOG_VARIABLE).is_some_and(|value| value == "typed"),
            ..Self::default()
        }
    }

    /// Always uses our own dialog.
    pub fn typed_only() -> Self {
        Self {
            typed_only: true,
            ..Self::default()
        }
    }

    /// Whether a dialog is open. The window behind it must not take commands.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Opens a dialog. Ignored while one is open.
    pub fn ask(&mut self, ask: Ask, ctx: &egui::Context) {
        if self.is_open() {
            return;
        }
        ctx.request_repaint();
        self.open = Some(if self.typed_only {
            self.typed(ask, None)
        } else {
            self.native(ask, ctx)
        });
    }

    /// Draws our own dialog and checks whether the system's dialog was closed. Call this every
    /// frame.
    pub fn ui(&mut self, ctx: &egui::Context) -> Option<Answer> {
        match self.open.take()? {
            Open::Native { ask, result } => match result.try_recv() {
                Ok(Outcome::Picked(path)) => self.check_extension(ask, path),
                Ok(Outcome::Canceled) => Some(Answer::Canceled(ask)),
                Ok(Outcome::Failed(why)) => {
                    self.open = Some(self.typed(ask, Some(why)));
                    ctx.request_repaint();
                    None
                }
                Err(TryRecvError::Empty) => {
                    self.open = Some(Open::Native { ask, result });
                    None
                }
                Err(TryRecvError::Disconnected) => {
                    self.open = Some(self.typed(
                        ask,
                        Some("The system file dialog closed without a result.".into()),
                    ));
                    None
                }
            },
            Open::Typed { ask, mut dialog } => match dialog.ui(ctx) {
                Some(TypedAnswer::Picked(path)) => Some(self.picked(ask, path)),
                Some(TypedAnswer::Canceled) => Some(Answer::Canceled(ask)),
                None => {
                    self.open = Some(Open::Typed { ask, dialog });
                    None
                }
            },
        }
    }

    fn native(&self, ask: Ask, ctx: &egui::Context) -> Open {
        let (sender, result) = channel();
        let (start, ctx, native_ask) = (
            ask.start(self.last_folder.as_deref()),
            ctx.clone(),
            ask.clone(),
        );
        let spawned = std::thread::Builder::new()
            .name("file dialog".into())
            .spawn(move || {
                // A partially installed library may panic, which must not close the editor.
                let outcome =
                    std::panic::catch_unwind(AssertUnwindSafe(|| run_native(&native_ask, &start)));
                let failed = |_| Outcome::Failed("The system file dialog crashed.".into());
                // The receiver was dropped if the editor is closing.
                let _ = sender.send(outcome.unwrap_or_else(failed));
                ctx.request_repaint();
            });
        match spawned {
            Ok(_) => Open::Native { ask, result },
            Err(error) => self.typed(
                ask,
                Some(format!(
                    "The system file dialog cannot be started: {error}."
                )),
            ),
        }
    }

    fn typed(&self, ask: Ask, why: Option<String>) -> Open {
        let start = ask.start(self.last_folder.as_deref());
        let dialog = TypedPath::new(ask.title(), ask.purpose(), ask.extension(), &start, why);
        Open::Typed {
            ask,
            dialog: Box::new(dialog),
        }
    }

    /// The system's dialog confirmed replacing the typed name. With the extension added, it may be
    /// another file.
    fn check_extension(&mut self, ask: Ask, path: PathBuf) -> Option<Answer> {
        if ask.purpose() != Purpose::SaveFile {
            return Some(self.picked(ask, path));
        }
        let full = with_extension(&path, ask.extension());
        if full == path || !full.exists() {
            return Some(self.picked(ask, full));
        }
        let dialog = TypedPath::new(ask.title(), ask.purpose(), ask.extension(), &full, None)
            .asking_to_replace(&full);
        self.open = Some(Open::Typed {
            ask,
            dialog: Box::new(dialog),
        });
        None
    }

    fn picked(&mut self, ask: Ask, path: PathBuf) -> Answer {
        let folder = if ask.purpose() == Purpose::Folder {
            Some(path.as_path())
        } else {
            path.parent()
        };
        self.last_folder = folder.map(Path::to_owned);
        Answer::Picked(ask, path)
    }
}

fn run_native(ask: &Ask, start: &Path) -> Outcome {
    // Errors of earlier dialogs do not apply to this one.
    drop(take_dialog_errors());
    let mut dialog = rfd::FileDialog::new().set_title(ask.title());
    let mut extensions = ask.extensions();
    if !extensions.is_empty() {
        if cfg!(target_os = "macos") {
            // macOS only supports the last part of an extension.
            extensions.iter_mut().for_each(|extension| {
                *extension = extension.rsplit('.').next().unwrap_or(extension)
            });
            extensions.sort_unstable();
            extensions.dedup();
        }
        dialog = dialog.add_filter(ask.filter_name(), &extensions);
        if !cfg!(target_os = "macos") {
            dialog = dialog.add_filter("All files", &["*"]);
        }
    }
    let folder = start.ancestors().find(|folder| folder.is_dir());
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    let picked = match ask.purpose() {
        Purpose::OpenFile => dialog.pick_file(),
        Purpose::SaveFile => {
            if let Some(name) = start.file_name() {
                dialog = dialog.set_file_name(name.to_string_lossy());
            }
            dialog.save_file()
        }
        Purpose::Folder => dialog.pick_folder(),
    };
    match picked {
        Some(path) => Outcome::Picked(path),
        None => match take_dialog_errors().last() {
            Some(error) => Outcome::Failed(format!(
                "The system file dialog is not available ({error}). Use this one instead."
            )),
            None => Outcome::Canceled,
        },
    }
}
