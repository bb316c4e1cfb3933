//! The open scene: its session, its run, the active tool and what lint says about it.

use crate::editor::canvas;
use crate::editor::canvas::GamePress;
use crate::editor::checks::Checks;
use crate::editor::keyboard::nudge::{Arrows, Nudges};
use glam::DVec2;
use std::time::{Duration, Instant};
use steerwright_analysis::lint::Diagnostic;
use steerwright_authoring::command::{HistoryCommand, ToolCommand};
use steerwright_authoring::snap::Snapped;
use steerwright_authoring::tool::{Outcome, Placeable, Tool, ToolKey};
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Item, Playback, Routes, Session, spawners};
use steerwright_runtime::scene::{Agent, AgentId, PresetId, StateId};

/// No more agents have curves.
pub(super) const MAX_PLOTTED: usize = 12;

/// The longest time step of a frame, in seconds, so that agents do not jump after the window was
/// hidden.
const MAX_FRAME_SECONDS: f64 = 0.1;

/// The time budget of a frame for the simulation.
const SIMULATION_BUDGET: Duration = Duration::from_millis(10);

/// The time budget of a frame for simulating again after an edit: the window is used meanwhile.
const RESIMULATION_BUDGET: Duration = Duration::from_millis(6);

/// The maximum number of agents of a selected preset whose states are shown.
const MAX_RUNNING: usize = 100;

/// The open scene. Opening another one replaces all of it.
pub(crate) struct Document {
    pub(super) session: Session,
    pub(super) playback: Playback,
    pub(super) routes: Routes,
    pub(super) tool: Tool,
    /// What the last tool position snapped to.
    pub(super) snapped: Option<Snapped>,
    pub(super) checks: Checks,
    nudges: Nudges,
    /// Whether a drag of a start paused the playback, which continues after it.
    plays_after_drag: bool,
    /// The widget that had the keyboard focus at the end of the last frame.
    focused: Option<egui::Id>,
    /// The widget that was clicked, dragged or given the focus last.
    last_used: Option<egui::Id>,
    /// The agents that were plotted last because of the selection.
    last_plotted: Vec<AgentId>,
}

impl Document {
    pub(super) fn new(session: Session) -> Self {
        let mut routes = Routes::default();
        routes.update(&session.scene);
        Self {
            playback: Playback::new(&session.scene),
            routes,
            tool: Tool::default(),
            snapped: None,
            checks: Checks::default(),
            nudges: Nudges::default(),
            plays_after_drag: false,
            focused: None,
            last_used: None,
            last_plotted: Vec::new(),
            session,
        }
    }

    pub(super) fn select_first_agent(&mut self) {
        if let Some(agent) = self.session.scene.agents.first() {
            self.session.selection.set(Item::Agent(agent.id));
        }
    }

    /// The selected preset, or that of the selected agent or spawner.
    pub(super) fn selected_preset(&self) -> Option<PresetId> {
        let primary = self.session.selection.primary()?;
        primary.preset(&self.session.scene)
    }

    /// The agents to plot: those of the selection, otherwise those that were plotted before,
    /// otherwise all.
    pub(super) fn plotted_agents(&mut self) -> Vec<AgentId> {
        let selected = self.selected_agents();
        if !selected.is_empty() {
            self.last_plotted = selected;
        }
        let scene = &self.session.scene;
        self.last_plotted.retain(|&id| scene.agent(id).is_some());
        if self.last_plotted.is_empty() {
            let all = scene.agents.iter().map(|agent| agent.id);
            return all.take(MAX_PLOTTED).collect();
        }
        self.last_plotted.clone()
    }

    /// The states of the agents that the inspector is about, at the playhead.
    pub(super) fn running_states(&self) -> Vec<(AgentId, StateId)> {
        let scene = &self.session.scene;
        let agents: Vec<&Agent> = match self.session.selection.primary() {
            Some(Item::Agent(id)) => scene.agent(id).into_iter().collect(),
            Some(Item::Preset(id)) => {
                let of_preset = scene.agents.iter().filter(|agent| agent.preset == id);
                of_preset.take(MAX_RUNNING).collect()
            }
            Some(_) | None => Vec::new(),
        };
        let recording = self.playback.run().recording();
        agents
            .into_iter()
            .filter_map(|agent| {
                let sample = recording.sample(self.playback.tick(), agent.id)?;
                let index = usize::from(sample.state?);
                let state = scene.preset(agent.preset)?.all_states().nth(index)?;
                Some((agent.id, state.rules.id))
            })
            .collect()
    }

