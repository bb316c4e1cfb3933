//! Recorded ticks, run again for their exact samples.

use super::{Recording, Sample};
use std::sync::Arc;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::World;

/// With more agents than this, ticks are not run again: they would take too long for a frame.
const MAX_AGENTS: usize = 5_000;

/// Gives the exact samples of a recording, of all ticks in order or of single ones.
///
/// Those of early ticks are rounded in the recording, so that it takes little memory. The run that
/// it is of has one result only: from a world that the recording keeps, it is run again. Samples
/// are still rounded if there are more than 5,000 agents, or after the oldest of many edits of a
/// running world.
///
/// ```
/// use steerwright_analysis::recording::Replay;
/// use steerwright_analysis::Run;
/// use steerwright_runtime::scene::{AgentId, Scene};
/// let run = Run::new(&Scene::default());
/// assert_eq!(Replay::default().sample(run.recording(), 0, AgentId(1)), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replay {
    world: Option<World>,
    /// The keyframe from which the world came.
    origin: Option<Arc<World>>,
}

impl Replay {
    /// The sample of an agent at a recorded tick. Consecutive ticks of one recording take one step
    /// each.
    pub fn sample(&mut self, recording: &Recording, tick: u64, agent: AgentId) -> Option<Sample> {
        let row = recording.row(tick)?;
        if row.as_exact().is_none() && row.len() <= MAX_AGENTS {
            if let Some(world) = self.world_at(recording, tick) {
                return Sample::of(world, agent);
            }
        } else {
            *self = Self::default();
        }
        row.sample(row.place_of(agent, 0)?)
    }

    /// The world at a recorded tick. `None` if it is not known, or if more than `most` moves of
    /// agents must be run again.
    pub fn world(&mut self, recording: &Recording, tick: u64, most: u64) -> Option<&World> {
        let origin = recording.keyframes.before(tick)?;
        let continued = self.continued(origin, tick).map(World::tick);
        let ticks = tick - continued.unwrap_or(origin.tick());
        let agents = recording.row(tick)?.len() as u64;
        if ticks * agents > most {
            return None;
        }
        self.world_at(recording, tick)
    }

    /// The world that was run last, if it leads to `tick`.
    fn continued(&self, origin: &Arc<World>, tick: u64) -> Option<&World> {
        let is_same = |known: &Arc<World>| Arc::ptr_eq(known, origin);
        let world = self.world.as_ref()?;
        let leads = world.tick() <= tick && self.origin.as_ref().is_some_and(is_same);
        leads.then_some(world)
    }

    /// What the next sample costs, in distances from a path: the move of an agent costs less.
    pub fn cost(&self, recording: &Recording, tick: u64) -> u64 {
        recording
            .row(tick)
            .filter(|row| row.as_exact().is_none() && row.len() <= MAX_AGENTS)
            .map_or(0, |row| row.len() as u64 / 2)
    }

    fn world_at(&mut self, recording: &Recording, tick: u64) -> Option<&World> {
        let origin = recording.keyframes.before(tick)?;
        if self.continued(origin, tick).is_none() {
            self.world = Some(World::clone(origin));
            self.origin = Some(Arc::clone(origin));
        }
        let world = self.world.as_mut()?;
        while world.tick() < tick {
            if let Some(pointer) = recording.pointer_at(world.tick() + 1) {
                // It was accepted in the run.
                let _ = world.set_pointer(pointer);
            }
            if let Some(input) = recording.input_before(world.tick() + 1) {
                input.apply(world);
            }
            world.step();
        }
        Some(world)
    }
}
