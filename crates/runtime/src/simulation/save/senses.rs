//! What agents remember of what they sensed.

use crate::scene::{AgentId, Marker, Target};
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::save::error::SaveError;
use crate::simulation::save::saved::{Reference, Tick, record};
use crate::simulation::save::values::SavedValues;
use crate::simulation::senses::{
    HeardNoise, Known, SenseMemory, SenseState, SightMemory, Sighting,
};
use glam::DVec2;

/// A [`SenseMemory`] as it is saved.
#[derive(Debug)]
pub(super) struct SavedSenses {
    has_noticed: bool,
    ticks: u32,
    unseen: u32,
    meter: f64,
    perceived: Reference,
    last_seen: Option<SavedSighting>,
    last_noise: Option<SavedNoise>,
    left_path: Option<DVec2>,
    pub(super) post: DVec2,
    pub(super) is_told: bool,
    touched: Option<AgentId>,
}

#[derive(Debug)]
struct SavedSighting {
    place: DVec2,
    velocity: DVec2,
    who: Reference,
    tick: Tick,
}

#[derive(Debug)]
struct SavedNoise {
    place: DVec2,
    tick: Tick,
}

record!(SavedSenses {
    has_noticed,
    ticks,
    unseen,
    meter,
    perceived,
    last_seen,
    last_noise,
    left_path,
    post,
    is_told,
    touched,
});
record!(SavedSighting {
    place,
    velocity,
    who,
    tick
});
record!(SavedNoise { place, tick });

impl SavedSenses {
    /// Those of an agent that remembers `memory` and was told something, or was not.
    pub(super) fn new(
        memory: &SenseMemory,
        is_told: bool,
        resolved: &ResolvedScene,
        markers: &[Marker],
    ) -> Self {
        let reference = |known: Known| Reference(known.target(&resolved.agents, markers));
        let state = &memory.state;
        Self {
            has_noticed: state.sight.has_noticed,
            ticks: state.sight.ticks,
            unseen: state.unseen,
            meter: state.meter,
            perceived: reference(memory.perceived),
            last_seen: state.last_seen.map(|seen| SavedSighting {
                place: seen.place,
                velocity: seen.velocity,
                who: reference(memory.who),
                tick: Tick(seen.tick),
            }),
            last_noise: state.last_noise.map(|noise| SavedNoise {
                place: noise.place,
                tick: Tick(noise.tick),
            }),
            left_path: state.left_path,
            post: state.post,
            is_told,
            touched: memory.touched.agent_id(&resolved.agents),
        }
    }

    /// Checks what was read last.
    pub(super) fn check(&self, from: &SavedValues) -> Result<(), SaveError> {
        let is_meter = (0.0..=1.0).contains(&self.meter);
        from.check(is_meter, "the end of senses with a meter from 0 to 1")
    }

    /// What it refers to.
    pub(super) fn references(&self) -> [Option<Target>; 3] {
        let seen = self.last_seen.as_ref();
        [
            self.perceived.0,
            seen.and_then(|seen| seen.who.0),
            self.touched.map(Target::Agent),
        ]
    }

    /// What the agent remembers, in a scene with all that it refers to.
    pub(super) fn memory(&self, resolved: &ResolvedScene) -> SenseMemory {
        let known = |target: Option<Target>| {
            target.map_or(Known::NONE, |target| Known::of_target(target, resolved))
        };
        let [perceived, who, touched] = self.references().map(known);
        SenseMemory {
            perceived,
            touched,
            who,
            seen_since: None,
            state: SenseState {
                sight: SightMemory {
                    has_noticed: self.has_noticed,
                    ticks: self.ticks,
                },
                unseen: self.unseen,
                meter: self.meter,
                last_seen: self.last_seen.as_ref().map(|seen| Sighting {
                    place: seen.place,
                    velocity: seen.velocity,
                    tick: seen.tick.0,
                }),
                last_noise: self.last_noise.as_ref().map(|noise| HeardNoise {
                    place: noise.place,
                    tick: noise.tick.0,
                }),
                left_path: self.left_path,
                post: self.post,
            },
        }
    }

    /// Whether it is worth a place in memory, of an agent that enters at `entry` and need not
    /// remember anything.
    pub(super) fn is_stored(&self, entry: DVec2) -> bool {
        let is_new = !self.has_noticed
            && (self.ticks, self.unseen, self.meter) == (0, 0, 0.0)
            && self.references() == [None; 3]
            && self.last_seen.is_none()
            && self.last_noise.is_none()
            && self.left_path.is_none();
        !is_new || self.post != entry
    }
}
