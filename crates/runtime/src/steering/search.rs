//! Search: goes to random places around a goal and looks around at each.

use crate::geometry::rotation::baked_direction;
use crate::geometry::vector::{distance, dot};
use crate::level::Barrier;
use crate::parameter::{DIRECTION, Parameter, ParameterTable, TIME, Unit};
use crate::scene::Behavior;
use crate::steering::Goal;
use crate::steering::description::{Description, MemoryKind};
use crate::steering::{Arrive, Kinematic, arrive};
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    is_perception: true,
    memory: MemoryKind::Search,
    goal: Some(Goal::LastSeen),
    is_random: true,
    ..Description::new(
        "search",
        "Search",
        "Goes to random places around its goal and looks around at each.",
    )
    .toward_target()
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    // Around a goal that only a run knows.
    Parameter::length(behavior_field!(Search.radius: f64), None).shown(
        "Search radius",
        (0.0, 20.0),
        "How far from the goal the places are at most.",
    ),
    Parameter::number(
        behavior_field!(Search.points: u32),
        Unit::Number,
        (1.0, MAX_POINTS as f64),
    )
    .shown(
        "Places",
        (1.0, 10.0),
        "The number of places that the agent goes to.",
    ),
    Parameter::number(behavior_field!(Search.wait: f64), Unit::Time, TIME).shown(
        "Wait",
        (0.0, 10.0),
        "How long the agent waits at each place.",
    ),
    Parameter::length(behavior_field!(Search.slow_radius: f64), None).shown(
        "Slow radius",
        (0.0, 12.0),
        "Within this distance of a place, the agent slows down.",
    ),
]);

/// The directions between which a searching agent turns.
pub const SEARCH_SWEEP: ParameterTable<SearchSweep> = ParameterTable(&[
    Parameter::number(field!(SearchSweep.from_deg: f64), Unit::Degrees, DIRECTION),
    Parameter::number(field!(SearchSweep.to_deg: f64), Unit::Degrees, DIRECTION),
]);

/// Parameters of a search. Its goal is that of the
/// [`WeightedBehavior`](crate::scene::WeightedBehavior).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Search {
    /// How far from the goal the places are at most, u, 0 or more.
    pub radius: f64,
    /// The number of places, 1 to 100.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
    pub points: u32,
    /// How long the agent waits at each place, s, 0 or more.
    pub wait: f64,
    /// Within this distance (u, 0 or more) of a place, the agent slows down.
    pub slow_radius: f64,
    /// How the agent looks around at each place. Absent: it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SearchSweep>,
}

/// Two directions between which a searching agent turns, relative to its heading.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchSweep {
    /// The first direction, -360 to 360 degrees counterclockwise from the heading.
    pub from_deg: f64,
    /// The second direction, -360 to 360 degrees counterclockwise from the heading.
    pub to_deg: f64,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            radius: 4.0,
            points: 3,
            wait: 1.0,
            slow_radius: 2.0,
            sweep: None,
        }
    }
}

impl Search {
    /// The wait at each place in ticks of `dt` seconds.
    #[must_use]
    pub fn wait_ticks(&self, dt: f64) -> u32 {
        (self.wait / dt).round() as u32
    }
}

impl SearchSweep {
    /// The cosine and sine of the two angles, as runtimes use them.
    #[must_use]
    pub fn directions(&self) -> [DVec2; 2] {
        [self.from_deg, self.to_deg].map(baked_direction)
    }
}

/// How often a place is drawn before the search takes the center.
const TRIES: usize = 16;
/// No search has more places: a game may set any number, and each takes time and memory.
const MAX_POINTS: u32 = 100;
/// How often the agent turns from the first direction of a sweep to the second at each place.
const TURNS: u32 = 1;

/// The state of a search between ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchState {
    /// Where it goes. Empty before its first tick.
    pub(crate) places: Vec<DVec2>,
    pub(crate) has_started: bool,
    /// The index of the place to which it goes, or at which it waits.
    pub(crate) at: usize,
    pub(crate) is_waiting: bool,
    /// Its stay at the place where it waits; if it does not wait, the last one.
    pub(crate) stay: Stay,
}

/// A stay at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Stay {
    /// The ticks that are left of the wait.
    pub(crate) ticks: u32,
    /// How often it has turned to a direction of its sweep.
    pub(crate) arrivals: u32,
    /// Whether it has turned to the present one.
    pub(crate) has_turned: bool,
    /// The heading with which the agent came.
    pub(crate) heading: DVec2,
    /// The tick in which it last asked the agent to turn to a direction, and the direction.
    asked: (u64, DVec2),
}

