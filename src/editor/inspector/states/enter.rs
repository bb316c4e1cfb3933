//! What an agent does when it enters a state.

use crate::editor::inspector::event_value::value_ui;
use crate::editor::inspector::field::{self, Changed};
use crate::editor::inspector::name_field;
use crate::editor::theme;
use egui::{RichText, Ui};
use egui_material_icons::icons;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{EnterAction, EventValue, Scene, WallId};

/// The most actions of a state.
const MOST: usize = 32;

/// Draws the actions on entering a state, and a menu that adds one.
pub(super) fn enter_ui(
    ui: &mut Ui,
    scene: &Scene,
    actions: &mut Vec<EnterAction>,
    unit: &str,
) -> Changed {
    let mut changed: Changed = None;
    let mut removed = None;
    if actions.is_empty() {
        let text = "Nothing. An action can tell the game, open a door, or alert others.";
        ui.label(
            RichText::new(text)
                .small()
                .color(theme::colors(ui).text_weak),
        );
    }
    for (index, action) in actions.iter_mut().enumerate() {
        ui.push_id(("action", index), |ui| {
            ui.horizontal(|ui| {
                ui.label(label(action)).on_hover_text(help(action));
                theme::right_ui(ui, |ui| {
                    let label = format!("Remove action {}", index + 1);
                    let icon = icons::ICON_CLOSE;
                    if theme::icon_button(ui, icon, &label, "", "", false).clicked() {
                        removed = Some(index);
                    }
                });
            });
            changed = changed.take().or(action_ui(ui, scene, action, unit));
        });
    }
    if let Some(index) = removed {
        actions.remove(index);
        changed = Some("Remove action".into());
    }
    if actions.len() < MOST {
        ui.menu_button(format!("{} Add action", icons::ICON_ADD.codepoint), |ui| {
            for action in choices(scene) {
                let button = ui.button(label(&action));
                if button.on_hover_text(help(&action)).clicked() {
                    actions.push(action);
                    changed = Some("Add action".into());
                    ui.close();
                }
            }
        });
    }
    changed
}

fn choices(scene: &Scene) -> Vec<EnterAction> {
    let mut choices = vec![
        EnterAction::Emit {
            name: "alarm".into(),
            value: EventValue::Null,
        },
        EnterAction::Share { radius: 10.0 },
    ];
    if let Some(door) = scene.walls.iter().find(|wall| wall.open.is_some()) {
        choices.push(EnterAction::SetWall {
            wall: door.id,
            open: true,
        });
    }
    choices
}

fn label(action: &EnterAction) -> &'static str {
    match action {
        EnterAction::Emit { .. } => "Emit event",
        EnterAction::SetWall { .. } => "Open or close door",
        EnterAction::Share { .. } => "Share what it saw",
    }
}

fn help(action: &EnterAction) -> &'static str {
    match action {
        EnterAction::Emit { .. } => "Tells the game, with a name and a text or number.",
        EnterAction::SetWall { .. } => "Switches a door at the end of the tick.",
        EnterAction::Share { .. } => {
            "Tells the agents of its team who are near where it last saw someone."
        }
    }
}

fn action_ui(ui: &mut Ui, scene: &Scene, action: &mut EnterAction, unit: &str) -> Changed {
    let table = parameter::of_enter(action);
    match action {
        EnterAction::Emit { name, value } => {
            let named = name_field::name_ui(ui, "Event", "The name of the event.", name);
            named.or(value_ui(ui, value))
        }
        EnterAction::SetWall { wall, open } => door_ui(ui, scene, wall, open),
        EnterAction::Share { radius } => {
            let suffix = format!(" {unit}");
            let help = "How far away they may be.";
            let range = field::range_of(table, "radius");
            field::number_ui(ui, "Radius", help, radius, range, &suffix)
        }
    }
}

/// Draws the choice of a door, and whether it is opened or closed.
pub(in crate::editor::inspector) fn door_ui(
    ui: &mut Ui,
    scene: &Scene,
    wall: &mut WallId,
    open: &mut bool,
) -> Changed {
    let doors: Vec<(WallId, &str, &str)> = (scene.walls.iter())
        .filter(|wall| wall.open.is_some())
        .map(|wall| (wall.id, wall.name.as_str(), ""))
        .collect();
    let chosen = field::choice_ui(ui, "Door", "The door that is switched.", wall, &doors);
    let options = [
        (true, "Open", "Opens the door."),
        (false, "Close", "Closes the door."),
    ];
    chosen.or(field::choice_ui(
        ui,
        "Switch",
        "What it does to the door.",
        open,
        &options,
    ))
}
