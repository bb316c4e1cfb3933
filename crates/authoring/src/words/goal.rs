//! How the editor presents what a behavior moves toward or away from.

use steerwright_runtime::steering::Goal;

/// How far ahead of the one last seen, in seconds, at first.
const AHEAD: f64 = 1.0;

/// All goals, in the order of menus.
#[must_use]
pub fn all() -> [Goal; 7] {
    [
        Goal::Reference,
        Goal::Perceived,
        Goal::LastSeen,
        Goal::LastSeenAhead { ahead: AHEAD },
        Goal::LastNoise,
        Goal::LeftPath,
        Goal::Post,
    ]
}

/// The name of a goal. `reference` is the word for the target or danger of the agent.
#[must_use]
pub fn label(goal: &Goal, reference: &'static str) -> &'static str {
    match goal {
        Goal::Reference => reference,
        Goal::Perceived => "Perceived",
        Goal::LastSeen => "Last seen",
        Goal::LastSeenAhead { .. } => "Ahead of last seen",
        Goal::LastNoise => "Last noise",
        Goal::LeftPath => "Where it left its path",
        Goal::Post => "Post",
    }
}

/// What a goal is.
#[must_use]
pub fn help(goal: &Goal) -> &'static str {
    match goal {
        Goal::Reference => "What the agent refers to in the scene.",
        Goal::Perceived => "The one that the agent sees or touches, wherever it is.",
        Goal::LastSeen => "The place where the agent last saw someone.",
        Goal::LastSeenAhead { .. } => "Where the one last seen would be by now.",
        Goal::LastNoise => "The place of the noise that the agent heard last.",
        Goal::LeftPath => "The place where the agent left its path for another state.",
        Goal::Post => "The place where the agent started.",
    }
}
