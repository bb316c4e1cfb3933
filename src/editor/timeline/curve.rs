//! The values of a quantity over time, reduced to what is visible.
//!
//! Blocks of ticks are summarized once by their lowest and highest values, so that drawing a long
//! run is as fast as drawing a short one.

use crate::editor::timeline::quantity::{QUANTITIES, Quantity};
use std::collections::BTreeMap;
use steerwright_analysis::recording::Rounded;
use steerwright_analysis::{Recording, Sample};
use steerwright_runtime::scene::AgentId;

/// The number of ticks per block.
const BLOCK: u64 = 8;
/// The maximum number of points per line.
const MAX_POINTS: u64 = 1500;
/// The number of blocks compared with the recording per update, to detect a different recording.
const PROBES: usize = 16;

/// The lowest and highest values in [`BLOCK`] ticks.
#[derive(Clone, Copy)]
struct Block {
    low: [f32; QUANTITIES],
    high: [f32; QUANTITIES],
    /// The rounded sample of the last tick, to recognize the recording.
    last: Option<Rounded>,
}

/// The blocks of an agent.
#[derive(Default)]
pub(super) struct Curve {
    /// The number of the first block. Block b contains the ticks from b * BLOCK.
    first: u64,
    blocks: Vec<Block>,
    probe: usize,
    revision: u64,
}

impl Curve {
    /// Changes whenever earlier values changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Updates the blocks from the recording.
    fn update(&mut self, recording: &Recording, agent: AgentId) {
        let first = recording.first_tick().div_ceil(BLOCK);
        let end = (recording.last_tick() + 1) / BLOCK;
        let whole = end.saturating_sub(first) as usize;
        if first < self.first {
            self.restart();
        }
        let dropped = ((first - self.first.min(first)) as usize).min(self.blocks.len());
        self.blocks.drain(..dropped);
        self.first = first;
        if self.blocks.len() > whole {
            self.blocks.truncate(whole);
            self.revision += 1;
        }
        if self.is_different_recording(recording, agent) {
            self.restart();
            self.first = first;
        }
        for number in self.first + self.blocks.len() as u64..end {
            self.blocks.push(block(recording, agent, number));
        }
    }

    fn restart(&mut self) {
        self.blocks.clear();
        self.revision += 1;
    }

    fn is_different_recording(&mut self, recording: &Recording, agent: AgentId) -> bool {
        let differs = |index: usize| {
            let tick = (self.first + index as u64 + 1) * BLOCK - 1;
            self.blocks[index].last != rounded(recording, tick, agent)
        };
        let count = self.blocks.len();
        if count == 0 {
            return false;
        }
        let stride = count / PROBES + 1;
        self.probe = (self.probe + 1) % stride;
        differs(count - 1) || (self.probe..count).step_by(stride).any(differs)
    }

    /// The points (seconds, value) of the ticks from `from` to `to`, inclusive.
    pub fn points(
        &self,
        recording: &Recording,
        agent: AgentId,
        quantity: Quantity,
        from: u64,
        to: u64,
    ) -> Vec<[f64; 2]> {
        let from = from.max(recording.first_tick());
        let to = to.min(recording.last_tick());
        let ticks = (to + 1).saturating_sub(from);
        let dt = recording.dt();
        if ticks <= MAX_POINTS {
            return samples(recording, agent, from, to)
                .filter_map(|(tick, sample)| Some([tick as f64 * dt, quantity.of(&sample)?]))
                .collect();
        }
        let bucket = ticks.div_ceil(MAX_POINTS / 2 - 2).next_multiple_of(
            if ticks > BLOCK * MAX_POINTS / 2 {
                BLOCK
            } else {
                1
            },
        );
        // Buckets start at multiples of their length, so that a moving curve does not flicker.
        let mut points = Vec::with_capacity(MAX_POINTS as usize);
        let mut start = from - from % bucket;
        while start <= to {
            let (begin, end) = (start.max(from), (start + bucket - 1).min(to));
            if bucket.is_multiple_of(BLOCK) && begin == start && end == start + bucket - 1 {
                self.push_blocks(&mut points, quantity, start, bucket, dt);
            } else {
                push_extremes(
                    &mut points,
                    samples(recording, agent, begin, end),
                    quantity,
                    dt,
                );
            }
            start += bucket;
        }
        points
    }

