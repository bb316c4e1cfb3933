//! The inspector of a behavior: its parameters, choices, and what they lead to.

use crate::editor::inspector::field;
use crate::editor::inspector::field::Changed;
use crate::editor::inspector::goal::goal_ui;
use crate::editor::inspector::motion::MotionContext;
use crate::editor::inspector::speed_curve;
use crate::editor::theme;
use crate::editor::widgets::expression_field::number_field;
use egui::Ui;
use steerwright_authoring::canvas::ring::RingKind;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Behavior, Role, WeightedBehavior};
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::follow_path::{Resume, Start};
use steerwright_runtime::steering::follow_wall::WallSide;
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::search::SearchSweep;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{Goal, RouteMode, Search};

/// Draws the rows of a behavior. `weigh` shows its weight.
pub fn behavior_ui(
    ui: &mut Ui,
    weighted: &mut WeightedBehavior,
    context: MotionContext<'_>,
    weigh: bool,
) -> Changed {
    let MotionContext { body, unit, .. } = context;
    let reference = reference_word(&weighted.behavior);
    let has_route = weighted.behavior.has_route();
    let goal = reference.map(|reference| (&mut weighted.goal, reference));
    let route = has_route.then_some(&mut weighted.route);
    let aimed = goal_and_route_ui(ui, goal, route, context);
    let behavior = &mut weighted.behavior;
    let kind = *behavior;
    let colors = theme::colors(ui);
    let mut changed =
        field::colored_parameters_ui(ui, behavior.parameters(), behavior, unit, |anchor| {
            colors.of_ring(RingKind::of(&kind, anchor))
        });
    changed = aimed.or(changed);
    changed = changed.or(choices_ui(ui, &mut weighted.behavior, context));
    if weigh {
        changed = changed.or(field::parameters_ui(ui, parameter::WEIGHT, weighted, unit));
    }
    match &mut weighted.behavior {
        Behavior::Arrive(arrive) => {
            speed_curve::arrive_ui(ui, arrive, body, unit);
        }
        Behavior::Leave(leave) => speed_curve::leave_ui(ui, leave, body, unit),
        _ => {}
    }
    changed
}

/// The word for what a behavior refers to in the scene. `None` if it has no goal.
fn reference_word(behavior: &Behavior) -> Option<&'static str> {
    match behavior.needs() {
        Some(Role::Target) => Some("Target"),
        Some(Role::Danger) => Some("Danger"),
        _ => None,
    }
}

/// Draws the goal and the route, where they can be of use or are set.
pub(super) fn goal_and_route_ui(
    ui: &mut Ui,
    goal: Option<(&mut Goal, &'static str)>,
    route: Option<&mut RouteMode>,
    context: MotionContext<'_>,
) -> Changed {
    let aimed = goal.and_then(|(goal, reference)| {
        let shown = context.has_goals || !goal.is_reference();
        shown.then(|| goal_ui(ui, goal, reference)).flatten()
    });
    let routed = route.and_then(|route| {
        let shown = context.has_walls || !route.is_direct();
        let options = [
            (RouteMode::Direct, "Straight", "Goes straight to it."),
            (
                RouteMode::AroundWalls,
                "Around walls",
                "Takes the shortest way around walls and through open doors.",
            ),
        ];
        let help = "How the agent gets there.";
        if !shown {
            return None;
        }
        field::choice_ui(ui, "Way", help, route, &options)
    });
    aimed.or(routed)
}

fn resume_ui(ui: &mut Ui, resume: &mut Resume) -> Changed {
    let options = [
        (
            Resume::Same,
            "Same node",
            "Goes on to the node it was on the way to.",
        ),
        (
            Resume::Nearest,
            "Nearest node",
            "Goes on to the nearest node.",
        ),
        (
            Resume::First,
            "First node",
            "Starts from the first node again.",
        ),
    ];
    let help = "Where the agent goes on when it comes back to this state.";
    field::choice_ui(ui, "On return", help, resume, &options)
}

/// Draws the sweep at the places of a search.
fn search_ui(ui: &mut Ui, search: &mut Search) -> Changed {
    let help = "Whether the agent looks to both sides at each place.";
    let toggled = field::row_ui(ui, "Look around", help, |ui, id| {
        let mut on = search.sweep.is_some();
        let toggled = theme::checkbox_ui(ui, &mut on, "")
            .labelled_by(id)
            .changed();
        if toggled {
            search.sweep = on.then_some(SearchSweep {
                from_deg: 60.0,
                to_deg: -60.0,
            });
        }
        toggled
    });
    let mut changed: Changed = toggled.then(|| "Set look around".into());
    if let Some(sweep) = &mut search.sweep {
        let help = "To the left of where it came to the place; below zero, to the right.";
        let range = (-360.0, 360.0);
        changed = changed.or(field::number_ui(
            ui,
            "From",
            help,
            &mut sweep.from_deg,
            range,
            "°",
        ));
        changed = changed.or(field::number_ui(
            ui,
            "To",
            help,
            &mut sweep.to_deg,
            range,
            "°",
        ));
    }
    changed
}

/// The choices of a behavior that are not numbers.
fn choices_ui(ui: &mut Ui, behavior: &mut Behavior, context: MotionContext<'_>) -> Changed {
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
                    "Drops abruptly at the escape radius (Palacios).",
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
        Behavior::FollowPath(follow) => {
            let started = start_ui(ui, &mut follow.start);
            let shown = context.has_goals || follow.resume != Resume::default();
            started.or(shown.then(|| resume_ui(ui, &mut follow.resume)).flatten())
        }
        Behavior::Search(search) => search_ui(ui, search),
        Behavior::HomingWalk(walk) => {
            let smooth = field::row_ui(
                ui,
                "Smooth",
                "Picks all waypoints in advance and follows a curve through them.",
                |ui, id| {
                    theme::checkbox_ui(ui, &mut walk.smooth, "")
                        .labelled_by(id)
                        .changed()
                },
            );
            smooth.then(|| "Set smooth".into())
        }
        Behavior::FollowWall(follow) => field::choice_ui(
            ui,
            "Side",
            "The side on which the agent keeps the wall.",
            &mut follow.side,
            &[
                (WallSide::Left, "Left", "Keeps the wall on its left."),
                (WallSide::Right, "Right", "Keeps the wall on its right."),
            ],
        ),
        _ => None,
    }
}

fn falloff_ui(ui: &mut Ui, falloff: &mut Falloff) -> Changed {
    let falloffs = [
        (Falloff::None, "Constant", "The same force at any distance."),
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
