//! What advice is made of: changes of a body that rules try, and the words for what helped.

use super::short;
use steerwright_runtime::scene::MAX_COORDINATE;
use steerwright_runtime::steering::Body;

/// Parts of a number that are tried, in this order.
pub(super) const SMALLER: [f64; 8] = [0.7, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01];
/// Multiples of a number that are tried, in this order.
pub(super) const LARGER: [f64; 5] = [1.5, 2.0, 5.0, 20.0, 100.0];

/// A number of a body that is tried.
#[derive(Clone, Copy, Debug)]
pub(super) enum BodyChange {
    MaxSpeed(f64),
    MaxForce(f64),
    Mass(f64),
}

impl BodyChange {
    /// Lower max speeds.
    pub fn slower(body: &Body) -> impl Iterator<Item = Self> + use<> {
        tried(body.max_speed, SMALLER).map(Self::MaxSpeed)
    }

    /// Higher max forces, then lower masses.
    pub fn stronger(body: &Body) -> impl Iterator<Item = Self> + use<> {
        let forces = tried(body.max_force, LARGER).map(Self::MaxForce);
        forces.chain(tried(body.mass, SMALLER).map(Self::Mass))
    }

    pub fn apply(self, body: &mut Body) {
        match self {
            Self::MaxSpeed(speed) => body.max_speed = speed,
            Self::MaxForce(force) => body.max_force = force,
            Self::Mass(mass) => body.mass = mass,
        }
    }

    pub fn words(self, unit: &str) -> String {
        match self {
            Self::MaxSpeed(speed) => format!("lower the max speed to {} {unit}/s", short(speed)),
            Self::MaxForce(force) => format!("raise the max force to {}", short(force)),
            Self::Mass(mass) => format!("lower the mass to {}", short(mass)),
        }
    }
}

/// `number` times each of `factors`, as a message shows it, where a scene may have it.
pub(super) fn tried(
    number: f64,
    factors: impl IntoIterator<Item = f64>,
) -> impl Iterator<Item = f64> {
    factors
        .into_iter()
        .map(move |factor| shown(number * factor))
        .filter(|tried| (f64::MIN_POSITIVE..=MAX_COORDINATE).contains(tried))
}

/// Alternatives as one sentence. `None` if there is none.
pub(super) fn sentence(alternatives: &[String]) -> Option<String> {
    let joined = alternatives.join(", or ");
    let mut letters = joined.chars();
    let first = letters.next()?;
    Some(format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// The number that [`short`] shows of `x`.
fn shown(x: f64) -> f64 {
    short(x).parse().unwrap_or(x)
}

/// A number above `x`, with as few digits.
pub(super) fn short_above(x: f64) -> String {
    let bumped = std::iter::successors(Some(x), |x| Some(x * 1.01));
    let mut texts = bumped.take(1000).map(short);
    texts
        .find(|text| text.parse().is_ok_and(|shown: f64| shown > x))
        .unwrap_or_else(|| x.to_string())
}

/// A number below `x` and above 0, with as few digits. `None` if `x` is too small.
pub(super) fn short_below(x: f64) -> Option<String> {
    let lowered = std::iter::successors(Some(x), |x| Some(x * 0.99));
    let mut texts = lowered.take(1000).map(short);
    texts.find(|text| {
        text.parse()
            .is_ok_and(|shown: f64| 0.0 < shown && shown < x)
    })
}
