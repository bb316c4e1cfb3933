//! The players of a run: they drive agents by tracks, tick by tick.
//!
//! A player has no inertia: the agent moves with the speed of its gait, and walls stop it as they
//! stop other bodies. All numbers are computed from the input and the state of the world, so the
//! same input in the same world gives the same bits. The places have nine decimals, like all
//! commands of games, so that another runtime that gets them as text does the same.

use crate::recording::Input;
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::vector::length;
use steerwright_runtime::scene::editor::{Gait, GaitSpeeds, Movement, Track};
use steerwright_runtime::scene::{AgentId, Motion, Scene};
use steerwright_runtime::simulation::World;
use steerwright_runtime::simulation::command::WorldCommand;

/// The tracks that a run replays, and the one that is being recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Players {
    /// The first that moves an agent in a tick counts.
    replayed: Vec<Replayed>,
    live: Option<Live>,
    /// The agents that were driven in the latest tick.
    driven: Vec<AgentId>,
}

/// A track and where it is.
#[derive(Clone, Debug)]
struct Replayed {
    track: Arc<Track>,
    /// The index of the current input, and the tick in which it begins.
    index: usize,
    begins: u64,
}

impl Replayed {
    fn new(track: Arc<Track>) -> Self {
        Self {
            index: 0,
            begins: track.start_tick,
            track,
        }
    }

    /// The input after `tick` ticks, which must not decrease from call to call. `None` before the
    /// track and after it.
    fn input(&mut self, tick: u64) -> Option<(Movement, Gait)> {
        if tick < self.begins {
            return None;
        }
        loop {
            let input = self.track.inputs.get(self.index)?;
            let ends = self.begins.saturating_add(u64::from(input.ticks));
            if tick < ends {
                return Some((input.movement, input.gait));
            }
            (self.index, self.begins) = (self.index + 1, ends);
        }
    }
}

/// A track that is being recorded. What it has already is replayed first.
#[derive(Clone, Debug)]
struct Live {
    replayed: Replayed,
    movement: Movement,
    gait: Gait,
}

impl Live {
    /// The input after `tick` ticks. Beyond the end of the track it is that of the player, which is
    /// recorded; the first one is, with the place where the agent is then.
    fn input(&mut self, tick: u64, from: Option<DVec2>) -> Option<(Movement, Gait)> {
        let replayed = self.replayed.input(tick);
        if replayed.is_some() || tick < self.replayed.begins {
            return replayed;
        }
        let track = Arc::make_mut(&mut self.replayed.track);
        if let Some(from) = from.filter(|_| track.inputs.is_empty()) {
            track.from = rounded_place(from);
        }
        track.push(self.movement, self.gait);
        self.replayed.index = self.replayed.track.inputs.len();
        self.replayed.begins = tick + 1;
        Some((self.movement, self.gait))
    }
}

impl Players {
    /// The players of the tracks of a scene that are not muted.
    pub fn of_scene(scene: &Scene) -> Self {
        let mut players = Self::default();
        players.update(scene);
        players
    }

    /// The players of these tracks, muted or not.
    pub fn of_tracks(tracks: impl IntoIterator<Item = Arc<Track>>) -> Self {
        Self {
            replayed: tracks.into_iter().map(Replayed::new).collect(),
            ..Self::default()
        }
    }

    /// Takes the tracks of an edited scene.
    pub fn update(&mut self, scene: &Scene) {
        let tracks = scene.editor.tracks.iter();
        let heard = tracks.filter(|track| !track.muted);
        self.replayed = heard.cloned().map(Replayed::new).collect();
    }

    /// Begins to record a track. If it has inputs, they are replayed before what the player does.
    pub fn begin(&mut self, track: Track) {
        self.live = Some(Live {
            replayed: Replayed::new(track.into()),
            movement: Movement::Stand,
            gait: Gait::Walk,
        });
    }

