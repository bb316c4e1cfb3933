//! The form of a declaration.

use crate::editor::inspector::field;
use crate::editor::properties_window::{PropertiesWindow, choices, report};
use crate::editor::theme;
use crate::editor::widgets::property_value::value_ui;
use egui::{Checkbox, RichText, TextEdit, Ui};
use steerwright_authoring::Session;
use steerwright_authoring::properties::{self, name_refusal};
use steerwright_runtime::scene::{PropertyDeclaration, PropertyOwner, PropertyType, ReferenceKind};

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Bool,
    Int,
    Number,
    Text,
    Color,
    Choice,
    Reference,
}

const KINDS: [(Kind, &str, &str); 7] = [
    (Kind::Bool, "Bool", "True or false."),
    (Kind::Int, "Int", "A whole number of at most 15 digits."),
    (Kind::Number, "Number", "A number, which may have decimals."),
    (Kind::Text, "Text", "A text."),
    (Kind::Color, "Color", "A color."),
    (Kind::Choice, "Choice", "One of the texts that you list."),
    (
        Kind::Reference,
        "Reference",
        "An agent, path, marker, wall or preset of the scene.",
    ),
];

const REFERENCES: [(ReferenceKind, &str, &str); 5] = [
    (ReferenceKind::Agents, "Agents", ""),
    (ReferenceKind::Paths, "Paths", ""),
    (ReferenceKind::Markers, "Markers", ""),
    (ReferenceKind::Walls, "Walls", "Also doors."),
    (ReferenceKind::Presets, "Presets", ""),
];

const OWNERS: [(PropertyOwner, &str); 6] = [
    (PropertyOwner::Nodes, "Nodes"),
    (PropertyOwner::Paths, "Paths"),
    (PropertyOwner::Agents, "Agents"),
    (PropertyOwner::Markers, "Markers"),
    (PropertyOwner::Walls, "Walls"),
    (PropertyOwner::Presets, "Presets"),
];

impl PropertiesWindow {
    /// Draws the form of the declaration that is shown. Returns what the user is told.
    pub(super) fn form_ui(&mut self, ui: &mut Ui, session: &mut Session) -> Option<String> {
        let declaration = session.scene.declared_properties.get(self.shown)?.clone();
        ui.spacing_mut().item_spacing.y = 6.0;
        self.name_ui(ui, session, &declaration);
        let mut message = self.type_ui(ui, session, &declaration);
        if let PropertyType::Choice(texts) = &declaration.value_type {
            let changed =
                choices::choices_ui(ui, texts, &mut self.choice, &mut self.focuses_choice);
            if let Some(new) = changed {
                let converted = properties::set_choices(&mut session.scene, self.shown, &new);
                session.name_field_step("Edit choices");
                let before = &declaration.value_type;
                let told = report::dropped(&session.scene, &declaration.name, before, &converted);
                message = message.or(told);
            }
        }
        message = message.or(self.owners_ui(ui, session, &declaration));
        // The type may have changed in this frame.
        let declaration = session.scene.declared_properties.get(self.shown)?.clone();
        let default = field::row_ui(
            ui,
            "Default",
            "The value of items without one.",
            |ui, id| {
                let value = Some(&declaration.default);
                value_ui(ui, id, &session.scene, &declaration, value)
            },
        );
        if let Some(value) = default {
            properties::set_default(&mut session.scene, self.shown, value);
            session.name_field_step("Set default");
        }
        let mut text = declaration.description.clone();
        if field::multiline_ui(ui, "Description", &mut text).is_some() {
            properties::set_description(&mut session.scene, self.shown, &text);
            session.name_field_step("Describe property");
        }
        message
    }

    /// The name. It is taken over as soon as it can be one.
    fn name_ui(&mut self, ui: &mut Ui, session: &mut Session, declaration: &PropertyDeclaration) {
        let mut text = self.name.clone().unwrap_or(declaration.name.clone());
        let help = "The name in the game.";
        let response = field::row_ui(ui, "Name", help, |ui, id| {
            let edit = TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
            ui.add(edit).labelled_by(id)
        });
        if std::mem::take(&mut self.focuses_name) {
            response.request_focus();
            choices::select_all(ui, response.id, &text);
        }
        if response.changed() {
            if name_refusal(&session.scene, self.shown, &text).is_none() {
                properties::rename(&mut session.scene, self.shown, &text);
                session.name_field_step("Rename property");
            }
            self.name = Some(text);
        }
        if let Some(typed) = &self.name {
            if let Some(why) = name_refusal(&session.scene, self.shown, typed) {
                ui.label(RichText::new(why).color(theme::colors(ui).warn));
            }
            if !response.has_focus() {
                self.name = None;
            }
        }
    }

    fn type_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        declaration: &PropertyDeclaration,
    ) -> Option<String> {
        let before = kind_of(&declaration.value_type);
        let mut kind = before;
        let help = "What its values are. They are converted where that is exact.";
        field::choice_ui(ui, "Type", help, &mut kind, &KINDS);
        let mut new = (kind != before).then(|| match kind {
            Kind::Bool => PropertyType::Bool,
            Kind::Int => PropertyType::Int,
            Kind::Number => PropertyType::Number,
            Kind::Text => PropertyType::Text,
            Kind::Color => PropertyType::Color,
            Kind::Choice => PropertyType::Choice(Vec::new()),
            Kind::Reference => PropertyType::Reference(ReferenceKind::Agents),
        });
        if let (PropertyType::Reference(to), None) = (&declaration.value_type, &new) {
            let mut chosen = *to;
            let help = "The kind of items to choose from.";
            field::choice_ui(ui, "Refers to", help, &mut chosen, &REFERENCES);
            new = (chosen != *to).then_some(PropertyType::Reference(chosen));
        }
        let converted = properties::change_type(&mut session.scene, self.shown, new?);
        session.name_step("Change type of property");
        self.choice = None;
        let name = &declaration.name;
        report::dropped(&session.scene, name, &declaration.value_type, &converted)
    }

    /// The kinds of items that have the property: at least one.
    fn owners_ui(
        &self,
        ui: &mut Ui,
        session: &mut Session,
        declaration: &PropertyDeclaration,
    ) -> Option<String> {
        let help = "The kinds of items that have the property.";
        let owners = field::row_ui(ui, "On", help, |ui, _| {
            ui.horizontal_wrapped(|ui| {
                let mut owners = declaration.on;
                for (owner, label) in OWNERS {
                    let mut on = owners.contains(owner);
                    let is_only = on && owners.iter().count() == 1;
                    let checkbox = Checkbox::new(&mut on, label);
                    let response = theme::outlined_ui(ui, |ui| ui.add_enabled(!is_only, checkbox));
                    let response = response.on_disabled_hover_text("Choose another kind first.");
                    if response.changed() {
                        if on {
                            owners.insert(owner);
                        } else {
                            owners.remove(owner);
                        }
                    }
                }
                owners
            })
            .inner
        });
        if owners == declaration.on {
            return None;
        }
        let values = properties::set_owners(&mut session.scene, self.shown, owners);
        session.name_step("Set kinds of property");
        report::removed(&declaration.name, values)
    }
}

fn kind_of(value_type: &PropertyType) -> Kind {
    match value_type {
        PropertyType::Bool => Kind::Bool,
        PropertyType::Int => Kind::Int,
        PropertyType::Number => Kind::Number,
        PropertyType::Text => Kind::Text,
        PropertyType::Color => Kind::Color,
        PropertyType::Choice(_) => Kind::Choice,
        PropertyType::Reference(_) => Kind::Reference,
    }
}
