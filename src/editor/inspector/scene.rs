//! Nothing selected: the scene itself, and what the lint says of it.

use crate::editor::expression_field::number_field;
use crate::editor::inspector::field;
use crate::editor::inspector::field::note;
use crate::editor::theme;
use egui::{Button, RichText, TextEdit, Ui};
use std::sync::Arc;
use steerwright_analysis::lint::{Diagnostic, Subject};
use steerwright_authoring::{Item, Session};
use steerwright_format::parameter::MAX_COORDINATE;
use steerwright_format::validate::MAX_SEED;

/// Draws the scene's own card.
pub fn scene_ui(ui: &mut Ui, session: &mut Session, findings: &[Diagnostic]) {
    let changed = theme::card_ui(ui, "Scene", |ui| {
        let scene = &mut session.scene;
        let mut changed = field::text_ui(ui, "Name", &mut scene.name);
        changed = changed.or(field::text_ui(ui, "Unit", &mut scene.unit));
        changed = changed.or(field::number_ui(
            ui,
            "Ticks per second",
            "How finely time is divided. A game must run the same number.",
            &mut scene.ticks_per_second,
            (1.0, 1000.0),
            "",
        ));
        let seed = field::row_ui(
            ui,
            "Seed",
            "Where every agent's random stream starts from.",
            |ui, id| {
                ui.add(number_field(ui, &mut scene.seed, "").range(0..=MAX_SEED))
                    .labelled_by(id)
                    .changed()
            },
        );
        changed = changed.or(seed.then(|| "Set seed".into()));
        let pointer = (&mut scene.pointer.x, &mut scene.pointer.y);
        changed = changed.or(field::pair_ui(
            ui,
            "Pointer rests at",
            "Where the pointer is until it is moved.",
            pointer,
            MAX_COORDINATE,
            "",
        ));
        let mut size = scene.cells.size;
        if let Some(step) = field::number_ui(
            ui,
            "Cell size",
            "The side of a cell of the grid chase.",
            &mut size,
            (0.05, 1000.0),
            "",
        ) {
            Arc::make_mut(&mut scene.cells).size = size;
            changed = Some(step);
        }
        changed
    });
    note(session, changed);

    let edited = theme::card_ui(ui, "Notes", |ui| {
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
    checks_ui(ui, session, findings);
}

/// Every finding, as a button that selects what it is about.
fn checks_ui(ui: &mut Ui, session: &mut Session, findings: &[Diagnostic]) {
    if session.scene.is_empty() {
        return;
    }
    theme::card_ui(ui, "Checks", |ui| {
        if findings.is_empty() {
            theme::verdict_ui(ui, true, "Nothing to worry about");
        }
        for finding in findings {
            let text = RichText::new(finding.message.as_str()).color(theme::WARN);
            if ui
                .add(Button::new(text).wrap().frame(false))
                .on_hover_text(finding.help.as_str())
                .clicked()
            {
                session.selection.set(item_at(finding.subject));
            }
        }
    });
}

/// What a finding is about, to be selected.
pub fn item_at(place: Subject) -> Item {
    match place {
        Subject::Path(path) => Item::Path(path),
        Subject::Node(path, node) => Item::Node(path, node),
        Subject::Agent(agent) => Item::Agent(agent),
        Subject::Preset(preset, _) => Item::Preset(preset),
    }
}
