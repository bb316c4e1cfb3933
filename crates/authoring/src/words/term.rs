//! How the editor presents the conditions of transitions between states.

use steerwright_runtime::scene::Term;
use steerwright_runtime::steering::Goal;

/// Every condition with the values that it has when it is added, in the order of menus.
#[must_use]
pub fn all() -> [Term; 14] {
    [
        Term::Sees,
        Term::SeesNotFor { seconds: 2.0 },
        Term::Hears,
        Term::Touches,
        Term::Told,
        Term::MeterAtLeast { meter: 0.5 },
        Term::MeterAtMost { meter: 0.0 },
        Term::For { min: 2.0, max: 2.0 },
        Term::Arrived,
        Term::PathFinished,
        Term::Near {
            goal: Goal::LastSeen,
            radius: 1.0,
        },
        Term::SearchFinished,
        Term::NoRoute,
        Term::Event {
            name: "alarm".to_owned(),
        },
    ]
}

/// The name of a condition in menus.
#[must_use]
pub fn label(term: &Term) -> &'static str {
    match term {
        Term::Sees => "Sees someone",
        Term::SeesNotFor { .. } => "Sees no one for",
        Term::Hears => "Hears a noise",
        Term::Told => "Is told",
        Term::Touches => "Touches someone",
        Term::MeterAtLeast { .. } => "Alert at least",
        Term::MeterAtMost { .. } => "Alert at most",
        Term::For { .. } => "Time in state",
        Term::Arrived => "Has arrived",
        Term::PathFinished => "Path is finished",
        Term::Near { .. } => "Is near",
        Term::Event { .. } => "Event",
        Term::SearchFinished => "Search is finished",
        Term::NoRoute => "Finds no way",
    }
}

/// When a condition holds.
#[must_use]
pub fn help(term: &Term) -> &'static str {
    match term {
        Term::Sees => "It has noticed someone it watches, and has not lost them.",
        Term::SeesNotFor { .. } => "No one it watches has been in sight for this long.",
        Term::Hears => "It hears a noise now.",
        Term::Told => "Another agent of its team shared what it saw.",
        Term::Touches => "The body of someone it watches touches its own.",
        Term::MeterAtLeast { .. } => "Its alert meter, 0 to 1, is at this or above.",
        Term::MeterAtMost { .. } => "Its alert meter, 0 to 1, is at this or below.",
        Term::For { .. } => {
            "It has been in the state for a time, drawn between two values on entering."
        }
        Term::Arrived => "A behavior of this state that arrives is at its goal.",
        Term::PathFinished => "It has followed its path to the end.",
        Term::Near { .. } => "It is within a distance of a place that it knows.",
        Term::Event { .. } => {
            "The game sends the event, or an action at a node of its path emits it."
        }
        Term::SearchFinished => "The search of this state has been at all its places.",
        Term::NoRoute => "There is no way around the walls to its goal.",
    }
}

/// A condition in a few words: "sees no one for 2 s".
#[must_use]
pub fn summary(term: &Term, unit: &str) -> String {
    match term {
        Term::Sees => "sees someone".into(),
        Term::SeesNotFor { seconds } => format!("sees no one for {seconds} s"),
        Term::Hears => "hears a noise".into(),
        Term::Told => "is told".into(),
        Term::Touches => "touches someone".into(),
        Term::MeterAtLeast { meter } => format!("alert ≥ {:.0} %", meter * 100.0),
        Term::MeterAtMost { meter } => format!("alert ≤ {:.0} %", meter * 100.0),
        Term::For { min, max } if min == max => format!("after {min} s"),
        Term::For { min, max } => format!("after {min} to {max} s"),
        Term::Arrived => "has arrived".into(),
        Term::PathFinished => "path is finished".into(),
        Term::Near { goal, radius } => {
            let goal = crate::words::goal::label(goal, "target").to_lowercase();
            format!("within {radius} {unit} of {goal}")
        }
        Term::Event { name } => format!("event “{name}”"),
        Term::SearchFinished => "search is finished".into(),
        Term::NoRoute => "finds no way".into(),
    }
}

/// The conditions of a transition in a sentence: "sees someone and alert ≥ 50 %".
#[must_use]
pub fn summary_of(terms: &[Term], any: bool, unit: &str) -> String {
    if terms.is_empty() {
        return "immediately".into();
    }
    let parts: Vec<String> = terms.iter().map(|term| summary(term, unit)).collect();
    parts.join(if any { " or " } else { " and " })
}
