//! The inspector of a preset: its body, and a card for each of its behaviors.

use crate::editor::inspector::behavior::behavior_ui;
use crate::editor::inspector::field::{Changed, name_step};
use crate::editor::inspector::{facing, field, sight};
use crate::editor::inspector::{overrides, verdict};
use crate::editor::theme;
use crate::editor::verdicts::VerdictCache;
use egui::{RichText, Ui};
use egui_material_icons::icons;
use steerwright_authoring::command::FileCommand;
use steerwright_authoring::{Command, Item, Session, behavior_help, edit, parameter_help};
use steerwright_format::parameter;
use steerwright_runtime::scene::{
    Behavior, Color, Motion, Preset, PresetId, Steered, WeightedBehavior,
};
use steerwright_runtime::steering::grid_chase::{ChaseMode, GridChase, Method};
use steerwright_runtime::steering::{BlendMode, Body, Idle};

/// Draws the cards of a preset.
pub fn preset_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: PresetId,
    verdicts: &mut VerdictCache,
    commands: &mut Vec<Command>,
) {
    let unit = session.scene.unit.clone();
    let users = session
        .scene
        .agents
        .iter()
        .filter(|agent| agent.preset == id)
        .count();
    let Some(name) = session.scene.preset(id).map(|preset| preset.name.clone()) else {
        return;
    };
    let title = RichText::new(format!("Preset · {name}"))
        .heading()
        .color(theme::colors(ui).text_strong);
    ui.add(egui::Label::new(title).truncate());
    let own_copy = own_copy_ui(ui, session, users);
    overrides::overrides_ui(ui, session, id, users);
    let Some(mut preset) = session.scene.preset(id).cloned() else {
        return;
    };
    let mut changed = theme::card_ui(ui, "General", |ui| about_ui(ui, &mut preset, commands));
    changed = changed.or(match &preset.motion {
        Motion::Steered(_) => theme::card_ui(ui, "Body", |ui| body_ui(ui, &mut preset.body, &unit)),
        Motion::GridChase(_) => None,
    });
    let body = preset.body;
    let edited = preset.clone();
    changed = changed.or(match &mut preset.motion {
        Motion::Steered(steered) => {
            let mut measurement = Measurement {
                cache: verdicts,
                session,
                preset: edited,
            };
            steered_ui(ui, steered, &body, &unit, &mut measurement)
        }
        Motion::GridChase(chase) => {
            theme::card_ui(ui, "Grid chase", |ui| grid_chase_ui(ui, chase, &unit))
        }
    });
    changed = changed.or(facing::facing_ui(ui, &mut preset.facing, &unit));
    changed = changed.or(sight::sight_ui(ui, &mut preset.sight, &unit));
    if changed.is_some() {
        if let Some(own) = session.scene.preset_mut(id) {
            *own = preset;
        }
        name_step(session, changed);
    }
    match own_copy {
        Some(Copy::Unique) => give_own_copy(session, id),
        Some(Copy::Variant) => overrides::give_variant(session),
        None => {}
    }
}

/// What the selected agent gets instead of a preset that it shares.
enum Copy {
    Unique,
    Variant,
}

/// If several agents share a preset, one of them can get a copy or a variant.
fn own_copy_ui(ui: &mut Ui, session: &Session, users: usize) -> Option<Copy> {
    if users < 2 || !matches!(session.selection.primary(), Some(Item::Agent(_))) {
        return None;
    }
    let unique = "Gives the selected agent its own copy of the preset.";
    let variant = "Gives the selected agent a variant of the preset: what you change there applies to this agent only, and everything else follows the preset.";
    let (variant, unique) = ui
        .horizontal_wrapped(|ui| {
            let text = RichText::new(format!("Shared by {users}"));
            ui.label(text.color(theme::colors(ui).text_weak));
            (
                ui.button("Override").on_hover_text(variant).clicked(),
                ui.button("Make unique").on_hover_text(unique).clicked(),
            )
        })
        .inner;
    match (unique, variant) {
        (true, _) => Some(Copy::Unique),
        (false, true) => Some(Copy::Variant),
        (false, false) => None,
    }
}

