//! Presets whose agents cannot move, or whose radii and behaviors do not work together.

use super::remedy::{sentence, short_above};
use super::*;
use steerwright_runtime::scene::StateRules;

/// The full field of view, degrees, from which on a homing walk moves away from its target as often
/// as toward it.
const WIDE_FOV: f64 = 330.0;

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
    let mut push =
        |behavior: Option<usize>, rule, severity, key: &str, message: String, help: String| {
            let inner = behavior
                .and_then(|i| {
                    steered
                        .behaviors
                        .get(i)
                        .map(|b| (i, b.behavior.description().key))
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
        || scene
            .spawners
            .iter()
            .any(|spawner| spawner.preset == preset.id);
    if used
        && !steered.behaviors.is_empty()
        && let Some((key, message, help)) = cannot_move(preset)
    {
        let message = format!("{name} {message}");
        push(
            None,
            Rule::CannotMove,
            Severity::Warning,
            key,
            message,
            help.into(),
        );
    }
    let end_of_path = walks_to_an_end(scene, preset.id);
    for (i, weighted) in steered.behaviors.iter().enumerate() {
        let at = Some(i);
        if let Some(radii) = Radii::of(&weighted.behavior).filter(Radii::are_swapped) {
            let (rule, severity) = (Rule::RadiiSwapped, Severity::Warning);
            let message = format!("{name} {}", radii.message(unit));
            push(at, rule, severity, radii.key, message, radii.help(unit));
        }
        match &weighted.behavior {
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
                if let Some((key, why, help)) = endless_walk(walk, unit) {
                    let message = format!("{name} never arrives: {why}.");
                    push(at, Rule::EndlessWalk, Severity::Warning, key, message, help);
                }
            }
            _ => {}
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

/// Why agents of a preset cannot move: the parameter, what happens, and the fix.
fn cannot_move(preset: &Preset) -> Option<(&'static str, &'static str, &'static str)> {
    // A state can have a limit of its own.
    let is_zero = |of_body: f64, of_state: fn(&StateRules) -> Option<f64>| {
        let mut limits = preset
            .all_states()
            .map(|state| of_state(state.rules).unwrap_or(of_body));
        !(of_body > 0.0) && limits.all(|limit| !(limit > 0.0))
    };
    let is_slow = is_zero(preset.body.max_speed, |rules| rules.max_speed);
    let is_weak = is_zero(preset.body.max_force, |rules| rules.max_force);
    match (is_slow, is_weak) {
        (true, true) => Some((
            "max_speed",
            "cannot move: its max speed and max force are 0.",
            "Raise the max speed and the max force.",
        )),
        (true, false) => Some((
            "max_speed",
            "cannot move: its max speed is 0.",
            "Raise the max speed.",
        )),
        (false, true) => Some((
            "max_force",
            "cannot steer: its max force is 0.",
            "Raise the max force.",
        )),
        (false, false) => None,
    }
}

/// Two radii of a behavior, between which it changes what it does.
struct Radii {
    /// The parameter of the outer one.
    key: &'static str,
    outer: (&'static str, f64),
    inner: (&'static str, f64),
}

impl Radii {
    fn of(behavior: &Behavior) -> Option<Self> {
        match behavior {
            Behavior::Arrive(arrive) => Some(Self {
                key: "slow_radius",
                outer: ("slow radius", arrive.slow_radius),
                inner: ("target radius", arrive.target_radius),
            }),
            Behavior::FollowPath(follow) => Some(Self {
                key: "slow_radius",
                outer: ("end slow radius", follow.slow_radius),
                inner: ("end target radius", follow.target_radius),
            }),
            Behavior::Leave(leave) => Some(Self {
                key: "danger_radius",
                outer: ("danger radius", leave.danger_radius),
                inner: ("escape radius", leave.escape_radius),
            }),
            _ => None,
        }
    }

    fn are_swapped(&self) -> bool {
        self.outer.1 < self.inner.1
    }

    fn message(&self, unit: &str) -> String {
        let ((outer, a), (inner, b)) = (self.outer, self.inner);
        let (a, b) = (short(a), short(b));
        let article = if outer.starts_with('e') { "an" } else { "a" };
        format!(
            "has {article} {outer} of {a} {unit} inside its {inner} of {b} {unit}, so there is no transition between the two."
        )
    }

    fn help(&self, unit: &str) -> String {
        let ((outer, _), (_, inner)) = (self.outer, self.inner);
        format!(
            "Raise the {outer} to {} {unit} or more.",
            short_above(inner)
        )
    }
}

/// Why a walk never ends: the parameter, the reason, and the fix. All of it, because each reason
/// alone is enough.
fn endless_walk(walk: &HomingWalk, unit: &str) -> Option<(&'static str, String, String)> {
    let is_wide = walk.max_fov_deg >= WIDE_FOV;
    let mut reasons = Vec::new();
    if walk.reach_radius <= 0.0 {
        reasons.push((
            "reach_radius",
            "with a reach radius of 0, no waypoint is ever reached",
            vec!["raise the reach radius".to_owned()],
        ));
    }
    if walk.min_step <= 0.0 {
        let limit = format!(
            "raise the min step, but to less than the aggro radius of {} {unit}",
            short(walk.aggro_radius)
        );
        let has_limit = is_wide && walk.aggro_radius > 0.0;
        reasons.push((
            "min_step",
            "with a min step of 0, it never moves straight to the target",
            vec![if has_limit {
                limit
            } else {
                "raise the min step".to_owned()
            }],
        ));
    }
    if is_wide && walk.aggro_radius <= walk.min_step {
        reasons.push((
            "max_fov_deg",
            "its field of view stays too wide until it is one step away, so it moves away from the target as often as toward it",
            vec![
                format!("lower the max field of view to less than {WIDE_FOV}°"),
                format!("raise the aggro radius to {} {unit} or more", short_above(walk.min_step)),
            ],
        ));
    }
    let (key, ..) = *reasons.first()?;
    let why: Vec<&str> = reasons.iter().map(|(_, why, _)| *why).collect();
    let help = match &reasons[..] {
        [(.., alternatives)] => sentence(alternatives)?,
        all => {
            let all: Vec<String> = all
                .iter()
                .filter_map(|(.., alternatives)| alternatives.first().cloned())
                .collect();
            sentence(&[all.join(", and ")])?
        }
    };
    Some((key, why.join("; "), help))
}
