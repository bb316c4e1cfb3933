//! The agents to draw, with their authored data.

use steerwright_analysis::Sample;
use steerwright_analysis::recording::Row;
use steerwright_authoring::{Item, Playback, Selection};
use steerwright_runtime::scene::{Agent, AgentId, Preset, Scene};

/// With more agents than this, only those that are selected or hovered are drawn in full.
const MANY_AGENTS: usize = 1_000;
/// Up to this many selected agents are drawn in full in a crowd.
const MAX_FULL_SELECTION: usize = 100;

/// What to draw the agents from.
pub struct AgentScene<'a> {
    /// The playback.
    pub playback: &'a Playback,
    /// The scene.
    pub scene: &'a Scene,
    /// The selection.
    pub selection: &'a Selection,
    /// The item under the pointer.
    pub hovered: Option<Item>,
}

impl AgentScene<'_> {
    /// Whether an agent is selected, or its preset or its path is.
    pub(super) fn is_about(&self, agent: &Agent) -> bool {
        self.selection.contains(Item::Agent(agent.id))
            || self.selection.contains(Item::Preset(agent.preset))
            || agent
                .path
                .is_some_and(|path| self.selection.path() == Some(path))
    }

    /// The visible agents at the shown tick, with their authored data.
    pub(super) fn visible_agents(&self) -> impl Iterator<Item = (Sample, &Agent, &Preset)> {
        self.placed_agents()
            .map(|(_, sample, agent, preset)| (sample, agent, preset))
    }

    /// The visible agents at the shown tick, each with its place in the row of that tick.
    pub(super) fn placed_agents(&self) -> impl Iterator<Item = (usize, Sample, &Agent, &Preset)> {
        let mut known: Option<&Preset> = None;
        self.row()
            .iter()
            .enumerate()
            .filter_map(move |(place, sample)| {
                let agent = self.agent_of(place, sample.agent)?;
                // Neighbors often share a preset.
                known = known
                    .filter(|preset| preset.id == agent.preset)
                    .or_else(|| self.scene.preset(agent.preset));
                Some((place, sample, agent, known?))
            })
    }

    /// The visible agent at a place in the row of the shown tick.
    pub(super) fn agent_at(&self, place: usize) -> Option<(Sample, &Agent, &Preset)> {
        let sample = self.row().sample(place)?;
        let agent = self.agent_of(place, sample.agent)?;
        Some((sample, agent, self.scene.preset(agent.preset)?))
    }

    /// The samples at the shown tick.
    fn row(&self) -> &Row {
        self.playback.recording().at(self.playback.tick())
    }

    /// The agent with an id and a place in the row, unless it is hidden.
    fn agent_of(&self, place: usize, id: AgentId) -> Option<&Agent> {
        // Most scenes list their agents by id, as rows do.
        let agent = self
            .scene
            .agents
            .get(place)
            .filter(|agent| agent.id == id)
            .or_else(|| self.scene.agent(id))?;
        (!self.scene.editor.is_hidden(agent.id)).then_some(agent)
    }

    /// Whether an agent or its preset is selected.
    pub(super) fn is_selected(&self, agent: &Agent) -> bool {
        self.selection.contains(Item::Agent(agent.id))
            || self.selection.contains(Item::Preset(agent.preset))
    }

    /// Whether an agent is drawn in full even in a crowd.
    pub(super) fn is_drawn_in_full(&self, agent: &Agent) -> bool {
        self.hovered == Some(Item::Agent(agent.id))
            || (self.selection.len() <= MAX_FULL_SELECTION
                && self.selection.contains(Item::Agent(agent.id)))
    }

    /// Whether there are too many agents to draw each in full.
    pub(super) fn is_crowded(&self) -> bool {
        self.scene.agents.len() > MANY_AGENTS
    }
}