    /// The agents of the selection: selected, with the selected preset, or on the selected path.
    pub(super) fn selected_agents(&self) -> Vec<AgentId> {
        let selection = &self.session.selection;
        let is_plotted = |agent: &Agent| {
            selection.contains(Item::Agent(agent.id))
                || selection.contains(Item::Preset(agent.preset))
                || agent
                    .path
                    .is_some_and(|path| selection.path() == Some(path))
        };
        let agents = self.session.scene.agents.iter();
        agents
            .filter(|agent| is_plotted(agent))
            .map(|agent| agent.id)
            .take(MAX_PLOTTED)
            .collect()
    }

    /// Advances the simulation within the time budget of a frame. `pointer` is the pointer position
    /// over the canvas, in units, and `press` what the button did there.
    pub(super) fn advance(
        &mut self,
        ctx: &egui::Context,
        pointer: Option<DVec2>,
        press: GamePress,
    ) {
        let started = Instant::now();
        if self.playback.resimulation_progress().is_some() {
            self.playback
                .resimulate_while(|| started.elapsed() < RESIMULATION_BUDGET);
            ctx.request_repaint();
        }
        let scene = &self.session.scene;
        if scene.agents.is_empty() && scene.spawners.is_empty() {
            self.playback.pause();
        }
        if !self.playback.is_playing() && self.playback.slow_tick().is_none() {
            return;
        }
        // A track has neither the pointer nor presses.
        let is_played = self.playback.is_taken_over();
        if let Some(pointer) =
            pointer.filter(|_| !is_played && canvas::uses_pointer(&self.session.scene))
        {
            self.playback.set_pointer(pointer);
        }
        if !is_played && spawners::waits_for_press(&self.session.scene) {
            // A press and a release within a frame count too.
            if press.went_down {
                self.playback.set_pressed(true);
            }
            self.playback.set_pressed(press.is_down);
        }
        let seconds = f64::from(ctx.input(|i| i.stable_dt)).min(MAX_FRAME_SECONDS);
        self.playback
            .advance_while(seconds, || started.elapsed() < SIMULATION_BUDGET);
        ctx.request_repaint();
    }

    /// Ends a frame: commits the undo step unless an edit is in progress, and updates the
    /// simulation and the diagnostics.
    pub(super) fn end_frame(&mut self, ctx: &egui::Context, editing: bool) {
        let (clicked, dragged) = ctx.interaction_snapshot(|used| (used.clicked, used.drag_started));
        let focused = ctx.memory(|memory| memory.focused());
        if clicked.is_some() && clicked != focused {
            // Two clicks on one button are two steps. A click into a field is none.
            self.session.end_step();
            self.last_used = clicked;
        } else {
            self.end_step_between_widgets(clicked.or(dragged));
        }
        if editing {
            self.session.update_variants();
            self.session.selection.retain_existing(&self.session.scene);
        } else {
            self.session.commit();
        }
        let focused = ctx.memory(|memory| memory.focused());
        self.end_step_between_widgets(focused);
        self.focused = focused;
        self.routes.update(&self.session.scene);
        if self.tool.is_busy() {
            // A running agent would leave the pointer that drags its start.
            if self.playback.is_playing() && self.playback.moves_a_start(&self.session.scene) {
                self.playback.pause();
                self.plays_after_drag = true;
            }
            self.playback.show_moved_start(&self.session.scene);
        } else if std::mem::take(&mut self.plays_after_drag) {
            self.playback.play();
        }
        // What was recorded belongs to the run before the edit.
        if self.playback.is_taken_over() && self.playback.runs_otherwise(&self.session.scene) {
            self.end_take_over();
        }
        self.playback.apply_scene(&self.session.scene, editing);
        let started = Instant::now();
        if !self
            .playback
            .catch_up(|| started.elapsed() < RESIMULATION_BUDGET)
        {
            ctx.request_repaint();
        }
        // Steps are also recorded elsewhere, for example when a tool finishes.
        self.checks
            .update(ctx, &self.session.scene, self.session.revision());
        let selected = self.session.selection.primary();
        self.checks
            .update_branches(ctx, &self.session.scene, selected, editing);
    }

    /// Why the scene cannot run, to notify the user of.
    pub(super) fn refusal_text(&self) -> Option<String> {
        let refusal = self.playback.refusal()?;
        Some(format!("The scene cannot run: {refusal}"))
    }

    /// Cancels a drag of the active tool. Returns whether there was one.
    pub(super) fn cancel_tool_drag(&mut self) -> bool {
        self.snapped = None;
        self.tool.cancel_drag(&mut self.session)
    }

    /// Cancels a drag and finishes drawing, so that commands apply to the finished result.
    pub(super) fn finish_tool(&mut self) {
        self.cancel_tool_drag();
        let outcome = self.tool.finish(&mut self.session);
        self.handle_outcome(outcome);
    }

