//! The custom properties of the selected items, as a form.

use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field;
use crate::editor::theme;
use crate::editor::widgets::property_value::{value_text, value_ui};
use egui::{RichText, Ui};
use egui_material_icons::icons;
use steerwright_authoring::command::WindowCommand;
use steerwright_authoring::properties::{self, Row, Undeclared};
use steerwright_authoring::{Command, Session};
use steerwright_runtime::scene::{PropertyItem, PropertyType, PropertyValue};

/// The title of the card.
pub(super) const TITLE: &str = "Custom properties";
/// The room for the button that resets a value and the gap before it, in points. With less, the row
/// would widen the panel a little in every frame.
const RESET: f32 = 44.0;

/// What was done in the form.
enum Edit {
    Set(String, PropertyValue),
    Reset(String),
    Declare(String),
}

/// Whether items have properties to show.
pub(super) fn has_any(session: &Session, items: &[PropertyItem]) -> bool {
    !properties::rows(&session.scene, items).is_empty()
        || !properties::undeclared(&session.scene, items).is_empty()
}

/// Draws the card with the properties of items, of which there is at least one.
pub(super) fn properties_ui(
    ui: &mut Ui,
    session: &mut Session,
    title: &str,
    items: &[PropertyItem],
    commands: &mut Vec<Command>,
) {
    let rows = properties::rows(&session.scene, items);
    let undeclared = properties::undeclared(&session.scene, items);
    let edit = card_ui(ui, title, |ui| {
        let mut edit = None;
        if rows.is_empty() && undeclared.is_empty() {
            hint_ui(ui, session);
        }
        for row in &rows {
            ui.push_id(("property", &row.declaration.name), |ui| {
                edit = edit.take().or(row_ui(ui, session, row));
            });
        }
        for property in &undeclared {
            ui.push_id(("undeclared", &property.name), |ui| {
                edit = edit.take().or(undeclared_ui(ui, session, property));
            });
        }
        let is_declared = !session.scene.declared_properties.is_empty();
        ui.horizontal_wrapped(|ui| {
            let all = is_declared.then_some(WindowCommand::CustomProperties);
            for command in [WindowCommand::DeclareProperty].into_iter().chain(all) {
                let command = Command::Window(command);
                let button = ui.button(command.label());
                if button.on_hover_text(command.tooltip()).clicked() {
                    commands.push(command);
                }
            }
        });
        edit
    });
    match edit {
        Some(Edit::Set(name, value)) => {
            properties::set_value(&mut session.scene, items, &name, &value);
            session.name_field_step(format!("Set {name}"));
        }
        Some(Edit::Reset(name)) => {
            properties::reset(&mut session.scene, items, &name);
            session.name_step(format!("Reset {name}"));
        }
        Some(Edit::Declare(name)) => {
            properties::declare_value(&mut session.scene, &name);
            session.name_step("Declare property");
        }
        None => {}
    }
}

fn hint_ui(ui: &mut Ui, session: &Session) {
    let text = if session.scene.declared_properties.is_empty() {
        "What else the game gets to know: whether a door is locked, what a guard says."
    } else {
        "No property is declared for all of these kinds of items."
    };
    let hint = RichText::new(text).small();
    ui.label(hint.color(theme::colors(ui).text_weak));
}

fn row_ui(ui: &mut Ui, session: &Session, row: &Row) -> Option<Edit> {
    let declaration = &row.declaration;
    let name = &declaration.name;
    let default = value_text(
        &session.scene,
        &declaration.value_type,
        &declaration.default,
    );
    let mut help = declaration.description.clone();
    if !help.is_empty() {
        help.push('\n');
    }
    help += &format!("Default: {default}");
    field::row_ui(ui, name, &help, |ui, id| {
        let room = if row.is_set { RESET } else { 0.0 };
        let width = (ui.available_width() - room).max(40.0);
        let changed = ui.scope(|ui| {
            ui.set_max_width(width);
            value_ui(ui, id, &session.scene, declaration, row.value.as_ref())
        });
        let set = changed.inner.map(|value| Edit::Set(name.clone(), value));
        let label = format!("Reset {name}");
        let is_reset = row.is_set
            && theme::icon_button(
                ui,
                icons::ICON_UNDO,
                &label,
                "Uses the default again.",
                "",
                false,
            )
            .clicked();
        set.or_else(|| is_reset.then(|| Edit::Reset(name.clone())))
    })
}

/// Draws a value that the scene does not declare for the item.
fn undeclared_ui(ui: &mut Ui, session: &Session, property: &Undeclared) -> Option<Edit> {
    let help = "The scene doesn't declare this property for these items. The game gets its value.";
    field::row_ui(ui, &property.name, help, |ui, _| {
        let colors = theme::colors(ui);
        ui.horizontal_wrapped(|ui| {
            let shown = property.value.as_ref().map_or_else(
                || "Mixed".into(),
                |value| value_text(&session.scene, &PropertyType::Text, value),
            );
            ui.add(egui::Label::new(RichText::new(shown).color(colors.text_weak)).truncate());
            let declare = ui.button("Declare").on_hover_text(
                "Declares it with the type of its values, on the kinds of items that have one.",
            );
            let remove = ui.button("Remove").on_hover_text("Removes the value.");
            if declare.clicked() {
                Some(Edit::Declare(property.name.clone()))
            } else {
                remove.clicked().then(|| Edit::Reset(property.name.clone()))
            }
        })
        .inner
    })
}
