//! The methods with which a game changes a running [`World`]: move targets, drive agents, spawn and
//! despawn them, and change how they move.
//!
//! Each call takes effect in the next tick. The same calls at the same ticks give the same result,
//! bit for bit.

use crate::level::{Disk, glide};
use crate::scene::{Agent, AgentId, MarkerId, PathId, Preset, PresetId, Scene, Target, WallId};
use crate::simulation::World;
use crate::simulation::error::WorldError;
use crate::simulation::memory::Memory;
use crate::simulation::scene_check;
use crate::simulation::scene_check::checked_position;
use crate::steering::grid_chase::CellMover;
use glam::DVec2;
use std::sync::Arc;

impl World {
    /// Moves the pointer to `position`, u.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`] if a coordinate is not a number from -1e9 to 1e9.
    pub fn set_pointer(&mut self, position: DVec2) -> Result<(), WorldError> {
        self.pointer = checked_position(position)?;
        self.store.observed.set_pointer(position);
        self.scene.pointer = position;
        Ok(())
    }

    /// Moves a marker to `position`, u.
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

    /// Opens or closes a door: a wall that has [`open`](crate::scene::Wall::open). Agents that move
    /// by cells look for their way again if the cells that it crosses become free or blocked.
    ///
    /// # Errors
    /// [`WorldError::Wall`] if the wall does not exist, [`WorldError::NotADoor`].
    pub fn set_wall_open(&mut self, id: WallId, open: bool) -> Result<(), WorldError> {
        let wall = self.scene.wall(id).ok_or(WorldError::Wall(id))?;
        if wall.open.is_none() {
            return Err(WorldError::NotADoor(id));
        }
        self.set_door(id, open);
        Ok(())
    }

    /// Whether a wall is a door that is open now. False also for a wall that is not a door, and if
    /// it does not exist.
    #[must_use]
    pub fn is_wall_open(&self, id: WallId) -> bool {
        self.scene
            .wall(id)
            .is_some_and(|wall| wall.open == Some(true))
    }

    /// Drives an agent from the game, such as the character of the player: the next tick moves it
    /// to `position` (u), where it stays until it is driven again or [released](World::release).
    ///
    /// While an agent is driven, its behaviors do not run and its steering force is 0. Its velocity
    /// is the distance of the last move divided by the duration of the tick, so agents that pursue
    /// or follow it react as to any other agent.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`], [`WorldError::Agent`].
    pub fn drive(&mut self, id: AgentId, position: DVec2) -> Result<(), WorldError> {
        let position = checked_position(position)?;
        let index = self.index(id)?;
        self.store.drive(index, position);
        Ok(())
    }

    /// Where the body of an agent would be after one tick with `velocity` (u/s): walls and closed
    /// doors stop it, and it slides along them, like one that steers. It changes nothing;
    /// [`drive`](World::drive) takes the agent there. `None` if there is no such agent.
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::scene::{Agent, AgentId, Preset, PresetId, Scene, Wall, WallId};
    /// use steerwright_runtime::simulation::World;
    /// let player = Agent::at(AgentId(1), "Player", PresetId(1), DVec2::ZERO);
    /// let fence = [DVec2::new(1.0, -5.0), DVec2::new(1.0, 5.0)];
    /// let mut world = World::new(&Scene {
    ///     presets: vec![Preset::steered(PresetId(1), "Player", []).into()],
    ///     agents: vec![player].into(),
    ///     walls: vec![Wall::through(WallId(1), "Fence", fence).into()],
    ///     ..Scene::default()
    /// });
    /// for _ in 0..60 {
    ///     let next = world.slide(AgentId(1), DVec2::new(3.0, 1.0)).expect("the player exists");
    ///     world.drive(AgentId(1), next)?;
    ///     world.step();
    /// }
    /// let player = world.agent(AgentId(1)).expect("the player exists").position;
    /// assert!(player.x < 1.0 && player.y > 0.9, "{player}");
    /// # Ok::<(), steerwright_runtime::simulation::WorldError>(())
    /// ```
    #[must_use]
    pub fn slide(&self, id: AgentId, velocity: DVec2) -> Option<DVec2> {
        let index = self.resolved.index_of(id)?;
        let disk = Disk {
            radius: self.resolved.preset(index).body.radius,
            skin: self.resolved.skin,
        };
        let position = self.store.columns.position(self.store.slot(index));
        let walls = &self.resolved.walls.motion;
        Some(glide(walls, disk, position, velocity, self.resolved.dt).position)
    }

