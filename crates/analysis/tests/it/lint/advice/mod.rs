//! Advice helps: whatever a rule says to do is done, as someone would who reads it, and ends what
//! the rule found.
//!
//! What is done depends on the words of the advice alone: other words make the tests fail until it
//! is known how to follow them.

mod behaviors;
mod items;
mod level;
mod measured;
mod nodes;
mod rules;
mod scenes;
mod states;

use super::*;
use std::collections::BTreeMap;
use steerwright_format::validate::scene_errors;

/// What takes an advice without a number further each time.
static STEPS: [f64; 5] = [1.5, 3.0, 10.0, 100.0, 1000.0];

/// Sentences of advice that explain, and say nothing to do.
const EXPLANATIONS: [&str; 4] = [
    "Both block, which may be intended",
    "Ignore this if the game enters it",
    "It may be of another scene",
    "Rust, C and Bevy need less than 1 ms for 1000 points",
];

/// What a game does is not done in its scene.
const LEFT_TO_THE_GAME: [&str; 3] = [
    "let the game open the door",
    "let the game open one of the doors",
    "let the game open the doors",
];

/// What is listed within an advice without repeating the rest of it.
const CHOICES: [(&str, &[&str]); 7] = [
    (
        "a marker, an agent or the pointer",
        &["a marker", "an agent", "the pointer"],
    ),
    (
        "an agent or a spawner this team",
        &["an agent this team", "a spawner this team"],
    ),
    (
        "a node, a state or the game",
        &["a node", "a state", "the game"],
    ),
    (
        "nodes, states or the game",
        &["nodes", "states", "the game"],
    ),
    ("block motion or sight", &["block motion", "block sight"]),
    ("move or delete", &["move", "delete"]),
    ("Change or remove", &["Change", "Remove"]),
];

/// A step of an advice: its words in lower case with # for each number and … for each name, and the
/// numbers.
#[derive(Clone, Debug)]
struct Step {
    words: String,
    numbers: Vec<f64>,
}

impl Step {
    fn new(text: &str) -> Self {
        let mut numbers = Vec::new();
        let words = text.split_whitespace().map(|word| {
            let digits = word.trim_end_matches([',', '°']);
            match digits.parse() {
                Ok(number) => {
                    numbers.push(number);
                    word.replacen(digits, "#", 1)
                }
                Err(_) => word.to_lowercase(),
            }
        });
        Self {
            words: words.collect::<Vec<_>>().join(" "),
            numbers,
        }
    }

    /// The first number.
    fn number(&self) -> f64 {
        self.numbers[0]
    }
}

/// The ways to follow an advice: an alternative of each of its sentences, each of some steps.
fn plans(help: &str) -> Vec<Vec<Step>> {
    let mut plans = vec![Vec::new()];
    for sentence in help.trim_end_matches('.').split(". ") {
        if EXPLANATIONS.contains(&sentence) {
            continue;
        }
        let alternatives: Vec<Vec<Step>> = sentence
            .split(", or ")
            .flat_map(choices)
            .map(|alternative| alternative.split(", and ").map(Step::new).collect())
            .filter(|steps: &Vec<Step>| !LEFT_TO_THE_GAME.contains(&&*steps[0].words))
            .collect();
        let longer = |plan: &Vec<Step>| {
            let with = |steps: &Vec<Step>| plan.iter().chain(steps).cloned().collect();
            alternatives.iter().map(with).collect::<Vec<_>>()
        };
        plans = plans.iter().flat_map(longer).collect();
    }
    plans
}

fn choices(alternative: &str) -> Vec<String> {
    let listed = CHOICES
        .iter()
        .find(|(listed, _)| alternative.contains(listed));
    match listed {
        Some((listed, each)) => {
            let each = each.iter();
            each.map(|one| alternative.replace(listed, one)).collect()
        }
        None => vec![alternative.to_owned()],
    }
}

/// Does what a step of the advice of a finding says. `times` is how far to go where it names no
/// number. Returns what is wrong with it.
fn follow(
    scene: &mut Scene,
    finding: &Diagnostic,
    step: &Step,
    times: f64,
) -> Option<&'static str> {
    let followers = [
        behaviors::follow,
        nodes::follow,
        level::follow,
        items::follow,
        states::follow,
    ];
    let before = scene.clone();
    let mut followers = followers.iter();
    if !followers.any(|follow| follow(scene, finding, step, times)) {
        Some("is not known to this test")
    } else if *scene == before {
        Some("is what is there")
    } else if !scene_errors(scene).is_empty() {
        Some("makes the scene invalid")
    } else {
        None
    }
}

/// Findings of the same kind about the same item and value.
type Place = (Rule, String, String);

fn places(found: &[Diagnostic]) -> BTreeMap<Place, usize> {
    let mut places = BTreeMap::new();
    for own in found {
        let place = (own.rule, format!("{:?}", own.subject), own.pointer.clone());
        *places.entry(place).or_default() += 1;
    }
    places
}

/// Of these rules, only the worst place is found, which may then be another one.
fn moves_on(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::NodeNeverReached | Rule::NodeCircled | Rule::OffPath
    )
}

/// Whether a change ended what was found, and not only moved it.
fn is_gone(finding: &Diagnostic, before: &BTreeMap<Place, usize>, changed: &Scene) -> bool {
    let after = places(&diagnostics(changed));
    let subject = format!("{:?}", finding.subject);
    if moves_on(finding.rule) {
        let mut left = after.keys();
        return left.all(|(rule, about, _)| (*rule, about) != (finding.rule, &subject));
    }
    let count = |places: &BTreeMap<Place, usize>, place: &Place| {
        places.get(place).copied().unwrap_or_default()
    };
    let place = (finding.rule, subject, finding.pointer.clone());
    let mut others = after.keys().filter(|(rule, ..)| *rule == finding.rule);
    count(&after, &place) < count(before, &place)
        && others.all(|other| count(&after, other) <= count(before, other))
}

/// Follows each advice for what was found in `scene`, one at a time: of one rule, or of all.
/// Returns how much was found, and the advice that does not help.
fn follow_advice(scene: &Scene, of: Option<Rule>) -> (usize, Vec<String>) {
    assert_eq!(scene_errors(scene), []);
    let all = diagnostics(scene);
    let before = places(&all);
    let found = all.iter().filter(|own| of.is_none_or(|of| own.rule == of));
    let found: Vec<&Diagnostic> = found.collect();
    let mut useless = Vec::new();
    // What was not measured is not promised, and says so.
    for finding in found.iter().filter(|own| !own.help.starts_with("Try ")) {
        for plan in plans(&finding.help) {
            let attempt = |times: f64| {
                let mut changed = scene.clone();
                let mut steps = plan.iter();
                let fault = steps.find_map(|step| follow(&mut changed, finding, step, times));
                fault.or_else(|| {
                    let is_gone = is_gone(finding, &before, &changed);
                    (!is_gone).then_some("does not help")
                })
            };
            let has_number = plan.iter().any(|step| !step.numbers.is_empty());
            let tried = if has_number { &STEPS[..1] } else { &STEPS[..] };
            let mut faults = tried.iter().map(|&times| attempt(times));
            // The first that helps is enough.
            let fault = faults.try_fold("", |_, fault| fault);
            if let Some(fault) = fault {
                let words: Vec<&str> = plan.iter().map(|step| step.words.as_str()).collect();
                useless.push(format!("{words:?} {fault}: {finding}"));
            }
        }
    }
    (found.len(), useless)
}
