//! The inspector of a preset: its body, and a card for each of its behaviors.

use crate::editor::expression_field::number_field;
use crate::editor::inspector::field;
use crate::editor::inspector::field::{Changed, name_step};
use crate::editor::inspector::speed_curve;
use crate::editor::theme;
use egui::{RichText, Ui};
use egui_material_icons::icons;
use steerwright_authoring::command::FileCommand;
use steerwright_authoring::{Command, Item, Session, edit};
use steerwright_format::parameter;
use steerwright_format::parameter::MAX_LENGTH;
use steerwright_runtime::scene::{
    Behavior, Color, Motion, Preset, PresetId, Steered, WeightedBehavior,
};
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::follow_path::Start;
use steerwright_runtime::steering::grid_chase::{ChaseMode, GridChase, Method};
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{Arrive, BlendMode, Body, Idle};

/// Draws the cards of a preset.
pub fn preset_ui(ui: &mut Ui, session: &mut Session, id: PresetId, commands: &mut Vec<Command>) {
    let unit = session.scene.unit.clone();
    let users = session
        .scene
        .agents
        .iter()
        .filter(|agent| agent.preset == id)
        .count();
    let Some(mut preset) = session.scene.preset(id).cloned() else {
        return;
    };
    let own_copy = ui
        .horizontal(|ui| {
            ui.label(
                RichText::new(format!("Preset · {}", preset.name))
                    .heading()
                    .color(theme::TEXT_STRONG),
            );
            theme::right_ui(ui, |ui| own_copy_ui(ui, session, users))
        })
        .inner;
    let mut changed = theme::card_ui(ui, "General", |ui| about_ui(ui, &mut preset, commands));
    changed = changed.or(match &preset.motion {
        Motion::Steered(_) => theme::card_ui(ui, "Body", |ui| body_ui(ui, &mut preset.body, &unit)),
        Motion::GridChase(_) => None,
    });
    let body = preset.body;
    changed = changed.or(match &mut preset.motion {
        Motion::Steered(steered) => steered_ui(ui, steered, &body, &unit),
        Motion::GridChase(chase) => {
            theme::card_ui(ui, "Grid chase", |ui| grid_chase_ui(ui, chase, &unit))
        }
    });
    if changed.is_some() {
        if let Some(own) = session.scene.preset_mut(id) {
            *own = preset;
        }
        name_step(session, changed);
    }
    if own_copy {
        give_own_copy(session, id);
    }
}

