//! Adding pictures, choosing their files, and reading them.

use crate::editor::app::App;
use crate::editor::app::commands::view;
use crate::editor::app::messages::ModalDialog;
use crate::editor::files::dialog::Ask;
use crate::editor::files::outside_files::{OutsideAnswer, outside_files_ui};
use crate::editor::pictures::{Chosen, MapPlace, Problem};
use crate::editor::widgets::dialog;
use egui::{Context, Id, Modal};
use glam::DVec2;
use std::path::{Path, PathBuf};
use steerwright_authoring::command::{PictureCommand, ViewCommand};
use steerwright_authoring::remembered::imports;
use steerwright_authoring::{Item, Viewport, pictures};
use steerwright_format::io_message;
use steerwright_format::limits::PICTURES;
use steerwright_runtime::scene::PictureId;
use steerwright_runtime::scene::editor::RememberedImport;

/// The part of the view that a new picture fills at most.
const SHARE_OF_VIEW: f64 = 0.8;

impl App {
    pub(crate) fn perform_on_pictures(&mut self, command: PictureCommand, ctx: &Context) {
        self.document.cancel_tool_drag();
        match command {
            PictureCommand::AddPicture => self.files.dialogs.ask(Ask::AddPicture, ctx),
            PictureCommand::LocatePicture => {
                if let Some(id) = self.document.session.selection.picture() {
                    self.files.dialogs.ask(Ask::LocatePicture(id), ctx);
                }
            }
            PictureCommand::ShowPicture => {
                let session = &self.document.session;
                let picture = session.selection.picture();
                if let Some(picture) = picture.and_then(|id| session.scene.picture(id)) {
                    let beside = session.path().and_then(Path::parent);
                    let path = pictures::path_of(&picture.file, beside);
                    self.pictures.allow(path.clone());
                    self.pictures.allow_map(path);
                }
            }
        }
    }

    /// Reads files to add them as pictures, around `position` or in the center of the view.
    pub(crate) fn add_pictures(&mut self, paths: Vec<PathBuf>, position: Option<DVec2>) {
        for path in paths {
            match std::path::absolute(&path) {
                Ok(path) => self.pictures.choose(Chosen {
                    path,
                    position,
                    without_outside: false,
                }),
                Err(error) => {
                    let why = io_message(&error);
                    let text = format!("{}: {why}; choose another file", path.display());
                    self.messages.show_error("The picture was not added", text);
                }
            }
        }
    }

    /// Gives a picture another file.
    pub(crate) fn relocate_picture(&mut self, id: PictureId, path: &Path) {
        let Ok(path) = std::path::absolute(path) else {
            return;
        };
        let session = &mut self.document.session;
        let beside = session.path().and_then(Path::parent);
        let file = pictures::file_text(&path, beside);
        self.pictures.allow(path);
        if let Some(picture) = session.scene.picture_mut(id) {
            picture.file = file;
            session.name_step("Locate picture");
        }
    }

    /// Reads the files of pictures, and adds those that were chosen once their sizes are known.
    pub(crate) fn update_pictures(&mut self, ctx: &Context) {
        let session = &self.document.session;
        let beside = session.path().and_then(Path::parent);
        for text in self.pictures.update(ctx, &session.scene, beside) {
            self.messages.notify(text);
        }
        if self.document.tool.is_busy() || self.is_modal_open() {
            return;
        }
        while !self.is_modal_open()
            && let Some(file) = self.pictures.take_read()
        {
            if !file.outside.is_empty() {
                let question = ModalDialog::MapOutside(file.chosen, file.outside);
                return self.messages.ask(question);
            }
            match file.result {
                Ok(pixels) => self.place_picture(&file.chosen, pixels, file.place),
                Err(problem) => {
                    let why = match problem {
                        Problem::Missing => "The file does not exist; choose another one".into(),
                        Problem::Outside => {
                            "The file is a link to elsewhere; choose it there".into()
                        }
                        Problem::Unreadable(why) => why,
                    };
                    let text = format!("{}: {why}", file.chosen.path.display());
                    self.messages.show_error("The picture was not added", text);
                }
            }
        }
    }

    /// Asks whether to read the files that a chosen map names outside of its folder.
    pub(crate) fn map_outside_ui(&mut self, ctx: &Context, chosen: Chosen, files: Vec<PathBuf>) {
        let modal = Modal::new(Id::unique("map outside")).show(ctx, |ui| {
            dialog::fit_width(ui, 560.0);
            let consequence = "Without them, tiles from them are not shown.";
            outside_files_ui(ui, &chosen.path, &files, consequence, "Add without them")
        });
        match modal.inner {
            Some(OutsideAnswer::Read) => {
                self.pictures.allow_map(chosen.path.clone());
                self.pictures.choose(chosen);
            }
            Some(OutsideAnswer::Without) => self.pictures.choose(Chosen {
                without_outside: true,
                ..chosen
            }),
            Some(OutsideAnswer::Cancel) => {}
            None if modal.should_close() => {}
            None => self.messages.ask(ModalDialog::MapOutside(chosen, files)),
        }
    }

    fn place_picture(&mut self, chosen: &Chosen, pixels: [u32; 2], map: Option<MapPlace>) {
        let session = &mut self.document.session;
        if session.scene.editor.pictures.len() as u64 >= PICTURES.max {
            let text = format!("A scene cannot have {}", PICTURES.message());
            return self.messages.show_error("The picture was not added", text);
        }
        session.commit();
        let beside = session.path().and_then(Path::parent);
        let file = pictures::file_text(&chosen.path, beside);
        let viewport = &self.panels.canvas.viewport;
        let view = viewport.bounds();
        let (position, size) = match map {
            Some(map) => {
                let import = imports::remembered(&session.scene, &chosen.path, session.path());
                frame_of_map(pixels, map, import)
            }
            None => (
                chosen.position.unwrap_or(view.center()),
                size_in_view(pixels, viewport),
            ),
        };
        let id = pictures::add(&mut session.scene, file, position, size);
        session.name_step("Add picture");
        session.commit();
        session.selection.set(Item::Picture(id));
        let half = size / 2.0;
        let is_in_view = view.contains(position - half) && view.contains(position + half);
        if map.is_some() && !is_in_view {
            let zoom = ViewCommand::ZoomToSelection;
            view::perform(zoom, &mut self.panels.canvas, &mut self.document);
        }
    }
}

/// The center and size of the picture of a map: where its items were imported, or would be.
fn frame_of_map(
    pixels: [u32; 2],
    map: MapPlace,
    import: Option<&RememberedImport>,
) -> (DVec2, DVec2) {
    let natural = (map.pixels_per_unit, DVec2::ZERO);
    let (pixels_per_unit, at) =
        import.map_or(natural, |import| (import.pixels_per_unit, import.at));
    let size = DVec2::from(pixels.map(f64::from)) / pixels_per_unit;
    let corner = at + DVec2::new(map.corner.x, -map.corner.y) / pixels_per_unit;
    let center = corner + DVec2::new(size.x, -size.y) / 2.0;
    (center, size)
}

/// A size at which a picture fits into the view, with a power of two as the number of pixels in a
/// unit, as tiles have.
fn size_in_view(pixels: [u32; 2], viewport: &Viewport) -> DVec2 {
    let room = viewport.bounds().size() * SHARE_OF_VIEW;
    let pixels = DVec2::from(pixels.map(f64::from));
    let least = (pixels / room).max_element();
    let pixels_per_unit = least.log2().ceil().clamp(-30.0, 30.0).exp2();
    pixels / pixels_per_unit
}
