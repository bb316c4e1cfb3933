//! Exporting from the dialog, again, and on every save.

use crate::confirmed_exports::ConfirmedExports;
use crate::editor::app::messages::{Messages, ModalDialog};
use crate::editor::background::{Background, Progress};
use crate::editor::export_dialog::{ExportDialog, ExportRequest, Store};
use crate::editor::export_queue::{ExportBatch, ExportJob, ExportQueue, ExportReport};
use crate::editor::files::dialog::{Ask, FileDialogs};
use crate::editor::files::file_manager;
use crate::resolved_path::resolved;
use egui::Context;
use glam::DVec2;
use std::path::{Path, PathBuf};
use steerwright_authoring::command::ExportCommand;
use steerwright_authoring::remembered::exports;
use steerwright_authoring::{Command, Session};
use steerwright_export::{self as export, CodeLanguage, ExportTarget};
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::editor::RememberedExport;

/// The export dialog and the exports that are being written.
pub(crate) struct Exports {
    pub(crate) dialog: ExportDialog,
    /// What was confirmed for the scene's file.
    confirmed: ConfirmedExports,
    /// The targets and folders that were confirmed since the scene was opened. It may have no file
    /// yet, or get another one.
    confirmed_here: Vec<(String, String)>,
    queue: ExportQueue,
    /// The folder of the last export since the start.
    last_folder: Option<PathBuf>,
    opening: Option<Background<Result<(), String>>>,
}

impl Exports {
    /// No exports yet, with what was confirmed according to the user's settings.
    pub(crate) fn load_from(settings_folder: Option<&Path>) -> Self {
        Self {
            dialog: ExportDialog::default(),
            confirmed: ConfirmedExports::load_from(settings_folder),
            confirmed_here: Vec::new(),
            queue: ExportQueue::default(),
            last_folder: None,
            opening: None,
        }
    }

    /// Prepares for another scene. Exports that are being written are finished.
    pub(crate) fn reset(&mut self) {
        self.dialog.reset();
        self.confirmed_here.clear();
    }

    /// Opens the dialog for the scene of a session.
    pub(crate) fn open_dialog(&mut self, session: &Session) {
        self.dialog.set_context(
            &default_folder(session),
            folder_of_scene(session).as_deref(),
            selected_position(session),
        );
        self.dialog.open();
    }

    /// Draws the dialog and the progress of exports.
    pub(crate) fn ui(
        &mut self,
        ctx: &Context,
        session: &mut Session,
        dialogs: &mut FileDialogs,
        messages: &mut Messages,
    ) {
        match self.dialog.ui(ctx, &session.scene) {
            Some(ExportRequest::ChooseFolder) => {
                let suggested = default_folder(session);
                dialogs.ask(Ask::ExportFolder { suggested }, ctx);
            }
            Some(ExportRequest::Copy { name, text }) => {
                ctx.copy_text(text);
                messages.notify(format!("Copied {name}"));
            }
            Some(ExportRequest::Forget(target)) => forget(target, session),
            Some(ExportRequest::Export {
                target,
                options,
                folder,
                store,
            }) => {
                let job = ExportJob {
                    target,
                    options,
                    folder,
                };
                self.export(job, store, session, ctx);
            }
            None => {}
        }
        if let Some(report) = self.queue.ui(ctx) {
            self.last_folder = report.folders.last().cloned().or(self.last_folder.take());
            notify_report(&report, messages);
        }
        if let Some(opening) = &mut self.opening {
            match opening.poll() {
                Progress::Working => return,
                Progress::Done(Ok(())) | Progress::Lost => {}
                Progress::Done(Err(why)) => messages.show_error("The folder cannot be opened", why),
            }
            self.opening = None;
        }
    }

    /// Opens the folder of the last export, or of the last one stored in the scene.
    pub(crate) fn open_folder(&mut self, session: &Session, ctx: &Context) {
        let stored =
            session.scene.editor.exports.last().map(|setup| {
                exports::folder_of(&setup.folder, folder_of_scene(session).as_deref())
            });
        if let Some(folder) = self.last_folder.clone().or(stored) {
            let open = move || file_manager::open(&folder);
            self.opening = Some(Background::start(ctx, "file manager", open));
        }
    }

