//! The inspector of a node of a wall or of an area, which has only a place.

use crate::editor::inspector::card::titled_card_ui;
use crate::editor::inspector::field;
use crate::editor::inspector::field::name_step;
use crate::editor::inspector::path::buttons_ui;
use egui::Ui;
use steerwright_authoring::command::{EditCommand, PathCommand};
use steerwright_authoring::edit::naming::sentence;
use steerwright_authoring::{Command, Item, Line, Session, line};
use steerwright_runtime::scene::NodeId;

/// Draws the card of the node.
pub fn corner_ui(
    ui: &mut Ui,
    session: &mut Session,
    of: Line,
    node: NodeId,
    commands: &mut Vec<Command>,
) {
    let scene = &session.scene;
    let Some(line) = of.of(scene) else {
        return;
    };
    let Some((index, mut position)) = line.index_of(node).zip(of.position(scene, node)) else {
        return;
    };
    let movable = scene.editor.is_editable(of);
    let kind = sentence(Item::Node(of, node).kind());
    let title = format!("{kind} {} of {}", index + 1, line.name());
    let about = match of {
        Line::Area(_) => "Node of an area",
        Line::Wall(_) | Line::Path(_) => "Node of a wall",
    };
    let mut available = vec![Command::Path(PathCommand::InsertNode)];
    if line::can_split_at(scene, of, node) {
        available.push(Command::Path(PathCommand::SplitPath));
    }
    available.push(Command::Edit(EditCommand::Delete));
    let suffix = format!(" {}", scene.unit);
    let changed = titled_card_ui(ui, about, &title, |ui| {
        let changed = field::position_ui(ui, movable, "Position", &mut position, &suffix);
        buttons_ui(ui, &available, commands);
        changed
    });
    if changed.is_some() {
        line::move_node(&mut session.scene, of, node, position);
        name_step(session, changed);
    }
}
