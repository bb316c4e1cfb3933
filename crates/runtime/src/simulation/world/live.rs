//! What a game does to a running [`World`].

use crate::level::{Disk, glide};
use crate::scene::{Agent, AgentId, MarkerId, PathId, PresetId, Target, WallId};
use crate::simulation::World;
use crate::simulation::error::WorldError;
use crate::simulation::resolved::check::checked_position;
use crate::simulation::store::memory::Memory;
use crate::steering::grid_chase::CellMover;
use glam::DVec2;
use std::sync::Arc;

/// What a game does to a running world: move targets, drive agents, spawn and despawn them, and
/// change how they move.
///
/// Each call takes effect in the next tick. The same calls at the same ticks give the same result,
/// bit for bit.
impl World {
    /// Moves the pointer to `position`, u.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`] if a coordinate is not a number from -1e9 to 1e9.
    pub fn set_pointer(&mut self, position: DVec2) -> Result<(), WorldError> {
        self.population.pointer = checked_position(position)?;
        self.population.store.observed.set_pointer(position);
        self.population.scene.pointer = position;
        Ok(())
    }

    /// Tells whether the pointer is pressed. Spawners can wait for this.
    pub fn set_pressed(&mut self, pressed: bool) {
        let spawners = &mut self.spawners;
        spawners.is_new_press |= pressed && !spawners.is_pressed;
        spawners.is_pressed = pressed;
    }

    /// Whether the pointer is pressed.
    #[must_use]
    pub fn is_pressed(&self) -> bool {
        self.spawners.is_pressed
    }

    /// Fires the spawners that wait for this name at the start of the next tick. Returns whether
    /// there is one.
    pub fn trigger(&mut self, name: &str) -> bool {
        self.spawners.trigger(name)
    }

    /// Moves a marker to `position`, u.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`], [`WorldError::Marker`].
    pub fn move_marker(&mut self, id: MarkerId, position: DVec2) -> Result<(), WorldError> {
        let position = checked_position(position)?;
        let index = self
            .population
            .resolved
            .marker(id)
            .ok_or(WorldError::Marker(id))?;
        let marker = &mut Arc::make_mut(&mut self.population.scene.markers)[index];
        marker.position = position;
        self.population.store.observed.set_marker(index, position);
        Ok(())
    }

    /// Opens or closes a door: a wall that has [`open`](crate::scene::Wall::open). Agents that move
    /// by cells look for their way again if the cells that it crosses become free or blocked.
    ///
    /// # Errors
    /// [`WorldError::Wall`] if the wall does not exist, [`WorldError::NotADoor`].
    pub fn set_wall_open(&mut self, id: WallId, open: bool) -> Result<(), WorldError> {
        let wall = self.population.scene.wall(id).ok_or(WorldError::Wall(id))?;
        if wall.open.is_none() {
            return Err(WorldError::NotADoor(id));
        }
        self.population.set_door(id, open);
        Ok(())
    }

    /// Whether a wall is a door that is open now. False also for a wall that is not a door, and if
    /// it does not exist.
    #[must_use]
    pub fn is_wall_open(&self, id: WallId) -> bool {
        self.population
            .scene
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
        self.population.store.drive(index, position);
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
        let index = self.population.resolved.index_of(id)?;
        let disk = Disk {
            radius: self.population.resolved.preset(index).body.radius,
            skin: self.population.resolved.skin,
        };
        let position = self
            .population
            .store
            .columns
            .position(self.population.store.slot(index));
        let walls = &self.population.resolved.walls.motion;
        Some(glide(walls, disk, position, velocity, self.population.resolved.dt).position)
    }

    /// Returns a driven agent to its behaviors, which continue from its position with the state
    /// that they had. An agent that moves by cells continues from the center of its cell. Does
    /// nothing if the agent is not driven.
    ///
    /// # Errors
    /// [`WorldError::Agent`] if the agent does not exist.
    pub fn release(&mut self, id: AgentId) -> Result<(), WorldError> {
        let index = self.index(id)?;
        if !self.population.store.release(index) {
            return Ok(());
        }
        let position = self
            .population
            .store
            .columns
            .position(self.population.store.slot(index));
        let (program, row) = self.population.store.program_mut(index);
        if let [Memory::GridChase(rows)] = program.memories.as_mut_slice() {
            let grid = &self.population.resolved.grid;
            let mover = &mut rows[row].mover;
            *mover = CellMover::new(grid.cell_at(position));
            let center = grid.center(mover.cell());
            self.population.store.teleport(index, center);
        }
        Ok(())
    }

    /// An id for a new agent: higher than every id that this world has ever had. See
    /// [`spawn`](World::spawn).
    #[must_use]
    pub fn next_agent_id(&self) -> AgentId {
        self.population.next_agent_id()
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
        self.population
            .resolved
            .preset_index(agent.preset)
            .ok_or(WorldError::Preset(agent.preset))?;
        let taken = self.population.resolved.index_of(agent.id).is_some()
            || !self.population.resolved.has_all_agents
                && self.population.scene.agent(agent.id).is_some();
        if taken {
            return Err(WorldError::Taken(agent.id));
        }
        self.population.add_agent(agent, &mut self.spawners);
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
        self.population.remove_agent(index, &mut self.spawners);
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
        let agent = self.population.authored_mut(index);
        if std::mem::replace(&mut agent.path, path) != path {
            self.population.start_path(index);
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
            .population
            .resolved
            .preset_index(preset)
            .ok_or(WorldError::Preset(preset))?;
        let before = self.population.authored(index).clone();
        self.population.authored_mut(index).preset = preset;
        self.population.add_net_of(row);
        let earlier = std::mem::replace(
            &mut self.population.resolved.agents[index].preset,
            row as u32,
        );
        let earlier = Arc::clone(&self.population.resolved.presets[earlier as usize]);
        self.population.update_agent(index, &before, &earlier);
        Ok(())
    }

    pub(super) fn index(&self, id: AgentId) -> Result<usize, WorldError> {
        self.population
            .resolved
            .index_of(id)
            .ok_or(WorldError::Agent(id))
    }

    fn there(&self, target: Option<Target>) -> Result<(), WorldError> {
        match target {
            Some(Target::Marker(id)) if self.population.resolved.marker(id).is_none() => {
                Err(WorldError::Marker(id))
            }
            Some(Target::Agent(id)) => self.index(id).map(|_| ()),
            Some(Target::Marker(_) | Target::Pointer) | None => Ok(()),
        }
    }

    fn has_path(&self, path: Option<PathId>) -> Result<(), WorldError> {
        match path {
            Some(id) if self.population.resolved.path(path).is_none() => Err(WorldError::Path(id)),
            Some(_) | None => Ok(()),
        }
    }

    /// Resolves the references of one agent again, without visiting the others.
    fn bind(&mut self, id: AgentId, change: impl FnOnce(&mut Agent)) -> Result<(), WorldError> {
        let index = self.index(id)?;
        change(self.population.authored_mut(index));
        self.population.bind(index);
        Ok(())
    }
}
