//! What spawners remember.

use crate::scene::{AgentId, Scene, SpawnPlace, SpawnerId};
use crate::simulation::random::Stream;
use crate::simulation::save::error::SaveError;
use crate::simulation::save::saved::record;
use crate::simulation::save::values::SavedValues;
use crate::simulation::spawners::{MAX_PENDING, Spawners};

/// What a spawner remembers.
#[derive(Debug)]
pub(super) struct SavedSpawner {
    wait: u32,
    fired: u32,
    pending: u32,
    stream: Stream,
}

record!(SavedSpawner {
    wait,
    fired,
    pending,
    stream,
});

impl SavedSpawner {
    /// Checks what was read last.
    pub(super) fn check(&self, from: &SavedValues) -> Result<(), SaveError> {
        from.check(
            self.pending <= MAX_PENDING,
            "the end of a spawner that is to fire at most 1,000 times",
        )
    }
}

/// An agent that a spawner has added, and the tick in which it expires.
pub(super) type SpawnedAgent = (AgentId, (SpawnerId, Option<u64>));

impl Spawners {
    /// What all spawners remember, by id.
    pub(super) fn saved(&self) -> impl Iterator<Item = SavedSpawner> + '_ {
        self.states.iter().map(|state| SavedSpawner {
            wait: state.wait,
            fired: state.fired,
            pending: state.pending,
            stream: state.stream.clone(),
        })
    }

    /// Whether there is a spawner with this id.
    pub(super) fn has(&self, id: SpawnerId) -> bool {
        self.states
            .binary_search_by_key(&id, |state| state.id)
            .is_ok()
    }

    /// Goes on with the spawners of `scene`, whose agents are those of a save, from what they
    /// remembered.
    pub(super) fn restore(
        &mut self,
        scene: &Scene,
        saved: Vec<SavedSpawner>,
        spawned: Vec<SpawnedAgent>,
    ) {
        let expires = |&(id, (_, tick)): &SpawnedAgent| Some((tick?, id));
        self.expiring = spawned.iter().filter_map(expires).collect();
        self.spawned = spawned.into_iter().collect();
        for (state, saved) in self.states.iter_mut().zip(saved) {
            let SavedSpawner {
                wait,
                fired,
                pending,
                stream,
            } = saved;
            (state.wait, state.fired, state.pending) = (wait, fired, pending);
            state.stream = stream;
            let of_it = self.spawned.values().filter(|(id, _)| *id == state.id);
            state.alive = of_it.count() as u32;
            let place = scene.spawners.get(state.authored).map(|known| known.place);
            state.place_is_gone = match place {
                Some(SpawnPlace::Agent(id)) => scene.agent(id).is_none(),
                Some(SpawnPlace::Point(_) | SpawnPlace::Marker(_) | SpawnPlace::Edge(_)) | None => {
                    false
                }
            };
        }
    }
}
