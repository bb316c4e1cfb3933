//! What a game does to a running world: move targets, drive agents, spawn and despawn them, change how they move.
//!
//! Every call takes effect from the next step on. The same calls at the same ticks give the same bits.

use crate::scene::{Agent, AgentId, MarkerId, PathId, Preset, PresetId, Scene, Target};
use crate::simulation::World;
use crate::simulation::memory::Memory;
use crate::simulation::soundness;
use crate::simulation::soundness::checked_position;
use crate::steering::grid_chase::CellMover;
use glam::DVec2;
use std::sync::Arc;

/// Why a world refused a call. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// A coordinate is not a number from -1e9 to 1e9.
    Coordinate,
    /// The number of ticks per second is not from 1 to 1000.
    TickRate,
    /// There is no such agent.
    Agent(AgentId),
    /// There is no such marker.
    Marker(MarkerId),
    /// There is no such preset.
    Preset(PresetId),
    /// There is no such path.
    Path(PathId),
    /// An agent with this id is there already.
    Taken(AgentId),
    /// The next agent gets this id, and not the one that was expected.
    NextId(AgentId),
}

impl std::fmt::Display for WorldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Coordinate => write!(
                f,
                "a coordinate is not a number from -1e9 to 1e9; look where it was computed"
            ),
            Self::TickRate => write!(f, "the ticks per second are out of range; use 1 to 1000"),
            Self::Agent(id) => write!(f, "there is no agent {id}; it may have been despawned"),
            Self::Marker(id) => write!(
                f,
                "there is no marker {id}; look into the scene for the ids there are"
            ),
            Self::Preset(id) => write!(
                f,
                "there is no preset {id}; look into the scene for the ids there are"
            ),
            Self::Path(id) => write!(
                f,
                "there is no path {id}; look into the scene for the ids there are"
            ),
            Self::Taken(id) => write!(
                f,
                "there is an agent {id} already; ask the scene for the next free id"
            ),
            Self::NextId(id) => write!(f, "the next agent gets the id {id}; name this one"),
        }
    }
}

impl std::error::Error for WorldError {}

impl World {
    /// Moves the pointer, in u.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`].
    pub fn set_pointer(&mut self, position: DVec2) -> Result<(), WorldError> {
        self.pointer = checked_position(position)?;
        self.store.observed.set_pointer(position);
        self.scene.pointer = position;
        Ok(())
    }

    /// Moves a marker, in u.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`], [`WorldError::Marker`].
    pub fn move_marker(&mut self, id: MarkerId, position: DVec2) -> Result<(), WorldError> {
        let position = checked_position(position)?;
        let index = self.resolved.marker(id).ok_or(WorldError::Marker(id))?;
        let marker = &mut Arc::make_mut(&mut self.scene.markers)[index];
        marker.position = position;
        self.store.observed.set_marker(index, position);
        Ok(())
    }

    /// Drives an agent: the next step puts it at `position` (u), and there it stays until it is driven elsewhere or released. Its
    /// velocity is the distance it moved divided by the length of the tick, its steering is 0, its behaviors do not run. Use it for
    /// a player's character; agents that follow or chase it need nothing else.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`], [`WorldError::Agent`].
    pub fn drive(&mut self, id: AgentId, position: DVec2) -> Result<(), WorldError> {
        let position = checked_position(position)?;
        let index = self.index(id)?;
        self.store.drive(index, position);
        Ok(())
    }

    /// Gives a driven agent back to its behaviors, which go on from where it is, with what they remember; a cell mover goes on from
    /// the center of its cell. For an agent that is not driven it does nothing.
    ///
    /// # Errors
    /// [`WorldError::Agent`].
    pub fn release(&mut self, id: AgentId) -> Result<(), WorldError> {
        let index = self.index(id)?;
        if !self.store.release(index) {
            return Ok(());
        }
        let position = self.store.columns.position(self.store.slot(index));
        let (program, row) = self.store.program_mut(index);
        if let [Memory::GridChase(rows)] = program.memories.as_mut_slice() {
            let grid = &self.resolved.grid;
            let mover = &mut rows[row].mover;
            *mover = CellMover::new(grid.cell_at(position));
            let center = grid.center(mover.cell());
            self.store.teleport(index, center);
        }
        Ok(())
    }

