//! The timeline panel: transport controls and plots of the selected agents over a common time axis.

mod compare;
mod curve;
mod events;
mod figures;
mod game_events;
mod ghost_button;
mod inapplicable;
mod lane;
mod legend;
mod metrics_cache;
mod more_menu;
mod plot_labels;
mod plot_lines;
mod plot_overlay;
mod plots;
mod quantity;
mod rate_marks;
mod repeat_menu;
mod row_layout;
mod ruler;
mod speed;
mod state_lanes;
mod threshold_marks;
mod track_lanes;
mod transport;
mod version_buttons;
mod view;

pub use compare::ShownRuns;
pub use view::View;

use crate::editor::checks::tracks::TrackChecks;
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme::Colors;
use egui::{Rect, Ui, UiBuilder, pos2, vec2};
use std::collections::BTreeSet;
use steerwright_analysis::Recording;
use steerwright_authoring::command::CompareCommand;
use steerwright_authoring::playback::Repeat;
use steerwright_authoring::presets::alert_rates::AlertRate;
use steerwright_authoring::presets::thresholds::Threshold;
use steerwright_runtime::scene::editor::Track;
use steerwright_runtime::scene::{AgentId, Preset, PresetId, Scene, SpawnerId};

/// What the timeline shows.
#[derive(Clone, Copy)]
pub struct TimelineInput<'a> {
    /// The current run.
    pub recording: &'a Recording,
    /// The run to compare with.
    pub ghost: Option<&'a Recording>,
    /// The last lap of a stretch that repeats, if it is one of the scene as it is now, and its
    /// number.
    pub last_lap: Option<(&'a Recording, u64)>,
    /// Versions A and B, if the run is compared with that of A instead of a ghost.
    pub versions: Option<Versions<'a>>,
    /// The scene of the run.
    pub scene: &'a Scene,
    /// The agents to plot. The first one is compared with the ghost.
    pub agents: &'a [AgentId],
    /// The tick at the playhead.
    pub tick: u64,
    /// Whether the simulation is playing.
    pub playing: bool,
    /// The playback speed; 1 is real time.
    pub speed: f64,
    /// The seed of the run.
    pub seed: u64,
    /// The stretch that is repeated.
    pub repeat: Repeat,
    /// Whether the pointer is kept pressed.
    pub is_held: bool,
    /// Whether an agent is selected that can be taken over.
    pub can_take_over: bool,
    /// The track that is being recorded.
    pub recorded: Option<&'a Track>,
    /// The checked tracks.
    pub checks: &'a TrackChecks,
    /// The shortcuts.
    pub keys: &'a KeyMap,
    /// Whether a button shows or hides the plots.
    pub offers_plots: bool,
    /// The colors of the theme.
    pub colors: &'static Colors,
}

/// Two versions that are compared. The current run is that of B, and the ghost that of A.
#[derive(Clone, Copy)]
pub struct Versions<'a> {
    /// What A is.
    pub a: &'a str,
    /// What B is.
    pub b: &'a str,
    /// The scene of A.
    pub scene_a: &'a Scene,
}

impl<'a> TimelineInput<'a> {
    /// The tick at the playhead, clamped to the recording.
    fn shown_tick(&self) -> u64 {
        self.tick
            .clamp(self.recording.first_tick(), self.recording.last_tick())
    }

    fn can_step_back(&self) -> bool {
        self.tick > self.recording.first_tick()
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

    /// The recorded tick nearest to a time in seconds.
    fn tick_at(&self, seconds: f64) -> u64 {
        let tick = (seconds / self.recording.dt()).round().max(0.0) as u64;
        tick.clamp(self.recording.first_tick(), self.recording.last_tick())
    }
}

/// The state of the timeline.
#[derive(Default)]
pub struct TimelineState {
    /// How the visible time range is chosen.
    pub view: View,
    /// Which plots are drawn.
    pub plots: Plots,
    /// Which runs are drawn.
    pub shown_runs: ShownRuns,
    window: view::Window,
    curves: curve::Curves,
    metrics: metrics_cache::MetricsCache,
    row: row_layout::RowWidths,
    /// The agents whose curves are hidden among others.
    hidden: BTreeSet<AgentId>,
    /// Whether a panel without room for both shows the figures instead of the plots.
    shows_figures: bool,
}

impl TimelineState {
    /// Shows or hides the curves of an agent.
    fn toggle_curve(&mut self, agent: AgentId) {
        if !self.hidden.remove(&agent) {
            self.hidden.insert(agent);
        }
    }

