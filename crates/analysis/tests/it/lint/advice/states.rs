//! Advice about teams, states and transitions.

use super::*;
use behaviors::preset_of;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Alert, EnterAction, Hearing, SpawnPlace, Spawner, SpawnerId, Term, Transition,
};
use steerwright_runtime::steering::Search;

/// A condition that can hold, but does not always.
const OTHER_TERM: Term = Term::For { min: 1.0, max: 2.0 };

pub(super) fn follow(scene: &mut Scene, finding: &Diagnostic, step: &Step, _times: f64) -> bool {
    match finding.rule {
        Rule::TeamWithoutAgents => follow_for_team(scene, finding, step),
        Rule::StateNeverEntered => follow_for_state(scene, finding, step),
        Rule::TransitionNeverTaken | Rule::StatesChase => {
            follow_for_sense(scene, finding, step)
                || follow_for_transitions(scene, finding, step)
                || follow_for_motion(scene, finding, step)
        }
        _ => false,
    }
}

fn follow_for_team(scene: &mut Scene, finding: &Diagnostic, step: &Step) -> bool {
    let preset = preset_of(scene, finding).expect("a preset");
    let at = index_after(finding, "watches").expect("an index");
    let team = scene.preset(preset).expect("a preset").watches[at].clone();
    match step.words.as_str() {
        "give an agent this team" => Arc::make_mut(&mut scene.agents)[0].team = Some(team),
        "give a spawner this team" => {
            let place = SpawnPlace::Point(DVec2::new(50.0, 50.0));
            let mut spawner = Spawner::at(SpawnerId(1), "Gate", preset, place);
            (spawner.team, spawner.path) = (Some(team), Some(PathId(1)));
            scene.spawners.push(spawner.into());
        }
        "stop watching it" => {
            let preset = scene.preset_mut(preset).expect("a preset");
            preset.watches.remove(at);
        }
        _ => return false,
    }
    true
}

/// The number that follows a key in the pointer of a finding.
fn index_after(finding: &Diagnostic, key: &str) -> Option<usize> {
    let mut keys = finding.pointer.split('/').skip_while(|own| *own != key);
    keys.nth(1)?.parse().ok()
}

/// The transitions of the state that a finding is about.
fn transitions_of<'a>(preset: &'a mut Preset, finding: &Diagnostic) -> &'a mut Vec<Transition> {
    match index_after(finding, "states") {
        Some(index) => &mut preset.states[index].rules.transitions,
        None => &mut preset.state.transitions,
    }
}

fn follow_for_state(scene: &mut Scene, finding: &Diagnostic, step: &Step) -> bool {
    let preset = preset_of(scene, finding).expect("a preset");
    let preset = scene.preset_mut(preset).expect("a preset");
    let index = index_after(finding, "states").expect("an index");
    let to = preset.states[index].rules.id;
    match step.words.as_str() {
        "add a transition to it from such a state" => preset.state.transitions.push(Transition {
            to,
            any: false,
            terms: vec![OTHER_TERM],
        }),
        "remove it" => {
            preset.states.remove(index);
            let all = preset.states.iter_mut().map(|state| &mut state.rules);
            for rules in all.chain([&mut preset.state]) {
                rules.transitions.retain(|own| own.to != to);
            }
        }
        _ => return false,
    }
    true
}

fn follow_for_sense(scene: &mut Scene, finding: &Diagnostic, step: &Step) -> bool {
    let preset = preset_of(scene, finding).expect("a preset");
    let preset = scene.preset_mut(preset).expect("a preset");
    match step.words.as_str() {
        "enable sight in the preset" => preset.sight = Some(Sight::default()),
        "enable hearing in the preset" => preset.hearing = Some(Hearing::default()),
        "enable the alert meter in the preset" => preset.alert = Some(Alert::default()),
        "add the action \u{201c}share what it saw\u{201d} to a state of an agent of its team" => {
            preset.state.enter.push(EnterAction::Share { radius: 9.0 });
        }
        _ => return false,
    }
    true
}

fn follow_for_transitions(scene: &mut Scene, finding: &Diagnostic, step: &Step) -> bool {
    let preset = preset_of(scene, finding).expect("a preset");
    let preset = scene.preset_mut(preset).expect("a preset");
    let index = index_after(finding, "transitions").expect("an index");
    let transitions = transitions_of(preset, finding);
    let conditions = |transition: &mut Transition| {
        (transition.any, transition.terms) = (false, vec![OTHER_TERM]);
    };
    match step.words.as_str() {
        "move it before transition #" => {
            let own = transitions.remove(index);
            transitions.insert(step.number() as usize - 1, own);
        }
        "delete it" => drop(transitions.remove(index)),
        "give transition # a condition that is not always true"
        | "give transitions # and # a condition that is not always true" => {
            for number in &step.numbers {
                conditions(&mut transitions[*number as usize - 1]);
            }
        }
        "give one of these transitions a condition that is not always true" => {
            conditions(&mut transitions[index]);
        }
        "choose another condition" => {
            let possible = Term::Event {
                name: "Alarm".into(),
            };
            let terms = &mut transitions[index].terms;
            let is_impossible = |term: &Term| {
                matches!(
                    term,
                    Term::Arrived | Term::PathFinished | Term::SearchFinished
                )
            };
            let at = terms.iter().position(is_impossible);
            terms[at.expect("a condition")] = possible;
        }
        _ => return false,
    }
    true
}

/// What a behavior of the state is for.
fn follow_for_motion(scene: &mut Scene, finding: &Diagnostic, step: &Step) -> bool {
    let preset = preset_of(scene, finding).expect("a preset");
    let preset = scene.preset_mut(preset).expect("a preset");
    let motion = match index_after(finding, "states") {
        Some(index) => &mut preset.states[index].motion,
        None => &mut preset.motion,
    };
    let Motion::Steered(steered) = motion else {
        return false;
    };
    let added = match step.words.as_str() {
        "add the behavior arrive to the state" => Behavior::Arrive(Arrive::default()),
        "add the behavior follow path to the state" => Behavior::FollowPath(FollowPath::default()),
        "add the behavior search to the state" => Behavior::Search(Search::default()),
        _ => return false,
    };
    steered.behaviors.push(added.into());
    true
}
