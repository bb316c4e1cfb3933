//! The bottom panel: transport, and below it the curves of the plotted agents over one time axis with one playhead.

mod compare;
mod curve;
mod events;
mod plots;
mod ruler;
mod transport;
mod view;

pub use compare::Compared;
pub use view::View;

use crate::editor::key_map::KeyMap;
use egui::{Rect, Ui, UiBuilder, pos2};
use steerwright_analysis::Recording;
use steerwright_runtime::scene::{AgentId, Preset, Scene};

/// What the timeline shows.
#[derive(Clone, Copy)]
pub struct TimelineInput<'a> {
    /// The run.
    pub recording: &'a Recording,
    /// An earlier run to compare it with.
    pub ghost: Option<&'a Recording>,
    /// The scene it is a run of.
    pub scene: &'a Scene,
    /// The agents whose curves are drawn; the first is the one that is compared.
    pub agents: &'a [AgentId],
    /// The tick under the playhead.
    pub tick: u64,
    /// Whether time goes by.
    pub playing: bool,
    /// How fast it goes by, 1 for real time.
    pub speed: f64,
    /// The seed of the run.
    pub seed: u64,
    /// The person's keys.
    pub keys: &'a KeyMap,
}

impl<'a> TimelineInput<'a> {
    /// The tick under the playhead, or the nearest that is recorded.
    fn shown_tick(&self) -> u64 {
        self.tick
            .clamp(self.recording.first_tick(), self.recording.last_tick())
    }

    fn seconds(&self, tick: u64) -> f64 {
        tick as f64 * self.recording.dt()
    }

    fn preset(&self, agent: AgentId) -> Option<&'a Preset> {
        self.scene
            .agent(agent)
            .and_then(|agent| self.scene.preset(agent.preset))
    }

    fn agent_name(&self, agent: AgentId) -> &'a str {
        self.scene
            .agent(agent)
            .map_or("?", |agent| agent.name.as_str())
    }

    /// The recorded tick nearest to a time, s.
    fn tick_at(&self, seconds: f64) -> u64 {
        let tick = (seconds / self.recording.dt()).round().max(0.0) as u64;
        tick.clamp(self.recording.first_tick(), self.recording.last_tick())
    }
}

/// What the timeline remembers from frame to frame.
#[derive(Default)]
pub struct TimelineState {
    /// Which stretch of time is in view.
    pub view: View,
    /// Which plots are drawn.
    pub plots: Plots,
    /// Which of run and ghost are drawn.
    pub compared: Compared,
    window: view::Window,
    curves: curve::Curves,
    metrics: compare::Cache,
}

/// Which plots are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plots {
    /// Speed over time.
    pub speed: bool,
    /// Steering force over time.
    pub steering: bool,
    /// Field of view over time.
    pub fov: bool,
}

impl Default for Plots {
    fn default() -> Self {
        Self {
            speed: true,
            steering: true,
            fov: true,
        }
    }
}

/// What people ask for in the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimelineAction {
    /// Let time go by.
    Play,
    /// Stop time.
    Pause,
    /// One tick back.
    StepBack,
    /// One tick on.
    StepForward,
    /// Back to the start.
    Restart,
    /// To this tick.
    Seek(u64),
    /// Let time go by this fast, 1 for real time.
    SetSpeed(f64),
    /// Run with this seed.
    SetSeed(u64),
    /// Remember this run to compare later ones with.
    KeepGhost,
    /// Forget the remembered run.
    ClearGhost,
}

/// How wide the table of metrics is, points.
const TABLE_WIDTH: f32 = 300.0;

/// Draws the timeline into all of `ui`'s space. Returns what was asked for.
pub fn timeline_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
) -> Vec<TimelineAction> {
    let mut actions = Vec::new();
    transport::transport_ui(ui, state, input, &mut actions);
    state.window.update(state.view, input);

    let space = ui.available_rect_before_wrap();
    let table = input.ghost.zip(input.agents.first().copied());
    let split = if table.is_some() {
        space.right() - TABLE_WIDTH
    } else {
        space.right()
    };
    let left = Rect::from_min_max(space.min, pos2(split, space.bottom()));
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
        plots::plots_ui(ui, state, input, &mut actions)
    });
    if let Some((ghost, agent)) = table {
        let right = Rect::from_min_max(pos2(split + 12.0, space.top()), space.max);
        ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
            compare::compare_ui(ui, state, input, ghost, agent)
        });
    }
    ui.advance_cursor_after_rect(space);
    actions
}