    /// Sets what the player does from the next tick on.
    pub fn set_input(&mut self, movement: Movement, gait: Gait) {
        if let Some(live) = &mut self.live {
            (live.movement, live.gait) = (movement, gait);
        }
    }

    /// The track that is being recorded.
    pub fn live(&self) -> Option<&Track> {
        self.live.as_ref().map(|live| &*live.replayed.track)
    }

    /// Ends the recording. Returns the track.
    pub fn end(&mut self) -> Option<Track> {
        let live = self.live.take()?;
        Some(Arc::unwrap_or_clone(live.replayed.track))
    }

    /// Drives the agents in the next tick of `world`, and releases those whose tracks have ended.
    /// Remembers the commands in `input`.
    pub fn drive(&mut self, world: &mut World, input: &mut Input) {
        if self.replayed.is_empty() && self.live.is_none() && self.driven.is_empty() {
            return;
        }
        let tick = world.tick();
        let before = std::mem::take(&mut self.driven);
        let mut moves: Vec<(AgentId, GaitSpeeds, (Movement, Gait))> = Vec::new();
        if let Some(live) = &mut self.live {
            let agent = live.replayed.track.agent;
            if let Some(input) = live.input(tick, place_of(world, agent)) {
                moves.push((agent, live.replayed.track.speeds, input));
            }
        }
        for replayed in &mut self.replayed {
            if let Some(input) = replayed.input(tick) {
                moves.push((replayed.track.agent, replayed.track.speeds, input));
            }
        }
        for (agent, speeds, (movement, gait)) in moves {
            if self.driven.contains(&agent) {
                continue;
            }
            self.driven.push(agent);
            if let Some(place) = next_place(world, agent, &speeds, movement, gait) {
                input.perform(world, WorldCommand::Drive(agent, place));
            }
        }
        for agent in before {
            if !self.driven.contains(&agent) && has_behaviors(world, agent) {
                input.perform(world, WorldCommand::Release(agent));
            }
        }
    }
}

/// Where a player moves an agent in the next tick, u. `None` if it does not exist.
fn next_place(
    world: &World,
    agent: AgentId,
    speeds: &GaitSpeeds,
    movement: Movement,
    gait: Gait,
) -> Option<DVec2> {
    let position = place_of(world, agent)?;
    let velocity = velocity(position, movement, speeds.of_gait(gait), world.dt());
    let place = world.slide(agent, velocity)?;
    Some(rounded_place(place))
}

fn rounded_place(place: DVec2) -> DVec2 {
    DVec2::new(rounded(place.x), rounded(place.y))
}

fn place_of(world: &World, agent: AgentId) -> Option<DVec2> {
    world.agent(agent).map(|view| view.position)
}

/// The velocity of a player at `position` (u), u/s.
fn velocity(position: DVec2, movement: Movement, speed: f64, dt: f64) -> DVec2 {
    match movement {
        Movement::Stand => DVec2::ZERO,
        Movement::Direction { x, y } => {
            let way = DVec2::new(f64::from(x), f64::from(y));
            let distance = length(way);
            if distance > 0.0 {
                way * (speed / distance)
            } else {
                DVec2::ZERO
            }
        }
        Movement::Toward { x, y } => {
            let way = DVec2::new(x, y) - position;
            let distance = length(way);
            if distance > speed * dt {
                way * (speed / distance)
            } else {
                way / dt
            }
        }
    }
}

/// Whether an agent moves by itself after its track. One without behaviors would coast, so it stays
/// where it is instead.
fn has_behaviors(world: &World, agent: AgentId) -> bool {
    let scene = world.scene();
    let preset = scene
        .agent(agent)
        .and_then(|agent| scene.preset(agent.preset));
    let moves = |motion: &Motion| match motion {
        Motion::Steered(steered) => !steered.behaviors.is_empty(),
        Motion::GridChase(_) => true,
    };
    preset.is_some_and(|preset| preset.all_states().any(|state| moves(state.motion)))
}
