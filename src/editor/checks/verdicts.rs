//! Verdicts about the selection, measured on background threads.
//!
//! A verdict is shown only for the numbers it was measured with. While they change, nothing is
//! shown but that it is being measured.

use crate::editor::background::{Background, Progress};
use egui::Context;
use std::time::Duration;
use steerwright_analysis::probe;
use steerwright_analysis::probe::{Budget, NoRadius, Verdicts};
use steerwright_authoring::presets::states;
use steerwright_authoring::session::same_simulation;
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::{AgentId, PresetId, Scene, StateId};

/// The time that a frame waits for a measurement, so that most verdicts follow a drag without a
/// gap.
const WAIT: Duration = Duration::from_millis(6);

/// What was measured with the present numbers.
#[derive(Clone, Copy, Debug, Default)]
pub enum Measured<T> {
    /// There is nothing to measure.
    #[default]
    Nothing,
    /// It is being measured.
    Measuring,
    /// The result.
    Ready(T),
}

/// The preset and the agent that verdicts are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The preset.
    pub preset: PresetId,
    /// The agent whose own run is measured.
    pub agent: Option<AgentId>,
}

impl Subject {
    /// What the verdicts of a selection are about: the selected agent or preset, or the first agent
    /// on the selected path.
    pub fn of(scene: &Scene, selection: &Selection) -> Option<Self> {
        let agent = match selection.primary()? {
            Item::Agent(id) => scene.agent(id)?,
            Item::Preset(preset) => {
                return scene.preset(preset).map(|_| Self {
                    preset,
                    agent: None,
                });
            }
            item => {
                let path = item.path()?;
                scene.agents.iter().find(|agent| agent.path == Some(path))?
            }
        };
        Some(Self {
            preset: agent.preset,
            agent: Some(agent.id),
        })
    }
}

/// The shortest slow radius without overshoot, for each behavior of the preset.
pub type CriticalRadii = Vec<Result<f64, NoRadius>>;

/// The verdicts about the selection.
#[derive(Default)]
pub struct VerdictCache {
    /// What the results are about, with the scene that they were measured in.
    measured: Option<(Subject, Scene)>,
    verdicts: Stage<Verdicts>,
    critical: Stage<CriticalRadii>,
}

/// One measurement after another, of which only the latest counts.
#[derive(Default)]
enum Stage<T> {
    /// To be started.
    #[default]
    Idle,
    /// At work. If it is `stale`, its result is not wanted any more; it cannot be interrupted, so
    /// the next one waits for its end.
    Working { work: Background<T>, stale: bool },
    /// The result.
    Done(T),
}

impl<T: Send + 'static> Stage<T> {
    /// Invalidates the current and pending results.
    fn invalidate(&mut self) {
        match self {
            Self::Working { stale, .. } => *stale = true,
            Self::Idle | Self::Done(_) => *self = Self::Idle,
        }
    }

    /// Takes over a result that has come, and starts what `work` makes where there is none.
    fn update<W>(&mut self, ctx: &Context, name: &str, work: impl FnOnce() -> W)
    where
        W: FnOnce() -> T + Send + 'static,
    {
        self.fetch(Duration::ZERO);
        if matches!(self, Self::Idle) {
            *self = Self::Working {
                work: Background::start(ctx, name, work()),
                stale: false,
            };
            self.fetch(WAIT);
        }
    }

    fn fetch(&mut self, timeout: Duration) {
        let Self::Working { work, stale } = self else {
            return;
        };
        let progress = if timeout.is_zero() {
            work.poll()
        } else {
            work.poll_within(timeout)
        };
        match progress {
            Progress::Working => {}
            Progress::Done(result) if !*stale => *self = Self::Done(result),
            Progress::Done(_) | Progress::Lost => *self = Self::Idle,
        }
    }

    fn shown(&self) -> Measured<&T> {
        match self {
            Self::Idle | Self::Working { .. } => Measured::Measuring,
            Self::Done(result) => Measured::Ready(result),
        }
    }
}

impl VerdictCache {
    /// Measures what is selected, if its numbers have changed: of a preset with several states, the
    /// `edited` one alone.
    pub fn update(
        &mut self,
        ctx: &Context,
        scene: &Scene,
        selection: &Selection,
        edited: Option<(PresetId, StateId)>,
    ) {
        let subject = Subject::of(scene, selection);
        let alone = subject.and_then(|subject| with_only_state(scene, subject.preset, edited));
        let scene = alone.as_ref().unwrap_or(scene);
        let Some(subject) = subject else {
            self.measured = None;
            self.verdicts.invalidate();
            self.critical.invalidate();
            return;
        };
        let unchanged = self.measured.as_ref().is_some_and(|(known, measured)| {
            *known == subject
                && (measured == scene || same_simulation::same_simulation(measured, scene))
        });
        if !unchanged {
            self.verdicts.invalidate();
            self.critical.invalidate();
            self.measured = Some((subject, scene.clone()));
        }
        self.verdicts.update(ctx, "verdicts", || {
            let scene = scene.clone();
            move || probe::verdicts(&scene, subject.preset, subject.agent)
        });
        if matches!(self.verdicts, Stage::Done(_)) {
            self.critical.update(ctx, "critical slow radius", || {
                let scene = scene.clone();
                move || critical_radii(&scene, subject.preset)
            });
        }
    }

    /// What the verdicts are about.
    pub fn subject(&self) -> Option<Subject> {
        self.measured.as_ref().map(|(subject, _)| *subject)
    }

    /// The verdicts about the selection.
    pub fn verdicts(&self) -> Measured<&Verdicts> {
        match &self.measured {
            None => Measured::Nothing,
            Some(_) => self.verdicts.shown(),
        }
    }

    /// The shortest slow radius without overshoot, for each behavior of the preset.
    pub fn critical(&self) -> Measured<&CriticalRadii> {
        match &self.measured {
            None => Measured::Nothing,
            Some(_) => self.critical.shown(),
        }
    }
}

/// The scene in which a preset with several states has only the edited one. `None` for a preset
/// with one state.
fn with_only_state(
    scene: &Scene,
    preset: PresetId,
    edited: Option<(PresetId, StateId)>,
) -> Option<Scene> {
    let whole = scene
        .preset(preset)
        .filter(|preset| !preset.states.is_empty())?;
    let chosen = edited.filter(|(owner, _)| *owner == preset);
    let state = states::find_or_first(whole, chosen.map(|(_, state)| state));
    let only = states::as_only(whole, state);
    let mut scene = scene.clone();
    *scene.preset_mut(preset)? = only;
    Some(scene)
}

fn critical_radii(scene: &Scene, preset: PresetId) -> CriticalRadii {
    let Some(preset) = scene.preset(preset) else {
        return Vec::new();
    };
    let mut budget = Budget::of_preset();
    let rate = scene.ticks_per_second;
    (0..preset.behaviors().count())
        .map(|index| probe::critical_slow_radius(preset, index, rate, &mut budget))
        .collect()
}