    fn push_blocks(
        &self,
        points: &mut Vec<[f64; 2]>,
        quantity: Quantity,
        start: u64,
        bucket: u64,
        dt: f64,
    ) {
        let number =
            |tick: u64| ((tick / BLOCK).saturating_sub(self.first) as usize).min(self.blocks.len());
        let blocks = &self.blocks[number(start)..number(start + bucket)];
        let of = quantity.index();
        let low = blocks
            .iter()
            .fold(f32::INFINITY, |low, block| low.min(block.low[of]));
        let high = blocks
            .iter()
            .fold(f32::NEG_INFINITY, |high, block| high.max(block.high[of]));
        if low <= high {
            points.push([start as f64 * dt, f64::from(low)]);
            points.push([(start + bucket / 2) as f64 * dt, f64::from(high)]);
        }
    }
}

fn block(recording: &Recording, agent: AgentId, number: u64) -> Block {
    let mut block = Block {
        low: [f32::INFINITY; QUANTITIES],
        high: [f32::NEG_INFINITY; QUANTITIES],
        last: None,
    };
    for (_, sample) in samples(recording, agent, number * BLOCK, number * BLOCK + BLOCK - 1) {
        for quantity in Quantity::ALL {
            if let Some(value) = quantity.of(&sample) {
                let (low, high) = (
                    &mut block.low[quantity.index()],
                    &mut block.high[quantity.index()],
                );
                *low = low.min(value as f32);
                *high = high.max(value as f32);
            }
        }
    }
    block.last = rounded(recording, number * BLOCK + BLOCK - 1, agent);
    block
}

fn rounded(recording: &Recording, tick: u64, agent: AgentId) -> Option<Rounded> {
    let row = recording.at(tick);
    row.rounded_sample(row.place_of(agent, 0)?)
}

/// An agent's samples in a range of ticks. The agent usually stays in the same row, so searching is
/// rare.
fn samples(
    recording: &Recording,
    agent: AgentId,
    from: u64,
    to: u64,
) -> impl Iterator<Item = (u64, Sample)> {
    let mut place = 0;
    (from..=to).filter_map(move |tick| {
        let row = recording.at(tick);
        place = row.place_of(agent, place)?;
        row.sample(place).map(|sample| (tick, sample))
    })
}

/// Appends the lowest and the highest value in the order of their times.
fn push_extremes(
    points: &mut Vec<[f64; 2]>,
    samples: impl Iterator<Item = (u64, Sample)>,
    quantity: Quantity,
    dt: f64,
) {
    let mut extremes: Option<([f64; 2], [f64; 2])> = None;
    for (tick, sample) in samples {
        if let Some(value) = quantity.of(&sample) {
            let point = [tick as f64 * dt, value];
            let (low, high) = extremes.get_or_insert((point, point));
            if value < low[1] {
                *low = point;
            }
            if value > high[1] {
                *high = point;
            }
        }
    }
    if let Some((low, high)) = extremes {
        let (early, late) = if low[0] <= high[0] {
            (low, high)
        } else {
            (high, low)
        };
        points.push(early);
        if late[0] > early[0] {
            points.push(late);
        }
    }
}

/// The curves of all plotted agents, of the run and the ghost.
#[derive(Default)]
pub(super) struct Curves {
    of_run: BTreeMap<AgentId, Curve>,
    of_ghost: BTreeMap<AgentId, Curve>,
}

impl Curves {
    /// Updates the curves and removes those of agents that are no longer plotted.
    pub fn update(&mut self, recording: &Recording, ghost: Option<&Recording>, agents: &[AgentId]) {
        update(&mut self.of_run, recording, agents);
        match ghost {
            Some(ghost) => update(&mut self.of_ghost, ghost, agents),
            None => self.of_ghost.clear(),
        }
    }

    pub fn run(&self, agent: AgentId) -> Option<&Curve> {
        self.of_run.get(&agent)
    }

