//! The field of a custom property: a check box, a number, a text, a color, or a list to choose
//! from.

use crate::editor::theme;
use crate::editor::widgets::color_button::color_button_ui;
use crate::editor::widgets::drop_down::{drop_down_ui, entry_ui};
use crate::editor::widgets::expression_field::{EXPRESSION_HINT, number_field, placeholder_field};
use egui::{Checkbox, ComboBox, Id, RichText, TextEdit, Ui};
use std::borrow::Cow;
use std::cell::Cell;
use steerwright_format::limits;
use steerwright_runtime::scene::{
    Color, PropertyDeclaration, PropertyType, PropertyValue, ReferenceKind, Scene,
};

/// The width of a list to choose from, in points.
const LIST_WIDTH: f32 = 170.0;
/// What stands for several values.
const MIXED: &str = "Mixed";

/// Draws the field for a value, or for several different ones. Returns the new value. `name` is the
/// id of the label.
pub fn value_ui(
    ui: &mut Ui,
    name: Id,
    scene: &Scene,
    declaration: &PropertyDeclaration,
    value: Option<&PropertyValue>,
) -> Option<PropertyValue> {
    match &declaration.value_type {
        PropertyType::Bool => bool_ui(ui, name, value),
        PropertyType::Int => number_ui(ui, name, value, true),
        PropertyType::Number => number_ui(ui, name, value, false),
        PropertyType::Text => text_ui(ui, name, value),
        PropertyType::Color => color_ui(ui, name, value),
        PropertyType::Choice(choices) => {
            let option = |choice: &'_ String| -> (PropertyValue, Cow<'_, str>) {
                (choice.as_str().into(), choice.clone().into())
            };
            list_ui(ui, name, value, choices.iter().map(option).collect())
        }
        PropertyType::Reference(kind) => reference_ui(ui, name, scene, *kind, value),
    }
}

/// A value as text: "true", "2.5", or the name of an item.
pub fn value_text(scene: &Scene, value_type: &PropertyType, value: &PropertyValue) -> String {
    let PropertyType::Reference(kind) = value_type else {
        return match value {
            PropertyValue::Null => "none".into(),
            PropertyValue::Bool(value) => value.to_string(),
            PropertyValue::Number(number) => number.to_string(),
            PropertyValue::Text(text) => text.clone(),
        };
    };
    let Some(id) = value.as_id() else {
        return "none".into();
    };
    let items = named_items(scene, *kind).into_iter();
    let found = items.into_iter().find(|(known, _)| *known == id);
    found.map_or_else(|| missing_text(id), |(_, name)| name.to_owned())
}

fn bool_ui(ui: &mut Ui, name: Id, value: Option<&PropertyValue>) -> Option<PropertyValue> {
    let mut on = value.and_then(PropertyValue::as_bool).unwrap_or_default();
    let checkbox = Checkbox::without_text(&mut on).indeterminate(value.is_none());
    let response = theme::outlined_ui(ui, |ui| ui.add(checkbox));
    let changed = response.labelled_by(name).changed();
    changed.then(|| on.into())
}

fn number_ui(
    ui: &mut Ui,
    name: Id,
    value: Option<&PropertyValue>,
    whole: bool,
) -> Option<PropertyValue> {
    let before = value.and_then(PropertyValue::as_number);
    let mut number = before.unwrap_or_default();
    let most = if whole { 999_999_999_999_999.0 } else { 1e15 };
    // A number can be typed that is only the one to begin with.
    let is_typed = Cell::new(false);
    let field = match value {
        Some(_) => number_field(ui, &mut number, ""),
        None => placeholder_field(ui, &mut number, "", MIXED.into(), |_| is_typed.set(true)),
    };
    let field = field
        .range(-most..=most)
        .speed(if whole { 0.05 } else { 0.02 })
        .max_decimals(if whole { 0 } else { 9 });
    let response = ui.add(field).labelled_by(name);
    let changed = response.on_hover_text(EXPRESSION_HINT).changed() || is_typed.get();
    let number = if whole { number.round() } else { number };
    (changed && before != Some(number)).then(|| number.into())
}

