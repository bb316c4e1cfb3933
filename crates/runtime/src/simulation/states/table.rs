//! The states of all presets, made ready for a run.

use crate::scene::{Behavior, EnterAction, Motion, Preset, StateView, Term, WallId};
use crate::simulation::event::Emitted;
use crate::steering::facing::{Toward, Turn};
use crate::steering::{Body, Goal};
use std::ops::Range;
use std::sync::Arc;

/// The states of all presets, one preset after another: each state has a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateTable {
    presets: Vec<PresetStates>,
    rows: Vec<ResolvedState>,
}

/// What the states of a preset have in common.
#[derive(Clone, Debug)]
struct PresetStates {
    /// The row of the first.
    first: u32,
    /// See [`Preset::has_states`].
    has_states: bool,
    /// Whether the agents may look elsewhere than they move, by their facing or in a search.
    turns_apart: bool,
    /// Whether the agents draw random numbers.
    draws: bool,
    /// Whether the agents go around walls in any state.
    goes_around: bool,
    /// How many `follow_path` there are.
    paths: u32,
}

/// A state, made ready for a run.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedState {
    pub(crate) name: Arc<str>,
    /// The body of the preset with the limits of the state.
    pub(crate) body: Body,
    /// What the agents turn to.
    pub(crate) toward: Toward,
    /// How far they turn in a tick.
    pub(crate) turn: Turn,
    /// The place of its first `follow_path` among those of all states of the preset.
    pub(crate) first_path: u32,
    /// How many `follow_path` it has.
    pub(crate) paths: u32,
    pub(crate) follows_leader: bool,
    pub(crate) is_grid_chase: bool,
    pub(crate) enter: Vec<ResolvedEnter>,
    pub(crate) transitions: Vec<ResolvedTransition>,
}

/// What an agent does when it enters a state.
#[derive(Clone, Debug)]
pub(crate) enum ResolvedEnter {
    Emit(Arc<Emitted>),
    SetWall(WallId, bool),
    Share(f64),
}

/// A transition to the state with an index, if the preset has that state.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedTransition {
    pub(crate) to: Option<u32>,
    pub(crate) any: bool,
    pub(crate) terms: Vec<ResolvedTerm>,
}

/// A condition; times are in ticks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ResolvedTerm {
    Sees,
    SeesNotFor(u32),
    Hears,
    Told,
    Touches,
    MeterAtLeast(f64),
    MeterAtMost(f64),
    For(RandomTime),
    Arrived,
    PathFinished,
    Near(Goal, f64),
    Event(Arc<str>),
    SearchFinished,
    NoRoute,
}

/// A time that is drawn when a state is entered, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RandomTime {
    pub(crate) min: u32,
    pub(crate) max: u32,
    /// Its place among those of the state.
    pub(crate) place: usize,
}

impl StateTable {
    pub(crate) fn new(presets: &[Arc<Preset>], dt: f64) -> Self {
        let mut table = Self::default();
        for preset in presets {
            let first = table.rows.len() as u32;
            let mut paths = 0;
            for state in preset.all_states() {
                let state = ResolvedState::new(preset, &state, paths, dt);
                paths += state.paths;
                table.rows.push(state);
            }
            table.presets.push(PresetStates {
                first,
                has_states: preset.has_states(),
                turns_apart: preset.has_facing() || sweeps(preset),
                draws: preset.is_random(),
                goes_around: preset.goes_around_walls(),
                paths,
            });
        }
        table
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The state in a row.
    pub(crate) fn state(&self, row: usize) -> &ResolvedState {
        &self.rows[row]
    }

    /// All states, in rows.
    pub(crate) fn states(&self) -> &[ResolvedState] {
        &self.rows
    }

    /// The row of a state of the preset with this index, by the index of the state.
    pub(crate) fn row(&self, preset: u32, state: u32) -> usize {
        (self.presets[preset as usize].first + state) as usize
    }

    /// Whether time passes in the states of the preset with this index.
    pub(crate) fn has_states(&self, preset: u32) -> bool {
        self.presets[preset as usize].has_states
    }

    /// Whether agents of the preset with this index may look elsewhere than they move, by their
    /// facing or in a search.
    pub(crate) fn turns_apart(&self, preset: u32) -> bool {
        self.presets[preset as usize].turns_apart
    }

    /// Whether agents of the preset with this index draw random numbers.
    pub(crate) fn draws(&self, preset: u32) -> bool {
        self.presets[preset as usize].draws
    }

    /// Whether agents of the preset with this index go around walls in any state.
    pub(crate) fn goes_around(&self, preset: u32) -> bool {
        self.presets[preset as usize].goes_around
    }

    /// How many `follow_path` all states of the preset with this index have.
    pub(crate) fn paths(&self, preset: u32) -> usize {
        self.presets[preset as usize].paths as usize
    }
}

impl ResolvedState {
    pub(super) fn new(preset: &Preset, state: &StateView, first_path: u32, dt: f64) -> Self {
        let behaviors = || {
            state
                .motion
                .behaviors()
                .iter()
                .map(|weighted| &weighted.behavior)
        };
        let facing = state.facing;
        let paths = behaviors().filter(|behavior| matches!(behavior, Behavior::FollowPath(_)));
        Self {
            name: state.rules.name.as_str().into(),
            body: body(preset, state),
            toward: facing.map_or(Toward::Action, |facing| facing.toward),
            turn: facing.map_or(Turn::AT_ONCE, |facing| facing.turn(dt)),
            first_path,
            paths: paths.count() as u32,
            follows_leader: behaviors()
                .any(|behavior| matches!(behavior, Behavior::FollowLeader(_))),
            is_grid_chase: matches!(state.motion, Motion::GridChase(_)),
            enter: state.rules.enter.iter().map(resolved_enter).collect(),
            transitions: transitions(preset, state, dt),
        }
    }

