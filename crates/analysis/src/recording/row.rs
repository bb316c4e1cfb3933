//! All agents at one tick.

use super::Sample;
use super::rounded::{Rounded, direction, direction_code};
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::scene::{AgentId, Preset};
use steerwright_runtime::simulation::{TargetSight, World};

/// All agents at one recorded tick, by id. Those of early ticks are rounded. Clones share the
/// samples.
#[derive(Clone, Debug)]
pub struct Row(Samples);

#[derive(Clone, Debug)]
enum Samples {
    Exact(Arc<[Sample]>),
    Rounded(Arc<RoundedRow>),
}

#[derive(Debug)]
struct RoundedRow {
    agents: Arc<[AgentId]>,
    samples: Box<[Rounded]>,
    /// Empty if no agent has a field of view.
    views: Arc<[ViewCode]>,
    /// Empty if all agents look where they move.
    facings: Arc<[FacingCode]>,
    /// Empty if no agent has sight.
    sights: Arc<[SightCode]>,
    /// Empty if no agent has states or an alert meter.
    guards: Arc<[GuardCode]>,
}

/// A full field of view in parts of [`WHOLE_VIEW`].
type ViewCode = u16;
const WHOLE_VIEW: f64 = 65_534.0;
const NO_VIEW: ViewCode = ViewCode::MAX;

fn view_code(fov_deg: Option<f64>) -> ViewCode {
    fov_deg.map_or(NO_VIEW, |degrees| {
        (degrees / 360.0 * WHOLE_VIEW + 0.5).clamp(0.0, WHOLE_VIEW) as ViewCode
    })
}

/// The direction in which an agent looks, above the lowest bit; 0 if it looks where it moves.
type FacingCode = u16;
const FACING_BITS: u32 = 15;

fn facing_code(sample: &Sample) -> FacingCode {
    if sample.facing == sample.heading {
        return 0;
    }
    (direction_code(sample.facing, FACING_BITS) << 1 | 1) as FacingCode
}

fn facing_of(code: FacingCode) -> Option<DVec2> {
    (code & 1 != 0).then(|| direction(u64::from(code >> 1), FACING_BITS))
}

/// Bits: the agent has sight, sees its target, has noticed it.
type SightCode = u8;

fn sight_code(sight: Option<TargetSight>) -> SightCode {
    sight.map_or(0, |sight| {
        1 | u8::from(sight.sees) << 1 | u8::from(sight.has_noticed) << 2
    })
}

fn sight_of(code: SightCode) -> Option<TargetSight> {
    (code & 1 != 0).then_some(TargetSight {
        sees: code & 2 != 0,
        has_noticed: code & 4 != 0,
    })
}

/// The index of the state in the upper half, the alert meter in the lower: [`NONE_OF_IT`] without
/// one.
type GuardCode = u32;
const NONE_OF_IT: u32 = 0xFFFF;
const FULL_METER: f64 = 65_534.0;

fn guard_code(sample: &Sample) -> GuardCode {
    let state = sample.state.map_or(NONE_OF_IT, u32::from);
    let meter = sample.meter.map_or(NONE_OF_IT, |meter| {
        (meter * FULL_METER + 0.5).clamp(0.0, FULL_METER) as u32
    });
    state << 16 | meter
}

fn guard_of(code: GuardCode) -> (Option<u8>, Option<f64>) {
    let (state, meter) = (code >> 16, code & 0xFFFF);
    let meter = (meter != NONE_OF_IT).then(|| f64::from(meter) / FULL_METER);
    (u8::try_from(state).ok(), meter)
}

/// The bytes that a row needs beside its samples: places in lists, counters, lengths.
const OVERHEAD: usize = 128;

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Default for Row {
    fn default() -> Self {
        Self(Samples::Exact(Arc::default()))
    }
}

