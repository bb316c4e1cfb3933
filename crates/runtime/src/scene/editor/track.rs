//! Tracks: the recorded input of a player who took an agent over, and what is expected of the run
//! with it.

use crate::scene::{AgentId, MarkerId, TrackId, xy};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The input of a player who took an agent over for some ticks. The editor replays it, and
/// `steerwright check` runs it as a test. It is not exported, except to Tiled's map properties.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Track {
    /// The id of the track, unique within the scene. It never changes.
    pub id: TrackId,
    /// The display name. It need not be unique.
    #[serde(default)]
    pub name: String,
    /// The agent that is moved. If it does not exist, the track has no effect.
    pub agent: AgentId,
    /// How many ticks the run has completed when the track begins.
    #[serde(default)]
    pub start_tick: u64,
    /// The ticks per second of the scene when the track was recorded, 1 to 1000.
    pub ticks_per_second: f64,
    /// Where the agent was when the track began, u.
    #[serde(with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub from: DVec2,
    /// How fast the agent moves.
    pub speeds: GaitSpeeds,
    /// Whether the track is not replayed in the editor. It is checked all the same.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub muted: bool,
    /// The tracks that were replayed while this one was recorded, and are replayed when it is
    /// checked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<TrackId>,
    /// The input, in order.
    #[serde(default)]
    pub inputs: Vec<TrackInput>,
    /// What is expected of the run with this track.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<Expectation>,
}

/// How fast a player moves an agent, u/s, each 0 to 1e9.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GaitSpeeds {
    /// The speed of [`Gait::Sneak`].
    pub sneak: f64,
    /// The speed of [`Gait::Walk`].
    pub walk: f64,
    /// The speed of [`Gait::Run`].
    pub run: f64,
}

/// An input that stays the same for some ticks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrackInput {
    /// For how many ticks, 1 or more.
    pub ticks: u32,
    /// Where the agent moves.
    #[serde(default, skip_serializing_if = "Movement::is_stand")]
    pub movement: Movement,
    /// How it moves.
    #[serde(default, skip_serializing_if = "Gait::is_walk")]
    pub gait: Gait,
}

/// Where a player moves an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// Nowhere: it stands.
    #[default]
    Stand,
    /// In one of eight directions. Each of `x` and `y` is -1, 0 or 1.
    Direction {
        /// 1 along the x axis, -1 against it.
        x: i8,
        /// 1 along the y axis, -1 against it.
        y: i8,
    },
    /// Straight to a place, where it stands, u.
    Toward {
        /// The x coordinate.
        x: f64,
        /// The y coordinate.
        y: f64,
    },
}

/// How a player moves an agent. Its speed decides whether it can be heard: see
/// [`Noise`](crate::steering::Noise).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// Slowly and silently.
    Sneak,
    /// At the usual speed.
    #[default]
    Walk,
    /// Fast.
    Run,
}

/// What is expected of the run with a track. Times count from the start of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Expectation {
    /// The way stays possible: the agent ends near a place.
    EndsNear {
        /// The x coordinate of the place, u.
        x: f64,
        /// The y coordinate of the place, u.
        y: f64,
        /// At most this far from it, u, 0 or more.
        within: f64,
    },
    /// The agent comes near a marker.
    Reaches {
        /// The marker.
        marker: MarkerId,
        /// At most this far from it, u, 0 or more.
        within: f64,
        /// At the latest at this time, s. Absent: until the track ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<f64>,
    },
    /// The agent is noticed at a time.
    SeenAt {
        /// The time, s.
        seconds: f64,
        /// At most this much earlier or later, s, 0 or more.
        tolerance: f64,
        /// By this agent. Absent: by any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<AgentId>,
    },
    /// No one notices the agent.
    NeverSeen,
}

impl Movement {
    /// Whether the agent stands.
    #[must_use]
    pub fn is_stand(&self) -> bool {
        *self == Self::Stand
    }
}

impl Gait {
    /// Whether it is the usual one.
    #[must_use]
    pub fn is_walk(&self) -> bool {
        *self == Self::Walk
    }
}

impl GaitSpeeds {
    /// Those that suit a body: it runs at its maximum speed, walks at half of it, and sneaks at a
    /// quarter, but never so fast that it makes noise.
    #[must_use]
    pub fn of(body: &crate::steering::Body) -> Self {
        let run = body.max_speed;
        let silent = body.noise.map_or(run, |noise| noise.speed);
        Self {
            sneak: f64::min(run / 4.0, silent / 2.0),
            walk: run / 2.0,
            run,
        }
    }

    /// The speed of a gait, u/s.
    #[must_use]
    pub fn of_gait(&self, gait: Gait) -> f64 {
        match gait {
            Gait::Sneak => self.sneak,
            Gait::Walk => self.walk,
            Gait::Run => self.run,
        }
    }
}

impl Track {
    /// For how many ticks it moves its agent.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        let ticks = self.inputs.iter().map(|input| u64::from(input.ticks));
        ticks.fold(0, u64::saturating_add)
    }

    /// How many ticks the run has completed when the track has ended.
    #[must_use]
    pub fn end_tick(&self) -> u64 {
        self.start_tick.saturating_add(self.ticks())
    }

    /// Whether both move the same agent in the same tick.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.agent == other.agent
            && self.start_tick < other.end_tick()
            && other.start_tick < self.end_tick()
    }

    /// Adds the input of one more tick.
    pub fn push(&mut self, movement: Movement, gait: Gait) {
        match self.inputs.last_mut() {
            Some(last)
                if (last.movement, last.gait) == (movement, gait) && last.ticks < u32::MAX =>
            {
                last.ticks += 1;
            }
            Some(_) | None => self.inputs.push(TrackInput {
                ticks: 1,
                movement,
                gait,
            }),
        }
    }

    /// Removes the input of all ticks but the first `ticks`.
    pub fn truncate(&mut self, ticks: u64) {
        let mut left = ticks;
        self.inputs.retain_mut(|input| {
            let kept = u64::from(input.ticks).min(left);
            left -= kept;
            // It is at most what it was.
            input.ticks = kept as u32;
            kept > 0
        });
    }
}
