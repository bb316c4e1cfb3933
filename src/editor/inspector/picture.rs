//! The inspector of a picture.

use crate::editor::canvas::problem_words;
use crate::editor::inspector::InspectorInput;
use crate::editor::inspector::card::{card_ui, warning_card_ui};
use crate::editor::inspector::field::{self, Changed, name_step};
use crate::editor::inspector::path::buttons_ui;
use crate::editor::pictures::{Image, Problem, View};
use crate::editor::theme;
use egui::{RichText, Ui};
use std::path::PathBuf;
use steerwright_authoring::command::{EditCommand, PictureCommand, ToolCommand};
use steerwright_authoring::{Command, Session, pictures};
use steerwright_format::sanitize_for_display;
use steerwright_runtime::parameter::{MAX_LENGTH, PICTURE};
use steerwright_runtime::scene::PictureId;
use steerwright_runtime::scene::editor::Picture;

/// The smallest and the largest number of pixels in a unit.
const PIXELS_PER_UNIT: (f64, f64) = (1e-6, 1e9);

/// Draws the cards of a picture.
pub fn picture_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: PictureId,
    input: &InspectorInput<'_>,
    commands: &mut Vec<Command>,
) {
    let unit = session.scene.unit.clone();
    let Some(mut picture) = session.scene.picture(id).cloned() else {
        return;
    };
    let movable = session.scene.editor.is_editable(id);
    let beside = session.path().and_then(|path| path.parent());
    let view = input.pictures.view(&picture, beside);
    if let View::Problem(problem) = view {
        problem_ui(ui, &picture, problem, commands);
    }
    let outside = input.pictures.outside(&picture, beside);
    if !outside.is_empty() {
        outside_ui(ui, outside, commands);
    }
    let has_problem = matches!(view, View::Problem(_));
    let image = match view {
        View::Image(image) => Some(image),
        View::Loading | View::Problem(_) => None,
    };
    let changed = card_ui(ui, "Picture", |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut picture.name);
        field::row_ui(ui, "File", "The image file.", |ui, _| {
            let file = sanitize_for_display(&picture.file);
            let name = file.rsplit('/').next().unwrap_or(&file).to_owned();
            let label = egui::Label::new(name).truncate();
            ui.add(label).on_hover_text(file);
        });
        let mut percent = picture.opacity * 100.0;
        let help = "How much the picture covers the background.";
        let set = field::slider_row_ui(ui, "Opacity", help, &mut percent, 0.0..=100.0, "%");
        if set.is_some() {
            PICTURE.set_within_limits(&mut picture, "opacity", percent / 100.0);
        }
        changed = changed.or(set);
        if let Some(image) = image {
            facts_ui(ui, image);
        }
        let buttons = [
            Command::Picture(PictureCommand::LocatePicture),
            Command::Edit(EditCommand::Duplicate),
            Command::Edit(EditCommand::Delete),
        ];
        // A warning has a button to locate the file.
        buttons_ui(ui, &buttons[usize::from(has_problem)..], commands);
        changed
    });
    let moved = card_ui(ui, "Position and size", |ui| {
        let changed = ui.add_enabled_ui(movable, |ui| {
            let mut changed = place_ui(ui, &mut picture, &unit);
            if let Some(image) = image {
                changed = changed.or(pixels_ui(ui, &mut picture, image, &unit));
            }
            buttons_ui(
                ui,
                &[Command::Tool(ToolCommand::PictureScaleTool)],
                commands,
            );
            changed
        });
        if !movable {
            let text = "Show and unlock the picture to move it.";
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
        }
        changed.inner
    });
    let changed = changed.or(moved);
    if changed.is_some() {
        if let Some(stored) = session.scene.picture_mut(id) {
            *stored = picture;
        }
        name_step(session, changed);
    }
}

