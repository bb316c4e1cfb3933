//! The inspectors of paths and nodes.

use crate::editor::checks::branches::BranchChecks;
use crate::editor::inspector::card::{card_ui, titled_card_ui};
use crate::editor::inspector::field::name_step;
use crate::editor::inspector::{bounding_box, commands_to_show, field, node_script};
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::outliner::node_count_text;
use crate::editor::theme;
use crate::editor::widgets::color_button::color_button_ui;
use egui::{Color32, Label, RichText, Ui};
use steerwright_authoring::command::{EditCommand, PathCommand, WindowCommand};
use steerwright_authoring::paths::junction_arrows;
use steerwright_authoring::paths::ops;
use steerwright_authoring::{Command, Session, line};
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Color, NodeId, PathId};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};

const TRAVERSALS: [(Traversal, &str, &str); 3] = [
    (
        Traversal::PingPong,
        "Ping-pong",
        "Turns around at the ends.",
    ),
    (
        Traversal::Loop,
        "Loop",
        "Continues from the last node to the first.",
    ),
    (Traversal::Once, "Once", "Stops at the last node."),
];

const SHAPES: [(Shape, &str, &str); 2] = [
    (
        Shape::Straight,
        "Straight",
        "Straight segments between the nodes.",
    ),
    (
        Shape::CatmullRom,
        "Curved",
        "A smooth curve through the nodes.",
    ),
];

/// Draws the card of a path.
pub fn path_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: PathId,
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    let unit = session.scene.unit.clone();
    let users: Vec<String> = session
        .scene
        .agents
        .iter()
        .filter(|agent| agent.path == Some(id))
        .map(|agent| agent.name.clone())
        .chain(
            session
                .scene
                .spawners
                .iter()
                .filter(|spawner| spawner.path == Some(id))
                .map(|spawner| format!("agents of {}", spawner.name)),
        )
        .collect();
    let Some(mut path) = session.scene.path(id).cloned() else {
        return;
    };
    let colors = theme::colors(ui);
    let default_color = colors.of_group(&session.scene, id, colors.path);
    let changed = card_ui(ui, "Path", |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut path.name);
        changed = changed.or(field::choice_ui(
            ui,
            "Traversal",
            "What agents do at the ends of the path.",
            &mut path.traversal,
            &TRAVERSALS,
        ));
        changed = changed.or(field::choice_ui(
            ui,
            "Shape",
            "How the nodes are connected.",
            &mut path.shape,
            &SHAPES,
        ));
        let help = "The color of the path.";
        changed = changed.or(color_ui(ui, &mut path.color, default_color, help));
        changed.or(field::parameters_ui(ui, parameter::PATH, &mut path, &unit))
    });
    let length =
        steerwright_runtime::geometry::Polyline::new(path.route().points(), path.is_closed())
            .length();
    let nodes = path.nodes.len();
    if changed.is_some() {
        let (traversal, was_closed) = (
            path.traversal,
            session.scene.path(id).is_some_and(|path| path.is_closed()),
        );
        let closes = path.is_closed() && !was_closed;
        if let Some(stored) = session.scene.path_mut(id) {
            if closes {
                path.traversal = stored.traversal;
            }
            *stored = path;
        }
        if closes {
            // Like the command, which merges ends at the same position.
            line::set_closed(&mut session.scene, id, traversal == Traversal::Loop);
        }
        name_step(session, changed);
    }
    bounding_box::bounding_box_ui(ui, session, keys, commands);
    card_ui(ui, "Used by", |ui| {
        if users.is_empty() {
            let from = junction_arrows::names_of_paths_leading_to(&session.scene, id);
            let text = if from.is_empty() {
                "No agent uses this path yet.".to_owned()
            } else {
                format!("Junctions of {} lead here.", from.join(", "))
            };
            ui.add(Label::new(text).wrap());
        } else {
            ui.label(users.join(", "));
        }
        buttons_ui(ui, &[Command::Path(PathCommand::AddAgentOnPath)], commands);
    });
    card_ui(ui, "Edit path", |ui| {
        ui.label(
            RichText::new(format!(
                "{}, {length:.2} {unit} long",
                node_count_text(nodes)
            ))
            .color(theme::colors(ui).text_weak),
        );
        buttons_ui(
            ui,
            &[
                Command::Path(PathCommand::ReversePath),
                Command::Window(WindowCommand::SimplifyPath),
                Command::Edit(EditCommand::Duplicate),
                Command::Edit(EditCommand::Delete),
            ],
            commands,
        );
    });
}

