//! The agents to draw, with their authored data.

use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_analysis::recording::Row;
use steerwright_analysis::{Recording, Run, Sample};
use steerwright_authoring::{Item, Playback, Selection};
use steerwright_runtime::scene::{Agent, AgentId, Preset, Scene};
use steerwright_runtime::simulation::{EventKind, World};

/// With more agents than this, only those that are selected or hovered are drawn in full.
const MANY_AGENTS: usize = 1_000;
/// Up to this many selected agents are drawn in full in a crowd.
const MAX_FULL_SELECTION: usize = 100;

/// The run that is drawn.
#[derive(Clone, Copy)]
pub struct ShownRun<'a> {
    run: &'a Run,
    /// The tick that is shown.
    pub tick: u64,
    /// The run to draw dotted.
    pub ghost: Option<&'a Recording>,
    /// Whether the ghost is version A of a comparison.
    pub is_ghost_version: bool,
}

impl<'a> ShownRun<'a> {
    /// The run of the scene. `alone`: without a ghost.
    pub fn of(playback: &'a Playback, alone: bool) -> Self {
        Self {
            run: playback.run(),
            tick: playback.tick(),
            ghost: playback.ghost().filter(|_| !alone),
            is_ghost_version: playback.comparison().is_some(),
        }
    }

    /// The run of version A at the same tick. `None` if nothing is compared.
    pub fn of_version_a(playback: &'a Playback) -> Option<Self> {
        let run = playback.comparison()?.run();
        Some(Self {
            run,
            tick: playback.tick().min(run.recording().last_tick()),
            ghost: None,
            is_ghost_version: false,
        })
    }

    /// The world at the shown tick, if that is the last.
    pub fn latest_world(&self) -> Option<&'a World> {
        (self.tick == self.recording().last_tick()).then(|| self.run.world())
    }

    /// The run itself.
    pub fn run(&self) -> &'a Run {
        self.run
    }

    /// Its recording.
    pub fn recording(&self) -> &'a Recording {
        self.run.recording()
    }

    /// The position of the pointer target at the shown tick, in units.
    pub fn pointer(&self) -> DVec2 {
        let recorded = self.recording().pointer_at(self.tick);
        recorded.unwrap_or_else(|| self.run.world().pointer())
    }
}

/// An agent at the shown tick, with its authored data.
#[derive(Clone, Copy)]
pub(crate) struct ShownAgent<'a> {
    pub(crate) sample: Sample,
    pub(crate) agent: &'a Agent,
    pub(crate) preset: &'a Preset,
}

/// The agents that are drawn in full.
pub(crate) struct AgentsInFull<'a> {
    pub(crate) agents: Vec<ShownAgent<'a>>,
    /// Whether all may have names.
    pub(crate) may_have_names: bool,
}

/// What to draw the agents from.
pub struct AgentScene<'a> {
    /// The run.
    pub shown: ShownRun<'a>,
    /// The scene.
    pub scene: &'a Scene,
    /// The selection.
    pub selection: &'a Selection,
    /// The item under the pointer.
    pub hovered: Option<Item>,
    /// The agents that spawners have added during the run.
    pub spawned: BTreeMap<AgentId, Agent>,
    /// The world at the shown tick, if it is known.
    pub world: Option<&'a World>,
}

/// The agents that spawners of `scene` have added during `run`, also those that are gone, with what
/// they have from their spawners.
pub fn spawned_agents(scene: &Scene, run: &Run) -> BTreeMap<AgentId, Agent> {
    if scene.spawners.is_empty() {
        return BTreeMap::new();
    }
    // Events of long ago may be dropped, but not agents that are still there.
    let there = run.world().scene().agents.iter();
    let mut spawned: BTreeMap<AgentId, Agent> = there
        .filter(|agent| scene.agent(agent.id).is_none())
        .map(|agent| (agent.id, agent.clone()))
        .collect();
    for event in run.recording().events() {
        if let EventKind::Spawned(id) = event.kind
            && let Some(spawner) = scene.spawners.iter().find(|spawner| spawner.id == id)
        {
            spawned.entry(event.agent).or_insert_with(|| Agent {
                path: spawner.path,
                target: spawner.target,
                danger: spawner.danger,
                leader: spawner.leader,
                ..Agent::at(event.agent, "", spawner.preset, DVec2::ZERO)
            });
        }
    }
    spawned
}

impl AgentScene<'_> {
    /// Whether an agent is selected, or its preset or its path is.
    pub(crate) fn is_about(&self, agent: &Agent) -> bool {
        self.selection.contains(Item::Agent(agent.id))
            || self.selection.contains(Item::Preset(agent.preset))
            || agent
                .path
                .is_some_and(|path| self.selection.path() == Some(path))
    }

    /// The visible agents at the shown tick.
    pub(crate) fn visible_agents(&self) -> impl Iterator<Item = ShownAgent<'_>> {
        self.placed_agents().map(|(_, shown)| shown)
    }

    /// The visible agents at the shown tick, each with its place in the row of that tick.
    pub(crate) fn placed_agents(&self) -> impl Iterator<Item = (usize, ShownAgent<'_>)> {
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
                let shown = ShownAgent {
                    sample,
                    agent,
                    preset: known?,
                };
                Some((place, shown))
            })
    }

    /// The visible agent at a place in the row of the shown tick.
    pub(crate) fn agent_at(&self, place: usize) -> Option<ShownAgent<'_>> {
        let sample = self.row().sample(place)?;
        let agent = self.agent_of(place, sample.agent)?;
        Some(ShownAgent {
            sample,
            agent,
            preset: self.scene.preset(agent.preset)?,
        })
    }

    /// The samples at the shown tick.
    fn row(&self) -> &Row {
        self.shown.recording().at(self.shown.tick)
    }

    /// The agent with an id and a place in the row, unless it is hidden.
    fn agent_of(&self, place: usize, id: AgentId) -> Option<&Agent> {
        // Most scenes list their agents by id, as rows do.
        let agent = self
            .scene
            .agents
            .get(place)
            .filter(|agent| agent.id == id)
            .or_else(|| self.scene.agent(id))
            .or_else(|| self.spawned.get(&id))?;
        (!self.scene.editor.is_hidden(agent.id)).then_some(agent)
    }

    /// Whether an agent or its preset is selected.
    pub(crate) fn is_selected(&self, agent: &Agent) -> bool {
        self.selection.contains(Item::Agent(agent.id))
            || self.selection.contains(Item::Preset(agent.preset))
    }

    /// Whether an agent is drawn in full even in a crowd.
    pub(crate) fn is_drawn_in_full(&self, agent: &Agent) -> bool {
        self.hovered == Some(Item::Agent(agent.id))
            || (self.selection.len() <= MAX_FULL_SELECTION
                && self.selection.contains(Item::Agent(agent.id)))
    }

    /// Whether there are too many agents to draw each in full.
    pub(crate) fn is_crowded(&self) -> bool {
        self.row().len() > MANY_AGENTS
    }
}