impl Row {
    /// The agents of a world in their current state.
    pub(super) fn of(world: &World) -> Self {
        let mut samples: Arc<[Sample]> = world.agents().map(Sample::from).collect();
        // Nobody shares them yet.
        if let Some(samples) = Arc::get_mut(&mut samples) {
            for (agent, sight) in world.target_sights() {
                if let Ok(place) = samples.binary_search_by_key(&agent, |sample| sample.agent) {
                    samples[place].target_sight = Some(sight);
                }
            }
            let is_guard = |preset: &Preset| preset.has_states() || preset.alert.is_some();
            if world.scene().presets.iter().any(|preset| is_guard(preset)) {
                samples
                    .iter_mut()
                    .for_each(|sample| sample.add_guard(world));
            }
        }
        Self(Samples::Exact(samples))
    }

    /// This row with rounded samples. It shares what is the same in the rounded row of the tick
    /// before.
    pub(super) fn rounded(&self, before: Option<&Self>) -> Self {
        let Samples::Exact(samples) = &self.0 else {
            return self.clone();
        };
        let before = before.and_then(|row| match &row.0 {
            Samples::Rounded(row) => Some(row),
            Samples::Exact(_) => None,
        });
        let agents = || samples.iter().map(|sample| sample.agent);
        let has_views = samples.iter().any(|sample| sample.fov_deg.is_some());
        let views = || {
            let with_views = if has_views { &**samples } else { &[] };
            with_views.iter().map(|sample| view_code(sample.fov_deg))
        };
        let has_facings = samples.iter().any(|sample| sample.facing != sample.heading);
        let facings = || {
            let with_facings = if has_facings { &**samples } else { &[] };
            with_facings.iter().map(facing_code)
        };
        let has_sights = samples.iter().any(|sample| sample.target_sight.is_some());
        let sights = || {
            let with_sights = if has_sights { &**samples } else { &[] };
            with_sights
                .iter()
                .map(|sample| sight_code(sample.target_sight))
        };
        let has_guards =
            (samples.iter()).any(|sample| sample.state.is_some() || sample.meter.is_some());
        let guards = || {
            let with_guards = if has_guards { &**samples } else { &[] };
            with_guards.iter().map(guard_code)
        };
        let same_guards = before.filter(|row| row.guards.iter().copied().eq(guards()));
        let same_agents = before.filter(|row| row.agents.iter().copied().eq(agents()));
        let same_views = before.filter(|row| row.views.iter().copied().eq(views()));
        let same_facings = before.filter(|row| row.facings.iter().copied().eq(facings()));
        let same_sights = before.filter(|row| row.sights.iter().copied().eq(sights()));
        Self(Samples::Rounded(Arc::new(RoundedRow {
            agents: same_agents.map_or_else(|| agents().collect(), |row| Arc::clone(&row.agents)),
            samples: samples.iter().map(Rounded::new).collect(),
            views: same_views.map_or_else(|| views().collect(), |row| Arc::clone(&row.views)),
            facings: same_facings
                .map_or_else(|| facings().collect(), |row| Arc::clone(&row.facings)),
            sights: same_sights.map_or_else(|| sights().collect(), |row| Arc::clone(&row.sights)),
            guards: same_guards.map_or_else(|| guards().collect(), |row| Arc::clone(&row.guards)),
        })))
    }

    /// The samples, unless they are rounded.
    pub fn as_exact(&self) -> Option<&[Sample]> {
        match &self.0 {
            Samples::Exact(samples) => Some(samples),
            Samples::Rounded(_) => None,
        }
    }

    /// About how many bytes it takes, without what it shares with other rows.
    pub(super) fn bytes(&self) -> usize {
        OVERHEAD
            + match &self.0 {
                Samples::Exact(samples) => size_of_val(&**samples),
                Samples::Rounded(row) => {
                    size_of_val(&*row.samples)
                        + size_of_val(&*row.views)
                        + size_of_val(&*row.facings)
                        + size_of_val(&*row.guards)
                }
            }
    }