    /// Exports as requested in the dialog, and stores the export in the scene if asked.
    fn export(&mut self, job: ExportJob, store: Store, session: &mut Session, ctx: &Context) {
        let ExportJob {
            target,
            options,
            folder,
        } = job;
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        if store != Store::No {
            let setup = RememberedExport {
                to: target.id().into(),
                folder: exports::folder_text(&folder, folder_of_scene(session).as_deref()),
                on_save: store == Store::OnSave,
                options,
            };
            self.confirm(std::slice::from_ref(&setup), session);
            if exports::remember(&mut session.scene, setup) {
                session.name_step(format!("Store export to {}", target.label()));
            }
        }
        let job = ExportJob {
            target,
            options,
            folder,
        };
        self.start(session, vec![job], Vec::new(), ctx);
    }

    fn start(
        &mut self,
        session: &Session,
        jobs: Vec<ExportJob>,
        problems: Vec<String>,
        ctx: &Context,
    ) {
        self.queue.add(ExportBatch {
            scene: session.scene.clone(),
            file: session.path().map(Path::to_owned),
            jobs,
            problems,
        });
        ctx.request_repaint();
    }

    /// Repeats the exports stored in the scene, or the last export if there are none.
    pub(crate) fn export_again(
        &mut self,
        session: &mut Session,
        messages: &mut Messages,
        ctx: &Context,
    ) {
        if let Some(ExportRequest::Export {
            target,
            options,
            folder,
            store,
        }) = self.dialog.last_request()
            && session.scene.editor.exports.is_empty()
        {
            let (store, job) = (
                *store,
                ExportJob {
                    target: *target,
                    options: *options,
                    folder: folder.clone(),
                },
            );
            self.export(job, store, session, ctx);
        } else {
            let stored = session.scene.editor.exports.clone();
            self.repeat(stored, session, messages, ctx);
        }
    }

    /// Runs the exports that are set to run on every save.
    pub(crate) fn run_on_save(
        &mut self,
        session: &Session,
        messages: &mut Messages,
        ctx: &Context,
    ) {
        let stored = session.scene.editor.exports.iter();
        let on_save: Vec<_> = stored.filter(|setup| setup.on_save).cloned().collect();
        if !on_save.is_empty() {
            self.repeat(on_save, session, messages, ctx);
        }
    }

    /// Remembers that the user wants these exports of the scene, and runs them.
    pub(crate) fn confirm_and_run(
        &mut self,
        setups: &[RememberedExport],
        session: &Session,
        ctx: &Context,
    ) {
        self.confirm(setups, session);
        self.run(setups, session, ctx);
    }

    fn confirm(&mut self, setups: &[RememberedExport], session: &Session) {
        let here = setups
            .iter()
            .map(|setup| (setup.to.clone(), setup.folder.clone()));
        self.confirmed_here.extend(here);
        if let Some(file) = session.path() {
            confirm(&mut self.confirmed, file, setups);
        }
    }

    /// Runs stored exports. Asks first unless all of them were confirmed, because a scene file can
    /// come from anyone.
    fn repeat(
        &mut self,
        setups: Vec<RememberedExport>,
        session: &Session,
        messages: &mut Messages,
        ctx: &Context,
    ) {
        let is_from_here = |setup: &&RememberedExport| {
            let mut here = self.confirmed_here.iter();
            here.any(|(to, folder)| *to == setup.to && *folder == setup.folder)
        };
        let (from_here, others): (Vec<_>, Vec<_>) = setups.iter().partition(is_from_here);
        if let Some(file) = session.path() {
            // Also for a file that the scene was saved to since then.
            confirm(&mut self.confirmed, file, from_here);
        }
        let is_confirmed = |setup: &RememberedExport| {
            let file = session.path();
            file.is_some_and(|file| self.confirmed.contains(file, setup))
        };
        if others.into_iter().all(is_confirmed) {
            self.run(&setups, session, ctx);
        } else {
            messages.ask(ModalDialog::ConfirmExports(setups));
        }
    }

    fn run(&mut self, setups: &[RememberedExport], session: &Session, ctx: &Context) {
        let beside = folder_of_scene(session);
        let mut jobs = Vec::new();
        let mut problems = Vec::new();
        for setup in setups {
            match ExportTarget::by_id(&setup.to) {
                Some(target) => {
                    let folder = exports::folder_of(&setup.folder, beside.as_deref());
                    jobs.push(ExportJob {
                        target,
                        options: setup.options,
                        folder,
                    });
                }
                None => problems.push(format!(
                    "\"{}\" is not an export target of this version; update Steerwright",
                    setup.to
                )),
            }
        }
        // Stored folders are relative to the scene file, so they need one.
        if let Some(relative) = jobs.iter().find(|job| !job.folder.is_absolute()) {
            problems.push(format!(
                "{}: save the scene first; the export folder is relative to the scene file",
                relative.target.label()
            ));
            jobs.retain(|job| job.folder.is_absolute());
        }
        self.start(session, jobs, problems, ctx);
    }
}

