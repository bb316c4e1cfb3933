//! The metrics by name: their labels, units, and the agents that they apply to.

use super::{MetricsReader, RunMetrics, followed_path};
use steerwright_runtime::parameter::Unit;
use steerwright_runtime::scene::{AgentId, Behavior, Motion, Scene};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::grid_chase::ChaseMode;

/// One of the numbers of [`RunMetrics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// [`RunMetrics::lap_time`].
    LapTime,
    /// [`RunMetrics::off_path_max`].
    OffPath,
    /// [`RunMetrics::overshoot`].
    Overshoot,
    /// [`RunMetrics::settled_at`].
    SettledAt,
    /// [`RunMetrics::waited`].
    WaitTime,
    /// [`RunMetrics::arrived_at`].
    ArrivalTime,
    /// [`RunMetrics::peak_steering`].
    PeakForce,
    /// [`RunMetrics::peak_speed`].
    PeakSpeed,
}

impl Metric {
    /// All metrics, in the order in which they are shown.
    pub const ALL: [Self; 8] = [
        Self::LapTime,
        Self::OffPath,
        Self::Overshoot,
        Self::SettledAt,
        Self::WaitTime,
        Self::ArrivalTime,
        Self::PeakForce,
        Self::PeakSpeed,
    ];

    /// Its name on the screen.
    pub fn label(self) -> &'static str {
        match self {
            Self::LapTime => "Lap time",
            Self::OffPath => "Path deviation",
            Self::Overshoot => "Overshoot",
            Self::SettledAt => "Settled at",
            Self::WaitTime => "Wait time",
            Self::ArrivalTime => "Arrival time",
            Self::PeakForce => "Peak force",
            Self::PeakSpeed => "Peak speed",
        }
    }

    /// Its name in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::LapTime => "lap_time",
            Self::OffPath => "path_deviation",
            Self::Overshoot => "overshoot",
            Self::SettledAt => "settled_at",
            Self::WaitTime => "wait_time",
            Self::ArrivalTime => "arrival_time",
            Self::PeakForce => "peak_force",
            Self::PeakSpeed => "peak_speed",
        }
    }

    /// What it measures, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::LapTime => "How long the latest lap of its path took.",
            Self::OffPath => {
                "The largest distance from the path while the agent follows it. A chase and the way back do not count."
            }
            Self::Overshoot => {
                "How far it passed its target; if it coasts, how far it passed the target radius."
            }
            Self::SettledAt => "Since when it has been at rest at its target.",
            Self::WaitTime => "How long it waited at nodes.",
            Self::ArrivalTime => "When it first arrived, or finished its path.",
            Self::PeakForce => "The largest steering force.",
            Self::PeakSpeed => "The highest speed.",
        }
    }

    /// Its unit.
    pub fn unit(self) -> Unit {
        match self {
            Self::LapTime | Self::SettledAt | Self::WaitTime | Self::ArrivalTime => Unit::Time,
            Self::OffPath | Self::Overshoot => Unit::Length,
            Self::PeakForce => Unit::Force,
            Self::PeakSpeed => Unit::Speed,
        }
    }

    /// Its value in a run. `None` if it does not apply, or has not happened.
    pub fn of(self, metrics: &RunMetrics) -> Option<f64> {
        match self {
            Self::LapTime => metrics.lap_time,
            Self::OffPath => metrics.off_path_max,
            Self::Overshoot => metrics.overshoot,
            Self::SettledAt => metrics.settled_at,
            Self::WaitTime => Some(metrics.waited),
            Self::ArrivalTime => metrics.arrived_at,
            Self::PeakForce => Some(metrics.peak_steering),
            Self::PeakSpeed => Some(metrics.peak_speed),
        }
    }

    /// Its value in a run that may go on: the overshoot is unknown until the agent is at rest or
    /// has turned back.
    pub fn so_far(self, metrics: &RunMetrics) -> Option<f64> {
        self.of(metrics)
            .filter(|_| self != Self::Overshoot || metrics.is_overshoot_known)
    }

    /// Whether an author usually wants it to be low. Where neither low nor high is better, `None`.
    pub fn lower_is_better(self) -> Option<bool> {
        match self {
            Self::LapTime
            | Self::OffPath
            | Self::Overshoot
            | Self::SettledAt
            | Self::ArrivalTime
            | Self::PeakForce => Some(true),
            Self::WaitTime | Self::PeakSpeed => None,
        }
    }

    /// Whether it is the time of something that may not happen: then a run without a value is worse
    /// than any with one.
    pub fn may_never_happen(self) -> bool {
        match self {
            Self::LapTime | Self::SettledAt | Self::ArrivalTime => true,
            Self::OffPath
            | Self::Overshoot
            | Self::WaitTime
            | Self::PeakForce
            | Self::PeakSpeed => false,
        }
    }

    /// Whether it says anything about an agent of a scene, judged by its preset, path and target.
    pub fn applies_to(self, scene: &Scene, agent: AgentId) -> bool {
        let Some(author) = scene.agent(agent) else {
            return false;
        };
        let Some(preset) = scene.preset(author.preset) else {
            return false;
        };
        let path = author
            .path
            .and_then(|id| scene.path(id))
            .filter(|path| !path.nodes.is_empty())
            .filter(|_| followed_path::is_followed(preset));
        match self {
            // Where junctions lead, there are neither laps nor one line to stay on.
            Self::LapTime => path.is_some_and(|path| match path.traversal {
                Traversal::Loop | Traversal::PingPong => {
                    path.nodes.len() > 1 && !path.has_junctions()
                }
                Traversal::Once => false,
            }),
            Self::OffPath => path.is_some_and(|path| !path.has_junctions()),
            Self::Overshoot | Self::SettledAt => MetricsReader::unrecorded(scene, agent)
                .is_some_and(|reader| reader.stopping.is_some()),
            Self::WaitTime => {
                path.is_some_and(|path| path.nodes.iter().any(|node| node.wait > 0.0))
            }
            Self::ArrivalTime => match &preset.motion {
                Motion::GridChase(chase) => {
                    chase.mode == ChaseMode::Chase && author.target.is_some()
                }
                Motion::Steered(_) => {
                    let to_target = preset.behaviors().any(|behavior| {
                        matches!(behavior, Behavior::Arrive(_) | Behavior::HomingWalk(_))
                    });
                    (to_target && author.target.is_some())
                        || path.is_some_and(|path| path.traversal == Traversal::Once)
                }
            },
            Self::PeakForce => match &preset.motion {
                Motion::Steered(_) => true,
                Motion::GridChase(_) => false,
            },
            Self::PeakSpeed => true,
        }
    }
}
