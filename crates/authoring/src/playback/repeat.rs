//! Repeating a stretch of a run, so that parameters can be tuned while it plays again and again.

use crate::playback::Playback;
use steerwright_analysis::Recording;
use steerwright_analysis::probe::REST_SPEED;
use steerwright_runtime::scene::{AgentId, Behavior, Scene};
use steerwright_runtime::simulation::EventKind;

/// An agent has settled when it has rested for this long, s.
const REST_SECONDS: f64 = 0.75;
/// A stretch is no shorter than this, s.
const SHORTEST: f64 = 0.25;
/// A run that never settles is repeated after this time, s.
const LONGEST: f64 = 60.0;

/// The stretch that is repeated. Ticks count from the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    /// Nothing is repeated.
    #[default]
    Off,
    /// From the start to a tick.
    Run {
        /// The last tick.
        until: u64,
    },
    /// Between two marks.
    Between {
        /// The first tick.
        from: u64,
        /// The last tick.
        until: u64,
    },
    /// From the start until the watched agents have come to rest, or a minute has passed.
    UntilSettled,
}

impl Repeat {
    /// The first and the last tick, if they are known beforehand.
    pub fn range(self) -> Option<(u64, u64)> {
        match self {
            Self::Off | Self::UntilSettled => None,
            Self::Run { until } => Some((0, until)),
            Self::Between { from, until } => Some((from, until)),
        }
    }
}

impl Playback {
    /// What is repeated.
    pub fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// Sets what is repeated. A stretch that is too short is made longer.
    pub fn set_repeat(&mut self, repeat: Repeat) {
        self.laps.clear();
        let shortest = ((SHORTEST / self.recording().dt()) as u64).max(1);
        self.repeat = match repeat {
            Repeat::Off | Repeat::UntilSettled => repeat,
            Repeat::Run { until } => Repeat::Run {
                until: until.max(shortest),
            },
            Repeat::Between { from, until } => {
                let (from, until) = (from.min(until), from.max(until));
                Repeat::Between {
                    from,
                    until: until.max(from + shortest),
                }
            }
        };
    }

    /// Sets the agents that [`Repeat::UntilSettled`] waits for, and that run again if they are
    /// edited at rest. Without any, all agents are watched.
    pub fn watch(&mut self, agents: &[AgentId]) {
        if self.watched != agents {
            self.watched = agents.to_vec();
        }
    }

    /// Whether the watched agents have arrived and rest.
    pub fn has_settled(&self) -> bool {
        let recording = self.recording();
        let all: Vec<AgentId>;
        let watched = if self.watched.is_empty() {
            all = self.scene.agents.iter().map(|agent| agent.id).collect();
            &all
        } else {
            &self.watched
        };
        !watched.is_empty()
            && watched
                .iter()
                .all(|&agent| has_settled(recording, &self.scene, agent))
    }

    /// The ticks until the stretch ends; `None` if that is not known.
    pub(super) fn ticks_to_end(&self) -> Option<u64> {
        let (_, until) = self.repeat.range()?;
        Some(until.saturating_sub(self.recording().last_tick()))
    }

    /// Starts the stretch again if it has ended.
    pub(super) fn repeat_if_ended(&mut self) {
        let last = self.recording().last_tick();
        let ended = match self.repeat {
            Repeat::Off => false,
            Repeat::Run { until } | Repeat::Between { until, .. } => last >= until,
            Repeat::UntilSettled => {
                last as f64 * self.recording().dt() >= LONGEST || self.has_settled()
            }
        };
        if !ended {
            return;
        }
        self.laps.end(self.run.recording());
        match self.repeat {
            Repeat::Between { from, .. } if from > 0 => {
                self.playing = false;
                self.resimulate_until(from, true);
            }
            Repeat::Off | Repeat::Run { .. } | Repeat::Between { .. } | Repeat::UntilSettled => {
                self.restart();
            }
        }
    }
}

/// Whether an agent has arrived somewhere, as far as it is meant to, and has rested since.
fn has_settled(recording: &Recording, scene: &Scene, agent: AgentId) -> bool {
    let Some(preset) = scene
        .agent(agent)
        .and_then(|agent| scene.preset(agent.preset))
    else {
        return true;
    };
    let limit = REST_SPEED * preset.body.max_speed;
    let last = recording.last_tick();
    let ticks = (REST_SECONDS / recording.dt()) as u64;
    let Some(from) = last.checked_sub(ticks.max(1)) else {
        return false;
    };
    let rests = recording
        .history(agent, from)
        .all(|(_, sample)| sample.speed() < limit);
    // Waiting at a node of a path is not the end of it.
    let walks = preset
        .behaviors()
        .any(|behavior| matches!(behavior, Behavior::FollowPath(_)));
    let finished = || {
        recording.events().iter().any(|event| {
            event.agent == agent
                && matches!(event.kind, EventKind::PathFinished | EventKind::Arrived)
        })
    };
    rests && (!walks || finished())
}
