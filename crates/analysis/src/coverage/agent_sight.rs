//! What single agents see during a run.

use super::grid::CoverageGrid;
use super::visible_cells::{Pose, VisibleCells, Window};
use crate::seeds::{Progress, in_order};
use std::sync::Arc;
use steerwright_runtime::level::{Barrier, SightCone};
use steerwright_runtime::scene::AgentId;

/// Samples that a thread computes before it looks for other work.
pub(super) const PART: usize = 50;

/// Where an agent is at every sample, and what it sees with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Watch {
    pub(super) agent: AgentId,
    pub(super) cone: SightCone,
    pub(super) poses: Vec<Pose>,
}

/// What an agent sees at every sample.
#[derive(Debug)]
pub(super) struct AgentSight {
    pub(super) watch: Watch,
    parts: Vec<Part>,
}

/// What an agent sees at [`PART`] samples.
#[derive(Debug, Default)]
struct Part {
    /// By sample: where its bits are, and where they start.
    frames: Vec<(Window, usize)>,
    bits: Vec<u64>,
}

impl AgentSight {
    /// Adds the cells that the agent sees at a sample to a set of cells.
    pub(super) fn add_to(&self, sample: usize, row_words: usize, cells: &mut [u64]) {
        let part = &self.parts[sample / PART];
        let (window, start) = part.frames[sample % PART];
        if window.words == 0 {
            return;
        }
        let rows = part.bits[start..start + window.rows * window.words].chunks(window.words);
        for (row, bits) in (window.row..).zip(rows) {
            let first = row * row_words + window.word;
            for (word, bits) in cells[first..first + window.words].iter_mut().zip(bits) {
                *word |= bits;
            }
        }
    }
}

/// What all these agents see. `known` is reused where it is about the same. `None` if it was
/// canceled.
pub(super) fn see(
    watches: Vec<Watch>,
    grid: &CoverageGrid,
    walls: &Barrier,
    known: &[Arc<AgentSight>],
    threads: usize,
    progress: &Progress,
) -> Option<Vec<Arc<AgentSight>>> {
    let reused = |watch: &Watch| known.iter().find(|sight| sight.watch == *watch).cloned();
    let sights: Vec<Option<Arc<AgentSight>>> = watches.iter().map(reused).collect();
    let samples = watches.first().map_or(0, |watch| watch.poses.len());
    let parts = samples.div_ceil(PART);
    for _ in sights.iter().flatten() {
        (0..parts).for_each(|_| progress.advance());
    }
    let new: Vec<&Watch> = watches
        .iter()
        .zip(&sights)
        .filter_map(|(watch, sight)| sight.is_none().then_some(watch))
        .collect();
    let computed = in_order(new.len() * parts, threads, progress, |index| {
        let watch = new[index / parts];
        let first = index % parts * PART;
        let poses = &watch.poses[first..samples.min(first + PART)];
        let part = part_of(poses, grid, walls, watch.cone);
        progress.advance();
        Some(part)
    })?;
    let mut computed = computed.into_iter();
    let all = watches.into_iter().zip(sights).map(|(watch, sight)| {
        sight.unwrap_or_else(|| {
            let parts = computed.by_ref().take(parts).collect();
            Arc::new(AgentSight { watch, parts })
        })
    });
    Some(all.collect())
}

fn part_of(poses: &[Pose], grid: &CoverageGrid, walls: &Barrier, cone: SightCone) -> Part {
    let mut eye = VisibleCells::new(*grid, walls, cone);
    let mut part = Part::default();
    let mut before: Option<Pose> = None;
    for &pose in poses {
        let frame = match (before, part.frames.last()) {
            // An agent that stands still sees the same.
            (Some(before), Some(&frame)) if before == pose => frame,
            _ => {
                let start = part.bits.len();
                (eye.append(pose, &mut part.bits), start)
            }
        };
        part.frames.push(frame);
        before = Some(pose);
    }
    part.bits.shrink_to_fit();
    part
}
