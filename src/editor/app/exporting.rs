//! Exporting from the dialog, again, and on every save.

use super::App;
use super::modals::ModalDialog;
use crate::editor::export_dialog::{ExportRequest, Store};
use crate::editor::export_runs::{Batch, ExportJob, ExportReport};
use egui::Context;
use glam::DVec2;
use std::path::{Path, PathBuf};
use steerwright_authoring::remembered_exports;
use steerwright_export::{self as export, CodeLanguage, ExportTarget};
use steerwright_runtime::scene::editor::RememberedExport;

impl App {
    pub(super) fn open_export_dialog(&mut self) {
        let base = self.export_folder();
        let selected = self.selection_position();
        self.view
            .export
            .set_context(&base, self.folder_of_scene().as_deref(), selected);
        self.view.export.open();
    }

    /// The folder of the scene's file.
    fn folder_of_scene(&self) -> Option<PathBuf> {
        let path = std::path::absolute(self.session.path()?).ok()?;
        path.parent().map(Path::to_owned)
    }

    /// The default export folder: that of the scene, or the user's documents.
    pub(super) fn export_folder(&self) -> PathBuf {
        let documents = || {
            directories::UserDirs::new()
                .map(|user| user.document_dir().unwrap_or(user.home_dir()).to_owned())
        };
        self.folder_of_scene()
            .or_else(documents)
            .unwrap_or_else(|| PathBuf::from("."))
    }

    fn selection_position(&self) -> Option<DVec2> {
        let items: Vec<_> = self.session.selection.iter().collect();
        let [item] = items.as_slice() else {
            return None;
        };
        let scene = &self.session.scene;
        let place = match *item {
            steerwright_authoring::Item::Node(path, node) => scene.node(path, node)?.position,
            steerwright_authoring::Item::Agent(agent) => scene.agent(agent)?.position,
            steerwright_authoring::Item::Marker(marker) => scene.marker(marker)?.position,
            steerwright_authoring::Item::Path(path) => scene.path(path)?.nodes.first()?.position,
            steerwright_authoring::Item::Preset(_) => return None,
        };
        Some(DVec2::new(place.x, place.y))
    }

    pub(super) fn export_dialog_ui(&mut self, ctx: &Context) {
        let request = self.view.export.ui(ctx, &self.session.scene);
        if let Some(request) = request {
            self.handle_export(request, ctx);
        }
        if let Some(report) = self.documents.exports.ui(ctx) {
            self.notify_export(&report);
        }
    }

    fn handle_export(&mut self, request: ExportRequest, ctx: &Context) {
        match request {
            ExportRequest::ChooseFolder => self.choose_export_folder(ctx),
            ExportRequest::Copy { name, text } => {
                ctx.copy_text(text);
                self.notify(format!("Copied {name}"));
            }
            ExportRequest::Forget(target) => {
                if remembered_exports::forget(&mut self.session.scene, target.id()) {
                    self.session
                        .name_step(format!("Remove export to {}", target.label()));
                }
            }
            ExportRequest::Export {
                target,
                options,
                folder,
                store,
            } => {
                let folder = std::path::absolute(&folder).unwrap_or(folder);
                if !self.may_export_to(&folder) {
                    self.view.settings.allow_export_to(&folder);
                }
                if store != Store::No {
                    let text =
                        remembered_exports::folder_text(&folder, self.folder_of_scene().as_deref());
                    let setup = RememberedExport {
                        to: target.id().into(),
                        folder: text,
                        on_save: store == Store::OnSave,
                        options,
                    };
                    if remembered_exports::remember(&mut self.session.scene, setup) {
                        self.session
                            .name_step(format!("Store export to {}", target.label()));
                    }
                }
                self.documents.exports.add(Batch {
                    scene: self.session.scene.clone(),
                    jobs: vec![ExportJob {
                        target,
                        options,
                        folder,
                    }],
                    problems: Vec::new(),
                });
                ctx.request_repaint();
            }
        }
    }

