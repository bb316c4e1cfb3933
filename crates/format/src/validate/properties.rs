//! Validates custom properties: their declarations, and the values of items.

use super::Report;
use crate::limits;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use steerwright_runtime::scene::{
    Properties, PropertyDeclaration, PropertyType, PropertyValue, ReferenceKind,
};

/// The most characters of the name of a property, and of a choice.
pub const MAX_PROPERTY_NAME_CHARS: usize = 64;

/// How the values of properties refer to presets.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum PresetReferences {
    /// By id, as in scenes.
    Ids,
    /// Also by name, as in exports, which have no list of presets.
    NamesOrIds,
}

pub(super) fn check_declarations(
    declarations: &[PropertyDeclaration],
    declared: &Declared<'_>,
    report: &mut Report<'_>,
) {
    let mut names = BTreeSet::new();
    for (i, declaration) in declarations.iter().enumerate() {
        let place = format_args!("/declared_properties/{i}");
        check_name(&format_args!("{place}/name"), &declaration.name, report);
        if !names.insert(declaration.name.as_str()) {
            report(
                format!("{place}/name"),
                "another property has this name; rename one of them".into(),
            );
        }
        if declaration.on.is_empty() {
            report(
                format!("{place}/on"),
                "empty; list a kind of item that has the property".into(),
            );
        }
        if let PropertyType::Choice(choices) = &declaration.value_type {
            check_choices(&format_args!("{place}/choices"), choices, report);
        }
        declared.check_value(
            &|| format!("{place}/default"),
            declaration,
            &declaration.default,
            report,
        );
        if is_too_long(&declaration.description) {
            report(
                format!("{place}/description"),
                limits::PROPERTY_TEXT.message(),
            );
        }
    }
}

fn check_choices(pointer: &dyn Display, choices: &[String], report: &mut Report<'_>) {
    if choices.is_empty() {
        report(pointer.to_string(), "empty; list the choices".into());
    }
    if choices.len() as u64 > limits::CHOICES.max {
        report(pointer.to_string(), limits::CHOICES.message());
        return;
    }
    let mut known = BTreeSet::new();
    for (i, choice) in choices.iter().enumerate() {
        let place = format_args!("{pointer}/{i}");
        check_name(&place, choice, report);
        if !known.insert(choice) {
            report(
                place.to_string(),
                "this choice is listed twice; remove one".into(),
            );
        }
    }
}

fn check_name(pointer: &dyn Display, name: &str, report: &mut Report<'_>) {
    super::check_name(pointer, name, report);
    if name.chars().count() > MAX_PROPERTY_NAME_CHARS {
        report(
            pointer.to_string(),
            format!("more than {MAX_PROPERTY_NAME_CHARS} characters; use a shorter name"),
        );
    }
}

fn is_too_long(text: &str) -> bool {
    // Most texts are short enough in bytes.
    text.len() as u64 > limits::PROPERTY_TEXT.max
        && text.chars().count() as u64 > limits::PROPERTY_TEXT.max
}

/// What is wrong with a value that is not of this type, and how to fix it.
fn expected(value_type: &PropertyType) -> String {
    match value_type {
        PropertyType::Bool => "not a bool; use true or false".into(),
        PropertyType::Int => "not an int; use a whole number of at most 15 digits".into(),
        PropertyType::Number => "not a number; use a number from -1e15 to 1e15".into(),
        PropertyType::Text => "not a text; write it in quotes".into(),
        PropertyType::Color => "not a color; write it as \"#rrggbb\"".into(),
        PropertyType::Choice(_) => "not one of the choices; use one, or add it to the list".into(),
        PropertyType::Reference(kind) => {
            let kind = match kind {
                ReferenceKind::Agents => "an agent",
                ReferenceKind::Paths => "a path",
                ReferenceKind::Markers => "a marker",
                ReferenceKind::Walls => "a wall",
                ReferenceKind::Presets => "a preset",
            };
            format!("not a reference; use the id of {kind}, or null")
        }
    }
}

/// The declarations of a scene by name.
pub(super) struct Declared<'a> {
    by_name: BTreeMap<&'a str, &'a PropertyDeclaration>,
    preset_references: PresetReferences,
}

impl<'a> Declared<'a> {
    pub(super) fn new(
        declarations: &'a [PropertyDeclaration],
        preset_references: PresetReferences,
    ) -> Self {
        let by_name =
            |declaration: &'a PropertyDeclaration| (declaration.name.as_str(), declaration);
        Self {
            by_name: declarations.iter().map(by_name).collect(),
            preset_references,
        }
    }

    fn check_value(
        &self,
        pointer: &dyn Fn() -> String,
        declaration: &PropertyDeclaration,
        value: &PropertyValue,
        report: &mut Report<'_>,
    ) {
        let is_name = self.preset_references == PresetReferences::NamesOrIds
            && declaration.value_type == PropertyType::Reference(ReferenceKind::Presets)
            && value.as_text().is_some();
        if !is_name && !declaration.value_type.accepts(value) {
            report(pointer(), expected(&declaration.value_type));
        }
    }

    /// Reports values that are not of the declared type. Values of names that are not declared are
    /// kept; the diagnostics tell of them, and of references to what does not exist.
    pub(super) fn check(
        &self,
        pointer: &dyn Display,
        properties: &Properties,
        report: &mut Report<'_>,
    ) {
        for (name, value) in properties.iter() {
            let place = || {
                let key = name.replace('~', "~0").replace('/', "~1");
                format!("{pointer}/properties/{key}")
            };
            if name.is_empty() {
                report(place(), "a property without a name; enter one".into());
            }
            if let Some(declaration) = self.by_name.get(name) {
                self.check_value(&place, declaration, value, report);
            }
            match value {
                PropertyValue::Text(text) if is_too_long(text) => {
                    report(place(), limits::PROPERTY_TEXT.message());
                }
                PropertyValue::Number(number) if !(number.abs() <= 1e15) => {
                    report(
                        place(),
                        format!("{number} is out of range; use -1e15 to 1e15"),
                    );
                }
                PropertyValue::Text(_)
                | PropertyValue::Number(_)
                | PropertyValue::Null
                | PropertyValue::Bool(_) => {}
            }
        }
    }
}