    /// About how many bytes it takes when it is rounded.
    pub(super) fn bytes_when_rounded(&self) -> usize {
        match &self.0 {
            Samples::Exact(samples) => {
                let has_views = samples.iter().any(|sample| sample.fov_deg.is_some());
                let view = if has_views { size_of::<ViewCode>() } else { 0 };
                let has_facings = samples.iter().any(|sample| sample.facing != sample.heading);
                let facing = if has_facings {
                    size_of::<FacingCode>()
                } else {
                    0
                };
                let has_guards =
                    (samples.iter()).any(|sample| sample.state.is_some() || sample.meter.is_some());
                let guard = if has_guards {
                    size_of::<GuardCode>()
                } else {
                    0
                };
                OVERHEAD + samples.len() * (size_of::<Rounded>() + view + facing + guard)
            }
            Samples::Rounded(_) => self.bytes(),
        }
    }

    /// The number of agents.
    pub fn len(&self) -> usize {
        match &self.0 {
            Samples::Exact(samples) => samples.len(),
            Samples::Rounded(row) => row.samples.len(),
        }
    }

    /// Whether there is no agent.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the two are the same row of the same recording, or of clones.
    pub fn is_shared_with(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Samples::Exact(a), Samples::Exact(b)) => Arc::ptr_eq(a, b),
            (Samples::Rounded(a), Samples::Rounded(b)) => Arc::ptr_eq(a, b),
            (Samples::Exact(_), Samples::Rounded(_)) | (Samples::Rounded(_), Samples::Exact(_)) => {
                false
            }
        }
    }

    /// The agent at a place in the row.
    #[inline]
    pub fn agent(&self, place: usize) -> Option<AgentId> {
        match &self.0 {
            Samples::Exact(samples) => samples.get(place).map(|sample| sample.agent),
            Samples::Rounded(row) => row.agents.get(place).copied(),
        }
    }

    /// The place of an agent. `guess` is its place in another row, which is often the same.
    #[inline]
    pub fn place_of(&self, agent: AgentId, guess: usize) -> Option<usize> {
        if self.agent(guess) == Some(agent) {
            return Some(guess);
        }
        match &self.0 {
            Samples::Exact(samples) => samples.binary_search_by_key(&agent, |sample| sample.agent),
            Samples::Rounded(row) => row.agents.binary_search(&agent),
        }
        .ok()
    }

    /// The sample at a place in the row.
    #[inline]
    pub fn sample(&self, place: usize) -> Option<Sample> {
        match &self.0 {
            Samples::Exact(samples) => samples.get(place).copied(),
            Samples::Rounded(row) => {
                let view = row.views.get(place).filter(|&&view| view != NO_VIEW);
                let fov_deg = view.map(|&view| f64::from(view) / WHOLE_VIEW * 360.0);
                let rounded = row.samples.get(place)?;
                let sample = rounded.sample(*row.agents.get(place)?, fov_deg);
                let facing = row.facings.get(place).and_then(|&code| facing_of(code));
                let guard = row.guards.get(place).map(|&code| guard_of(code));
                let (state, meter) = guard.unwrap_or_default();
                Some(Sample {
                    state,
                    meter,
                    facing: facing.unwrap_or(sample.heading),
                    target_sight: row.sights.get(place).and_then(|&code| sight_of(code)),
                    ..sample
                })
            }
        }
    }

    /// The position and the speed at a place in the row, which is faster than the whole sample.
    #[inline]
    pub fn position_and_speed(&self, place: usize) -> Option<(DVec2, f64)> {
        match &self.0 {
            Samples::Exact(samples) => samples
                .get(place)
                .map(|sample| (sample.position, sample.speed())),
            Samples::Rounded(row) => row
                .samples
                .get(place)
                .map(|sample| (sample.position(), sample.speed())),
        }
    }

    /// The sample at a place in the row, rounded, which stays the same when the row is.
    pub fn rounded_sample(&self, place: usize) -> Option<Rounded> {
        match &self.0 {
            Samples::Exact(samples) => samples.get(place).map(Rounded::new),
            Samples::Rounded(row) => row.samples.get(place).copied(),
        }
    }

    /// The samples.
    pub fn iter(&self) -> impl Iterator<Item = Sample> {
        (0..self.len()).filter_map(|place| self.sample(place))
    }
}
