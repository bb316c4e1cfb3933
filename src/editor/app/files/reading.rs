//! Reading files beside the window, so that a large file does not block it.

use crate::editor::app::App;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::background::{Background, Progress};
use crate::editor::files::stamp::FileStamp;
use crate::editor::widgets::dialog;
use egui::{Context, Id, Modal};
use std::path::{Path, PathBuf};
use std::time::Duration;
use steerwright_authoring::Session;
use steerwright_export as export;
use steerwright_export::level::Level;
use steerwright_format::{self as format, FileError, FormatError, Loaded, PresetFile};
use steerwright_runtime::scene::Scene;

/// Most files are read in this time, and are shown without a dialog in between.
const QUICK: Duration = Duration::from_millis(250);

/// A file that is being read.
pub(crate) struct Reading {
    path: PathBuf,
    /// Whether it is the session's file, which another program changed.
    reloads: bool,
    work: Background<ReadFile>,
}

/// A preset that was read, or why not.
pub(crate) type ReadPreset = (PathBuf, Result<Loaded<PresetFile>, FileError>);

/// What the user has agreed to before a file is imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImportConsent {
    /// Nothing yet.
    Ask,
    /// An exported scene replaces the present one.
    Replace,
    /// A map may name files outside its folder.
    ReadOutside,
}

/// What was read from a file to import.
pub(crate) enum ReadImport {
    /// An exported scene.
    Scene(Box<Scene>),
    /// A map that others made.
    Level(Box<Level>),
    /// A file of another type.
    Unknown,
}

/// What was read.
enum ReadFile {
    Scene {
        stamp: Option<FileStamp>,
        result: Box<Result<(Session, Vec<String>), FileError>>,
    },
    /// The session's file, which another program changed.
    Changed {
        stamp: Option<FileStamp>,
        result: Box<Result<Loaded<Scene>, FileError>>,
    },
    Presets {
        presets: Vec<ReadPreset>,
        next: Option<PendingAction>,
    },
    Import(ImportConsent, Box<Result<ReadImport, FormatError>>),
}

impl App {
    /// Opens the scene file at `path` when it has been read. If it is invalid, nothing changes.
    pub(crate) fn read_scene_file(&mut self, path: &Path, ctx: &Context) {
        let file = path.to_owned();
        self.read_file(path, false, ctx, move || ReadFile::Scene {
            // Taken before reading, so that a change in between is noticed on the next save.
            stamp: FileStamp::of(&file),
            result: Box::new(Session::open(&file)),
        });
    }

    /// Reloads the session's file at `path` when it has been read, as one step.
    pub(crate) fn reload(&mut self, path: &Path, ctx: &Context) {
        let file = path.to_owned();
        self.read_file(path, true, ctx, move || ReadFile::Changed {
            stamp: FileStamp::of(&file),
            result: Box::new(format::load_scene(&file)),
        });
    }

    /// Adds the presets in files to the scene when all have been read, and then runs `next`.
    pub(crate) fn load_presets(
        &mut self,
        paths: Vec<PathBuf>,
        next: Option<PendingAction>,
        ctx: &Context,
    ) {
        let Some(first) = paths.first().cloned() else {
            return;
        };
        self.read_file(&first, false, ctx, move || {
            let presets = paths.into_iter().map(|path| {
                let loaded = format::load_preset_file(&path);
                (path, loaded)
            });
            ReadFile::Presets {
                presets: presets.collect(),
                next,
            }
        });
    }

    /// Imports a file when it has been read: an exported scene is opened as a new one, and a map is
    /// shown in a dialog.
    pub(crate) fn import_file(&mut self, path: &Path, consent: ImportConsent, ctx: &Context) {
        let file = path.to_owned();
        self.read_file(path, false, ctx, move || {
            if export::importable_extension(&file).is_none() {
                return ReadFile::Import(consent, Box::new(Ok(ReadImport::Unknown)));
            }
            let read = export::load_import(&file).and_then(|text| {
                if export::level::is_level(&file, &text) {
                    let level = export::level::read(&file, consent == ImportConsent::ReadOutside)?;
                    return Ok(ReadImport::Level(Box::new(level)));
                }
                let scene = export::import_file(&file, &text).transpose()?;
                Ok(scene.map_or(ReadImport::Unknown, |scene| {
                    ReadImport::Scene(Box::new(scene))
                }))
            });
            ReadFile::Import(consent, Box::new(read))
        });
    }

