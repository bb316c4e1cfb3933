//! Runs of one scene with many seeds, on several threads. The number of threads does not change the
//! results.

use crate::measure::{MetricsReader, RunMetrics};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use steerwright_runtime::scene::{AgentId, Node, Preset, Scene};
use steerwright_runtime::simulation::World;

/// How many ticks pass between two checks whether a run was canceled.
const TICKS_BETWEEN_CHECKS: u64 = 256;

/// The progress of work on other threads, and the way to cancel it.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicUsize,
    canceled: AtomicBool,
}

impl Progress {
    /// The number of finished parts.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// Ends the work soon, without a result.
    pub fn cancel(&self) {
        self.canceled.store(true, Ordering::Relaxed);
    }

    /// Whether it was canceled.
    pub fn is_canceled(&self) -> bool {
        self.canceled.load(Ordering::Relaxed)
    }

    /// Counts a part as finished.
    pub(crate) fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// The number of threads that this machine can run at the same time.
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Whether the seed may change a run: by a random start, a homing walk, a search, a state of random
/// length, a wait of random length or a random choice at any node, or a random spawner.
pub fn depends_on_seed(scene: &Scene) -> bool {
    let is_used = |preset: &Preset| {
        let mut agents = scene.agents.iter().map(|agent| agent.preset);
        let mut spawners = scene.spawners.iter().map(|spawner| spawner.preset);
        agents.any(|id| id == preset.id) || spawners.any(|id| id == preset.id)
    };
    let mut presets = scene.presets.iter().filter(|preset| preset.is_random());
    let mut nodes = scene.paths.iter().flat_map(|path| &path.nodes);
    scene.agents.iter().any(|agent| agent.scatter.is_some())
        || presets.any(|preset| is_used(preset))
        || scene.spawners.iter().any(|spawner| spawner.is_random())
        || nodes.any(Node::is_random)
}

/// How many runs show what `seeds` seeds change: one, if nothing depends on the seed.
pub(crate) fn runs_with_seeds(scene: &Scene, seeds: u64) -> u64 {
    if depends_on_seed(scene) {
        seeds.max(1)
    } else {
        1
    }
}

/// `scene` with another seed.
pub fn with_seed(scene: &Scene, seed: u64) -> Scene {
    Scene {
        seed,
        ..scene.clone()
    }
}

/// Computes `work(0)` to `work(count - 1)` on up to `threads` threads, one of which is the
/// caller's. Returns the results in order; `None` if it was canceled, or if a part has no result.
pub fn in_order<T: Send>(
    count: usize,
    threads: usize,
    progress: &Progress,
    work: impl Fn(usize) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let take_parts = || {
        let mut parts = Vec::new();
        while !progress.is_canceled() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            parts.extend(work(index).map(|part| (index, part)));
        }
        parts
    };
    let mut parts = std::thread::scope(|scope| {
        // If no thread can be started, this one does all the work.
        let others: Vec<_> = (1..threads.min(count))
            .map_while(|_| {
                std::thread::Builder::new()
                    .name("seeds".into())
                    .spawn_scoped(scope, take_parts)
                    .ok()
            })
            .collect();
        let mut parts = take_parts();
        for other in others {
            match other.join() {
                Ok(more) => parts.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        parts
    });
    parts.sort_by_key(|(index, _)| *index);
    (parts.len() == count).then(|| parts.into_iter().map(|(_, part)| part).collect())
}

/// The metrics of `agents` over `ticks` ticks of `scene`. The run is not recorded. `None` if it was
/// canceled.
pub fn metrics_of_run(
    scene: &Scene,
    agents: &[AgentId],
    ticks: u64,
    progress: &Progress,
) -> Option<Vec<Option<RunMetrics>>> {
    let mut world = World::new(scene);
    let mut readers: Vec<Option<MetricsReader>> = agents
        .iter()
        .map(|&agent| MetricsReader::unrecorded(scene, agent))
        .collect();
    for tick in 0..=ticks {
        if tick > 0 {
            world.step();
        }
        for reader in readers.iter_mut().flatten() {
            reader.read_world(&world);
        }
        if tick % TICKS_BETWEEN_CHECKS == 0 && progress.is_canceled() {
            return None;
        }
    }
    let metrics = readers
        .iter()
        .map(|reader| reader.as_ref().and_then(MetricsReader::metrics));
    Some(metrics.collect())
}
