//! Advice about presets: their bodies and behaviors.

use super::*;
use steerwright_runtime::steering::RouteMode;
use steerwright_runtime::steering::arrive::Stop;

/// The preset that a finding is about. What is about a node is about the first preset.
pub(super) fn preset_of(scene: &Scene, finding: &Diagnostic) -> Option<PresetId> {
    match finding.subject {
        Subject::Preset(preset, _) => Some(preset),
        Subject::Agent(agent) => Some(scene.agent(agent)?.preset),
        _ => Some(scene.presets.first()?.id),
    }
}

pub(super) fn follow(scene: &mut Scene, finding: &Diagnostic, step: &Step, times: f64) -> bool {
    follow_for_all(scene, step)
        || follow_for_body(scene, finding, step, times)
        || follow_for_behavior(scene, finding, step, times)
        || follow_for_separation(scene, step)
}

/// What is for all presets that it can be for, or for the scene.
fn follow_for_all(scene: &mut Scene, step: &Step) -> bool {
    let words = step.words.as_str();
    if words == "use # or more ticks per second" {
        scene.ticks_per_second = step.number();
        return true;
    }
    let mut is_known = false;
    for preset in scene.presets.iter_mut().map(Arc::make_mut) {
        is_known = true;
        match words {
            "lower the body radius to # m" => {
                preset.body.radius = preset.body.radius.min(step.number());
            }
            "let no agent with this body radius go around walls"
            | "to run it, let bodies of fewer radii go around walls"
            | "let bodies of fewer radii go around walls" => {
                behaviors_of(preset)
                    .iter_mut()
                    .for_each(|own| own.route = RouteMode::Direct);
            }
            _ => return false,
        }
    }
    is_known
}

fn follow_for_body(scene: &mut Scene, finding: &Diagnostic, step: &Step, times: f64) -> bool {
    let Some(preset) = preset_of(scene, finding) else {
        return false;
    };
    let body = &mut scene.preset_mut(preset).expect("a preset").body;
    match step.words.as_str() {
        "lower the max speed to # m/s" => body.max_speed = step.number(),
        "raise the max speed" => body.max_speed += times,
        "raise the max force" => body.max_force += times,
        "raise the max speed and the max force" => {
            body.max_speed += times;
            body.max_force += times;
        }
        "lower the mass to #" | "raise the mass to # or more" => body.mass = step.number(),
        "raise the max force to #" => body.max_force = step.number(),
        "to make it stop, set idle to brake" => body.idle = Idle::Brake,
        "raise the time to target to # s" if finding.rule == Rule::NeverStops => {
            body.time_to_target = step.number();
        }
        _ => return false,
    }
    true
}

pub(super) fn behaviors_of(preset: &mut Preset) -> &mut [WeightedBehavior] {
    match &mut preset.motion {
        Motion::Steered(steered) => &mut steered.behaviors,
        Motion::GridChase(_) => &mut [],
    }
}

fn follow_for_behavior(scene: &mut Scene, finding: &Diagnostic, step: &Step, times: f64) -> bool {
    let Some(preset) = preset_of(scene, finding) else {
        return false;
    };
    let preset = scene.preset_mut(preset).expect("a preset");
    let index = match finding.subject {
        Subject::Preset(_, Some(index)) => index,
        _ => 0,
    };
    let mut of_body = preset.body.time_to_target;
    let Some(weighted) = behaviors_of(preset).get_mut(index) else {
        return false;
    };
    let words = step.words.as_str();
    match words {
        "raise the weight of follow path to #" => weighted.weight = step.number(),
        "set \"way\" in its behavior to \"around walls\"" => {
            weighted.route = RouteMode::AroundWalls;
        }
        "raise the time to target to # s or more" | "raise the time to target to # s" => {
            let own = match &mut weighted.behavior {
                Behavior::Arrive(own) => own.time_to_target.as_mut(),
                Behavior::Leave(own) => own.time_to_target.as_mut(),
                Behavior::FollowPath(own) => own.time_to_target.as_mut(),
                _ => None,
            };
            let is_own = matches!(finding.subject, Subject::Preset(_, Some(_)));
            *own.filter(|_| is_own).unwrap_or(&mut of_body) = step.number();
        }
        _ if !follow_for_radius(&mut weighted.behavior, step, times) => return false,
        _ => {}
    }
    preset.body.time_to_target = of_body;
    true
}

fn follow_for_radius(behavior: &mut Behavior, step: &Step, times: f64) -> bool {
    let words = step.words.as_str();
    match (behavior, words) {
        (Behavior::Arrive(own), "raise the slow radius to # m or more")
        | (Behavior::Arrive(own), "raise the slow radius to # m") => {
            own.slow_radius = step.number();
        }
        (Behavior::Arrive(own), "set it to brake at the target") => own.stop = Stop::Brake,
        (
            Behavior::Arrive(own),
            "raise the target radius, if the game or a state waits for it"
            | "raise the target radius of arrive",
        ) => own.target_radius += 0.1,
        (Behavior::FollowLeader(own), "raise the slow radius to # m") => {
            own.slow_radius = step.number();
        }
        (
            Behavior::FollowPath(own),
            "raise the end slow radius to # m or more" | "raise the end slow radius to # m",
        ) => own.slow_radius = step.number(),
        (Behavior::FollowPath(own), "lower the end target radius to # m") => {
            own.target_radius = step.number();
        }
        (Behavior::Leave(own), "raise the danger radius to # m or more") => {
            own.danger_radius = step.number();
        }
        (Behavior::HomingWalk(own), words) => match words {
            "raise the reach radius" | "raise the reach radius of the homing walk" => {
                own.reach_radius += 0.1 * times;
            }
            "raise the min step" => own.min_step += times,
            "raise the min step, but to less than the aggro radius of # m" => {
                own.min_step = 0.5 * step.number();
            }
            "lower the max field of view to less than #°" => {
                own.max_fov_deg = 0.9 * step.number();
            }
            "raise the aggro radius to # m or more" => own.aggro_radius = step.number(),
            _ => return false,
        },
        _ => return false,
    }
    true
}

fn follow_for_separation(scene: &mut Scene, step: &Step) -> bool {
    let mut is_known = false;
    for preset in scene.presets.iter_mut().map(Arc::make_mut) {
        let Motion::Steered(steered) = &mut preset.motion else {
            return false;
        };
        is_known = true;
        let own = steered.behaviors.iter_mut().find_map(|weighted| {
            if let Behavior::Separation(own) = &mut weighted.behavior {
                Some(own)
            } else {
                None
            }
        });
        match (step.words.as_str(), own) {
            (
                "add a separation behavior with a radius of # m, a max separation of # and inverse square falloff in front of the others",
                None,
            ) => {
                let added = Separation {
                    radius: step.numbers[0],
                    max_separation: step.numbers[1],
                    falloff: Falloff::InverseSquare,
                };
                steered
                    .behaviors
                    .insert(0, Behavior::Separation(added).into());
            }
            ("set the falloff of the separation to inverse square", Some(own)) => {
                own.falloff = Falloff::InverseSquare;
            }
            ("raise the max separation to #", Some(own)) => own.max_separation = step.number(),
            _ => return false,
        }
    }
    is_known
}