    fn read_file(
        &mut self,
        path: &Path,
        reloads: bool,
        ctx: &Context,
        read: impl FnOnce() -> ReadFile + Send + 'static,
    ) {
        let mut work = Background::start(ctx, "reading", read);
        let progress = work.poll_within(QUICK);
        let reading = Reading {
            path: path.to_owned(),
            reloads,
            work,
        };
        self.continue_reading(reading, progress, ctx);
    }

    /// Shows what is being read, with a button to cancel it.
    pub(crate) fn reading_ui(&mut self, ctx: &Context) {
        let Some(mut reading) = self.files.reading.take() else {
            return;
        };
        let progress = reading.work.poll();
        let waits = matches!(progress, Progress::Working);
        let canceled = waits && {
            let modal = Modal::new(Id::unique("reading")).show(ctx, |ui| {
                dialog::fit_width(ui, 360.0);
                ui.heading("Reading…");
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(reading.path.display().to_string());
                });
                ui.add_space(10.0);
                ui.button("Cancel").clicked()
            });
            modal.inner || modal.should_close()
        };
        // What is read after a cancel is dropped by its thread.
        if !canceled {
            self.continue_reading(reading, progress, ctx);
        } else if reading.reloads {
            self.files.ignore_disk_version(&reading.path);
        }
    }

    fn continue_reading(&mut self, reading: Reading, progress: Progress<ReadFile>, ctx: &Context) {
        match progress {
            Progress::Working => self.files.reading = Some(reading),
            Progress::Done(ReadFile::Scene { stamp, result }) => match *result {
                Ok((session, unknown)) => {
                    self.show_opened(session, &reading.path, stamp, &unknown);
                }
                Err(error) => self.messages.show_error("The file was not opened", error.to_string()),
            },
            Progress::Done(ReadFile::Changed { stamp, result }) => {
                self.show_reloaded(&reading.path, stamp, *result);
            }
            Progress::Done(ReadFile::Presets { presets, next }) => {
                self.add_presets(presets);
                if let Some(next) = next {
                    self.confirm_and_run(next, ctx);
                }
            }
            Progress::Done(ReadFile::Import(consent, read)) => {
                self.show_imported(&reading.path, consent, *read);
            }
            Progress::Lost => self.messages.show_error(
                "The file was not opened",
                format!(
                    "{}: an internal error occurred while reading the file; check it with \"steerwright check\"",
                    reading.path.display()
                ),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Start;
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use std::sync::mpsc;
    use steerwright_authoring::sample;

    /// Cancels reading a file that is never quick, and lets its thread finish after that.
    fn cancel_reading(reloads: bool, read: impl FnOnce() -> ReadFile + Send + 'static) -> App {
        let ctx = Context::default();
        let mut app = App::new(&ctx, Start::default());
        let (finish, finished) = mpsc::channel();
        app.files.reading = Some(Reading {
            path: PathBuf::from("slow.json"),
            reloads,
            work: Background::start(&ctx, "reading", move || {
                finished.recv().ok();
                read()
            }),
        });
        let mut harness = Harness::builder()
            .with_size([1600.0, 1000.0])
            .with_max_steps(100)
            .with_context_setup(crate::editor::theme::apply)
            .build_ui_state(|ui, app: &mut App| app.show(ui), app);
        harness.run_steps(3);
        harness.get_by_label("Reading…");
        harness.get_by_label("Cancel").click();
        harness.run_steps(3);
        assert!(harness.query_by_label("Reading…").is_none());
        finish.send(()).unwrap();
        harness.run_steps(10);
        harness.into_state()
    }

    #[test]
    fn a_preset_whose_reading_is_canceled_is_not_added() {
        let presets = App::new(&Context::default(), Start::default())
            .document
            .session
            .scene
            .presets
            .len();
        let app = cancel_reading(false, || ReadFile::Presets {
            presets: sample::agents()
                .into_iter()
                .map(|preset| {
                    (
                        PathBuf::from("slow.json"),
                        Ok(Loaded {
                            value: PresetFile {
                                declared_properties: Default::default(),
                                preset,
                            },
                            unknown_fields: vec![],
                        }),
                    )
                })
                .collect(),
            next: None,
        });
        assert_eq!(app.document.session.scene.presets.len(), presets);
        assert!(!app.document.session.is_dirty());
    }

    #[test]
    fn a_reload_that_is_canceled_keeps_the_scene() {
        let app = cancel_reading(true, || ReadFile::Changed {
            stamp: None,
            result: Box::new(Ok(Loaded {
                value: Scene::default(),
                unknown_fields: vec![],
            })),
        });
        assert!(!app.document.session.scene.is_empty());
    }
}