    /// The places of its `follow_path` among those of all states of the preset.
    pub(crate) fn path_places(&self) -> Range<u32> {
        self.first_path..self.first_path + self.paths
    }

    /// Its random times, in the order in which they are drawn.
    pub(crate) fn random_times(&self) -> impl Iterator<Item = RandomTime> + '_ {
        let terms = self
            .transitions
            .iter()
            .flat_map(|transition| &transition.terms);
        terms.filter_map(ResolvedTerm::random_time)
    }

    /// The random time of a term of a transition, by their places.
    pub(crate) fn random_time_at(&self, transition: usize, term: usize) -> Option<RandomTime> {
        self.transitions
            .get(transition)?
            .terms
            .get(term)?
            .random_time()
    }
}

impl ResolvedTerm {
    fn random_time(&self) -> Option<RandomTime> {
        let Self::For(time) = self else {
            return None;
        };
        Some(*time)
    }
}

/// The body of agents of a preset in a state.
pub(crate) fn body(preset: &Preset, state: &StateView) -> Body {
    let body = preset.body;
    Body {
        max_speed: state.rules.max_speed.unwrap_or(body.max_speed),
        max_force: state.rules.max_force.unwrap_or(body.max_force),
        ..body
    }
}

fn resolved_enter(action: &EnterAction) -> ResolvedEnter {
    match action {
        EnterAction::Emit { name, value } => ResolvedEnter::Emit(Arc::new(Emitted {
            name: name.clone(),
            value: value.clone(),
        })),
        EnterAction::SetWall { wall, open } => ResolvedEnter::SetWall(*wall, *open),
        EnterAction::Share { radius } => ResolvedEnter::Share(*radius),
    }
}

fn transitions(preset: &Preset, state: &StateView, dt: f64) -> Vec<ResolvedTransition> {
    let mut random_times = 0;
    let resolved = state
        .rules
        .transitions
        .iter()
        .map(|transition| ResolvedTransition {
            to: preset.state_index(transition.to).map(|to| to as u32),
            any: transition.any,
            terms: transition
                .terms
                .iter()
                .map(|term| resolved_term(term, dt, &mut random_times))
                .collect(),
        });
    resolved.collect()
}

fn resolved_term(term: &Term, dt: f64, random_times: &mut usize) -> ResolvedTerm {
    // `as` saturates.
    let ticks = |seconds: f64| (seconds / dt).round() as u32;
    match term {
        Term::Sees => ResolvedTerm::Sees,
        Term::SeesNotFor { seconds } => ResolvedTerm::SeesNotFor(ticks(*seconds)),
        Term::Hears => ResolvedTerm::Hears,
        Term::Told => ResolvedTerm::Told,
        Term::Touches => ResolvedTerm::Touches,
        Term::MeterAtLeast { meter } => ResolvedTerm::MeterAtLeast(*meter),
        Term::MeterAtMost { meter } => ResolvedTerm::MeterAtMost(*meter),
        Term::For { min, max } => {
            *random_times += 1;
            ResolvedTerm::For(RandomTime {
                min: ticks(*min),
                max: ticks(*max),
                place: *random_times - 1,
            })
        }
        Term::Arrived => ResolvedTerm::Arrived,
        Term::PathFinished => ResolvedTerm::PathFinished,
        Term::Near { goal, radius } => ResolvedTerm::Near(*goal, *radius),
        Term::Event { name } => ResolvedTerm::Event(Arc::from(name.as_str())),
        Term::SearchFinished => ResolvedTerm::SearchFinished,
        Term::NoRoute => ResolvedTerm::NoRoute,
    }
}

/// Whether the agents of a preset look around in a search.
fn sweeps(preset: &Preset) -> bool {
    let sweeps_in = |behavior: &Behavior| {
        let Behavior::Search(search) = behavior else {
            return false;
        };
        search.sweep.is_some()
    };
    let mut behaviors = preset.behaviors_of_all_states();
    behaviors.any(|weighted| sweeps_in(&weighted.behavior))
}