    /// An id above all that this world has ever had: for an agent to [`spawn`](World::spawn).
    #[must_use]
    pub fn next_agent_id(&self) -> AgentId {
        AgentId(self.highest_id.saturating_add(1))
    }

    /// Adds an agent, at its start. Its random stream comes from the scene's seed and its id, as that of every other.
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::scene::{Agent, Behavior, Preset, PresetId, Scene, Target};
    /// use steerwright_runtime::simulation::World;
    /// let hunter = Preset::steered(PresetId(1), "Hunter", [Behavior::Seek {}]);
    /// let mut world = World::new(&Scene { presets: vec![hunter.into()], ..Scene::default() });
    ///
    /// let id = world.next_agent_id();
    /// world.spawn(Agent { target: Some(Target::Pointer), ..Agent::at(id, "Wolf", PresetId(1), DVec2::new(5.0, 0.0)) })?;
    /// world.step();
    /// assert!(world.agent(id).is_some_and(|wolf| wolf.position.x < 5.0));
    /// world.despawn(id)?;
    /// assert!(world.is_empty());
    /// # Ok::<(), steerwright_runtime::simulation::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::Taken`], [`WorldError::Preset`], [`WorldError::Coordinate`], and as of [`World::set_target`], [`World::set_leader`] and
    /// [`World::set_path`] for what it is bound to.
    pub fn spawn(&mut self, agent: Agent) -> Result<(), WorldError> {
        checked_position(agent.position).and(checked_position(agent.velocity))?;
        if let Some(scatter) = agent.scatter {
            checked_position(DVec2::new(scatter.min, scatter.max))?;
        }
        self.there(agent.target)
            .and(self.there(agent.danger))
            .and(self.there(agent.leader.map(Target::Agent)))?;
        self.has_path(agent.path)?;
        self.resolved
            .preset_index(agent.preset)
            .ok_or(WorldError::Preset(agent.preset))?;
        let taken = self.resolved.index_of(agent.id).is_some()
            || !self.resolved.has_all_agents && self.scene.agent(agent.id).is_some();
        if taken {
            return Err(WorldError::Taken(agent.id));
        }
        self.add_agent(agent);
        Ok(())
    }

    /// Removes an agent. Every target, danger and leader that names it is none from then on, even if the id is used again.
    ///
    /// It looks for references to the agent everywhere; to take many agents away, [`edit`](World::edit) the scene.
    ///
    /// # Errors
    /// [`WorldError::Agent`].
    pub fn despawn(&mut self, id: AgentId) -> Result<(), WorldError> {
        let index = self.index(id)?;
        self.remove_agent(index);
        Ok(())
    }

    /// Sets the target of an agent; `None` for none. Its behaviors keep what they remember.
    ///
    /// # Errors
    /// [`WorldError::Agent`], and for a target that is not there [`WorldError::Marker`] or [`WorldError::Agent`].
    pub fn set_target(&mut self, id: AgentId, target: Option<Target>) -> Result<(), WorldError> {
        self.there(target)?;
        self.bind(id, |agent| agent.target = target)
    }

    /// Sets the danger of an agent; `None` for none. Its behaviors keep what they remember.
    ///
    /// # Errors
    /// As of [`World::set_target`].
    pub fn set_danger(&mut self, id: AgentId, danger: Option<Target>) -> Result<(), WorldError> {
        self.there(danger)?;
        self.bind(id, |agent| agent.danger = danger)
    }

    /// Sets the leader of an agent; `None` for none.
    ///
    /// # Errors
    /// [`WorldError::Agent`].
    pub fn set_leader(&mut self, id: AgentId, leader: Option<AgentId>) -> Result<(), WorldError> {
        self.there(leader.map(Target::Agent))?;
        self.bind(id, |agent| agent.leader = leader)
    }