    /// Returns a driven agent to its behaviors, which continue from its position with the state
    /// that they had. An agent that moves by cells continues from the center of its cell. Does
    /// nothing if the agent is not driven.
    ///
    /// # Errors
    /// [`WorldError::Agent`] if the agent does not exist.
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

    /// An id for a new agent: higher than every id that this world has ever had. See
    /// [`spawn`](World::spawn).
    #[must_use]
    pub fn next_agent_id(&self) -> AgentId {
        AgentId(self.highest_id.saturating_add(1))
    }

    /// Adds an agent at its start position. Its random stream depends on the seed of the scene and
    /// its id, like that of all agents.
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
    /// [`WorldError::Taken`] if the id is in use, [`WorldError::Preset`],
    /// [`WorldError::Coordinate`], and [`WorldError::Marker`], [`WorldError::Agent`] or
    /// [`WorldError::Path`] if it refers to something that does not exist.
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

    /// Removes an agent. Agents that had it as their target, danger or leader have none afterwards,
    /// even if the id is used again.
    ///
    /// Only if some agent names this one, all agents are searched for references. The agent that is
    /// last in the list of the scene takes its place there. To remove many agents,
    /// [`edit`](World::edit) the scene.
    ///
    /// # Errors
    /// [`WorldError::Agent`] if the agent does not exist.
    pub fn despawn(&mut self, id: AgentId) -> Result<(), WorldError> {
        let index = self.index(id)?;
        self.remove_agent(index);
        Ok(())
    }

    /// Sets or clears the target of an agent. Its behaviors keep their state.
    ///
    /// # Errors
    /// [`WorldError::Agent`] if the agent does not exist; [`WorldError::Marker`] or
    /// [`WorldError::Agent`] if the target does not.
    pub fn set_target(&mut self, id: AgentId, target: Option<Target>) -> Result<(), WorldError> {
        self.there(target)?;
        self.bind(id, |agent| agent.target = target)
    }

    /// Sets or clears the danger of an agent. Its behaviors keep their state.
    ///
    /// # Errors
    /// Like [`World::set_target`].
    pub fn set_danger(&mut self, id: AgentId, danger: Option<Target>) -> Result<(), WorldError> {
        self.there(danger)?;
        self.bind(id, |agent| agent.danger = danger)
    }

    /// Sets or clears the leader of an agent.
    ///
    /// # Errors
    /// [`WorldError::Agent`] if the agent or the leader does not exist.
    pub fn set_leader(&mut self, id: AgentId, leader: Option<AgentId>) -> Result<(), WorldError> {
        self.there(leader.map(Target::Agent))?;
        self.bind(id, |agent| agent.leader = leader)
    }

    /// Sets or clears the path of an agent. On a new path, the agent starts at the node that its
    /// preset specifies; if it has this path already, it continues.
    ///
    /// # Errors
    /// [`WorldError::Agent`] or [`WorldError::Path`] if the agent or the path does not exist.
    pub fn set_path(&mut self, id: AgentId, path: Option<PathId>) -> Result<(), WorldError> {
        let index = self.index(id)?;
        self.has_path(path)?;
        let agent = self.authored_mut(index);
        if std::mem::replace(&mut agent.path, path) != path {
            self.start_path(index);
        }
        Ok(())
    }

