//! The inspector of how agents move: a card for each behavior, or the grid chase.

use crate::editor::checks::verdicts::VerdictCache;
use crate::editor::inspector::behavior::{behavior_ui, goal_and_route_ui};
use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{self, Changed};
use crate::editor::inspector::scroll_anchor::mark_row;
use crate::editor::inspector::shown_field::{Part, begin_part};
use crate::editor::inspector::verdict;
use crate::editor::theme;
use egui::{RichText, Ui};
use egui_material_icons::icons;
use steerwright_authoring::Session;
use steerwright_authoring::presets::states;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Behavior, Motion, Preset, StateId, Steered, WeightedBehavior};
use steerwright_runtime::steering::grid_chase::{ChaseMode, GridChase, Method};
use steerwright_runtime::steering::{BlendMode, Body};

/// Measures a preset while its fields are drawn, so that no verdict is older than the numbers above
/// it.
pub(super) struct Measurement<'a> {
    pub cache: &'a mut VerdictCache,
    pub session: &'a Session,
    /// The preset as it is in its fields.
    pub preset: Preset,
    /// The state whose behaviors are drawn and measured.
    pub state: StateId,
}

impl Measurement<'_> {
    fn update(&mut self, ui: &Ui, index: usize, weighted: &WeightedBehavior) {
        let motion = states::state_mut(&mut self.preset, self.state).motion;
        if let Some(stored) = motion.behaviors_mut().get_mut(index) {
            stored.clone_from(weighted);
        }
        let mut scene = self.session.scene.clone();
        if let Some(stored) = scene.preset_mut(self.preset.id) {
            stored.clone_from(&self.preset);
        }
        let edited = Some((self.preset.id, self.state));
        let selection = &self.session.selection;
        self.cache.update(ui.ctx(), &scene, selection, edited);
    }
}

/// What the cards of behaviors need to know of the scene and the preset.
#[derive(Clone, Copy)]
pub(super) struct MotionContext<'a> {
    /// The body, with the limits of the state.
    pub body: &'a Body,
    /// The unit of length.
    pub unit: &'a str,
    /// Whether the agents sense or have several states, so that behaviors can have other goals than
    /// their target.
    pub has_goals: bool,
    /// Whether there are walls to go around.
    pub has_walls: bool,
}

/// Draws how agents move in a state.
pub(super) fn motion_ui(
    ui: &mut Ui,
    motion: &mut Motion,
    context: MotionContext<'_>,
    measurement: &mut Measurement<'_>,
) -> Changed {
    match motion {
        Motion::Steered(steered) => steered_ui(ui, steered, context, measurement),
        Motion::GridChase(chase) => card_ui(ui, "Grid chase", |ui| {
            let changed = grid_chase_ui(ui, chase, context.unit);
            changed.or(grid_goal_ui(ui, chase, context))
        }),
    }
}

/// Draws the choice between steering and a grid.
pub(super) fn kind_ui(ui: &mut Ui, motion: &mut Motion) -> Changed {
    let mut on_grid = matches!(motion, Motion::GridChase(_));
    let kinds = [
        (false, "Steering", "Moves by steering forces."),
        (true, "Grid", "Moves from cell to cell, as in a board game."),
    ];
    let step = field::choice_ui(ui, "Motion", "How its agents move.", &mut on_grid, &kinds)?;
    *motion = if on_grid {
        Motion::GridChase(GridChase::default())
    } else {
        Motion::default()
    };
    Some(step)
}

fn steered_ui(
    ui: &mut Ui,
    steered: &mut Steered,
    context: MotionContext<'_>,
    measurement: &mut Measurement<'_>,
) -> Changed {
    let mut changed = None;
    let count = steered.behaviors.len();
    let mut rearranged = None;
    let added_id = egui::Id::unique("added behavior");
    let added = ui.data_mut(|data| data.remove_temp::<usize>(added_id));
    for (index, weighted) in steered.behaviors.iter_mut().enumerate() {
        let card = ui.push_id(index, |ui| {
            let title = weighted.behavior.description().label;
            card_ui(ui, title, |ui| {
                begin_part(ui, Part::Behavior(index));
                if let Some(action) = arrange_ui(ui, weighted, index, count) {
                    rearranged = Some((index, action));
                }
                changed = changed
                    .take()
                    .or(behavior_ui(ui, weighted, context, count > 1));
                measurement.update(ui, index, weighted);
                changed = changed.take().or(verdict::verdict_ui(
                    ui,
                    measurement.cache,
                    index,
                    &mut weighted.behavior,
                    context.body,
                    context.unit,
                ));
            });
        });
        // Below it, the button that added it stays where it is. If that is near the top, the card
        // is out of view.
        let room = card.response.rect.top() - ui.clip_rect().top();
        if added == Some(index) && room < MIN_VISIBLE {
            card.response.scroll_to_me(None);
        }
    }
    begin_part(ui, Part::Other);
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
    mark_row(ui, "Add behavior", ui.cursor());
    ui.horizontal(|ui| {
        ui.menu_button(
            format!("{} Add behavior", icons::ICON_ADD.codepoint),
            |ui| {
                for behavior in Behavior::all() {
                    let label = behavior.description().label;
                    if ui
                        .button(label)
                        .on_hover_text(behavior.description().help)
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

/// As much of the card of an added behavior is at least in view, in points.
const MIN_VISIBLE: f32 = 100.0;

/// The room for the button of a behavior, and for both buttons, in points.
const ROOM_OF_BUTTON: f32 = 30.0;
const ROOM_OF_BUTTONS: f32 = 66.0;

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
    ui.horizontal_top(|ui| {
        let help = RichText::new(weighted.behavior.description().help).small();
        let help = help.color(theme::colors(ui).text_weak);
        let room = if count > 1 {
            ROOM_OF_BUTTONS
        } else {
            ROOM_OF_BUTTON
        };
        let size = egui::vec2(ui.available_width() - room, 0.0);
        // All of it can be read, so the buttons beside it stay at the first line.
        ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Min), |ui| {
            ui.add_space(3.0);
            ui.add(egui::Label::new(help).wrap());
        });
        let from_right = egui::Layout::right_to_left(egui::Align::Min);
        let buttons = ui.with_layout(from_right, |ui| {
            let name = weighted.behavior.description().label;
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
        });
        buttons.inner
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
    changed.or(field::parameters_ui(ui, parameter::GRID_CHASE, chase, unit))
}

/// Draws the goal and the route of a grid chase.
fn grid_goal_ui(ui: &mut Ui, chase: &mut GridChase, context: MotionContext<'_>) -> Changed {
    let can_plan = chase.mode == ChaseMode::Chase;
    let (goal, route) = (&mut chase.goal, &mut chase.route);
    goal_and_route_ui(
        ui,
        Some((goal, "Target")),
        can_plan.then_some(route),
        context,
    )
}
