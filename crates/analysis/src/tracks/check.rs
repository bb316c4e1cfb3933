//! Runs a track, and measures what is expected of it.

use super::Players;
use crate::recording::Input;
use crate::seeds::Progress;
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::vector::distance;
use steerwright_runtime::scene::editor::{Expectation, Track};
use steerwright_runtime::scene::{AgentId, Scene, Target};
use steerwright_runtime::simulation::{EventKind, World};

/// That an agent noticed the one of a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// The agent that noticed it.
    pub by: AgentId,
    /// The tick.
    pub tick: u64,
    /// The time since the start of the run, s.
    pub seconds: f64,
}

/// How near the agent of a track came to a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackTarget {
    /// The smallest distance, u.
    pub distance: f64,
    /// The time of the smallest distance; if it came near enough, the first time of that, s.
    pub seconds: f64,
    /// Whether it came near enough.
    pub is_reached: bool,
}

/// What was measured in the run with a track.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackFigures {
    /// The times at which the track begins and ends, s.
    pub seconds: (f64, f64),
    /// Where the agent was when the track began, and when it ended, u. `None` if it was not there
    /// any longer.
    pub places: (Option<DVec2>, Option<DVec2>),
    /// Who noticed the agent first, and when, for each that did, in this order.
    pub sightings: Vec<Sighting>,
    /// How near it came to the markers of its expectations, in their order. `None` for other
    /// expectations, and if there is no marker.
    pub targets: Vec<Option<TrackTarget>>,
}

impl TrackFigures {
    /// Who noticed the agent first; of one agent, when it did.
    pub fn first_sighting(&self, by: Option<AgentId>) -> Option<Sighting> {
        let mut sightings = self.sightings.iter().copied();
        sightings.find(|sighting| by.is_none_or(|by| sighting.by == by))
    }
}

/// Runs a scene from its start to the end of a track, with the tracks that it was recorded with,
/// and measures what is expected of it. All other tracks have no effect. The pointer stays where it
/// is at the start. `None` if the agent does not exist, or if it was canceled.
///
/// An agent is noticed by one that watches it when that one has noticed it by sight, or touches it.
pub fn check_track(scene: &Scene, track: &Arc<Track>, progress: &Progress) -> Option<TrackFigures> {
    scene.agent(track.agent)?;
    let with = scene.editor.tracks.iter();
    let with = with.filter(|other| other.id != track.id && track.with.contains(&other.id));
    let mut players = Players::of_tracks(std::iter::once(track).chain(with).cloned());
    let mut world = World::new(scene);
    let mut measured = Measured::new(track);
    while world.tick() < track.end_tick() {
        // A tick of a crowd takes long.
        if progress.is_canceled() {
            return None;
        }
        measured.note(&world, track);
        players.drive(&mut world, &mut Input::default());
        world.step();
        measured.look(&world, track);
    }
    measured.note(&world, track);
    let dt = world.dt();
    Some(TrackFigures {
        seconds: (track.start_tick as f64 * dt, track.end_tick() as f64 * dt),
        places: (measured.began, place_of(&world, track.agent)),
        sightings: measured.sightings,
        targets: measured.targets,
    })
}

fn place_of(world: &World, agent: AgentId) -> Option<DVec2> {
    world.agent(agent).map(|view| view.position)
}

/// What has been measured so far.
struct Measured {
    began: Option<DVec2>,
    sightings: Vec<Sighting>,
    targets: Vec<Option<TrackTarget>>,
}

impl Measured {
    fn new(track: &Track) -> Self {
        Self {
            began: None,
            sightings: Vec::new(),
            targets: vec![None; track.expectations.len()],
        }
    }

    /// Notes where the agent of the track is.
    fn note(&mut self, world: &World, track: &Track) {
        if world.tick() < track.start_tick {
            return;
        }
        let Some(place) = place_of(world, track.agent) else {
            return;
        };
        if world.tick() == track.start_tick {
            self.began = Some(place);
        }
        let seconds = world.time();
        for (expectation, target) in track.expectations.iter().zip(&mut self.targets) {
            let Expectation::Reaches {
                marker,
                within,
                before,
            } = *expectation
            else {
                continue;
            };
            let is_late = before.is_some_and(|before| seconds > before);
            if is_late || target.is_some_and(|target| target.is_reached) {
                continue;
            }
            let Some(marker) = world.scene().marker(marker) else {
                continue;
            };
            let distance = distance(place, marker.position);
            if target.is_none_or(|target| distance < target.distance) {
                *target = Some(TrackTarget {
                    distance,
                    seconds,
                    is_reached: distance <= within,
                });
            }
        }
    }

    /// Notes who has noticed the agent in the tick that has just been simulated.
    fn look(&mut self, world: &World, track: &Track) {
        if world.tick() <= track.start_tick {
            return;
        }
        let player = Target::Agent(track.agent);
        let seen = world
            .target_sights()
            .filter(|(_, sight)| sight.has_noticed)
            .map(|(agent, _)| agent)
            .filter(|&agent| {
                let senses = world.senses(agent);
                senses.is_some_and(|senses| senses.perceived == Some(player))
            });
        let touched = world
            .events()
            .iter()
            .filter(|event| matches!(event.kind, EventKind::Touched(other) if other == track.agent))
            .map(|event| event.agent);
        for by in seen.chain(touched) {
            if self.sightings.iter().all(|known| known.by != by) {
                self.sightings.push(Sighting {
                    by,
                    tick: world.tick(),
                    seconds: world.time(),
                });
            }
        }
    }
}
