//! The shortest slow radius without overshoot, found by measuring.

use super::straight::{Decision, decide, straight_approach, with_slow_radius};
use super::{Budget, NotMeasured};
use steerwright_runtime::scene::{Behavior, Preset};
use steerwright_runtime::steering::Arrive;
use steerwright_runtime::steering::arrive::Stop;

/// The search ends at a slow radius this many times as long as the distance that the body needs to
/// respond and to stop.
const MAX_FACTOR: f64 = 1_000.0;

/// How exactly the radius is found, as a part of it.
const PRECISION: f64 = 0.002;

/// Longer radii that must not overshoot either, as parts of the radius found.
const CHECKS: [f64; 4] = [1.02, 1.1, 1.3, 2.0];

/// Why there is no slow radius without overshoot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoRadius {
    /// The behavior does not slow down at a target.
    DoesNotStop,
    /// The max speed or the max force is 0.
    CannotMove,
    /// It coasts through its target radius and never comes to rest, whatever its slow radius.
    Coasts,
    /// It overshoots or does not come to rest with any slow radius up to this one (u). With longer
    /// ones it may, but takes longer than is measured.
    Overshoots(f64),
    /// The budget was used up first.
    NotMeasured,
}

impl From<NotMeasured> for NoRadius {
    fn from(_: NotMeasured) -> Self {
        Self::NotMeasured
    }
}

/// The shortest slow radius (u) with which an agent of `preset` stops at its target without
/// overshoot when it approaches straight at max speed
/// ([`straight_approach`](super::straight_approach)), for the behavior with index `behavior`. It is
/// no shorter than the target radius.
///
/// The search assumes that a longer slow radius overshoots less, and doubles and halves
/// accordingly. Where ticks are long compared with the radius this may not hold, so the result is
/// measured itself, and so are four longer ones up to twice as long: if one of them overshoots, the
/// search continues above it. The result is a number of three digits.
///
/// Where the answer is not monotone the search may go on for long, and ends with the budget.
///
/// # Errors
/// [`NoRadius`] says why there is none.
pub fn critical_slow_radius(
    preset: &Preset,
    behavior: usize,
    ticks_per_second: f64,
    budget: &mut Budget,
) -> Result<f64, NoRadius> {
    let mut search = Search::new(preset, behavior, ticks_per_second, budget)?;
    let shortest = search.shortest;
    if search.decide(shortest)? == Decision::Stops
        && search.first_longer_that_overshoots(shortest)?.is_none()
        && search.is_confirmed(shortest)?
    {
        return Ok(shortest);
    }
    let mut too_short = shortest;
    loop {
        let (short, long) = search.bracket(too_short)?;
        let found = search.bisect(short, long)?;
        match search.first_longer_that_overshoots(found)? {
            None if search.is_confirmed(found)? => return Ok(found),
            None => too_short = found,
            Some(overshoots) => too_short = overshoots,
        }
    }
}

struct Search<'b> {
    preset: Preset,
    index: usize,
    behavior: Behavior,
    ticks_per_second: f64,
    shortest: f64,
    longest: f64,
    coasts: bool,
    budget: &'b mut Budget,
}

impl<'b> Search<'b> {
    fn new(
        preset: &Preset,
        index: usize,
        ticks_per_second: f64,
        budget: &'b mut Budget,
    ) -> Result<Self, NoRadius> {
        let behavior = preset
            .behaviors()
            .nth(index)
            .copied()
            .ok_or(NoRadius::DoesNotStop)?;
        let Some(Arrive {
            target_radius,
            time_to_target: own_time,
            stop,
            ..
        }) = behavior.arrival()
        else {
            return Err(NoRadius::DoesNotStop);
        };
        let body = &preset.body;
        if !(body.max_speed > 0.0 && body.max_force > 0.0) {
            return Err(NoRadius::CannotMove);
        }
        let coasts = stop == Stop::Coast;
        // What moves inside its target radius, and is not steered there, leaves it again.
        if coasts && preset.behaviors().count() == 1 {
            return Err(NoRadius::Coasts);
        }
        let lag = body.mass * own_time.unwrap_or(body.time_to_target);
        let response = body.max_speed * (lag + 1.0 / ticks_per_second);
        let stop = body.max_speed * body.max_speed * body.mass / body.max_force;
        let scale = response + stop;
        Ok(Self {
            preset: preset.clone(),
            index,
            behavior,
            ticks_per_second,
            shortest: rounded_up(target_radius.max(scale / 100.0)),
            longest: MAX_FACTOR * scale + 2.0 * target_radius,
            coasts,
            budget,
        })
    }

