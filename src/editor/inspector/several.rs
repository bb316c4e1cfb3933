//! Several things selected, or a path: place, size and turn of the box around them, and how they lie to each other.

use crate::editor::inspector::{field, path};
use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{RichText, Ui};
use egui_material_icons::{MaterialIcon, icons};
use glam::DVec2;
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Command, Item, Session, align};
use steerwright_format::parameter::MAX_COORDINATE;

/// Nothing is scaled below this size by typing, u: what has no size left cannot be scaled back.
const LEAST_SIZE: f64 = 1e-6;

const TURNS: [(Command, MaterialIcon); 4] = [
    (Command::MirrorX, icons::ICON_FLIP),
    (Command::MirrorY, icons::ICON_SWAP_VERT),
    (Command::TurnLeft, icons::ICON_ROTATE_LEFT),
    (Command::TurnRight, icons::ICON_ROTATE_RIGHT),
];

const ALIGNS: [(Command, MaterialIcon); 8] = [
    (Command::AlignLeft, icons::ICON_ALIGN_HORIZONTAL_LEFT),
    (Command::AlignCenter, icons::ICON_ALIGN_HORIZONTAL_CENTER),
    (Command::AlignRight, icons::ICON_ALIGN_HORIZONTAL_RIGHT),
    (Command::AlignTop, icons::ICON_ALIGN_VERTICAL_TOP),
    (Command::AlignMiddle, icons::ICON_ALIGN_VERTICAL_CENTER),
    (Command::AlignBottom, icons::ICON_ALIGN_VERTICAL_BOTTOM),
    (Command::DistributeX, icons::ICON_HORIZONTAL_DISTRIBUTE),
    (Command::DistributeY, icons::ICON_VERTICAL_DISTRIBUTE),
];

/// Draws the cards of several things.
pub fn several_ui(ui: &mut Ui, session: &mut Session, keys: &KeyMap, commands: &mut Vec<Command>) {
    theme::card_ui(
        ui,
        &format!("{} items selected", session.selection.len()),
        |ui| {
            ui.label(RichText::new(kinds(session)).color(theme::TEXT_WEAK));
            ui.horizontal_wrapped(|ui| {
                for command in [
                    Command::Cut,
                    Command::Copy,
                    Command::Duplicate,
                    Command::Delete,
                ] {
                    if ui
                        .button(command.label())
                        .on_hover_text(command.tooltip())
                        .clicked()
                    {
                        commands.push(command);
                    }
                }
            });
        },
    );
    let paths = session.selection.paths();
    if let Some(first) = paths.first().and_then(|&path| session.scene.path(path)) {
        let mut color = first.color;
        if let Some(step) = theme::card_ui(ui, "Paths", |ui| path::color_ui(ui, &mut color)) {
            for &id in &paths {
                if let Some(path) = session.scene.path_mut(id) {
                    path.color = color;
                }
            }
            session.name_field_step(step);
        }
    }
    place_ui(ui, session, keys, commands);
}

/// "3 nodes, 1 agent".
fn kinds(session: &Session) -> String {
    let mut counts = [
        ("path", 0),
        ("node", 0),
        ("agent", 0),
        ("marker", 0),
        ("preset", 0),
    ];
    for item in session.selection.iter() {
        let kind = match item {
            Item::Path(_) => 0,
            Item::Node(..) => 1,
            Item::Agent(_) => 2,
            Item::Marker(_) => 3,
            Item::Preset(_) => 4,
        };
        counts[kind].1 += 1;
    }
    let word = |(kind, count): &(&str, usize)| {
        if *count == 1 {
            format!("1 {kind}")
        } else {
            format!("{count} {kind}s")
        }
    };
    counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(word)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Draws the card for the place and size of what is selected.
pub fn place_ui(ui: &mut Ui, session: &mut Session, keys: &KeyMap, commands: &mut Vec<Command>) {
    let Some((min, max)) = transform::bounds(&session.scene, &session.selection) else {
        return;
    };
    let suffix = format!(" {}", session.scene.unit);
    theme::card_ui(ui, "Place and size", |ui| {
        let (middle, size) = ((min + max) / 2.0, max - min);
        let (mut to, mut wanted) = (middle, size);
        let places = (&mut to.x, &mut to.y);
        // As far as all of it stays in reach.
        let limit = MAX_COORDINATE - size.max_element() / 2.0;
        if field::pair_ui(
            ui,
            "Middle",
            "Where the middle of the box lies.",
            places,
            limit,
            &suffix,
        )
        .is_some()
        {
            transform::apply(
                &mut session.scene,
                &session.selection,
                &Transform::Move(to - middle),
            );
            session.name_step("Move");
        }
        let sizes = (&mut wanted.x, &mut wanted.y);
        if field::pair_ui(
            ui,
            "Size",
            "Width and height of the box.",
            sizes,
            MAX_COORDINATE,
            &suffix,
        )
        .is_some()
        {
            let factor = |wanted: f64, size: f64| {
                if size > 0.0 {
                    wanted.abs().max(LEAST_SIZE) / size
                } else {
                    1.0
                }
            };
            let factors = DVec2::new(factor(wanted.x, size.x), factor(wanted.y, size.y));
            transform::apply(
                &mut session.scene,
                &session.selection,
                &Transform::Scale {
                    about: middle,
                    factors,
                },
            );
            session.name_step("Scale");
        }
        turn_ui(ui, session);
        buttons_ui(ui, &TURNS, keys, commands);
        let has = |wanted| align::has(&session.scene, &session.selection, wanted);
        if has(2) {
            buttons_ui(ui, &ALIGNS[..if has(3) { 8 } else { 6 }], keys, commands);
        }
    });
}

/// A number that is 0 again once it has been used. While it is dragged, it says how far it has turned.
fn turn_ui(ui: &mut Ui, session: &mut Session) {
    let memory = ui.scope_id().with("turned");
    let turned: f64 = ui.data(|data| data.get_temp(memory)).unwrap_or(0.0);
    let mut to = turned;
    if field::number_ui(
        ui,
        "Turn by",
        "Counter-clockwise, about the middle.",
        &mut to,
        (-3600.0, 3600.0),
        "°",
    )
    .is_some()
    {
        transform::turn(&mut session.scene, &session.selection, to - turned);
        session.name_step("Turn");
    }
    let kept = if ui.input(|i| i.pointer.any_down()) {
        to
    } else {
        0.0
    };
    ui.data_mut(|data| data.insert_temp(memory, kept));
}

fn buttons_ui(
    ui: &mut Ui,
    offered: &[(Command, MaterialIcon)],
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for &(command, icon) in offered {
            if theme::icon_button(
                ui,
                icon,
                command.label(),
                command.tooltip(),
                &keys.text(command),
                false,
            )
            .clicked()
            {
                commands.push(command);
            }
        }
    });
}
