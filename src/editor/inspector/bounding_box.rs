//! The bounding box of several items or a path: position, size, rotation, and alignment.

use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field;
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use egui::Ui;
use egui_material_icons::{MaterialIcon, icons};
use glam::DVec2;
use steerwright_authoring::command::EditCommand;
use steerwright_authoring::edit::align;
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Command, Session};
use steerwright_runtime::parameter::MAX_COORDINATE;

/// The minimum size when scaling by typing, in units. An item without size could not be scaled
/// back.
const MIN_SIZE: f64 = 1e-6;

const FLIP_AND_ROTATE: [(Command, MaterialIcon); 4] = [
    (Command::Edit(EditCommand::FlipHorizontal), icons::ICON_FLIP),
    (
        Command::Edit(EditCommand::FlipVertical),
        icons::ICON_SWAP_VERT,
    ),
    (
        Command::Edit(EditCommand::RotateCounterclockwise),
        icons::ICON_ROTATE_LEFT,
    ),
    (
        Command::Edit(EditCommand::RotateClockwise),
        icons::ICON_ROTATE_RIGHT,
    ),
];

const ALIGN: [(Command, MaterialIcon); 6] = [
    (
        Command::Edit(EditCommand::AlignLeft),
        icons::ICON_ALIGN_HORIZONTAL_LEFT,
    ),
    (
        Command::Edit(EditCommand::AlignCenter),
        icons::ICON_ALIGN_HORIZONTAL_CENTER,
    ),
    (
        Command::Edit(EditCommand::AlignRight),
        icons::ICON_ALIGN_HORIZONTAL_RIGHT,
    ),
    (
        Command::Edit(EditCommand::AlignTop),
        icons::ICON_ALIGN_VERTICAL_TOP,
    ),
    (
        Command::Edit(EditCommand::AlignMiddle),
        icons::ICON_ALIGN_VERTICAL_CENTER,
    ),
    (
        Command::Edit(EditCommand::AlignBottom),
        icons::ICON_ALIGN_VERTICAL_BOTTOM,
    ),
];

const DISTRIBUTE: [(Command, MaterialIcon); 2] = [
    (
        Command::Edit(EditCommand::DistributeHorizontally),
        icons::ICON_HORIZONTAL_DISTRIBUTE,
    ),
    (
        Command::Edit(EditCommand::DistributeVertically),
        icons::ICON_VERTICAL_DISTRIBUTE,
    ),
];

/// Draws the card of the selection's bounding box.
pub fn bounding_box_ui(
    ui: &mut Ui,
    session: &mut Session,
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    let Some(bounds) = transform::bounds(&session.scene, &session.selection) else {
        return;
    };
    let suffix = format!(" {}", session.scene.unit);
    card_ui(ui, "Position and size", |ui| {
        let (center, size) = (bounds.center(), bounds.size());
        let (mut to, mut target) = (center, size);
        // Keeps the whole selection within the limits.
        let limit = MAX_COORDINATE - size.max_element() / 2.0;
        if field::pair_ui(
            ui,
            "Center",
            "The center of the bounding box.",
            &mut to,
            limit,
            &suffix,
        )
        .is_some()
        {
            transform::apply(
                &mut session.scene,
                &session.selection,
                &Transform::Move(to - center),
            );
            session.name_step("Move");
        }
        if field::pair_ui(
            ui,
            "Size",
            "The width and height of the bounding box.",
            &mut target,
            MAX_COORDINATE,
            &suffix,
        )
        .is_some()
        {
            let factor = |target: f64, size: f64| {
                if size > 0.0 {
                    target.abs().max(MIN_SIZE) / size
                } else {
                    1.0
                }
            };
            let factors = DVec2::new(factor(target.x, size.x), factor(target.y, size.y));
            transform::apply(
                &mut session.scene,
                &session.selection,
                &Transform::Scale {
                    about: center,
                    factors,
                },
            );
            session.name_step("Scale");
        }
        rotate_ui(ui, session);
        buttons_ui(ui, &FLIP_AND_ROTATE, keys, commands);
        let has = |target| align::has_at_least(&session.scene, &session.selection, target);
        if has(2) {
            buttons_ui(ui, &ALIGN, keys, commands);
        }
        if has(3) {
            buttons_ui(ui, &DISTRIBUTE, keys, commands);
        }
    });
}

/// A number that returns to 0 after use. During a drag, it shows the rotation so far.
fn rotate_ui(ui: &mut Ui, session: &mut Session) {
    let memory = ui.scope_id().with("rotated");
    let rotated: f64 = ui.data(|data| data.get_temp(memory)).unwrap_or(0.0);
    let mut to = rotated;
    if field::number_ui(
        ui,
        "Rotate by",
        "Counterclockwise, around the center.",
        &mut to,
        (-3600.0, 3600.0),
        "°",
    )
    .is_some()
    {
        transform::rotate(&mut session.scene, &session.selection, to - rotated);
        session.name_step("Rotate");
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
    available: &[(Command, MaterialIcon)],
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for &(command, icon) in available {
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