    fn decide(&mut self, slow_radius: f64) -> Result<Decision, NotMeasured> {
        let preset = self.with(slow_radius);
        decide(&preset, self.index, self.ticks_per_second, self.budget)
    }

    /// Whether the verdict about a radius, which is measured longer and from more starts, sees no
    /// overshoot either.
    fn is_confirmed(&mut self, slow_radius: f64) -> Result<bool, NotMeasured> {
        let preset = self.with(slow_radius);
        let measured = straight_approach(&preset, self.index, self.ticks_per_second, self.budget)?;
        Ok(measured.is_some_and(|measured| !measured.worst.overshoots()))
    }

    fn with(&self, slow_radius: f64) -> Preset {
        let mut preset = self.preset.clone();
        if let Some(weighted) = preset.motion.behaviors_mut().get_mut(self.index) {
            weighted.behavior = with_slow_radius(self.behavior, slow_radius);
        }
        preset
    }

    /// The first of the longer radii that overshoots or never comes to rest.
    fn first_longer_that_overshoots(&mut self, found: f64) -> Result<Option<f64>, NotMeasured> {
        for part in CHECKS {
            if self.decide(part * found)? == Decision::Fails {
                return Ok(Some(part * found));
            }
        }
        Ok(None)
    }

    /// A radius that is too short, and one at most twice as long that is not.
    fn bracket(&mut self, too_short: f64) -> Result<(f64, f64), NoRadius> {
        let mut short = too_short;
        let mut takes_long = None;
        while short < self.longest {
            let long = 2.0 * short;
            match self.decide(long)? {
                Decision::Stops => return Ok((short, long)),
                Decision::TakesLong => takes_long = takes_long.or(Some((short, long))),
                Decision::Fails => {}
            }
            short = long;
        }
        if self.coasts {
            return Err(NoRadius::Coasts);
        }
        match takes_long {
            Some((short, long)) => self.measurable(short, long),
            None => Err(NoRadius::Overshoots(short)),
        }
    }

    /// Like [`bracket`](Self::bracket), between a radius that is too short and one whose approach
    /// takes too long.
    fn measurable(&mut self, mut short: f64, mut long: f64) -> Result<(f64, f64), NoRadius> {
        while long - short > PRECISION * long {
            let middle = short + 0.5 * (long - short);
            match self.decide(middle)? {
                Decision::Stops => return Ok((short, middle)),
                Decision::TakesLong => long = middle,
                Decision::Fails => short = middle,
            }
        }
        Err(NoRadius::Overshoots(short))
    }

    /// The shortest radius between one that is too short and one that is not, rounded up to a
    /// radius that was measured.
    fn bisect(&mut self, mut short: f64, mut long: f64) -> Result<f64, NotMeasured> {
        while long - short > PRECISION * long {
            let middle = short + 0.5 * (long - short);
            if self.decide(middle)? == Decision::Stops {
                long = middle;
            } else {
                short = middle;
            }
        }
        let round = rounded_up(long);
        Ok(if self.decide(round)? == Decision::Stops {
            round
        } else {
            long
        })
    }
}

/// The next number of three digits that is not below `x`.
fn rounded_up(x: f64) -> f64 {
    let mut unit = 1.0;
    while x >= 1000.0 * unit {
        unit *= 10.0;
    }
    while x > 0.0 && x < 100.0 * unit && unit > 1e-6 {
        unit /= 10.0;
    }
    (x / unit).ceil() * unit
}
