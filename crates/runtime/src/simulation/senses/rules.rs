//! What the agents of each preset sense, made ready for a run.

use crate::level::SightCone;
use crate::scene::{Agent, Motion, Preset, Term};
use crate::simulation::store::columns::NONE;
use crate::steering::Goal;
use std::sync::Arc;

/// What the agents of all presets sense. Empty if none senses or has goals.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SenseTable {
    /// By preset.
    rules: Vec<SenseRules>,
    /// The teams that some preset watches, in order. Others make no difference.
    teams: Vec<String>,
    /// Whether a behavior moves toward or away from the perceived one.
    pub(crate) has_perceived_goals: bool,
}

/// What the agents of a preset sense.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SenseRules {
    /// Whether they sense at all.
    pub(crate) senses: bool,
    /// Whether they remember something: they sense, or have goals.
    pub(crate) remembers: bool,
    /// What they see.
    pub(crate) cone: Option<SightCone>,
    /// The numbers of the teams that they watch. Empty: they watch their target.
    pub(crate) watched: Vec<u32>,
    /// Whether they feel touches.
    pub(crate) touches: bool,
}

impl SenseTable {
    pub(crate) fn new(presets: &[Arc<Preset>]) -> Self {
        if !presets.iter().any(|preset| remembers(preset)) {
            return Self::default();
        }
        let mut teams: Vec<String> = presets
            .iter()
            .flat_map(|preset| preset.watches.iter().cloned())
            .collect();
        teams.sort_unstable();
        teams.dedup();
        let rules = |preset: &Arc<Preset>| SenseRules {
            senses: senses(preset),
            remembers: remembers(preset),
            cone: preset.sight.as_ref().map(|sight| sight.cone()),
            watched: {
                let numbers = preset.watches.iter();
                numbers.map(|team| number_of(&teams, team)).collect()
            },
            touches: preset.hearing.is_some()
                || !preset.watches.is_empty()
                || has_term(preset, |term| matches!(term, Term::Touches)),
        };
        Self {
            rules: presets.iter().map(rules).collect(),
            has_perceived_goals: presets
                .iter()
                .any(|preset| has_goal(preset, |goal| goal == Goal::Perceived)),
            teams,
        }
    }

    /// What the agents of the preset with this index sense. `None` if no preset senses or has
    /// goals.
    #[inline]
    pub(crate) fn of(&self, preset: u32) -> Option<&SenseRules> {
        self.rules.get(preset as usize)
    }

    /// Whether some preset watches teams.
    pub(crate) fn watches_teams(&self) -> bool {
        !self.teams.is_empty()
    }

    /// Whether both watch the same teams, so that the numbers of teams are the same.
    pub(crate) fn has_same_teams(&self, other: &Self) -> bool {
        self.teams == other.teams
    }

    /// The number of the team of an agent, if someone watches it.
    pub(crate) fn team_of(&self, agent: &Agent) -> u32 {
        match &agent.team {
            Some(team) => number_of(&self.teams, team),
            None => NONE,
        }
    }
}

fn number_of(teams: &[String], team: &str) -> u32 {
    let place = teams.binary_search_by(|known| known.as_str().cmp(team));
    place.map_or(NONE, |place| place as u32)
}

/// Whether the agents of a preset sense.
fn senses(preset: &Preset) -> bool {
    preset.sight.is_some()
        || preset.hearing.is_some()
        || !preset.watches.is_empty()
        || preset.alert.is_some()
        || preset
            .all_states()
            .any(|state| !state.rules.transitions.is_empty())
}

fn remembers(preset: &Preset) -> bool {
    senses(preset) || preset.has_states() || has_goal(preset, |goal| !goal.is_reference())
}

/// Whether a behavior has such a goal, in any state.
fn has_goal(preset: &Preset, is_it: impl Fn(Goal) -> bool) -> bool {
    preset.all_states().any(|state| match state.motion {
        Motion::Steered(steered) => {
            let mut behaviors = steered.behaviors.iter();
            behaviors.any(|weighted| is_it(weighted.goal))
        }
        Motion::GridChase(chase) => is_it(chase.goal),
    })
}

fn has_term(preset: &Preset, is_it: impl Fn(&Term) -> bool) -> bool {
    preset
        .all_states()
        .any(|state| state.rules.terms().any(&is_it))
}