    /// Passes a key to the active tool. Returns whether the tool used it.
    pub(super) fn handle_tool_key(&mut self, key: ToolKey) -> bool {
        let (used, outcome) = self.tool.key(key, &mut self.session);
        self.snapped = None;
        self.handle_outcome(outcome);
        used
    }

    pub(super) fn handle_outcome(&mut self, outcome: Option<Outcome>) {
        match outcome {
            Some(Outcome::FirstAgentAdded) => {
                self.session.commit();
                self.playback.apply_scene(&self.session.scene, false);
                self.playback.play();
            }
            None => {}
        }
    }

    /// Whether the active tool places agents.
    pub(super) fn places_agents(&self) -> bool {
        matches!(&self.tool, Tool::Place(place) if place.what == Placeable::Agent)
    }

    pub(super) fn activate(&mut self, command: ToolCommand) {
        self.finish_tool();
        self.tool = Tool::activated_by(command);
    }

    /// Undoes or redoes a step. Returns what to notify the user of.
    pub(super) fn perform_on_history(&mut self, command: HistoryCommand) -> Option<String> {
        // During a drag, undo only cancels the drag.
        if self.cancel_tool_drag() {
            return None;
        }
        // In a slow frame, an edit can end and be undone. What a player recorded is a step too.
        self.end_take_over();
        self.session.commit();
        let done = match command {
            HistoryCommand::Undo => self.session.undo().map(|name| format!("Undo: {name}")),
            HistoryCommand::Redo => self.session.redo().map(|name| format!("Redo: {name}")),
        };
        self.rewind_to_moved_start();
        done
    }

    /// Shows the run from its start if agents start elsewhere now, as dragging their starts does.
    fn rewind_to_moved_start(&mut self) {
        let scene = &self.session.scene;
        if !self.playback.moves_a_start(scene) {
            return;
        }
        if self.playback.is_playing() {
            self.playback.apply_scene(scene, false);
            self.playback.restart();
            self.playback.play();
        } else {
            self.playback.show_moved_start(scene);
            self.playback.apply_scene(scene, false);
        }
    }

    /// Goes to a step of the history, counted from the start.
    pub(super) fn go_to_step(&mut self, done: usize) {
        self.cancel_tool_drag();
        self.session.commit();
        let present = self.session.history().steps().1;
        if done > present {
            // What a player recorded comes after it: recorded first, it would end what can be
            // redone.
            self.session.go_to_step(done);
            self.end_take_over();
        } else {
            let before = self.session.revision();
            self.end_take_over();
            // Of a full history, the track took the place of the oldest step.
            let is_recorded = self.session.revision() > before;
            let dropped = is_recorded && self.session.history().steps().1 == present;
            self.session
                .go_to_step(done.saturating_sub(usize::from(dropped)));
        }
        self.rewind_to_moved_start();
    }

    /// Plays the run with another seed from the start and selects the agent to look at.
    pub(super) fn open_seed(&mut self, seed: u64, agent: AgentId) {
        self.finish_tool();
        self.session.commit();
        if self.session.scene.agent(agent).is_some() {
            self.session.selection.set(Item::Agent(agent));
        }
        if self.session.scene.seed != seed {
            self.session.scene.seed = seed;
            self.session.name_step("Set seed");
            self.session.commit();
        }
        self.playback.apply_scene(&self.session.scene, false);
        self.playback.restart();
        self.playback.play();
    }

    /// Whether the widget with the keyboard focus is that of the last frame.
    pub(super) fn keeps_focus(&self, ctx: &egui::Context) -> bool {
        ctx.memory(|memory| memory.focused()) == self.focused
    }

    /// Makes what is done with another widget than the last one a step of its own: changes of one
    /// field are one step.
    fn end_step_between_widgets(&mut self, used: Option<egui::Id>) {
        if used.is_some() && used != self.last_used {
            self.session.end_step();
            self.last_used = used;
        }
    }

    /// Moves the selection with the arrow keys. Nudges in quick succession are one step. `pixel` is
    /// the size of a pixel in units, `now` the time in seconds.
    pub(super) fn nudge(&mut self, arrows: &Arrows, pixel: f64, now: f64) {
        let by = arrows.units + arrows.pixels * pixel;
        if by != DVec2::ZERO && !self.session.selection.is_empty() {
            if !self.nudges.continues(&self.session.selection, now) {
                self.session.end_step();
            }
            transform::apply(
                &mut self.session.scene,
                &self.session.selection,
                &Transform::Move(by),
            );
            self.session.name_field_step("Nudge");
        }
    }
}

/// The diagnostics to show. None while a path is being drawn, because it is not finished yet.
pub(super) fn shown_diagnostics<'a>(tool: &Tool, checks: &'a Checks) -> &'a [Diagnostic] {
    if tool.is_drawing() {
        &[]
    } else {
        checks.diagnostics()
    }
}