    /// Repeats the exports stored in the scene, or the last export if there are none.
    pub(super) fn export_again(&mut self, ctx: &Context) {
        let last = self.view.export.last_request().cloned();
        match last {
            Some(last) if self.session.scene.editor.exports.is_empty() => {
                self.handle_export(last, ctx)
            }
            _ => self.repeat_exports(|_| true, ctx),
        }
    }

    /// Runs the exports that are set to run on every save.
    ///
    /// Asks first if a folder is outside the scene's folder and new to this user, because a scene
    /// file can come from anyone.
    pub(super) fn export_on_save(&mut self, ctx: &Context) {
        let new_folders: Vec<PathBuf> = self
            .folders_on_save()
            .filter(|folder| !self.may_export_to(folder))
            .collect();
        if !new_folders.is_empty() {
            self.documents.modal = Some(ModalDialog::ExportOutside(new_folders));
        } else if self
            .session
            .scene
            .editor
            .exports
            .iter()
            .any(|setup| setup.on_save)
        {
            self.repeat_exports(|setup| setup.on_save, ctx);
        }
    }

    /// Allows exporting to these folders and exports.
    pub(super) fn allow_and_export(&mut self, folders: &[PathBuf], ctx: &Context) {
        folders
            .iter()
            .for_each(|folder| self.view.settings.allow_export_to(folder));
        self.repeat_exports(|setup| setup.on_save, ctx);
    }

    /// The folders that are exported to on every save.
    fn folders_on_save(&self) -> impl Iterator<Item = PathBuf> {
        let beside = self.folder_of_scene();
        let setups = self
            .session
            .scene
            .editor
            .exports
            .iter()
            .filter(|setup| setup.on_save);
        setups.map(move |setup| remembered_exports::folder_of(&setup.folder, beside.as_deref()))
    }

    fn may_export_to(&self, folder: &Path) -> bool {
        self.folder_of_scene()
            .is_some_and(|own| remembered_exports::normalize(folder).starts_with(own))
            || self.view.settings.may_export_to(folder)
    }

    fn repeat_exports(&mut self, include: impl Fn(&RememberedExport) -> bool, ctx: &Context) {
        let beside = self.folder_of_scene();
        let mut jobs = Vec::new();
        let mut problems = Vec::new();
        for setup in self
            .session
            .scene
            .editor
            .exports
            .iter()
            .filter(|setup| include(setup))
        {
            match ExportTarget::by_id(&setup.to) {
                Some(target) => {
                    let folder = remembered_exports::folder_of(&setup.folder, beside.as_deref());
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
        self.documents.exports.add(Batch {
            scene: self.session.scene.clone(),
            jobs,
            problems,
        });
        ctx.request_repaint();
    }

    /// Copies the selected paths, or all paths, as code.
    pub(super) fn copy_code(&mut self, language: CodeLanguage, ctx: &Context) {
        let paths = self.session.selection.paths();
        match export::code(&self.session.scene, &paths, language) {
            Ok(text) => {
                let count = if paths.is_empty() {
                    self.session.scene.paths.len()
                } else {
                    paths.len()
                };
                ctx.copy_text(text);
                let noun = if count == 1 { "path" } else { "paths" };
                self.notify(format!("Copied {count} {noun} as {}", language.label()));
            }
            Err(error) => {
                self.show_error("The paths cannot be exported as code", error.to_string())
            }
        }
    }

    fn notify_export(&mut self, report: &ExportReport) {
        let files = if report.files == 1 {
            "1 file".into()
        } else {
            format!("{} files", report.files)
        };
        match report.folders.as_slice() {
            _ if report.canceled => self.notify("Export canceled; no files were written".into()),
            [] => {}
            [folder] => self.notify(format!("Exported {files} to {}", folder.display())),
            [first, others @ ..] => self.notify(format!(
                "Exported {files} to {} and {} more folders",
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
            self.show_error(title, report.problems.join("\n"));
        }
    }
}