/// The targets and folders of stored exports, as a user knows them.
pub(crate) fn named(setups: &[RememberedExport], session: &Session) -> Vec<(String, String)> {
    let beside = folder_of_scene(session);
    let named = setups.iter().map(|setup| {
        let folder = exports::folder_of(&setup.folder, beside.as_deref());
        // Where links lead is where files are replaced.
        let folder = resolved(&folder).unwrap_or(folder);
        let target =
            ExportTarget::by_id(&setup.to).map_or(setup.to.as_str(), |target| target.label());
        let shown = |text: &str| sanitize_for_display(text);
        (shown(target), shown(&folder.display().to_string()))
    });
    named.collect()
}

/// Removes the stored settings of a target from the scene.
fn forget(target: ExportTarget, session: &mut Session) {
    if exports::forget(&mut session.scene, target.id()) {
        session.name_step(format!("Remove export to {}", target.label()));
    }
}

/// The folder of the scene's file.
fn folder_of_scene(session: &Session) -> Option<PathBuf> {
    let path = std::path::absolute(session.path()?).ok()?;
    path.parent().map(Path::to_owned)
}

/// The default export folder: that of the scene, or the user's documents.
fn default_folder(session: &Session) -> PathBuf {
    let documents = || {
        directories::UserDirs::new()
            .map(|user| user.document_dir().unwrap_or(user.home_dir()).to_owned())
    };
    folder_of_scene(session)
        .or_else(documents)
        .unwrap_or_else(|| PathBuf::from("."))
}

/// The position of the only selected item.
fn selected_position(session: &Session) -> Option<DVec2> {
    let item = session.selection.primary()?;
    let is_alone = session.selection.len() == 1;
    item.position(&session.scene).filter(|_| is_alone)
}

/// Copies the selected paths, or all paths, as code.
pub(crate) fn copy_code(
    language: CodeLanguage,
    session: &Session,
    messages: &mut Messages,
    ctx: &Context,
) {
    let paths = session.selection.paths();
    match export::code(&session.scene, &paths, language) {
        Ok(text) => {
            let count = if paths.is_empty() {
                session.scene.paths.len()
            } else {
                paths.len()
            };
            ctx.copy_text(text);
            let noun = if count == 1 { "path" } else { "paths" };
            messages.notify(format!("Copied {count} {noun} as {}", language.label()));
        }
        Err(error) => {
            messages.show_error("The paths cannot be exported as code", error.to_string())
        }
    }
}

/// Remembers that the user wants these exports of a scene. If that cannot be stored, the user is
/// asked again in the next editor.
fn confirm<'a>(
    confirmed: &mut ConfirmedExports,
    scene: &Path,
    setups: impl IntoIterator<Item = &'a RememberedExport>,
) {
    if let Err(error) = confirmed.confirm(scene, setups) {
        ::log::warn!("{error}");
    }
}

/// Notifies the user of what was exported.
fn notify_report(report: &ExportReport, messages: &mut Messages) {
    let files = if report.files == 1 {
        "1 file".into()
    } else {
        format!("{} files", report.files)
    };
    let mut removed = match report.removed {
        0 => String::new(),
        1 => "\nRemoved 1 file that the scene no longer has.".into(),
        more => format!("\nRemoved {more} files that the scene no longer has."),
    };
    for file in &report.not_removed {
        removed.push_str(&format!("\n{file}"));
    }
    for list in &report.lost_lists {
        removed.push_str(&format!("\n{list}"));
    }
    for file in &report.replaced {
        removed.push_str(&format!("\n{file}"));
    }
    match report.folders.as_slice() {
        _ if report.canceled => messages.notify("Export canceled; no files were written".into()),
        [] => {}
        [folder] => messages.offer(
            format!("Exported {files} to {}{removed}", folder.display()),
            Command::Export(ExportCommand::OpenExportFolder),
        ),
        [first, others @ ..] => messages.notify(format!(
            "Exported {files} to {} and {} more folders{removed}",
            first.display(),
            others.len()
        )),
    }
    if !report.problems.is_empty() {
        let title = if report.files == 0 {
            "The export failed"
        } else {
            "Some files were not exported"
        };
        messages.show_error(title, report.problems.join("\n"));
    }
}
