//! What agents do at a node and on the segment after it, and where they go next.

mod action;
mod branch;
mod meeting;
mod next;

use crate::editor::checks::branches::BranchChecks;
use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{self, Changed};
use crate::editor::theme;
use egui::{Response, RichText, Ui};
use egui_material_icons::icons;
use steerwright_authoring::Item;
use steerwright_authoring::words::node_action;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{AlongAction, Node, NodeAction, NodeId, PathId, Scene};

/// The most actions of a node.
const MOST: usize = 32;

/// A node, and what is known of it.
pub(super) struct Place<'a> {
    pub(super) scene: &'a Scene,
    pub(super) path: PathId,
    pub(super) id: NodeId,
    /// The times on its branches, if it is a junction.
    pub(super) branches: &'a BranchChecks,
}

/// How a list of actions is rearranged.
enum Arrange {
    Up(usize),
    Remove(usize),
}

/// Draws the cards of a node: its actions, those of the segment after it, and its junction.
pub(super) fn node_script_ui(
    ui: &mut Ui,
    place: &Place<'_>,
    node: &mut Node,
    go_to: &mut Option<Item>,
) -> Changed {
    let scene = place.scene;
    let unit = scene.unit.as_str();
    let mut changed = card_ui(ui, "Actions", |ui| actions_ui(ui, place, node, unit, go_to));
    changed = changed.or(card_ui(ui, "On the way to the next node", |ui| {
        along_ui(ui, scene, node, unit)
    }));
    changed.or(card_ui(ui, "Next node", |ui| {
        next::next_ui(ui, place, node)
    }))
}

fn hint_ui(ui: &mut Ui, text: &str) -> Response {
    let hint = RichText::new(text)
        .small()
        .color(theme::colors(ui).text_weak);
    ui.label(hint)
}

fn actions_ui(
    ui: &mut Ui,
    place: &Place<'_>,
    node: &mut Node,
    unit: &str,
    go_to: &mut Option<Item>,
) -> Changed {
    let scene = place.scene;
    let mut actions = node.actions().to_vec();
    let mut changed: Changed = None;
    let mut arranged = None;
    if actions.is_empty() {
        hint_ui(
            ui,
            "What an agent does here: wait, look around, tell the game, open a door.",
        );
    } else if node.wait > 0.0 {
        hint_ui(ui, "After the wait of the node, one after the other:");
    }
    for (index, action) in actions.iter_mut().enumerate() {
        ui.push_id(("action", index), |ui| {
            let title = format!("{}. {}", index + 1, node_action::label(action));
            arranged = arranged
                .take()
                .or(heading_ui(ui, &title, node_action::help(action), index));
            changed = changed
                .take()
                .or(action::action_ui(ui, scene, action, unit));
            if let NodeAction::Meet { name, .. } = action {
                *go_to = go_to.or(meeting::places_ui(ui, place, name));
            }
        });
    }
    if let Some(arrange) = arranged {
        changed = Some(rearrange(&mut actions, arrange));
    }
    if actions.len() < MOST {
        ui.menu_button(add_label("Add action"), |ui| {
            for action in node_action::all(scene) {
                let button = ui.button(node_action::label(&action));
                if button.on_hover_text(node_action::help(&action)).clicked() {
                    actions.push(action);
                    changed = Some("Add action".into());
                    ui.close();
                }
            }
        });
    }
    if changed.is_some() {
        node.edit_script(|script| script.actions = actions);
    }
    changed
}

fn along_ui(ui: &mut Ui, scene: &Scene, node: &mut Node, unit: &str) -> Changed {
    let mut along = node.along().to_vec();
    let mut changed: Changed = None;
    let mut arranged = None;
    if along.is_empty() {
        hint_ui(
            ui,
            "What an agent does in passing, at a distance from this node.",
        );
    }
    for (index, entry) in along.iter_mut().enumerate() {
        ui.push_id(("along", index), |ui| {
            let title = format!("{}. {}", index + 1, node_action::label(&entry.action));
            arranged = arranged.take().or(heading_ui(
                ui,
                &title,
                node_action::help(&entry.action),
                index,
            ));
            let suffix = format!(" {unit}");
            let help = "The distance from this node along the segment.";
            let range = field::range_of(parameter::ALONG, "distance");
            let moved = field::number_ui(ui, "Distance", help, &mut entry.distance, range, &suffix);
            let set = action::action_ui(ui, scene, &mut entry.action, unit);
            changed = changed.take().or(moved).or(set);
        });
    }
    if let Some(arrange) = arranged {
        changed = Some(rearrange(&mut along, arrange));
    }
    if along.len() < MOST {
        ui.menu_button(add_label("Add action on the way"), |ui| {
            let instant = node_action::all(scene);
            for action in instant.into_iter().filter(|action| action.is_instant()) {
                let button = ui.button(node_action::label(&action));
                if button.on_hover_text(node_action::help(&action)).clicked() {
                    let distance = along.last().map_or(1.0, |last| last.distance + 1.0);
                    along.push(AlongAction {
                        distance,
                        action,
                        place: None,
                    });
                    changed = Some("Add action".into());
                    ui.close();
                }
            }
        });
    }
    if changed.is_some() {
        node.edit_script(|script| script.along = along);
    }
    changed
}

fn add_label(text: &str) -> String {
    format!("{} {text}", icons::ICON_ADD.codepoint)
}

/// Draws the title of an action, and buttons to move it up or remove it.
fn heading_ui(ui: &mut Ui, title: &str, help: &str, index: usize) -> Option<Arrange> {
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).color(theme::colors(ui).text_strong))
            .on_hover_text(help);
        theme::right_ui(ui, |ui| {
            let button = |ui: &mut Ui, icon, label: String| {
                theme::icon_button(ui, icon, &label, "", "", false).clicked()
            };
            let number = index + 1;
            let removed = button(ui, icons::ICON_CLOSE, format!("Remove action {number}"));
            let raised = index > 0
                && button(
                    ui,
                    icons::ICON_ARROW_UPWARD,
                    format!("Move action {number} up"),
                );
            if removed {
                Some(Arrange::Remove(index))
            } else {
                raised.then_some(Arrange::Up(index))
            }
        })
    })
    .inner
}

fn rearrange<T>(list: &mut Vec<T>, arrange: Arrange) -> String {
    match arrange {
        Arrange::Up(index) => {
            list.swap(index, index - 1);
            "Reorder actions".into()
        }
        Arrange::Remove(index) => {
            list.remove(index);
            "Remove action".into()
        }
    }
}
