//! The inspector of the scene, shown when nothing is selected, with all diagnostics.

use crate::editor::checks::tracks::TrackChecks;
use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field;
use crate::editor::inspector::field::name_step;
use crate::editor::inspector::tracks;
use crate::editor::theme;
use crate::editor::widgets::expression_field::number_field;
use egui::{Button, RichText, Role, TextEdit, Ui, WidgetInfo};
use egui_material_icons::icons;
use std::sync::Arc;
use steerwright_analysis::lint::{Diagnostic, Subject};
use steerwright_authoring::command::ViewCommand;
use steerwright_authoring::{Command, Item, Line, Session};
use steerwright_format::validate::MAX_SEED;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::{CellMap, Scene};

/// Draws the cards of the scene. Returns a warning that was clicked.
pub fn scene_ui(
    ui: &mut Ui,
    session: &mut Session,
    diagnostics: &[Diagnostic],
    checks: &TrackChecks,
    commands: &mut Vec<Command>,
) -> Option<Diagnostic> {
    let changed = card_ui(ui, "Scene", |ui| {
        let scene = &mut session.scene;
        let mut changed = field::text_ui(ui, "Name", &mut scene.name);
        changed = changed.or(field::text_ui(ui, "Unit", &mut scene.unit));
        let unit = scene.unit.clone();
        changed = changed.or(field::parameters_ui(ui, parameter::SCENE, scene, &unit));
        let seed = field::row_ui(
            ui,
            "Seed",
            "Determines all random choices of the agents.",
            |ui, id| {
                ui.add(number_field(ui, &mut scene.seed, "").range(0..=MAX_SEED))
                    .labelled_by(id)
                    .changed()
            },
        );
        changed = changed.or(seed.then(|| "Set seed".into()));
        changed = changed.or(field::pair_ui(
            ui,
            "Pointer position",
            "The position of the pointer target until the mouse moves.",
            &mut scene.pointer,
            MAX_COORDINATE,
            &format!(" {unit}"),
        ));
        // The blocked cells are many, and are not edited here.
        let mut cells = CellMap {
            size: scene.cells.size,
            blocked: Vec::new(),
        };
        let resized = field::parameters_ui(ui, parameter::CELLS, &mut cells, &unit);
        if resized.is_some() {
            Arc::make_mut(&mut scene.cells).size = cells.size;
        }
        changed = changed.or(resized);
        changed
    });
    name_step(session, changed);

    let edited = card_ui(ui, "Notes", |ui| {
        let edit = TextEdit::multiline(&mut session.scene.notes)
            .desired_width(f32::INFINITY)
            .desired_rows(4);
        let response = ui.add(edit.hint_text("What this scene shows, and what to try"));
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "Notes")
        });
        response.changed()
    });
    if edited {
        session.name_step("Edit notes");
    }
    tracks::scene_tracks_ui(ui, session, checks, commands);
    diagnostics_ui(ui, &session.scene, diagnostics)
}

/// No more diagnostics are listed: laying out thousands takes longer than a frame.
const MAX_LISTED: usize = 50;

/// Draws the diagnostics as buttons. Returns the one that was clicked.
fn diagnostics_ui(ui: &mut Ui, scene: &Scene, diagnostics: &[Diagnostic]) -> Option<Diagnostic> {
    let colors = theme::colors(ui);
    if scene.is_empty() {
        return None;
    }
    let mut clicked = None;
    card_ui(ui, "Warnings", |ui| {
        if diagnostics.is_empty() {
            theme::status_ui(ui, true, "No warnings");
        }
        for diagnostic in diagnostics.iter().take(MAX_LISTED) {
            if diagnostic_ui(ui, diagnostic) {
                clicked = Some(diagnostic.clone());
            }
        }
        if let Some(more) = diagnostics.len().checked_sub(MAX_LISTED + 1) {
            ui.label(
                RichText::new(format!(
                    "{} more are not listed; \"steerwright check\" prints all",
                    more + 1
                ))
                .color(colors.text_weak),
            );
        }
    });
    clicked
}

/// Draws a diagnostic as a button. Returns whether it was clicked.
pub fn diagnostic_ui(ui: &mut Ui, diagnostic: &Diagnostic) -> bool {
    let text = format!("{} {}", icons::ICON_WARNING.codepoint, diagnostic.message);
    let text = RichText::new(text).color(theme::colors(ui).warn);
    let response = ui.add(Button::new(text).wrap().frame(false));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, diagnostic.message.as_str()));
    response.on_hover_text(diagnostic.help.as_str()).clicked()
}

/// The commands that show an item, and what a warning about it is about.
pub fn commands_to_show(item: Item) -> Vec<Command> {
    let zoom = Command::View(ViewCommand::ZoomToSelection);
    if item.line().and_then(Line::area).is_some() {
        vec![zoom, Command::View(ViewCommand::ShowWorstMoment)]
    } else {
        vec![zoom]
    }
}

/// The item that a diagnostic refers to. That of a track is its agent, if there is one.
pub fn item_at(scene: &Scene, subject: Subject) -> Option<Item> {
    Some(match subject {
        Subject::Path(path) => Item::Path(path),
        Subject::Node(path, node) => Item::Node(Line::Path(path), node),
        Subject::Agent(agent) => Item::Agent(agent),
        Subject::Preset(preset, _) => Item::Preset(preset),
        Subject::Wall(wall) => Item::Wall(wall),
        Subject::Area(area) => Item::Area(area),
        Subject::Marker(marker) => Item::Marker(marker),
        Subject::Picture(picture) => Item::Picture(picture),
        Subject::Track(track) => {
            let agent = scene.editor.track(track)?.agent;
            Item::Agent(scene.agent(agent)?.id)
        }
    })
}
