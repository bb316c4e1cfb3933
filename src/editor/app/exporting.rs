//! What is exported when: asked for in the dialog, again, and with every save.

use super::App;
use super::modals::Question;
use crate::editor::export_dialog::{ExportRequest, Keep};
use crate::editor::export_runs::{Batch, ExportJob, ExportReport};
use egui::Context;
use std::path::{Path, PathBuf};
use steerwright_authoring::remembered_exports;
use steerwright_export::{self as export, CodeLanguage, ExportTarget};
use steerwright_runtime::scene::{ExportSetup, Point};

impl App {
    pub(super) fn open_export_dialog(&mut self) {
        let base = self.export_folder();
        let selected = self.place_of_selection();
        self.view
            .export
            .set_surroundings(&base, self.folder_of_scene().as_deref(), selected);
        self.view.export.open();
    }

    /// Where the scene's file lies.
    fn folder_of_scene(&self) -> Option<PathBuf> {
        let path = std::path::absolute(self.session.path()?).ok()?;
        path.parent().map(Path::to_owned)
    }

    /// Where exports go unless a person says otherwise: beside the scene, or among the person's documents.
    pub(super) fn export_folder(&self) -> PathBuf {
        let documents = || {
            directories::UserDirs::new()
                .map(|user| user.document_dir().unwrap_or(user.home_dir()).to_owned())
        };
        self.folder_of_scene()
            .or_else(documents)
            .unwrap_or_else(|| PathBuf::from("."))
    }

    fn place_of_selection(&self) -> Option<Point> {
        let items: Vec<_> = self.session.selection.iter().collect();
        let [item] = items.as_slice() else {
            return None;
        };
        let scene = &self.session.scene;
        let place = match *item {
            steerwright_authoring::Item::Node(path, node) => scene.node(path, node)?.position(),
            steerwright_authoring::Item::Agent(agent) => scene.agent(agent)?.position(),
            steerwright_authoring::Item::Marker(marker) => scene.marker(marker)?.position(),
            steerwright_authoring::Item::Path(path) => scene.path(path)?.nodes.first()?.position(),
            steerwright_authoring::Item::Preset(_) => return None,
        };
        Some(Point {
            x: place.x,
            y: place.y,
        })
    }

    pub(super) fn act_on_export_dialog(&mut self, ctx: &Context) {
        let request = self.view.export.ui(ctx, &self.session.scene);
        if let Some(request) = request {
            self.act_on_export(request, ctx);
        }
        if let Some(ending) = self.documents.exports.ui(ctx) {
            self.tell_of_export(&ending);
        }
    }