    pub fn ghost(&self, agent: AgentId) -> Option<&Curve> {
        self.of_ghost.get(&agent)
    }
}

fn update(curves: &mut BTreeMap<AgentId, Curve>, recording: &Recording, agents: &[AgentId]) {
    curves.retain(|agent, _| agents.contains(agent));
    for &agent in agents {
        curves.entry(agent).or_default().update(recording, agent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;
    use std::sync::Arc;
    use steerwright_analysis::Run;
    use steerwright_runtime::scene::{
        Agent, Behavior, Marker, MarkerId, MarkerKind, Preset, PresetId, Scene, Target,
    };

    const AGENT: AgentId = AgentId(1);

    fn run_of(ticks: u64, start: DVec2) -> Run {
        let mut agent = Agent::at(AGENT, "A", PresetId(1), start);
        agent.target = Some(Target::Marker(MarkerId(1)));
        let scene = Scene {
            presets: vec![Arc::new(Preset::steered(
                PresetId(1),
                "P",
                [Behavior::Seek {}],
            ))],
            markers: Arc::new(vec![Marker::at(
                MarkerId(1),
                "",
                MarkerKind::Target,
                DVec2::new(0.0, 0.0),
            )]),
            agents: Arc::new(vec![agent]),
            ..Scene::default()
        };
        let mut run = Run::new(&scene);
        (0..ticks).for_each(|_| run.step());
        run
    }

    fn extremes(points: &[[f64; 2]]) -> (f64, f64) {
        points
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
                (low.min(p[1]), high.max(p[1]))
            })
    }

    #[test]
    fn long_curves_are_thinned_and_keep_their_extremes() {
        let run = run_of(20_000, DVec2::new(9.0, 0.3));
        let mut curve = Curve::default();
        curve.update(run.recording(), AGENT);
        for (from, to) in [(0, 900), (0, 20_000), (3, 5_000), (7, 19_993), (0, 3_001)] {
            for quantity in [Quantity::Speed, Quantity::Steering] {
                let all: Vec<[f64; 2]> = samples(run.recording(), AGENT, from, to)
                    .filter_map(|(t, s)| Some([t as f64 / 60.0, quantity.of(&s)?]))
                    .collect();
                let points = curve.points(run.recording(), AGENT, quantity, from, to);
                assert!(
                    points.len() <= MAX_POINTS as usize,
                    "{from} to {to}: {}",
                    points.len()
                );
                assert!(points.is_sorted_by(|a, b| a[0] < b[0]), "{from} to {to}");
                let (a, b) = (extremes(&all), extremes(&points));
                assert!(
                    (a.0 - b.0).abs() < 1e-5 && (a.1 - b.1).abs() < 1e-5,
                    "{from} to {to}: {a:?} {b:?}"
                );
            }
        }
    }

    #[test]
    fn a_different_run_of_the_same_length_is_detected() {
        let (one, other) = (
            run_of(2_000, DVec2::new(9.0, 0.3)),
            run_of(2_000, DVec2::new(8.0, 0.3)),
        );
        let mut curve = Curve::default();
        curve.update(one.recording(), AGENT);
        let before = curve.revision();
        curve.update(one.recording(), AGENT);
        assert_eq!(curve.revision(), before);
        curve.update(other.recording(), AGENT);
        assert_ne!(curve.revision(), before);
        let mut new_curve = Curve::default();
        new_curve.update(other.recording(), AGENT);
        let points =
            |curve: &Curve| curve.points(other.recording(), AGENT, Quantity::Speed, 0, 2_000);
        assert_eq!(points(&curve), points(&new_curve));
    }

    #[test]
    fn truncating_a_recording_truncates_its_curve() {
        let run = run_of(2_000, DVec2::new(9.0, 0.3));
        let mut recording = run.recording().clone();
        let mut curve = Curve::default();
        curve.update(&recording, AGENT);
        recording.truncate(100);
        curve.update(&recording, AGENT);
        assert_eq!(curve.blocks.len(), 12);
        assert_eq!(
            curve
                .points(&recording, AGENT, Quantity::Speed, 0, 2_000)
                .len(),
            101
        );
    }
}