/// What a search looks at in a tick.
#[derive(Clone, Copy, Debug)]
pub struct SearchSurroundings<'a> {
    /// What blocks motion.
    pub barrier: &'a Barrier,
    /// How much farther away than the radius of its body a place counts as reached, u.
    pub tolerance: f64,
    /// The direction in which the agent moves.
    pub heading: DVec2,
    /// Whether the agent turns where actions ask it to.
    pub faces_action: bool,
    /// The number of the tick.
    pub tick: u64,
    /// The duration of a tick, s.
    pub dt: f64,
}

/// What a search does in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchStep {
    /// It goes to a place, u.
    Go(DVec2),
    /// It stays where it is.
    Stay,
    /// It has been at all places; whether this was the tick in which it finished.
    Finished(bool),
}

impl SearchState {
    /// Whether it has been at all places.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.has_started && self.at >= self.places.len()
    }

    /// The place to which it goes, or at which it stays, u.
    #[must_use]
    pub fn place(&self) -> Option<DVec2> {
        self.places.get(self.at).copied()
    }

    /// How many places it has left behind.
    pub(crate) fn visited(&self) -> usize {
        self.at
    }

    /// The direction in which it asks the agent to look in the tick with this number.
    pub(crate) fn asked_direction(&self, tick: u64) -> Option<DVec2> {
        let (asked, direction) = self.stay.asked;
        (asked == tick).then_some(direction)
    }

    /// Notes whether the agent has turned to where it asked it to look.
    pub(crate) fn set_turned(&mut self, has_turned: bool) {
        self.stay.has_turned = has_turned;
    }

    /// Forgets everything, but keeps the memory of the list.
    pub(crate) fn restart(&mut self) {
        self.places.clear();
        (self.has_started, self.at) = Default::default();
        (self.is_waiting, self.stay) = Default::default();
    }

    /// Advances by one tick. In the first, it draws places around `center` (u).
    pub fn advance(
        &mut self,
        parameters: &Search,
        agent: &Kinematic,
        around: &SearchSurroundings,
        center: DVec2,
        next_f64: &mut impl FnMut() -> f64,
    ) -> SearchStep {
        let radius = agent.body.radius;
        if !self.has_started {
            self.has_started = true;
            for _ in 0..parameters.points.min(MAX_POINTS) {
                let place = parameters.draw_place(around.barrier, radius, center, next_f64);
                self.places.push(place);
            }
        }
        if self.is_finished() {
            return SearchStep::Finished(false);
        }
        let sweep = parameters.sweep.filter(|_| around.faces_action);
        while let Some(place) = self.place() {
            if self.is_waiting {
                if !self.stay.advance(sweep.is_some()) {
                    if let Some(sweep) = &sweep {
                        self.stay.asked = (around.tick, self.stay.direction(sweep));
                    }
                    return SearchStep::Stay;
                }
                self.is_waiting = false;
                self.at += 1;
            } else if distance(agent.position, place) < radius + around.tolerance {
                self.is_waiting = true;
                self.stay = Stay {
                    ticks: parameters.wait_ticks(around.dt),
                    heading: around.heading,
                    ..Stay::default()
                };
            } else {
                return SearchStep::Go(place);
            }
        }
        SearchStep::Finished(true)
    }
}

impl Stay {
    /// The direction of a sweep to which the agent turns now.
    fn direction(&self, sweep: &SearchSweep) -> DVec2 {
        let turn = sweep.directions()[self.arrivals as usize % 2];
        DVec2::new(
            self.heading.x * turn.x - self.heading.y * turn.y,
            self.heading.x * turn.y + self.heading.y * turn.x,
        )
    }

    /// Advances by one tick. Returns whether it is over.
    fn advance(&mut self, sweeps: bool) -> bool {
        let has_waited = self.ticks == 0;
        self.ticks = self.ticks.saturating_sub(1);
        if sweeps && self.has_turned {
            self.has_turned = false;
            self.arrivals = self.arrivals.saturating_add(1);
        }
        has_waited && (!sweeps || self.arrivals > TURNS)
    }
}

impl Search {
    /// A place around `center` to which a body of `radius` can go straight from there; the center,
    /// if none is found.
    fn draw_place(
        &self,
        barrier: &Barrier,
        radius: f64,
        center: DVec2,
        next_f64: &mut impl FnMut() -> f64,
    ) -> DVec2 {
        for _ in 0..TRIES {
            let x = 2.0 * next_f64() - 1.0;
            let y = 2.0 * next_f64() - 1.0;
            let place = center + DVec2::new(x, y) * self.radius;
            let way = place - center;
            if dot(way, way) <= self.radius * self.radius && barrier.is_free(center, place, radius)
            {
                return place;
            }
        }
        center
    }

    /// The force of an agent that goes to `place`.
    #[must_use]
    pub fn go(&self, agent: &Kinematic, place: DVec2, tolerance: f64) -> DVec2 {
        let parameters = Arrive {
            target_radius: agent.body.radius + tolerance,
            slow_radius: self.slow_radius,
            ..Arrive::default()
        };
        arrive::arrive(agent, place, &parameters)
    }
}