/// If several agents share a preset, one of them can get its own copy.
fn own_copy_ui(ui: &mut Ui, session: &Session, users: usize) -> bool {
    let shared = users > 1 && matches!(session.selection.primary(), Some(Item::Agent(_)));
    let tip = format!("{users} agents share this preset. Gives the selected agent its own copy.");
    shared && ui.button("Make unique").on_hover_text(tip).clicked()
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
        ui.label(RichText::new(Color::to_string(&preset.color)).color(theme::TEXT_WEAK));
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
    ui.horizontal(|ui| {
        for command in [
            Command::File(FileCommand::SavePreset),
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
    let changed = parameter::of_body(body)
        .iter_mut()
        .fold(None, |changed: Changed, number| {
            changed.or(field::parameter_ui(ui, number, unit))
        });
    let options = [
        (Idle::Brake, "Brake", "Brakes to a stop."),
        (Idle::Coast, "Coast", "Keeps its velocity."),
    ];
    changed.or(field::choice_ui(
        ui,
        "Idle",
        "What it does while no behavior asks for a force, such as a leaver beyond its danger radius.",
        &mut body.idle,
        &options,
    ))
}

fn steered_ui(ui: &mut Ui, steered: &mut Steered, body: &Body, unit: &str) -> Changed {
    let mut changed = None;
    let count = steered.behaviors.len();
    let mut rearranged = None;
    for (index, weighted) in steered.behaviors.iter_mut().enumerate() {
        ui.push_id(index, |ui| {
            let title = weighted.behavior.label();
            theme::card_ui(ui, title, |ui| {
                if let Some(action) = arrange_ui(ui, weighted, index, count) {
                    rearranged = Some((index, action));
                }
                changed = changed
                    .take()
                    .or(behavior_ui(ui, weighted, body, unit, count > 1));
            });
        });
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
                    if ui
                        .button(behavior.label())
                        .on_hover_text(behavior.effect())
                        .clicked()
                    {
                        steered.behaviors.push(behavior.into());
                        changed = Some(format!("Add {}", behavior.label().to_lowercase()));
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
                "Uses the force of the first behavior that has one.",
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
            RichText::new(weighted.behavior.effect())
                .small()
                .color(theme::TEXT_WEAK),
        )
        .truncate();
        let room = if count > 1 { 56.0 } else { 30.0 };
        ui.allocate_ui_with_layout(
            egui::vec2(ui.available_width() - room, 18.0),
            *ui.layout(),
            |ui| ui.add(effect),
        );
        theme::right_ui(ui, |ui| {
            let name = weighted.behavior.label();
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

fn behavior_ui(
    ui: &mut Ui,
    weighted: &mut WeightedBehavior,
    body: &Body,
    unit: &str,
    weigh: bool,
) -> Changed {
    let mut changed = parameter::of_behavior(&mut weighted.behavior)
        .iter_mut()
        .fold(None, |changed: Changed, number| {
            changed.or(field::parameter_ui(ui, number, unit))
        });
    changed = changed.or(choices_ui(ui, &mut weighted.behavior));
    if weigh {
        changed = changed.or(field::parameter_ui(
            ui,
            &mut parameter::of_weight(&mut weighted.weight),
            unit,
        ));
    }
    match &mut weighted.behavior {
        Behavior::Arrive(arrive) => {
            speed_curve::arrive_ui(ui, arrive, body, unit);
            changed = changed.or(arrive_verdict_ui(ui, arrive, body));
        }
        Behavior::Leave(leave) => speed_curve::leave_ui(ui, leave, body, unit),
        _ => {}
    }
    changed
}

/// Shows whether the agent overshoots, and a button to fix it.
fn arrive_verdict_ui(ui: &mut Ui, arrive: &mut Arrive, body: &Body) -> Changed {
    use steerwright_analysis::lint;
    let body = &Body {
        time_to_target: arrive.time_to_target.unwrap_or(body.time_to_target),
        ..*body
    };
    let critical = lint::critical_slow_radius(body).min(MAX_LENGTH);
    // Only the linear ramp is a damped spring.
    if arrive.ramp == Ramp::Linear {
        let zeta = lint::damping_ratio(body, arrive.slow_radius);
        let good = arrive.slow_radius >= critical * (1.0 - 1e-6);
        let words = if good { "no overshoot" } else { "overshoots" };
        theme::status_ui(ui, good, format!("Damping {zeta:.2}, {words}"));
    }
    let tip =
        format!("Sets the slow radius to {critical:.2}, the smallest value without overshoot.");
    if ui.button("Critically damped").on_hover_text(tip).clicked() {
        arrive.slow_radius = critical.max(arrive.target_radius);
        return Some("Critically damped".into());
    }
    None
}

/// The choices of a behavior that are not numbers.
fn choices_ui(ui: &mut Ui, behavior: &mut Behavior) -> Changed {
    match behavior {
        Behavior::Arrive(arrive) => {
            let ramps = [
                (
                    Ramp::Linear,
                    "Linear",
                    "Speed decreases linearly with distance.",
                ),
                (Ramp::Sqrt, "Square root", "Brakes with a constant force."),
                (Ramp::Quadratic, "Quadratic", "A long, soft approach."),
            ];
            let stops = [
                (Stop::Brake, "Brake", "Brakes to a stop."),
                (Stop::Coast, "Coast", "Keeps moving without braking."),
            ];
            let ramp = field::choice_ui(
                ui,
                "Ramp",
                "How speed decreases inside the slow radius.",
                &mut arrive.ramp,
                &ramps,
            );
            ramp.or(field::choice_ui(
                ui,
                "At the target",
                "What happens inside the target radius.",
                &mut arrive.stop,
                &stops,
            ))
        }
        Behavior::Leave(leave) => {
            let ramps = [
                (
                    LeaveRamp::Stepped,
                    "Stepped",
                    "As in Palacios: drops immediately outside the escape radius.",
                ),
                (
                    LeaveRamp::Smooth,
                    "Smooth",
                    "Decreases linearly to zero at the danger radius.",
                ),
            ];
            field::choice_ui(
                ui,
                "Ramp",
                "How speed decreases between the two radii.",
                &mut leave.ramp,
                &ramps,
            )
        }
        Behavior::Separation(separation) => falloff_ui(ui, &mut separation.falloff),
        Behavior::FollowLeader(follow) => falloff_ui(ui, &mut follow.falloff),
        Behavior::FollowPath(follow) => start_ui(ui, &mut follow.start),
        Behavior::HomingWalk(walk) => {
            let smooth = field::row_ui(
                ui,
                "Smooth",
                "Picks all waypoints ahead and follows a curve through them.",
                |ui, id| ui.checkbox(&mut walk.smooth, "").labelled_by(id).changed(),
            );
            smooth.then(|| "Set smooth".into())
        }
        Behavior::Seek {} | Behavior::Flee(_) | Behavior::Pursue(_) | Behavior::Evade(_) => None,
    }
}

fn falloff_ui(ui: &mut Ui, falloff: &mut Falloff) -> Changed {
    let falloffs = [
        (
            Falloff::None,
            "Constant",
            "The same force at any distance. Agents at the same position stay together.",
        ),
        (
            Falloff::InverseSquare,
            "Inverse square",
            "Closer neighbors push harder, which keeps bodies apart.",
        ),
    ];
    field::choice_ui(
        ui,
        "Falloff",
        "How the force decreases with distance.",
        falloff,
        &falloffs,
    )
}

fn start_ui(ui: &mut Ui, start: &mut Start) -> Changed {
    let chosen = if let Start::Node(node) = *start {
        node
    } else {
        0
    };
    let options = [
        (Start::First, "First node", "Starts with the first node."),
        (
            Start::Nearest,
            "Nearest node",
            "Starts with the nearest node.",
        ),
        (
            Start::Node(chosen),
            "Specific node",
            "Starts with the node of this number.",
        ),
    ];
    let mut changed =
        field::choice_ui(ui, "Start node", "The first node to seek.", start, &options);
    if let Start::Node(node) = start {
        let mut number = *node + 1;
        let set = field::row_ui(
            ui,
            "Node",
            "The number of the node, counted from 1.",
            |ui, id| {
                ui.add(number_field(ui, &mut number, "").range(1..=1_000_000))
                    .labelled_by(id)
                    .changed()
            },
        );
        if set {
            *node = number - 1;
            changed = Some("Set start node".into());
        }
    }
    changed
}

fn grid_chase_ui(ui: &mut Ui, chase: &mut GridChase, unit: &str) -> Changed {
    let methods = [
        (
            Method::LineOfSight,
            "Line of sight",
            "Follows Bresenham's line to the prey.",
        ),
        (
            Method::Axis,
            "Axis",
            "Approaches the prey in column and row at the same time.",
        ),
    ];
    let modes = [
        (ChaseMode::Chase, "Chase", "Moves toward the prey."),
        (ChaseMode::Evade, "Evade", "Moves away from the prey."),
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
        "Whether to chase or evade the prey.",
        &mut chase.mode,
        &modes,
    ));
    parameter::of_grid_chase(chase)
        .iter_mut()
        .fold(changed, |changed, number| {
            changed.or(field::parameter_ui(ui, number, unit))
        })
}
