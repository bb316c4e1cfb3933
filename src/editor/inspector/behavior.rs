//! The inspector of a behavior: its parameters, choices, and what they lead to.

use crate::editor::expression_field::number_field;
use crate::editor::inspector::field;
use crate::editor::inspector::field::Changed;
use crate::editor::inspector::speed_curve;
use egui::Ui;
use steerwright_authoring::parameter_help;
use steerwright_format::parameter;
use steerwright_runtime::scene::{Behavior, WeightedBehavior};
use steerwright_runtime::steering::Body;
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::follow_path::Start;
use steerwright_runtime::steering::follow_wall::WallSide;
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::separation::Falloff;

/// Draws the rows of a behavior. `weigh` shows its weight.
pub fn behavior_ui(
    ui: &mut Ui,
    weighted: &mut WeightedBehavior,
    body: &Body,
    unit: &str,
    weigh: bool,
) -> Changed {
    let behavior = &mut weighted.behavior;
    let mut changed = field::parameters_ui(
        ui,
        parameter::of_behavior(behavior),
        parameter_help::of_behavior(behavior),
        behavior,
        unit,
    );
    changed = changed.or(choices_ui(ui, &mut weighted.behavior));
    if weigh {
        changed = changed.or(field::parameters_ui(
            ui,
            parameter::WEIGHT,
            parameter_help::WEIGHT,
            weighted,
            unit,
        ));
    }
    match &mut weighted.behavior {
        Behavior::Arrive(arrive) => {
            speed_curve::arrive_ui(ui, arrive, body, unit);
        }
        Behavior::Leave(leave) => speed_curve::leave_ui(ui, leave, body, unit),
        Behavior::Seek {}
        | Behavior::Flee(_)
        | Behavior::Pursue(_)
        | Behavior::Evade(_)
        | Behavior::FollowPath(_)
        | Behavior::Separation(_)
        | Behavior::FollowLeader(_)
        | Behavior::HomingWalk(_)
        | Behavior::AvoidWalls(_)
        | Behavior::FollowWall(_) => {}
    }
    changed
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
        Behavior::FollowPath(follow) => start_ui(ui, &mut follow.start),
        Behavior::HomingWalk(walk) => {
            let smooth = field::row_ui(
                ui,
                "Smooth",
                "Picks all waypoints in advance and follows a curve through them.",
                |ui, id| ui.checkbox(&mut walk.smooth, "").labelled_by(id).changed(),
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
        Behavior::Seek {}
        | Behavior::Flee(_)
        | Behavior::Pursue(_)
        | Behavior::Evade(_)
        | Behavior::AvoidWalls(_) => None,
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