    /// Sets the preset of an agent.
    ///
    /// # Errors
    /// [`WorldError::Agent`] or [`WorldError::Preset`] if the agent or the preset does not exist.
    pub fn set_preset(&mut self, id: AgentId, preset: PresetId) -> Result<(), WorldError> {
        let index = self.index(id)?;
        let row = self
            .resolved
            .preset_index(preset)
            .ok_or(WorldError::Preset(preset))?;
        let before = self.authored(index).clone();
        self.authored_mut(index).preset = preset;
        self.add_net_of(row);
        let earlier = std::mem::replace(&mut self.resolved.agents[index].preset, row as u32);
        let earlier = Arc::clone(&self.resolved.presets[earlier as usize]);
        self.update_agent(index, &before, &earlier);
        Ok(())
    }

    /// Replaces the preset that has the same id as `preset`. All agents with this preset use the
    /// new one from the next tick on.
    ///
    /// # Errors
    /// [`WorldError::Preset`] if the scene has no preset with this id; [`WorldError::Limits`] if
    /// its body or a weight is out of range.
    pub fn replace_preset(&mut self, preset: Preset) -> Result<(), WorldError> {
        scene_check::check_preset(&preset)?;
        let index = self
            .scene
            .presets
            .iter()
            .position(|known| known.id == preset.id)
            .ok_or(WorldError::Preset(preset.id))?;
        self.replace_preset_at(index, preset);
        Ok(())
    }

    /// Changes anything in the scene of this run, and applies the result as [`World::apply_scene`]
    /// does. Many changes in one call cost as much as one, so use it to spawn or remove a crowd.
    ///
    /// The result is checked before it is applied: coordinates, the tick rate, the size of cells,
    /// ids, references, bodies and weights. The ranges of other parameters are not checked;
    /// `steerwright-format` validates them. The first call checks the whole scene, later ones what
    /// has changed since; the cost of the rest follows the edit as that of [`World::apply_scene`].
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::scene::{Marker, MarkerId, MarkerKind, Scene};
    /// use steerwright_runtime::simulation::World;
    /// use std::sync::Arc;
    /// let mut world = World::new(&Scene::default());
    /// world.edit(|scene| {
    ///     let goal = Marker::at(MarkerId(1), "Goal", MarkerKind::Target, DVec2::new(5.0, 0.0));
    ///     Arc::make_mut(&mut scene.markers).push(goal);
    /// })?;
    /// world.move_marker(MarkerId(1), DVec2::new(6.0, 0.0))?;
    /// # Ok::<(), steerwright_runtime::simulation::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::TickRate`], [`WorldError::CellSize`], [`WorldError::Coordinate`] and
    /// [`WorldError::Limits`] for a value out of range; [`WorldError::CrossedCells`];
    /// [`WorldError::Taken`] and the other `Taken` errors for an id that two items have;
    /// [`WorldError::Preset`], [`WorldError::Path`], [`WorldError::Marker`] and
    /// [`WorldError::Agent`] for a reference to something that does not exist. The world is then
    /// unchanged.
    pub fn edit(&mut self, change: impl FnOnce(&mut Scene)) -> Result<(), WorldError> {
        let mut scene = self.scene.clone();
        change(&mut scene);
        scene_check::check(&scene, self.is_checked.then_some(&self.scene))?;
        if self.needs_other_nets(&scene) {
            scene.nets = None;
        }
        self.apply(&scene);
        self.store.forget_routes();
        self.is_checked = true;
        Ok(())
    }

    /// Changes the scene in a way that has been checked.
    pub(super) fn change_scene(&mut self, change: impl FnOnce(&mut Scene)) {
        let mut scene = self.scene.clone();
        change(&mut scene);
        self.apply(&scene);
    }

    pub(super) fn index(&self, id: AgentId) -> Result<usize, WorldError> {
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

    /// The agent with this index as authored.
    pub(super) fn authored(&self, index: usize) -> &Agent {
        &self.scene.agents[self.resolved.agents[index].authored as usize]
    }

    /// The agent with this index as authored, to change.
    pub(super) fn authored_mut(&mut self, index: usize) -> &mut Agent {
        let authored = self.resolved.agents[index].authored as usize;
        &mut Arc::make_mut(&mut self.scene.agents)[authored]
    }
}