    fn act_on_export(&mut self, request: ExportRequest, ctx: &Context) {
        match request {
            ExportRequest::ChooseFolder => self.choose_export_folder(ctx),
            ExportRequest::Copy { name, text } => {
                ctx.copy_text(text);
                self.notify(format!("Copied {name}"));
            }
            ExportRequest::Forget(target) => {
                if remembered_exports::forget(&mut self.session.scene, target.id()) {
                    self.session
                        .name_step(format!("Forget the export to {}", target.label()));
                }
            }
            ExportRequest::Export {
                target,
                options,
                folder,
                keep,
            } => {
                let folder = std::path::absolute(&folder).unwrap_or(folder);
                if !self.may_export_to(&folder) {
                    self.view.settings.allow_export_to(&folder);
                }
                if keep != Keep::No {
                    let text =
                        remembered_exports::text_of(&folder, self.folder_of_scene().as_deref());
                    let setup = ExportSetup {
                        to: target.id().into(),
                        folder: text,
                        on_save: keep == Keep::OnSave,
                        options,
                    };
                    if remembered_exports::remember(&mut self.session.scene, setup) {
                        self.session
                            .name_step(format!("Remember the export to {}", target.label()));
                    }
                }
                self.documents.exports.add(Batch {
                    scene: self.session.scene.clone(),
                    errands: vec![ExportJob {
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

    /// Repeats what the scene remembers; what was done last if it remembers nothing.
    pub(super) fn export_again(&mut self, ctx: &Context) {
        let last = self.view.export.last_request().cloned();
        match last {
            Some(last) if self.session.scene.exports.is_empty() => self.act_on_export(last, ctx),
            _ => self.repeat_exports(|_| true, ctx),
        }
    }

    /// Exports what the scene wants exported with every save.
    ///
    /// Out of the scene's own folder only where this person has exported to before: a file may come from anyone.
    pub(super) fn export_on_save(&mut self, ctx: &Context) {
        let elsewhere: Vec<PathBuf> = self
            .folders_on_save()
            .filter(|folder| !self.may_export_to(folder))
            .collect();
        if !elsewhere.is_empty() {
            self.documents.question = Some(Question::ExportsElsewhere(elsewhere));
        } else if self.session.scene.exports.iter().any(|setup| setup.on_save) {
            self.repeat_exports(|setup| setup.on_save, ctx);
        }
    }

    /// Exports to these folders now, and with every save from now on.
    pub(super) fn export_elsewhere(&mut self, folders: &[PathBuf], ctx: &Context) {
        folders
            .iter()
            .for_each(|folder| self.view.settings.allow_export_to(folder));
        self.repeat_exports(|setup| setup.on_save, ctx);
    }

    /// Where the scene exports to with every save.
    fn folders_on_save(&self) -> impl Iterator<Item = PathBuf> {
        let beside = self.folder_of_scene();
        let setups = self
            .session
            .scene
            .exports
            .iter()
            .filter(|setup| setup.on_save);
        setups.map(move |setup| remembered_exports::folder_of(&setup.folder, beside.as_deref()))
    }

    fn may_export_to(&self, folder: &Path) -> bool {
        self.folder_of_scene()
            .is_some_and(|own| remembered_exports::plain(folder).starts_with(own))
            || self.view.settings.may_export_to(folder)
    }

    fn repeat_exports(&mut self, wanted: impl Fn(&ExportSetup) -> bool, ctx: &Context) {
        let beside = self.folder_of_scene();
        let mut errands = Vec::new();
        let mut problems = Vec::new();
        for setup in self
            .session
            .scene
            .exports
            .iter()
            .filter(|setup| wanted(setup))
        {
            match ExportTarget::by_id(&setup.to) {
                Some(target) => {
                    let folder = remembered_exports::folder_of(&setup.folder, beside.as_deref());
                    errands.push(ExportJob {
                        target,
                        options: setup.options,
                        folder,
                    });
                }
                None => problems.push(format!(
                    "\"{}\" is no target that this version knows; update Steerwright",
                    setup.to
                )),
            }
        }
        // A folder is relative to the file that the scene lies in, so without a file it means nothing.
        if let Some(lost) = errands.iter().find(|errand| !errand.folder.is_absolute()) {
            problems.push(format!(
                "{}: save the scene first; its folder is remembered from there",
                lost.target.label()
            ));
            errands.retain(|errand| errand.folder.is_absolute());
        }
        self.documents.exports.add(Batch {
            scene: self.session.scene.clone(),
            errands,
            problems,
        });
        ctx.request_repaint();
    }

    /// The selected paths, or all, into the clipboard.
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
            Err(error) => self.report("The paths cannot be written as code", error.to_string()),
        }
    }

    fn tell_of_export(&mut self, ending: &ExportReport) {
        let files = if ending.files == 1 {
            "1 file".into()
        } else {
            format!("{} files", ending.files)
        };
        match ending.folders.as_slice() {
            _ if ending.canceled => {
                self.notify("The export was canceled; nothing was written".into())
            }
            [] => {}
            [folder] => self.notify(format!("Exported {files} to {}", folder.display())),
            [first, others @ ..] => self.notify(format!(
                "Exported {files} to {} and {} more folders",
                first.display(),
                others.len()
            )),
        }
        if !ending.problems.is_empty() {
            let title = if ending.files == 0 {
                "The export failed"
            } else {
                "Not everything was exported"
            };
            self.report(title, ending.problems.join("\n"));
        }
    }
}
