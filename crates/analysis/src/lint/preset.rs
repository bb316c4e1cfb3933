//! Presets whose agents cannot move, or whose radii and behaviors do not work together.

use super::remedy::short_above;
use super::*;

pub(super) fn check_preset(
    scene: &Scene,
    index: usize,
    preset: &Preset,
    budget: &mut Budget,
    found: &mut Vec<Diagnostic>,
) {
    let Motion::Steered(steered) = &preset.motion else {
        return;
    };
    let name = named(&preset.name, "Preset", index);
    let unit = &unit_of(scene);
    let body = &preset.body;
    let mut push =
        |behavior: Option<usize>, rule, severity, key: &str, message: String, help: String| {
            let inner = behavior
                .and_then(|i| {
                    steered
                        .behaviors
                        .get(i)
                        .map(|b| (i, steerwright_format::parameter::behavior_key(&b.behavior)))
                })
                .map_or("body".into(), |(i, behavior)| {
                    format!("motion/steered/behaviors/{i}/behavior/{behavior}")
                });
            let pointer = format!("/presets/{index}/{inner}/{key}");
            found.push(Diagnostic {
                rule,
                severity,
                subject: Subject::Preset(preset.id, behavior),
                moment: None,
                pointer,
                message,
                help,
            });
        };
    let used = scene.agents.iter().any(|agent| agent.preset == preset.id)
        || scene.spawners.iter().any(|own| own.preset == preset.id);
    if used && !steered.behaviors.is_empty() && body.max_speed <= 0.0 {
        push(
            None,
            Rule::CannotMove,
            Severity::Warning,
            "max_speed",
            format!("{name} cannot move: its max speed is 0."),
            "Raise the max speed.".into(),
        );
    } else if used && !steered.behaviors.is_empty() && body.max_force <= 0.0 {
        push(
            None,
            Rule::CannotMove,
            Severity::Warning,
            "max_force",
            format!("{name} cannot steer: its max force is 0."),
            "Raise the max force.".into(),
        );
    }
    let end_of_path = walks_to_an_end(scene, preset.id);
    for (i, weighted) in steered.behaviors.iter().enumerate() {
        let at = Some(i);
        match &weighted.behavior {
            Behavior::Arrive(arrive) if arrive.slow_radius < arrive.target_radius => {
                let message = swapped_radii(
                    &name,
                    "slow radius",
                    arrive.slow_radius,
                    "target radius",
                    arrive.target_radius,
                    unit,
                );
                let help = format!(
                    "Raise the slow radius to {} {unit}.",
                    short_above(arrive.target_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "slow_radius",
                    message,
                    help,
                );
            }
            Behavior::FollowPath(follow) if follow.slow_radius < follow.target_radius => {
                let message = swapped_radii(
                    &name,
                    "end slow radius",
                    follow.slow_radius,
                    "end target radius",
                    follow.target_radius,
                    unit,
                );
                let help = format!(
                    "Raise the end slow radius to {} {unit}.",
                    short_above(follow.target_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "slow_radius",
                    message,
                    help,
                );
            }
            Behavior::Leave(leave) if leave.danger_radius < leave.escape_radius => {
                let message = swapped_radii(
                    &name,
                    "danger radius",
                    leave.danger_radius,
                    "escape radius",
                    leave.escape_radius,
                    unit,
                );
                let help = format!(
                    "Raise the danger radius to {} {unit}.",
                    short_above(leave.escape_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "danger_radius",
                    message,
                    help,
                );
            }
            Behavior::Arrive(arrive) if !(arrive.target_radius > 0.0) => push(
                at,
                Rule::ArrivalNotReported,
                Severity::Hint,
                "target_radius",
                format!(
                    "{name} never reports that it has arrived: nothing is nearer than its target radius of 0 {unit}."
                ),
                "Raise the target radius, if the game or a state waits for it.".into(),
            ),
            Behavior::HomingWalk(walk) => {
                if let Some((key, why, help)) = endless_walk(walk) {
                    push(
                        at,
                        Rule::EndlessWalk,
                        Severity::Warning,
                        key,
                        format!("{name} never arrives: {why}."),
                        help.into(),
                    );
                }
            }
            Behavior::Seek {}
            | Behavior::Flee(_)
            | Behavior::Arrive(_)
            | Behavior::Leave(_)
            | Behavior::Pursue(_)
            | Behavior::Evade(_)
            | Behavior::FollowPath(_)
            | Behavior::Separation(_)
            | Behavior::FollowLeader(_)
            | Behavior::AvoidWalls(_)
            | Behavior::FollowWall(_)
            | Behavior::Search(_) => {}
        }
        if used
            && let Some(stopping::Finding {
                rule,
                severity,
                key,
                message,
                help,
            }) = budget.with_half(|half| {
                stopping::check(preset, i, end_of_path, scene.ticks_per_second, unit, half)
            })
        {
            push(at, rule, severity, key, format!("{name} {message}"), help);
        }
    }
}

fn swapped_radii(
    name: &str,
    outer: &str,
    outer_value: f64,
    inner: &str,
    inner_value: f64,
    unit: &str,
) -> String {
    let (a, b) = (short(outer_value), short(inner_value));
    let article = if outer.starts_with('e') { "an" } else { "a" };
    format!(
        "{name} has {article} {outer} of {a} {unit} inside its {inner} of {b} {unit}, so there is no transition between the two."
    )
}

/// Why a walk never ends: the parameter, the reason, and the fix.
fn endless_walk(walk: &HomingWalk) -> Option<(&'static str, &'static str, &'static str)> {
    if walk.reach_radius <= 0.0 {
        Some((
            "reach_radius",
            "with a reach radius of 0, no waypoint is ever reached",
            "Raise the reach radius.",
        ))
    } else if walk.min_step <= 0.0 {
        Some((
            "min_step",
            "with a min step of 0, it never moves straight to the target",
            "Raise the min step.",
        ))
    } else if walk.max_fov_deg >= 330.0 && walk.aggro_radius <= walk.min_step {
        Some((
            "max_fov_deg",
            "its field of view stays too wide until it is one step away, so it moves away from the target as often as toward it",
            "Lower the max field of view, or raise the aggro radius.",
        ))
    } else {
        None
    }
}
