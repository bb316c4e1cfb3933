//! The inspectors of walls and their nodes.

use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{Changed, name_step};
use crate::editor::inspector::path::{buttons_ui, color_ui};
use crate::editor::inspector::{bounding_box, field, path};
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::outliner::node_count_text;
use crate::editor::theme;
use egui::{Checkbox, RichText, Ui};
use steerwright_authoring::command::{EditCommand, PathCommand};
use steerwright_authoring::{Command, Line, Session, line};
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Wall, WallId};

const DOORS: [(Option<bool>, &str, &str); 3] = [
    (None, "No", "The wall is always closed."),
    (
        Some(false),
        "Closed",
        "A door that is closed at the start. A game can open it.",
    ),
    (
        Some(true),
        "Open",
        "A door that is open at the start, and blocks nothing. A game can close it.",
    ),
];

/// Draws the cards of a wall.
pub fn wall_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: WallId,
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    let unit = session.scene.unit.clone();
    let Some(mut wall) = session.scene.wall(id).cloned() else {
        return;
    };
    let was_closed = wall.closed;
    let colors = theme::colors(ui);
    let default_color = colors.of_group(&session.scene, id, colors.wall);
    let changed = card_ui(ui, "Wall", |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut wall.name);
        let (mut motion, mut sight) = (Some(wall.blocks_motion), Some(wall.blocks_sight));
        let (mut open, mut closed) = (Some(wall.open), Some(wall.closed));
        changed = changed.or(blocks_ui(ui, &mut motion, &mut sight, &mut open));
        let help = "Connects the last node to the first.";
        changed = changed.or(switch_ui(ui, "Closed loop", help, &mut closed));
        wall.blocks_motion = motion.unwrap_or(wall.blocks_motion);
        wall.blocks_sight = sight.unwrap_or(wall.blocks_sight);
        wall.open = open.unwrap_or(wall.open);
        wall.closed = closed.unwrap_or(wall.closed);
        let help = "The color of the wall.";
        changed.or(color_ui(ui, &mut wall.color, default_color, help))
    });
    let length: f64 = wall
        .edges()
        .map(|edge| vector::distance(edge.a, edge.b))
        .sum();
    let nodes = wall.nodes.len();
    if changed.is_some() {
        let closed = wall.closed;
        wall.closed = was_closed;
        if let Some(stored) = session.scene.wall_mut(id) {
            *stored = wall;
        }
        if closed != was_closed {
            // Like the command, which merges ends at the same position.
            line::set_closed(&mut session.scene, id, closed);
        }
        name_step(session, changed);
    }
    bounding_box::bounding_box_ui(ui, session, keys, commands);
    card_ui(ui, "Edit wall", |ui| {
        let text = format!("{}, {length:.2} {unit} long", node_count_text(nodes));
        ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
        buttons_ui(
            ui,
            &[
                Command::Path(PathCommand::InsertNode),
                Command::Edit(EditCommand::Duplicate),
                Command::Edit(EditCommand::Delete),
            ],
            commands,
        );
    });
}

/// Draws the card of several selected walls. What is changed is set for all of them.
pub fn several_ui(ui: &mut Ui, session: &mut Session) {
    let lines = session.selection.lines().into_iter();
    let ids: Vec<WallId> = lines.filter_map(Line::wall).collect();
    let scene = &session.scene;
    let walls: Vec<&Wall> = ids.iter().filter_map(|&id| scene.wall(id)).collect();
    let Some(first) = walls.first() else {
        return;
    };
    let colors = theme::colors(ui);
    let default_color = colors.of_group(scene, first.id, colors.wall);
    let mut motion = shared(walls.iter().map(|wall| wall.blocks_motion));
    let mut sight = shared(walls.iter().map(|wall| wall.blocks_sight));
    let mut open = shared(walls.iter().map(|wall| wall.open));
    let own_colors: Vec<_> = walls.iter().map(|wall| wall.color).collect();
    let mut color = None;
    let changed = card_ui(ui, "Walls", |ui| {
        let changed = blocks_ui(ui, &mut motion, &mut sight, &mut open);
        let help = "The color of the walls.";
        color = path::shared_color_ui(ui, &own_colors, default_color, help);
        changed.or(color.map(|_| "Set color".into()))
    });
    if changed.is_none() {
        return;
    }
    for &id in &ids {
        let Some(wall) = session.scene.wall_mut(id) else {
            continue;
        };
        // What is still mixed stays as it is.
        wall.blocks_motion = motion.unwrap_or(wall.blocks_motion);
        wall.blocks_sight = sight.unwrap_or(wall.blocks_sight);
        wall.open = open.unwrap_or(wall.open);
        wall.color = color.unwrap_or(wall.color);
    }
    name_step(session, changed);
}

/// The value that all have. `None` if they differ.
fn shared<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// What walls block, and whether they are doors. `None` is a value that differs between them.
fn blocks_ui(
    ui: &mut Ui,
    motion: &mut Option<bool>,
    sight: &mut Option<bool>,
    open: &mut Option<Option<bool>>,
) -> Changed {
    let changed = switch_ui(
        ui,
        "Blocks motion",
        "Steered bodies cannot pass. Off for a bush.",
        motion,
    );
    let changed = changed.or(switch_ui(
        ui,
        "Blocks sight",
        "Agents cannot see past it. Off for glass and low cover.",
        sight,
    ));
    changed.or(field::choice_ui(
        ui,
        "Door",
        "Whether a game can open and close the wall.",
        open,
        &DOORS.map(|(door, label, help)| (Some(door), label, help)),
    ))
}

fn switch_ui(ui: &mut Ui, name: &str, help: &str, on: &mut Option<bool>) -> Changed {
    let toggled = field::row_ui(ui, name, help, |ui, id| {
        let mut shown = on.unwrap_or(false);
        let checkbox = Checkbox::without_text(&mut shown).indeterminate(on.is_none());
        let response = theme::outlined_ui(ui, |ui| ui.add(checkbox)).labelled_by(id);
        if response.changed() {
            *on = Some(shown);
        }
        response.changed()
    });
    toggled.then(|| format!("Set {}", name.to_lowercase()))
}