fn problem_ui(ui: &mut Ui, picture: &Picture, problem: &Problem, commands: &mut Vec<Command>) {
    warning_card_ui(ui, |ui| {
        theme::status_ui(ui, false, problem_words(problem));
        let why = match problem {
            Problem::Missing => {
                "It was moved, renamed or deleted. It is shown again once it is back."
            }
            Problem::Outside => {
                "Files outside of the scene's folder are only read if you say so, because a scene from someone else can name any file."
            }
            Problem::Unreadable(why) => why.as_str(),
        };
        let file = sanitize_for_display(&picture.file);
        ui.add(egui::Label::new(file).wrap());
        ui.label(RichText::new(why).color(theme::colors(ui).text_weak));
        ui.horizontal(|ui| {
            if *problem == Problem::Outside && ui.button("Show it").clicked() {
                commands.push(Command::Picture(PictureCommand::ShowPicture));
            }
            if ui.button("Locate…").clicked() {
                commands.push(Command::Picture(PictureCommand::LocatePicture));
            }
        });
    });
}

/// Says which files of a map are not read.
fn outside_ui(ui: &mut Ui, files: &[PathBuf], commands: &mut Vec<Command>) {
    warning_card_ui(ui, |ui| {
        let text = "Parts are outside of the map's folder";
        theme::status_ui(ui, false, text).on_hover_ui(|ui| {
            for file in files {
                ui.label(sanitize_for_display(&file.display().to_string()));
            }
        });
        let why = "The map names files outside of its folder. They are only read if you say so.";
        ui.label(RichText::new(why).color(theme::colors(ui).text_weak));
        if ui.button("Show them").clicked() {
            commands.push(Command::Picture(PictureCommand::ShowPicture));
        }
    });
}

fn facts_ui(ui: &mut Ui, image: &Image) {
    let [width, height] = image.pixels;
    let mut text = format!("{width} × {height} px");
    if image.is_reduced() {
        let [width, height] = image.texture.size();
        text += &format!(", shown with {width} × {height}: more than the graphics card can show");
    }
    ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
}

/// Position, size and rotation.
fn place_ui(ui: &mut Ui, picture: &mut Picture, unit: &str) -> Changed {
    let suffix = format!(" {unit}");
    let position = &mut picture.position;
    let mut changed = field::position_ui(ui, true, "Center", position, &suffix);
    let ratio = picture.height / picture.width;
    let range = (1e-6, MAX_LENGTH);
    let (mut width, mut height) = (picture.width, picture.height);
    let help = "The width of the picture. The height follows.";
    let set = field::number_ui(ui, "Width", help, &mut width, range, &suffix);
    if set.is_some() {
        scale_to_width(picture, width);
    }
    changed = changed.or(set);
    let help = "The height of the picture. The width follows.";
    let set = field::number_ui(ui, "Height", help, &mut height, range, &suffix);
    if set.is_some() {
        scale_to_width(picture, height / ratio);
    }
    changed = changed.or(set);
    let help = "Counterclockwise, around the center.";
    let rotation = &mut picture.rotation;
    changed.or(field::number_ui(
        ui,
        "Rotation",
        help,
        rotation,
        (-360.0, 360.0),
        "°",
    ))
}

/// The scale, and the proportions of the file if they differ.
fn pixels_ui(ui: &mut Ui, picture: &mut Picture, image: &Image, unit: &str) -> Changed {
    let [width, height] = image.pixels.map(f64::from);
    let mut scale = width / picture.width;
    let help = "How many pixels of the image are one unit.";
    let suffix = format!(" px/{unit}");
    let set = field::number_ui(ui, "Scale", help, &mut scale, PIXELS_PER_UNIT, &suffix);
    if set.is_some() && scale > 0.0 {
        scale_to_width(picture, width / scale);
    }
    let expected = picture.width * height / width;
    let differs = (picture.height - expected).abs() > 0.01 * expected;
    if differs
        && ui
            .button("Use the file's proportions")
            .on_hover_text("The picture is stretched. Sets the height by the image.")
            .clicked()
    {
        PICTURE.set_within_limits(picture, "height", expected);
        return Some("Set proportions".into());
    }
    set
}

fn scale_to_width(picture: &mut Picture, width: f64) {
    let center = picture.position;
    let factor = width / picture.width;
    pictures::scale(picture, center, factor);
}