    /// Sets the path of an agent; `None` for none. Its path following starts as its preset says; with the path it has already it goes
    /// on.
    ///
    /// # Errors
    /// [`WorldError::Agent`], [`WorldError::Path`].
    pub fn set_path(&mut self, id: AgentId, path: Option<PathId>) -> Result<(), WorldError> {
        let index = self.index(id)?;
        self.has_path(path)?;
        let agent = self.authored_mut(index);
        if std::mem::replace(&mut agent.path, path) != path {
            self.start_path(index);
        }
        Ok(())
    }

    /// Sets the preset that an agent moves by.
    ///
    /// # Errors
    /// [`WorldError::Agent`], [`WorldError::Preset`].
    pub fn set_preset(&mut self, id: AgentId, preset: PresetId) -> Result<(), WorldError> {
        self.index(id)?;
        self.resolved
            .preset_index(preset)
            .ok_or(WorldError::Preset(preset))?;
        self.change_scene(|scene| {
            scene
                .agent_mut(id)
                .into_iter()
                .for_each(|agent| agent.preset = preset)
        });
        Ok(())
    }

    /// Replaces the preset that has the id of `preset`: all its agents move by it from now on.
    ///
    /// # Errors
    /// [`WorldError::Preset`].
    pub fn replace_preset(&mut self, preset: Preset) -> Result<(), WorldError> {
        let index = self
            .scene
            .presets
            .iter()
            .position(|known| known.id == preset.id)
            .ok_or(WorldError::Preset(preset.id))?;
        self.change_scene(|scene| scene.presets[index] = Arc::new(preset));
        Ok(())
    }

    /// Changes the scene of this run, in whatever way; see [`World::apply_scene`] for what becomes of the agents. Many changes in
    /// one call cost as much as one: use it to spawn a crowd.
    ///
    /// The ranges of parameters are not checked; `steerwright-format` does that for scenes and presets.
    ///
    /// # Errors
    /// [`WorldError::TickRate`]; [`WorldError::Coordinate`]; [`WorldError::Taken`] for an id that two agents have;
    /// [`WorldError::Preset`], [`WorldError::Path`], [`WorldError::Marker`] and [`WorldError::Agent`] for a reference to what is not
    /// there. The world is then as it was.
    pub fn edit(&mut self, change: impl FnOnce(&mut Scene)) -> Result<(), WorldError> {
        let mut scene = self.scene.clone();
        change(&mut scene);
        soundness::check(&scene)?;
        self.apply_scene(&scene);
        Ok(())
    }

    /// Changes the scene in a way that has been checked.
    pub(super) fn change_scene(&mut self, change: impl FnOnce(&mut Scene)) {
        let mut scene = self.scene.clone();
        change(&mut scene);
        self.apply_scene(&scene);
    }

    fn index(&self, id: AgentId) -> Result<usize, WorldError> {
        self.resolved.index_of(id).ok_or(WorldError::Agent(id))
    }

    fn there(&self, target: Option<Target>) -> Result<(), WorldError> {
        match target {
            Some(Target::Marker(id)) if self.resolved.marker(id).is_none() => {
                Err(WorldError::Marker(id))
            }
            Some(Target::Agent(id)) => self.index(id).map(|_| ()),
            Some(Target::Marker(_) | Target::Pointer) | None => Ok(()),
        }
    }

    fn has_path(&self, path: Option<PathId>) -> Result<(), WorldError> {
        match path {
            Some(id) if self.resolved.path(path).is_none() => Err(WorldError::Path(id)),
            Some(_) | None => Ok(()),
        }
    }

    /// Resolves the references of one agent again, without visiting the others.
    fn bind(&mut self, id: AgentId, change: impl FnOnce(&mut Agent)) -> Result<(), WorldError> {
        let index = self.index(id)?;
        change(self.authored_mut(index));
        let authored = self.resolved.agents[index].authored as usize;
        let agent = &self.scene.agents[authored];
        self.store.bind(&self.resolved, agent, index);
        Ok(())
    }

    /// The agent with this index as authored, to change.
    fn authored_mut(&mut self, index: usize) -> &mut Agent {
        let authored = self.resolved.agents[index].authored as usize;
        &mut Arc::make_mut(&mut self.scene.agents)[authored]
    }
}