fn give_own_copy(session: &mut Session, id: PresetId) {
    if let Some(Item::Agent(agent)) = session.selection.primary()
        && let Some(copy) = edit::duplicate_preset(&mut session.scene, id)
    {
        if let Some(agent) = session.scene.agent_mut(agent) {
            agent.preset = copy;
        }
        session.name_step("Make preset unique");
    }
}

fn about_ui(ui: &mut Ui, preset: &mut Preset, commands: &mut Vec<Command>) -> Changed {
    let mut changed = field::text_ui(ui, "Name", &mut preset.name);
    changed = changed.or(field::multiline_ui(
        ui,
        "Description",
        &mut preset.description,
    ));
    let recolored = field::row_ui(ui, "Color", "The color of its agents.", |ui, id| {
        let changed = ui
            .color_edit_button_srgb(&mut preset.color.0)
            .labelled_by(id)
            .changed();
        ui.label(RichText::new(Color::to_string(&preset.color)).color(theme::colors(ui).text_weak));
        changed
    });
    changed = changed.or(recolored.then(|| "Set color".into()));
    let mut on_grid = matches!(preset.motion, Motion::GridChase(_));
    let kinds = [
        (false, "Steering", "Moves by steering forces."),
        (true, "Grid", "Moves from cell to cell, as in a board game."),
    ];
    if let Some(step) = field::choice_ui(ui, "Motion", "How its agents move.", &mut on_grid, &kinds)
    {
        preset.motion = if on_grid {
            Motion::GridChase(GridChase::default())
        } else {
            Motion::default()
        };
        changed = Some(step);
    }
    ui.horizontal_wrapped(|ui| {
        for command in [
            Command::File(FileCommand::SavePreset),
            Command::File(FileCommand::AddToLibrary),
            Command::File(FileCommand::LoadPreset),
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
    changed
}

fn body_ui(ui: &mut Ui, body: &mut Body, unit: &str) -> Changed {
    let changed = field::parameters_ui(ui, parameter::BODY, parameter_help::BODY, body, unit);
    let options = [
        (Idle::Brake, "Brake", "Brakes to a stop."),
        (Idle::Coast, "Coast", "Keeps its velocity."),
    ];
    changed.or(field::choice_ui(
        ui,
        "Idle",
        "What the agent does while no behavior has an effect, for example while its danger is out of range.",
        &mut body.idle,
        &options,
    ))
}

/// Measures a preset while its fields are drawn, so that no verdict is older than the numbers above it.
struct Measurement<'a> {
    cache: &'a mut VerdictCache,
    session: &'a Session,
    /// The preset as it is in its fields.
    preset: Preset,
}

impl Measurement<'_> {
    fn update(&mut self, ui: &Ui, index: usize, weighted: &WeightedBehavior) {
        if let Motion::Steered(steered) = &mut self.preset.motion
            && let Some(own) = steered.behaviors.get_mut(index)
        {
            own.clone_from(weighted);
        }
        let mut scene = self.session.scene.clone();
        if let Some(own) = scene.preset_mut(self.preset.id) {
            own.clone_from(&self.preset);
        }
        self.cache.update(ui.ctx(), &scene, &self.session.selection);
    }
}

fn steered_ui(
    ui: &mut Ui,
    steered: &mut Steered,
    body: &Body,
    unit: &str,
    measurement: &mut Measurement<'_>,
) -> Changed {
    let mut changed = None;
    let count = steered.behaviors.len();
    let mut rearranged = None;
    let added_id = egui::Id::unique("added behavior");
    let added = ui.data_mut(|data| data.remove_temp::<usize>(added_id));
    for (index, weighted) in steered.behaviors.iter_mut().enumerate() {
        let card = ui.push_id(index, |ui| {
            let title = behavior_help::label(&weighted.behavior);
            theme::card_ui(ui, title, |ui| {
                if let Some(action) = arrange_ui(ui, weighted, index, count) {
                    rearranged = Some((index, action));
                }
                changed = changed
                    .take()
                    .or(behavior_ui(ui, weighted, body, unit, count > 1));
                measurement.update(ui, index, weighted);
                changed = changed.take().or(verdict::verdict_ui(
                    ui,
                    measurement.cache,
                    index,
                    &mut weighted.behavior,
                    body,
                    unit,
                ));
            });
        });
        if added == Some(index) {
            card.response.scroll_to_me(None);
        }
    }
    if let Some((index, action)) = rearranged {
        match action {
            BehaviorAction::Remove => drop(steered.behaviors.remove(index)),
            BehaviorAction::Up => steered.behaviors.swap(index, index - 1),
        }
        changed = Some(match action {
            BehaviorAction::Remove => "Remove behavior".into(),
            BehaviorAction::Up => "Reorder behaviors".into(),
        });
    }
    ui.horizontal(|ui| {
        ui.menu_button(
            format!("{} Add behavior", icons::ICON_ADD.codepoint),
            |ui| {
                for behavior in Behavior::all() {
                    let label = behavior_help::label(&behavior);
                    if ui
                        .button(label)
                        .on_hover_text(behavior_help::help(&behavior))
                        .clicked()
                    {
                        // Its card is drawn in the next frame, and may be out of view.
                        ui.data_mut(|data| data.insert_temp(added_id, steered.behaviors.len()));
                        ui.ctx().request_repaint();
                        steered.behaviors.push(behavior.into());
                        changed = Some(format!("Add {}", label.to_lowercase()));
                        ui.close();
                    }
                }
            },
        );
    });
    if count > 1 {
        let ways = [
            (
                BlendMode::WeightedSum,
                "Weighted sum",
                "Adds all forces, multiplied by their weights.",
            ),
            (
                BlendMode::Priority,
                "Priority",
                "Uses only the first behavior whose force is not zero.",
            ),
        ];
        changed = changed.or(field::choice_ui(
            ui,
            "Blend mode",
            "How the forces are combined.",
            &mut steered.blend_mode,
            &ways,
        ));
    }
    changed
}

#[derive(Clone, Copy)]
enum BehaviorAction {
    Remove,
    Up,
}

/// Draws what the behavior does, and buttons to move it up or remove it.
fn arrange_ui(
    ui: &mut Ui,
    weighted: &WeightedBehavior,
    index: usize,
    count: usize,
) -> Option<BehaviorAction> {
    ui.horizontal(|ui| {
        let effect = egui::Label::new(
            RichText::new(behavior_help::help(&weighted.behavior))
                .small()
                .color(theme::colors(ui).text_weak),
        )
        .truncate();
        let room = if count > 1 { 56.0 } else { 30.0 };
        ui.allocate_ui_with_layout(
            egui::vec2(ui.available_width() - room, 18.0),
            *ui.layout(),
            |ui| ui.add(effect),
        );
        theme::right_ui(ui, |ui| {
            let name = behavior_help::label(&weighted.behavior);
            let icon = |ui: &mut Ui, icon, label: String, tooltip: &str| {
                theme::icon_button(ui, icon, &label, tooltip, "", false).clicked()
            };
            let removed = icon(
                ui,
                icons::ICON_CLOSE,
                format!("Remove {name}"),
                "Removes this behavior.",
            );
            let raised = index > 0
                && icon(
                    ui,
                    icons::ICON_ARROW_UPWARD,
                    format!("Move {name} up"),
                    "Moves this behavior above the previous one.",
                );
            if removed {
                Some(BehaviorAction::Remove)
            } else {
                raised.then_some(BehaviorAction::Up)
            }
        })
    })
    .inner
}

fn grid_chase_ui(ui: &mut Ui, chase: &mut GridChase, unit: &str) -> Changed {
    let methods = [
        (
            Method::LineOfSight,
            "Line of sight",
            "Follows a straight line of cells to the target.",
        ),
        (
            Method::Axis,
            "Axis",
            "Approaches the target by column and row at the same time.",
        ),
    ];
    let modes = [
        (ChaseMode::Chase, "Chase", "Moves toward the target."),
        (ChaseMode::Evade, "Evade", "Moves away from the target."),
    ];
    let mut changed = field::choice_ui(
        ui,
        "Method",
        "How the next cell is chosen.",
        &mut chase.method,
        &methods,
    );
    changed = changed.or(field::choice_ui(
        ui,
        "Mode",
        "Whether to chase or evade the target.",
        &mut chase.mode,
        &modes,
    ));
    changed.or(field::parameters_ui(
        ui,
        parameter::GRID_CHASE,
        parameter_help::GRID_CHASE,
        chase,
        unit,
    ))
}