fn text_ui(ui: &mut Ui, name: Id, value: Option<&PropertyValue>) -> Option<PropertyValue> {
    let before = value.and_then(PropertyValue::as_text).unwrap_or_default();
    let mut text = before.to_owned();
    let field = if before.contains('\n') {
        TextEdit::multiline(&mut text).desired_rows(2)
    } else {
        TextEdit::singleline(&mut text)
    };
    let field = field
        .hint_text(if value.is_none() { MIXED } else { "" })
        .char_limit(limits::PROPERTY_TEXT.max as usize)
        .desired_width(ui.available_width());
    let response = ui.add(field).labelled_by(name);
    // Escape restores the text.
    let memory = response.id.with("before");
    if response.gained_focus() && value.is_some() {
        ui.data_mut(|data| data.insert_temp(memory, before.to_owned()));
    } else if response.lost_focus()
        && let Some(before) = ui.data_mut(|data| data.remove_temp::<String>(memory))
        && ui.input(|i| i.key_pressed(egui::Key::Escape))
    {
        return (text != before).then_some(PropertyValue::Text(before));
    }
    response.changed().then_some(PropertyValue::Text(text))
}

fn color_ui(ui: &mut Ui, name: Id, value: Option<&PropertyValue>) -> Option<PropertyValue> {
    let before = value.and_then(PropertyValue::as_color);
    let mut shown = before.unwrap_or(Color([0xff; 3])).0;
    let button = color_button_ui(ui, &mut shown).labelled_by(name);
    let text = before.map_or_else(|| MIXED.into(), |color| color.to_string());
    ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
    button.changed().then(|| Color(shown).into())
}

fn reference_ui(
    ui: &mut Ui,
    name: Id,
    scene: &Scene,
    kind: ReferenceKind,
    value: Option<&PropertyValue>,
) -> Option<PropertyValue> {
    let mut options = vec![(PropertyValue::Null, Cow::Borrowed("None"))];
    // What does not exist is shown too, until something else is chosen.
    let id = value.and_then(PropertyValue::as_id);
    if let Some(id) = id.filter(|&id| !scene.has_item(kind, id)) {
        options.push((f64::from(id).into(), Cow::Owned(missing_text(id))));
    }
    let items = named_items(scene, kind).into_iter();
    options.extend(items.map(|(id, name)| (f64::from(id).into(), Cow::Borrowed(name))));
    list_ui(ui, name, value, options)
}

/// Draws a list to choose from. A value that is none of them stands for several ones.
fn list_ui(
    ui: &mut Ui,
    name: Id,
    value: Option<&PropertyValue>,
    options: Vec<(PropertyValue, Cow<'_, str>)>,
) -> Option<PropertyValue> {
    let current = options.iter().find(|(option, _)| Some(option) == value);
    let shown = current.map_or(MIXED, |(_, text)| text).to_owned();
    let list = ComboBox::from_id_salt((name, "value"))
        .selected_text(shown)
        .width(ui.available_width().min(LIST_WIDTH))
        // A long name must not widen the panel.
        .truncate();
    let mut chosen = None;
    let response = drop_down_ui(ui, list, |ui| {
        for (option, text) in options {
            let is_current = Some(&option) == value;
            if entry_ui(ui, is_current, text).clicked() && !is_current {
                chosen = Some(option);
            }
        }
    });
    response.response.labelled_by(name);
    chosen
}

fn missing_text(id: u32) -> String {
    format!("Missing (id {id})")
}

/// The ids and names of the items of a kind.
fn named_items(scene: &Scene, kind: ReferenceKind) -> Vec<(u32, &str)> {
    match kind {
        ReferenceKind::Agents => {
            let agents = scene.agents.iter();
            agents
                .map(|agent| (agent.id.0, agent.name.as_str()))
                .collect()
        }
        ReferenceKind::Paths => {
            let paths = scene.paths.iter();
            paths.map(|path| (path.id.0, path.name.as_str())).collect()
        }
        ReferenceKind::Markers => {
            let markers = scene.markers.iter();
            markers
                .map(|marker| (marker.id.0, marker.name.as_str()))
                .collect()
        }
        ReferenceKind::Walls => {
            let walls = scene.walls.iter();
            walls.map(|wall| (wall.id.0, wall.name.as_str())).collect()
        }
        ReferenceKind::Presets => {
            let presets = scene.presets.iter();
            presets
                .map(|preset| (preset.id.0, preset.name.as_str()))
                .collect()
        }
    }
}