    /// Whether the curves of an agent are drawn. Those of a single one are.
    fn shows_curve(&self, input: &TimelineInput<'_>, agent: AgentId) -> bool {
        input.agents.len() == 1 || !self.hidden.contains(&agent)
    }
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
    /// Whether agents with sight see their targets, over time.
    pub sees_target: bool,
    /// The alert meters over time.
    pub alert: bool,
    /// The states of agents over time.
    pub states: bool,
}

impl Plots {
    /// Whether the plot of a quantity is chosen.
    fn shows(self, quantity: quantity::Quantity) -> bool {
        match quantity {
            quantity::Quantity::Speed => self.speed,
            quantity::Quantity::Steering => self.steering,
            quantity::Quantity::Fov => self.fov,
            quantity::Quantity::SeesTarget => self.sees_target,
            quantity::Quantity::Alert => self.alert,
        }
    }
}

impl Default for Plots {
    fn default() -> Self {
        Self {
            speed: true,
            steering: true,
            fov: true,
            sees_target: true,
            alert: true,
            states: true,
        }
    }
}

/// An action of the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimelineAction {
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// Go back by one tick.
    StepBack,
    /// Advance by one tick.
    StepForward,
    /// Return to the start.
    Restart,
    /// Go to a tick.
    Seek(u64),
    /// Set the playback speed.
    SetSpeed(f64),
    /// Restart with this seed.
    SetSeed(u64),
    /// Keep the run as the ghost.
    KeepGhost,
    /// Clear the ghost.
    ClearGhost,
    /// Perform a command on the versions that are compared.
    Compare(CompareCommand),
    /// Set what is repeated.
    SetRepeat(Repeat),
    /// Trigger the event for which this spawner waits.
    Trigger(SpawnerId),
    /// Keep the pointer pressed, or release it.
    HoldPointer,
    /// Take the selected agent over, or end that.
    TakeOver,
    /// Show or hide the plots.
    ShowPlots(bool),
    /// Set a threshold of the alert meter to its value.
    SetThreshold(Threshold),
    /// Set a rate of the alert meter of a preset.
    SetAlertRate(PresetId, AlertRate, f64),
}

/// The width of the figures, in points: the plots keep theirs when a ghost or another agent is
/// added.
const TABLE_WIDTH: f32 = 272.0;
/// The width of the figures of one run in a narrower panel, in points.
const NARROW_TABLE_WIDTH: f32 = 184.0;
/// The width of a panel with room for the figures of two runs, in points.
const MIN_WIDTH_WITH_WIDE_TABLE: f32 = 800.0;
/// In a narrower panel the figures leave the plots no room: a button shows either, in points.
const MIN_WIDTH_WITH_TABLE: f32 = 560.0;

/// Draws only the playback controls and returns the requested actions.
pub fn controls_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
) -> Vec<TimelineAction> {
    let mut actions = Vec::new();
    transport::transport_ui(ui, state, input, false, &mut actions);
    state.window.update(state.view, input);
    actions
}

/// Draws the timeline into all available space and returns the requested actions.
pub fn timeline_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
) -> Vec<TimelineAction> {
    let mut actions = Vec::new();
    transport::transport_ui(ui, state, input, true, &mut actions);
    state.window.update(state.view, input);

    let space = ui.available_rect_before_wrap();
    let fits = space.width() >= MIN_WIDTH_WITH_TABLE;
    if !fits && !input.agents.is_empty() {
        either_ui(ui, space, state, input, &mut actions);
        ui.advance_cursor_after_rect(space);
        return actions;
    }
    let table = (fits && !input.agents.is_empty()).then_some(input.agents);
    let is_wide = input.ghost.is_some() || space.width() >= MIN_WIDTH_WITH_WIDE_TABLE;
    let split = match (table, is_wide) {
        (Some(_), true) => space.right() - TABLE_WIDTH,
        (Some(_), false) => space.right() - NARROW_TABLE_WIDTH,
        (None, _) => space.right(),
    };
    let left = Rect::from_min_max(space.min, pos2(split, space.bottom()));
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
        plots::plots_ui(ui, state, input, &mut actions)
    });
    if let Some(agents) = table {
        let right = Rect::from_min_max(pos2(split + 12.0, space.top()), space.max);
        // What does not fit scrolls. If it made the panel higher, the canvas would move under the
        // pointer.
        let mut figures = ui.new_child(UiBuilder::new().max_rect(right));
        figures.shrink_clip_rect(right);
        compare::figures_ui(&mut figures, state, input, agents, &mut actions);
    }
    ui.advance_cursor_after_rect(space);
    actions
}

/// Draws the plots or the figures, with a button that shows the others.
fn either_ui(
    ui: &mut Ui,
    space: Rect,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    // At the left of the time axis.
    let corner = Rect::from_min_size(
        space.min,
        vec2(plot_labels::LABEL_WIDTH - 60.0, ruler::HEIGHT),
    );
    if state.shows_figures {
        let beside = pos2(corner.right() + 16.0, space.top());
        let below = pos2(space.left() + 8.0, corner.bottom() + 2.0);
        let least = match input.ghost {
            Some(_) => TABLE_WIDTH,
            None => NARROW_TABLE_WIDTH,
        };
        // A low panel has few rows, so the button takes none if there is room beside it.
        let has_room = space.right() - beside.x >= least;
        let place = Rect::from_min_max(if has_room { beside } else { below }, space.max);
        let mut figures = ui.new_child(UiBuilder::new().max_rect(place));
        figures.shrink_clip_rect(place);
        compare::figures_ui(&mut figures, state, input, input.agents, actions);
    } else {
        ui.scope_builder(UiBuilder::new().max_rect(space), |ui| {
            plots::plots_ui(ui, state, input, actions)
        });
    }
    let mut corner_ui = ui.new_child(UiBuilder::new().max_rect(corner.translate(vec2(8.0, 0.0))));
    let label = if state.shows_figures {
        "Show curves"
    } else {
        "Show figures"
    };
    if corner_ui.small_button(label).clicked() {
        state.shows_figures ^= true;
    }
}