/// The color of a path or wall, or the default.
pub fn color_ui(
    ui: &mut Ui,
    color: &mut Option<Color>,
    default: Color32,
    help: &str,
) -> field::Changed {
    let changed = field::row_ui(ui, "Color", help, |ui, id| {
        let [r, g, b, _] = default.to_array();
        let mut shown = color.map_or([r, g, b], |color| color.0);
        let mut changed = color_button_ui(ui, &mut shown).labelled_by(id).changed();
        if changed {
            *color = Some(Color(shown));
        }
        if color.is_some() && ui.button("Use default").clicked() {
            (*color, changed) = (None, true);
        }
        changed
    });
    changed.then(|| "Set color".into())
}

/// The color of several items. Returns the color to give all of them, if one was chosen.
pub fn shared_color_ui(
    ui: &mut Ui,
    colors: &[Option<Color>],
    default: Color32,
    help: &str,
) -> Option<Option<Color>> {
    let first = colors.first().copied().flatten();
    if colors.iter().all(|color| *color == first) {
        let mut color = first;
        return color_ui(ui, &mut color, default, help).map(|_| color);
    }
    field::row_ui(ui, "Color", help, |ui, id| {
        let [r, g, b, _] = default.to_array();
        let mut shown = [r, g, b];
        let edit = color_button_ui(ui, &mut shown).labelled_by(id);
        let chosen = edit.changed().then_some(Some(Color(shown)));
        ui.label(RichText::new("Mixed").color(theme::colors(ui).text_weak));
        let unset = ui.button("Use default").clicked().then_some(None);
        chosen.or(unset)
    })
}

pub(super) fn buttons_ui(ui: &mut Ui, available: &[Command], commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        for &command in available {
            if ui
                .button(command.label())
                .on_hover_text(command.tooltip())
                .clicked()
            {
                commands.push(command);
            }
        }
    });
}

/// Draws the card of a node.
pub fn node_ui(
    ui: &mut Ui,
    session: &mut Session,
    path: PathId,
    id: NodeId,
    branches: &BranchChecks,
    commands: &mut Vec<Command>,
) {
    let unit = session.scene.unit.clone();
    let Some(owner) = session.scene.path(path) else {
        return;
    };
    let movable = session.scene.editor.is_editable(owner.id);
    let (radius, name, index) = (
        owner.radius,
        owner.name.clone(),
        owner.index_of(id).map_or(0, |i| i + 1),
    );
    let Some(mut node) = session.scene.node(path, id).cloned() else {
        return;
    };
    let mut available = vec![Command::Path(PathCommand::InsertNode)];
    available.extend(
        ops::can_start_at(&session.scene, path, id)
            .then_some(Command::Path(PathCommand::SetStartNode)),
    );
    available.extend(
        line::can_split_at(&session.scene, path, id)
            .then_some(Command::Path(PathCommand::SplitPath)),
    );
    available.push(Command::Edit(EditCommand::Delete));
    let changed = titled_card_ui(ui, "Node", &format!("Node {index} of {name}"), |ui| {
        let position = &mut node.position;
        let mut changed =
            field::position_ui(ui, movable, "Position", position, &format!(" {unit}"));
        // A radius of its own starts with that of the path.
        changed = changed.or(field::presented_parameters_ui(
            ui,
            parameter::NODE,
            &mut node,
            &unit,
            |parameter| match parameter.key {
                "radius" => parameter.presentation.inheriting(radius),
                _ => parameter.presentation,
            },
        ));
        buttons_ui(ui, &available, commands);
        changed
    });
    let place = node_script::Place {
        scene: &session.scene,
        path,
        id,
        branches,
    };
    let mut go_to = None;
    let scripted = node_script::node_script_ui(ui, &place, &mut node, &mut go_to);
    let changed = changed.or(scripted);
    if changed.is_some() {
        if let Some(stored) = session.scene.node_mut(path, id) {
            *stored = node;
        }
        name_step(session, changed);
    }
    if let Some(item) = go_to {
        session.selection.set(item);
        commands.extend(commands_to_show(item));
    }
}
